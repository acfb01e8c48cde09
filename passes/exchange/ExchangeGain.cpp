//===- ExchangeGain.cpp - What plans save, and what they must pay for -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeGain.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/exchange/ExchangeCost.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/price/AccessCost.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/VersionPrice.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// Less than this is not worth a larger kernel.
static constexpr double MinSaved = 2.5;

ExchangeGain
ExchangeGain::of(ArrayRef<ExchangePlan> Plans, const FunctionAnalyses &C,
                 ScalarEvolution &SE,
                 function_ref<double(const ExchangePlan &)> Without) {
  ExchangeGain G;
  for (const ExchangePlan &P : Plans)
    if (P.Best) {
      const double Weight = weightIn(C.LI, SE, P.Subject->At->At->getParent());
      const double Clocks = Without ? Without(P) : P.Before.Clocks;
      G.Before += Weight * Clocks;
      G.Saved += Weight * (Clocks - P.Best->Cost.Clocks);
      double Other = P.Before.Clocks;
      if (P.InPlace)
        Other = std::min(Other, P.InPlace->Clocks);
      G.SavedByMoves += Weight * (Other - P.Best->Cost.Clocks);
    }
  G.SavedByOwn = G.Saved;
  return G;
}

bool ExchangeGain::paysBeside(const ExchangeGain &Without) const {
  return Saved - Without.Saved >= std::max(MinSaved, Before / 10);
}

bool ExchangeGain::paysInPlace(const ExchangeGain &Without) const {
  return SavedByMoves - Without.SavedByMoves >= std::max(MinSaved, Before / 10);
}

bool ExchangeGain::paysBesideOwn() const {
  ExchangeGain Own;
  Own.Saved = SavedByOwn;
  return paysBeside(Own);
}

namespace {

/// What a version of the kernel for one shape is worth.
struct VersionGain {
  ExchangeGain Gain;
  bool Pays = false;
  StringRef HowInPlace; ///< How the kernel runs without it; empty: as it is.
};

} // namespace

/// Where elements go in place is searched for only if the answer depends on it.
static VersionGain gainOfVersion(ArrayRef<ExchangePlan> Plans,
                                 const Exchanges &R,
                                 const PlanContext &Context) {
  const FunctionAnalyses &C = Context.C;
  const Machine &M = Context.T.M;
  VersionGain G;
  auto Judge = [&](function_ref<double(const ExchangePlan &)> Without) {
    G.Gain = ExchangeGain::of(Plans, C, Context.SE, Without);
    G.Pays =
        paysForVersion(C.F, C.LI, Context.SE, M, G.Gain.Before, G.Gain.Saved);
    return G.Pays;
  };
  auto ObjectOf = [&](const ExchangePlan &P) -> const SharedObject & {
    return R.objects()[P.Subject->Object];
  };
  if (!Judge(nullptr) || !Context.Placed)
    return G;
  if (Judge([&](const ExchangePlan &P) {
        return P.Gathers.empty()
                   ? std::min(P.Before.Clocks,
                              leastClocksInPlace(*P.Subject, ObjectOf(P), M))
                   : P.Before.Clocks;
      }))
    return G;
  Judge([&](const ExchangePlan &P) {
    const Placement *Other =
        P.Gathers.empty() ? Context.Placed->of(ObjectOf(P)) : nullptr;
    if (!Other)
      return P.Before.Clocks;
    const double InPlace =
        costInPlace(*P.Subject, ObjectOf(P), *Other, M).Clocks;
    if (InPlace >= P.Before.Clocks)
      return P.Before.Clocks;
    G.HowInPlace = Other->How;
    return InPlace;
  });
  return G;
}

void f2layout::dropUnlessVersionPays(std::vector<ExchangePlan> &Plans,
                                     const Exchanges &R,
                                     const PlanContext &Context) {
  const FunctionAnalyses &C = Context.C;
  const std::array<unsigned, 3> &Size = R.shape().Size;
  const bool MovesNothing = all_of(Plans, [](const ExchangePlan &P) {
    return !P.Best || (P.Best->Steps.empty() && P.Gathers.empty());
  });
  const bool OnlyOwn = !R.missed().empty() && MovesNothing;
  const VersionGain G = gainOfVersion(Plans, R, Context);
  if (!OnlyOwn && G.Pays)
    return;
  const bool IsInPlace = !G.HowInPlace.empty();
  for (ExchangePlan &P : Plans) {
    if (!P.Best)
      continue;
    P.Best.reset();
    P.Name = "NotProfitable";
    if (OnlyOwn) {
      P.Why = formatv("for blocks of {0}, a guessed shape, a thread would only "
                      "keep its own value, and other loads stay",
                      blockText(Size));
      P.IsFinal = true;
      continue;
    }
    if (G.Gain.Saved <= 0 || clockText(G.Gain.Saved) == "0") {
      P.Why = formatv("the plans for blocks of {0}, a guessed shape, {1}",
                      blockText(Size),
                      IsInPlace ? "save nothing against the same accesses in "
                                  "place, " +
                                      G.HowInPlace.str()
                                : "take as many clocks as the code as it is");
      P.IsFinal = true;
      continue;
    }
    P.Why = formatv("the plans for blocks of {0}, a guessed shape, save {1} "
                    "of {2} clocks per {3}{4}, which does not pay for a second "
                    "version of the kernel; {5}",
                    blockText(Size), clockText(G.Gain.Saved),
                    clockText(G.Gain.Before), vocabularyOf(C.F).Warp,
                    IsInPlace ? " against the same accesses in place, " +
                                    G.HowInPlace.str()
                              : "",
                    shapeAdvice(C.F, Size));
  }
}
