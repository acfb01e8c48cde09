//===- PaperShufflesTest.cpp - The planner against the paper's rounds -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/PaperShuffles.h"
#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace f2layout;
using namespace f2layout::test;

namespace {

using Rng = std::mt19937_64;

//===----------------------------------------------------------------------===//
// Pairs of layouts
//===----------------------------------------------------------------------===//

/// Two layouts of one warp of a block; the warps hold the same elements in
/// both.
struct Pair {
  WarpLayout A, B;
};

struct Size {
  unsigned RegisterBits, LaneBits, WarpBits;
  unsigned bits() const { return RegisterBits + LaneBits + WarpBits; }
};

Size randomSize(Rng &R, unsigned LaneBits) {
  return {unsigned(R() % 5), LaneBits, unsigned(R() % 3)};
}

WarpLayout layoutOf(const std::vector<uint32_t> &Columns, const Size &S) {
  auto Lanes = Columns.begin() + S.RegisterBits;
  return {{Columns.begin(), Lanes}, {Lanes, Lanes + S.LaneBits}};
}

/// The columns of A are unit vectors in any order; in B some registers and
/// lanes, up to all of them, are swapped.
Pair randomDistributed(Rng &R, const Size &S) {
  std::vector<uint32_t> Columns;
  for (unsigned I = 0; I < S.bits(); ++I)
    Columns.push_back(1u << I);
  std::shuffle(Columns.begin(), Columns.end(), R);
  Pair P;
  P.A = layoutOf(Columns, S);
  const unsigned Inside = S.RegisterBits + S.LaneBits;
  if (R() % 2)
    std::shuffle(Columns.begin(), Columns.begin() + Inside, R);
  else
    for (unsigned I = R() % 5; I > 0; --I)
      std::swap(Columns[R() % Inside], Columns[R() % Inside]);
  P.B = layoutOf(Columns, S);
  return P;
}

/// A is any layout without copies; in B some columns are swapped, and some are
/// added to others.
Pair randomGeneral(Rng &R, const Size &S) {
  std::vector<uint32_t> Columns;
  while (Columns.size() < S.bits()) {
    uint32_t Word = R() % (1u << S.bits());
    if (!llvm::is_contained(sumsOf(Columns), Word))
      Columns.push_back(Word);
  }
  Pair P;
  P.A = layoutOf(Columns, S);
  const unsigned Inside = S.RegisterBits + S.LaneBits;
  for (unsigned I = R() % 5; I > 0; --I)
    std::swap(Columns[R() % Inside], Columns[R() % Inside]);
  for (unsigned I = 1 + R() % 4; I > 0; --I) {
    unsigned To = R() % Inside, From = R() % Inside;
    if (To != From)
      Columns[To] ^= Columns[From];
  }
  P.B = layoutOf(Columns, S);
  return P;
}

/// From layout A to layout B, in each of the warps.
Conversion conversionOf(const Pair &P, const Size &S, unsigned ElementBits) {
  std::map<uint32_t, Place> InA = placesOf(P.A);
  std::vector<uint32_t> OfRegister = sumsOf(P.B.Registers),
                        OfLane = sumsOf(P.B.Lanes);
  const unsigned Lanes = 1u << S.LaneBits, Registers = 1u << S.RegisterBits;
  return makeConversion(
      ElementBits, S.LaneBits, Registers, Registers, S.WarpBits,
      [&](unsigned R, unsigned T) {
        Place From = InA.at(OfRegister[R] ^ OfLane[T % Lanes]);
        return Holder{uint16_t(From.Register),
                      uint16_t(From.Lane + T / Lanes * Lanes)};
      });
}

//===----------------------------------------------------------------------===//
// The baseline
//===----------------------------------------------------------------------===//

/// Every element is sent once, in a vector of its size, from the lane that
/// holds it to the lane that needs it.
void expectRight(const PaperShuffles &Paper, const Pair &P,
                 unsigned ElementBits) {
  std::map<uint32_t, Place> InA = placesOf(P.A), InB = placesOf(P.B);
  std::set<uint32_t> Gone;
  for (const PaperRound &Round : Paper.Rounds) {
    std::set<uint32_t> Receivers(Round.ToLane.begin(), Round.ToLane.end());
    ASSERT_EQ(Receivers.size(), Round.ToLane.size());
    for (unsigned From = 0; From < Round.ToLane.size(); ++From) {
      ASSERT_LE(ElementBits * Round.Vector[From].size(),
                32 * Paper.WordsOfVector);
      for (uint32_t Element : Round.Vector[From]) {
        ASSERT_EQ(InA.at(Element).Lane, From);
        ASSERT_EQ(InB.at(Element).Lane, Round.ToLane[From]);
        ASSERT_TRUE(Gone.insert(Element).second);
      }
    }
  }
  ASSERT_EQ(Gone.size(), InA.size());
}

TEST(PaperShuffles, ExampleOfTheHeader) {
  WarpLayout A{{1}, {2}}, B{{2}, {1}};
  std::optional<PaperShuffles> Paper = paperShuffles(A, B, 32);
  ASSERT_TRUE(Paper);
  ASSERT_EQ(Paper->Rounds.size(), 2u);
  EXPECT_EQ(Paper->Rounds[0].ToLane, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(Paper->Rounds[1].ToLane, (std::vector<uint32_t>{1, 0}));
}

//===----------------------------------------------------------------------===//
// The planner
//===----------------------------------------------------------------------===//

struct Counts {
  unsigned Same = 0, Fewer = 0, None = 0;
};

/// With shuffles alone, no plan has more of them than the paper's algorithm.
void compare(const Pair &P, const Size &S, const Machine &M, Counts &N) {
  for (unsigned ElementBits : {8u, 16u, 32u, 64u}) {
    std::optional<PaperShuffles> Paper = paperShuffles(P.A, P.B, ElementBits);
    if (!Paper) {
      ++N.None;
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(expectRight(*Paper, P, ElementBits));
    Conversion C = conversionOf(P, S, ElementBits);
    PlanOptions O;
    O.AllowShared = false;
    PlanResult R = planConversion(C, M, O);
    ASSERT_TRUE(R.Best) << R.WhyNot;
    unsigned Shuffles = llvm::count_if(R.Best->Steps, [](const Step &Each) {
      return Each.K == Step::Shuffle;
    });
    ASSERT_LE(Shuffles, Paper->shuffles()) << text(*R.Best);
    ++(Shuffles < Paper->shuffles() ? N.Fewer : N.Same);
  }
}

/// Lane bits.
class PaperShufflesOnWarpsOf : public testing::TestWithParam<unsigned> {
protected:
  Machine machine() const {
    return GetParam() == 6 ? gfx942Like() : hopperLike();
  }
};

TEST_P(PaperShufflesOnWarpsOf, DistributedLayouts) {
  Rng R(GetParam());
  Counts N;
  for (unsigned I = 0; I < 1000; ++I) {
    Size S = randomSize(R, GetParam());
    ASSERT_NO_FATAL_FAILURE(compare(randomDistributed(R, S), S, machine(), N));
  }
  EXPECT_EQ(N.None, 0u);
  EXPECT_GT(N.Same, 500u);
  EXPECT_GT(N.Fewer, 500u);
}

TEST_P(PaperShufflesOnWarpsOf, LayoutsThatAreNotDistributed) {
  Rng R(10 + GetParam());
  Counts N;
  for (unsigned I = 0; I < 500; ++I) {
    Size S = randomSize(R, GetParam());
    ASSERT_NO_FATAL_FAILURE(compare(randomGeneral(R, S), S, machine(), N));
  }
  EXPECT_GT(N.Same + N.Fewer, 250u);
  EXPECT_GT(N.None, 50u);
}

INSTANTIATE_TEST_SUITE_P(LaneBits, PaperShufflesOnWarpsOf,
                         testing::Values(5u, 6u),
                         testing::PrintToStringParamName());

} // namespace
