//===- ShuffleRounds.h - Shuffles that hold up a barrier ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Other warps hide the latency of a plan as long as they have work to
// do. Before a barrier of the block they do not: all wait for the slowest.
//
// Example. Four bytes a thread across the block, blocked to striped, H200:
//
//   store.b32; barrier; load.b32; shuffle; permute; shuffle; permute
//       2 wavefronts and 2 shuffles, one after the other
//   store.b8 x 4; barrier; load.b32
//       5 wavefronts, no shuffle
//
// The sum of the parts is smaller for the first, but the second runs faster.
//
// Algorithm. Find the longest chain of shuffles that a store waits for, and the
// longest that begins with a load. Each shuffle of a chain is priced as a
// barrier of the warp.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_SHUFFLEROUNDS_H
#define F2LAYOUT_LAYOUTS_PLAN_SHUFFLEROUNDS_H

#include "layouts/plan/Plan.h"

namespace f2layout {
inline namespace layouts {

/// The number of dependent shuffles that wait for shared memory, or that shared
/// memory waits for.
unsigned countShuffleRounds(const Plan &P);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_SHUFFLEROUNDS_H
