//===- MatrixMovesTest.cpp - Matrix moves and tensor memory ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares with the drawings of the manual (PTX ISA 9.2, sections 9.7.14.5.15
// to 9.7.14.5.17 and 9.7.16.2.3.1), written as rows and columns of a lane's
// pieces. StridedFragmentsTest.cpp checks the same layouts against another
// source.
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MatrixMoves.h"
#include "layouts/families/TensorMemory.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// ldmatrix, stmatrix, movmatrix
//===----------------------------------------------------------------------===//

/// Byte B of register R of a lane comes from byte `2 * (lane % 4) ...` of row
/// lane / 4 of matrix R: four bytes of a row.
TEST(MatrixMoves, PlainAtEveryWidth) {
  for (unsigned Count : {1, 2, 4})
    for (unsigned Bits : {4, 8, 16, 32}) {
      MatrixMoveParams P;
      P.Count = Count;
      P.ElementBits = Bits;
      LinearLayout L = get(matrixMoveLayout(P));
      uint64_t PerRegister = 32 / Bits;
      ASSERT_EQ(uint64_t(1) << L.inputBits("register"), Count * PerRegister);
      expectAtAllPlaces(L, [&](const Place &At) -> LayoutPoint {
        uint64_t Matrix = At.Register / PerRegister;
        uint64_t FirstBit = 32 * (At.Lane % 4);
        return {8 * Matrix + At.Lane / 4,
                FirstBit / Bits + At.Register % PerRegister};
      });
    }
}

/// 16-bit half H of register R of a lane is row 2 * (lane % 4) + H, column
/// lane / 4 of matrix R.
TEST(MatrixMoves, TransposedHalves) {
  for (unsigned Count : {1, 2, 4})
    for (unsigned Bits : {4, 8, 16}) {
      MatrixMoveParams P;
      P.Count = Count;
      P.Trans = true;
      P.ElementBits = Bits;
      LinearLayout L = get(matrixMoveLayout(P));
      uint64_t PerHalf = 16 / Bits;
      expectAtAllPlaces(L, [&](const Place &At) -> LayoutPoint {
        uint64_t Half = At.Register / PerHalf % 2,
                 Matrix = At.Register / PerHalf / 2;
        return {8 * Matrix + 2 * (At.Lane % 4) + Half,
                At.Lane / 4 * PerHalf + At.Register % PerHalf};
      });
    }
}

TEST(MatrixMoves, TransposedBytes) {
  // ldmatrix.m16n16.trans.b8: byte B of register R of matrix X.
  for (unsigned Count : {1, 2})
    expectAtAllPlaces(
        get(matrixMoveLayout({MatrixMoveShape::M16N16, Count, true, 8})),
        [](const Place &At) -> LayoutPoint {
          uint64_t B = At.Register % 4, R = At.Register / 4 % 2,
                   X = At.Register / 8;
          return {16 * X + 4 * (At.Lane % 4) + B, 8 * R + At.Lane / 4};
        });
  // stmatrix.m16n8.trans.b8: the fragment of a 16x8 result of which row m is
  // byte m of the rows in memory; elements 0, 1 in row lane / 4, 2, 3 eight
  // rows below.
  for (unsigned Count : {1, 2, 4})
    expectAtAllPlaces(
        get(matrixMoveLayout({MatrixMoveShape::M16N8, Count, true, 8})),
        [](const Place &At) -> LayoutPoint {
          uint64_t I = At.Register % 4, X = At.Register / 4;
          uint64_t FragmentRow = At.Lane / 4 + (I < 2 ? 0 : 8);
          uint64_t FragmentColumn = At.Lane % 4 * 2 + I % 2;
          return {8 * X + FragmentColumn, FragmentRow};
        });
  // m8n16 widens to bytes in plain order.
  for (unsigned Count : {1, 2, 4})
    expectAtAllPlaces(
        get(matrixMoveLayout({MatrixMoveShape::M8N16, Count, false, 8})),
        [](const Place &At) -> LayoutPoint {
          return {At.Register / 4 * 8 + At.Lane / 4,
                  4 * (At.Lane % 4) + At.Register % 4};
        });
}

/// Both operands of m16n8k16 and its result come from these moves.
TEST(MatrixMoves, FragmentsOfProducts) {
  // B, of which memory holds rows along n, is a plain load of its transpose;
  // from rows along k it is a transposed load.
  LinearLayout B = get(mmaFragment(MmaMatrix::B, 16, 8, 16, 16));
  LinearLayout Turned =
      get(matrixMoveLayout({MatrixMoveShape::M8N8, 2, true, 16}));
  EXPECT_EQ(B, Turned);
  // A result of 8-bit elements is stored with its columns as rows.
  LinearLayout C = get(mmaFragment(MmaMatrix::Result, 16, 8, 16, 16));
  LinearLayout Stored =
      get(matrixMoveLayout({MatrixMoveShape::M16N8, 1, true, 8}));
  EXPECT_EQ(get(sublayout(C, {"register", "lane"}, {"dim1"})).matrix(),
            get(sublayout(Stored, {"register", "lane"}, {"dim0"})).matrix());
}

/// movmatrix: lane l of the result has row l / 4 of the transpose, columns 2 (l
/// % 4) and the next. Which lanes held those before?
TEST(MatrixMoves, MovmatrixTurns) {
  LinearLayout Before = get(matrixMoveLayout({}));
  LinearLayout After =
      get(matrixMoveLayout({MatrixMoveShape::M8N8, 1, true, 16}));
  LinearLayout Holder = get(holderOf(After, Before));
  for (uint64_t Lane = 0; Lane < 32; ++Lane)
    for (uint64_t Half = 0; Half < 2; ++Half) {
      // Row l / 4, column 2 (l % 4) + half of the transpose is row
      // 2 (l % 4) + half, column l / 4 of the matrix.
      uint64_t Row = 2 * (Lane % 4) + Half, Column = Lane / 4;
      LayoutPoint From = at(Holder, {{"register", Half}, {"lane", Lane}});
      // [lane, register]
      EXPECT_EQ(From, (LayoutPoint{4 * Row + Column / 2, Column % 2}));
    }
}

TEST(MatrixMoves, Messages) {
  EXPECT_EQ(text(matrixMoveLayout({MatrixMoveShape::M8N8, 3, false, 16})),
            "error: matrix move: count is 3, expected 1, 2 or 4 (m16n16: 1 or "
            "2)");
  EXPECT_EQ(text(matrixMoveLayout({MatrixMoveShape::M16N16, 4, true, 8})),
            "error: matrix move: count is 4, expected 1, 2 or 4 (m16n16: 1 or "
            "2)");
  EXPECT_EQ(text(matrixMoveLayout({MatrixMoveShape::M16N8, 1, false, 8})),
            "error: matrix move: m16n16 and m16n8 exist with .trans only");
  EXPECT_EQ(text(matrixMoveLayout({MatrixMoveShape::M8N16, 1, true, 8})),
            "error: matrix move: m8n16 exists without .trans only");
  EXPECT_EQ(text(matrixMoveLayout({MatrixMoveShape::M16N16, 1, true, 16})),
            "error: matrix move: elements have 16 bits, expected 8 for this "
            "shape");
  EXPECT_EQ(text(matrixMoveLayout({MatrixMoveShape::M8N8, 1, true, 32})),
            "error: matrix move: elements have 32 bits, expected 4, 8, 16, or "
            "32 without .trans");
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

LayoutPoint rowCol(const LinearLayout &L, uint64_t Row, uint64_t Col) {
  return at(L, {{"row", Row}, {"col", Col}});
}

TEST(TensorMemory, TileOf128Rows) {
  TensorMemoryParams P;
  P.BlockN = 64;
  LinearLayout L = get(tensorMemoryLayout(P, {256, 128}));
  for (uint64_t I = 0; I < 256; ++I)
    for (uint64_t J = 0; J < 128; ++J) {
      // Tiles down first, each 64 columns on.
      uint64_t Tile = I / 128 + 2 * (J / 64);
      ASSERT_EQ(rowCol(L, I % 128, 64 * Tile + J % 64), (LayoutPoint{I, J}));
    }
}

/// Row i of a tile of 64 is row 32 (i / 16) + i % 16; the sixteen rows after
/// each sixteen belong to the next tile.
TEST(TensorMemory, TileOf64Rows) {
  TensorMemoryParams P;
  P.BlockM = 64;
  P.BlockN = 32;
  auto RowOf = [](uint64_t I, uint64_t Other) {
    return 32 * (I / 16) + I % 16 + 16 * Other;
  };
  LinearLayout One = get(tensorMemoryLayout(P, {64, 32}));
  LinearLayout Below = get(tensorMemoryLayout(P, {128, 32}));
  LinearLayout Right = get(tensorMemoryLayout(P, {64, 64}));
  for (uint64_t I = 0; I < 64; ++I)
    for (uint64_t J = 0; J < 32; ++J) {
      ASSERT_EQ(rowCol(One, RowOf(I, 0), J), (LayoutPoint{I, J}));
      ASSERT_EQ(rowCol(Below, RowOf(I, 0), J), (LayoutPoint{I, J}));
      ASSERT_EQ(rowCol(Below, RowOf(I, 1), J), (LayoutPoint{64 + I, J}));
      ASSERT_EQ(rowCol(Right, RowOf(I, 0), J), (LayoutPoint{I, J}));
      ASSERT_EQ(rowCol(Right, RowOf(I, 1), J), (LayoutPoint{I, 32 + J}));
    }
}

/// Two blocks, 64 rows each: the right half of the columns in rows 64 and up.
TEST(TensorMemory, TwoBlocksOf64Rows) {
  TensorMemoryParams P;
  P.BlockM = 64;
  P.BlockN = 128;
  P.TwoCtas = true;
  P.Cga = {{{1, 0}}};
  LinearLayout L = get(tensorMemoryLayout(P, {128, 128}));
  for (uint64_t I = 0; I < 128; ++I)
    for (uint64_t J = 0; J < 128; ++J)
      ASSERT_EQ(at(L, {{"row", I % 64 + 64 * (J / 64)},
                       {"col", J % 64},
                       {"block", I / 64}}),
                (LayoutPoint{I, J}));
}

TEST(TensorMemory, ElementsApart) {
  TensorMemoryParams P;
  P.BlockN = 16;
  P.ColStride = 2;
  P.Fp4Padded = true;
  LinearLayout L = get(tensorMemoryLayout(P, {128, 16}));
  for (uint64_t J = 0; J < 16; ++J)
    EXPECT_EQ(rowCol(L, 5, 4 * J), (LayoutPoint{5, J}));
}

/// 32 rows by 4 columns in each of the four warps' rows; the next 32 rows of
/// the tensor are four columns further.
TEST(TensorMemory, Scales) {
  LinearLayout L = get(tensorMemoryScalesLayout({}, {128, 8}));
  for (uint64_t Copy = 0; Copy < 4; ++Copy)
    for (uint64_t I = 0; I < 128; ++I)
      for (uint64_t J = 0; J < 8; ++J) {
        uint64_t Col = J % 4 + 4 * (I / 32) + 16 * (J / 4);
        ASSERT_EQ(rowCol(L, 32 * Copy + I % 32, Col), (LayoutPoint{I, J}));
      }
}

TEST(TensorMemory, Accesses) {
  for (unsigned Num : {1, 2, 8, 32}) {
    auto Expect = [&](TensorMemoryAtom Atom, unsigned Split,
                      LayoutPoint (*Formula)(uint64_t R, uint64_t Lane)) {
      LinearLayout L = get(tensorMemoryAccess(Atom, Num, Split));
      expectAtAllPlaces(L, [&](const Place &P) {
        LayoutPoint Q = Formula(P.Register, P.Lane);
        Q[0] += 32 * P.Warp;
        return Q;
      });
    };
    Expect(TensorMemoryAtom::L32x32b, 0,
           [](uint64_t R, uint64_t Lane) -> LayoutPoint { return {Lane, R}; });
    Expect(TensorMemoryAtom::L16x64b, 0,
           [](uint64_t R, uint64_t Lane) -> LayoutPoint {
             return {Lane / 4 + 8 * (Lane % 2), 2 * R + Lane / 2 % 2};
           });
    Expect(TensorMemoryAtom::L16x128b, 0,
           [](uint64_t R, uint64_t Lane) -> LayoutPoint {
             return {Lane / 4 + 8 * (R % 2), 4 * (R / 2) + Lane % 4};
           });
    Expect(TensorMemoryAtom::L16x256b, 0,
           [](uint64_t R, uint64_t Lane) -> LayoutPoint {
             return {Lane / 4 + 8 * (R / 2 % 2),
                     8 * (R / 4) + 2 * (Lane % 4) + R % 2};
           });
    Expect(TensorMemoryAtom::L16x32bx2, 96,
           [](uint64_t R, uint64_t Lane) -> LayoutPoint {
             return {Lane % 16, R + 96 * (Lane / 16)};
           });
  }
}

TEST(TensorMemory, AccessesReadResults) {
  // What a warpgroup holds of a 128x32 result after 32x32b.x32: a row each.
  LinearLayout Memory = get(tensorMemoryLayout({128, 32, 1, {}}, {128, 32}));
  LinearLayout Access = get(tensorMemoryAccess(TensorMemoryAtom::L32x32b, 32));
  expectAtAllPlaces(get(compose(Access, Memory)),
                    [](const Place &P) -> LayoutPoint {
                      return {32 * P.Warp + P.Lane, P.Register};
                    });
}

TEST(TensorMemory, Messages) {
  EXPECT_EQ(text(tensorMemoryLayout({32, 32, 1, {}}, {32, 32})),
            "error: tensor memory: blockM is 32, expected 64 or 128");
  EXPECT_EQ(text(tensorMemoryLayout({128, 24, 1, {}}, {128, 32})),
            "error: tensor memory: blockN is 24 and colStride 1, expected "
            "powers of two");
  EXPECT_EQ(text(tensorMemoryLayout({128, 32, 1, {}}, {64, 32})),
            "error: tensor memory: the piece of a block has 64 rows, expected "
            "at least blockM, 128");
  EXPECT_EQ(text(tensorMemoryAccess(TensorMemoryAtom::L16x256b, 64)),
            "error: tensor memory: num is 64, expected a power of two, at most "
            "32");
  EXPECT_EQ(text(tensorMemoryAccess(TensorMemoryAtom::L16x32bx2, 8, 12)),
            "error: tensor memory: splitOffset is 12, expected a multiple of "
            "num, 8");
  EXPECT_EQ(text(tensorMemoryAccess(TensorMemoryAtom::L32x32b, 8, 8)),
            "error: tensor memory: splitOffset is 8, expected 0 except for "
            "16x32bx2");
}

} // namespace
