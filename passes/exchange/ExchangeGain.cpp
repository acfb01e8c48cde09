//===- ExchangeGain.cpp - What plans save, and what they must pay for -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeGain.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/price/AccessCost.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/VersionPrice.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// Less than this is not worth a larger kernel.
static constexpr double MinSaved = 2.5;

ExchangeGain ExchangeGain::of(ArrayRef<ExchangePlan> Plans,
                              const FunctionAnalyses &C, ScalarEvolution &SE) {
  ExchangeGain G;
  for (const ExchangePlan &P : Plans)
    if (P.Best) {
      const double Weight = weightIn(C.LI, SE, P.Subject->At->At->getParent());
      G.Before += Weight * P.Before.Clocks;
      G.Saved += Weight * (P.Before.Clocks - P.Best->Cost.Clocks);
      double Other = P.Before.Clocks;
      if (P.InPlace)
        Other = std::min(Other, P.InPlace->Clocks);
      G.SavedByMoves += Weight * (Other - P.Best->Cost.Clocks);
    }
  return G;
}

bool ExchangeGain::paysBeside(const ExchangeGain &Without) const {
  return Saved - Without.Saved >= std::max(MinSaved, Before / 10);
}

bool ExchangeGain::paysInPlace(const ExchangeGain &Without) const {
  return SavedByMoves - Without.SavedByMoves >= std::max(MinSaved, Before / 10);
}

void f2layout::dropUnlessVersionPays(std::vector<ExchangePlan> &Plans,
                                     bool OthersStay, const FunctionAnalyses &C,
                                     ScalarEvolution &SE, const Target &T,
                                     const std::array<unsigned, 3> &Size) {
  const ExchangeGain G = ExchangeGain::of(Plans, C, SE);
  const bool MovesNothing = all_of(Plans, [](const ExchangePlan &P) {
    return !P.Best || (P.Best->Steps.empty() && P.Gathers.empty());
  });
  const bool OnlyOwn = OthersStay && MovesNothing;
  if (!OnlyOwn && paysForVersion(C.F, C.LI, SE, T.M, G.Before, G.Saved))
    return;
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
    if (clockText(G.Saved) == "0") {
      P.Why = formatv("the plans for blocks of {0}, a guessed shape, take as "
                      "many clocks as the code as it is",
                      blockText(Size));
      P.IsFinal = true;
      continue;
    }
    P.Why = formatv("the plans for blocks of {0}, a guessed shape, save {1} "
                    "of {2} clocks per {3}, which does not pay for a second "
                    "version of the kernel; {4}",
                    blockText(Size), clockText(G.Saved), clockText(G.Before),
                    vocabularyOf(C.F).Warp, shapeAdvice(C.F, Size));
  }
}
