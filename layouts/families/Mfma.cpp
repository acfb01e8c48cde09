//===- Mfma.cpp - Tensors in fragments of AMD's MFMA ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Mfma.h"
#include "layouts/families/DotOperand.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static constexpr unsigned WaveSize = 64;
/// The 16 blocks of an instruction, in 4x4, 4x64 and 64x4.
static constexpr unsigned SmallBlocks = 16;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Error checkInstruction(const MfmaParams &P) {
  if (P.Version < 1 || P.Version > 4)
    return familyError("mfma", "version is " + Twine(P.Version) +
                                   ", expected 1 (gfx908), 2 (gfx90a), 3 "
                                   "(gfx942) or 4 (gfx950)");
  if (P.InstrShape.size() != 2 && P.InstrShape.size() != 3)
    return familyError("mfma", "instrShape has " + Twine(P.InstrShape.size()) +
                                   " sizes, expected 3, [m,n,k]");
  unsigned M = P.InstrShape[0], N = P.InstrShape[1];
  bool IsSquare = M == N && (M == 32 || M == 16 || M == 4);
  bool IsLong = (M == 4 && N == 64) || (M == 64 && N == 4);
  if (!IsSquare && !IsLong)
    return familyError("mfma", "instrShape is " + Twine(M) + "x" + Twine(N) +
                                   ", expected 32x32, 16x16, 4x4, 4x64 or "
                                   "64x4");
  if (M == 64 && !P.IsTransposed)
    return familyError("mfma", "instrShape is 64x4 and isTransposed is false, "
                               "expected true: only A can be broadcast to the "
                               "blocks of an instruction, so that 64x4 is "
                               "computed as 4x64");
  if (P.ElementBitWidth != 32 && P.ElementBitWidth != 64)
    return familyError("mfma", "elementBitWidth is " +
                                   Twine(P.ElementBitWidth) +
                                   ", expected 32 or 64");
  if (P.ElementBitWidth == 64 && (P.Version < 2 || M != 16))
    return familyError("mfma", "elementBitWidth is 64 with version " +
                                   Twine(P.Version) + " and instrShape " +
                                   Twine(M) + "x" + Twine(N) +
                                   ", expected version 2 or later and 16x16");
  return Error::success();
}

static Error check(const MfmaParams &P, ArrayRef<uint64_t> Shape) {
  if (Error E = checkInstruction(P))
    return E;
  unsigned Rank = P.WarpsPerCta.size();
  if (Error E = checkWarps("mfma", P.WarpsPerCta))
    return E;
  if (Error E = checkTiles("mfma", "tilesPerWarp", P.TilesPerWarp, Rank))
    return E;
  if (Error E = checkCga("mfma", P.Cga, Rank))
    return E;
  return checkShape("mfma", Shape, Rank);
}

static unsigned tilesPerWarp(const MfmaParams &P, unsigned Dim) {
  return P.TilesPerWarp.empty() ? 1 : P.TilesPerWarp[Dim];
}

/// Registers repeat the tile along Dim up to Size.
static void repeatTo(TileBuilder &T, uint64_t Size, unsigned Dim) {
  T.run("register", std::max<uint64_t>(1, Size / T.extent(Dim)), Dim);
}

//===----------------------------------------------------------------------===//
// Result
//===----------------------------------------------------------------------===//

/// The tile of one instruction. Columns run along the lanes and rows along
/// registers; transposed, the other way round.
static void addTile(TileBuilder &T, const MfmaParams &P, unsigned Rank) {
  unsigned M = P.InstrShape[0], N = P.InstrShape[1];
  unsigned AlongLanes = P.IsTransposed ? Rank - 2 : Rank - 1;
  unsigned InRegisters = P.IsTransposed ? Rank - 1 : Rank - 2;
  unsigned Lanes = P.IsTransposed ? M : N;
  unsigned Group = P.ElementBitWidth == 64 ? 1 : 4;
  T.run("register", Group, InRegisters);
  T.run("lane", Lanes, AlongLanes);
  if (M == 4 && N == 4)
    T.copies("lane", SmallBlocks);
  else
    T.run("lane", WaveSize / Lanes, InRegisters);
  T.run("register", std::max(1u, M * N / (WaveSize * Group)), InRegisters);
}

Expected<LinearLayout> f2layout::mfmaLayout(const MfmaParams &P,
                                            ArrayRef<uint64_t> Shape) {
  if (Error E = check(P, Shape))
    return E;
  unsigned Rank = Shape.size(), M = Rank - 2, N = Rank - 1;
  TileBuilder T(Rank);
  addTile(T, P, Rank);
  // All tiles along n precede the next tile along m, also within a warp.
  T.run("register", tilesPerWarp(P, N), N);
  T.run("warp", P.WarpsPerCta[N], N);
  repeatTo(T, pieceOf(Shape, P.Cga)[N], N);
  T.run("register", tilesPerWarp(P, M), M);
  T.run("warp", P.WarpsPerCta[M], M);
  T.box("warp", P.WarpsPerCta, ArrayRef(minorLast(Rank)).drop_front(2));
  Expected<LinearLayout> Tile = T.finish();
  return Tile ? tileToShape(*Tile, Shape, minorLast(Rank), P.Cga)
              : std::move(Tile);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Expected<LinearLayout> f2layout::mfmaOperandLayout(const MfmaParams &Parent,
                                                   const DotOperandParams &P,
                                                   ArrayRef<uint64_t> Shape) {
  if (Error E = check(Parent, Shape))
    return E;
  unsigned Rank = Shape.size();
  Expected<unsigned> K = contractedDim("operand of mfma", P, Rank);
  if (!K)
    return K.takeError();
  if (Error E = checkKWidth("operand of mfma", P))
    return E;
  unsigned Other = P.OpIdx == 0 ? Rank - 2 : Rank - 1;
  unsigned Lanes = Parent.InstrShape[P.OpIdx];
  TileBuilder T(Rank);
  T.run("register", P.KWidth, *K);
  T.run("lane", Lanes, Other);
  T.run("lane", WaveSize / Lanes, *K);
  // 64 rows use all lanes. The operand of four rows spreads k over its 16
  // blocks of lanes; this operand has those k in registers.
  if (Lanes == WaveSize)
    T.run("register", SmallBlocks, *K);
  repeatTo(T, Shape[*K], *K);
  T.run("register", tilesPerWarp(Parent, Other), Other);
  T.box("warp", Parent.WarpsPerCta, minorLast(Rank), *K);
  Expected<LinearLayout> Tile = T.finish();
  return Tile ? tileToShape(*Tile, Shape, contractedFirst(Rank, *K),
                            operandCga(Parent.Cga, *K))
              : std::move(Tile);
}
