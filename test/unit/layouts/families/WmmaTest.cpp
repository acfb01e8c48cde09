//===- WmmaTest.cpp - Tensors in fragments of AMD's WMMA ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Wmma.h"
#include "layouts/families/Family.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

WmmaParams params(unsigned Version, Sizes Warps, bool IsTransposed = false,
                  Sizes Instr = {16, 16, 16}, Sizes Tiles = {}) {
  WmmaParams P;
  P.Version = Version;
  P.WarpsPerCta = Warps;
  P.IsTransposed = IsTransposed;
  P.InstrShape = Instr;
  P.TilesPerWarp = Tiles;
  return P;
}

//===----------------------------------------------------------------------===//
// Single instructions, from element to register and lane
//===----------------------------------------------------------------------===//

/// RDNA3, section 7.9, and the formulas that AMD's matrix instruction
/// calculator prints for gfx11: A[i][k] and B[k][j] are in item k of lanes i
/// (j) and i + 16, D[i][j] is in register i / 2 of lane j + 16 (i % 2).
TEST(Wmma, Gfx11AsInTheManual) {
  WmmaParams P = params(1, {1, 1});
  LinearLayout A = get(wmmaOperandLayout(P, {0, {}, 16}, {16, 16}));
  LinearLayout B = get(wmmaOperandLayout(P, {1, {}, 16}, {16, 16}));
  LinearLayout D = get(wmmaLayout(P, {16, 16}));
  EXPECT_EQ(registers(A), 16u);
  EXPECT_EQ(registers(B), 16u);
  EXPECT_EQ(registers(D), 8u);
  for (unsigned I = 0; I < 16; ++I)
    for (unsigned J = 0; J < 16; ++J) {
      EXPECT_TRUE(holds(A, J, I, {I, J}) && holds(A, J, I + 16, {I, J}));
      EXPECT_TRUE(holds(B, I, J, {I, J}) && holds(B, I, J + 16, {I, J}));
      EXPECT_TRUE(holds(D, I / 2, J + 16 * (I % 2), {I, J}));
    }
}

/// RDNA4, section 7.12: A[i][k] is in item k % (K / 2) of lane i + 16 (k / (K /
/// 2)), B likewise; D[i][j] is in register i % 8 of lane j + 16 (i / 8).
TEST(Wmma, Gfx12AsInTheManual) {
  for (unsigned K : {16, 32}) {
    WmmaParams P = params(2, {1, 1}, false, {16, 16, K});
    LinearLayout A = get(wmmaOperandLayout(P, {0, {}, K / 2}, {16, K}));
    LinearLayout B = get(wmmaOperandLayout(P, {1, {}, K / 2}, {K, 16}));
    LinearLayout D = get(wmmaLayout(P, {16, 16}));
    EXPECT_EQ(registers(A), K / 2);
    EXPECT_EQ(registers(D), 8u);
    for (unsigned I = 0; I < 16; ++I) {
      for (unsigned X = 0; X < K; ++X) {
        unsigned Lane = I + 16 * (X / (K / 2));
        EXPECT_TRUE(holds(A, X % (K / 2), Lane, {I, X}));
        EXPECT_TRUE(holds(B, X % (K / 2), Lane, {X, I}));
      }
      for (unsigned J = 0; J < 16; ++J)
        EXPECT_TRUE(holds(D, I % 8, J + 16 * (I / 8), {I, J}));
    }
  }
}

/// gfx1250: kWidth elements of each row are in lanes 0..15, the next in lanes
/// 16..31, alternating. Instructions alternate after eight elements of 16 or 8
/// bits (StridedFragmentsTest.cpp). With another kWidth, which Triton allows, k
/// is in another order. A product gives the same result as long as both
/// operands have the same order.
TEST(Wmma, Gfx1250InTurns) {
  for (auto [K, KWidth] : {std::pair(32u, 8u), std::pair(64u, 16u),
                           std::pair(128u, 16u), std::pair(4u, 2u)}) {
    WmmaParams P = params(3, {1, 1}, false, {16, 16, K});
    LinearLayout A = get(wmmaOperandLayout(P, {0, {}, KWidth}, {16, K}));
    EXPECT_EQ(registers(A), K / 2);
    for (unsigned I = 0; I < 16; ++I)
      for (unsigned X = 0; X < K; ++X) {
        unsigned Run = X / KWidth;
        EXPECT_TRUE(holds(A, X % KWidth + KWidth * (Run / 2),
                          I + 16 * (Run % 2), {I, X}))
            << K << ": " << I << ", " << X;
      }
  }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Row and column of the instruction's result, [m,n].
std::pair<uint64_t, uint64_t> inTile(const WmmaParams &P, uint64_t R,
                                     uint64_t Lane) {
  uint64_t Row = P.Version == 1 ? 2 * R + Lane / 16
                                : R % 8 + 8 * (Lane / 16) + 16 * (R / 8);
  return P.IsTransposed ? std::make_pair(Lane % 16, Row)
                        : std::make_pair(Row, Lane % 16);
}

/// Tiles of a warp run along n first, then down; repeats in the same order.
LayoutPoint resultElement(const WmmaParams &P, const Extents &Shape,
                          const Place &At) {
  unsigned Rank = Shape.size();
  Digits Register{At.Register}, OfWarp{At.Warp};
  auto [Row, Column] = inTile(P, Register.take(P.InstrShape[0] / 2), At.Lane);
  uint64_t Rows = P.IsTransposed ? 16 : P.InstrShape[0];
  uint64_t Columns = P.IsTransposed ? P.InstrShape[0] : 16;
  LayoutPoint Element(Rank, 0);
  Element[Rank - 2] = Row;
  Element[Rank - 1] = Column;
  Extents Tile(Rank, 1);
  Tile[Rank - 2] = Rows;
  Tile[Rank - 1] = Columns;
  for (unsigned D = Rank; D-- > 0;) {
    uint64_t Tiles = sizeOrOne(P.TilesPerWarp, D);
    Element[D] += Tile[D] * Register.take(Tiles);
    Tile[D] *= Tiles;
    Element[D] += Tile[D] * OfWarp.take(P.WarpsPerCta[D]);
    Tile[D] *= P.WarpsPerCta[D];
  }
  for (unsigned D = Rank; D-- > 0;) {
    Element[D] += Tile[D] * Register.take(repeats(Shape[D], Tile[D]));
    Element[D] %= Shape[D];
  }
  return Element;
}

void checkResult(const WmmaParams &P, const Extents &Shape) {
  LinearLayout L = get(wmmaLayout(P, Shape));
  EXPECT_TRUE(L.isSurjective()) << toString(L);
  expectAtAllPlaces(
      L, [&](const Place &At) { return resultElement(P, Shape, At); });
}

TEST(Wmma, Results) {
  for (auto [Version, Instr] :
       {std::pair(1u, Sizes{16, 16, 16}), std::pair(2u, Sizes{16, 16, 16}),
        std::pair(3u, Sizes{16, 16, 32}), std::pair(3u, Sizes{32, 16, 128})})
    for (bool IsTransposed : {false, true})
      for (Sizes Warps : {Sizes{1, 1}, Sizes{2, 4}})
        for (Sizes Tiles : {Sizes{}, Sizes{2, 2}, Sizes{4, 1}})
          for (const Extents &Shape :
               {Extents{16, 16}, Extents{1, 64}, Extents{128, 32},
                Extents{64, 256}, Extents{4, 8}})
            checkResult(params(Version, Warps, IsTransposed, Instr, Tiles),
                        Shape);
}

TEST(Wmma, ThreeToFiveDimensions) {
  checkResult(params(1, {2, 4, 1}), {8, 32, 64});
  checkResult(params(2, {2, 2, 2}, true), {4, 64, 64});
  checkResult(params(3, {2, 1, 2, 1}, false, {16, 16, 32}), {2, 8, 32, 16});
  checkResult(params(2, {1, 2, 1, 2, 1}), {2, 2, 2, 32, 32});
}

/// A or B: kWidth consecutive k, alternating between the two halves of the wave
/// (in gfx11 both hold the same), then tiles and repeats.
LayoutPoint operandElement(const WmmaParams &P, unsigned OpIdx, uint64_t KWidth,
                           const Extents &Shape, const Place &At) {
  unsigned Rank = Shape.size();
  unsigned K = OpIdx == 0 ? Rank - 1 : Rank - 2;
  unsigned Other = OpIdx == 0 ? Rank - 2 : Rank - 1;
  uint64_t Halves = P.Version == 1 ? 1 : 2;
  uint64_t Rows = P.InstrShape[P.IsTransposed ? 1 - OpIdx : OpIdx];
  Digits Register{At.Register}, OfWarp{At.Warp};
  LayoutPoint Element(Rank, 0);
  Extents Tile(Rank, 1);
  Element[K] = Register.take(KWidth) + KWidth * (At.Lane / 16 % Halves);
  Tile[K] = KWidth * Halves;
  uint64_t Turns = repeats(P.InstrShape[2], 2 * KWidth);
  Element[K] += Tile[K] * Register.take(Turns);
  Tile[K] *= Turns;
  Element[Other] = At.Lane % 16 + 16 * Register.take(Rows / 16);
  Tile[Other] = Rows;
  for (unsigned D = Rank; D-- > 0;) {
    uint64_t Mine = OfWarp.take(P.WarpsPerCta[D]);
    if (D == K)
      continue;
    uint64_t Tiles = sizeOrOne(P.TilesPerWarp, D);
    Element[D] += Tile[D] * (Register.take(Tiles) + Tiles * Mine);
    Tile[D] *= Tiles * P.WarpsPerCta[D];
  }
  Element[K] += Tile[K] * Register.take(repeats(Shape[K], Tile[K]));
  for (unsigned D = Rank; D-- > 0;)
    if (D != K)
      Element[D] += Tile[D] * Register.take(repeats(Shape[D], Tile[D]));
  for (unsigned D = 0; D < Rank; ++D)
    Element[D] %= Shape[D];
  return Element;
}

TEST(Wmma, Operands) {
  struct {
    unsigned Version;
    Sizes Instr;
    unsigned KWidth;
  } Cases[] = {{1, {16, 16, 16}, 16}, {1, {16, 16, 16}, 8},
               {2, {16, 16, 16}, 8},  {2, {16, 16, 32}, 16},
               {3, {16, 16, 4}, 2},   {3, {16, 16, 64}, 16},
               {3, {32, 16, 128}, 16}};
  for (const auto &C : Cases)
    for (bool IsTransposed : {false, true})
      for (Sizes Tiles : {Sizes{}, Sizes{2, 4}})
        for (const Extents &Shape :
             {Extents{128, 128}, Extents{16, 4}, Extents{2, 256}})
          for (unsigned OpIdx : {0, 1}) {
            WmmaParams P =
                params(C.Version, {2, 4}, IsTransposed, C.Instr, Tiles);
            expectAtAllPlaces(
                get(wmmaOperandLayout(P, {OpIdx, {}, C.KWidth}, Shape)),
                [&](const Place &At) {
                  return operandElement(P, OpIdx, C.KWidth, Shape, At);
                });
          }
}

TEST(Wmma, OperandsOfThreeToFiveDimensions) {
  for (const Extents &Shape :
       {Extents{4, 64, 32}, Extents{2, 2, 32, 64}, Extents{2, 1, 4, 64, 32}})
    for (unsigned OpIdx : {0, 1}) {
      WmmaParams P = params(2, Sizes(Shape.size(), 2));
      expectAtAllPlaces(get(wmmaOperandLayout(P, {OpIdx, {}, 8}, Shape)),
                        [&](const Place &At) {
                          return operandElement(P, OpIdx, 8, Shape, At);
                        });
    }
}

//===----------------------------------------------------------------------===//
// Explicit placements of warps
//===----------------------------------------------------------------------===//

WmmaParams freely(const char *Text) {
  WmmaParams P;
  P.CtaLayout = parsed(Text);
  return P;
}

TEST(Wmma, CtaLayoutForWarpsAndTiles) {
  WmmaParams P = freely("register=[[0,1],[1,0]], warp=[[0,2],[2,0]] -> [4,4]");
  WmmaParams Same = params(2, {2, 2}, false, {16, 16, 16}, {2, 2});
  for (const Extents &Shape : {Extents{64, 64}, Extents{16, 256}}) {
    EXPECT_EQ(text(wmmaLayout(P, Shape)), text(wmmaLayout(Same, Shape)));
    for (unsigned OpIdx : {0, 1})
      EXPECT_EQ(operandText(P, OpIdx, 8, Shape),
                operandText(Same, OpIdx, 8, Shape));
  }
}

/// The picture in the header: the warp and its tile at each place.
TEST(Wmma, TransposedWarps) {
  WmmaParams P = freely("register=[[2,0]], warp=[[2,1],[1,0]] -> [4,2]");
  LinearLayout L = get(wmmaLayout(P, {64, 32}));
  const unsigned Warps[4][2] = {{0, 1}, {2, 3}, {0, 1}, {2, 3}};
  const unsigned Tiles[4][2] = {{0, 1}, {0, 1}, {1, 0}, {1, 0}};
  for (unsigned Row = 0; Row < 4; ++Row)
    for (unsigned Column = 0; Column < 2; ++Column)
      EXPECT_EQ(text(L.apply({{"register", 8 * Tiles[Row][Column]},
                              {"warp", Warps[Row][Column]}})),
                "(" + std::to_string(16 * Row) + "," +
                    std::to_string(16 * Column) + ")");
  // For B the rows of tiles do not matter, so the second tile is left out. For
  // A the columns do not matter, and the warps hold what the registers held.
  EXPECT_EQ(operandText(P, 1, 8, {16, 32}),
            "register=[[1,0],[2,0],[4,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[8,0]], "
            "warp=[[0,16],[0,0]] -> [16,32]");
  EXPECT_EQ(operandText(P, 0, 8, {64, 16}),
            "register=[[0,1],[0,2],[0,4],[32,0]], "
            "lane=[[1,0],[2,0],[4,0],[8,0],[0,8]], "
            "warp=[[32,0],[16,0]] -> [64,16]");
}

/// Two registers whose rows differ, but whose columns do not.
TEST(Wmma, RegistersThatBecomeTheSameAreHeldOnce) {
  WmmaParams P = freely("register=[[1,1],[0,1]], warp=[] -> [2,2]");
  EXPECT_EQ(operandText(P, 1, 8, {16, 32}),
            "register=[[1,0],[2,0],[4,0],[0,16]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[8,0]], warp=[] -> [16,32]");
}

//===----------------------------------------------------------------------===//
// Triton's own expectations for the same parameters
//===----------------------------------------------------------------------===//

TEST(Wmma, ResultsInTriton) {
  EXPECT_EQ(text(wmmaLayout(params(1, {2, 4}), {128, 128})),
            "register=[[2,0],[4,0],[8,0],[0,64],[32,0],[64,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], "
            "warp=[[0,16],[0,32],[16,0]] -> [128,128]");
  EXPECT_EQ(text(wmmaLayout(params(1, {2, 4, 1}), {8, 16, 16})),
            "register=[[0,2,0],[0,4,0],[0,8,0],[2,0,0],[4,0,0]], "
            "lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,1,0]], "
            "warp=[[0,0,0],[0,0,0],[1,0,0]] -> [8,16,16]");
  EXPECT_EQ(text(wmmaLayout(params(2, {2, 4}, true), {64, 128})),
            "register=[[0,1],[0,2],[0,4],[0,64],[32,0]], "
            "lane=[[1,0],[2,0],[4,0],[8,0],[0,8]], "
            "warp=[[0,16],[0,32],[16,0]] -> [64,128]");
  EXPECT_EQ(text(wmmaLayout(params(2, {2, 2, 2}), {4, 64, 64})),
            "register=[[0,1,0],[0,2,0],[0,4,0],[0,0,32],[0,32,0],[2,0,0]], "
            "lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,8,0]], "
            "warp=[[0,0,16],[0,16,0],[1,0,0]] -> [4,64,64]");
  EXPECT_EQ(text(wmmaLayout(params(3, {2, 4}, false, {16, 16, 32}), {32, 64})),
            "register=[[1,0],[2,0],[4,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[8,0]], "
            "warp=[[0,16],[0,32],[16,0]] -> [32,64]");
}

TEST(Wmma, OperandsInTriton) {
  EXPECT_EQ(operandText(params(1, {2, 4}), 0, 16, {64, 128}),
            "register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[32,0]], "
            "lane=[[1,0],[2,0],[4,0],[8,0],[0,0]], "
            "warp=[[0,0],[0,0],[16,0]] -> [64,128]");
  EXPECT_EQ(operandText(params(1, {2, 4, 1}), 1, 16, {4, 128, 32}),
            "register=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,16,0],[0,32,0],"
            "[0,64,0],[0,0,16],[2,0,0]], "
            "lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,0,0]], "
            "warp=[[0,0,0],[0,0,0],[1,0,0]] -> [4,128,32]");
  EXPECT_EQ(operandText(params(2, {2, 4}), 0, 16, {32, 128}),
            "register=[[0,1],[0,2],[0,4],[0,8],[0,32],[0,64]], "
            "lane=[[1,0],[2,0],[4,0],[8,0],[0,16]], "
            "warp=[[0,0],[0,0],[16,0]] -> [32,128]");
  EXPECT_EQ(operandText(params(2, {2, 4}), 1, 8, {64, 128}),
            "register=[[1,0],[2,0],[4,0],[16,0],[32,0],[0,64]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[8,0]], "
            "warp=[[0,16],[0,32],[0,0]] -> [64,128]");
  EXPECT_EQ(
      operandText(params(3, {2, 4}, false, {16, 16, 32}), 0, 8, {64, 128}),
      "register=[[0,1],[0,2],[0,4],[0,16],[0,32],[0,64],[32,0]], "
      "lane=[[1,0],[2,0],[4,0],[8,0],[0,8]], "
      "warp=[[0,0],[0,0],[16,0]] -> [64,128]");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(Wmma, Errors) {
  auto Message = [](const WmmaParams &P, const Extents &Shape) {
    return text(wmmaLayout(P, Shape));
  };
  EXPECT_EQ(Message(params(4, {1, 1}), {16, 16}),
            "error: wmma: version is 4, expected 1 (gfx11), 2 (gfx12) or 3 "
            "(gfx1250)");
  EXPECT_EQ(Message(params(1, {1, 1}, false, {16, 16}), {16, 16}),
            "error: wmma: instrShape has 2 sizes, expected 3, [m,n,k]");
  EXPECT_EQ(Message(params(1, {1, 1}, false, {16, 16, 32}), {16, 16}),
            "error: wmma: instrShape is 16x16x32 with version 1, expected "
            "16x16x16");
  EXPECT_EQ(Message(params(3, {1, 1}), {16, 16}),
            "error: wmma: instrShape is 16x16x16 with version 3, expected "
            "16x16 with k of 4, 32, 64 or 128, or 32x16x128");
  EXPECT_EQ(Message(params(2, {1}), {16}),
            "error: wmma: there are warps along 1 dimensions, expected at "
            "least 2");
  WmmaParams P = freely("register=[], warp=[[0,1]] -> [1,2]");
  P.WarpsPerCta = {1, 2};
  EXPECT_EQ(Message(P, {16, 16}),
            "error: wmma: there is a ctaLayout, expected no warpsPerCTA and no "
            "tilesPerWarp beside it");
  EXPECT_EQ(Message(freely("lane=[[0,1]] -> [1,2]"), {16, 16}),
            "error: wmma: ctaLayout has the input 'lane', expected register "
            "and warp only");
  EXPECT_EQ(Message(freely("warp=[[0,1]] -> [m:1,n:2]"), {16, 16}),
            "error: wmma: output 0 of ctaLayout is 'm', expected 'dim0'");
  EXPECT_EQ(Message(freely("warp=[[0,1]] -> [1,2] ^ [0,1]"), {16, 16}),
            "error: wmma: ctaLayout has an offset, expected none");
  EXPECT_EQ(operandText(params(2, {1, 1}), 0, 0, {16, 16}),
            "error: operand of wmma: kWidth is 0, expected a power of two");
  for (const Extents &Shape : {Extents{16}, Extents{16, 24}})
    EXPECT_EQ(Message(params(2, {1, 1}), Shape).rfind("error: wmma:", 0), 0u);
}

} // namespace
