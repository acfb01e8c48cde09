//===- MatrixAccessTest.cpp - Exchanges by rows of several lanes ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/PlanSteps.h"
#include "test/unit/layouts/PlanRunner.h"
#include "llvm/ADT/STLExtras.h"
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
  return bestPlan(C, M, O);
}

unsigned countSteps(const Plan &P, Step::Kind K, bool Turned) {
  unsigned N = 0;
  for (const Step &S : P.Steps)
    N += S.K == K && S.Tile.transposed() == Turned;
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
  EXPECT_GT(planOf(C, hopperLike()).Cost.Stores, 4u);
  // Not if lanes may diverge.
  EXPECT_EQ(planOf(C, matrixLike(), sharedOnly(false)).Cost.Clocks,
            planOf(C, hopperLike()).Cost.Clocks);
  // The inverse, by loads.
  C = conversion(16, 32, Columns, ofAccumulator);
  P = planOf(C, matrixLike());
  EXPECT_EQ(countSteps(P, Step::LoadMatrix, true), 4u) << text(P);
  EXPECT_EQ(P.Cost.Stores, 4u) << text(P);
  Machine NoLoads = matrixLike();
  NoLoads.MatrixLoads.clear();
  EXPECT_EQ(countSteps(planOf(C, NoLoads), Step::LoadMatrix, true), 0u);
}

/// An operand of a matrix product on CDNA: each lane needs neighbours of a
/// column, from rows of 16 elements as they are in memory.
///
///   lane 16 g + c: rows 4 g to 4 g + 3 of column c (8 g to 8 g + 7 for bytes)
Conversion rowsToColumns(unsigned Bits, unsigned Warps) {
  const unsigned Each = 64 / Bits, PerRow = 16 / Each;
  auto From = [=](unsigned R, unsigned T) {
    unsigned Lane = T % 64, Row = Lane / 16 * Each + R, Column = Lane % 16;
    return Holder{uint16_t(Column % Each),
                  uint16_t(T - Lane + Row * PerRow + Column / Each)};
  };
  return makeConversion(Bits, 6, Each, Each, Warps, From);
}

TEST(MatrixAccess, RowsToColumnsByTransposingReads) {
  for (unsigned Bits : {8u, 16u})
    for (unsigned Warps : {0u, 2u}) {
      Conversion C = rowsToColumns(Bits, Warps);
      Plan P = planOf(C, gfx950Like());
      EXPECT_EQ(countSteps(P, Step::LoadMatrix, true), 1u) << text(P);
      EXPECT_EQ(P.Cost.Stores, 1u) << text(P);
      EXPECT_EQ(P.Cost.Permutes + P.Cost.Selects, 0u) << text(P);
      EXPECT_EQ(P.Steps.back().Tile.unitBits(), Bits == 8 ? 0u : 1u);
      EXPECT_LT(P.Cost.Clocks, planOf(C, gfx942Like()).Cost.Clocks);
      // Only for whole waves.
      EXPECT_EQ(countSteps(planOf(C, gfx950Like(), sharedOnly(false)),
                           Step::LoadMatrix, true),
                0u);
    }
  // Words would be split.
  Conversion C = rowsToColumns(32, 0);
  EXPECT_EQ(countSteps(planOf(C, gfx950Like()), Step::LoadMatrix, true), 0u);
}

/// Permutes index bits between registers, lanes and warps.
Conversion randomPermutation(std::mt19937 &Random, unsigned LaneBits) {
  const unsigned R = 1 + Random() % 5, WarpBits = Random() % 3;
  const unsigned N = R + LaneBits + WarpBits;
  const unsigned Bits = 8u << Random() % 4;
  std::vector<unsigned> To;
  for (unsigned I = 0; I < N; ++I)
    To.push_back(I);
  for (unsigned I = 1 + Random() % 8; I > 0; --I)
    std::swap(To[Random() % N], To[Random() % N]);
  uint64_t Offset = Random() % 3 ? 0 : Random() % (1u << N);
  unsigned Xor = Random() % 4 ? N : Random() % N;
  return makeConversion(Bits, LaneBits, 1u << R, 1u << R, WarpBits,
                        [&](unsigned Reg, unsigned T) {
                          uint64_t X = Reg | T << R, Y = Offset;
                          for (unsigned I = 0; I < N; ++I)
                            Y ^= (X >> I & 1) << To[I];
                          if (Xor < N && Xor != To[0])
                            Y ^= (X & 1) << Xor;
                          return Holder{uint16_t(Y & ((1u << R) - 1)),
                                        uint16_t(Y >> R)};
                        });
}

/// The numbers of plans of random conversions that use each tile of a machine,
/// stores first. None of them costs more than a plan without tiles.
std::vector<unsigned> countTiles(const Machine &M, unsigned Seed,
                                 unsigned Times) {
  Machine Plain = M;
  Plain.MatrixLoads.clear();
  Plain.MatrixStores.clear();
  std::vector<unsigned> Used(M.MatrixStores.size() + M.MatrixLoads.size());
  std::mt19937 Random(Seed);
  for (unsigned I = 0; I < Times; ++I) {
    Conversion C = randomPermutation(Random, M.LaneBits);
    // Elements are in registers of their own, or stay in words.
    C.PackedSources = C.PackedResults = I % 2;
    PlanResult With = planConversion(C, M, sharedOnly());
    PlanResult Without = planConversion(C, Plain, sharedOnly());
    EXPECT_EQ(bool(With.Best), bool(Without.Best)) << With.WhyNot;
    if (!With.Best)
      continue;
    EXPECT_EQ(runPlan(*With.Best, C), "") << text(*With.Best);
    EXPECT_LE(With.Best->Cost.Clocks, Without.Best->Cost.Clocks);
    std::vector<bool> Here(Used.size());
    for (const Step &S : With.Best->Steps) {
      if (!isMatrixAccess(S))
        continue;
      auto &Of = isStore(S) ? M.MatrixStores : M.MatrixLoads;
      Here[(isStore(S) ? 0 : M.MatrixStores.size()) +
           (llvm::find(Of, S.Tile) - Of.begin())] = true;
    }
    for (unsigned T = 0; T < Used.size(); ++T)
      Used[T] += Here[T];
  }
  return Used;
}

TEST(MatrixAccess, RandomPermutationsGetNoMoreExpensive) {
  for (unsigned Count : countTiles(matrixLike(), 9, 1500))
    EXPECT_GT(Count, 10u);
  // Bits of bytes alone fit fewer permutations, and packing often costs less.
  for (unsigned Count : countTiles(byteMatrixLike(), 9, 1500))
    EXPECT_GT(Count, 1u);
  for (unsigned Count : countTiles(gfx950Like(), 9, 6000))
    EXPECT_GT(Count, 5u);
}

TEST(MatrixAccess, OfLanes) {
  for (const MatrixTile &Tile :
       {plainTile(), transposedTile(), transposedBytes(),
        transposedBytesToStore(), readTr16(), readTr8()}) {
    ASSERT_TRUE(Tile.isPermutation());
    const unsigned Lanes = 1u << Tile.laneBits(),
                   Matrices = Tile.MostMatrices > 1 ? 2 : 1,
                   PerMatrix = Tile.words(), Unit = 1u << Tile.unitBits();
    Step S;
    S.K = Step::StoreMatrix;
    S.Tile = Tile;
    S.Bytes = Tile.rowBytes();
    for (Word W = 0; W < Matrices * PerMatrix; ++W)
      S.Words.push_back(7 + 2 * W);
    // Rows and warps are one after the other; bits without a row have no
    // address.
    S.Address.Constant = 4096;
    for (unsigned J = 0; J <= Tile.laneBits(); ++J)
      S.Address.Columns.push_back(
          J < rowBits(S) || J == Tile.laneBits() ? S.Bytes << J : 0);
    auto All = accessesOfLanes(S);
    ASSERT_EQ(All.size(), Matrices * PerMatrix * (4 / Unit));
    for (unsigned I = 0; I < All.size(); ++I)
      for (unsigned T = 0; T < 2 * Lanes; ++T) {
        const unsigned W = I / (4 / Unit), First = I % (4 / Unit) * Unit;
        EXPECT_EQ(All[I].Words[0], S.Words[W]);
        EXPECT_EQ(All[I].FirstByte, First);
        EXPECT_EQ(All[I].Bytes, Unit);
        for (unsigned B = 0; B < Unit; ++B) {
          const unsigned Byte = W % PerMatrix * 4 + First + B;
          auto [Row, At] = placeOf(Tile, T % Lanes, Byte);
          EXPECT_EQ(All[I].Address.at(T) + B,
                    S.Address.at(T / Lanes * Lanes +
                                 W / PerMatrix * Tile.numRows() + Row) +
                        At);
        }
      }
  }
}

} // namespace
