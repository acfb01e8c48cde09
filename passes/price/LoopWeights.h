//===- LoopWeights.h - How often the instructions of a block run ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prices of accesses in different loops are added up, each times its weight. A
// loop runs as often as ScalarEvolution or a profile says, or eight times if
// neither does:
//
//   s[i] = a;                                  weight 1
//   for (int k = 0; k < 16; ++k)               16 times
//     for (int j = 0; j < n; ++j)              8 times, n is not known
//       x += s[k * 33 + j];                    weight 128
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_LOOPWEIGHTS_H
#define F2LAYOUT_PASSES_PRICE_LOOPWEIGHTS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace f2layout {
inline namespace passes {

/// The constant trip count of the loop, or 0. ScalarEvolution is asked only if
/// an exit compares with a constant: otherwise it looks at every condition that
/// dominates the loop, which takes n^2 steps for n loops in a row.
unsigned constantTripCount(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// BB is in an inner loop that may not run at all, however often the loop of
/// the source does: the optimiser has unrolled it for a trip count that it does
/// not know, and the rounds that are left over run in another loop.
///
///   for (i = 0; i < n; ++i) {                a window of n x n
///     for (j = 0; j < n / 8 * 8; j += 8)     does not run if n < 8
///     for (; j < n; ++j)
///
/// A loop that is in no other one is what its thread is there for, and long.
bool isInInnerRounds(const llvm::LoopInfo &LI, const llvm::BasicBlock *BB);

/// How often the instructions of BB run, relative to those outside of loops.
double weightIn(const llvm::LoopInfo &LI, llvm::ScalarEvolution &SE,
                const llvm::BasicBlock *BB);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_LOOPWEIGHTS_H
