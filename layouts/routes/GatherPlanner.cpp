//===- GatherPlanner.cpp - The cheapest way to gather ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/check/GatherCheck.h"
#include "layouts/routes/GatherRoutes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace f2layout;

/// The share of the less busy pipe that the other one does not hide. A shuffle
/// waits for the lane's number, and what is chosen from its result waits for
/// it. By the 39 gathers of bench/tensors on an H200, with 4 blocks of 4 warps
/// on a multiprocessor: 0.2 to 0.9 and 0 to 0.5.
static constexpr double UnhiddenByShuffles = 0.6, UnhiddenByMemory = 0.25;

void f2layout::sumUp(GatherCost &C) {
  const auto [Less, More] = std::minmax(C.MemoryClocks, C.AluClocks);
  const double Unhidden = C.Shuffles ? UnhiddenByShuffles : UnhiddenByMemory;
  C.Clocks = More + Unhidden * Less + C.BarrierClocks;
}

unsigned f2layout::indexSteps(ArrayRef<uint64_t> Columns, unsigned UsedBits,
                              bool AddsOther) {
  while (!Columns.empty() && Columns.back() == 0)
    Columns = Columns.drop_back();
  std::set<int> Distances;
  for (auto [J, Column] : enumerate(Columns))
    for (uint64_t Left = Column; Left; Left &= Left - 1)
      Distances.insert(int(countr_zero(Left)) - int(J));
  if (Distances.empty())
    return 0;
  const unsigned Shifts = Distances.size() - Distances.count(0);
  // Bits of the index below those that count are shifted out or do not exist.
  const uint64_t *First = find_if(Columns, [](uint64_t C) { return C != 0; });
  const bool StartsAtZero = First == Columns.begin() || *First & 1;
  const bool NoMask = Distances.size() == 1 && !AddsOther && UsedBits &&
                      Columns.back() == uint64_t(1) << (UsedBits - 1) &&
                      StartsAtZero;
  return Shifts + (NoMask ? 0 : Distances.size());
}

unsigned f2layout::joinsOf(const Gather &G) {
  const unsigned Results = 1u << G.ResultBits;
  if (!G.PackedResults || G.ElementBits >= 32)
    return 0;
  return Results - divideCeil(Results, 32 / G.ElementBits);
}

/// By clocks, then by instructions.
bool f2layout::isCheaper(const GatherPlan &A, const GatherPlan &B) {
  auto Price = [](const GatherPlan &P) {
    const GatherCost &C = P.Cost;
    return std::make_tuple(C.Clocks, C.AluClocks + C.MemoryClocks,
                           C.Shuffles + C.Selects + C.Permutes + C.Packs +
                               C.Stores + C.Loads);
  };
  return Price(A) < Price(B);
}

static void keepCheaper(std::optional<GatherPlan> &Best,
                        std::optional<GatherPlan> P) {
  if (P && (!Best || isCheaper(*P, *Best)))
    Best = std::move(P);
}

static std::optional<GatherPlan> bestShuffles(const Gather &G,
                                              const Machine &M) {
  const bool HasLanes = any_of(G.Holder.IndexColumns, [&](uint64_t Column) {
    return G.laneOf(Column) != 0;
  });
  std::optional<GatherPlan> Best;
  for (auto [Packs, Fills] :
       {std::pair(true, true), {true, false}, {false, false}})
    for (bool FetchesLanes : {false, true})
      if (HasLanes || !FetchesLanes)
        keepCheaper(Best, shuffleGather(G, {FetchesLanes, Packs, Fills}, M));
  return Best;
}

Expected<GatherPlan> f2layout::planGather(const LinearLayout &From,
                                          const LinearLayout &To, uint64_t Axis,
                                          const Gather &G, const Machine &M,
                                          const GatherOptions &O) {
  if (Error E = checkGather(From, To, Axis))
    return E;
  std::optional<GatherPlan> Near = bestShuffles(G, M);
  if (Near && !checkShuffles(*Near->Shuffles, From, To, Axis).empty())
    Near.reset();
  // What stays in the thread is no shuffle.
  if (Near && !O.AllowShuffle && Near->By == Route::Shuffle)
    Near.reset();
  std::optional<GatherPlan> Far =
      memoryGather(From, To, Axis, G, M, O.ScratchLimit);
  if (Far && !checkMemory(*Far->Memory, From, To, Axis).empty())
    Far.reset();
  if (!Near && !Far)
    return layoutError("no room for even one element");
  const bool TakesNear =
      Near && (!Far || !O.AllowShared || !isCheaper(*Far, *Near));
  GatherPlan Best = std::move(TakesNear ? *Near : *Far);
  if (const std::optional<GatherPlan> &Other = TakesNear ? Far : Near) {
    Best.RunnerUp = Other->By;
    Best.RunnerUpClocks = Other->Cost.Clocks;
  }
  return Best;
}

std::optional<GatherPlan> f2layout::planGatherInWarp(const Gather &G,
                                                     const Machine &M,
                                                     WantedElements Wanted) {
  std::optional<GatherPlan> Best = bestShuffles(G, M);
  if (Best && !checkShuffles(*Best->Shuffles, G, Wanted).empty())
    Best.reset();
  return Best;
}
