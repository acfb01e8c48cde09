//===- TensorMemory.cpp - Tensor memory of sm_100 and its accesses --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/TensorMemory.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static constexpr unsigned M = 0, N = 1;

static Error fail(const Twine &Message) {
  return familyError("tensor memory", Message);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static Error check(const TensorMemoryParams &P, ArrayRef<uint64_t> Shape) {
  if (P.BlockM != 64 && P.BlockM != 128)
    return fail("blockM is " + Twine(P.BlockM) + ", expected 64 or 128");
  if (!isPowerOf2_32(P.BlockN) || !isPowerOf2_32(P.ColStride))
    return fail("blockN is " + Twine(P.BlockN) + " and colStride " +
                Twine(P.ColStride) + ", expected powers of two");
  if (Error E = checkShape("tensor memory", Shape, 2))
    return E;
  if (Error E = checkCga("tensor memory", P.Cga, 2))
    return E;
  uint64_t Rows = pieceOf(Shape, P.Cga)[M];
  if (Rows >= P.BlockM)
    return Error::success();
  return fail("the piece of a block has " + Twine(Rows) +
              " rows, expected at least blockM, " + Twine(P.BlockM));
}

/// Where the bits of the memory's row go, for a tile of 64 rows that leaves
/// every second group of 16 rows to another tile.
static std::vector<LayoutPoint> halfRows(ArrayRef<uint64_t> Piece,
                                         uint64_t BlockN) {
  LayoutPoint Other = Piece[M] > 64       ? LayoutPoint{64, 0}
                      : Piece[N] > BlockN ? LayoutPoint{0, BlockN}
                                          : LayoutPoint{0, 0};
  return {{1, 0}, {2, 0}, {4, 0}, {8, 0}, Other, {16, 0}, {32, 0}};
}

/// One tile of BlockM x BlockN, or two if a second one is between its rows.
static Expected<LinearLayout> resultTile(const TensorMemoryParams &P,
                                         ArrayRef<uint64_t> Piece) {
  uint64_t BlockN = std::min<uint64_t>(P.BlockN, Piece[N]);
  TileBuilder T(2, {"row", "col"});
  T.copies("col", uint64_t(P.ColStride) * (P.Fp4Padded ? 2 : 1));
  T.run("row", P.BlockM, M);
  T.run("col", BlockN, N);
  Expected<LinearLayout> Tile = T.finish();
  if (!Tile || P.BlockM == 128)
    return Tile;
  LayoutSpec Spec = Tile->spec();
  auto &Rows = Spec.Inputs[0].Images, &Cols = Spec.Inputs[1].Images;
  if (!P.TwoCtas) {
    Rows = halfRows(Piece, BlockN);
  } else if (BlockN > 1) {
    Rows.push_back(Cols.back());
    Cols.pop_back();
  }
  return tileOf(2, Spec.Inputs);
}

/// Repeats the tile in further columns until it covers the piece, down first,
/// then on all pieces.
static Expected<LinearLayout> repeatInColumns(const LinearLayout &Tile,
                                              ArrayRef<uint64_t> Shape,
                                              const CgaLayout &Cga) {
  // Repeats extend the first input, so make columns the first and restore
  // later.
  LayoutSpec Spec = Tile.spec();
  std::swap(Spec.Inputs[0], Spec.Inputs[1]);
  Expected<LinearLayout> ColFirst = LinearLayout::create(Spec);
  if (!ColFirst)
    return ColFirst;
  Expected<LinearLayout> Whole = tileToShape(*ColFirst, Shape, {M, N}, Cga);
  if (!Whole)
    return Whole;
  Spec = Whole->spec();
  std::swap(Spec.Inputs[0], Spec.Inputs[1]);
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::tensorMemoryLayout(const TensorMemoryParams &P,
                                                    ArrayRef<uint64_t> Shape) {
  if (Error E = check(P, Shape))
    return E;
  Expected<LinearLayout> Tile = resultTile(P, pieceOf(Shape, P.Cga));
  return Tile ? repeatInColumns(*Tile, Shape, P.Cga) : std::move(Tile);
}

Expected<LinearLayout>
f2layout::tensorMemoryScalesLayout(const TensorMemoryScalesParams &P,
                                   ArrayRef<uint64_t> Shape) {
  if (Error E = checkShape("tensor memory scales", Shape, 2))
    return E;
  if (Error E = checkCga("tensor memory scales", P.Cga, 2))
    return E;
  TileBuilder T(2, {"row", "col"});
  T.run("row", 32, M);
  T.copies("row", 4);
  T.run("col", 4, N);
  T.run("col", 2, M);
  Expected<LinearLayout> Tile = T.finish();
  return Tile ? repeatInColumns(*Tile, Shape, P.Cga) : std::move(Tile);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static constexpr unsigned Row = 0, Col = 1;

static unsigned registersOf(TensorMemoryAtom Atom) {
  switch (Atom) {
  case TensorMemoryAtom::L32x32b:
  case TensorMemoryAtom::L16x64b:
  case TensorMemoryAtom::L16x32bx2:
    return 1;
  case TensorMemoryAtom::L16x128b:
    return 2;
  case TensorMemoryAtom::L16x256b:
    return 4;
  }
  return 0;
}

static Error checkAccess(TensorMemoryAtom Atom, unsigned Num,
                         unsigned SplitOffset) {
  if (!isPowerOf2_32(Num) || uint64_t(Num) * registersOf(Atom) > 128)
    return fail("num is " + Twine(Num) + ", expected a power of two, at most " +
                Twine(128 / registersOf(Atom)));
  bool Split = Atom == TensorMemoryAtom::L16x32bx2;
  if (Split && (SplitOffset == 0 || SplitOffset % Num))
    return fail("splitOffset is " + Twine(SplitOffset) +
                ", expected a multiple of num, " + Twine(Num));
  if (!Split && SplitOffset)
    return fail("splitOffset is " + Twine(SplitOffset) +
                ", expected 0 except for 16x32bx2");
  return Error::success();
}

/// Adds the rows of one warp that x1 moves.
static void addAtom(TileBuilder &T, TensorMemoryAtom Atom) {
  switch (Atom) {
  case TensorMemoryAtom::L32x32b:
    return T.run("lane", 32, Row);
  case TensorMemoryAtom::L16x32bx2:
    return T.run("lane", 16, Row);
  case TensorMemoryAtom::L16x64b:
    return; // not in order of rows: see below
  case TensorMemoryAtom::L16x128b:
    T.run("lane", 4, Col);
    T.run("lane", 8, Row);
    return T.run("register", 2, Row);
  case TensorMemoryAtom::L16x256b:
    T.run("register", 2, Col);
    T.run("lane", 4, Col);
    T.run("lane", 8, Row);
    return T.run("register", 2, Row);
  }
}

static Expected<LinearLayout> accessOfWarp(TensorMemoryAtom Atom) {
  if (Atom == TensorMemoryAtom::L16x64b)
    return tileOf(2, {{"register", {}},
                      {"lane", {{8, 0}, {0, 1}, {1, 0}, {2, 0}, {4, 0}}}});
  TileBuilder T(2, {"register", "lane"});
  addAtom(T, Atom);
  return T.finish();
}

Expected<LinearLayout> f2layout::tensorMemoryAccess(TensorMemoryAtom Atom,
                                                    unsigned Num,
                                                    unsigned SplitOffset) {
  if (Error E = checkAccess(Atom, Num, SplitOffset))
    return E;
  Expected<LinearLayout> One = accessOfWarp(Atom);
  if (!One)
    return One;
  uint64_t Rows = One->outputs()[Row].size(), Cols = One->outputs()[Col].size();
  Expected<LinearLayout> Wide = tileToShape(*One, {Rows, Cols * Num}, {1, 0});
  if (!Wide)
    return Wide;
  LayoutSpec Spec = Wide->spec();
  if (SplitOffset)
    Spec.Inputs[1].Images.push_back({0, SplitOffset});
  Spec.Inputs.push_back({"warp", {{32, 0}, {64, 0}}});
  Expected<LinearLayout> All = tileOf(2, Spec.Inputs);
  if (!All)
    return All;
  Spec = All->spec();
  Spec.Outputs[Row].Name = "row";
  Spec.Outputs[Col].Name = "col";
  return LinearLayout::create(Spec);
}
