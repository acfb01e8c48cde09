//===- Mma.cpp - Fragments of mma.sync and wgmma --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Mma.h"
#include "layouts/families/DotOperand.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// The pattern of all fragments: Neighbours along Row in a register, 4 lanes
/// along Row, 8 lanes down, registers down to Down, registers along to Along.
struct Fragment {
  unsigned RowDim, DownDim;
  uint64_t Along, Down;
  uint64_t Neighbours;
};

} // namespace

static Error checkFragment(StringRef Family, const Fragment &F) {
  for (uint64_t Size : {F.Along, F.Down, F.Neighbours})
    if (!isPowerOf2_64(Size))
      return familyError(Family, "a size of the instruction is " + Twine(Size) +
                                     ", expected a power of two");
  if (F.Down >= 8 && F.Along >= 4 * F.Neighbours)
    return Error::success();
  return familyError(Family, "the tile has " + Twine(F.Down) + " rows of " +
                                 Twine(F.Along) + ", expected at least 8 of " +
                                 Twine(4 * F.Neighbours));
}

static void addFragment(TileBuilder &T, const Fragment &F) {
  T.run("register", F.Neighbours, F.RowDim);
  T.run("lane", 4, F.RowDim);
  T.run("lane", 8, F.DownDim);
  T.run("register", F.Down / 8, F.DownDim);
  T.run("register", F.Along / (4 * F.Neighbours), F.RowDim);
}

/// The order of minorLast() with the last two dimensions exchanged.
static SmallVector<unsigned> columnMajor(unsigned Rank) {
  SmallVector<unsigned> Order = minorLast(Rank);
  std::swap(Order[0], Order[1]);
  return Order;
}

static Error check(const MmaParams &P, ArrayRef<uint64_t> Shape) {
  if (P.VersionMajor != 2 && P.VersionMajor != 3)
    return familyError("mma", "versionMajor is " + Twine(P.VersionMajor) +
                                  ", expected 2 (mma.sync) or 3 (wgmma)");
  if (Error E = checkWarps("mma", P.WarpsPerCta))
    return E;
  return checkShape("mma", Shape, P.WarpsPerCta.size());
}

/// Warps of mma.sync are numbered along n first, those of wgmma along m,
/// because four consecutive warps form a warpgroup.
static SmallVector<unsigned> warpOrder(const MmaParams &P) {
  unsigned Rank = P.WarpsPerCta.size();
  return P.VersionMajor == 3 ? columnMajor(Rank) : minorLast(Rank);
}

/// Rows and columns of the result of one instruction in one warp.
static Expected<std::pair<unsigned, unsigned>> tileOfWarp(const MmaParams &P) {
  unsigned Rank = P.WarpsPerCta.size();
  bool IsWgmma = P.VersionMajor == 3;
  unsigned Expect = IsWgmma ? 3 : Rank;
  if (P.InstrShape.size() != Expect)
    return familyError("mma", "instrShape has " + Twine(P.InstrShape.size()) +
                                  " sizes, expected " + Twine(Expect) +
                                  (IsWgmma ? ", [m,n,k]" : ", as the result"));
  if (IsWgmma)
    return std::make_pair(P.InstrShape[0], P.InstrShape[1]);
  ArrayRef<unsigned> Shape = P.InstrShape;
  for (unsigned Size : Shape.drop_back(2))
    if (Size != 1)
      return familyError("mma", "instrShape has a batch of " + Twine(Size) +
                                    ", expected 1");
  return std::make_pair(Shape[Rank - 2], Shape[Rank - 1]);
}

Expected<LinearLayout> f2layout::mmaLayout(const MmaParams &P,
                                           ArrayRef<uint64_t> Shape) {
  if (Error E = check(P, Shape))
    return E;
  Expected<std::pair<unsigned, unsigned>> MN = tileOfWarp(P);
  if (!MN)
    return MN.takeError();
  unsigned Rank = Shape.size();
  Fragment F{Rank - 1, Rank - 2, MN->second, MN->first, 2};
  if (Error E = checkFragment("mma", F))
    return E;
  TileBuilder T(Rank);
  addFragment(T, F);
  T.box("warp", P.WarpsPerCta, warpOrder(P));
  Expected<LinearLayout> Tile = T.finish();
  return Tile ? tileToShape(*Tile, Shape, minorLast(Rank), P.Cga)
              : std::move(Tile);
}

Expected<LinearLayout> f2layout::mmaOperandLayout(const MmaParams &Parent,
                                                  const DotOperandParams &P,
                                                  ArrayRef<uint64_t> Shape) {
  if (Error E = check(Parent, Shape))
    return E;
  unsigned Rank = Shape.size();
  Expected<unsigned> K = contractedDim("operand of mma", P, Rank);
  if (!K)
    return K.takeError();
  bool IsA = P.OpIdx == 0;
  if (!IsA && Parent.VersionMajor == 3)
    return familyError("operand of mma", "opIdx is 1 and the parent is wgmma, "
                                         "which reads B from shared memory");
  if (Error E = checkKWidth("operand of mma", P))
    return E;
  unsigned Other = IsA ? Rank - 2 : Rank - 1;
  TileBuilder T(Rank);
  addFragment(T, {*K, Other, 8 * uint64_t(P.KWidth), IsA ? 16u : 8u, P.KWidth});
  T.box("warp", Parent.WarpsPerCta, warpOrder(Parent), *K);
  Expected<LinearLayout> Tile = T.finish();
  if (!Tile)
    return Tile;
  return tileToShape(*Tile, Shape, IsA ? minorLast(Rank) : columnMajor(Rank),
                     operandCga(Parent.Cga, *K));
}

//===----------------------------------------------------------------------===//
// Single instructions
//===----------------------------------------------------------------------===//

/// Operands fill 32-bit registers with neighbours, except f64. Results have two
/// neighbours, in one register or in two.
static unsigned neighbours(MmaMatrix Which, unsigned ElementBits) {
  if (Which == MmaMatrix::Result)
    return 2;
  return ElementBits >= 32 ? 1 : 32 / ElementBits;
}

static Error checkBits(StringRef Family, unsigned ElementBits) {
  if (isPowerOf2_32(ElementBits) && ElementBits <= 64 && ElementBits != 2)
    return Error::success();
  return familyError(Family, "elements have " + Twine(ElementBits) +
                                 " bits, expected 1, 4, 8, 16, 32 or 64");
}

Expected<LinearLayout> f2layout::mmaFragment(MmaMatrix Which, unsigned M,
                                             unsigned N, unsigned K,
                                             unsigned ElementBits) {
  if (Error E = checkBits("mma fragment", ElementBits))
    return E;
  unsigned Pair = neighbours(Which, ElementBits);
  Fragment F = Which == MmaMatrix::A   ? Fragment{1, 0, K, M, Pair}
               : Which == MmaMatrix::B ? Fragment{0, 1, K, N, Pair}
                                       : Fragment{1, 0, N, M, Pair};
  if (Error E = checkFragment("mma fragment", F))
    return E;
  TileBuilder T(2, {"register", "lane"});
  addFragment(T, F);
  return T.finish();
}

Expected<LinearLayout> f2layout::wgmmaFragment(MmaMatrix Which, unsigned N,
                                               unsigned K,
                                               unsigned ElementBits) {
  if (Which == MmaMatrix::B)
    return familyError("wgmma fragment", "B is never in registers");
  if (Error E = checkBits("wgmma fragment", ElementBits))
    return E;
  if (N == 0 || N % 8 || N > 256)
    return familyError("wgmma fragment", "n is " + Twine(N) +
                                             ", expected a multiple of 8 from "
                                             "8 to 256");
  bool IsA = Which == MmaMatrix::A;
  if (IsA && uint64_t(K) * ElementBits != 256)
    return familyError("wgmma fragment", "k is " + Twine(K) + ", expected " +
                                             Twine(256 / ElementBits) +
                                             " elements, 256 bits");
  TileBuilder T(2);
  addFragment(
      T, {1, 0, IsA ? K : PowerOf2Ceil(N), 16, neighbours(Which, ElementBits)});
  T.run("warp", 4, 0);
  return T.finish();
}
