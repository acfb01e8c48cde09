//===- VersionGain.cpp - Does a version for one block shape pay? ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/VersionGain.h"
#include "passes/price/AccessCost.h"
#include "passes/price/LoopWeights.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// The test reads three sizes, compares and branches. These are some ten
/// instructions, of which an SM issues four at a time.
static constexpr double MinSaved = 2.5;

void f2layout::dropUnlessVersionPays(std::vector<ExchangePlan> &Plans,
                                     const FunctionAnalyses &C,
                                     ScalarEvolution &SE) {
  double Before = 0, Saved = 0;
  for (const ExchangePlan &P : Plans)
    if (P.Best) {
      const double Weight = weightIn(C.LI, SE, P.Subject->At->At->getParent());
      Before += Weight * P.Before.Clocks;
      Saved += Weight * (P.Before.Clocks - P.Best->Cost.Clocks);
    }
  if (Saved >= std::max(MinSaved, Before / 10))
    return;
  for (ExchangePlan &P : Plans) {
    if (!P.Best)
      continue;
    P.Best.reset();
    P.Name = "NotProfitable";
    P.Why = formatv("the plans for a guessed shape of the block save {0} of "
                    "{1} clocks per warp, which does not pay for a second "
                    "version of the kernel; state the shape with "
                    "__launch_bounds__ and block=, or \"f2layout-block\"",
                    clockText(Saved), clockText(Before));
  }
}
