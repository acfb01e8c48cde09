//===- MovedAtoms.h - How many atoms must change thread -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. The traffic that no plan can avoid: atoms that threads
// must receive from others, and atoms that threads must send. An atom counts
// once for each thread that receives it, and once as sent, however many receive
// it.
//
//   The 2x4 tile of Conversion.h, four lanes of two registers:
//
//     lane:  0     1     2     3       wanted, as register.lane
//     r0    0.0   0.2   1.0   1.2
//     r1    0.1   0.3   1.1   1.3
//
//   Lanes 0 and 3 already have one of their atoms; 6 atoms are received, at
//   most 2 by one lane, and 6 are sent.
//
// For a map these are sizes of subspaces. Let f send x = (register, thread) to
// its holder and let g(x) be the thread of the holder xor that of x: an atom
// stays where g is zero. Ranks tell how often an affine map meets a subspace:
// never, or as often as its linear part. In the example g has rank 2 on three
// bits, so it is zero on 2 of 8 points.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_MOVEDATOMS_H
#define F2LAYOUT_LAYOUTS_PLAN_MOVEDATOMS_H

#include "layouts/plan/Conversion.h"

namespace f2layout {
inline namespace layouts {

/// Near counts moves between threads of one warp, Far moves between warps. Both
/// are sums over all threads; Most is the largest count of one thread.
struct MovedAtoms {
  uint64_t NearReceived = 0, FarReceived = 0;
  uint64_t MostNearReceived = 0;
  uint64_t NearGiven = 0, FarGiven = 0;
};

/// Counts from the map if there is no table, otherwise entry by entry.
MovedAtoms countMovedAtoms(const Conversion &Atoms);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_MOVEDATOMS_H
