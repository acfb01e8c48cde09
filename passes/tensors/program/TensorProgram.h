//===- TensorProgram.h - The tensors of a kernel and what makes them ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node for every operation on tensors, and for every phi, select and
// undefined value of such a type, in the order of the code (blocks in reverse
// postorder):
//
//   #0  %x = load                       uses            users #1, #3
//   #1  %m = reduce.fmax %x             uses #0         users #2
//   #2  %b = broadcast (expand_dims %m) ...
//   #3  %d = map @sub, %x, %b           uses #0, #2     users ...
//   #9  store %e                        uses #8
//
// A node's weight says how often it runs, by the loops around it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORPROGRAM_H
#define F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORPROGRAM_H

#include "passes/tensors/program/TensorCall.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"

namespace f2layout {
inline namespace passes {

using NodeId = unsigned;

struct TensorNode {
  enum Kind { Operation, Phi, Select, Undefined };
  Kind K = Operation;
  /// The instruction; of Undefined, the constant.
  llvm::Value *V = nullptr;
  TensorCall Call; ///< Operation.
  TensorType Type; ///< Of a store, what is stored.
  llvm::SmallVector<NodeId, 3> Operands;
  llvm::SmallVector<NodeId, 4> Users; ///< One entry for each use.
  double Weight = 1;
  /// On its way to shared memory: a stage, or a phi of such.
  bool Staged = false;

  bool is(TensorOp Op) const { return K == Operation && Call.Op == Op; }
  /// Each result element is made of the elements at the same place of the
  /// operands.
  bool isElementwise() const {
    return K == Phi || K == Select || is(TensorOp::Map);
  }
  /// Made of nothing that is distributed: it can be made in any layout.
  bool isFree() const {
    return K == Undefined || is(TensorOp::Splat) || is(TensorOp::Iota);
  }
  bool isShapeOp() const { return K == Operation && Call.Shape.has_value(); }
};

class TensorProgram {
public:
  /// Reads F; what cannot be read is a fault.
  TensorProgram(llvm::Function &F, llvm::LoopInfo &Loops, CallFaults &Faults);

  bool empty() const { return Nodes.empty(); }
  unsigned size() const { return Nodes.size(); }
  const TensorNode &operator[](NodeId N) const { return Nodes[N]; }
  llvm::ArrayRef<TensorNode> nodes() const { return Nodes; }

private:
  NodeId nodeOf(llvm::Value *V);
  void findStaged(CallFaults &Faults);

  std::vector<TensorNode> Nodes;
  llvm::DenseMap<const llvm::Value *, NodeId> Ids;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORPROGRAM_H
