//===- ExchangeGatherPlan.cpp - Whether a gather becomes shuffles ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The price of an exchange whose loads are at an index from data. As written,
// the index decides how many lanes meet in a bank: the mean of a few rows of
// random indices counts. The shuffles take what GatherPlan.h says. Loads in a
// loop count as often as they run for each time that the barrier does.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Vocabulary.h"
#include "passes/exchange/ExchangeCost.h"
#include "passes/exchange/ExchangePlanner.h"
#include "passes/price/LoopWeights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// How often the place runs for each time that the barrier runs.
double ExchangePlanner::timesPerBarrier(const Exchange &X,
                                        const BasicBlock &BB) const {
  return weightIn(C.LI, SE, &BB) / weightIn(C.LI, SE, X.At->At->getParent());
}

PlanCost ExchangePlanner::costOfGathersAsWritten(const Exchange &X) const {
  PlanCost Cost = costAsWritten(X, object(X), T.M);
  double Wavefronts = clocksOfStores(X, object(X), T.M) / T.M.Costs.Wavefront;
  double Elements = 0;
  for (const GatheredLoad &L : X.Gathers) {
    double Of = 0;
    for (const std::vector<uint32_t> &Row : L.Samples)
      Of += costOfRows(AccessRow{L.Access, Row}, object(X), T.M).Wavefronts;
    const double Times =
        timesPerBarrier(X, *object(X).Accesses[L.Access].I->getParent());
    Wavefronts += Times * Of / L.Samples.size();
    Elements += Times * (1u << L.Map.ResultBits);
  }
  Cost.Wavefronts = unsigned(Wavefronts + 0.5);
  Cost.Clocks =
      std::max(Wavefronts * T.M.Costs.Wavefront, Elements * T.M.Costs.Element) +
      (X.At->K == SyncPoint::Block ? T.M.Costs.BlockBarrier
                                   : T.M.Costs.WarpBarrier);
  return Cost;
}

static void add(PlanCost &To, const GatherCost &C, double Times) {
  To.Shuffles += C.Shuffles;
  To.Selects += C.Selects;
  To.Permutes += C.Permutes;
  To.Packs += C.Packs;
  To.MemoryClocks += Times * C.MemoryClocks;
  To.AluClocks += Times * C.AluClocks;
  To.Clocks += Times * C.Clocks;
}

/// Each load becomes a gather of its own.
void ExchangePlanner::chooseGathers(ExchangePlan &P) {
  const Exchange &X = *P.Subject;
  P.Gathers.clear();
  Plan New;
  New.By = Route::Rename;
  New.ElementBits = X.Move.ElementBits;
  New.LaneBits = X.Move.LaneBits;
  New.NumSources = X.Move.NumSources;
  const unsigned Bits = X.Move.ElementBits;
  New.NumInputs = divideCeil(X.Move.NumSources * Bits, 32u);
  New.NumWords = New.NumInputs;
  New.Outputs.resize(divideCeil(X.Move.NumResults * Bits, 32u));
  for (const GatheredLoad &L : X.Gathers) {
    const unsigned Shift = L.Map.SourceBits;
    std::optional<GatherPlan> G = planGatherInWarp(
        L.Map, T.M, [&](const GatherPoint &At) -> std::optional<uint64_t> {
          const Holder H = L.wanted(At);
          if (H == DontCare)
            return std::nullopt;
          return H.Register | uint64_t(H.Thread) << Shift;
        });
    if (!G || (!O.Shuffle && G->By == Route::Shuffle)) {
      P.Name = "NoPlan";
      P.Why = G ? "shuffles are not allowed"
                : "no plan of shuffles and selects gets every element";
      P.IsFinal = O.Shuffle;
      return;
    }
    if (G->By == Route::Shuffle)
      New.By = Route::Shuffle;
    add(New.Cost, G->Cost, timesPerBarrier(X, *L.Point->getParent()));
    P.Gathers.push_back(std::move(*G));
  }
  // That nothing travels does not make it cheap: there may be many selects.
  if (O.Shared && New.Cost.Clocks > Margin * P.Before.Clocks) {
    P.Name = "NotProfitable";
    P.Why = formatv("the best plan takes {0} clocks per {1} and {2} "
                    "instructions, the code as it is {3} clocks",
                    clockText(New.Cost.Clocks), vocabularyOf(C.F).Warp,
                    New.Cost.Shuffles + New.Cost.Selects + New.Cost.Permutes,
                    clockText(P.Before.Clocks));
    P.IsFinal = true;
    return;
  }
  if (keepsInRegisters(P, New.NumInputs + New.Outputs.size()))
    P.Best = std::move(New);
}
