//===- ShufflePlanTest.cpp - Shuffles and selects, counted ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"

using namespace f2layout;
using namespace f2layout::test;

namespace {

Plan planOf(const Conversion &C, const Machine &M, bool AllowShared = false) {
  PlanOptions O;
  O.AllowShared = AllowShared;
  return bestPlan(C, M, O);
}

/// Swaps Count lane bits with register bits of 16 registers.
Conversion swapBits(unsigned Count, unsigned ElementBits = 32,
                    unsigned Registers = 16) {
  return makeConversion(ElementBits, 5, Registers, Registers, 0,
                        [=](unsigned R, unsigned T) {
                          unsigned M = (1u << Count) - 1;
                          return Holder{uint16_t((R & ~M) | (T & M)),
                                        uint16_t((T & ~M) | (R & M))};
                        });
}

TEST(ShufflePlan, NothingAndRename) {
  for (unsigned Bits : {8u, 16u, 32u, 64u}) {
    auto Keep = [](unsigned R, unsigned T) {
      return Holder{uint16_t(R), uint16_t(T)};
    };
    Plan P = planOf(makeConversion(Bits, 5, 4, 4, 0, Keep), hopperLike());
    EXPECT_EQ(P.By, Route::Nothing);
    EXPECT_TRUE(P.Steps.empty());
    EXPECT_EQ(P.BoundClocks, 0);
    auto Turn = [](unsigned R, unsigned T) {
      return Holder{uint16_t(3 - R), uint16_t(T)};
    };
    P = planOf(makeConversion(Bits, 5, 4, 4, 0, Turn), hopperLike());
    EXPECT_EQ(P.By, Route::Rename);
    EXPECT_EQ(P.Cost.Shuffles, 0u);
    EXPECT_EQ(P.Steps.size(), Bits == 8 ? 1u : Bits == 16 ? 2u : 0u) << text(P);
    // The same in a block, with the same movement in every warp.
    P = planOf(makeConversion(Bits, 5, 4, 4, 2, Turn), hopperLike());
    EXPECT_EQ(P.By, Route::Rename);
  }
}

TEST(ShufflePlan, NobodyLooks) {
  Plan P = planOf(makeConversion(32, 5, 2, 3, 0,
                                 [](unsigned, unsigned) { return DontCare; }),
                  hopperLike());
  EXPECT_TRUE(P.Steps.empty());
  EXPECT_EQ(P.Outputs.size(), 3u);
}

TEST(ShufflePlan, OneLaneBitTakesHalfTheRegisters) {
  Plan P = planOf(swapBits(1), hopperLike(), true);
  EXPECT_EQ(P.By, Route::Shuffle);
  EXPECT_EQ(P.Cost.Shuffles, 8u);
  EXPECT_EQ(P.Cost.Selects, 24u);
  for (const Step &S : P.Steps)
    if (S.K == Step::Select) {
      EXPECT_EQ(S.Mask, 0xAAAAAAAAu) << text(P);
    }
}

TEST(ShufflePlan, SeveralLaneBitsMakeBarrelNetworks) {
  // Stages of 8 shuffles and 24 selects each, or one stage of fewer shuffles
  // and a network of k * 16 selects at both ends.
  Plan P = planOf(swapBits(2), hopperLike());
  EXPECT_LE(P.Cost.Selects, 48u) << text(P);
  EXPECT_LE(P.Cost.Shuffles, 16u);
  P = planOf(swapBits(3), hopperLike());
  EXPECT_LE(P.Cost.Selects, 96u);
  EXPECT_LE(P.Cost.Shuffles, 16u);
  P = planOf(swapBits(4), hopperLike());
  EXPECT_LE(P.Cost.Selects, 128u);
  EXPECT_LE(P.Cost.Shuffles, 16u);
}

TEST(ShufflePlan, LaneMovesWithoutRegisters) {
  // A butterfly of lanes is one shuffle per word and nothing else.
  for (unsigned Bits : {8u, 16u, 32u, 64u}) {
    Plan P =
        planOf(makeConversion(Bits, 5, 8, 8, 0,
                              [](unsigned R, unsigned T) {
                                return Holder{uint16_t(R), uint16_t(T ^ 5)};
                              }),
               hopperLike());
    EXPECT_EQ(P.Cost.Shuffles, Bits / 4) << text(P);
    EXPECT_EQ(P.Steps.size(), Bits / 4) << text(P);
  }
}

TEST(ShufflePlan, ABroadcastIsOneShuffle) {
  Plan P =
      planOf(makeConversion(32, 5, 4, 1, 0,
                            [](unsigned, unsigned) { return Holder{2, 9}; }),
             hopperLike());
  EXPECT_EQ(P.Steps.size(), 1u) << text(P);
  // All lanes need both registers of lane 3: two shuffles.
  P = planOf(makeConversion(
                 32, 5, 2, 2, 0,
                 [](unsigned R, unsigned) { return Holder{uint16_t(R), 3}; }),
             hopperLike());
  EXPECT_EQ(P.Steps.size(), 2u) << text(P);
}

TEST(ShufflePlan, PartialReadsTakeARoundForEachRegister) {
  // Lane t needs register t mod 2 of lane t / 2.
  Plan P =
      planOf(makeConversion(32, 5, 2, 1, 0,
                            [](unsigned, unsigned T) {
                              return Holder{uint16_t(T % 2), uint16_t(T / 2)};
                            }),
             hopperLike());
  EXPECT_EQ(P.Cost.Shuffles, 2u) << text(P);
  EXPECT_EQ(P.Cost.Selects, 1u) << text(P);
}

TEST(ShufflePlan, PackedElementsShareShuffles) {
  // Swap a lane bit with the half of a word.
  Plan P = planOf(swapBits(1, 16, 2), hopperLike());
  EXPECT_EQ(P.Cost.Shuffles, 1u) << text(P);
  EXPECT_EQ(P.Cost.Permutes, 1u) << text(P);
  // Four bytes with two lane bits: two stages beat the four rounds of one.
  P = planOf(swapBits(2, 8, 4), hopperLike());
  EXPECT_EQ(P.Cost.Shuffles, 2u) << text(P);
  EXPECT_LE(P.Cost.Permutes + P.Cost.Selects, 3u) << text(P);
}

TEST(ShufflePlan, WarpExchanges) {
  for (unsigned Bits : {8u, 16u, 32u, 64u})
    for (unsigned Items : {2u, 4u, 8u, 16u})
      for (bool ToStriped : {false, true}) {
        Conversion C = ToStriped ? blockedToStriped(Bits, 5, Items)
                                 : stripedToBlocked(Bits, 5, Items);
        Plan P = planOf(C, hopperLike());
        EXPECT_LE(P.Cost.Shuffles, std::max(Bits * Items / 32, Items));
        if (Bits >= 32) {
          EXPECT_LE(P.Cost.Shuffles, Bits * Items / 32);
        }
      }
  EXPECT_LE(planOf(blockedToStriped(32, 5, 4), hopperLike()).Cost.Shuffles, 4u);
}

TEST(ShufflePlan, OddItemCounts) {
  for (unsigned LaneBits : {5u, 6u})
    for (unsigned Bits : {8u, 16u, 32u, 64u})
      for (unsigned Items : {3u, 5u, 7u, 11u})
        for (bool ToStriped : {false, true}) {
          Conversion C = ToStriped ? blockedToStriped(Bits, LaneBits, Items)
                                   : stripedToBlocked(Bits, LaneBits, Items);
          Plan P = planOf(C, LaneBits == 5 ? hopperLike() : gfx942Like());
          EXPECT_LE(P.Cost.Shuffles, Items * std::max(1u, Bits / 32));
          // Every lane sends register `round`; the receiver rotates.
          unsigned Digits = Items == 3 ? 2 : Items == 11 ? 4 : 3;
          if (Bits == 32) {
            EXPECT_LE(P.Cost.Selects, Items * Digits) << text(P);
          }
        }
}

TEST(ShufflePlan, LogicalWarpsOfSixteenLanes) {
  // CUB's WarpExchange on 16 of 32 lanes: the upper half does the same.
  Conversion C = makeConversion(32, 5, 4, 4, 0, [](unsigned R, unsigned T) {
    unsigned E = R * 16 + T % 16;
    return Holder{uint16_t(E % 4), uint16_t(E / 4 + T / 16 * 16)};
  });
  EXPECT_LE(planOf(C, hopperLike()).Cost.Shuffles, 4u);
}

TEST(ShufflePlan, HostileConversionsAreRefused) {
  Machine M = hopperLike();
  Conversion Good = blockedToStriped(32, 5, 2);
  auto Refused = [&](const Conversion &C) {
    PlanResult R = planConversion(C, M);
    EXPECT_FALSE(R.Best);
    EXPECT_FALSE(R.WhyNot.empty());
  };
  Conversion C = Good;
  C.ElementBits = 24;
  Refused(C);
  C = Good;
  C.Table.pop_back();
  Refused(C);
  C = Good;
  C.Table[7].Register = 2;
  Refused(C);
  C = Good;
  C.Table[7].Thread = 32;
  Refused(C);
  C = Good;
  C.NumThreads = 64;
  Refused(C);
  C = Good;
  C.LaneBits = 31;
  Refused(C);
  C = Good;
  C.NumSources = 0;
  Refused(C);
  // A map that does not match the table is ignored.
  C = Good;
  AffineMove Wrong;
  Wrong.Offset = 5;
  C.Affine = Wrong;
  PlanResult R = planConversion(C, M);
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(runPlan(*R.Best, C), "");
}

TEST(ShufflePlan, Printed) {
  EXPECT_EQ(text(planOf(swapBits(1, 32, 2), hopperLike())),
            "plan shuffle, warp, 32 bits, 32 lanes, 2 input words\n"
            "  w2 = select(lane in 0xAAAAAAAA, w0, w1)\n"
            "  w3 = shuffle(w2, lane ^ 1)\n"
            "  w4 = select(lane in 0xAAAAAAAA, w3, w0)\n"
            "  w5 = select(lane in 0xAAAAAAAA, w1, w3)\n"
            "  outputs: w4 w5\n"
            "  cost: 1 shuffles, 3 selects, 0 permutes, 0 stores, 0 loads, "
            "0 wavefronts, 0 warp barriers, 0 block barriers\n"
            "  clocks: 1.74, bound: 1.00\n");
}

} // namespace
