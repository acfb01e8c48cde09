//===- ExchangeGain.cpp - What plans save, and what they must pay for -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeGain.h"
#include "passes/price/AccessCost.h"
#include "passes/price/LoopWeights.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// The test of a shape reads three sizes, compares and branches. These are some
/// ten instructions, of which an SM or a CU issues four at a time.
static constexpr double MinSaved = 2.5;

ExchangeGain ExchangeGain::of(ArrayRef<ExchangePlan> Plans,
                              const FunctionAnalyses &C, ScalarEvolution &SE) {
  ExchangeGain G;
  for (const ExchangePlan &P : Plans)
    if (P.Best) {
      const double Weight = weightIn(C.LI, SE, P.Subject->At->At->getParent());
      G.Before += Weight * P.Before.Clocks;
      G.Saved += Weight * (P.Before.Clocks - P.Best->Cost.Clocks);
    }
  return G;
}

bool ExchangeGain::paysBeside(const ExchangeGain &Without) const {
  return Saved - Without.Saved >= std::max(MinSaved, Before / 10);
}

void f2layout::dropUnlessVersionPays(std::vector<ExchangePlan> &Plans,
                                     const FunctionAnalyses &C,
                                     ScalarEvolution &SE) {
  const ExchangeGain G = ExchangeGain::of(Plans, C, SE);
  if (G.paysBeside({}))
    return;
  for (ExchangePlan &P : Plans) {
    if (!P.Best)
      continue;
    P.Best.reset();
    P.Name = "NotProfitable";
    P.Why = formatv("the plans for a guessed shape of the block save {0} of "
                    "{1} clocks per warp, which does not pay for a second "
                    "version of the kernel; block= or the attribute "
                    "\"f2layout-block\" states the shape",
                    clockText(G.Saved), clockText(G.Before));
  }
}
