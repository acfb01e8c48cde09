//===- PaperTest.cpp - The paper's examples -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zhou et al., "Linear Layouts: Robust Code Generation of Efficient Tensor
// Computation Using F2" (arXiv 2505.23819; ASPLOS 2026): its examples, and
// statements of sections 4 and 5 that can be computed.
// PaperConversionsTest.cpp has those of section 5.4; docs/algebra.md says where
// the other propositions are tested, and which errata these tests show.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/ShapeOps.h"
#include "layouts/algebra/Slicing.h"
#include "layouts/algebra/Vectorisation.h"
#include "layouts/families/MatrixMoves.h"
#include "test/unit/layouts/families/FamilyTesting.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// Section 4.1: layout A of figure 1
//===----------------------------------------------------------------------===//

/// 2x2 registers, 4x8 threads, 2x1 warps.
LinearLayout layoutA() {
  return get(blockedLayout({{2, 2}, {4, 8}, {2, 1}, {1, 0}, {}}, {16, 16}));
}
/// The same along columns.
LinearLayout layoutB() {
  return get(blockedLayout({{2, 2}, {8, 4}, {1, 2}, {0, 1}, {}}, {16, 16}));
}

TEST(Paper, MatrixOfLayoutA) {
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  layoutA().matrix().print(OS);
  //                  Reg Thr  Wrp
  EXPECT_EQ(OS.str(), "10000000\n" // j
                      "00100000\n"
                      "00010000\n"
                      "00001000\n"
                      "01000000\n" // i
                      "00000100\n"
                      "00000010\n"
                      "00000001\n");
  EXPECT_TRUE(isDistributed(layoutA()));
}

TEST(Paper, PlacesInLayoutA) {
  LinearLayout A = layoutA();
  EXPECT_EQ(elementAt(A, {0, 1}), (LayoutPoint{0, 2}));
  EXPECT_EQ(elementAt(A, {1, 9}), (LayoutPoint{2, 3}));
  EXPECT_EQ(elementAt(A, {0, 10}), (LayoutPoint{2, 4}));
  expectAtAllPlaces(A, [](const Place &At) -> LayoutPoint {
    return {8 * At.Warp + 2 * (At.Lane / 8) + At.Register / 2,
            2 * (At.Lane % 8) + At.Register % 2};
  });
  // Equal bits. The paper states the last two lines only for even threads; they
  // hold for all.
  for (uint64_t T = 0; T < 32; ++T) {
    LayoutPoint R0 = elementAt(A, {0, T}), R1 = elementAt(A, {1, T});
    EXPECT_EQ(R0[0] % 2, 0u);
    EXPECT_EQ(R0[1] % 2, 0u);
    EXPECT_EQ(R1[0] % 2, 0u);
    EXPECT_EQ(R1[1] % 2, 1u);
    EXPECT_EQ(R0[1] >> 1 & 1, T & 1);
    EXPECT_EQ(R0[1] >> 2 & 1, T >> 1 & 1);
  }
}

/// Sectors of 32 bytes that a warp touches with all loads of its registers,
/// Vector registers at once, counted element by element. In memory the tensor
/// is row-major.
size_t sectors(const LinearLayout &L, uint64_t Vector, unsigned Bytes) {
  size_t Sum = 0;
  for (uint64_t First = 0; First < registers(L); First += Vector) {
    std::set<uint64_t> Touched;
    for (uint64_t Lane = 0; Lane < 32; ++Lane)
      for (uint64_t R = First; R < First + Vector; ++R) {
        LayoutPoint P = elementAt(L, {R, Lane});
        Touched.insert((P[0] * 16 + P[1]) * Bytes / 32);
      }
    Sum += Touched.size();
  }
  return Sum;
}

TEST(Paper, LayoutAIsBetterForRows) {
  const uint64_t A = consecutiveRegisters(layoutA()),
                 B = consecutiveRegisters(layoutB());
  EXPECT_EQ(A, 2u);
  EXPECT_EQ(B, 1u);
  for (unsigned Bytes : {1, 2, 4, 8}) {
    size_t OfA = sectors(layoutA(), A, Bytes),
           OfB = sectors(layoutB(), B, Bytes);
    EXPECT_LE(2 * OfA, OfB);
    llvm::Expected<Coalescing> CA = coalescing(layoutA(), 8 * Bytes, A),
                               CB = coalescing(layoutB(), 8 * Bytes, B);
    ASSERT_TRUE(CA && CB);
    EXPECT_EQ(4 / A * CA->Sectors, OfA);
    EXPECT_EQ(4 / B * CB->Sectors, OfB);
  }
}

//===----------------------------------------------------------------------===//
// Section 4.2, 4.3, 9.1: products, tiles, slices
//===----------------------------------------------------------------------===//

LinearLayout id(unsigned Bits, llvm::StringRef In, unsigned Out) {
  return get(LinearLayout::identity(Bits, In, "dim" + std::to_string(Out)));
}
LinearLayout operator*(const LinearLayout &Inner, const LinearLayout &Outer) {
  return get(product(Inner, Outer));
}

/// Definitions 4.3 and 4.4 with disjoint labels: the matrix is block diagonal,
/// and division returns the second block.
TEST(Paper, ProductIsBlockDiagonal) {
  Random R(51);
  for (unsigned I = 0; I < 100; ++I) {
    BitMatrix M1 = randomMatrix(R, 3, 2), M2 = randomMatrix(R, 2, 3);
    LinearLayout L1 = get(LinearLayout::fromMatrix(LayoutDim{"register", 2},
                                                   LayoutDim{"n", 3}, M1));
    LinearLayout L2 = get(
        LinearLayout::fromMatrix(LayoutDim{"lane", 3}, LayoutDim{"m", 2}, M2));
    LinearLayout L = L1 * L2;
    for (unsigned J = 0; J < 2; ++J)
      EXPECT_EQ(L.matrix().column(J), M1.column(J));
    for (unsigned J = 0; J < 3; ++J)
      EXPECT_EQ(L.matrix().column(2 + J), M2.column(J) << 3);
    std::optional<LinearLayout> Quotient = leftDivide(L, L1);
    ASSERT_TRUE(Quotient);
    EXPECT_TRUE(sameMap(*Quotient, L2));
  }
}

/// Whether every index of L has the image that the product of the factors makes
/// of its low and its high bits.
bool isProductOf(const BitMatrix &L, const BitMatrix &Inner,
                 const BitMatrix &Outer) {
  for (uint64_t X = 0; X < uint64_t(1) << L.cols(); ++X) {
    uint64_t Low = Inner.apply(X & ((1 << Inner.cols()) - 1));
    if (L.apply(X) != (Low | Outer.apply(X >> Inner.cols()) << Inner.rows()))
      return false;
  }
  return true;
}

/// Definition 4.4 for every layout from three bits to three: a quotient on the
/// left, or on the right, exists exactly if some matrix is one, and then it is
/// unique.
TEST(Paper, QuotientsAsAFullSearchFindsThem) {
  auto Matrix = [](unsigned Rows, unsigned Cols, uint64_t Code) {
    llvm::SmallVector<uint64_t> Columns;
    for (unsigned J = 0; J < Cols; ++J)
      Columns.push_back(Code >> (J * Rows) & ((1 << Rows) - 1));
    return BitMatrix(Rows, Columns);
  };
  auto Layout = [](const BitMatrix &M) {
    return get(LinearLayout::fromMatrix(LayoutDim{"i", M.cols()},
                                        LayoutDim{"o", M.rows()}, M));
  };
  unsigned Exist = 0;
  for (uint64_t Code = 0; Code < 512; ++Code) {
    const BitMatrix M = Matrix(3, 3, Code);
    const LinearLayout L = Layout(M);
    for (unsigned Rows = 0; Rows <= 3; ++Rows)
      for (unsigned Cols = 0; Cols <= 3; ++Cols)
        for (uint64_t Known = 0; Known < uint64_t(1) << Rows * Cols; ++Known) {
          const BitMatrix Factor = Matrix(Rows, Cols, Known);
          std::optional<LinearLayout> Left = leftDivide(L, Layout(Factor));
          llvm::Expected<LinearLayout> Right = rightDivide(L, Layout(Factor));
          unsigned Lefts = 0, Rights = 0;
          uint64_t Others = uint64_t(1) << (3 - Rows) * (3 - Cols);
          for (uint64_t Other = 0; Other < Others; ++Other) {
            BitMatrix Rest = Matrix(3 - Rows, 3 - Cols, Other);
            Lefts += isProductOf(M, Factor, Rest);
            Rights += isProductOf(M, Rest, Factor);
          }
          ASSERT_EQ(unsigned(Left.has_value()), Lefts);
          ASSERT_EQ(unsigned(bool(Right)), Rights);
          if (Left) {
            EXPECT_TRUE(isProductOf(M, Factor, Left->matrix()));
          }
          if (Right) {
            EXPECT_TRUE(isProductOf(M, Right->matrix(), Factor));
          } else {
            llvm::consumeError(Right.takeError());
          }
          Exist += Lefts + Rights;
        }
  }
  EXPECT_GT(Exist, 1000u);
}

/// Proposition 9.2. The tile of a result does not depend on the element width:
/// always two neighbours (the paper prints operand A's tile for it, whose
/// registers would be 4 columns further for 32-bit results).
TEST(Paper, TilesOfMma) {
  for (unsigned Bits : {8, 16, 32}) {
    unsigned D = llvm::Log2_32(32 / Bits), K = 256 / Bits;
    LinearLayout Lhs = id(D, "register", 1) * id(2, "lane", 1) *
                       id(3, "lane", 0) * id(1, "register", 0) *
                       id(1, "register", 1);
    EXPECT_TRUE(sameMap(Lhs, get(mmaFragment(MmaMatrix::A, 16, 8, K, Bits))));
    LinearLayout Rhs = id(D, "register", 0) * id(2, "lane", 0) *
                       id(3, "lane", 1) * id(1, "register", 0);
    EXPECT_TRUE(sameMap(Rhs, get(mmaFragment(MmaMatrix::B, 16, 8, K, Bits))));
    if (Bits == 8)
      continue;
    LinearLayout Result = id(1, "register", 1) * id(2, "lane", 1) *
                          id(3, "lane", 0) * id(1, "register", 0);
    LinearLayout Fragment = get(mmaFragment(MmaMatrix::Result, 16, 8, K, Bits));
    EXPECT_TRUE(sameMap(Result, Fragment));
    EXPECT_FALSE(sameMap(Lhs, Fragment));
    // wgmma: four warps below each other.
    EXPECT_TRUE(sameMap(Lhs * id(2, "warp", 0),
                        get(wgmmaFragment(MmaMatrix::A, 64, K, Bits))));
  }
}

/// Proposition 4.8 and its remark: a slice is linear and onto, with zero
/// columns where the dimension was.
TEST(Paper, SlicesAreOnto) {
  LinearLayout Rows = get(sliceOutput(layoutA(), "dim1"));
  EXPECT_EQ(toString(Rows), "register=[[0],[1]], lane=[[0],[0],[0],[2],[4]], "
                            "warp=[[8]] -> [16]");
  EXPECT_TRUE(Rows.isSurjective());
  EXPECT_FALSE(Rows.isInjective());
}

/// Section 5.1: with a zero column as third register column, registers 4 to 7
/// hold what 0 to 3 hold.
TEST(Paper, ZeroColumnsAreCopies) {
  LinearLayout A = layoutA();
  LinearLayout Twice = get(resizeInput(A, "register", 3));
  for (uint64_t Warp = 0; Warp < 2; ++Warp)
    for (uint64_t Lane = 0; Lane < 32; ++Lane)
      for (uint64_t R = 0; R < 4; ++R)
        EXPECT_EQ(elementAt(Twice, {4 + R, Lane, Warp}),
                  elementAt(A, {R, Lane, Warp}));
  EXPECT_EQ(broadcastBits(Twice)[0], (InputBits{"register", 0b100}));
  EXPECT_EQ(countCopies(Twice).Registers, 2u);
}

/// Section 5.1: a last dimension of one element, or of two, makes no
/// difference.
TEST(Paper, ContiguityAcrossDimensions) {
  for (uint64_t Last : {1, 2, 4, 8, 16}) {
    // 16 elements in a row for each of 32 threads.
    LinearLayout Line = id(4, "register", 0) * id(5, "lane", 0);
    LinearLayout L =
        get(reshapeOutputs(Line, {{"dim0", 9 - llvm::Log2_64(Last)},
                                  {"dim1", llvm::Log2_64(Last)}}));
    EXPECT_EQ(consecutiveRegisters(L), 16u);
    EXPECT_EQ(cantFail(contiguousElements(L, "dim1")),
              std::min(Last, uint64_t(16)));
  }
}

//===----------------------------------------------------------------------===//
// Section 5.3: instructions as tiles
//===----------------------------------------------------------------------===//

/// ldmatrix gives a lane 4 bytes and four lanes a row of 16 bytes: the tile is
/// id_d^{Reg,Off} x id_2^{Thr,Off} with 2^d elements in 4 bytes. (The paper has
/// 32 / w, where w would have to be bits and is said to be bytes.)
TEST(Paper, TileOfLdmatrix) {
  for (unsigned Bytes : {1, 2, 4}) {
    MatrixMoveParams P;
    P.ElementBits = 8 * Bytes;
    LinearLayout Row = get(flattenOutputs(get(matrixMoveLayout(P)), "offset"));
    auto Tile = [](unsigned D) {
      return get(LinearLayout::identity(D, "register", "offset")) *
             get(LinearLayout::identity(2, "lane", "offset"));
    };
    EXPECT_TRUE(leftDivide(Row, Tile(llvm::Log2_32(4 / Bytes))));
    EXPECT_FALSE(leftDivide(Row, Tile(llvm::Log2_32(32 / Bytes))));
  }
}

/// Columns in registers, rows in memory: no vector before registers are
/// renamed, the whole row after.
TEST(Paper, GeneralisedVectorisation) {
  LinearLayout L = parsed("register=[[4],[8],[1],[2]], lane=[[16],[32]] -> "
                          "[64]");
  L = get(renameOutput(L, "dim0", "offset"));
  EXPECT_FALSE(
      leftDivide(L, get(LinearLayout::identity(1, "register", "offset"))));
  llvm::Expected<Vectorisation> V = largestVector(L, 8);
  ASSERT_TRUE(bool(V));
  EXPECT_EQ(V->Elements, 16u);
  EXPECT_TRUE(leftDivide(get(V->Action.apply(L)),
                         get(LinearLayout::identity(4, "register", "offset"))));
}

//===----------------------------------------------------------------------===//
// Shape operations and gather
//===----------------------------------------------------------------------===//

/// Theorem 9.3 for split (and join backward) needs the pair in one thread;
/// without that the operation moves data.
TEST(Paper, SplitNeedsThePairInOneThread) {
  llvm::Expected<ShapeOp> Split = ShapeOp::split({4, 2});
  ASSERT_TRUE(bool(Split));
  LinearLayout InThread = parsed("register=[[0,1]], lane=[[1,0],[2,0]] -> "
                                 "[4,2]");
  LinearLayout AcrossLanes = parsed("register=[[1,0]], lane=[[0,1],[2,0]] -> "
                                    "[4,2]");
  EXPECT_EQ(text(Split->forward(InThread)),
            "register=[], lane=[[1],[2]] -> [4]");
  llvm::Expected<LinearLayout> L = Split->forward(AcrossLanes);
  EXPECT_FALSE(bool(L));
  llvm::consumeError(L.takeError());
}

/// Section 5.5: a gather along an axis stays in the warp if no warp bit moves
/// along it; then 2^(lane bits that do) rounds.
TEST(Paper, GatherWithinAWarp) {
  LinearLayout A = layoutA();
  auto MovesAlong = [&](llvm::StringRef In, llvm::StringRef Axis) {
    unsigned Bits = 0;
    LinearLayout Part = get(sublayout(A, {In}, {Axis}));
    for (uint64_t Column : Part.matrix().columns())
      Bits += Column != 0;
    return Bits;
  };
  EXPECT_EQ(MovesAlong("warp", "dim1"), 0u);
  EXPECT_EQ(MovesAlong("lane", "dim1"), 3u);
  EXPECT_EQ(MovesAlong("warp", "dim0"), 1u);
  // All of a row is in one warp, in eight lanes; a column is in two warps.
  std::map<uint64_t, std::set<uint64_t>> LanesOfRow, WarpsOfRow, WarpsOfColumn;
  for (uint64_t X = 0; X < 256; ++X) {
    LayoutPoint P = A.point(A.applyFlat(X));
    LanesOfRow[P[0]].insert(X >> 2 & 31);
    WarpsOfRow[P[0]].insert(X >> 7);
    WarpsOfColumn[P[1]].insert(X >> 7);
  }
  for (uint64_t I = 0; I < 16; ++I) {
    EXPECT_EQ(LanesOfRow[I].size(), 8u);
    EXPECT_EQ(WarpsOfRow[I].size(), 1u);
    EXPECT_EQ(WarpsOfColumn[I].size(), 2u);
  }
}

} // namespace
