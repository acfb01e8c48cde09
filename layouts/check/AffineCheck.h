//===- AffineCheck.h - A plan proved by composing its steps ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/.
//
// Problem. checkPlan runs a plan for every thread: 128 threads times 128 words
// times 4 bytes, to prove what 14 columns determine.
//
// Each byte of each word is the byte of some input word of some thread. Which
// one is usually an affine function of the thread. In this example of two
// registers, lane bit 0 changes places with the register bit (Plan.h):
//
//                                        from word    of lane
//   w0, w1 (inputs)                      0, 1         t
//   w2 = select(odd lanes, w0, w1)       1 ^ t0       t
//   w3 = shuffle(w2, lane ^ 1)           t0           t ^ 1
//   w4 = select(odd lanes, w3, w0)       t0           t ^ t0
//   w5 = select(odd lanes, w1, w3)       t0           t ^ t0 ^ 1
//
// In w4 an odd lane has word 1 of lane t ^ 1 and an even one its own word 0:
// word t0 of the lane with bit 0 cleared, for both.
//
// So a byte is represented by a word and a column for each thread bit. A step
// computes new ones from those of its operands, and the results are compared
// with the columns of the conversion. The contents of shared memory are found
// by elimination: the pairs (address, what is stored there) of all stores span
// an affine map, which a load composes with its addresses.
//
// A byte that is not an affine function, because lanes whose values are unused
// took part, has no such form. If a result depends on one, the answer is
// "unknown".
//
// The check proves that every result byte is the right one and that no two
// accesses race: a barrier that writer and reader share lies between them. It
// does not check
//   that all warps that a barrier of the block waits for reach it;
//   that the machine has the accesses, or their price;
//   the alignment of scratch itself (ScratchAlign), or accesses before and
//   after the plan to the same scratch;
//   ElementBits and NumSources of the plan, by which others pack words.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CHECK_AFFINECHECK_H
#define F2LAYOUT_LAYOUTS_CHECK_AFFINECHECK_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

/// Checks that the plan performs the conversion, which must not have a table.
/// Returns an empty string if it does, otherwise what is wrong; std::nullopt if
/// this method cannot decide and checkPlan must. Atoms are of at most 32 bits.
std::optional<std::string> checkAffinePlan(const Plan &P,
                                           const Conversion &Atoms);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CHECK_AFFINECHECK_H
