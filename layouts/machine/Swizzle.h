//===- Swizzle.h - Swizzles without bank conflicts ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory consists of rows of one word per bank. A phase of an access
// takes one wavefront if its lanes touch different banks, or the same word.
//
// A linear layout of memory is a basis of the space of elements: the first
// vectors run inside an access (Vector), the next run through the banks of a
// row, the last run through the rows (Row). Two lanes whose difference is in
// the span of Row (plus the bits inside an access) use one bank in different
// rows. So:
//
//   An access is free of conflicts iff Row meets the span of its phase lanes
//   and its vector only in zero.
//
// The store and the load each have such a span, U and V. The largest Row that
// avoids both is larger than the complement of U + V: pair the vectors that
// only U has with those that only V has, e_i with f_i. The sums e_i + f_i are
// in neither. The dimension is n - max(dim U, dim V), which no choice can
// exceed.
//
// If more rows are needed, words of the larger span that avoid the smaller come
// next: they cost one side only. The remaining words cost both sides. Each side
// therefore has as few conflicts as it could have without the other. (The paper
// continues with words of the smaller span, which costs both sides at once.
// docs/algebra.md has the proof.)
//
//   Transposing a 32 x 32 tile: the store's lanes run along x, U = {x0..x4},
//   the load's along y, V = {y0..y4}. Row = {x0+y0, ..., x4+y4}: the words with
//   x ^ y = const lie in one column of banks. That is the well-known xor
//   swizzle, found rather than known.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_MACHINE_SWIZZLE_H
#define F2LAYOUT_LAYOUTS_MACHINE_SWIZZLE_H

#include "layouts/f2/BitMatrix.h"

namespace f2layout {
inline namespace layouts {

/// A greatest subspace of Dim bits that meets the spans of U and of V only in
/// zero. Consists of words of Preferred and unit vectors where possible, then
/// of sums of a word of U and one of V.
llvm::SmallVector<uint64_t> avoidBoth(llvm::ArrayRef<uint64_t> U,
                                      llvm::ArrayRef<uint64_t> V,
                                      llvm::ArrayRef<uint64_t> Preferred,
                                      unsigned Dim);

/// The map from elements (Dim bits) to element offsets in memory. Vector takes
/// the lowest bits of the offset in the given order, and the bits up to RowBits
/// choose the bank. U and V are the spans (phase lanes, vector, and what shares
/// a word) of the store and the load.
///
/// Aligned should not influence the Vector bits of the offset, so that an
/// access begins at the same element in every thread. This holds if no sum of
/// Aligned is in the span of Vector.
///
/// Elements and offsets are words, like addresses: Dim is at most 64. If it is
/// more, the answer is the identity.
BitMatrix swizzledLayout(llvm::ArrayRef<uint64_t> Vector,
                         llvm::ArrayRef<uint64_t> U, llvm::ArrayRef<uint64_t> V,
                         llvm::ArrayRef<uint64_t> Aligned, unsigned RowBits,
                         unsigned Dim);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_MACHINE_SWIZZLE_H
