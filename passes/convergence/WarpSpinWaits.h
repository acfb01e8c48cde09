//===- WarpSpinWaits.h - Lanes that wait for each other -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Since sm_70 the lanes of a warp may diverge freely, and one lane may
// wait for what another one does:
//
//   while (atomicAdd(turn, 0) != lane)      lanes leave one by one,
//     ;
//   x = s[...];                             each does this,
//   atomicAdd(turn, 1);                     and lets the next one in
//
// All lanes reach the load, but never at the same time. An instruction of the
// whole warp in its place would wait forever.
//
// Algorithm. Such waiting is a loop that lanes leave in different iterations,
// and that contains something that observes other threads: an atomic or
// volatile access, or a call that may synchronise. Unknown code may contain
// such a loop: a function, or assembly with branches. The waiting ends where a
// barrier of the block or of all lanes follows, since lanes wait there in any
// case. On AMD lanes run in lockstep, where such code would never end, so there
// are no such waits.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_WARPSPINWAITS_H
#define F2LAYOUT_PASSES_CONVERGENCE_WARPSPINWAITS_H

#include "passes/uniformity/BlockUniformity.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace f2layout {
inline namespace passes {

class WarpSpinWaits {
public:
  WarpSpinWaits(llvm::Function &F, const llvm::LoopInfo &LI,
                const llvm::DominatorTree &DT, const SyncPoints &Syncs);

  /// The place where lanes may wait for other lanes that are already at BB or
  /// after it; null if there is none. Uniformity tells which loops all lanes
  /// leave together.
  const llvm::Instruction *waitBefore(const llvm::BasicBlock &BB,
                                      const BlockUniformity &Uniformity) const;

private:
  /// The wait is over at BB if a barrier of all lanes dominates BB and no path
  /// leads from the barrier back to the wait, or to its loop L.
  bool isOver(const llvm::Instruction &Wait, const llvm::Loop *L,
              const llvm::BasicBlock &BB) const;

  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  const SyncPoints &Syncs;
  llvm::SmallVector<const llvm::Instruction *, 8> Waits;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_WARPSPINWAITS_H
