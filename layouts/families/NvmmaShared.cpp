//===- NvmmaShared.cpp - Tiles that TMA writes and wgmma reads ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/NvmmaShared.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

using Sizes = SmallVector<uint64_t>;

static Error check(const NvmmaSharedParams &P, ArrayRef<uint64_t> Shape) {
  auto Fail = [](const Twine &Message) {
    return familyError("nvmma shared", Message);
  };
  if (!is_contained({0u, 32u, 64u, 128u}, P.SwizzlingByteWidth))
    return Fail("swizzlingByteWidth is " + Twine(P.SwizzlingByteWidth) +
                ", expected 0, 32, 64 or 128");
  if (!is_contained({8u, 16u, 32u, 64u}, P.ElementBitWidth))
    return Fail("elementBitWidth is " + Twine(P.ElementBitWidth) +
                ", expected 8, 16, 32 or 64");
  if (P.Fp4Padded && P.ElementBitWidth != 8)
    return Fail("fp4Padded with an elementBitWidth of " +
                Twine(P.ElementBitWidth) + ", expected 8");
  if (!P.SwizzlingByteWidth && (P.Fp4Padded || P.Transposed))
    return Fail("swizzlingByteWidth is 0, expected 32, 64 or 128 for a padded "
                "or transposed tensor");
  if (P.Rank && P.Rank != Shape.size())
    return Fail("rank is " + Twine(P.Rank) + ", expected " +
                Twine(Shape.size()) + " as the tensor " + pointText(Shape) +
                " has dimensions");
  if (P.SwizzlingByteWidth && Shape.size() < 2)
    return Fail("the tensor has " + Twine(Shape.size()) +
                " dimensions, expected at least 2 for a swizzle");
  if (Error E = checkShape("nvmma shared", Shape, Shape.size()))
    return E;
  return checkCga("nvmma shared", P.Cga, Shape.size());
}

/// Elements of a row of the core tile, without padding.
static uint64_t rowElements(const NvmmaSharedParams &P) {
  uint64_t Offsets = 8 * P.SwizzlingByteWidth / P.ElementBitWidth;
  return P.Fp4Padded ? Offsets / 2 : Offsets;
}

/// The part of a piece that one bulk copy fills: at most 256 places in each
/// dimension, and the width of the swizzle in the contiguous one.
static Sizes boxOf(const NvmmaSharedParams &P, ArrayRef<uint64_t> Piece) {
  Sizes Box(Piece.begin(), Piece.end());
  for (uint64_t &Size : Box)
    Size = std::min<uint64_t>(Size, 256);
  if (P.SwizzlingByteWidth)
    (P.Transposed ? Box.front() : Box.back()) = rowElements(P);
  return Box;
}

/// Eight swizzled rows. Chunks of 16 bytes are xor-ed with the number of the
/// 128-byte line in which the row begins.
static Expected<LinearLayout> coreTile(const NvmmaSharedParams &P) {
  // With padding, places 0..7 of 16 are elements and 8..15 are copies of them.
  auto Element = [&](uint64_t Place) -> uint64_t {
    return P.Fp4Padded ? Place / 16 * 8 + Place % 8 : Place;
  };
  uint64_t Places = 8 * P.SwizzlingByteWidth / P.ElementBitWidth;
  uint64_t Chunk = 128 / P.ElementBitWidth;
  uint64_t RowsPerLine = 128 / P.SwizzlingByteWidth;
  LayoutSpec::Input Offset{"offset", {}};
  for (uint64_t Place = 1; Place < Places; Place *= 2)
    Offset.Images.push_back({0, Element(Place)});
  for (uint64_t Row = 1; Row < 8; Row *= 2)
    Offset.Images.push_back({Row, Element(Chunk * (Row / RowsPerLine))});
  return tileOf(2, {Offset});
}

/// The same elements by their row-major number, in another shape.
static Expected<LinearLayout> reshape(const LinearLayout &L,
                                      ArrayRef<uint64_t> Shape) {
  std::vector<LayoutDim> Outs;
  for (auto [I, Size] : enumerate(Shape))
    Outs.push_back({defaultName(I), Log2_64(Size)});
  return LinearLayout::fromMatrix(L.inputs(), Outs, L.matrix(), L.longOffset());
}

/// The last dimension becomes the first.
static Expected<LinearLayout> lastFirst(const LinearLayout &L) {
  LayoutSpec Spec = L.spec();
  for (LayoutPoint &P : Spec.Inputs[0].Images)
    std::rotate(P.begin(), P.end() - 1, P.end());
  std::vector<uint64_t> Sizes;
  for (const LayoutSpec::Output &Out : Spec.Outputs)
    Sizes.push_back(Out.Size);
  std::rotate(Sizes.begin(), Sizes.end() - 1, Sizes.end());
  for (auto [Out, Size] : zip_equal(Spec.Outputs, Sizes))
    Out.Size = Size;
  return LinearLayout::create(Spec);
}

/// A box of swizzled core tiles. It is laid out as a matrix: all dimensions but
/// the last are rows, the last one is columns (in reverse if transposed). The
/// elements of the matrix are those of the box by their number.
static Expected<LinearLayout> swizzledBox(const NvmmaSharedParams &P,
                                          Sizes Box) {
  uint64_t Columns = Box.back(), Rows = 1;
  for (uint64_t Size : ArrayRef(Box).drop_back())
    Rows *= Size;
  if (P.Transposed)
    std::swap(Rows, Columns);
  if (Rows < 8 || Columns < rowElements(P))
    return familyError("nvmma shared",
                       "a bulk copy fills " + Twine(Rows) + " rows of " +
                           Twine(Columns) +
                           " elements of the tensor, expected at least 8 of " +
                           Twine(rowElements(P)));
  Expected<LinearLayout> Core = coreTile(P);
  if (!Core)
    return Core;
  Expected<LinearLayout> Matrix = tileToShape(*Core, {Rows, Columns}, {0, 1});
  if (!Matrix)
    return Matrix;
  if (!P.Transposed)
    return reshape(*Matrix, Box);
  std::rotate(Box.begin(), Box.begin() + 1, Box.end());
  Expected<LinearLayout> Reordered = reshape(*Matrix, Box);
  return Reordered ? lastFirst(*Reordered) : std::move(Reordered);
}

static Expected<LinearLayout> straightBox(ArrayRef<uint64_t> Box) {
  TileBuilder T(Box.size(), {"offset"});
  for (unsigned D : minorLast(Box.size()))
    T.run("offset", Box[D], D);
  return T.finish();
}

Expected<LinearLayout> f2layout::nvmmaSharedLayout(const NvmmaSharedParams &P,
                                                   ArrayRef<uint64_t> Shape) {
  if (Error E = check(P, Shape))
    return E;
  Sizes Piece = pieceOf(Shape, P.Cga);
  uint64_t Contiguous = P.Transposed ? Piece.front() : Piece.back();
  if (P.SwizzlingByteWidth && Contiguous < rowElements(P))
    return familyError("nvmma shared",
                       "the block's piece has " + Twine(Contiguous) +
                           " contiguous elements, expected at least " +
                           Twine(rowElements(P)) + " for a swizzle of " +
                           Twine(P.SwizzlingByteWidth) + " bytes");
  Sizes Box = boxOf(P, Piece);
  Expected<LinearLayout> Tile =
      P.SwizzlingByteWidth ? swizzledBox(P, Box) : straightBox(Box);
  if (!Tile)
    return Tile;
  return tileToShape(*Tile, Shape, to_vector(seq(0u, unsigned(Shape.size()))),
                     P.Cga);
}
