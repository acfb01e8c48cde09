//===- RenumberedPlanTest.cpp - Which elements share a word ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ElementTrace.h"
#include "layouts/routes/Planner.h"
#include "test/unit/layouts/PlanRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <random>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::test;

namespace {

/// The conversion by its map alone, as the planner gets it.
Conversion asMap(Conversion C) {
  C.Table.clear();
  return C;
}

/// Selects are cheaper than permutes, as on an sm_90.
Machine packing() {
  Machine M = hopperLike();
  M.Costs.Select = 0.5;
  M.Costs.Permute = M.Costs.Pack = 0.6;
  return M;
}

/// The cheapest plan with registers as they are numbered.
Plan asNumbered(const Conversion &C, const Machine &M,
                const PlanOptions &O = {}) {
  std::string WhyNot;
  std::optional<Plan> P = planAtoms(C, M, O, WhyNot);
  EXPECT_TRUE(P) << WhyNot;
  return P.value_or(Plan());
}

TEST(RenumberedPlan, WholeWordsTravel) {
  // A bit inside a word is exchanged with a lane bit. As many bits as a word
  // has stay in the register's number. Shared memory may be cheaper, where
  // words must be packed first: it is left out.
  PlanOptions O;
  O.AllowShared = false;
  for (unsigned Bits : {8, 16}) {
    unsigned Registers = Bits == 8 ? 3 : 2;
    std::vector<unsigned> To(Registers + 5);
    std::iota(To.begin(), To.end(), 0u);
    std::swap(To[0], To[Registers]);
    Conversion C = asMap(permutedBits(Bits, 5, Registers, To));
    const Machine M = packing();
    Plan Before = asNumbered(C, M, O), After = bestPlan(C, M, O);
    EXPECT_GT(Before.Cost.Permutes, 0u);
    EXPECT_LT(After.Cost.Clocks, Before.Cost.Clocks) << text(After);
    // Two words: one travels each way, between selects.
    EXPECT_EQ(After.Cost.Permutes, 0u) << text(After);
    EXPECT_EQ(After.Cost.Shuffles, 1u) << text(After);
    EXPECT_EQ(After.Cost.Selects, 3u) << text(After);
    EXPECT_EQ(After.Cost.Packs, 2 * (32 / Bits - 1)) << text(After);
    EXPECT_EQ(After.Cost.Unpacks, 2 * (32 / Bits - 1)) << text(After);
  }
}

TEST(RenumberedPlan, WordsKeepTheirElements) {
  // Nothing is gained where whole words are given and wanted, and for words.
  std::vector<unsigned> To(4 + 5);
  std::iota(To.begin(), To.end(), 0u);
  std::swap(To[0], To[4]);
  Conversion C = asMap(permutedBits(16, 5, 4, To));
  EXPECT_TRUE(planRenumbered(C, packing(), {}));
  C.PackedSources = C.PackedResults = true;
  EXPECT_FALSE(planRenumbered(C, packing(), {}));
  EXPECT_FALSE(
      planRenumbered(asMap(permutedBits(32, 5, 4, To)), packing(), {}));
  // And where the vectors in common are in words already.
  std::swap(To[0], To[4]);
  std::swap(To[3], To[4]);
  EXPECT_FALSE(
      planRenumbered(asMap(permutedBits(16, 5, 4, To)), packing(), {}));
}

/// A random permutation of the bits of register, lane and warp, and sometimes
/// fewer of the result's or the source's registers: broadcasts, partial reads.
Conversion randomMove(std::mt19937_64 &R) {
  unsigned Registers = 2 + R() % 3, WarpBits = R() % 3;
  std::vector<unsigned> To(Registers + 5 + WarpBits);
  std::iota(To.begin(), To.end(), 0u);
  for (unsigned Swaps = 1 + R() % 6; Swaps > 0; --Swaps)
    std::swap(To[R() % To.size()], To[R() % To.size()]);
  uint64_t Copied = R() % 4 ? 0 : uint64_t(1) << R() % To.size();
  uint64_t Offset = R() % 2 ? R() & ((uint64_t(1) << To.size()) - 1) : 0;
  uint64_t Sum = R() % 2 ? R() % To.size() : 0;
  return makeConversion(8u << R() % 2, 5, 1u << Registers, 1u << Registers,
                        WarpBits, [&](unsigned Register, unsigned T) {
                          uint64_t X = (Register | uint64_t(T) << Registers) &
                                       ~Copied,
                                   Y = Offset;
                          X ^= (X >> Sum & 1) << (Sum + 1) % To.size();
                          for (unsigned I = 0; I < To.size(); ++I)
                            Y ^= (X >> I & 1) << To[I];
                          return Holder{uint16_t(Y & ((1u << Registers) - 1)),
                                        uint16_t(Y >> Registers)};
                        });
}

/// A renumbered plan does what the map says, also where one side holds words,
/// and none is chosen that is not cheaper.
TEST(RenumberedPlan, RandomMoves) {
  std::mt19937_64 R(5);
  unsigned Renumbered = 0, Cheaper = 0;
  for (unsigned I = 0; I < 500; ++I) {
    Conversion C = randomMove(R);
    if (!C.Affine)
      continue;
    C.Table.clear();
    C.PackedSources = R() % 4 == 0;
    C.PackedResults = !C.PackedSources && R() % 4 == 0;
    const Machine M = packing();
    double Before = asNumbered(C, M).Cost.Clocks;
    EXPECT_LE(bestPlan(C, M, {}).Cost.Clocks, Before);
    std::optional<Plan> P = planRenumbered(C, M, {});
    if (!P)
      continue;
    EXPECT_EQ(runPlan(*P, C), "") << text(*P);
    ++Renumbered;
    Cheaper += P->Cost.Clocks < Before;
  }
  EXPECT_GT(Renumbered, 100u);
  EXPECT_GT(Cheaper, 10u);
}

} // namespace
