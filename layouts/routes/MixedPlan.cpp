//===- MixedPlan.cpp - Some registers by shuffles, others by memory -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles occupy the ALU: exchanging two lane bits with two register bits
// takes three selects for each word, and one shuffle. Memory leaves it idle:
// two clocks on the memory pipe per word, and no select. So the two routes
// complement each other. For 16 words on an sm_90, in clocks per warp:
//
//                       memory pipe   ALU      at least
//   all by shuffles         16        24         24
//   all through memory      32         0         32
//   14 and 2             14 + 4       21         21
//   12 and 4             12 + 8       18         20
//
// Registers are divided where the conversion divides into halves
// (RegisterHalves.h), up to three times, so that any number of eighths can take
// either route. First the two pipes are balanced without the surrounding code,
// whose part is the same for both routes. Where that occupies the ALU so much
// that nothing is gained, they are balanced with it.
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/PlanAssembly.h"
#include "layouts/routes/Planner.h"
#include "layouts/routes/RegisterHalves.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

/// The number of equal pieces that should go through memory.
struct Share {
  unsigned Pieces = 1, Shared = 0;
  double Clocks = 0;
};

/// A piece of the conversion and its words in the whole.
using Piece = RegisterHalf;

} // namespace

/// The cost of the exchange itself: the cost of surrounding code is the same
/// for both routes, and would distort the balance.
static PlanCost withoutElements(PlanCost Cost, const Conversion &Atoms,
                                const Machine &M) {
  Cost.AluClocks -=
      elementClocks(M, Atoms.PackedSources && Atoms.PackedResults,
                    wordsOf(Atoms, Atoms.NumResults), Atoms.ElementBits);
  Cost.Clocks =
      std::max(Cost.MemoryClocks, Cost.AluClocks) + Cost.BarrierClocks;
  return Cost;
}

static double mixedClocks(const PlanCost &Shuffles, const PlanCost &Shared,
                          double Part) {
  double Memory =
      Part * Shared.MemoryClocks + (1 - Part) * Shuffles.MemoryClocks;
  double Alu = Part * Shared.AluClocks + (1 - Part) * Shuffles.AluClocks;
  return std::max(Memory, Alu) + Shared.BarrierClocks;
}

/// The best share of up to Most pieces, from the cost of the whole by either
/// route.
static Share bestShare(const PlanCost &Shuffles, const PlanCost &Shared,
                       unsigned Most) {
  Share Best;
  Best.Clocks = std::min(Shuffles.Clocks, Shared.Clocks);
  for (unsigned Pieces = 2; Pieces <= Most; Pieces *= 2)
    for (unsigned N = 1; N < Pieces; N += 2)
      if (double Clocks = mixedClocks(Shuffles, Shared, double(N) / Pieces);
          Clocks < Best.Clocks)
        Best = {Pieces, N, Clocks};
  return Best;
}

static Piece composed(const Piece &Whole, RegisterHalf Half) {
  for (Word &W : Half.Sources)
    W = Whole.Sources[W];
  for (Word &W : Half.Results)
    W = Whole.Results[W];
  return Half;
}

static Piece wholePiece(const Conversion &Atoms) {
  Piece Whole{Atoms, {}, {}};
  for (Word W = 0; W < wordsOf(Atoms, Atoms.NumSources); ++W)
    Whole.Sources.push_back(W);
  for (Word W = 0; W < wordsOf(Atoms, Atoms.NumResults); ++W)
    Whole.Results.push_back(W);
  return Whole;
}

/// The pieces that go through memory and those that are shuffled, each as large
/// as possible: the share's binary digits.
static bool divide(Piece Whole, const Share &S, std::vector<Piece> &Shared,
                   std::vector<Piece> &Shuffled) {
  for (unsigned Pieces = S.Pieces, N = S.Shared; Pieces > 1; Pieces /= 2) {
    auto Halves = halve(Whole.Atoms);
    if (!Halves)
      return false;
    Piece Low = composed(Whole, std::move((*Halves)[0]));
    Piece High = composed(Whole, std::move((*Halves)[1]));
    bool LowIsShared = N >= Pieces / 2;
    (LowIsShared ? Shared : Shuffled).push_back(std::move(Low));
    N -= LowIsShared ? Pieces / 2 : 0;
    Whole = std::move(High);
    if (Pieces == 2)
      (N ? Shared : Shuffled).push_back(std::move(Whole));
  }
  return true;
}

/// The number of times that the conversion can be halved, at most three.
static unsigned mostPieces(const Conversion &Atoms) {
  unsigned Pieces = 1;
  std::optional<std::array<RegisterHalf, 2>> Halves = halve(Atoms);
  for (; Halves && Pieces < 8; Pieces *= 2)
    Halves = halve(Conversion((*Halves)[0].Atoms));
  return Pieces;
}

/// The plan in which this share goes through memory.
static std::optional<Plan> planShare(const Conversion &Atoms, const Machine &M,
                                     const PlanOptions &O, const Share &S) {
  std::vector<Piece> Shared, Shuffled;
  if (!divide(wholePiece(Atoms), S, Shared, Shuffled))
    return std::nullopt;
  std::string WhyNot;
  std::vector<Plan> Plans;
  std::vector<const Piece *> Order;
  for (const Piece &Each : Shared) {
    std::optional<Plan> P = bestShared(Each.Atoms, M, O, WhyNot);
    if (!P)
      return std::nullopt;
    Plans.push_back(std::move(*P));
    Order.push_back(&Each);
  }
  for (const Piece &Each : Shuffled) {
    std::optional<Conversion> Warp = asWarp(Each.Atoms);
    if (!Warp)
      return std::nullopt;
    std::optional<Plan> P = bestShuffles(*Warp, M, O, WhyNot);
    if (!P)
      return std::nullopt;
    Plans.push_back(std::move(*P));
    Order.push_back(&Each);
  }
  std::vector<PlanAssembly::Part> Parts;
  for (auto [P, Each] : zip(Plans, Order))
    Parts.push_back({&P, Each->Sources});
  PlanAssembly Whole(Atoms);
  SmallVector<Word, 32> Outputs(wordsOf(Atoms, Atoms.NumResults), 0);
  for (auto [Results, Each] : zip(Whole.beside(Parts), Order))
    for (auto [Place, W] : zip(Each->Results, Results))
      Outputs[Place] = W;
  Plan P = Whole.finish(Outputs, Route::Mixed);
  if (P.ScratchBytes > O.ScratchLimit)
    return std::nullopt;
  pricePlan(P, M);
  return P;
}

std::optional<Plan> f2layout::planMixed(const Conversion &Atoms,
                                        const Machine &M, const PlanOptions &O,
                                        const Plan &Shuffles,
                                        const Plan &Shared) {
  if (Atoms.hasTable() || !Atoms.Affine)
    return std::nullopt;
  const double Pure = std::min(Shuffles.Cost.Clocks, Shared.Cost.Clocks);
  const PlanCost OfShuffles = withoutElements(Shuffles.Cost, Atoms, M);
  const PlanCost OfShared = withoutElements(Shared.Cost, Atoms, M);
  // Profitable only if some share would be cheaper.
  if (bestShare(OfShuffles, OfShared, 8).Pieces == 1)
    return std::nullopt;
  const unsigned Most = mostPieces(Atoms);
  for (const Share &S : {bestShare(OfShuffles, OfShared, Most),
                         bestShare(Shuffles.Cost, Shared.Cost, Most)})
    if (S.Pieces > 1)
      if (std::optional<Plan> P = planShare(Atoms, M, O, S))
        if (P->Cost.Clocks < Pure)
          return P;
  return std::nullopt;
}
