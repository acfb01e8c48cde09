//===- GatherCheck.h - Proofs that a gather gets the right elements -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gather by shuffles (GatherPlan.h) makes a choice from index and thread, and
// reads a register of a lane. The choice K is linear, so all indices and
// threads are covered by few of them:
//
//   - for every result register and every choice that occurs, one index and
//     thread with that choice: the register that is read must hold the wanted
//     element;
//   - for every index and thread of a basis of K's kernel: the choice stays the
//     same, so the lane must move by what the wanted element does.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CHECK_GATHERCHECK_H
#define F2LAYOUT_LAYOUTS_CHECK_GATHERCHECK_H

#include "layouts/plan/GatherPlan.h"
#include <string>

namespace f2layout {
inline namespace layouts {

/// An empty string if every thread gets what From, To and Axis say, for every
/// index; otherwise what is wrong. Uses no map of a Gather.
std::string checkShuffles(const GatherShuffles &S, const LinearLayout &From,
                          const LinearLayout &To, uint64_t Axis);

/// The same for a gather in warps of G's size that no layouts describe: each
/// index, result and thread is looked at. Uses no map of G.
std::string checkShuffles(const GatherShuffles &S, const Gather &G,
                          WantedElements Wanted);

/// The same for the places of a gather through memory, and its stores.
std::string checkMemory(const GatherMemory &Memory, const LinearLayout &From,
                        const LinearLayout &To, uint64_t Axis);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CHECK_GATHERCHECK_H
