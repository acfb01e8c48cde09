//===- Structure.h - Modes of a CuTe layout merged, grouped, and chosen ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that change the modes of a layout and not its values:
//
//   coalesce      (_2,(_1,_6)):(_1,(_6,_2))          _12:_1
//     by profile  the same, profile (1,1)            (_2,_6):(_1,_2)
//   filter        (_2,_4,_8):(_8,_0,_1)              (_2,_8):(_8,_1)
//   flatten       ((2,2),3):((24,2),8)               (2,2,3):(24,2,8)
//   group         (2,3,5):(1,2,6), modes 0 to 1      ((2,3),5):((1,2),6)
//   nullspace     (_2,_4,_8):(_8,_0,_1)              _4:_2
//   ordered       (2,3,4), order (_2,_0,_1)          (2,3,4):(12,_1,3)
//
// coalesce keeps the layout as a function of integral coordinates below its
// size. Neighbours s0:d0 and s1:(s0*d0) become (s0*s1):d0, and modes of size 1
// are dropped, but only where the compiler would know it: dynamic integers
// stay as they are, so that the result has the nesting that C++ gives it.
//
// filter drops the modes that do not change the value. nullspace gives the
// integral coordinates whose value is 0 because all their digits are in such
// modes.
//
// (CuTe: include/cute/layout.hpp, media/docs/cpp/cute/02_layout_algebra.md.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_STRUCTURE_H
#define F2LAYOUT_LAYOUTS_CUTE_STRUCTURE_H

#include "layouts/cute/Layout.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace f2layout {
inline namespace layouts {
namespace cute {

Layout coalesce(const Layout &L);
/// Coalesces the part of the layout at each integer of the profile, whose value
/// does not matter. Fails if the profile has more modes than the layout.
llvm::Expected<Layout> coalesce(const Layout &L, const IntTuple &Profile);
/// The same function for all non-negative integral coordinates, also beyond the
/// size, where the last mode continues.
Layout coalesceUnbounded(const Layout &L);
/// The factors of a size, static and dynamic ones merged among themselves where
/// they are neighbours: (_32,_4,4) is (_128,4).
IntTuple coalesceShape(const IntTuple &Shape);

/// Modes of stride _0 get size _1.
Layout filterZeros(const Layout &L);
Layout filter(const Layout &L);
llvm::Expected<Layout> filter(const Layout &L, const IntTuple &Profile);
Layout nullspace(const Layout &L);

Layout flatten(const Layout &L);
/// Modes Begin, ..., End - 1 become one. Fails if there are not that many.
llvm::Expected<Layout> group(const Layout &L, unsigned Begin, unsigned End);
/// Modes Begin, ..., End - 1, at least one.
llvm::Expected<Layout> take(const Layout &L, unsigned Begin, unsigned End);
/// These modes in this order, at least one.
llvm::Expected<Layout> select(const Layout &L, llvm::ArrayRef<unsigned> Modes);
/// Modes _1:_0 at the end, up to this rank.
Layout append(const Layout &L, unsigned Rank);

/// The layout whose modes have strides in the order of the numbers in Order:
/// the stride of a mode is the product of the sizes of all modes with smaller
/// numbers. It is compact if the numbers differ; modes of equal numbers
/// overlap, as in CuTe. Dynamic numbers of Order count as larger than all
/// static ones, from left to right. Fails unless Order is weakly congruent to
/// the shape.
llvm::Expected<Layout> makeOrdered(const IntTuple &Shape,
                                   const IntTuple &Order);

/// F of the part of the layout at each integer of the profile; modes beyond the
/// profile stay.
llvm::Expected<Layout>
mapModes(const Layout &L, const IntTuple &Profile,
         llvm::function_ref<llvm::Expected<Layout>(const Layout &)> F);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_STRUCTURE_H
