//===- EarlyExits.h - Branches at which threads leave the kernel ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Behind
//
//   if (i >= n) return;
//   s[t] = in[i];
//   __syncthreads();
//
// not every thread of the block comes to the barrier, but every thread that is
// still running does: the others are gone, and the barrier does not wait for
// them. So a branch at which threads leave is no reason to give up, if it is
// known which threads may have left.
//
// Rule. At a branch before BB threads leave if one of its sides never comes to
// BB, and runs to the end of the kernel without a point at which threads may
// wait for each other. It must not share blocks with paths behind BB, except
// for a bare return: a compiler may let lanes wait for each other where paths
// meet, and then a lane that waits there has not exited.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_EARLYEXITS_H
#define F2LAYOUT_PASSES_CONVERGENCE_EARLYEXITS_H

#include "passes/uniformity/BlockUniformity.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// The blocks that are run only by threads that leave at the branch instead of
/// coming to BB. A bare return may be among them. No value if threads do not
/// leave at the branch.
std::optional<llvm::SmallPtrSet<const llvm::BasicBlock *, 4>>
blocksOfLeaving(const llvm::BranchInst &Branch, const llvm::BasicBlock &BB,
                const SyncPoints &Syncs);

/// Whether all threads of the block that have not left the kernel reach BB
/// together, and those that leave touch no memory from that branch on.
bool isReachedByRemaining(const BlockUniformity &Uniformity,
                          const llvm::BasicBlock &BB, const SyncPoints &Syncs);

/// The instructions, mostly branches, at which some of the threads that would
/// come to BB may turn elsewhere. A null entry means that threads may diverge
/// at other places as well, which are not known.
llvm::SmallVector<const llvm::Instruction *, 4>
divergencesBefore(const BlockUniformity &Uniformity,
                  const llvm::BasicBlock &BB);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_EARLYEXITS_H
