//===- SwapPlanTest.cpp - Swaps of lane bits, counted ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneSwaps.h"
#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

constexpr unsigned LaneBits = 6;

std::vector<unsigned> cycle(unsigned RegisterBits, std::vector<unsigned> Bits) {
  std::vector<unsigned> To;
  for (unsigned I = 0; I < RegisterBits + LaneBits; ++I)
    To.push_back(I);
  for (unsigned I = 0; I < Bits.size(); ++I)
    To[Bits[I]] = Bits[(I + 1) % Bits.size()];
  return To;
}

Plan planOf(const Conversion &C, const Machine &M, PlanOptions O = {}) {
  return bestPlan(C, M, O);
}

/// Elements move between lanes by swaps alone; there are byte permutes if the
/// register bit is inside words.
void expectSwapsAlone(const Plan &P, bool WholeWords) {
  EXPECT_EQ(P.Cost.Shuffles + P.Cost.Loads + P.Cost.Stores + P.Cost.Selects, 0u)
      << text(P);
  EXPECT_GT(P.Cost.Swaps, 0u) << text(P);
  if (WholeWords) {
    EXPECT_EQ(P.Cost.Permutes, 0u) << text(P);
  }
}

TEST(SwapPlan, EverySwapOfARegisterBitWithLaneBit4Or5) {
  for (unsigned Bits : {8u, 16u, 32u, 64u})
    for (unsigned R = 1; R <= 5; ++R)
      for (unsigned Bit = 0; Bit < R; ++Bit) {
        const bool Whole = Bits << Bit >= 32;
        const unsigned Words = (Bits << R) < 32 ? 1 : (Bits << R) / 32;
        for (unsigned Lane : {4u, 5u}) {
          Plan P =
              planOf(permutedBits(Bits, LaneBits, R, cycle(R, {Bit, R + Lane})),
                     gfx950Like());
          expectSwapsAlone(P, Whole);
          if (Whole) {
            EXPECT_EQ(P.Cost.Swaps, Words / 2) << text(P);
          }
          EXPECT_LE(P.Cost.Swaps, Words) << text(P);
          EXPECT_LE(P.Cost.Permutes, 2 * Words) << text(P);
        }
        // A cycle of three bits is two swaps.
        for (bool Up : {false, true}) {
          Plan P = planOf(
              permutedBits(Bits, LaneBits, R,
                           cycle(R, {Bit, R + (Up ? 4 : 5), R + (Up ? 5 : 4)})),
              gfx950Like());
          expectSwapsAlone(P, Whole);
          if (Whole) {
            EXPECT_EQ(P.Cost.Swaps, Words) << text(P);
          }
        }
        // The other lane bit with another register bit.
        for (unsigned Other = 0; Other < R; ++Other) {
          if (Other == Bit)
            continue;
          std::vector<unsigned> To = cycle(R, {Bit, R + 4});
          std::swap(To[Other], To[R + 5]);
          Plan P = planOf(permutedBits(Bits, LaneBits, R, To), gfx950Like());
          expectSwapsAlone(P, Whole && Bits << Other >= 32);
        }
      }
}

TEST(SwapPlan, RegistersInAnyOrderAndLanesOffByAConstant) {
  std::mt19937 Random(11);
  for (unsigned I = 0; I < 300; ++I) {
    const unsigned Bits = 8u << Random() % 4, R = 1 + Random() % 4;
    std::vector<unsigned> To = cycle(R, {});
    std::shuffle(To.begin(), To.begin() + R, Random);
    const unsigned Lane = 4 + Random() % 2, Bit = Random() % R;
    std::swap(To[Bit], To[R + Lane]);
    uint64_t Offset = Random() % (1u << R);
    if (Random() % 2)
      Offset |= 1u << (R + Lane);
    expectSwapsAlone(
        planOf(permutedBits(Bits, LaneBits, R, To, Offset), gfx950Like()),
        false);
  }
}

TEST(SwapPlan, ASingleWord) {
  // Two halves, four bytes: both lanes of a pair learn both words.
  for (unsigned Bits : {8u, 16u}) {
    const unsigned R = Bits == 8 ? 2 : 1;
    Plan P = planOf(permutedBits(Bits, LaneBits, R, cycle(R, {0, R + 5})),
                    gfx950Like());
    EXPECT_EQ(P.Cost.Swaps, 1u) << text(P);
    EXPECT_EQ(P.Cost.Permutes, 1u) << text(P);
  }
}

TEST(SwapPlan, Printed) {
  EXPECT_EQ(text(planOf(permutedBits(32, LaneBits, 1, cycle(1, {0, 5})),
                        gfx950Like())),
            "plan shuffle, warp, 32 bits, 64 lanes, 2 input words\n"
            "  w2, w3 = swap(w0, w1, lane bit 4)\n"
            "  outputs: w2 w3\n"
            "  cost: 0 shuffles, 0 selects, 0 permutes, 1 swaps, 0 stores, "
            "0 loads, 0 wavefronts, 0 warp barriers, 0 block barriers\n"
            "  clocks: 1.00, bound: 0.33\n");
}

TEST(SwapPlan, OtherLaneBitsAreShuffledBetweenSwaps) {
  unsigned Swapped = 0;
  for (unsigned Bits : {8u, 16u, 32u})
    for (unsigned R : {2u, 3u, 4u})
      for (unsigned Lane = 0; Lane < 4; ++Lane)
        for (bool Up : {false, true}) {
          std::vector<unsigned> To = Up ? cycle(R, {R - 1, R + 5, R + Lane})
                                        : cycle(R, {R - 1, R + Lane, R + 5});
          Conversion C = permutedBits(Bits, LaneBits, R, To);
          Plan With = planOf(C, gfx950Like()),
               Without = planOf(C, gfx942Like());
          EXPECT_LE(With.Cost.Clocks, Without.Cost.Clocks);
          Swapped += With.Cost.Swaps > 0;
        }
  EXPECT_GT(Swapped, 20u);
}

TEST(SwapPlan, NoSwapsWhereThereAreNone) {
  for (unsigned Lane = 0; Lane < LaneBits; ++Lane) {
    Conversion C = permutedBits(32, LaneBits, 2, cycle(2, {0, 2 + Lane}));
    EXPECT_EQ(planOf(C, gfx942Like()).Cost.Swaps, 0u);
    EXPECT_EQ(planOf(C, gfx950Like()).Cost.Swaps, Lane < 4 ? 0u : 2u);
    PlanOptions O;
    O.AllowShuffle = false;
    EXPECT_EQ(planOf(C, gfx950Like(), O).Cost.Swaps, 0u);
  }
}

/// If some lanes do not exist, an element may be only in its first and its last
/// lane, so two swaps cannot implement a cycle of three bits.
TEST(SwapPlan, LanesThatMayNotExist) {
  PlanOptions O;
  O.AllLanes = false;
  EXPECT_EQ(
      planOf(permutedBits(32, LaneBits, 1, cycle(1, {0, 5})), gfx950Like(), O)
          .Cost.Swaps,
      1u);
  EXPECT_EQ(planOf(permutedBits(32, LaneBits, 1, cycle(1, {0, 5, 6})),
                   gfx950Like(), O)
                .Cost.Swaps,
            0u);
}

} // namespace
