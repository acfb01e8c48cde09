//===- SettledBranches.h - Branches that a group of threads takes together ===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A branch on the thread's index may still be the same for all threads
// of a warp, or of the block:
//
//   if (threadIdx.x < 64)          whole warps take it
//     x = __shfl_sync(...);
//
// Algorithm. As long as BlockUniformity names a branch that keeps threads from
// reaching a block together, its condition is evaluated for every thread. If it
// has one value in each group of threads, it counts as uniform. So does a
// branch at which threads leave the kernel (EarlyExits.h), if the caller asks
// for that: all threads that go on take the same side. After MaxBranches
// (SettledBranches.cpp) such branches the search gives up.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_SETTLEDBRANCHES_H
#define F2LAYOUT_PASSES_CONVERGENCE_SETTLEDBRANCHES_H

#include "passes/evaluate/ThreadEval.h"
#include "passes/uniformity/SyncPoints.h"

namespace f2layout {
inline namespace passes {

/// The result of settleBranches.
struct BranchSettlement {
  bool Settled = false;
  /// If not settled: the instruction where threads may part; may be null.
  const llvm::Instruction *Open = nullptr;
  /// The condition at Open has one value in each group of the threads that were
  /// evaluated, but may have another one in a block of a different shape.
  bool NeedsShape = false;
  /// The conditions that were settled.
  llvm::SmallVector<const llvm::Value *, 4> Conditions;
  /// Branches at which some threads may leave the kernel instead of coming.
  llvm::SmallVector<const llvm::BranchInst *, 2> Exits;
};

/// Whether evaluation shows that groups of Group consecutive threads reach BB
/// together. U then treats each settled branch as uniform, even if another one
/// remains open. With Syncs, threads may leave the kernel instead; the groups
/// of those that have not left then reach BB together.
BranchSettlement settleBranches(BlockUniformity &U, ThreadEval &Eval,
                                const llvm::BasicBlock &BB, unsigned Group,
                                const SyncPoints *Syncs = nullptr);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_SETTLEDBRANCHES_H
