//===- VersionPrice.cpp - What a second version of a kernel must save -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/VersionPrice.h"
#include "passes/price/KernelWork.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

/// The test of a shape reads three sizes, compares and branches. These are some
/// ten instructions, of which an SM or a CU issues four at a time.
static constexpr double ClocksOfTest = 2.5;
static constexpr double InstructionsOfClock = 256;
static constexpr double InstructionsOfPart = 32;
/// Of what a kernel does, at least, and for each clock that its copy is worth.
static constexpr double LeastShare = 0.03, ShareOfClock = 0.02;

bool f2layout::paysForVersion(const Function &F, const LoopInfo &LI,
                              ScalarEvolution &SE, const Machine &M,
                              double Before, double Saved) {
  const double Copy = F.getInstructionCount() / InstructionsOfClock;
  if (Saved < std::max(ClocksOfTest + Copy, Before / 10))
    return false;
  const double Share = std::max(LeastShare, ShareOfClock * Copy);
  return Saved >= Share * (Before + kernelWork(F, LI, SE, M));
}

double f2layout::priceOfPart(unsigned Instructions) {
  return ClocksOfTest + priceOfLargerPart(Instructions);
}

double f2layout::priceOfLargerPart(unsigned Instructions) {
  return Instructions / InstructionsOfPart;
}
