//===- WarpRounds.h - Rounds of a loop that stay within a warp --*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Reductions, scans and sorting networks halve or double a distance in
// a loop, from or to a value that only the launch tells:
//
//   for (d = blockDim.x / 2; d > 0; d >>= 1) {
//     if (t < d) s[t] += s[t + d];
//     __syncthreads();
//   }
//
// In a block of a power of two of threads, the last rounds are exchanges within
// a warp. But the loop has one load for all rounds.
//
// Algorithm. Where a counter is halved in each round, the rounds from a known
// value on are a loop of their own, which has a constant trip count:
//
//   for (d = blockDim.x / 2; d > 0; d >>= 1) {
//     if (d == 16) goto rounds;
//     ...
//   }
//   goto end;
//   rounds: for (d = 16; d > 0; d >>= 1) ...
//   end:
//
// Where it is doubled from a constant on, these are the first rounds, if the
// loop certainly runs them all:
//
//   d = 1;
//   if (2 < n && 4 < n && 8 < n && 16 < n) {
//     for (; d < 32; d <<= 1) ...
//     if (!(d < n)) goto end;
//   }
//   for (; d < n; d <<= 1) ...
//
// The new loop is unrolled (UnrollExchange.h). All this is done to a copy of
// the kernel first, and to the kernel if the exchanges that follow pay for it.
//
// Legality. The same instructions run in the same order. The threads of a block
// still meet at each barrier: all of them agree about the counter and about
// what it is compared with, so they are in the same copy of a round. The
// counter need not reach the known value; then the loop is as it was. A loop
// that holds what must not be copied stays.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LOOPS_WARPROUNDS_H
#define F2LAYOUT_PASSES_LOOPS_WARPROUNDS_H

#include "passes/exchange/ExchangeGain.h"
#include "passes/loops/UnrollExchange.h"

namespace f2layout {
inline namespace passes {

/// Splits the loops of F whose rounds, unrolled, gain enough more. Gain(G,
/// Arrays) is what replacing exchanges of G through Arrays gains. If F changed,
/// returns what was measured on the copy that F now equals.
std::optional<ExchangeGain> splitWarpRounds(llvm::Function &F,
                                            llvm::FunctionAnalysisManager &AM,
                                            unsigned Lanes,
                                            GainOfExchanges Gain);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LOOPS_WARPROUNDS_H
