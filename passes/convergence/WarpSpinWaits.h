//===- WarpSpinWaits.h - Lanes that wait for each other -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Since sm_70 lanes of a warp go their own ways, and one may wait for
// what another does:
//
//   while (atomicAdd(turn, 0) != lane)      lanes leave one by one,
//     ;
//   x = s[...];                             each does this,
//   atomicAdd(turn, 1);                     and lets the next one in
//
// All lanes come to the load, but never at one time. An instruction of the
// whole warp in its place waits for ever.
//
// Algorithm. Such waiting is a loop that lanes leave in different rounds, with
// something in it that sees what others do: an atomic or volatile access, a
// call that may synchronise; or code that is not known and may hold such a loop,
// a function or assembly with branches. It is over where a barrier of the block
// or of all lanes follows, since there lanes wait anyway.
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

  /// Where lanes may wait for others that are at BB already, or behind it; null
  /// if nowhere. Uniformity tells which loops all lanes leave at once.
  const llvm::Instruction *waitBefore(const llvm::BasicBlock &BB,
                                      const BlockUniformity &Uniformity) const;

private:
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
