//===- PitchPlan.h - Rows that are farther apart ----------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Rows of 160 words begin in the same bank. In a filter over rows, in
// blocks of 16 x 4, a warp is in two rows:
//
//   __shared__ float s[4][160];
//   sum += w[j] * s[ty][tx + j];        2 wavefronts a warp
//
// A swizzle cannot separate them: tx + j is no linear function of the bits of
// j, so each tap would have arithmetic of its own. With rows of 176 words the
// second half of the warp is 16 banks behind the first one, and the access
// takes 1 wavefront. Byte 640 * r + c moves to 704 * r + c:
//
//   before   %p = 640 * %ty + 4 * %tx; load (%p + 4 * j)
//   after    %p = 704 * %ty + 4 * %tx; load (%p + 4 * j)
//
// Legality, as for a swizzle: the array is private, all accesses are known, and
// granules as large as the widest access move as a whole. Rows begin at whole
// granules before and afterwards, and an access is aligned to its own width. So
// it is in one row, whatever its address is.
//
// Algorithm. Pitches are the factors of addresses (AddressSum), and the sizes
// of rows in the array's type. If the column of an access stays inside of the
// row in every thread (SwizzleProof), the new address is the same sum with
// other factors. If not, as where the whole tile is filled by the linear index,
// the row is found by a division:
//
//   place(a) = a + (704 - 640) * (a / 640)
//
// New pitches are tried up to a whole turn of the banks. The one that takes the
// fewest clocks, of wavefronts and arithmetic together, is used if no iteration
// of a loop, and no basic block outside of loops, takes more wavefronts than
// before, and if the array may grow so much. So stores that fill a tile may
// get conflicts for the sake of the loads that follow in each iteration.
//
// Two pads. Rows of 48 words begin in two banks, and a warp that reads columns
// has the end of one and the beginning of the next. No distance of rows keeps
// all of them apart, but 2 words more after each 2 rows, and one more after
// each 16 do:
//
//   place(a) = a + 8 * (a / 384) + 4 * (a / 3072)
//
// As many rows as begin in different banks need no pad between them. Their
// banks are a distance g apart (48 words: 16). If p words follow them, a
// divisor of g, the banks between are full after g / p such pads, and another
// pad moves the next rows by no multiple of p. So the intervals follow from p,
// and only p and the second pad are tried, in the order of the array's growth.
// This is done if one pitch, and the best swizzle, leave conflicts.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_PITCHPLAN_H
#define F2LAYOUT_PASSES_SWIZZLE_PITCHPLAN_H

#include "passes/swizzle/PitchAddresses.h"

namespace f2layout {
inline namespace passes {

struct PitchPlan {
  SwizzleMap Map; ///< With pads only, at one interval or two.
  std::vector<PitchRoot> Roots;
  std::vector<PitchedAddress> Addresses; ///< As the object's accesses.
  SwizzleCost Before, After;
  double ArithmeticClocks = 0; ///< For a block.

  double clocks() const { return After.Clocks + ArithmeticClocks; }
};

struct PitchChoice {
  /// The best pitch that the array may have, and the best of all.
  std::optional<PitchPlan> Plan, Wanted;
};

struct PitchLimits {
  double MaxClocks;   ///< Plans take fewer, by a margin.
  uint64_t MostBytes; ///< What the array may have afterwards.
  bool Powers;        ///< Powers of two may become other pitches, and rows
                      ///< may have two pads.
};

PitchChoice planPitch(const SwizzleContext &C, SwizzleProof &Proof,
                      const PitchLimits &Limits);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_PITCHPLAN_H
