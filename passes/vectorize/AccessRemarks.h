//===- AccessRemarks.h - What f2layout-access tells the user --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   k.cu:12:9: remark: 4 loads of 4 bytes become 1 of 16 bytes
//   k.cu:20:9: remark: 4 loads of 4 bytes could be 1 of 16 bytes, but are
//   aligned to 4 for all that is known of argument 1: __builtin_assume_aligned
//   would tell
//   k.cu:31:9: remark: 4 loads of 4 bytes could be 1 of 16 bytes, but the store
//   at line 32 stands between them
//
// What is as wide without this pass is not mentioned: the alignment that the
// accesses had at first is kept to tell.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H

#include "passes/contiguity/Contiguity.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/ValueMap.h"

namespace f2layout {
inline namespace passes {

/// The alignment of loads and stores; of none unless somebody listens.
class WrittenAlignment {
public:
  void keep(llvm::Module &M);
  /// I was aligned to less than it is now.
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
  /// Passed: these become one access of so many bytes.
  void joined(llvm::ArrayRef<llvm::Instruction *> Accesses, unsigned Bytes);
  /// Passed: the run can be its pieces now, if it could not before.
  void stated(const Contiguity &C, const ContiguousRun &R, bool IsMoved);
  /// Missed: the accesses of a piece cannot be one past InTheWay.
  void keptApart(llvm::ArrayRef<llvm::Instruction *> Accesses,
                 const llvm::Instruction &InTheWay);
  /// Missed: the run could be fewer pieces if it were known to be aligned.
  void unaligned(const Contiguity &C, const ContiguousRun &R);

private:
  llvm::OptimizationRemarkEmitter &ORE;
  const WrittenAlignment &Before;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSREMARKS_H
