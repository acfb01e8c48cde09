//===- LoopWeights.cpp - How often the instructions of a block run --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/LoopWeights.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace f2layout;

/// A loop of unknown trip count is assumed to run UsualTripCount times, and a
/// long one MaxTripCount times; the innermost MaxDepth loops count.
static constexpr unsigned UsualTripCount = 8, MaxTripCount = 64;
static constexpr unsigned MaxDepth = 4;

static unsigned tripCountOf(const Loop &L, ScalarEvolution &SE) {
  if (unsigned Known = SE.getSmallConstantTripCount(&L))
    return std::min(Known, MaxTripCount);
  // Branch weights. LLVM takes a loop that may change, and changes nothing.
  if (auto Measured = getLoopEstimatedTripCount(const_cast<Loop *>(&L)))
    return std::clamp(*Measured, 1u, MaxTripCount);
  return UsualTripCount;
}

double f2layout::weightIn(const LoopInfo &LI, ScalarEvolution &SE,
                          const BasicBlock *BB) {
  double Weight = 1;
  unsigned Depth = 0;
  for (const Loop *L = LI.getLoopFor(BB); L && Depth < MaxDepth;
       L = L->getParentLoop(), ++Depth)
    Weight *= tripCountOf(*L, SE);
  return Weight;
}
