//===- BlockedTest.cpp - Blocked layouts and slices -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocked layouts are compared with a formula on numbers: digits of the
// register, lane, warp and block number, each box around the previous one.
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/families/FamilyTesting.h"
#include <algorithm>
#include <set>

using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

TEST(Tiling, ExamplesOfTheHeader) {
  LinearLayout Tile = parsed("register=[[1,0]], lane=[[0,1]] -> [2,2]");
  EXPECT_EQ(text(tileToShape(Tile, {4, 4}, {1, 0})),
            "register=[[1,0],[0,2],[2,0]], lane=[[0,1]] -> [4,4]");
  EXPECT_EQ(text(tileToShape(Tile, {4, 4}, {0, 1})),
            "register=[[1,0],[2,0],[0,2]], lane=[[0,1]] -> [4,4]");
  EXPECT_EQ(text(tileToShape(Tile, {2, 1}, {1, 0})),
            "register=[[1,0]], lane=[[0,0]] -> [2,1]");
  CgaLayout Rows = {{{1, 0}}};
  EXPECT_EQ(text(tileToShape(Tile, {4, 4}, {1, 0}, Rows)),
            "register=[[1,0],[0,2]], lane=[[0,1]], block=[[2,0]] -> [4,4]");
  EXPECT_EQ(text(tileOf(2, {{"lane", {{0, 1}, {2, 0}}}})),
            "lane=[[0,1],[2,0]] -> [4,2]");
}

TEST(Tiling, NamesAndOffsetsOfTheTileStay) {
  LinearLayout Tile =
      parsed("register=[[1,0]], lane=[[0,1]] -> [m:2,n:2] ^ [1,1]");
  EXPECT_EQ(text(tileToShape(Tile, {4, 1}, {1, 0})),
            "register=[[1,0],[2,0]], lane=[[0,0]] -> [m:4,n:1] ^ [1,0]");
}

TEST(Tiling, Builder) {
  TileBuilder T(2);
  T.run("register", 2, 1);
  T.run("lane", 4, 1);
  T.run("lane", 8, 0);
  EXPECT_EQ(T.extent(0), 8u);
  EXPECT_EQ(text(T.finish()), "register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],"
                              "[4,0]], warp=[] -> [8,8]");
  T.run("lane", 3, 0);
  EXPECT_EQ(text(T.finish()), "error: tile: 'lane' has size 3, expected an "
                              "input of the tile and a power of two");
  TileBuilder NoInput(1), NoDim(1), NoSize(2);
  NoInput.run("thread", 2, 0);
  EXPECT_EQ(text(NoInput.finish()),
            "error: tile: 'thread' has size 2, expected "
            "an input of the tile and a power of two");
  NoDim.run("lane", 2, 1);
  EXPECT_EQ(text(NoDim.finish()),
            "error: tile: 'lane' runs along dimension 1, expected less than 1");
  NoSize.box("lane", {2}, {1, 0});
  EXPECT_EQ(text(NoSize.finish()),
            "error: tile: there is no size of 'lane' along dimension 1");
}

TEST(Tiling, Messages) {
  LinearLayout Tile = parsed("register=[[1,0]] -> [2,1]");
  EXPECT_EQ(text(tileToShape(Tile, {4}, {0})),
            "error: tile: the tensor [4] has 1 dimensions, expected 2");
  EXPECT_EQ(text(tileToShape(Tile, {4, 6}, {1, 0})),
            "error: tile: 'dim1' of the tensor has size 6, expected a power of "
            "two");
  EXPECT_EQ(text(tileToShape(Tile, {4, 4}, {1, 1})),
            "error: tile: order is [1,1], expected each of the 2 dimensions "
            "once");
  EXPECT_EQ(text(tileToShape(parsed("-> [2,1]"), {4, 4}, {1, 0})),
            "error: tile: there is no input to repeat it over");
  EXPECT_EQ(text(tileToShape(Tile, {4, 4}, {1, 0}, {{{1}}})),
            "error: tile: the image of block bit 0 has 1 coordinates, expected "
            "2");
  auto Split = [](Sizes Ctas, Sizes Split, Sizes Order) {
    llvm::Expected<CgaLayout> Cga = cgaFromSplit(Ctas, Split, Order);
    return Cga ? std::string() : llvm::toString(Cga.takeError());
  };
  EXPECT_EQ(Split({2, 3}, {1, 1}, {1, 0}),
            "CGA layout: CTAsPerCGA is [2,3], expected a power of two for each "
            "of the 2 dimensions");
  EXPECT_EQ(Split({2, 2}, {1}, {1, 0}),
            "CGA layout: CTASplitNum is [1], expected a power of two for each "
            "of the 2 dimensions");
  EXPECT_EQ(Split({2, 2}, {1, 4}, {1, 0}),
            "CGA layout: CTASplitNum of 'dim1' is 4, expected at most its "
            "CTAsPerCGA, 2");
}

//===----------------------------------------------------------------------===//
// Blocked
//===----------------------------------------------------------------------===//

TEST(Blocked, ExampleOfTheHeader) {
  BlockedParams P{{1, 8}, {8, 4}, {4, 1}, {1, 0}, {}};
  EXPECT_EQ(text(blockedLayout(P, {32, 32})),
            "register=[[0,1],[0,2],[0,4]], lane=[[0,8],[0,16],[1,0],[2,0],"
            "[4,0]], warp=[[8,0],[16,0]] -> [32,32]");
}

struct RandomCga {
  Sizes Ctas, Split, Order;
  RandomCga(Random &R, unsigned Rank)
      : Ctas(randomSizes(R, Rank, 1)), Order(randomOrder(R, Rank)) {
    for (unsigned N : Ctas)
      Split.push_back(R() & 1 ? N : 1);
  }
  CgaLayout layout() const {
    llvm::Expected<CgaLayout> Cga = cgaFromSplit(Ctas, Split, Order);
    if (Cga)
      return *Cga;
    ADD_FAILURE() << llvm::toString(Cga.takeError());
    return {};
  }
};

/// Nested boxes. A thread's registers run through its box, then from one box of
/// the whole block to the next.
LayoutPoint blockedFormula(const BlockedParams &P, const RandomCga &Cga,
                           llvm::ArrayRef<uint64_t> Shape, const Place &At) {
  LayoutPoint PerThread = widened(P.SizePerThread),
              PerWarp = widened(P.ThreadsPerWarp),
              PerCta = widened(P.WarpsPerCta), Piece, Times, Result;
  for (unsigned D = 0; D < Shape.size(); ++D) {
    Piece.push_back(std::max<uint64_t>(1, Shape[D] / Cga.Split[D]));
    Times.push_back(std::max<uint64_t>(
        1, Piece[D] / (PerThread[D] * PerWarp[D] * PerCta[D])));
  }
  uint64_t InBox = volume(PerThread);
  LayoutPoint R = digits(At.Register % InBox, PerThread, P.Order),
              Again = digits(At.Register / InBox, Times, P.Order),
              L = digits(At.Lane, PerWarp, P.Order),
              W = digits(At.Warp, PerCta, P.Order),
              B = digits(At.Block, widened(Cga.Ctas), Cga.Order);
  for (unsigned D = 0; D < Shape.size(); ++D) {
    uint64_t InPiece =
        R[D] +
        PerThread[D] * (L[D] + PerWarp[D] * (W[D] + PerCta[D] * Again[D]));
    uint64_t PieceNumber = B[D] % Cga.Split[D] % Shape[D];
    Result.push_back(InPiece % Piece[D] + PieceNumber * Piece[D]);
  }
  return Result;
}

TEST(Blocked, EveryElementIsWhereTheBoxesSay) {
  Random R(1);
  for (unsigned Run = 0; Run < 200; ++Run) {
    unsigned Rank = 1 + R() % 5, Bits = Rank < 3 ? 2 : 1;
    BlockedParams P{randomSizes(R, Rank, Bits),
                    randomSizes(R, Rank, Bits),
                    randomSizes(R, Rank, Bits),
                    randomOrder(R, Rank),
                    {}};
    RandomCga Cga(R, Rank);
    P.Cga = Cga.layout();
    Extents Shape;
    for (unsigned D = 0; D < Rank; ++D)
      Shape.push_back(randomPower(R, Rank < 3 ? 7 : 3));
    LinearLayout L = get(blockedLayout(P, Shape));
    ASSERT_EQ(L.outputs().size(), Rank);
    expectAtAllPlaces(
        L, [&](const Place &At) { return blockedFormula(P, Cga, Shape, At); });
    EXPECT_TRUE(L.isSurjective()) << toString(L);
    if (HasFatalFailure())
      return;
  }
}

TEST(Blocked, Messages) {
  BlockedParams P{{1, 8}, {8, 4}, {4, 1}, {1, 0}, {}};
  EXPECT_EQ(text(blockedLayout(P, {32})),
            "error: blocked: the tensor [32] has 1 dimensions, expected 2");
  P.ThreadsPerWarp = {8, 3};
  EXPECT_EQ(text(blockedLayout(P, {32, 32})),
            "error: blocked: threadsPerWarp is [8,3], expected a power of two "
            "for each of the 2 dimensions");
  P.ThreadsPerWarp = {8, 4};
  P.Order = {0, 0};
  EXPECT_EQ(text(blockedLayout(P, {32, 32})),
            "error: blocked: order is [0,0], expected each of the 2 dimensions "
            "once");
}

//===----------------------------------------------------------------------===//
// Operands of blocked products
//===----------------------------------------------------------------------===//

TEST(Blocked, OperandsOfTheHeader) {
  BlockedParams C{{1, 1}, {2, 2}, {1, 1}, {1, 0}, {}};
  auto Parent = distributed(C);
  EXPECT_EQ(text(blockedLayout(C, {2, 2})),
            "register=[], lane=[[0,1],[1,0]], warp=[] -> [2,2]");
  EXPECT_EQ(text(dotOperandLayout({0, Parent, 0}, {2, 2})),
            "register=[[0,1]], lane=[[0,0],[1,0]], warp=[] -> [2,2]");
  EXPECT_EQ(text(dotOperandLayout({1, Parent, 0}, {2, 2})),
            "register=[[1,0]], lane=[[0,1],[0,0]], warp=[] -> [2,2]");
}

/// What a thread must hold of A and B to compute its elements of C: all of
/// their rows, all of their columns.
TEST(Blocked, OperandsAreWhatTheResultNeeds) {
  Random R(2);
  for (unsigned Run = 0; Run < 60; ++Run) {
    BlockedParams C{randomSizes(R, 2, 2),
                    randomSizes(R, 2, 2),
                    randomSizes(R, 2, 1),
                    randomOrder(R, 2),
                    {}};
    auto Parent = distributed(C);
    uint64_t M = randomPower(R, 5), N = randomPower(R, 5),
             K = randomPower(R, 3);
    LinearLayout LC = get(blockedLayout(C, {M, N}));
    LinearLayout LA = get(dotOperandLayout({0, Parent, 0}, {M, K}));
    LinearLayout LB = get(dotOperandLayout({1, Parent, 0}, {K, N}));
    auto Held = [](const LinearLayout &L, uint64_t Lane, uint64_t Warp) {
      std::set<LayoutPoint> Points;
      for (uint64_t I = 0; I >> L.inputBits("register") == 0; ++I)
        Points.insert(at(L, {{"register", I}, {"lane", Lane}, {"warp", Warp}}));
      return Points;
    };
    for (uint64_t W = 0; W >> LC.inputBits("warp") == 0; ++W)
      for (uint64_t T = 0; T >> LC.inputBits("lane") == 0; ++T) {
        std::set<LayoutPoint> A, B;
        for (const LayoutPoint &P : Held(LC, T, W))
          for (uint64_t I = 0; I < K; ++I) {
            A.insert({P[0], I});
            B.insert({I, P[1]});
          }
        ASSERT_EQ(Held(LA, T, W), A) << toString(LC) << "\n" << toString(LA);
        ASSERT_EQ(Held(LB, T, W), B) << toString(LC) << "\n" << toString(LB);
      }
  }
}

TEST(DotOperand, Messages) {
  BlockedParams C{{1, 1}, {2, 2}, {1, 1}, {1, 0}, {}};
  auto Parent = distributed(C);
  EXPECT_EQ(text(dotOperandLayout({0, nullptr, 0}, {2, 2})),
            "error: operand: there is no parent");
  EXPECT_EQ(text(dotOperandLayout({2, Parent, 0}, {2, 2})),
            "error: operand of blocked: opIdx is 2, expected 0 or 1");
  EXPECT_EQ(text(dotOperandLayout({0, Parent, 2}, {2, 2})),
            "error: operand of blocked: kWidth is 2, expected 0");
  auto Line = distributed(BlockedParams{{1}, {4}, {1}, {0}, {}});
  EXPECT_EQ(text(dotOperandLayout({0, Line, 0}, {4})),
            "error: operand of blocked: the tensor has 1 dimensions, expected "
            "at least 2");
  auto Slice = distributed(SliceParams{0, Parent});
  EXPECT_EQ(text(dotOperandLayout({0, Slice, 0}, {4, 4})),
            "error: operand: products have operands in registers if their "
            "results are blocked or of a matrix instruction; the parent is "
            "neither");
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

TEST(Sliced, ExampleOfTheHeader) {
  LinearLayout L = parsed("register=[[0,1],[2,0]], lane=[[0,2],[1,0]] -> "
                          "[4,4]");
  EXPECT_EQ(text(sliceOf(L, 1)), "register=[[2]], lane=[[0],[1]] -> [4]");
  EXPECT_EQ(text(sliceOf(L, 0)), "register=[[1]], lane=[[2],[0]] -> [4]");
  EXPECT_EQ(text(sliceOf(L, 2)), "error: slice: dim is 2, expected less than "
                                 "the parent's 2 dimensions");
}

/// A thread holds the same elements of the slice as of the parent, without the
/// dimension. The parent covers any extent there, so it may be evaluated at 1.
TEST(Sliced, ThreadsHoldWhatTheyHeld) {
  Random R(3);
  for (unsigned Run = 0; Run < 100; ++Run) {
    unsigned Rank = 2 + R() % 4, Dim = R() % Rank;
    BlockedParams P{randomSizes(R, Rank, 1),
                    randomSizes(R, Rank, 1),
                    randomSizes(R, Rank, 1),
                    randomOrder(R, Rank),
                    {}};
    Extents Shape, Rest;
    for (unsigned D = 0; D < Rank; ++D) {
      Shape.push_back(randomPower(R, 3));
      if (D != Dim)
        Rest.push_back(Shape.back());
    }
    LinearLayout Parent = get(blockedLayout(P, Shape));
    LinearLayout Slice = get(sliceLayout({Dim, distributed(P)}, Rest));
    auto Held = [](const LinearLayout &L, uint64_t Lane, uint64_t Warp,
                   std::optional<unsigned> Without) {
      std::set<LayoutPoint> Points;
      for (uint64_t I = 0; I >> L.inputBits("register") == 0; ++I) {
        LayoutPoint Q =
            at(L, {{"register", I}, {"lane", Lane}, {"warp", Warp}});
        if (Without)
          Q.erase(Q.begin() + *Without);
        Points.insert(Q);
      }
      return Points;
    };
    for (uint64_t W = 0; W >> Parent.inputBits("warp") == 0; ++W)
      for (uint64_t T = 0; T >> Parent.inputBits("lane") == 0; ++T) {
        std::set<LayoutPoint> Got = Held(Slice, T, W, std::nullopt);
        ASSERT_EQ(Got, Held(Parent, T, W, Dim)) << toString(Parent);
        // No register occurs twice.
        ASSERT_EQ(Got.size(), uint64_t(1) << Slice.inputBits("register"));
      }
  }
}

TEST(Sliced, Messages) {
  EXPECT_EQ(text(sliceLayout({0, nullptr}, {4})),
            "error: slice: there is no parent");
  auto P = distributed(BlockedParams{{1, 1}, {2, 2}, {1, 1}, {1, 0}, {}});
  EXPECT_EQ(text(sliceLayout({2, P}, {4})), "error: slice: dim is 2, expected "
                                            "at most the tensor's 1 "
                                            "dimensions");
  EXPECT_EQ(text(sliceLayout({1, P}, {4, 4})),
            "error: blocked: the tensor [4,1,4] has 3 dimensions, expected 2");
}

TEST(Linear, ExamplesOfTheHeader) {
  LinearParams P{parsed("register=[[1,0]], lane=[[0,1]] -> [2,2]")};
  EXPECT_EQ(text(linearLayout(P, {2, 2})), toString(P.Layout));
  EXPECT_EQ(text(linearLayout(P, {2, 4})),
            "register=[[1,0],[0,2]], lane=[[0,1]] -> [2,4]");
  EXPECT_EQ(text(linearLayout(P, {4, 4})),
            "register=[[1,0],[2,0],[0,2]], lane=[[0,1]] -> [4,4]");
  EXPECT_EQ(text(linearLayout(P, {1, 2})),
            "register=[], lane=[[0,1]] -> [1,2]");
  // A register that was already a copy is not cut off.
  LinearParams Copy{parsed("register=[[0,0],[0,1]], lane=[[1,0]] -> [2,2]")};
  EXPECT_EQ(text(distributedLayout({Copy}, {2, 1})),
            "register=[[0,0]], lane=[[1,0]] -> [2,1]");
  EXPECT_EQ(text(linearLayout({parsed("lane=[[1]] -> [2]")}, {2})),
            "error: linear: the first input is not 'register'");
  EXPECT_EQ(text(linearLayout(P, {2})),
            "error: linear: the tensor [2] has 1 dimensions, expected 2");
}

} // namespace
