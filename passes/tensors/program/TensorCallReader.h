//===- TensorCallReader.h - One operation on tensors, read from IR --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to TensorCall.h. The reader of one call: what each operation takes,
// in TensorOperands.cpp, and what all have in common.
//
//   call target("f2.tensor", float, 32)
//       @f2.tensor.reduce.fadd.32xf32(target("f2.tensor", float, 64, 32) %x,
//                                     i32 2)
//
// is well-formed but for its axis: "axis 2, expected less than the 2 dimensions
// of the tensor". Reading goes on as far as it makes sense, so that a call gets
// all its faults at once.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORCALLREADER_H
#define F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORCALLREADER_H

#include "passes/tensors/program/TensorCall.h"

namespace f2layout {
inline namespace passes {

/// Reads one call, and reports everything that is wrong with it.
class TensorCallReader {
public:
  TensorCallReader(llvm::CallInst &Call, TensorOp Op, CallFaults &Faults)
      : Call(Call), Faults(Faults) {
    Read.Call = &Call;
    Read.Op = Op;
  }
  std::optional<TensorCall> read();
  static std::string textOf(const llvm::Type *Ty);
  static std::string wrongType(const llvm::Type *Ty);

private:
  void fault(const llvm::Twine &Message) {
    Faults.add(Call, Message);
    Good = false;
  }
  bool readTypes();
  bool hasOperands(unsigned N, llvm::StringRef What);
  bool hasTensors(unsigned N);
  std::optional<uint64_t> constantAt(unsigned Operand, llvm::StringRef What);
  const TensorType &tensor(unsigned I) const { return Types[I]; }
  void expectResult(const TensorType &Wanted);
  void readAxis(unsigned Operand, unsigned Rank, llvm::StringRef Of);
  void readAccess(unsigned First);
  void readMap();
  void readShape();
  void readLine();
  void readGather();
  void readDot();
  void readConvert();
  void readRest();

  llvm::CallInst &Call;
  CallFaults &Faults;
  TensorCall Read;
  llvm::SmallVector<TensorType, 3> Types;
  bool Good = true;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORCALLREADER_H
