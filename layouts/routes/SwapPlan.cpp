//===- SwapPlan.cpp - Conversions by swaps of lane bits -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LaneSwaps.h splits swaps off both ends of a map; this file turns them into
// steps, and the other routes plan the map between them. Where words must be
// packed for a swap, both ways of LaneSteps.h are proposed.
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneSteps.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

SwapPlans f2layout::planSwaps(const Conversion &Atoms, const Machine &M,
                              const PlanOptions &O) {
  SwapPlans All;
  if (!M.SwapLaneBits || !Atoms.Affine ||
      Atoms.NumThreads != 1u << Atoms.LaneBits ||
      Atoms.NumSources != Atoms.NumResults)
    return All;
  std::optional<SwappedMap> Map = takeSwapsOff(*Atoms.Affine, M.SwapLaneBits);
  if (!Map || !Map->hasSwaps())
    return All;
  const bool Alone = Map->isSwapsAlone();
  // On the way an atom would be in a lane that is neither its first nor last.
  if (!O.AllLanes && (!Alone || Map->Before.size() + Map->After.size() > 1))
    return All;
  std::optional<Plan> Between;
  if (!Alone && !(Between = planBetween(Atoms, Map->Between, M, O)))
    return All;
  for (LaneSteps::Packing How : {LaneSteps::Apart, LaneSteps::Doubled}) {
    LaneSteps Steps(Atoms);
    for (const LaneSwap &S : Map->Before)
      Steps.swap(S, How);
    if (Between)
      Steps.follow(*Between);
    for (const LaneSwap &S : Map->After)
      Steps.swap(S, How);
    Plan P = Steps.finish(Between ? identityMap(Map->Between) : Map->Between);
    pricePlan(P, M);
    (Alone ? All.Alone : All.Mixed).push_back(std::move(P));
  }
  return All;
}
