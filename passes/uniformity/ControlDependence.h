//===- ControlDependence.h - Which branch decides about which block -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block depends on a branch if one successor of the branch always leads to
// the block and another one may avoid it:
//
//   if (c)       // A depends on it; B does not, since both paths meet there
//     A;
//   B;
//   do C;        // C depends on the loop's branch: does it run again?
//   while (d);
//
// This is control dependence as defined by Ferrante, Ottenstein and Warren. It
// is computed from the post-dominator tree of a graph that differs from the
// function in two ways. Blocks that end in a plain "unreachable" are left out,
// since no thread reaches them; clang ends every exhaustive switch with one.
// And a block in which threads may end has an additional edge to the end of the
// kernel.
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
  /// MayEnd says whether threads may end in a block.
  ControlDependence(const llvm::Function &F,
                    llvm::function_ref<bool(const llvm::BasicBlock &)> MayEnd);

  /// The blocks that directly depend on the terminator of BB.
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
