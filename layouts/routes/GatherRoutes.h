//===- GatherRoutes.h - The ways to gather --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. What planGather (plan/GatherPlan.h) chooses from.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_GATHERROUTES_H
#define F2LAYOUT_LAYOUTS_ROUTES_GATHERROUTES_H

#include "layouts/plan/GatherPlan.h"

namespace f2layout {
inline namespace layouts {

/// Choices that a gather by shuffles leaves open.
struct ShuffleWay {
  /// Lanes of the axis are fetched by all threads; otherwise each result reads
  /// from a lane that depends on its index.
  bool FetchesLanes = false;
  /// Narrow elements share words: those that index or thread choose from, and,
  /// in what is left of a word, others.
  bool Packs = true, Fills = true;
};

/// Returns std::nullopt if the gather leaves the warp, or needs more selects
/// and shuffles than memory could ever take.
std::optional<GatherPlan> shuffleGather(const Gather &G, ShuffleWay Way,
                                        const Machine &M);

/// The cheapest way through memory; none if not even one element has room.
std::optional<GatherPlan> memoryGather(const LinearLayout &From,
                                       const LinearLayout &To, uint64_t Axis,
                                       const Gather &G, const Machine &M,
                                       uint64_t ScratchLimit);

/// Sets the cost of a plan through memory.
void priceMemory(GatherPlan &P, const Gather &G, const Machine &M);

/// By clocks, then by instructions.
bool isCheaper(const GatherPlan &A, const GatherPlan &B);

/// Sums the parts of a cost up.
void sumUp(GatherCost &C);

/// Instructions that compute what the bits of an index add to an operand. Bits
/// that move by the same distance are one shift; a mask is part of the logical
/// operation that adds them up. Only the low UsedBits of the operand count: if
/// the index fills them from the top, and no lower bits of the index come with
/// them, no mask is needed.
unsigned indexSteps(llvm::ArrayRef<uint64_t> Columns, unsigned UsedBits,
                    bool AddsOther);
/// Permutes that make words of narrow results, one less than there are results
/// in each word.
unsigned joinsOf(const Gather &G);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_GATHERROUTES_H
