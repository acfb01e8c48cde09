//===- VersionPrice.cpp - What a second version of a kernel must save -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/VersionPrice.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

/// The test of a shape reads three sizes, compares and branches. These are some
/// ten instructions, of which an SM or a CU issues four at a time.
static constexpr double ClocksOfTest = 2.5;
static constexpr double InstructionsOfClock = 256;
static constexpr double InstructionsOfPart = 32;

bool f2layout::paysForVersion(const Function &F, double Before, double Saved) {
  const double Copy = F.getInstructionCount() / InstructionsOfClock;
  return Saved >= std::max(ClocksOfTest + Copy, Before / 10);
}

double f2layout::priceOfPart(unsigned Instructions) {
  return ClocksOfTest + priceOfLargerPart(Instructions);
}

double f2layout::priceOfLargerPart(unsigned Instructions) {
  return Instructions / InstructionsOfPart;
}
