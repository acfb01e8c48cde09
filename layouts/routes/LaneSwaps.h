//===- LaneSwaps.h - Swaps at the ends of a map ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/.
//
// Problem. Some machines swap a lane bit with a register bit in one instruction
// for two words (Step::Swap). Which swaps does a map contain?
//
//   wanted register bit r, lane bits 4 and 5     r -> l4, l4 -> l5, l5 -> r
//
// contains two: first r with l5, then r with l4. And
//
//   r0 -> l5, l5 -> l0, l0 -> r0
//
// contains one, at the end; before it r0 changes places with l0 by other means.
//
// A swap need not involve a single register bit. In general it pairs the
// registers x, x ^ d, and a linear function f of the register with f(d) = 1
// states which one is first:
//
//   lane bit l, register x   ->   lane bit f(x), register x + (f(x) + l) d
//
// Write s for that map; it is its own inverse. With N the map from what is
// wanted to what is held, s precedes everything else if s N leaves the lane bit
// e unchanged: N = s (s N). Then N e = s e = d, and row e of the inverse of N
// is that of s, which is f. So N determines d and f, and if they have no lane
// bits this is a swap. At the other end, N = (N s) s is the same with N and its
// inverse exchanged.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_LANESWAPS_H
#define F2LAYOUT_LAYOUTS_ROUTES_LANESWAPS_H

#include "layouts/f2/BitMatrix.h"
#include "layouts/plan/Conversion.h"

namespace f2layout {
inline namespace layouts {

/// Every register x of lane bit l goes to the lane bit f(x) ^ TurnsLane and the
/// register x ^ (f(x) ^ l ^ TurnsPair) Pair, where f is the parity of x &
/// First.
struct LaneSwap {
  unsigned LaneBit = 0;
  uint64_t Pair = 0;  ///< d: a register by which pairs differ.
  uint64_t First = 0; ///< f: x & First has an odd number of bits.
  bool TurnsLane = false, TurnsPair = false;
};

/// Its matrix, over register bits and the lane bits above them.
BitMatrix matrixOf(const LaneSwap &S, unsigned RegisterBits, unsigned LaneBits);

/// Returns true if no element changes threads and every thread renames its
/// registers in the same way.
bool renamesRegisters(const AffineMove &Map);

/// A map as swaps, a map with no swaps at its ends, and swaps again.
struct SwappedMap {
  llvm::SmallVector<LaneSwap, 2> Before; ///< In the order they are done.
  AffineMove Between;
  llvm::SmallVector<LaneSwap, 2> After;

  bool hasSwaps() const { return !Before.empty() || !After.empty(); }
  /// Returns true if there are swaps and the map between them only renames
  /// registers.
  bool isSwapsAlone() const { return hasSwaps() && renamesRegisters(Between); }
};

/// Splits off the swaps of these lane bits (a mask) at either end. Returns
/// std::nullopt if the map is not invertible or has more than 64 bits.
std::optional<SwappedMap> takeSwapsOff(const AffineMove &Map,
                                       unsigned LaneBits);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_LANESWAPS_H
