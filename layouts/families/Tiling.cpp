//===- Tiling.cpp - An instruction's tile, repeated over a tensor ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Tiling.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

Error f2layout::familyError(StringRef Family, const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Family + ": " + Message);
}

Error f2layout::checkShape(StringRef Family, ArrayRef<uint64_t> Shape,
                           unsigned Rank) {
  if (Shape.size() != Rank)
    return familyError(Family, "the tensor " + pointText(Shape) + " has " +
                                   Twine(Shape.size()) +
                                   " dimensions, expected " + Twine(Rank));
  for (auto [I, Size] : enumerate(Shape))
    if (!isPowerOf2_64(Size))
      return familyError(Family, "'dim" + Twine(I) + "' of the tensor has " +
                                     "size " + Twine(Size) +
                                     ", expected a power of two");
  return Error::success();
}

Error f2layout::checkOutputs(StringRef Family, const LinearLayout &L,
                             ArrayRef<uint64_t> Shape) {
  if (Error E = checkShape(Family, Shape, L.outputs().size()))
    return E;
  for (auto [Size, Out] : zip_equal(Shape, L.outputs()))
    if (Out.size() != Size)
      return familyError(Family, "'" + Out.Name + "' of the tensor has size " +
                                     Twine(Size) + ", expected the layout's, " +
                                     Twine(Out.size()));
  return Error::success();
}

Error f2layout::checkOrder(StringRef Family, ArrayRef<unsigned> Order,
                           unsigned Rank) {
  SmallVector<unsigned> Sorted(Order.begin(), Order.end());
  sort(Sorted);
  if (Sorted == to_vector(seq(0u, Rank)))
    return Error::success();
  return familyError(Family, "order is " + pointText(Order) +
                                 ", expected each of the " + Twine(Rank) +
                                 " dimensions once");
}

Error f2layout::checkSizes(StringRef Family, StringRef Parameter,
                           ArrayRef<unsigned> Sizes, unsigned Rank) {
  if (Sizes.size() == Rank && all_of(Sizes, isPowerOf2_64))
    return Error::success();
  return familyError(Family, Parameter + " is " + pointText(Sizes) +
                                 ", expected a power of two for each of the " +
                                 Twine(Rank) + " dimensions");
}

Error f2layout::checkWarps(StringRef Family, ArrayRef<unsigned> WarpsPerCta) {
  unsigned Rank = WarpsPerCta.size();
  if (Rank < 2)
    return familyError(Family, "warpsPerCTA has " + Twine(Rank) +
                                   " dimensions, expected at least 2");
  return checkSizes(Family, "warpsPerCTA", WarpsPerCta, Rank);
}

Error f2layout::checkTiles(StringRef Family, StringRef Parameter,
                           ArrayRef<unsigned> Tiles, unsigned Rank) {
  if (Tiles.empty())
    return Error::success();
  if (Error E = checkSizes(Family, Parameter, Tiles, Rank))
    return E;
  for (unsigned D = 0; D + 2 < Rank; ++D)
    if (Tiles[D] != 1)
      return familyError(Family, Parameter + " of batch dimension " + Twine(D) +
                                     " is " + Twine(Tiles[D]) + ", expected 1");
  return Error::success();
}

Error f2layout::checkCga(StringRef Family, const CgaLayout &Cga,
                         unsigned Rank) {
  for (auto [Bit, Image] : enumerate(Cga.Images))
    if (Image.size() != Rank)
      return familyError(Family, "the image of block bit " + Twine(Bit) +
                                     " has " + Twine(Image.size()) +
                                     " coordinates, expected " + Twine(Rank));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

SmallVector<unsigned> f2layout::minorLast(unsigned Rank) {
  auto Order = to_vector(seq(0u, Rank));
  std::reverse(Order.begin(), Order.end());
  return Order;
}

/// The least powers of two that exceed every coordinate.
static SmallVector<uint64_t> sizesOf(unsigned Rank,
                                     ArrayRef<LayoutPoint> Images) {
  SmallVector<uint64_t> Sizes(Rank, 1);
  for (const LayoutPoint &P : Images)
    for (auto [Size, Coordinate] : zip(Sizes, P))
      Size = std::max(Size, NextPowerOf2(Coordinate));
  return Sizes;
}

static std::vector<LayoutSpec::Output> outputs(ArrayRef<uint64_t> Sizes) {
  std::vector<LayoutSpec::Output> Outputs;
  for (auto [I, Size] : enumerate(Sizes))
    Outputs.push_back({defaultName(I), Size});
  return Outputs;
}

Expected<LinearLayout> f2layout::tileOf(unsigned Rank,
                                        ArrayRef<LayoutSpec::Input> Inputs) {
  std::vector<LayoutPoint> Images;
  for (const LayoutSpec::Input &I : Inputs)
    append_range(Images, I.Images);
  return LinearLayout::create(
      {Inputs.vec(), outputs(sizesOf(Rank, Images)), {}});
}

TileBuilder::TileBuilder(unsigned Rank, ArrayRef<StringRef> Inputs) {
  for (StringRef Name : Inputs)
    Spec.Inputs.push_back({Name.str(), {}});
  Spec.Outputs = outputs(SmallVector<uint64_t>(Rank, 1));
}

/// Returns null and records a fault if there is no such input or the size is
/// invalid.
LayoutSpec::Input *TileBuilder::input(StringRef In, uint64_t Size) {
  for (LayoutSpec::Input &I : Spec.Inputs)
    if (I.Name == In && isPowerOf2_64(Size))
      return &I;
  Fault = ("'" + In + "' has size " + Twine(Size) +
           ", expected an input of the tile and a power of two")
              .str();
  return nullptr;
}

void TileBuilder::run(StringRef In, uint64_t Size, unsigned Dim) {
  LayoutSpec::Input *I = input(In, Size);
  if (!I)
    return;
  if (Dim >= Spec.Outputs.size()) {
    Fault = ("'" + In + "' runs along dimension " + Twine(Dim) +
             ", expected less than " + Twine(Spec.Outputs.size()))
                .str();
    return;
  }
  uint64_t &Extent = Spec.Outputs[Dim].Size;
  if (Size > (uint64_t(1) << 63) / Extent) {
    Fault = ("'" + In + "' runs along dimension " + Twine(Dim) + " " +
             Twine(Size) + " times the tile's " + Twine(Extent) +
             ", expected at most 2^63 together")
                .str();
    return;
  }
  for (uint64_t Index = 1; Index < Size; Index *= 2, Extent *= 2) {
    I->Images.emplace_back(Spec.Outputs.size(), 0);
    I->Images.back()[Dim] = Extent;
  }
}

void TileBuilder::copies(StringRef In, uint64_t Size) {
  if (LayoutSpec::Input *I = input(In, Size))
    I->Images.resize(I->Images.size() + Log2_64(Size),
                     LayoutPoint(Spec.Outputs.size(), 0));
}

void TileBuilder::box(StringRef In, ArrayRef<unsigned> Sizes,
                      ArrayRef<unsigned> Order,
                      std::optional<unsigned> CopiesAlong) {
  for (unsigned D : Order)
    if (D >= Sizes.size())
      Fault = ("there is no size of '" + In + "' along dimension " + Twine(D))
                  .str();
    else if (D == CopiesAlong)
      copies(In, Sizes[D]);
    else
      run(In, Sizes[D], D);
}

uint64_t TileBuilder::extent(unsigned Dim) const {
  return Dim < Spec.Outputs.size() ? Spec.Outputs[Dim].Size : 1;
}

Expected<LinearLayout> TileBuilder::finish() const {
  if (!Fault.empty())
    return familyError("tile", Fault);
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::cutToShape(const LinearLayout &L,
                                            ArrayRef<uint64_t> Shape) {
  if (Error E = checkShape("tile", Shape, L.outputs().size()))
    return E;
  LayoutSpec Spec = L.spec();
  auto Cut = [&](LayoutPoint &P) {
    for (auto [Coordinate, Size] : zip_first(P, Shape))
      Coordinate &= Size - 1;
  };
  for (LayoutSpec::Input &In : Spec.Inputs)
    for_each(In.Images, Cut);
  Cut(Spec.Offset);
  for (auto [Out, Size] : zip_equal(Spec.Outputs, Shape))
    Out.Size = std::min(Out.Size, Size);
  return LinearLayout::create(Spec);
}

/// The layout with its outputs renamed as in another layout, because products
/// match names and a tile may have its own.
static Expected<LinearLayout> named(const LinearLayout &L,
                                    ArrayRef<LayoutDim> Names) {
  LayoutSpec Spec = L.spec();
  for (auto [Out, Name] : zip_equal(Spec.Outputs, Names))
    Out.Name = Name.Name;
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::tileToShape(const LinearLayout &Tile,
                                             ArrayRef<uint64_t> Shape,
                                             ArrayRef<unsigned> Order) {
  if (Error E = checkShape("tile", Shape, Tile.outputs().size()))
    return E;
  if (Tile.inputs().empty())
    return familyError("tile", "there is no input to repeat it over");
  if (Error E = checkOrder("tile", Order, Shape.size()))
    return E;
  StringRef First = Tile.inputs().front().Name;
  TileBuilder Repeats(Shape.size(), {First});
  for (unsigned D : Order)
    Repeats.run(First,
                std::max<uint64_t>(1, Shape[D] >> Tile.outputs()[D].Bits), D);
  Expected<LinearLayout> Outer = Repeats.finish();
  if (!Outer)
    return Outer;
  Outer = named(*Outer, Tile.outputs());
  if (!Outer)
    return Outer;
  Expected<LinearLayout> All = product(Tile, *Outer);
  return All ? cutToShape(*All, Shape) : std::move(All);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Expected<CgaLayout> f2layout::cgaFromSplit(ArrayRef<unsigned> CtasPerCga,
                                           ArrayRef<unsigned> CtaSplitNum,
                                           ArrayRef<unsigned> CtaOrder) {
  unsigned Rank = CtasPerCga.size();
  if (Error E = checkSizes("CGA layout", "CTAsPerCGA", CtasPerCga, Rank))
    return E;
  if (Error E = checkSizes("CGA layout", "CTASplitNum", CtaSplitNum, Rank))
    return E;
  if (Error E = checkOrder("CGA layout", CtaOrder, Rank))
    return E;
  CgaLayout Cga;
  for (unsigned D : CtaOrder) {
    if (CtaSplitNum[D] > CtasPerCga[D])
      return familyError(
          "CGA layout",
          "CTASplitNum of 'dim" + Twine(D) + "' is " + Twine(CtaSplitNum[D]) +
              ", expected at most its CTAsPerCGA, " + Twine(CtasPerCga[D]));
    for (unsigned Ctas = 1; Ctas < CtasPerCga[D]; Ctas *= 2) {
      Cga.Images.emplace_back(Rank, 0);
      Cga.Images.back()[D] = Ctas < CtaSplitNum[D] ? Ctas : 0;
    }
  }
  return Cga;
}

SmallVector<uint64_t> f2layout::pieceOf(ArrayRef<uint64_t> Shape,
                                        const CgaLayout &Cga) {
  SmallVector<uint64_t> Piece;
  for (auto [Size, Pieces] :
       zip_equal(Shape, sizesOf(Shape.size(), Cga.Images)))
    Piece.push_back(std::max<uint64_t>(1, Size / Pieces));
  return Piece;
}

Expected<LinearLayout> f2layout::tileToShape(const LinearLayout &Tile,
                                             ArrayRef<uint64_t> Shape,
                                             ArrayRef<unsigned> Order,
                                             const CgaLayout &Cga) {
  if (Error E = checkShape("tile", Shape, Tile.outputs().size()))
    return E;
  if (Error E = checkCga("tile", Cga, Shape.size()))
    return E;
  Expected<LinearLayout> Piece = tileToShape(Tile, pieceOf(Shape, Cga), Order);
  if (!Piece || Cga.Images.empty())
    return Piece;
  Expected<LinearLayout> Blocks = tileOf(Shape.size(), {{"block", Cga.Images}});
  if (!Blocks)
    return Blocks;
  Blocks = named(*Blocks, Tile.outputs());
  if (!Blocks)
    return Blocks;
  Expected<LinearLayout> Some = cutToShape(*Blocks, Shape);
  return Some ? product(*Piece, *Some) : std::move(Some);
}
