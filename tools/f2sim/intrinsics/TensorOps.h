//===- TensorOps.h - Operations on tensors by their definition ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code may compute with tensors whose layouts are not chosen yet
// (docs/tensors.md):
//
//   %x = call target("f2.tensor", float, 64) @f2.tensor.load(...)
//   %m = call target("f2.tensor", float) @f2.tensor.reduce.fmax(... %x, i32 0)
//
// All threads of the block meet at each of them, and the operation is executed
// once, on whole tensors (machine/BlockTensors.h). Nothing is synchronised.
// Each element is loaded or stored by one thread, number E, in row-major order,
// by thread E + K modulo the size of the block. Each operation has a K of its
// own: which thread holds what is not known, so two operations that access one
// element need a barrier between them.
//
// Operands that are no tensors must have one value in all threads.
//
//   TensorCalls.cpp  reads calls
//   TensorRun.cpp    operands, results; accesses, splat, iota and map
//   TensorMoves.cpp  operations that move elements
//   TensorMath.cpp   reductions, scans and matrix products
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TENSOROPS_H
#define F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TENSOROPS_H

#include "tools/f2sim/intrinsics/TileLines.h"
#include "tools/f2sim/machine/Machine.h"

namespace f2layout::sim {

/// What the type of a tensor says.
struct TensorShape {
  std::vector<uint64_t> Sizes;
  LineType Element;
  unsigned Bytes = 0; ///< of an element: an i1 has one

  uint64_t elements() const;
  uint64_t bytes() const { return elements() * Bytes; }
  /// The distance of neighbours along a dimension, in elements.
  uint64_t stride(unsigned Dim) const;
  std::vector<uint64_t> pointOf(uint64_t Element) const;
  uint64_t elementAt(const std::vector<uint64_t> &Point) const;
  bool operator==(const TensorShape &O) const;
};

/// Nothing if the type is no tensor's.
std::optional<TensorShape> tensorShape(const llvm::Type *Ty);

/// One operation, as it is executed.
struct TensorCallInfo {
  /// By operand; without elements where an operand is no tensor.
  std::vector<std::optional<TensorShape>> Operands;
  TensorShape Result;
  unsigned Axis = 0, Which = 0;
  std::vector<unsigned> Order;
  LineOp Op = LineOp::Add;
  bool Reverse = false, Exclusive = false;
  unsigned FirstStride = 0; ///< Load, Store: the operand.
  bool HasBounds = false;
};

/// The operation while it is executed: its operands are checked, and there is
/// room for the result.
class TensorRun {
public:
  explicit TensorRun(Group &G) : G(G), Call(*G.I.Tensor) {}

  /// Reads the operands; false after a fault.
  bool start();
  Group &group() const { return G; }
  const TensorCallInfo &call() const { return Call; }
  /// The bytes of an element of operand number I, or of the result.
  Bytes element(unsigned I, uint64_t E);
  Bytes result(uint64_t E) {
    return G.M.Tensors[Result] + E * Call.Result.Bytes;
  }
  LineValue value(unsigned I, uint64_t E);
  /// Writes a computed element of the result.
  void put(uint64_t E, const LineValue &V);
  /// As the thread that is in charge of that element sees it.
  Exec exec(uint64_t E) const {
    return G.exec((E + G.I.Id) % G.M.Threads.size());
  }
  /// An operand that is no tensor.
  uint64_t scalar(unsigned I) const { return G.exec(0).intOp(I); }
  State scalarState(unsigned I) const { return G.exec(0).stateOf(I); }
  void finish();

private:
  bool isUniform(unsigned I);
  bool readOperand(unsigned I);

  Group &G;
  const TensorCallInfo &Call;
  /// By operand: its tensor; of an undefined one, ~State.
  std::vector<uint64_t> Numbers;
  uint64_t Result = 0;
  uint8_t NoData[8] = {}, NoState[8] = {};
  Origin NoOrigin[8] = {};
};

// TensorRun.cpp
void loadTensor(Group &G);
void storeTensor(Group &G);
void splatTensor(Group &G);
void iotaTensor(Group &G);
void mapTensors(Group &G);
// TensorMoves.cpp
void transTensor(Group &G);
void copyTensor(Group &G); ///< reshape, expand_dims, convert
void broadcastTensor(Group &G);
void joinTensors(Group &G);
void splitTensor(Group &G);
void gatherTensor(Group &G);
// TensorMath.cpp
void reduceTensor(Group &G);
void scanTensor(Group &G);
void multiplyTensors(Group &G);

} // namespace f2layout::sim

#endif // F2LAYOUT_TOOLS_F2SIM_INTRINSICS_TENSOROPS_H
