//===- SwizzleMap.h - A bijection of an array's bytes ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A 32 x 32 tile of words, written by rows and read by columns: the
// lanes that read a column are 128 bytes apart, so all in one bank. Bits of the
// byte address, r the row, c the column:
//
//   r4 r3 r2 r1 r0   c4 c3 c2 c1 c0   0 0
//                    ^ the bank
//
// Put c ^ r where c was. Rows are read as well as before, only in another
// order, and a column's lanes are in 32 different banks:
//
//   place(a) = a ^ ((a & 0xf80) >> 5)
//
// Each such term xors a group of bits to lower ones. Terms read the address as
// it was, and what they read lies above all that they change. So the map is its
// own inverse, it is linear over F2, and it stays within blocks of as many
// bytes as the changed bits count: an array of whole blocks is mapped onto
// itself.
//
// A padded tile, float s[32][33], has the column that nobody uses taken out
// first: byte 132 * r + c, c < 128, goes to 128 * r + c.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLEMAP_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLEMAP_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace f2layout {
inline namespace passes {

/// Xors (a & Mask) >> Shift to the address.
struct SwizzleTerm {
  uint32_t Mask = 0;
  unsigned Shift = 0;
};

struct SwizzleMap {
  /// Bytes from row to row before, and those of them that stay; both 0: all.
  uint32_t Pitch = 0, Kept = 0;
  llvm::SmallVector<SwizzleTerm, 2> Terms;

  /// The address without padding.
  uint32_t packed(uint32_t At) const {
    return Pitch ? At / Pitch * Kept + At % Pitch : At;
  }
  /// What the terms change of a packed address.
  uint32_t change(uint32_t At) const {
    uint32_t Change = 0;
    for (const SwizzleTerm &T : Terms)
      Change ^= (At & T.Mask) >> T.Shift;
    return Change;
  }
  uint32_t swizzled(uint32_t At) const { return At ^ change(At); }
  /// Bits that may be set in swizzled(a), where only these may be set in a.
  uint32_t reach(uint32_t Bits) const { return Bits | changed(Bits); }
  /// Those of them that terms change.
  uint32_t changed(uint32_t Bits) const {
    uint32_t Changed = 0;
    for (const SwizzleTerm &T : Terms)
      Changed |= (Bits & T.Mask) >> T.Shift;
    return Changed;
  }
  uint32_t place(uint32_t At) const { return swizzled(packed(At)); }
  uint64_t bytes(uint64_t Before) const {
    return Pitch ? Before / Pitch * Kept : Before;
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEMAP_H
