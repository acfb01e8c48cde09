//===- LaneFunctions.h - Predicates of the lane number --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A predicate is a mask with bit l for lane l. The cheapest ones are linear:
// the parity of `lane & F` for a constant F; a single bit F is one instruction.
// Often a predicate matters only in some lanes:
//
//   lanes 0 and 1 want A, lane 3 wants B, others are unused
//   ...B.AA  as a mask (lane 0 last)   ->   101010 10: lane bit 1, F = 2
//
// complete() finds the simplest linear predicate that fits.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_LANEFUNCTIONS_H
#define F2LAYOUT_LAYOUTS_PLAN_LANEFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace f2layout {
inline namespace layouts {

class LaneFunctions {
public:
  explicit LaneFunctions(unsigned LaneBits);

  /// A mask with a bit for every lane.
  uint64_t all() const { return All; }
  /// The masks of parity(lane & F) for all F > 0: single bits first, then by
  /// the number of bits, then by F.
  llvm::ArrayRef<uint64_t> linear() const { return Masks; }
  /// The first linear mask, or complement of one, that contains Yes and misses
  /// No.
  std::optional<uint64_t> complete(uint64_t Yes, uint64_t No) const;

private:
  uint64_t All;
  std::vector<uint64_t> Masks;
};

/// Fills the entries that are 0xff of a lane -> lane table, as `lane ^
/// constant` if that fits, else as an affine map, else with the lane itself.
void completeLanes(std::vector<uint8_t> &From);

/// Is every entry the lane itself; lane ^ constant?
bool isIdentity(llvm::ArrayRef<uint8_t> From);
bool isButterfly(llvm::ArrayRef<uint8_t> From);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_LANEFUNCTIONS_H
