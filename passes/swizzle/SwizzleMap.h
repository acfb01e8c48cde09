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
// farther apart than before, is a change of the pitch (PitchPlan.h). Both are
// pads, a list of bytes that are inserted at intervals, or removed there:
//
//   packed(a) = a + sum of Pad * (a / Interval)
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

/// Moves whatever is behind a multiple of Interval bytes by Pad bytes: what is
/// between two multiples stays together.
struct RowPad {
  uint32_t Interval = 0;
  int32_t Pad = 0; ///< Negative: the end of each interval is removed.
};

struct SwizzleMap {
  /// The shortest interval first, and each divides the next one.
  llvm::SmallVector<RowPad, 2> Pads;
  llvm::SmallVector<SwizzleTerm, 2> Terms;

  /// The address among the pads. It increases with At if no pad is negative.
  uint32_t packed(uint32_t At) const {
    uint32_t To = At;
    for (const RowPad &P : Pads)
      To += At / P.Interval * uint32_t(P.Pad);
    return To;
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
  /// The size of an array of whole intervals; a last one that is not whole
  /// stays as long as it is.
  uint64_t bytes(uint64_t Before) const {
    uint64_t Bytes = Before;
    for (const RowPad &P : Pads)
      Bytes += Before / P.Interval * int64_t(P.Pad);
    return Bytes;
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEMAP_H
