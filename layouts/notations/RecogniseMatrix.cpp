//===- RecogniseMatrix.cpp - Parameters of matrix instructions ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are few instructions, and few ways to place the warps: three warp bits
// over rows and columns give 8x1, 4x2, 2x4 or 1x8. All are tried.
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/Recognition.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

using Sizes = SmallVector<unsigned>;

/// Visits every way to split 2^Bits over dimensions FirstDim and up.
static bool anySplit(unsigned Bits, Sizes &Split, unsigned FirstDim,
                     function_ref<bool()> Visit) {
  if (FirstDim + 1 == Split.size()) {
    Split[FirstDim] = 1u << Bits;
    return Visit();
  }
  for (unsigned Here = Bits + 1; Here-- > 0;) {
    Split[FirstDim] = 1u << Here;
    if (anySplit(Bits - Here, Split, FirstDim + 1, Visit))
      return true;
  }
  return false;
}

/// Visits every placement of the layout's warps. There is none if the tensor is
/// not a matrix with at most two batch dimensions, or if the block has more
/// than 64 warps: no GPU has these, and there would be too many placements.
static bool anyWarps(const LinearLayout &L,
                     function_ref<bool(ArrayRef<unsigned>)> Visit) {
  unsigned Rank = L.outputs().size();
  unsigned Bits = L.inputBits("warp");
  if (Rank < 2 || Rank > 4 || Bits > 6)
    return false;
  Sizes Warps(Rank, 1);
  return anySplit(Bits, Warps, 0, [&] { return Visit(Warps); });
}

/// Visits every number of tiles per warp that the registers allow, the smallest
/// first.
static bool anyTiles(const LinearLayout &L,
                     function_ref<bool(ArrayRef<unsigned>)> Visit) {
  unsigned Rank = L.outputs().size();
  if (Rank < 2)
    return false;
  unsigned Most = std::min(16u, L.inputBits("register"));
  Sizes Tiles(Rank, 1);
  for (unsigned Total = 0; Total <= Most; ++Total)
    if (anySplit(Total, Tiles, Rank - 2, [&] { return Visit(Tiles); }))
      return true;
  return false;
}

/// Visits the parameters with every number of tiles per warp and placement of
/// warps. One tile along every dimension is left implicit.
template <typename ParamsT, typename VisitT>
static bool anyTilesAndWarps(const LinearLayout &L, ParamsT P, VisitT Visit) {
  return anyTiles(L, [&](ArrayRef<unsigned> Tiles) {
    P.TilesPerWarp.clear();
    if (any_of(Tiles, [](unsigned N) { return N > 1; }))
      P.TilesPerWarp.assign(Tiles.begin(), Tiles.end());
    return anyWarps(L, [&](ArrayRef<unsigned> Warps) {
      P.WarpsPerCta.assign(Warps.begin(), Warps.end());
      return Visit(P);
    });
  });
}

//===----------------------------------------------------------------------===//
// NVIDIA
//===----------------------------------------------------------------------===//

/// Widths n: first the widest that fits the tensor, then narrower ones, then
/// those that are cut.
static Sizes wgmmaWidths(uint64_t Columns) {
  Sizes Widths, Cut;
  for (unsigned N = 256; N >= 8; N /= 2)
    (N <= Columns ? Widths : Cut).push_back(N);
  Widths.append(Cut.rbegin(), Cut.rend());
  return Widths;
}

void f2layout::visitMma(const LinearLayout &L, DistributedVisitor Visit) {
  if (L.inputBits("lane") != 5)
    return;
  MmaParams P;
  P.Cga = cgaOf(L);
  bool Found = anyWarps(L, [&](ArrayRef<unsigned> Warps) {
    P.VersionMajor = 2;
    P.WarpsPerCta.assign(Warps.begin(), Warps.end());
    P.InstrShape.assign(Warps.size(), 1);
    P.InstrShape[Warps.size() - 2] = 16;
    P.InstrShape.back() = 8;
    return Visit({P});
  });
  if (Found)
    return;
  anyWarps(L, [&](ArrayRef<unsigned> Warps) {
    P.VersionMajor = 3;
    P.WarpsPerCta.assign(Warps.begin(), Warps.end());
    return any_of(wgmmaWidths(L.outputs().back().size()), [&](unsigned N) {
      P.InstrShape = {16, N, 16};
      return Visit({P});
    });
  });
}

//===----------------------------------------------------------------------===//
// AMD
//===----------------------------------------------------------------------===//

static bool anyMfmaTiles(const LinearLayout &L, const MfmaParams &P,
                         DistributedVisitor Visit) {
  return anyTilesAndWarps(L, P, [&](MfmaParams &P) {
    for (bool Transposed : {false, true}) {
      P.IsTransposed = Transposed;
      if (Visit({P}))
        return true;
    }
    return false;
  });
}

void f2layout::visitMfma(const LinearLayout &L, DistributedVisitor Visit) {
  if (L.inputBits("lane") != 6)
    return;
  MfmaParams P;
  P.Cga = cgaOf(L);
  const Sizes Shapes[] = {
      {32, 32, 8}, {16, 16, 16}, {4, 64, 4}, {64, 4, 4}, {4, 4, 64}};
  for (const Sizes &Shape : Shapes) {
    P.InstrShape = Shape;
    P.ElementBitWidth = 32;
    if (anyMfmaTiles(L, P, Visit))
      return;
    P.ElementBitWidth = 64;
    P.InstrShape = {16, 16, 4};
    if (Shape[0] == 16 && anyMfmaTiles(L, P, Visit))
      return;
  }
}

/// Tiles over registers and warps, as in the layout: everything above the eight
/// registers of a tile, counted in tiles.
static std::optional<LinearLayout> tilesOf(const LinearLayout &L) {
  constexpr unsigned TileBits = 3;
  unsigned Rank = L.outputs().size();
  std::vector<LayoutPoint> Registers = imagesOf(L, "register");
  std::vector<LayoutPoint> Warps = imagesOf(L, "warp");
  if (Rank < 2 || Registers.size() < TileBits)
    return std::nullopt;
  Registers.erase(Registers.begin(), Registers.begin() + TileBits);
  for (std::vector<LayoutPoint> *Images : {&Registers, &Warps})
    for (LayoutPoint &Image : *Images)
      for (unsigned D : {Rank - 2, Rank - 1})
        Image[D] /= 16;
  Expected<LinearLayout> Tiles =
      tileOf(Rank, {{"register", Registers}, {"warp", Warps}});
  if (Tiles)
    return *Tiles;
  consumeError(Tiles.takeError());
  return std::nullopt;
}

void f2layout::visitWmma(const LinearLayout &L, DistributedVisitor Visit) {
  if (L.inputBits("lane") != 5)
    return;
  struct Instruction {
    unsigned Version, M, K;
  };
  const Instruction Instructions[] = {{2, 16, 16},  {1, 16, 16}, {2, 16, 32},
                                      {3, 16, 4},   {3, 16, 32}, {3, 16, 64},
                                      {3, 16, 128}, {3, 32, 128}};
  WmmaParams P;
  P.Cga = cgaOf(L);
  for (const Instruction &I : Instructions)
    for (bool Transposed : {false, true}) {
      P.Version = I.Version;
      P.InstrShape = {I.M, 16, I.K};
      P.IsTransposed = Transposed;
      if (anyTilesAndWarps(L, P, [&](WmmaParams &P) { return Visit({P}); }))
        return;
    }
  std::optional<LinearLayout> Tiles = tilesOf(L);
  if (!Tiles)
    return;
  P.CtaLayout = *Tiles;
  P.InstrShape = {16, 16, 16};
  for (unsigned Version : {2, 1})
    for (bool Transposed : {false, true}) {
      P.Version = Version;
      P.IsTransposed = Transposed;
      if (Visit({P}))
        return;
    }
}
