//===- LateLoadsTest.cpp --------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/LateLoads.h"
#include "gtest/gtest.h"

using namespace f2layout;

namespace {

/// One word is stored, and another loaded behind a barrier.
Plan storeAndLoad() {
  Plan P;
  P.By = Route::Shared;
  P.NumInputs = 1;
  P.NumWords = 2;
  P.Steps.resize(3);
  P.Steps[0].K = Step::Store;
  P.Steps[1].K = Step::Barrier;
  P.Steps[2].K = Step::Load;
  P.Steps[2].Count = 1;
  P.Outputs = {1};
  return P;
}

TEST(LateLoads, OutputsAreLoaded) { EXPECT_TRUE(endsInLoads(storeAndLoad())); }

TEST(LateLoads, AnInputIsNoLoad) {
  Plan P = storeAndLoad();
  P.Outputs = {0};
  EXPECT_FALSE(endsInLoads(P));
}

// Gathers of elements that nobody stored: results, but no words at all. Found
// by test/fuzz with assertions.
TEST(LateLoads, GathersHaveNoSteps) {
  Plan P;
  P.By = Route::Shuffle;
  P.Outputs = {0};
  EXPECT_FALSE(endsInLoads(P));
}

} // namespace
