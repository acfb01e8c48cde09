//===- GuessedBarriers.cpp - Barriers and a likely shape of the block -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/relax/GuessedBarriers.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/VersionPrice.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/sharedmemory/kernel/TileShapes.h"

using namespace llvm;
using namespace f2layout;

/// Clocks of a warp that the verdict saves each time.
static double savedBy(const BarrierVerdict &V, const MachineCosts &Price) {
  switch (V.What) {
  case BarrierVerdict::Remove:
    return Price.BlockBarrier;
  case BarrierVerdict::Weaken:
    return std::max(0.0, Price.BlockBarrier - Price.WarpBarrier);
  case BarrierVerdict::Keep:
    return 0;
  }
  return 0;
}

GuessedBarriers f2layout::guessBarriers(Function &F,
                                        FunctionAnalysisManager &AM,
                                        const LaunchShape &L, const Target &T,
                                        const BarrierVerdicts &Kept,
                                        SearchBudget &Budget) {
  GuessedBarriers Best;
  if (none_of(Kept, [](const auto &K) { return K.second.isForPair(); }))
    return Best;
  const SyncPoints Syncs(F);
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  double Before = 0;
  for (const SyncPoint &P : Syncs.all())
    if (P.K == SyncPoint::Block)
      Before += weightIn(LI, SE, P.At->getParent()) * T.M.Costs.BlockBarrier;
  auto &Memory = AM.getResult<SharedMemoryInfoAnalysis>(F);
  for (const EvalShape &S : Memory.shapesOfTiles(L)) {
    GuessedBarriers G;
    G.Size = S.Size;
    G.Before = Before;
    LaunchShape Taken = L;
    Taken.take(S.Size);
    BarrierJudge Judge(F, AM, Taken);
    uint64_t Paid = 0;
    for (const auto &[At, V] : Kept) {
      const SyncPoint &P = *Syncs.of(At);
      if (!Judge.mayDiffer(P, Syncs, V, G.Gone))
        continue;
      BarrierVerdict New = Judge.judge(P, Syncs, G.Gone);
      G.Saved += weightIn(LI, SE, At->getParent()) * savedBy(New, T.M.Costs);
      if (New.What != BarrierVerdict::Keep)
        G.Gone.insert({At, std::move(New)});
      const uint64_t Seen = Judge.addressesSeen();
      if (!Budget.spend(Seen - Paid))
        break;
      Paid = Seen;
    }
    G.Pays = paysForVersion(F, LI, SE, T.M, G.Before, G.Saved);
    if (G.Saved > Best.Saved)
      Best = std::move(G);
    if (Best.Pays)
      break;
  }
  return Best;
}
