//===- PaddedShared.h - Gaps between rows in shared memory ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other way to read columns without bank conflicts: after every Interval
// elements, leave Padding elements free, so that rows begin in different banks.
// A 4x8 tile row after row, padded [8:+2]:
//
//   offset     0..7   8..15  16..23  24..31
//   address    0..7  10..17  20..27  30..37        size 38
//
//   address = offset + sum over all paddings of (offset / Interval) * Padding
//
// This is not a linear map over F2, since additions carry. But its argument,
// the offset without padding, is linear in the element. A padded layout is
// therefore a linear layout and a list of paddings; division, composition and
// inversion work on the linear part.
//
// (Triton: `#ttg.padded_shared<[8:+2] {order = [1,0], shape = [4,8]}>`, or with
// the linear part given, `{offset = [[0,1],...], block = []}`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_PADDEDSHARED_H
#define F2LAYOUT_LAYOUTS_FAMILIES_PADDEDSHARED_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

/// `Interval:+Padding`, in elements.
struct Padding {
  uint64_t Interval = 1;
  uint64_t Amount = 0;
};

struct PaddedSharedParams {
  llvm::SmallVector<Padding> Paddings;
  /// The linear part, from offset (and block) to the tensor. Without it, rows
  /// of the piece that the block holds follow each other in Order.
  std::optional<LinearLayout> Linear;
  llvm::SmallVector<unsigned> Order;
  CgaLayout Cga;
};

/// The result of paddedSharedLayout. Code that constructs one directly must
/// ensure that no interval is 0 and that size() is below 2^64; nothing is
/// checked later.
struct PaddedLayout {
  LinearLayout Linear; ///< From offset, and block if there are several.
  llvm::SmallVector<Padding> Paddings;

  /// The address of the element with that offset, in elements. Offset is an
  /// index of the input 'offset' of Linear.
  uint64_t address(uint64_t Offset) const;
  /// One more than the last address.
  uint64_t size() const;
};

/// Fails unless intervals and amounts are powers of two and no interval occurs
/// twice; if the size is not below 2^64 (addresses are words); if the linear
/// part does not have the tensor's shape, or has no input offset; and if Order
/// is not a permutation.
llvm::Expected<PaddedLayout> paddedSharedLayout(const PaddedSharedParams &P,
                                                llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_PADDEDSHARED_H
