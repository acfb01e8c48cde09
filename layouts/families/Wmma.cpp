//===- Wmma.cpp - Tensors in fragments of AMD's WMMA ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Wmma.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "layouts/families/DotOperand.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

/// The lanes of half a wave, which are also those along a row of the result.
static constexpr unsigned HalfWave = 16;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool hasInstruction(unsigned Version, unsigned M, unsigned N,
                           unsigned K) {
  if (N != 16 || M != 16)
    return Version == 3 && M == 32 && N == 16 && K == 128;
  switch (Version) {
  case 1:
    return K == 16;
  case 2:
    return K == 16 || K == 32;
  default:
    return K == 4 || K == 32 || K == 64 || K == 128;
  }
}

static Error checkInstruction(const WmmaParams &P) {
  if (P.Version < 1 || P.Version > 3)
    return familyError("wmma", "version is " + Twine(P.Version) +
                                   ", expected 1 (gfx11), 2 (gfx12) or 3 "
                                   "(gfx1250)");
  if (P.InstrShape.size() != 3)
    return familyError("wmma", "instrShape has " + Twine(P.InstrShape.size()) +
                                   " sizes, expected 3, [m,n,k]");
  unsigned M = P.InstrShape[0], N = P.InstrShape[1], K = P.InstrShape[2];
  if (hasInstruction(P.Version, M, N, K))
    return Error::success();
  return familyError(
      "wmma", "instrShape is " + Twine(M) + "x" + Twine(N) + "x" + Twine(K) +
                  " with version " + Twine(P.Version) + ", expected " +
                  (P.Version == 1   ? "16x16x16"
                   : P.Version == 2 ? "16x16 with k of 16 or 32"
                                    : "16x16 with k of 4, 32, 64 or 128, or "
                                      "32x16x128"));
}

static Error checkCtaLayout(const WmmaParams &P, unsigned Rank) {
  if (!P.WarpsPerCta.empty() || !P.TilesPerWarp.empty())
    return familyError("wmma", "there is a ctaLayout, expected no warpsPerCTA "
                               "and no tilesPerWarp beside it");
  for (const LayoutDim &D : P.CtaLayout->inputs())
    if (D.Name != "register" && D.Name != "warp")
      return familyError("wmma", "ctaLayout has the input '" + D.Name +
                                     "', expected register and warp only");
  for (auto [I, D] : enumerate(P.CtaLayout->outputs()))
    if (D.Name != defaultName(I))
      return familyError("wmma", "output " + Twine(I) + " of ctaLayout is '" +
                                     D.Name + "', expected 'dim" + Twine(I) +
                                     "'");
  if (P.CtaLayout->outputs().size() != Rank)
    return familyError(
        "wmma", "ctaLayout has " + Twine(P.CtaLayout->outputs().size()) +
                    " outputs, expected " + Twine(Rank) + " as the tensor");
  if (!P.CtaLayout->isLinear())
    return familyError("wmma", "ctaLayout has an offset, expected none");
  return Error::success();
}

static Error check(const WmmaParams &P, ArrayRef<uint64_t> Shape) {
  if (Error E = checkInstruction(P))
    return E;
  unsigned Rank =
      P.CtaLayout ? P.CtaLayout->outputs().size() : P.WarpsPerCta.size();
  if (Rank < 2)
    return familyError("wmma", "there are warps along " + Twine(Rank) +
                                   " dimensions, expected at least 2");
  if (P.CtaLayout) {
    if (Error E = checkCtaLayout(P, Rank))
      return E;
  } else {
    if (Error E = checkSizes("wmma", "warpsPerCTA", P.WarpsPerCta, Rank))
      return E;
    if (!P.TilesPerWarp.empty())
      if (Error E = checkSizes("wmma", "tilesPerWarp", P.TilesPerWarp, Rank))
        return E;
  }
  if (Error E = checkCga("wmma", P.Cga, Rank))
    return E;
  return checkShape("wmma", Shape, Rank);
}

//===----------------------------------------------------------------------===//
// Tiles of a block
//===----------------------------------------------------------------------===//

/// Registers and warps to tiles.
static Expected<LinearLayout> tilesOfBlock(const WmmaParams &P, unsigned Rank) {
  if (P.CtaLayout)
    return *P.CtaLayout;
  TileBuilder T(Rank);
  for (unsigned D : minorLast(Rank)) {
    T.run("register", P.TilesPerWarp.empty() ? 1 : P.TilesPerWarp[D], D);
    T.run("warp", P.WarpsPerCta[D], D);
  }
  return T.finish();
}

/// The images that are not sums of earlier ones.
static std::vector<LayoutPoint> independent(const LinearLayout &Tiles,
                                            ArrayRef<LayoutPoint> Images) {
  std::vector<LayoutPoint> Kept;
  Echelon<LongWord> Span;
  for (const LayoutPoint &Image : Images)
    if (Span.insert(Tiles.flattenLong(Image)))
      Kept.push_back(Image);
  return Kept;
}

/// The same for an operand: position K does not matter, and registers that then
/// hold copies are left out.
static Expected<LinearLayout> tilesOfOperand(const LinearLayout &Tiles,
                                             unsigned K) {
  std::vector<LayoutSpec::Input> Inputs = Tiles.spec().Inputs;
  for (LayoutSpec::Input &In : Inputs)
    for (LayoutPoint &Image : In.Images)
      Image[K] = 0;
  for (LayoutSpec::Input &In : Inputs)
    if (In.Name == "register")
      In.Images = independent(Tiles, In.Images);
  return tileOf(Tiles.outputs().size(), Inputs);
}

//===----------------------------------------------------------------------===//
// Result and operands
//===----------------------------------------------------------------------===//

Expected<LinearLayout> f2layout::wmmaLayout(const WmmaParams &P,
                                            ArrayRef<uint64_t> Shape) {
  if (Error E = check(P, Shape))
    return E;
  unsigned Rank = Shape.size();
  unsigned AlongLanes = P.IsTransposed ? Rank - 2 : Rank - 1;
  unsigned InRegisters = P.IsTransposed ? Rank - 1 : Rank - 2;
  TileBuilder T(Rank);
  T.run("lane", HalfWave, AlongLanes);
  if (P.Version == 1) {
    T.run("lane", 2, InRegisters);
    T.run("register", 8, InRegisters);
  } else {
    T.run("register", 8, InRegisters);
    T.run("lane", 2, InRegisters);
    T.run("register", P.InstrShape[0] / 16, InRegisters);
  }
  Expected<LinearLayout> Tile = T.finish();
  if (!Tile)
    return Tile;
  Expected<LinearLayout> Tiles = tilesOfBlock(P, Rank);
  if (!Tiles)
    return Tiles;
  Expected<LinearLayout> All = product(*Tile, *Tiles);
  return All ? tileToShape(*All, Shape, minorLast(Rank), P.Cga)
             : std::move(All);
}

/// Rows of A, or columns of B, that one instruction takes. If transposed, A is
/// the instruction's B.
static unsigned rowsOfOperand(const WmmaParams &P, unsigned OpIdx) {
  return P.InstrShape[P.IsTransposed ? 1 - OpIdx : OpIdx];
}

Expected<LinearLayout> f2layout::wmmaOperandLayout(const WmmaParams &Parent,
                                                   const DotOperandParams &P,
                                                   ArrayRef<uint64_t> Shape) {
  if (Error E = check(Parent, Shape))
    return E;
  unsigned Rank = Shape.size();
  Expected<unsigned> K = contractedDim("operand of wmma", P, Rank);
  if (!K)
    return K.takeError();
  if (Error E = checkKWidth("operand of wmma", P))
    return E;
  unsigned Other = P.OpIdx == 0 ? Rank - 2 : Rank - 1;
  TileBuilder T(Rank);
  T.run("register", P.KWidth, *K);
  T.run("lane", HalfWave, Other);
  if (Parent.Version == 1)
    T.copies("lane", 2);
  else
    T.run("lane", 2, *K);
  T.run("register",
        std::max<uint64_t>(1, Parent.InstrShape[2] / (2 * uint64_t(P.KWidth))),
        *K);
  T.run("register", rowsOfOperand(Parent, P.OpIdx) / HalfWave, Other);
  Expected<LinearLayout> Tile = T.finish();
  if (!Tile)
    return Tile;
  Expected<LinearLayout> Tiles = tilesOfBlock(Parent, Rank);
  if (!Tiles)
    return Tiles;
  Tiles = tilesOfOperand(*Tiles, *K);
  if (!Tiles)
    return Tiles;
  Expected<LinearLayout> All = product(*Tile, *Tiles);
  return All ? tileToShape(*All, Shape, contractedFirst(Rank, *K),
                           operandCga(Parent.Cga, *K))
             : std::move(All);
}
