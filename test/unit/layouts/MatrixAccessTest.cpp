//===- MatrixAccessTest.cpp - Exchanges by rows of several lanes ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRunner.h"
#include "layouts/PlanSteps.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

constexpr unsigned LaneBits = 5;

PlanOptions sharedOnly(bool Converged = true) {
  PlanOptions O;
  O.AllowShuffle = false;
  O.Converged = Converged;
  return O;
}

Plan planOf(const Conversion &C, const Machine &M,
            const PlanOptions &O = sharedOnly()) {
  PlanResult R = planConversion(C, M, O);
  EXPECT_TRUE(R.Best) << R.WhyNot;
  if (!R.Best)
    return {};
  EXPECT_EQ(runPlan(*R.Best, C), "") << text(*R.Best);
  EXPECT_LE(R.Best->BoundClocks, R.Best->Cost.Clocks) << text(*R.Best);
  return *R.Best;
}

unsigned countSteps(const Plan &P, Step::Kind K, bool Turned) {
  unsigned N = 0;
  for (const Step &S : P.Steps)
    N += S.K == K && S.Tile.turned() == Turned;
  return N;
}

/// A 64 x 64 tile over four warps.
struct Element {
  unsigned Row, Column;
};

/// Accumulators of mma, 16 rows to a warp: lane 4 g + c holds columns 2 c and
/// 2 c + 1 of rows g and g + 8 (PTX ISA, "Matrix Fragments for mma.m16n8k16"),
/// and four registers more for each 8 columns.
Element ofAccumulator(unsigned R, unsigned T) {
  unsigned Lane = T % 32, Warp = T / 32;
  return {Warp * 16 + R / 2 % 2 * 8 + Lane / 4,
          R / 4 * 8 + Lane % 4 * 2 + R % 2};
}

/// Threads along rows, Run elements each; then down, all of a row together.
Element ofRows(unsigned Run, unsigned R, unsigned T) {
  unsigned PerRow = 64 / Run;
  return {R / Run * (128 / PerRow) + T / PerRow, T % PerRow * Run + R % Run};
}

template <typename FromT, typename ToT>
Conversion conversion(unsigned Bits, unsigned Registers, FromT From, ToT To) {
  constexpr unsigned Threads = 128;
  std::vector<Holder> Held(64 * 64);
  for (unsigned R = 0; R < Registers; ++R)
    for (unsigned T = 0; T < Threads; ++T) {
      Element E = From(R, T);
      Held[E.Row * 64 + E.Column] = {uint16_t(R), uint16_t(T)};
    }
  return makeConversion(Bits, LaneBits, Registers, Registers, 2,
                        [&](unsigned R, unsigned T) {
                          Element E = To(R, T);
                          return Held[E.Row * 64 + E.Column];
                        });
}

TEST(MatrixAccess, AccumulatorsToRows) {
  auto Rows = [](unsigned R, unsigned T) { return ofRows(8, R, T); };
  Plan P = planOf(conversion(16, 32, ofAccumulator, Rows), matrixLike());
  // 32 registers are 16 words: stores of four, and loads of 16 bytes.
  EXPECT_LE(P.Cost.Stores, 16u) << text(P);
  EXPECT_EQ(P.Cost.Wavefronts, 16u + 16u) << text(P);
}

TEST(MatrixAccess, AccumulatorsToColumns) {
  auto Columns = [](unsigned R, unsigned T) {
    Element E = ofRows(8, R, T);
    return Element{E.Column, E.Row};
  };
  Conversion C = conversion(16, 32, ofAccumulator, Columns);
  Plan P = planOf(C, matrixLike());
  EXPECT_EQ(countSteps(P, Step::StoreMatrix, true), 4u) << text(P);
  EXPECT_EQ(P.Cost.Loads, 4u) << text(P);
  EXPECT_EQ(P.Cost.Wavefronts, 16u + 16u) << text(P);
  EXPECT_EQ(P.Cost.Permutes + P.Cost.Selects, 0u) << text(P);
  EXPECT_GT(planOf(C, hopperLike()).Cost.Permutes, 0u);
  // Not where lanes may be apart.
  EXPECT_EQ(planOf(C, matrixLike(), sharedOnly(false)).Cost.Clocks,
            planOf(C, hopperLike()).Cost.Clocks);
  // The other way round, by loads.
  C = conversion(16, 32, Columns, ofAccumulator);
  P = planOf(C, matrixLike());
  EXPECT_EQ(countSteps(P, Step::LoadMatrix, true), 4u) << text(P);
  EXPECT_EQ(P.Cost.Stores, 4u) << text(P);
  Machine NoLoads = matrixLike();
  NoLoads.MatrixLoads.clear();
  EXPECT_EQ(countSteps(planOf(C, NoLoads), Step::LoadMatrix, true), 0u);
}

/// Index bits change places, between registers, lanes and warps.
Conversion randomPermutation(std::mt19937 &Random, unsigned &Bits) {
  const unsigned R = 1 + Random() % 5, WarpBits = Random() % 3;
  const unsigned N = R + LaneBits + WarpBits;
  Bits = 8u << Random() % 4;
  std::vector<unsigned> To;
  for (unsigned I = 0; I < N; ++I)
    To.push_back(I);
  for (unsigned I = 1 + Random() % 8; I > 0; --I)
    std::swap(To[Random() % N], To[Random() % N]);
  uint64_t Offset = Random() % 3 ? 0 : Random() % (1u << N);
  unsigned Xor = Random() % 4 ? N : Random() % N;
  return makeConversion(
      Bits, LaneBits, 1u << R, 1u << R, WarpBits,
      [&](unsigned Reg, unsigned T) {
        uint64_t X = Reg | T << R, Y = Offset;
        for (unsigned I = 0; I < N; ++I)
          Y ^= (X >> I & 1) << To[I];
        if (Xor < N && Xor != To[0])
          Y ^= (X & 1) << Xor;
        return Holder{uint16_t(Y & ((1u << R) - 1)), uint16_t(Y >> R)};
      });
}

TEST(MatrixAccess, RandomPermutationsGetNoDearer) {
  std::mt19937 Random(9);
  unsigned ByMatrices[2][2] = {};
  for (unsigned I = 0; I < 1500; ++I) {
    unsigned Bits = 0;
    Conversion C = randomPermutation(Random, Bits);
    PlanResult With = planConversion(C, matrixLike(), sharedOnly());
    PlanResult Without = planConversion(C, hopperLike(), sharedOnly());
    ASSERT_EQ(bool(With.Best), bool(Without.Best)) << With.WhyNot;
    if (!With.Best)
      continue;
    ASSERT_EQ(runPlan(*With.Best, C), "") << text(*With.Best);
    EXPECT_LE(With.Best->Cost.Clocks, Without.Best->Cost.Clocks);
    for (bool Turned : {false, true}) {
      ByMatrices[0][Turned] +=
          countSteps(*With.Best, Step::StoreMatrix, Turned) > 0;
      ByMatrices[1][Turned] +=
          countSteps(*With.Best, Step::LoadMatrix, Turned) > 0;
    }
  }
  EXPECT_GT(ByMatrices[0][0], 10u);
  EXPECT_GT(ByMatrices[0][1], 10u);
  EXPECT_GT(ByMatrices[1][0], 10u);
  EXPECT_GT(ByMatrices[1][1], 10u);
}

TEST(MatrixAccess, OfLanes) {
  Step S;
  S.K = Step::StoreMatrix;
  S.Bytes = 16;
  S.Words = {7, 9};
  S.Address.Constant = 1024;
  S.Address.Columns = {16, 32, 64, 128, 0, 256};
  for (bool Turned : {false, true}) {
    S.Tile = Turned ? turnedTile() : plainTile();
    auto All = accessesOfLanes(S);
    ASSERT_EQ(All.size(), Turned ? 4u : 2u);
    for (unsigned I = 0; I < All.size(); ++I)
      for (unsigned T = 0; T < 64; ++T) {
        unsigned Matrix = Turned ? I / 2 : I, Half = Turned ? I % 2 : 0;
        unsigned Row = Turned ? T % 4 * 2 + Half : T / 4 % 8;
        unsigned InRow = Turned ? T / 4 % 8 * 2 : T % 4 * 4;
        EXPECT_EQ(All[I].Words[0], S.Words[Matrix]);
        EXPECT_EQ(All[I].Bytes, Turned ? 2u : 4u);
        EXPECT_EQ(All[I].Address.at(T),
                  S.Address.at(T / 32 * 32 + 8 * Matrix + Row) + InRow);
      }
  }
}

} // namespace
