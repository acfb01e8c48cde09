//===- MergedBranches.h - Branches that lead to the same stores -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The comparator of a bitonic sort sorts up or down:
//
//   if ((t & k) == 0) { if (s[t] > s[i]) swap(s[t], s[i]); }
//   else              { if (s[t] < s[i]) swap(s[t], s[i]); }
//
// LLVM shares the swap, and its stores are on neither side of one branch, so
// they cannot be completed (CompletableStores.h):
//
//   before  Fork: br up, X, Y           after  Fork: x = icmp sgt a, b
//           X:    x = icmp sgt a, b                  y = icmp slt a, b
//                 br x, Swap, Join                   c = select up, x, y
//           Y:    y = icmp slt a, b                  br c, Swap, Join
//                 br y, Swap, Join
//
// Where a reduction keeps the first index of equal elements, the second branch
// is on one side alone, and so it is where two things must hold:
//
//   if (b > a || (b == a && q < p)) ...   before  Fork: br x, Taken, Side
//                                                 Side: p = load i[t]
//                                                       br y, Taken, Join
//                                         after   Fork: p = load i[t]
//                                                       c = select x, true, y
//                                                       br c, Taken, Join
//
// Legality (O50). X and Y are reached from Fork alone, and hold a few
// instructions that may run when they need not. Swap and Join see the same
// values from both. The select is poison only if the condition is on which the
// original branches. A load on one side may run when it need not if the bytes
// are there: the thread has accessed them by the same pointer before, or those
// at the same place of an array that is no larger. If another thread writes
// them meanwhile, the load is undefined, and its value is not used where the
// original has no load.
//
// The first branch must be one on data. What decides by the thread alone is
// better known as a branch (WriterTable.h).
//
// Profit. The kernel gets it only if it gains by completed stores.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COMPLETION_MERGEDBRANCHES_H
#define F2LAYOUT_PASSES_COMPLETION_MERGEDBRANCHES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// There are such branches, and a store to shared memory depends on them.
bool hasBranchesToMerge(llvm::Function &F, llvm::FunctionAnalysisManager &AM);

/// Merges them all.
void mergeBranches(llvm::Function &F, llvm::FunctionAnalysisManager &AM);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COMPLETION_MERGEDBRANCHES_H
