//===- LostRoutesTest.cpp - Rejected plans --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/routes/RejectedPlans.h"
#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

/// Swaps lane bits 0 to Bits - 1 with register bits.
Conversion swapLaneBits(unsigned Bits, unsigned RegisterBits) {
  return makeConversion(32, 5, 1u << RegisterBits, 1u << RegisterBits, 0,
                        [&](unsigned R, unsigned L) {
                          unsigned Low = (1u << Bits) - 1;
                          return Holder{uint16_t((R & ~Low) | (L & Low)),
                                        uint16_t((L & ~Low) | (R & Low))};
                        });
}

const RejectedPlan *routeOf(const std::vector<RejectedPlan> &Lost, Route By) {
  for (const RejectedPlan &L : Lost)
    if (L.By == By)
      return &L;
  return nullptr;
}

/// The plan for the conversion, which must exist, and those it was better than.
struct Choice {
  Plan Best;
  std::vector<RejectedPlan> Lost;
};

Choice choose(const Conversion &C, const Machine &M,
              const PlanOptions &O = PlanOptions()) {
  PlanResult R = planConversion(C, M, O);
  if (!R.Best) {
    ADD_FAILURE() << R.WhyNot;
    return {};
  }
  return {*R.Best, rejectedPlans(C, M, O, *R.Best)};
}

// 16 registers. One lane bit: half of each thread's words change threads, with
// one shuffle each. In memory they are 8 words for each of 32 lanes, stored and
// loaded, at 128 bytes a wavefront.
TEST(RejectedPlans, MemoryLosesAgainstFewShuffles) {
  auto [Best, Lost] = choose(swapLaneBits(1, 4), hopperLike());
  EXPECT_EQ(Best.By, Route::Shuffle);
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_EQ(Lost[0].By, Route::Shared);
  ASSERT_TRUE(Lost[0].Cost);
  EXPECT_EQ(Lost[0].Cost->Shuffles, 0u);
  EXPECT_EQ(Lost[0].Cost->WarpBarriers, 1u);
  EXPECT_GE(Lost[0].Cost->Wavefronts, 2u * 8 * 32 * 4 / 128);
  EXPECT_EQ(Lost[0].Cost->Clocks, Lost[0].Cost->Wavefronts);
  EXPECT_GE(Lost[0].ScratchBytes, 8u * 32 * 4);
  EXPECT_GT(Lost[0].Cost->Clocks, Best.Cost.Clocks);
}

// Four lane bits: each thread keeps one word of 16 and needs 15 shuffles.
TEST(RejectedPlans, ShufflesLoseAgainstMemory) {
  auto [Best, Lost] = choose(swapLaneBits(4, 4), hopperLike());
  EXPECT_EQ(Best.By, Route::Shared);
  const RejectedPlan *Shuffles = routeOf(Lost, Route::Shuffle);
  ASSERT_TRUE(Shuffles && Shuffles->Cost);
  EXPECT_EQ(Shuffles->Cost->Shuffles, 15u);
  EXPECT_EQ(Shuffles->Cost->Loads + Shuffles->Cost->Stores, 0u);
  EXPECT_EQ(Shuffles->ScratchBytes, 0u);
  EXPECT_GT(Shuffles->Cost->Clocks, Best.Cost.Clocks);
}

TEST(RejectedPlans, WithoutAPlanThereIsAReason) {
  Machine M = hopperLike();
  // Every warp takes the values of the other.
  Conversion Across =
      makeConversion(32, 5, 1, 1, 1, [](unsigned R, unsigned T) {
        return Holder{uint16_t(R), uint16_t(T ^ 32)};
      });
  std::vector<RejectedPlan> Lost = choose(Across, M).Lost;
  const RejectedPlan *Shuffles = routeOf(Lost, Route::Shuffle);
  ASSERT_TRUE(Shuffles);
  EXPECT_FALSE(Shuffles->Cost);
  EXPECT_EQ(Shuffles->WhyNot, "values cross warps");

  // Each warp stays by itself, and only the second one moves anything.
  Conversion Apart = makeConversion(32, 5, 1, 1, 1, [](unsigned R, unsigned T) {
    return Holder{uint16_t(R), uint16_t(T < 32 ? T : T ^ 5)};
  });
  Lost = choose(Apart, M).Lost;
  Shuffles = routeOf(Lost, Route::Shuffle);
  ASSERT_TRUE(Shuffles);
  EXPECT_EQ(Shuffles->WhyNot, "each warp moves values in its own way");

  Conversion C = swapLaneBits(1, 4);
  PlanOptions O;
  O.AllowShared = false;
  Lost = choose(C, M, O).Lost;
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_FALSE(Lost[0].Cost);
  EXPECT_EQ(Lost[0].WhyNot, "shared memory is not allowed");

  O = PlanOptions();
  O.ScratchLimit = 64;
  Lost = choose(C, M, O).Lost;
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_NE(Lost[0].WhyNot.find("bytes, of which 64 are free"),
            std::string::npos)
      << Lost[0].WhyNot;
}

TEST(RejectedPlans, NothingThatStaysHasAlternatives) {
  Machine M = hopperLike();
  Conversion C = makeConversion(32, 5, 2, 2, 0, [](unsigned R, unsigned L) {
    return Holder{uint16_t(R ^ 1), uint16_t(L)};
  });
  EXPECT_TRUE(choose(C, M).Lost.empty());
}

// Butterflies on the ALU do not use the memory pipe: lane ^ 1 of one word costs
// the ALU's clocks, lane + 1 the shuffle unit's, and so does lane ^ 9 if
// butterflies end at 7.
TEST(ButterflyPipe, IsWhereTheMachineSays) {
  auto ClocksOf = [](Pipe On, unsigned (*From)(unsigned)) {
    Machine M = hopperLike();
    M.ButterflyPipe = On;
    M.Butterflies = 0xff;
    M.Costs.Butterfly = 3;
    M.Costs.Shuffle = 5;
    M.Costs.Element = 1; // On the ALU, and one element.
    Conversion C = makeConversion(32, 5, 1, 1, 0, [&](unsigned R, unsigned L) {
      return Holder{uint16_t(R), uint16_t(From(L))};
    });
    PlanOptions O;
    O.AllowShared = false;
    PlanResult R = planConversion(C, M, O);
    EXPECT_TRUE(R.Best) << R.WhyNot;
    return R.Best->Cost.Clocks;
  };
  auto Neighbour = [](unsigned L) { return L ^ 1; };
  auto Next = [](unsigned L) { return (L + 1) % 32; };
  EXPECT_EQ(ClocksOf(Pipe::Memory, Neighbour), 3);
  EXPECT_EQ(ClocksOf(Pipe::Alu, Neighbour), 3 + 1);
  auto Far = [](unsigned L) { return L ^ 9; };
  EXPECT_EQ(ClocksOf(Pipe::Memory, Far), 5);
  EXPECT_EQ(ClocksOf(Pipe::Alu, Far), 5);
  EXPECT_EQ(ClocksOf(Pipe::Memory, Next), 5);
  EXPECT_EQ(ClocksOf(Pipe::Alu, Next), 5);
}

// Both pipes can shuffle at once, so no bound may count on one alone; a bound
// must never exceed a plan's cost.
TEST(ButterflyPipe, BoundsHoldOnBothPipes) {
  std::mt19937 Rng(7);
  unsigned Compared = 0;
  for (unsigned Run = 0; Run < 300; ++Run) {
    Machine M = gfx942Like();
    M.ButterflyPipe = Run % 2 ? Pipe::Alu : Pipe::Memory;
    M.Costs.Butterfly = 0.25 * (1 + Rng() % 12);
    M.Costs.Shuffle = 0.25 * (1 + Rng() % 12);
    const unsigned RegisterBits = Rng() % 4, Bits = RegisterBits + 6;
    std::vector<uint64_t> Columns;
    do {
      Columns.clear();
      for (unsigned I = 0; I < Bits; ++I)
        Columns.push_back(Rng() & ((1u << Bits) - 1));
    } while (BitMatrix(Bits, Columns).rank() != Bits);
    Conversion C =
        makeConversion(32, 6, 1u << RegisterBits, 1u << RegisterBits, 0,
                       [&](unsigned R, unsigned T) {
                         uint64_t Y = 0;
                         for (unsigned J = 0; J < Bits; ++J)
                           if ((R | T << RegisterBits) >> J & 1)
                             Y ^= Columns[J];
                         return Holder{uint16_t(Y & ((1u << RegisterBits) - 1)),
                                       uint16_t(Y >> RegisterBits)};
                       });
    for (bool AllowShared : {true, false}) {
      PlanOptions O;
      O.AllowShared = AllowShared;
      PlanResult R = planConversion(C, M, O);
      ASSERT_TRUE(R.Best) << R.WhyNot;
      EXPECT_LE(R.Best->BoundClocks, R.Best->Cost.Clocks + 1e-9);
      Compared += R.Best->BoundClocks > 0;
    }
  }
  EXPECT_GT(Compared, 500u);
}

} // namespace
