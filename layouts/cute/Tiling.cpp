//===- Tiling.cpp - CuTe layouts divided into tiles and repeated ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Tiling.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Structure.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

using Pairing = Expected<Layout> (*)(const Layout &A, const Layout &B);

/// Applies an operation on layouts at the layouts of a tiler.
static Expected<Layout> byMode(const Layout &A, const Tiler &B, Pairing Pair) {
  switch (B.K) {
  case Tiler::Keep:
    return A;
  case Tiler::ByLayout:
    return Pair(A, B.L);
  case Tiler::ByMode:
    break;
  }
  if (B.Modes.size() > A.rank())
    return cuteError("the tiler has " + Twine(B.Modes.size()) + " modes, but " +
                     toString(A) + " has rank " + Twine(A.rank()));
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < A.rank(); ++I) {
    Modes.push_back(A.mode(I));
    if (I >= B.Modes.size())
      continue;
    if (Error E = byMode(A.mode(I), B.Modes[I], Pair).moveInto(Modes[I]))
      return cuteError("mode " + Twine(I) + ": " + toString(std::move(E)));
  }
  return joined(Modes);
}

//===----------------------------------------------------------------------===//
// Orders of modes
//===----------------------------------------------------------------------===//

/// ((A,a),((B,b),(C,c)),d) becomes ((A,(B,C)),(a,(b,c),d)), for a tiler of that
/// nesting.
static Expected<Layout> zipped(const Layout &L, const Tiler &B) {
  if (B.K != Tiler::ByMode) {
    if (L.rank() != 2)
      return cuteError("the tiler keeps mode " + toString(L) +
                       ", which is not of rank 2");
    return L;
  }
  std::vector<Layout> Tiles, Rests;
  for (unsigned I = 0; I < L.rank(); ++I) {
    if (I >= B.Modes.size()) {
      Rests.push_back(L.mode(I));
      continue;
    }
    Expected<Layout> Mode = zipped(L.mode(I), B.Modes[I]);
    if (!Mode)
      return Mode;
    Tiles.push_back(Mode->mode(0));
    Rests.push_back(Mode->mode(1));
  }
  Expected<Layout> Tile = joined(Tiles), Rest = joined(Rests);
  if (!Tile)
    return Tile;
  if (!Rest)
    return Rest;
  return joined({*Tile, *Rest});
}

/// The items of modes that are tuples of several, in their place. Keep is the
/// number of modes at the front that stay as they are.
static Expected<Layout> unpacked(Expected<Layout> L, unsigned Keep) {
  if (!L)
    return L;
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < L->rank(); ++I) {
    Layout Mode = L->mode(I);
    if (I < Keep || Mode.rank() == 1)
      Modes.push_back(Mode);
    for (unsigned J = 0; I >= Keep && Mode.rank() > 1 && J < Mode.rank(); ++J)
      Modes.push_back(Mode.mode(J));
  }
  return joined(Modes);
}

static Expected<Layout> zippedOf(Expected<Layout> Logical, const Tiler &B) {
  return Logical ? zipped(*Logical, B) : std::move(Logical);
}

//===----------------------------------------------------------------------===//
// Division and product
//===----------------------------------------------------------------------===//

static Expected<Layout> divided(const Layout &A, const Layout &B) {
  Expected<Layout> Rest = complement(B, coalesce(A).shape());
  if (!Rest)
    return Rest;
  Expected<Layout> Both = joined({B, *Rest});
  return Both ? compose(A, *Both) : std::move(Both);
}

/// One more than where the modes of A end, with the gap behind the last one.
static int64_t extentOf(const Layout &A) {
  int64_t Extent = 1;
  for (const Mode &M : filter(A).modes())
    Extent = std::max(Extent, multiply(M.Size.Value, M.Stride.Value));
  return Extent;
}

static Expected<Layout> multiplied(const Layout &A, const Layout &B) {
  if (!B.givesNumbers())
    return cuteError("product by " + toString(B) +
                     ": the layout gives coordinates");
  Int Space = product(A.shape());
  for (const Mode &M : filter(B).modes())
    Space.Static &= M.Size.Static && M.Stride.Static;
  Space.Value = multiply(Space.Value, B.cosize());
  Expected<Layout> Places = complement(A, IntTuple(Space));
  if (!Places)
    return Places;
  // Strides with gaps need more space than the elements of all copies. CuTe
  // puts further copies where the last mode of the places goes on. That is
  // right if it counts whole extents, and otherwise copies would overlap.
  Mode Last = Places->modes().back();
  if (Places->size() < B.cosize() &&
      multiply(Last.Size.Value, Last.Stride.Value) < extentOf(A))
    return cuteError("product of " + toString(A) + " and " + toString(B) +
                     ": the complement " + toString(*Places) +
                     " in a space of " + toString(Space) +
                     " has fewer places than the " + Twine(B.cosize()) +
                     " that are needed");
  Expected<Layout> Repeated = compose(*Places, B);
  return Repeated ? joined({A, *Repeated}) : std::move(Repeated);
}

Expected<Layout> cute::logicalDivide(const Layout &A, const Tiler &B) {
  return byMode(A, B, divided);
}
Expected<Layout> cute::zippedDivide(const Layout &A, const Tiler &B) {
  return zippedOf(logicalDivide(A, B), B);
}
Expected<Layout> cute::tiledDivide(const Layout &A, const Tiler &B) {
  return unpacked(zippedDivide(A, B), 1);
}
Expected<Layout> cute::flatDivide(const Layout &A, const Tiler &B) {
  return unpacked(zippedDivide(A, B), 0);
}

Expected<Layout> cute::logicalProduct(const Layout &A, const Tiler &B) {
  return byMode(A, B, multiplied);
}
Expected<Layout> cute::zippedProduct(const Layout &A, const Tiler &B) {
  return zippedOf(logicalProduct(A, B), B);
}
Expected<Layout> cute::tiledProduct(const Layout &A, const Tiler &B) {
  return unpacked(zippedProduct(A, B), 1);
}
Expected<Layout> cute::flatProduct(const Layout &A, const Tiler &B) {
  return unpacked(zippedProduct(A, B), 0);
}

/// Pairs the modes of the block and of the tiler; Raked has those of the tiler
/// first.
static Expected<Layout> pairedProduct(const Layout &A, const Layout &B,
                                      bool Raked) {
  unsigned Rank = std::max(A.rank(), B.rank());
  Expected<Layout> Product = multiplied(append(A, Rank), append(B, Rank));
  if (!Product)
    return Product;
  // The places of a tiler that is no tuple may have several modes.
  bool IsTuple = append(B, Rank).shape().isTuple();
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < Rank; ++I) {
    Layout Block = Product->mode(0).mode(I), Tiles = Product->mode(1);
    if (IsTuple)
      Tiles = Tiles.mode(I);
    Expected<Layout> Mode =
        Raked ? joined({Tiles, Block}) : joined({Block, Tiles});
    if (!Mode)
      return Mode;
    Modes.push_back(std::move(*Mode));
  }
  return joined(Modes);
}

Expected<Layout> cute::blockedProduct(const Layout &A, const Layout &B) {
  return pairedProduct(A, B, false);
}
Expected<Layout> cute::rakedProduct(const Layout &A, const Layout &B) {
  return pairedProduct(A, B, true);
}

Expected<Layout> cute::tileToShape(const Layout &Block, const IntTuple &Shape,
                                   const std::optional<IntTuple> &Order) {
  std::string Context =
      "tiling of " + toString(Shape) + " by " + toString(Block) + ": ";
  if (Block.rank() > Shape.rank())
    return cuteError(Context + "the block has rank " + Twine(Block.rank()) +
                     ", the shape has rank " + Twine(Shape.rank()));
  Layout Padded = append(Block, Shape.rank());
  std::vector<IntTuple> Counts;
  for (unsigned I = 0; I < Shape.rank(); ++I) {
    Int Part = product(Padded.shape().mode(I)), Whole = product(Shape.mode(I));
    if (Whole.Value < 1 || Whole.Value % Part.Value != 0)
      return cuteError(Context + "size " + Twine(Part.Value) +
                       " of the block does not divide size " +
                       Twine(Whole.Value) + " of the shape in mode " +
                       Twine(I));
    Counts.push_back(ceilDiv(Whole, Part));
  }
  IntTuple Tiles = Shape.isTuple() ? IntTuple(Counts) : Counts[0];
  Expected<Layout> Repeated =
      Order ? makeOrdered(Tiles, *Order) : Layout::create(Tiles);
  return Repeated ? blockedProduct(Padded, *Repeated) : std::move(Repeated);
}
