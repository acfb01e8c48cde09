//===- RoundsPlanTest.cpp - Plans in several rounds -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/Planner.h"
#include "test/unit/layouts/PlanRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::test;

namespace {

/// A bijection of (register, thread), or one bit fewer on the result's side.
Conversion randomMap(std::mt19937 &Random, unsigned RegisterBits,
                     unsigned WarpBits, unsigned ElementBits) {
  AffineMove A;
  A.SourceRegisterBits = RegisterBits;
  A.ThreadBits = 5 + WarpBits;
  const unsigned Bits = RegisterBits + A.ThreadBits;
  SmallVector<uint64_t> Columns;
  for (unsigned J = 0; J < Bits; ++J)
    Columns.push_back(uint64_t(1) << J);
  for (unsigned N = 0; N < 4 * Bits; ++N) { // sums keep it a bijection
    unsigned I = Random() % Bits, J = Random() % Bits;
    if (I != J && Random() % 3 == 0)
      Columns[I] ^= Columns[J];
    else
      std::swap(Columns[I], Columns[J]);
  }
  A.Offset = Random() % (1u << Bits);
  A.RegisterColumns.assign(Columns.begin(), Columns.begin() + RegisterBits);
  A.ThreadColumns.assign(Columns.begin() + RegisterBits, Columns.end());
  return cantFail(Conversion::affine(A, ElementBits, 5,
                                     WarpBits ? Scope::Block : Scope::Warp));
}

/// The memory that a plan in rounds would need.
std::optional<unsigned> namedLeast(StringRef WhyNot) {
  unsigned Least;
  if (WhyNot.split("in rounds ").second.consumeInteger(10, Least))
    return std::nullopt;
  return Least;
}

/// With half, a quarter and an eighth of the memory, until no word is left that
/// could wait. With 32 bits, every map has such plans.
TEST(RoundsPlan, RandomMapsThroughLessMemory) {
  std::mt19937 Random(4);
  unsigned Planned = 0, Asked = 0, Named = 0;
  for (unsigned N = 0; N < 300; ++N) {
    const unsigned Bits = 8u << N % 4, RegisterBits = 2 + Random() % 3,
                   WarpBits = 1 + Random() % 2;
    const Conversion C = randomMap(Random, RegisterBits, WarpBits, Bits);
    PlanOptions O;
    O.AllowShuffle = false;
    const unsigned Whole = (Bits / 8) << (RegisterBits + 5 + WarpBits);
    const unsigned Least = std::max(4u, Bits / 8) << (5 + WarpBits);
    for (unsigned Limit = Whole / 2; Limit >= Least; Limit /= 2) {
      O.ScratchLimit = Limit;
      PlanResult R = planConversion(C, hopperLike(), O);
      ++Asked;
      if (!R.Best) {
        EXPECT_LT(Bits, 32u) << R.WhyNot;
        EXPECT_NE(R.WhyNot.find(std::to_string(Limit) + " are free"),
                  std::string::npos)
            << R.WhyNot;
        if (std::optional<unsigned> Least = namedLeast(R.WhyNot)) {
          ++Named;
          EXPECT_GT(*Least, Limit);
          O.ScratchLimit = *Least;
          EXPECT_TRUE(planConversion(C, hopperLike(), O).Best) << R.WhyNot;
          O.ScratchLimit = *Least - 1;
          EXPECT_FALSE(planConversion(C, hopperLike(), O).Best) << R.WhyNot;
        }
        continue;
      }
      ++Planned;
      EXPECT_EQ(runPlan(*R.Best, C), "");
      EXPECT_LE(R.Best->ScratchBytes, Limit);
    }
  }
  RecordProperty("asked", Asked);
  RecordProperty("planned", Planned);
  EXPECT_GT(Planned, 300u) << "of " << Asked;
  EXPECT_GT(Named, 5u);
}

/// The lowest register bits stay register bits: halves need no renaming.
TEST(RoundsPlan, NoSelectsWhereARegisterBitStays) {
  AffineMove A;
  A.SourceRegisterBits = 3;
  A.ThreadBits = 7;
  A.RegisterColumns = {1u << 3, 1u << 1, 1u << 2};
  A.ThreadColumns = {1};
  for (unsigned J = 4; J < 10; ++J)
    A.ThreadColumns.push_back(1u << J);
  const Conversion C = cantFail(Conversion::affine(A, 32, 5, Scope::Block));
  PlanOptions O;
  O.AllowShuffle = false;
  O.ScratchLimit = 1024;
  PlanResult R = planConversion(C, hopperLike(), O);
  ASSERT_TRUE(R.Best) << R.WhyNot;
  EXPECT_EQ(runPlan(*R.Best, C), "");
  EXPECT_EQ(R.Best->Cost.Selects, 0u);
  // Half of the elements stay in their threads; two rounds for the others.
  EXPECT_EQ(R.Best->Cost.BlockBarriers, 3u);
  EXPECT_EQ(R.Best->ScratchBytes, 1024u);
}

} // namespace
