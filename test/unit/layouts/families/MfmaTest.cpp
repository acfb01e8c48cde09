//===- MfmaTest.cpp - Tensors in fragments of AMD's MFMA ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Mfma.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/families/Family.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

MfmaParams params(Sizes Warps, Sizes Instr, bool IsTransposed = false,
                  Sizes Tiles = {}) {
  MfmaParams P;
  P.WarpsPerCta = Warps;
  P.InstrShape = Instr;
  P.IsTransposed = IsTransposed;
  P.TilesPerWarp = Tiles;
  return P;
}

//===----------------------------------------------------------------------===//
// The articles' examples
//===----------------------------------------------------------------------===//

/// "v2{37}": register 2 of lane 37.
std::string rowOfTable(const LinearLayout &L, uint64_t Row) {
  std::vector<std::string> Cells(16);
  for (unsigned Lane = 0; Lane < 64; ++Lane)
    for (unsigned R = 0; R < 4; ++R) {
      LayoutPoint P = L.point(L.applyFlat(R | Lane << 2));
      if (P[0] == Row)
        Cells[P[1]] =
            "v" + std::to_string(R) + "{" + std::to_string(Lane) + "}";
    }
  std::string Line;
  for (const std::string &Cell : Cells)
    Line += (Line.empty() ? "" : " ") + Cell;
  return Line;
}

/// The table of V_MFMA_F32_16X16X16_F16, C[M][N]. The text beside it has
/// m = r + t / 16, which would put lane 16 at row 1; the table has it at row 4:
/// m = r + 4 (t / 16).
TEST(Mfma, TableOf16x16) {
  LinearLayout L = get(mfmaLayout(params({1, 1}, {16, 16, 16}), {16, 16}));
  EXPECT_EQ(rowOfTable(L, 0),
            "v0{0} v0{1} v0{2} v0{3} v0{4} v0{5} v0{6} v0{7} v0{8} v0{9} "
            "v0{10} v0{11} v0{12} v0{13} v0{14} v0{15}");
  EXPECT_EQ(rowOfTable(L, 4),
            "v0{16} v0{17} v0{18} v0{19} v0{20} v0{21} v0{22} v0{23} v0{24} "
            "v0{25} v0{26} v0{27} v0{28} v0{29} v0{30} v0{31}");
  EXPECT_EQ(rowOfTable(L, 15),
            "v3{48} v3{49} v3{50} v3{51} v3{52} v3{53} v3{54} v3{55} v3{56} "
            "v3{57} v3{58} v3{59} v3{60} v3{61} v3{62} v3{63}");
  expectAtAllPlaces(L, [](const Place &At) -> LayoutPoint {
    return {At.Register + 4 * (At.Lane / 16), At.Lane % 16};
  });
  EXPECT_EQ(toString(L), "register=[[1,0],[2,0]], "
                         "lane=[[0,1],[0,2],[0,4],[0,8],[4,0],[8,0]], "
                         "warp=[] -> [16,16]");
}

TEST(Mfma, OneWarpIsAProductOfIdentities) {
  LinearLayout Registers = get(LinearLayout::identity(2, "register", "dim0"));
  LinearLayout Columns = get(LinearLayout::identity(4, "lane", "dim1"));
  LinearLayout Rows = get(LinearLayout::identity(2, "lane", "dim0"));
  LinearLayout Product = get(product(get(product(Registers, Columns)), Rows));
  LinearLayout L = get(mfmaLayout(params({1, 1}, {16, 16, 16}), {16, 16}));
  EXPECT_TRUE(sameMap(Product, L)) << toString(Product);
}

TEST(Mfma, DumpOf32x64) {
  EXPECT_EQ(text(mfmaLayout(params({2, 2}, {16, 16, 16}), {32, 64})),
            "register=[[1,0],[2,0],[0,32]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[4,0],[8,0]], "
            "warp=[[0,16],[16,0]] -> [32,64]");
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

/// Row and column in the tile of one instruction. The manual's formula solved
/// for the element, H = 4 or 1: lanes are N columns times groups of H rows.
std::pair<uint64_t, uint64_t> inTile(const MfmaParams &P, uint64_t Item,
                                     uint64_t Lane) {
  uint64_t Across = P.InstrShape[P.IsTransposed ? 0 : 1];
  uint64_t Down = P.InstrShape[P.IsTransposed ? 1 : 0];
  uint64_t H = P.ElementBitWidth == 64 ? 1 : 4;
  uint64_t Row =
      Item % H + H * (Lane / Across) + H * (64 / Across) * (Item / H);
  std::pair<uint64_t, uint64_t> At = {Row % Down, Lane % Across};
  return P.IsTransposed ? std::make_pair(At.second, At.first) : At;
}

/// Tiles of a result: all along n first, then down, then batches. Warps are
/// numbered in the same order.
LayoutPoint resultElement(const MfmaParams &P, const Extents &Shape,
                          const Place &At) {
  unsigned Rank = Shape.size();
  uint64_t Items = std::max(4u, P.InstrShape[0] * P.InstrShape[1] / 64);
  Digits Register{At.Register}, OfWarp{At.Warp};
  auto [Row, Column] = inTile(P, Register.take(Items), At.Lane);
  LayoutPoint Element(Rank, 0);
  for (unsigned I = 1; I <= Rank; ++I) {
    unsigned D = Rank - I;
    uint64_t Size = I == 1 ? P.InstrShape[1] : I == 2 ? P.InstrShape[0] : 1;
    uint64_t Inside = I == 1 ? Column : I == 2 ? Row : 0;
    uint64_t Tiles = sizeOrOne(P.TilesPerWarp, D);
    uint64_t Warps = P.WarpsPerCta[D];
    uint64_t Tile = Register.take(Tiles);
    Tile += Tiles * OfWarp.take(Warps);
    Tile +=
        Tiles * Warps * Register.take(repeats(Shape[D], Size * Tiles * Warps));
    Element[D] = (Inside + Size * Tile) % Shape[D];
  }
  return Element;
}

void checkResult(const MfmaParams &P, const Extents &Shape) {
  LinearLayout L = get(mfmaLayout(P, Shape));
  EXPECT_TRUE(L.isSurjective()) << toString(L);
  expectAtAllPlaces(
      L, [&](const Place &At) { return resultElement(P, Shape, At); });
}

TEST(Mfma, Results) {
  for (Sizes Instr : {Sizes{32, 32, 8}, Sizes{16, 16, 16}, Sizes{4, 64, 4},
                      Sizes{64, 4, 4}, Sizes{4, 4, 4}, Sizes{16, 16}})
    for (bool IsTransposed : {false, true})
      for (Sizes Warps : {Sizes{1, 1}, Sizes{2, 4}, Sizes{4, 1}})
        for (Sizes Tiles : {Sizes{}, Sizes{2, 2}, Sizes{1, 4}})
          for (const Extents &Shape :
               {Extents{16, 16}, Extents{1, 128}, Extents{128, 32},
                Extents{64, 256}, Extents{8, 2}})
            if (Instr[0] != 64 || IsTransposed)
              checkResult(params(Warps, Instr, IsTransposed, Tiles), Shape);
}

TEST(Mfma, ResultsOfF64) {
  for (bool IsTransposed : {false, true}) {
    MfmaParams P = params({2, 2}, {16, 16, 4}, IsTransposed);
    P.ElementBitWidth = 64;
    checkResult(P, {16, 16});
    checkResult(P, {128, 64});
  }
}

TEST(Mfma, ThreeToFiveDimensions) {
  checkResult(params({2, 4, 1}, {32, 32, 8}), {8, 128, 64});
  checkResult(params({2, 1, 2}, {16, 16, 16}, true, {1, 2, 1}), {1, 64, 64});
  checkResult(params({2, 2, 1, 2}, {16, 16, 16}), {4, 8, 32, 32});
  checkResult(params({1, 2, 1, 2, 1}, {32, 32, 8}, true), {2, 2, 4, 32, 64});
}

/// The element of A or B: consecutive k in a lane, then the next lanes, then
/// further registers; then tiles, warps and repeats along m or n.
LayoutPoint operandElement(const MfmaParams &P, unsigned OpIdx, uint64_t KWidth,
                           const Extents &Shape, const Place &At) {
  unsigned Rank = Shape.size();
  unsigned K = OpIdx == 0 ? Rank - 1 : Rank - 2;
  unsigned Other = OpIdx == 0 ? Rank - 2 : Rank - 1;
  uint64_t Rows = P.InstrShape[OpIdx], LanesAlongK = 64 / Rows;
  Digits Register{At.Register}, OfWarp{At.Warp};
  LayoutPoint Element(Rank, 0);
  uint64_t Depth = KWidth * LanesAlongK;
  uint64_t Steps =
      std::max(repeats(Shape[K], Depth), uint64_t(Rows == 64 ? 16 : 1));
  Element[K] = Register.take(KWidth) + KWidth * (At.Lane / Rows);
  Element[K] = (Element[K] + Depth * Register.take(Steps)) % Shape[K];
  uint64_t Tile = Register.take(sizeOrOne(P.TilesPerWarp, Other));
  for (unsigned I = 1; I <= Rank; ++I) {
    unsigned D = Rank - I;
    uint64_t Warps = P.WarpsPerCta[D], Mine = OfWarp.take(Warps);
    if (D == K)
      continue;
    uint64_t Size = D == Other ? Rows : 1;
    uint64_t Tiles = D == Other ? sizeOrOne(P.TilesPerWarp, D) : 1;
    uint64_t Position = (D == Other ? Tile : 0) + Tiles * Mine;
    Position +=
        Tiles * Warps * Register.take(repeats(Shape[D], Size * Tiles * Warps));
    Element[D] =
        ((D == Other ? At.Lane % Rows : 0) + Size * Position) % Shape[D];
  }
  return Element;
}

TEST(Mfma, Operands) {
  for (Sizes Instr : {Sizes{32, 32, 8}, Sizes{16, 16, 16}, Sizes{4, 64, 4},
                      Sizes{64, 4, 4}, Sizes{4, 4, 4}})
    for (Sizes Tiles : {Sizes{}, Sizes{2, 4}})
      for (unsigned KWidth : {1, 4, 16})
        for (const Extents &Shape :
             {Extents{64, 128}, Extents{16, 4}, Extents{2, 128}})
          for (unsigned OpIdx : {0, 1}) {
            MfmaParams P = params({2, 4}, Instr, true, Tiles);
            expectAtAllPlaces(
                get(mfmaOperandLayout(P, {OpIdx, {}, KWidth}, Shape)),
                [&](const Place &At) {
                  return operandElement(P, OpIdx, KWidth, Shape, At);
                });
          }
}

TEST(Mfma, OperandsOfThreeToFiveDimensions) {
  for (const Extents &Shape :
       {Extents{4, 64, 32}, Extents{2, 2, 32, 64}, Extents{2, 1, 4, 64, 64}})
    for (unsigned OpIdx : {0, 1}) {
      Sizes Warps(Shape.size(), 2), Tiles(Shape.size(), 1);
      Tiles.back() = 2;
      MfmaParams P = params(Warps, {16, 16, 16}, false, Tiles);
      expectAtAllPlaces(get(mfmaOperandLayout(P, {OpIdx, {}, 4}, Shape)),
                        [&](const Place &At) {
                          return operandElement(P, OpIdx, 4, Shape, At);
                        });
    }
}

//===----------------------------------------------------------------------===//
// Triton's own expectations for the same parameters
//===----------------------------------------------------------------------===//

const char *const Lanes32 = "lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[4,0]], ";
const char *const Lanes16 = "lane=[[0,1],[0,2],[0,4],[0,8],[4,0],[8,0]], ";

TEST(Mfma, ResultsInTriton) {
  MfmaParams P = params({2, 4}, {32, 32, 8}, false, {2, 2});
  EXPECT_EQ(text(mfmaLayout(P, {32, 32})),
            std::string("register=[[1,0],[2,0],[8,0],[16,0],[0,0],[0,0]], ") +
                Lanes32 + "warp=[[0,0],[0,0],[0,0]] -> [32,32]");
  EXPECT_EQ(text(mfmaLayout(P, {256, 256})),
            std::string("register=[[1,0],[2,0],[8,0],[16,0],[0,32],[32,0],"
                        "[128,0]], ") +
                Lanes32 + "warp=[[0,64],[0,128],[64,0]] -> [256,256]");
  EXPECT_EQ(
      text(mfmaLayout(params({2, 4}, {16, 16, 16}, true, {2, 2}), {256, 256})),
      "register=[[0,1],[0,2],[0,16],[0,128],[16,0],[64,0],[128,0]], "
      "lane=[[1,0],[2,0],[4,0],[8,0],[0,4],[0,8]], "
      "warp=[[0,32],[0,64],[32,0]] -> [256,256]");
  EXPECT_EQ(text(mfmaLayout(params({2, 4}, {32, 32, 8}), {64, 32})),
            std::string("register=[[1,0],[2,0],[8,0],[16,0]], ") + Lanes32 +
                "warp=[[0,0],[0,0],[32,0]] -> [64,32]");
  P = params({2, 4}, {16, 16, 4});
  P.ElementBitWidth = 64;
  EXPECT_EQ(text(mfmaLayout(P, {16, 16})),
            "register=[[4,0],[8,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0]], "
            "warp=[[0,0],[0,0],[0,0]] -> [16,16]");
  EXPECT_EQ(text(mfmaLayout(params({2, 4, 1}, {32, 32, 8}, true), {2, 64, 32})),
            "register=[[0,0,1],[0,0,2],[0,0,8],[0,0,16]], "
            "lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,16,0],[0,0,4]], "
            "warp=[[0,32,0],[0,0,0],[1,0,0]] -> [2,64,32]");
}

TEST(Mfma, OperandsInTriton) {
  MfmaParams P = params({1, 8}, {32, 32, 8});
  EXPECT_EQ(operandText(P, 0, 8, {16, 16}),
            "register=[[0,1],[0,2],[0,4]], "
            "lane=[[1,0],[2,0],[4,0],[8,0],[0,0],[0,8]], "
            "warp=[[0,0],[0,0],[0,0]] -> [16,16]");
  EXPECT_EQ(operandText(P, 1, 8, {256, 256}),
            "register=[[1,0],[2,0],[4,0],[16,0],[32,0],[64,0],[128,0]], "
            "lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[8,0]], "
            "warp=[[0,32],[0,64],[0,128]] -> [256,256]");
  EXPECT_EQ(operandText(params({1, 4}, {16, 16, 16}), 0, 8, {128, 1}),
            "register=[[0,0],[0,0],[0,0],[16,0],[32,0],[64,0]], "
            "lane=[[1,0],[2,0],[4,0],[8,0],[0,0],[0,0]], "
            "warp=[[0,0],[0,0]] -> [128,1]");
  P = params({2, 4}, {16, 16, 16}, false, {2, 2});
  EXPECT_EQ(operandText(P, 0, 4, {256, 256}),
            "register=[[0,1],[0,2],[0,16],[0,32],[0,64],[0,128],[16,0],[64,0],"
            "[128,0]], lane=[[1,0],[2,0],[4,0],[8,0],[0,4],[0,8]], "
            "warp=[[0,0],[0,0],[32,0]] -> [256,256]");
  EXPECT_EQ(operandText(P, 1, 4, {32, 64}),
            std::string("register=[[1,0],[2,0],[16,0],[0,16]], ") + Lanes16 +
                "warp=[[0,32],[0,0],[0,0]] -> [32,64]");
  EXPECT_EQ(operandText(params({1, 1, 8}, {16, 16, 16}), 1, 8, {1, 256, 256}),
            "register=[[0,1,0],[0,2,0],[0,4,0],[0,32,0],[0,64,0],[0,128,0],"
            "[0,0,128]], "
            "lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,8,0],[0,16,0]], "
            "warp=[[0,0,16],[0,0,32],[0,0,64]] -> [1,256,256]");
}

//===----------------------------------------------------------------------===//
// Inside other families, and errors
//===----------------------------------------------------------------------===//

TEST(Mfma, SliceOfResult) {
  auto Parent = distributed(params({2, 2}, {16, 16, 16}));
  EXPECT_EQ(text(sliceLayout({1, Parent}, {32})),
            "register=[[1],[2]], lane=[[0],[0],[0],[0],[4],[8]], "
            "warp=[[0],[16]] -> [32]");
}

TEST(Mfma, BlocksOfACluster) {
  MfmaParams P = params({1, 1}, {16, 16, 16});
  P.Cga.Images = {{0, 1}};
  EXPECT_EQ(text(mfmaLayout(P, {16, 64})),
            std::string("register=[[1,0],[2,0],[0,16]], ") + Lanes16 +
                "warp=[], block=[[0,32]] -> [16,64]");
  EXPECT_EQ(text(mfmaOperandLayout(P, {0, {}, 4}, {16, 16})),
            "register=[[0,1],[0,2]], "
            "lane=[[1,0],[2,0],[4,0],[8,0],[0,4],[0,8]], warp=[], "
            "block=[[0,0]] -> [16,16]");
}

TEST(Mfma, Errors) {
  auto Message = [](const MfmaParams &P, const Extents &Shape) {
    return text(mfmaLayout(P, Shape));
  };
  MfmaParams P = params({1, 1}, {16, 16, 16});
  P.Version = 5;
  EXPECT_EQ(Message(P, {16, 16}),
            "error: mfma: version is 5, expected 1 (gfx908), 2 (gfx90a), 3 "
            "(gfx942) or 4 (gfx950)");
  EXPECT_EQ(Message(params({1, 1}, {16}), {16, 16}),
            "error: mfma: instrShape has 1 sizes, expected 3, [m,n,k]");
  EXPECT_EQ(Message(params({1, 1}, {32, 16, 8}), {32, 16}),
            "error: mfma: instrShape is 32x16, expected 32x32, 16x16, 4x4, "
            "4x64 or 64x4");
  EXPECT_EQ(Message(params({1, 1}, {64, 4, 4}), {64, 4}),
            "error: mfma: instrShape is 64x4 and isTransposed is false, "
            "expected true: only A can be broadcast to the blocks of an "
            "instruction, so that 64x4 is computed as 4x64");
  P = params({1, 1}, {16, 16, 16});
  P.ElementBitWidth = 16;
  EXPECT_EQ(Message(P, {16, 16}),
            "error: mfma: elementBitWidth is 16, expected 32 or 64");
  P = params({1, 1}, {32, 32, 8});
  P.ElementBitWidth = 64;
  EXPECT_EQ(Message(P, {32, 32}),
            "error: mfma: elementBitWidth is 64 with version 3 and instrShape "
            "32x32, expected version 2 or later and 16x16");
  EXPECT_EQ(Message(params({4}, {16, 16, 16}), {16}),
            "error: mfma: warpsPerCTA has 1 dimensions, expected at least 2");
  EXPECT_EQ(
      Message(params({1, 1, 1}, {16, 16, 16}, false, {2, 1, 1}), {2, 16, 16}),
      "error: mfma: tilesPerWarp of batch dimension 0 is 2, expected 1");
  EXPECT_EQ(operandText(params({1, 1}, {16, 16, 16}), 0, 0, {16, 16}),
            "error: operand of mfma: kWidth is 0, expected a power of two");
  EXPECT_EQ(operandText(params({1, 1}, {16, 16, 16}), 2, 4, {16, 16}),
            "error: operand of mfma: opIdx is 2, expected 0 or 1");
  for (const Extents &Shape : {Extents{16}, Extents{16, 24}, Extents{16, 0}})
    EXPECT_EQ(
        Message(params({1, 1}, {16, 16, 16}), Shape).rfind("error: mfma:", 0),
        0u);
}

} // namespace
