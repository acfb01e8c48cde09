//===- PlannerTest.cpp - Plans are correct and meet bounds ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

using Random = std::mt19937;

PlanOptions only(Route R) {
  PlanOptions O;
  O.AllowShuffle = R == Route::Shuffle;
  O.AllowShared = R == Route::Shared;
  return O;
}

std::vector<uint64_t> randomInvertible(unsigned N, Random &Rng) {
  for (;;) {
    std::vector<uint64_t> Columns;
    for (unsigned I = 0; I < N; ++I)
      Columns.push_back(Rng() & ((1u << N) - 1));
    if (BitMatrix(N, Columns).rank() == N)
      return Columns;
  }
}

/// The conversion of the map x -> Columns x ^ Offset.
Conversion ofMap(unsigned ElementBits, unsigned LaneBits, unsigned WarpBits,
                 unsigned SourceBits, unsigned ResultBits,
                 const std::vector<uint64_t> &Columns, uint64_t Offset) {
  return makeConversion(
      ElementBits, LaneBits, 1u << SourceBits, 1u << ResultBits, WarpBits,
      [&](unsigned R, unsigned T) {
        uint64_t X = R | uint64_t(T) << ResultBits, Y = Offset;
        for (unsigned J = 0; J < Columns.size(); ++J)
          if (X >> J & 1)
            Y ^= Columns[J];
        return Holder{uint16_t(Y & ((1u << SourceBits) - 1)),
                      uint16_t(Y >> SourceBits)};
      });
}

unsigned crossRank(const Conversion &C) {
  std::vector<uint64_t> Columns;
  for (uint64_t X : C.Affine->RegisterColumns)
    Columns.push_back(X >> C.Affine->SourceRegisterBits);
  return BitMatrix(64, Columns).rank();
}

void expectRight(const Conversion &C, const PlanResult &R) {
  ASSERT_TRUE(R.Best) << R.WhyNot;
  std::string Wrong = runPlan(*R.Best, C);
  ASSERT_EQ(Wrong, "") << text(*R.Best);
  EXPECT_LE(R.Best->BoundClocks, R.Best->Cost.Clocks + 1e-9) << text(*R.Best);
}

TEST(Planner, RandomInvertibleMapsInAWarp) {
  Random Rng(1);
  for (unsigned I = 0; I < 800; ++I) {
    unsigned LaneBits = 5 + Rng() % 2, RegisterBits = Rng() % 5;
    unsigned Bits = 8u << Rng() % 4;
    unsigned N = LaneBits + RegisterBits;
    Conversion C = ofMap(Bits, LaneBits, 0, RegisterBits, RegisterBits,
                         randomInvertible(N, Rng), Rng() & ((1u << N) - 1));
    ASSERT_TRUE(C.Affine);
    Machine M = LaneBits == 5 ? hopperLike() : gfx942Like();
    PlanResult R = planConversion(C, M, only(Route::Shuffle));
    expectRight(C, R);
    unsigned Words = (Bits * C.NumSources + 31) / 32;
    unsigned Bound = Bits >= 32 ? Words : std::max(Words, 1u << crossRank(C));
    EXPECT_LE(R.Best->Cost.Shuffles, Bound) << text(*R.Best);
    expectRight(C, planConversion(C, M, only(Route::Shared)));
    expectRight(C, planConversion(C, M));
  }
}

TEST(Planner, RandomInvertibleMapsInABlock) {
  Random Rng(2);
  for (unsigned I = 0; I < 150; ++I) {
    unsigned LaneBits = 5 + Rng() % 2, RegisterBits = Rng() % 5;
    unsigned WarpBits = 1 + Rng() % 3, Bits = 8u << Rng() % 4;
    unsigned N = LaneBits + RegisterBits + WarpBits;
    Conversion C = ofMap(Bits, LaneBits, WarpBits, RegisterBits, RegisterBits,
                         randomInvertible(N, Rng), Rng() & ((1u << N) - 1));
    Machine M = LaneBits == 5 ? hopperLike() : gfx942Like();
    PlanResult R = planConversion(C, M);
    expectRight(C, R);
  }
}

TEST(Planner, BroadcastsAndPartialReads) {
  Random Rng(3);
  for (unsigned I = 0; I < 500; ++I) {
    unsigned LaneBits = 5 + Rng() % 2, SourceBits = Rng() % 4;
    unsigned ResultBits = Rng() % 4, Bits = 8u << Rng() % 4;
    unsigned WarpBits = Rng() % 4 == 0 ? 1 + Rng() % 2 : 0;
    unsigned N = LaneBits + SourceBits + WarpBits;
    // With few distinct columns, images are small.
    std::vector<uint64_t> Columns, Pool{0};
    for (unsigned J = 0; J < 1 + Rng() % N; ++J)
      Pool.push_back(Rng() & ((1u << N) - 1));
    for (unsigned J = 0; J < LaneBits + WarpBits + ResultBits; ++J)
      Columns.push_back(Pool[Rng() % Pool.size()]);
    Conversion C = ofMap(Bits, LaneBits, WarpBits, SourceBits, ResultBits,
                         Columns, Rng() & ((1u << N) - 1));
    // Some results are not needed.
    if (Rng() % 2)
      for (Holder &H : C.Table)
        if (Rng() % 4 == 0)
          H = DontCare;
    C.Affine = fitAffine(C);
    ASSERT_TRUE(C.Affine);
    Machine M = LaneBits == 5 ? hopperLike() : gfx942Like();
    // One wavefront of such a machine serves twice the lanes.
    M.JoinsPairs = LaneBits == 5 && I % 2;
    expectRight(C, planConversion(C, M));
    expectRight(C, planConversion(C, M, only(Route::Shared)));
    if (!WarpBits)
      expectRight(C, planConversion(C, M, only(Route::Shuffle)));
  }
}

TEST(Planner, AnyTableInAWarp) {
  Random Rng(4);
  for (unsigned I = 0; I < 300; ++I) {
    unsigned LaneBits = 5 + Rng() % 2, Bits = 8u << Rng() % 4;
    unsigned Sources = 1 + Rng() % 9, Results = 1 + Rng() % 9;
    Conversion C = makeConversion(
        Bits, LaneBits, Sources, Results, 0, [&](unsigned, unsigned) {
          if (Rng() % 8 == 0)
            return DontCare;
          return Holder{uint16_t(Rng() % Sources),
                        uint16_t(Rng() % (1u << LaneBits))};
        });
    Machine M = LaneBits == 5 ? hopperLike() : gfx942Like();
    expectRight(C, planConversion(C, M));
  }
}

TEST(Planner, AnyBijectionNeedsAsManyShufflesAsRegisters) {
  Random Rng(5);
  for (unsigned I = 0; I < 200; ++I) {
    unsigned LaneBits = 5 + Rng() % 2, Items = 1 + Rng() % 12;
    unsigned Lanes = 1u << LaneBits;
    std::vector<unsigned> Order(Items * Lanes);
    for (unsigned J = 0; J < Order.size(); ++J)
      Order[J] = J;
    std::shuffle(Order.begin(), Order.end(), Rng);
    Conversion C = makeConversion(
        32, LaneBits, Items, Items, 0, [&](unsigned R, unsigned T) {
          unsigned E = Order[R * Lanes + T];
          return Holder{uint16_t(E % Items), uint16_t(E / Items)};
        });
    Machine M = LaneBits == 5 ? hopperLike() : gfx942Like();
    PlanResult R = planConversion(C, M, only(Route::Shuffle));
    expectRight(C, R);
    EXPECT_LE(R.Best->Cost.Shuffles, Items);
  }
}

} // namespace
