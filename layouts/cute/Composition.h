//===- Composition.h - One CuTe layout after another ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The composition of A and B is a layout R with R(c) == A(B(c)), whose shape
// refines that of B, so that all coordinates of B are coordinates of R:
//
//   (_6,_2):(_8,_2)  o  (_4,_3):(_3,_1)  ==  ((_2,_2),_3):((_24,_2),_8)
//
// With a tiler, each mode of A is composed with its own layout. A tiler is a
// layout, a tuple of tilers, a size (its first elements), or `_` (all of it):
//
//   (_12,(_4,_8)):(_59,(_13,_1))  o  <_3:_4,_8:_2>
//     ==  (_3,(_2,_4)):(_236,(_26,_1))
//
// Not every composition is a layout. A mode s:d of B takes every d-th element
// of A, s times. Let A be coalesced, with sizes (a0,a1,...). d goes down A's
// modes from the left: at each one it must divide the size (then it is used up,
// a0/d elements are there, and the rest of s must be a multiple of that), or be
// a multiple of it (then d/a0 goes on). The last mode of A has no end.
//
//   (_8,_4):(_1,_100) o _2:_6    _2:_6: 6 does not divide 8, but both elements,
//                                0 and 6, are in mode 0
//   (_8,_4):(_1,_100) o _3:_6    fails: 6 does not divide 8
//   (_8,_4):(_1,_100) o _6:_2    fails: mode 0 has 4 elements, and 6 is no
//                                multiple of 4
//
// And the modes of B must not carry into each other inside A:
//
//   (4,2):(1,100) o (3,2):(1,3)    fails: mode 0 reaches 2 and mode 1 reaches
//                                  3, but 2 + 3 is beyond mode 0 of A
//
// CuTe checks less: it accepts the last example as (3,2):(1,3), which maps
// (2,1) to 5 instead of A(5) == 101, and `(8,4):(1,100) o 6:3`, where 3 does
// not divide 8. It also checks static integers only. Here a result is always
// right.
//
// A swizzle on the right goes through a layout to its left if it moves bits
// as a swizzle, too:   (8,8):(8,1) o Sw<2,0,4>.   Compositions of F2 are total
// (Linear.h, docs/cute.md).
//
// (CuTe: media/docs/cpp/cute/02_layout_algebra.md.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_COMPOSITION_H
#define F2LAYOUT_LAYOUTS_CUTE_COMPOSITION_H

#include "layouts/cute/Layout.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace f2layout {
inline namespace layouts {
namespace cute {

/// What divides the modes of a layout.
struct Tiler {
  enum Kind { Keep, ByLayout, ByMode };
  Kind K = Keep;
  Layout L;                 ///< ByLayout
  std::vector<Tiler> Modes; ///< ByMode

  static Tiler of(Layout L) { return {ByLayout, std::move(L), {}}; }
  /// Every size s stands for the layout s:_1. Fails on a size below 1.
  static llvm::Expected<Tiler> ofShape(const IntTuple &Shape);
};

/// `<3:4,8:2>`, `<_3,_>`, a shape as `(3,8)`, or a layout.
llvm::Expected<Tiler> parseTiler(llvm::StringRef Text);

/// A after B. If B gives coordinates, they are coordinates of A.
llvm::Expected<Layout> compose(const Layout &A, const Layout &B);
/// Modes of A beyond the tiler are dropped.
llvm::Expected<Layout> compose(const Layout &A, const Tiler &B);
/// The same swizzle and offset after another inner layout. Divisions, products
/// and changes of structure work on the inner layout in this way, as it has the
/// coordinates: withInner(L, [&](auto &I) { return logicalDivide(I, T); }).
llvm::Expected<ComposedLayout>
withInner(const ComposedLayout &L,
          llvm::function_ref<llvm::Expected<Layout>(const Layout &)> F);
/// Only the inner layout of A changes.
llvm::Expected<ComposedLayout> compose(const ComposedLayout &A,
                                       const Layout &B);
llvm::Expected<ComposedLayout> compose(const ComposedLayout &A, const Tiler &B);
/// L after S, as a swizzle after L.
llvm::Expected<ComposedLayout> compose(const Layout &L, const Swizzle &S);
/// The swizzle after L; L alone if the swizzle is the identity.
llvm::Expected<ComposedLayout> compose(const Swizzle &S, const Layout &L);
/// One swizzle after another. Fails unless their shifts are equal and none
/// changes bits that the other reads.
llvm::Expected<Swizzle> compose(const Swizzle &A, const Swizzle &B);

/// L with the integral coordinates of this shape.
llvm::Expected<Layout> withShape(const Layout &L, const IntTuple &Shape);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_COMPOSITION_H
