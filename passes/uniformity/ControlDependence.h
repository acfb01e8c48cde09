//===- ControlDependence.h - Which branch decides about which block -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is decided by a branch if one way out of the branch surely leads to
// it and another may pass it by:
//
//   if (c)       // decides A; not B, where both ways meet
//     A;
//   B;
//   do C;        // the loop's branch decides C: whether it runs once more
//   while (d);
//
// This is the textbook's control dependence (Ferrante, Ottenstein, Warren),
// computed from the post-dominator tree, of a graph that differs from the
// function in two ways. Blocks that end in a plain "unreachable" are left out,
// since no thread gets there; clang closes every exhaustive switch with one.
// And where threads may vanish in the middle of a block, the block has one way
// out more, to the end of the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_CONTROLDEPENDENCE_H
#define F2LAYOUT_PASSES_UNIFORMITY_CONTROLDEPENDENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

class ControlDependence {
public:
  /// MayEnd: threads may vanish in this block.
  ControlDependence(const llvm::Function &F,
                    llvm::function_ref<bool(const llvm::BasicBlock &)> MayEnd);

  /// The blocks about which the end of BB decides directly.
  llvm::ArrayRef<const llvm::BasicBlock *>
  decidedBy(const llvm::BasicBlock *BB) const;

private:
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<const llvm::BasicBlock *, 4>>
      Decided;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_CONTROLDEPENDENCE_H
