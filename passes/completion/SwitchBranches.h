//===- SwitchBranches.h - Switches over threads as branches ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The halo of a tile is filled by the first thread of a row and by the
// last one:
//
//   if (x == 0)  s[y][0] = in[i - 1];
//   if (x == 31) s[y][33] = in[i + 1];
//
// LLVM makes a switch of the two conditions. The proofs learn from the
// conditions of branches which threads come to a block, and cannot read a
// switch, so the stores would have no place before the barrier.
//
//   before   switch %x, Join [ 0, First; 31, Last ]
//   after    %first = icmp eq %x, 0      br %first, First, Next
//      Next: %last = icmp eq %x, 31      br %last, Last, Join
//
// Legality (O65). The values of cases all differ, so the branches lead to where
// the switch does. Each successor keeps one edge, of which its phis have the
// value. A switch over undef or poison is undefined, as a branch is.
//
// Profit. It costs nothing: of so few cases, each with a block of its own,
// LLVM's code generators make such branches themselves. It is done only in
// kernels that use shared memory and synchronise.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COMPLETION_SWITCHBRANCHES_H
#define F2LAYOUT_PASSES_COMPLETION_SWITCHBRANCHES_H

#include "passes/support/RemarkBook.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// Returns true if there was such a switch.
bool branchInsteadOfSwitches(llvm::Function &F,
                             llvm::FunctionAnalysisManager &AM,
                             KernelRemarks &Out);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COMPLETION_SWITCHBRANCHES_H
