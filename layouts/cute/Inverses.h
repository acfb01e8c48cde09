//===- Inverses.h - Complements and inverses of CuTe layouts --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// complement(A, n) counts the copies of A that fill 0, ..., n - 1: its values
// are increasing, and no sum of a value of A and one of the complement occurs
// twice.
//
//   complement(4:2, 24) == (2,3):(1,8)     4:2 has 0 2 4 6; moved by 1 they
//                                          fill 8 places, and by 0, 8, 16 all
//
// It exists for layouts whose modes do not reach into each other: sorted by
// stride, each stride is at least the size times the stride of the mode before.
// (4,3):(1,3) is none: 3 < 4 * 1.
//
// right_inverse(L) maps values to integral coordinates, L(R(i)) == i, for as
// many i from 0 on as there are modes whose strides follow each other:
//
//   right_inverse((_4,_8):(_8,_1)) == (_8,_4):(_4,_1)
//   right_inverse((_4,_2):(_1,_16)) == _4:_1      there is no value 4
//
// left_inverse(L) takes values back: R(L(c)) == c if L is injective, and
// L(R(L(c))) == L(c) if some modes have stride 0. The other modes must not
// reach into each other:
//
//   left_inverse((_4,_2):(_1,_16)) == (_16,_2):(_1,_4)    16 + 3 -> 4 + 3
//
// A C++ compiler knows the static integers only, and the results are those that
// CuTe computes with what the compiler knows. So right_inverse leaves out modes
// of dynamic stride, and of (4,8):(8,1) it is _1:_0. For the same reason a mode
// of dynamic size 1 must not overlap the others, though it adds nothing.
//
// max_common_vector(A, B) is the largest n so that A and B have the elements
// 0, ..., n - 1 at the same coordinates: so many can be copied as one vector.
//
// Inverses of a swizzle are the swizzle: the right inverse of Sw o L is
// R o Sw, for the right inverse R of L. It is a composed layout only if the
// swizzle goes through R (Composition.h).
//
// (CuTe: include/cute/layout.hpp.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_INVERSES_H
#define F2LAYOUT_LAYOUTS_CUTE_INVERSES_H

#include "layouts/cute/Layout.h"
#include <optional>

namespace f2layout {
inline namespace layouts {
namespace cute {

/// Fills a space of this size, which may be a shape whose static factors the
/// result keeps: (_4,7) instead of 28. Without it, the cosize of the layout.
/// Fails on negative strides, on coordinates, and if modes overlap.
llvm::Expected<Layout>
complement(const Layout &L,
           const std::optional<IntTuple> &Space = std::nullopt);

/// Fails on coordinates.
llvm::Expected<Layout> rightInverse(const Layout &L);
/// Fails on coordinates, on negative strides, if modes overlap, and if a stride
/// is no multiple of the stride below it. CuTe does not refuse all overlaps.
/// Its result for (5,2,4):(7,7,1), (7,5):(10,1), takes 38 to 35, where the
/// value is 10.
llvm::Expected<Layout> leftInverse(const Layout &L);
/// Fails if the layout has an offset.
llvm::Expected<ComposedLayout> rightInverse(const ComposedLayout &L);
llvm::Expected<ComposedLayout> leftInverse(const ComposedLayout &L);

/// The integral coordinates of the elements 0, 1, ... that A and B have in
/// common.
llvm::Expected<Layout> maxCommonLayout(const Layout &A, const Layout &B);
/// Their number.
llvm::Expected<int64_t> maxCommonVector(const Layout &A, const Layout &B);
/// A number of elements in common: a swizzle leaves 2^M elements together, and
/// equal swizzles all. Fails on offsets that are not zero.
llvm::Expected<int64_t> maxCommonVector(const ComposedLayout &A,
                                        const ComposedLayout &B);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_INVERSES_H
