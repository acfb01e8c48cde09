//===- RejectedPlans.cpp - What the plan was better than ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/RejectedPlans.h"

using namespace llvm;
using namespace f2layout;

/// The route's own part of "no shuffles: ...; no shared memory: ...".
static StringRef reasonOf(StringRef WhyNot, Route By) {
  StringRef NoShuffles = "no shuffles: ", NoShared = "; no shared memory: ";
  size_t Shared = WhyNot.find(NoShared);
  if (!WhyNot.starts_with(NoShuffles) || Shared == StringRef::npos)
    return WhyNot;
  return By == Route::Shared ? WhyNot.drop_front(Shared + NoShared.size())
                             : WhyNot.slice(NoShuffles.size(), Shared);
}

std::vector<RejectedPlan> f2layout::rejectedPlans(const Conversion &C,
                                                  const Machine &M,
                                                  const PlanOptions &O,
                                                  const Plan &Best) {
  std::vector<RejectedPlan> Rejected;
  if (Best.By == Route::Nothing || Best.By == Route::Rename)
    return Rejected;
  for (Route By : {Route::Shuffle, Route::Shared}) {
    if (By == Best.By)
      continue;
    PlanOptions Alone = O;
    Alone.AllowShuffle &= By == Route::Shuffle;
    Alone.AllowShared &= By == Route::Shared;
    PlanResult R = planConversion(C, M, Alone);
    RejectedPlan &L = Rejected.emplace_back();
    L.By = By;
    if (!R.Best) {
      L.WhyNot = reasonOf(R.WhyNot, By).str();
      continue;
    }
    L.Cost = R.Best->Cost;
    L.ScratchBytes = R.Best->ScratchBytes;
  }
  return Rejected;
}
