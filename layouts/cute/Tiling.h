//===- Tiling.h - CuTe layouts divided into tiles and repeated ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division. A tile B is taken out of A, and the rest tells where the tiles are:
//
//   logicalDivide(A, B) == A o (B, complement(B, size of A))
//
//   (_4,_2,_3):(_2,_1,_8) by _4:_2   is   ((_2,_2),(_2,_3)):((_4,_1),(_2,_8))
//                                          tile      rest
//
// With a tiler by mode, the modes M, N, L of A are divided on their own. The
// other forms only order the modes:
//
//   logical   ((TileM,RestM),(TileN,RestN),L)
//   zipped    ((TileM,TileN),(RestM,RestN,L))
//   tiled     ((TileM,TileN),RestM,RestN,L)
//   flat      (TileM,TileN,RestM,RestN,L)
//
// Product. A is repeated at every element of B:
//
//   logicalProduct(A, B) == (A, complement(A, size(A) * cosize(B)) o B)
//
//   (_2,_2):(_4,_1) at _6:_1   is   ((_2,_2),(_2,_3)):((_4,_1),(_2,_8))
//
// and the same forms with M, N for the tiles. blockedProduct joins the modes of
// A and of B that have equal numbers: rows with rows and columns with columns.
// A varies fastest in it, so that blocks of A lie side by side; in rakedProduct
// B does, and the blocks are interleaved.
//
//   (_2,_5):(_5,_1) by (_3,_4):(_1,_3)
//     blocked   ((_2,_3),(_5,_4)):((_5,_10),(_1,_30))
//     raked     ((_3,_2),(_4,_5)):((_10,_5),(_30,_1))
//
// Change of the element's width. Numbers count elements; as words of N elements
// a layout is upcast by N, as N parts of an element it is downcast by N:
//
//   upcast<4>  (8,(_4,8)):(4,(_1,32))   is   (8,(_1,8)):(1,(_1,8))
//   downcast<4>  (8,8):(8,_1)           is   (8,32):(32,_1)
//
// Every stride must be a multiple or a divisor of N.
//
// (CuTe: media/docs/cpp/cute/02_layout_algebra.md, include/cute/layout.hpp.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_TILING_H
#define F2LAYOUT_LAYOUTS_CUTE_TILING_H

#include "layouts/cute/Composition.h"
#include <optional>

namespace f2layout {
inline namespace layouts {
namespace cute {

llvm::Expected<Layout> logicalDivide(const Layout &A, const Tiler &B);
llvm::Expected<Layout> zippedDivide(const Layout &A, const Tiler &B);
llvm::Expected<Layout> tiledDivide(const Layout &A, const Tiler &B);
llvm::Expected<Layout> flatDivide(const Layout &A, const Tiler &B);

llvm::Expected<Layout> logicalProduct(const Layout &A, const Tiler &B);
llvm::Expected<Layout> zippedProduct(const Layout &A, const Tiler &B);
llvm::Expected<Layout> tiledProduct(const Layout &A, const Tiler &B);
llvm::Expected<Layout> flatProduct(const Layout &A, const Tiler &B);
llvm::Expected<Layout> blockedProduct(const Layout &A, const Layout &B);
llvm::Expected<Layout> rakedProduct(const Layout &A, const Layout &B);

/// Repeats Block until the modes have the sizes of Shape, in the order of Order
/// (makeOrdered in Structure.h), or the first mode first. Fails unless every
/// size of the block divides that of the shape.
llvm::Expected<Layout>
tileToShape(const Layout &Block, const IntTuple &Shape,
            const std::optional<IntTuple> &Order = std::nullopt);

/// A mode whose stride divides N shrinks, rounded up; other strides shrink.
/// N is positive.
llvm::Expected<Layout> upcast(const Layout &L, int64_t N);
/// A mode of stride 1 or -1 grows, other strides grow. Fails if there is no
/// such mode.
llvm::Expected<Layout> downcast(const Layout &L, int64_t N);
/// Elements of OldBits as elements of NewBits.
llvm::Expected<Layout> recast(const Layout &L, int64_t OldBits,
                              int64_t NewBits);
/// The swizzle of elements of NewBits that moves them as S moves elements of
/// OldBits. Upcast, bits of its targets may be lost, since parts of an element
/// do not move on their own. Fails if the bits that decide are lost, and unless
/// the widths differ by a power of two.
llvm::Expected<Swizzle> recast(const Swizzle &S, int64_t OldBits,
                               int64_t NewBits);
/// Swizzles and offsets of numbers change with the layout, and the width of a
/// pointer's elements. N is a power of two if there is a swizzle.
llvm::Expected<ComposedLayout> upcast(const ComposedLayout &L, int64_t N);
llvm::Expected<ComposedLayout> downcast(const ComposedLayout &L, int64_t N);
llvm::Expected<ComposedLayout> recast(const ComposedLayout &L, int64_t OldBits,
                                      int64_t NewBits);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_TILING_H
