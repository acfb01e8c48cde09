//===- SharedPlanTest.cpp - Banks, phases, swizzles -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/machine/Swizzle.h"
#include "layouts/machine/Wavefronts.h"
#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

template <typename FnT>
unsigned wavefronts(const Machine &M, unsigned Bytes, bool IsStore, FnT At) {
  std::vector<uint32_t> Addresses;
  for (unsigned L = 0; L < M.lanes(); ++L)
    Addresses.push_back(At(L));
  return countWavefronts(Addresses, Bytes, IsStore, M);
}

TEST(CountWavefronts, WordsOnHopper) {
  Machine M = hopperLike();
  EXPECT_EQ(wavefronts(M, 4, false, [](unsigned L) { return 4 * L; }), 1u);
  EXPECT_EQ(wavefronts(M, 4, false, [](unsigned L) { return 8 * L; }), 2u);
  EXPECT_EQ(wavefronts(M, 4, false, [](unsigned L) { return 128 * L; }), 32u);
  EXPECT_EQ(wavefronts(M, 4, false, [](unsigned L) { return 132 * L; }), 1u);
  EXPECT_EQ(wavefronts(M, 4, false, [](unsigned) { return 64u; }), 1u);
  // Four bytes of one word, eight words: one wavefront.
  EXPECT_EQ(wavefronts(M, 1, true, [](unsigned L) { return L; }), 1u);
  // Two rows on the same banks.
  EXPECT_EQ(
      wavefronts(M, 2, true,
                 [](unsigned L) { return 4 * (L % 16) + 128 * (L / 16); }),
      2u);
}

TEST(CountWavefronts, WideAccessesOnHopper) {
  Machine M = hopperLike();
  EXPECT_EQ(wavefronts(M, 8, false, [](unsigned L) { return 8 * L; }), 2u);
  EXPECT_EQ(wavefronts(M, 16, false, [](unsigned L) { return 16 * L; }), 4u);
  // Rows of 128 bytes: the eight lanes of a phase on the same four banks.
  EXPECT_EQ(wavefronts(M, 16, false, [](unsigned L) { return 128 * L; }), 32u);
  // The same rows, the 16-byte column swizzled by the row.
  EXPECT_EQ(wavefronts(M, 16, false,
                       [](unsigned L) { return 128 * L ^ 16 * (L % 8); }),
            4u);
  // Lanes 0-15 and 16-31 are different phases of an 8-byte access.
  EXPECT_EQ(wavefronts(M, 8, false, [](unsigned L) { return 8 * (L % 16); }),
            2u);
}

TEST(CountWavefronts, InactiveLanesCostNothing) {
  Machine M = hopperLike();
  EXPECT_EQ(wavefronts(M, 4, false, [](unsigned) { return ~0u; }), 0u);
  EXPECT_EQ(
      wavefronts(M, 16, false, [](unsigned L) { return L < 8 ? 16 * L : ~0u; }),
      1u);
  EXPECT_EQ(
      wavefronts(M, 4, false, [](unsigned L) { return L % 2 ? ~0u : 4 * L; }),
      1u);
}

TEST(CountWavefronts, IrregularPhasesOfGfx942) {
  Machine M = gfx942Like();
  EXPECT_EQ(wavefronts(M, 16, true, [](unsigned L) { return 16 * L; }), 8u);
  EXPECT_EQ(wavefronts(M, 16, false, [](unsigned L) { return 16 * L; }), 8u);
  // Lane L and L ^ 20 on the same banks: one phase when loading, two when
  // storing.
  auto Clash = [](unsigned L) {
    unsigned Row = L >> 2 & 1;
    return 16 * (L % 4) + 128 * Row + 256 * (L >> 3);
  };
  EXPECT_EQ(wavefronts(M, 16, false, Clash), 16u);
  EXPECT_EQ(wavefronts(M, 16, true, Clash), 16u);
  auto OnlyStores = [](unsigned L) {
    unsigned Bank = (L % 4) | (L >> 4 & 1) << 2;
    return 16 * Bank + 128 * (L >> 2);
  };
  EXPECT_EQ(wavefronts(M, 16, false, OnlyStores), 8u);
  EXPECT_EQ(wavefronts(M, 16, true, OnlyStores), 16u);
}

TEST(Swizzle, AvoidsBothSpansWithTheGreatestDimension) {
  std::mt19937 Rng(1);
  for (unsigned I = 0; I < 500; ++I) {
    unsigned Dim = 1 + Rng() % 12;
    llvm::SmallVector<uint64_t> U, V;
    for (unsigned J = Rng() % (Dim + 1); J-- > 0;)
      U.push_back(Rng() & ((1u << Dim) - 1));
    for (unsigned J = Rng() % (Dim + 1); J-- > 0;)
      V.push_back(Rng() & ((1u << Dim) - 1));
    llvm::SmallVector<uint64_t> W = avoidBoth(U, V, {}, Dim);
    EXPECT_EQ(reduceBasis(W).size(), W.size());
    EXPECT_EQ(W.size(),
              Dim - std::max(reduceBasis(U).size(), reduceBasis(V).size()));
    EXPECT_TRUE(intersectBases(U, W).empty());
    EXPECT_TRUE(intersectBases(V, W).empty());
  }
}

/// Wavefronts if no two lanes ever conflict.
unsigned leastWavefronts(const Plan &P, const Machine &M) {
  unsigned Sum = 0;
  for (const Step &S : P.Steps)
    if (S.K == Step::Store || S.K == Step::Load) {
      const AccessShape *Shape = M.shape(S.Bytes);
      Sum += M.lanes() >> (S.K == Step::Store ? Shape->StorePhase.size()
                                              : Shape->LoadPhase.size());
    }
  return Sum;
}

Plan sharedPlan(const Conversion &C, const Machine &M) {
  PlanOptions O;
  O.AllowShuffle = false;
  return bestPlan(C, M, O);
}

TEST(SharedPlan, ExchangesAreFreeOfConflicts) {
  for (bool Amd : {false, true})
    for (unsigned WarpBits : {0u, 2u})
      for (unsigned Bits : {8u, 16u, 32u, 64u})
        for (unsigned Items : {2u, 4u, 8u, 16u})
          for (bool ToStriped : {false, true}) {
            Machine M = Amd ? gfx942Like() : hopperLike();
            Conversion C =
                ToStriped ? blockedToStriped(Bits, M.LaneBits, Items, WarpBits)
                          : stripedToBlocked(Bits, M.LaneBits, Items, WarpBits);
            Plan P = sharedPlan(C, M);
            EXPECT_EQ(P.Cost.Wavefronts, leastWavefronts(P, M)) << text(P);
            // One side is as wide as a thread's registers, up to 16 bytes. The
            // other has one element in each access: neighbours in one are not
            // neighbours in the other.
            unsigned Wide = std::max(1u, Bits / 8 * Items / 16);
            if (Bits >= 32) {
              EXPECT_EQ(P.Cost.Stores + P.Cost.Loads, Wide + Items) << text(P);
            } else {
              // Packing words for wider accesses may cost more than they save.
              EXPECT_LE(P.Cost.Wavefronts, 2 * (Items + Wide * 4)) << text(P);
            }
          }
}

TEST(SharedPlan, RandomMapsOfWholeWordsAreFreeOfConflicts) {
  std::mt19937 Rng(2);
  for (unsigned I = 0; I < 400; ++I) {
    Machine M = Rng() % 2 ? gfx942Like() : hopperLike();
    unsigned RegisterBits = Rng() % 5, WarpBits = Rng() % 3;
    unsigned N = M.LaneBits + RegisterBits + WarpBits;
    std::vector<uint64_t> Columns(N);
    do {
      for (uint64_t &X : Columns)
        X = Rng() & ((1u << N) - 1);
    } while (BitMatrix(N, Columns).rank() != N);
    Conversion C = makeConversion(
        32u << Rng() % 2, M.LaneBits, 1u << RegisterBits, 1u << RegisterBits,
        WarpBits, [&](unsigned R, unsigned T) {
          uint64_t Y = BitMatrix(N, Columns).apply(R | T << RegisterBits);
          return Holder{uint16_t(Y & ((1u << RegisterBits) - 1)),
                        uint16_t(Y >> RegisterBits)};
        });
    Plan P = sharedPlan(C, M);
    if (P.By == Route::Shared) {
      EXPECT_EQ(P.Cost.Wavefronts, leastWavefronts(P, M)) << text(P);
    }
  }
}

TEST(SharedPlan, WarpBarrierUnlessWarpsAreCrossed) {
  Plan P = sharedPlan(blockedToStriped(32, 5, 4), hopperLike());
  EXPECT_EQ(P.Cost.WarpBarriers, 1u);
  EXPECT_EQ(P.Cost.BlockBarriers, 0u);
  EXPECT_EQ(P.ScratchBytes, 4u * 4 * 32);
  P = sharedPlan(blockedToStriped(32, 5, 4, 2), hopperLike());
  EXPECT_EQ(P.Cost.WarpBarriers, 0u);
  EXPECT_EQ(P.Cost.BlockBarriers, 1u);
  EXPECT_EQ(P.ScratchBytes, 4u * 4 * 128);
}

TEST(SharedPlan, WhatStaysIsNotStored) {
  // Registers with bit 0 set are rotated between lanes, the others stay.
  Conversion C = makeConversion(32, 5, 8, 8, 1, [](unsigned R, unsigned T) {
    return R & 1 ? Holder{uint16_t(R), uint16_t(T ^ 33)}
                 : Holder{uint16_t(R), uint16_t(T)};
  });
  Plan P = sharedPlan(C, hopperLike());
  EXPECT_EQ(P.ScratchBytes, 4u * 4 * 64);
  EXPECT_EQ(P.Cost.Wavefronts, 2u * 4);
}

TEST(SharedPlan, LimitsAreKept) {
  PlanOptions O;
  O.AllowShuffle = false;
  O.ScratchLimit = 4 * 4 * 32 - 1;
  PlanResult R = planConversion(blockedToStriped(32, 5, 4), hopperLike(), O);
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->ScratchBytes, 256u) << "in two rounds";
  ++O.ScratchLimit;
  R = planConversion(blockedToStriped(32, 5, 4), hopperLike(), O);
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->ScratchBytes, 512u);
  O.ScratchLimit = 4 * 32 - 1; // less than one word per thread
  R = planConversion(blockedToStriped(32, 5, 4), hopperLike(), O);
  EXPECT_FALSE(R.Best);
  EXPECT_NE(R.WhyNot.find("512 bytes"), std::string::npos) << R.WhyNot;
}

} // namespace
