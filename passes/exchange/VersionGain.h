//===- VersionGain.h - Does a version for one block shape pay? ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Where the shape of the block is a guess, the kernel becomes two
// versions behind a test of the shape:
//
//   if (blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1)
//     ...                          with the plans
//   else
//     ...                          as it was
//
// The kernel is then compiled twice, it has the registers of the larger
// version, and every thread makes the test. An exchange that takes 19 clocks
// before and after does not pay for that, though it is never worse by itself.
//
// Rule. All plans for a guessed shape together must save at least MinSaved
// clocks of a warp, and a tenth of what the exchanges take. A clock in a loop
// counts as often as the loop runs (LoopWeights.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_VERSIONGAIN_H
#define F2LAYOUT_PASSES_EXCHANGE_VERSIONGAIN_H

#include "passes/exchange/ExchangePlan.h"

namespace llvm {
class ScalarEvolution;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// Drops all plans, with a reason for the remarks, if they do not pay for a
/// second version of the kernel.
void dropUnlessVersionPays(std::vector<ExchangePlan> &Plans,
                           const FunctionAnalyses &C,
                           llvm::ScalarEvolution &SE);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_VERSIONGAIN_H
