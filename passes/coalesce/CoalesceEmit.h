//===- CoalesceEmit.h - Store side by side, if all lanes are there --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The lanes may convert their structures if all lanes of the warp are
// there, together, and their structures lie one behind the other. Neither is
// known where threads come through `if (i < n)`, in blocks of any shape, or in
// loops.
//
// Example. What the stores of 12 bytes at %p become on NVIDIA:
//
//     head:  %here = activemask
//            br (%here == ~0), test, apart
//     test:  %first = %p - 12 * lane
//            %same = (%first == %first of lane 0)
//            br (vote.all %same), beside, apart
//   beside:  the plan's shuffles                    // all 32 lanes
//            bar.warp.sync
//            store %r0, %p - 8 * lane
//            store %r1, %p - 8 * lane + 128
//            store %r2, %p - 8 * lane + 256
//            bar.warp.sync
//            br done
//    apart:  the original stores
//            br done
//
// On AMD the test is one ballot, `%first == readfirstlane(%first)`, which has a
// zero in each lane that is not there.
//
// Legality (O48 in docs/how-it-works.md). activemask tells which lanes execute
// it together. If it is full, all lanes have seen so, and all of them go to
// the shuffles, however they are scheduled: each *.sync instruction waits for
// all lanes. Behind the vote, lane l's structure is at the address that lane 0
// computed, plus l times the structure's size, whatever led to the addresses.
//
// What lane l would store, another lane stores. The warp barriers put that
// behind everything that lane l did before its own stores, and before
// everything that it does afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COALESCE_COALESCEEMIT_H
#define F2LAYOUT_PASSES_COALESCE_COALESCEEMIT_H

#include "passes/coalesce/CoalescePlan.h"

namespace f2layout {
inline namespace passes {

/// F's code may contain the test.
bool canTestLanes(const llvm::Function &F, const Target &T);

/// Rewrites one group. The groups of a block must be emitted from the last to
/// the first, by their last stores, since the block is split there.
void emitCoalesced(const StoreGroup &G, const CoalescePlan &P, const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COALESCE_COALESCEEMIT_H
