//===- SwizzleMap.h - A bijection of an array's bytes ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A 32 x 32 tile of words is written by rows and read by columns. The
// lanes that read a column are 128 bytes apart, so they all access one bank.
// The bits of the byte address, with row r and column c:
//
//   r4 r3 r2 r1 r0   c4 c3 c2 c1 c0   0 0
//                    ^ the bank
//
// Replace c by c ^ r. Rows are read as fast as before, only in another order,
// and a column's lanes access 32 different banks:
//
//   place(a) = a ^ ((a & 0xf80) >> 5)
//
// Each such term xors a group of bits into lower ones. Terms read the original
// address, and all bits that they read are above all bits that they change. So
// the map is its own inverse, it is linear over F2, and it stays within aligned
// blocks whose size the changed bits span: an array of whole blocks is mapped
// onto itself.
//
// In a padded tile, float s[32][33], the unused column is removed first: byte
// 132 * r + c, with c < 128, moves to 128 * r + c. The opposite, rows that are
// farther apart than before, is a change of the pitch (PitchPlan.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLEMAP_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLEMAP_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace f2layout {
inline namespace passes {

/// Xors (a & Mask) >> Shift into the address.
struct SwizzleTerm {
  uint32_t Mask = 0;
  unsigned Shift = 0;
};

struct SwizzleMap {
  /// The distance of rows in bytes before and afterwards; both 0 if it stays.
  /// The shorter one is what each row may hold.
  uint32_t Pitch = 0, Kept = 0;
  llvm::SmallVector<SwizzleTerm, 2> Terms;

  /// The address in rows of the other pitch.
  uint32_t packed(uint32_t At) const {
    return Pitch ? At / Pitch * Kept + At % Pitch : At;
  }
  /// The bits of a packed address that the terms flip.
  uint32_t change(uint32_t At) const {
    uint32_t Change = 0;
    for (const SwizzleTerm &T : Terms)
      Change ^= (At & T.Mask) >> T.Shift;
    return Change;
  }
  uint32_t swizzled(uint32_t At) const { return At ^ change(At); }
  /// The bits that may be set in swizzled(a), if only these may be set in a.
  uint32_t reach(uint32_t Bits) const { return Bits | changed(Bits); }
  /// Those of them that terms change.
  uint32_t changed(uint32_t Bits) const {
    uint32_t Changed = 0;
    for (const SwizzleTerm &T : Terms)
      Changed |= (Bits & T.Mask) >> T.Shift;
    return Changed;
  }
  uint32_t place(uint32_t At) const { return swizzled(packed(At)); }
  /// The size of an array of whole rows; a last one that is not whole stays as
  /// long as it is.
  uint64_t bytes(uint64_t Before) const {
    return Pitch ? Before / Pitch * Kept + Before % Pitch : Before;
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEMAP_H
