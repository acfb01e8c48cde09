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
// LLVM makes a switch of the two conditions. All that is known of a thread's
// way through a kernel is known of conditions of branches, so the stores would
// have no place before the barrier.
//
//   before   switch %x, Join [ 0, First; 31, Last ]
//   after    %first = icmp eq %x, 0      br %first, First, Next
//      Next: %last = icmp eq %x, 31      br %last, Last, Join
//
// Cases that lead to one block become one condition.
//
// Legality (O65). A branch for each successor but the default one, in the order
// of the cases, whose values all differ, leads to where the switch does. A phi
// has one value for all edges from one block, so it has it for the one edge
// that is left. A switch over undef or poison is undefined, as a branch is.
//
// Profit. It costs nothing: of so few cases, LLVM's code generators make such
// branches themselves. Only switches are replaced of which a successor, entered
// from nowhere else, accesses shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_SWITCHBRANCHES_H
#define F2LAYOUT_PASSES_EXCHANGE_SWITCHBRANCHES_H

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

#endif // F2LAYOUT_PASSES_EXCHANGE_SWITCHBRANCHES_H
