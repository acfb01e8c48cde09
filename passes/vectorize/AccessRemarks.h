//===- AccessRemarks.h - The remarks of f2layout-access -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k.cu:12:9: remark: 4 loads of 4 bytes become 1 of 16 bytes
//   k.cu:20:9: remark: 4 loads of 4 bytes could be 1 of 16 bytes, but are
//   only known to be aligned to 4 because of argument 1:
//   __builtin_assume_aligned would help
//   k.cu:31:9: remark: 4 loads of 4 bytes could be 1 of 16 bytes, but the store
//   at line 32 is between them
//
// Accesses that are as wide without this pass are not mentioned. To know them,
// the original alignment of accesses is kept.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H

#include "passes/contiguity/Contiguity.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/ValueMap.h"

namespace f2layout {
inline namespace passes {

/// Keeps the alignment of loads and stores, if remarks are enabled.
class WrittenAlignment {
public:
  void keep(llvm::Module &M);
  /// I had a smaller alignment than it has now.
  bool isRaised(const llvm::Instruction &I) const;

private:
  llvm::ValueMap<const llvm::Value *, llvm::Align> At;
};

class AccessRemarks {
public:
  AccessRemarks(llvm::OptimizationRemarkEmitter &ORE,
                const WrittenAlignment &Before)
      : ORE(ORE), Before(Before) {}

  bool isWanted() const;
  llvm::OptimizationRemarkEmitter &emitter() { return ORE; }
  /// Passed: these accesses become one of that many bytes.
  void joined(llvm::ArrayRef<llvm::Instruction *> Accesses, unsigned Bytes);
  /// Passed: the run can now be its pieces, if it could not before.
  void stated(const Contiguity &C, const ContiguousRun &R, bool IsMoved);
  /// Missed: the accesses of a piece cannot be joined because of InTheWay.
  void keptApart(llvm::ArrayRef<llvm::Instruction *> Accesses,
                 const llvm::Instruction &InTheWay);
  /// Missed: the run could have fewer pieces if its alignment were known.
  void unaligned(const Contiguity &C, const ContiguousRun &R);

private:
  llvm::OptimizationRemarkEmitter &ORE;
  const WrittenAlignment &Before;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H
