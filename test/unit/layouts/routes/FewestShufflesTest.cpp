//===- FewestShufflesTest.cpp - No plan has fewer shuffles ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps of up to 3 register bits and 3 lane bits: all maps up to 4 bits, and
// 50,000 of each larger size. For each, the planner's plan has the fewest
// shuffles of all stages (OneStageSearch.h). Warps of 32 and 64 lanes are
// compared with a lower bound for every plan.
//
// Plans are chosen by cost, and a plan with more shuffles and fewer selects can
// be the cheaper one. The test first uses a machine on which only shuffles cost
// anything. Then, with the costs of a real machine, it checks that shuffles
// above the minimum save something.
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/Planner.h"
#include "test/unit/layouts/OneStageSearch.h"
#include "test/unit/layouts/PlanRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

using Rng = std::mt19937_64;

//===----------------------------------------------------------------------===//
// Invertible maps
//===----------------------------------------------------------------------===//

/// A set of words below 64.
using WordSet = uint64_t;

/// The span, with one more word.
WordSet extend(WordSet Span, unsigned Word) {
  WordSet Both = Span;
  for (unsigned X = 0; X < 64; ++X)
    if (Span >> X & 1)
      Both |= WordSet(1) << (X ^ Word);
  return Both;
}

/// Completes the columns to those of an invertible matrix in every way.
template <typename FnT>
void forInvertible(unsigned Bits, std::vector<uint8_t> &Columns, WordSet Span,
                   FnT F) {
  if (Columns.size() == Bits) {
    F(Columns);
    return;
  }
  for (unsigned Word = 1; Word < 1u << Bits; ++Word) {
    if (Span >> Word & 1)
      continue;
    Columns.push_back(Word);
    forInvertible(Bits, Columns, extend(Span, Word), F);
    Columns.pop_back();
  }
}

/// Every matrix has the same probability: any independent columns have equally
/// many extensions.
std::vector<uint8_t> randomInvertible(unsigned Bits, Rng &R) {
  std::vector<uint8_t> Columns;
  WordSet Span = 1;
  while (Columns.size() < Bits) {
    unsigned Word = R() % (1u << Bits);
    if (Span >> Word & 1)
      continue;
    Columns.push_back(Word);
    Span = extend(Span, Word);
  }
  return Columns;
}

/// All invertible linear maps of up to 4 bits, and a sample of larger ones.
/// Returns their number.
template <typename FnT>
unsigned forMaps(unsigned RegisterBits, unsigned LaneBits, unsigned Samples,
                 FnT F) {
  const unsigned Bits = RegisterBits + LaneBits;
  SmallMap Map;
  Map.RegisterBits = RegisterBits;
  Map.LaneBits = LaneBits;
  unsigned Count = 0;
  auto Call = [&](const std::vector<uint8_t> &Columns) {
    Map.Columns = Columns;
    F(Map);
    ++Count;
  };
  if (Bits <= 4) {
    std::vector<uint8_t> Columns;
    forInvertible(Bits, Columns, 1, Call);
    return Count;
  }
  Rng R(RegisterBits);
  while (Count < Samples)
    Call(randomInvertible(Bits, R));
  return Count;
}

/// The number of invertible matrices over F2.
unsigned numInvertible(unsigned Bits) {
  unsigned Count = 1;
  for (unsigned J = 0; J < Bits; ++J)
    Count *= (1u << Bits) - (1u << J);
  return Count;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

Conversion conversionOf(const SmallMap &Map) {
  AffineMove Move;
  Move.SourceRegisterBits = Map.RegisterBits;
  Move.ThreadBits = Map.LaneBits;
  llvm::ArrayRef<uint8_t> Columns = Map.Columns;
  llvm::append_range(Move.RegisterColumns,
                     Columns.take_front(Map.RegisterBits));
  llvm::append_range(Move.ThreadColumns, Columns.drop_front(Map.RegisterBits));
  Move.Offset = Map.Offset;
  return llvm::cantFail(
      Conversion::affine(Move, 32, Map.LaneBits, Scope::Warp));
}

/// Shuffles cost a clock, selects nothing; there is no shared memory.
Machine shufflesOnly(unsigned LaneBits) {
  Machine M;
  M.LaneBits = LaneBits;
  M.Costs.Select = M.Costs.Permute = 0;
  return M;
}

unsigned shufflesOf(const Plan &P) {
  return llvm::count_if(P.Steps,
                        [](const Step &S) { return S.K == Step::Shuffle; });
}

Plan planOf(const Conversion &C, const Machine &M) {
  PlanResult R = planConversion(C, M);
  EXPECT_TRUE(R.Best) << R.WhyNot;
  return R.Best ? std::move(*R.Best) : Plan();
}

void expectLeast(const SmallMap &Map) {
  OneStageSearch Search(Map);
  std::optional<unsigned> Least = Search.leastShuffles();
  ASSERT_TRUE(Least);
  ASSERT_EQ(*Least, Search.mostLacked());
  Conversion C = conversionOf(Map);
  Plan P = planOf(C, shufflesOnly(Map.LaneBits));
  ASSERT_EQ(shufflesOf(P), *Least) << text(P);
  ASSERT_EQ(runPlan(P, C), "") << text(P);
}

/// Register bits and lane bits.
class FewestShuffles
    : public testing::TestWithParam<std::tuple<unsigned, unsigned>> {
protected:
  const unsigned RegisterBits = std::get<0>(GetParam());
  const unsigned LaneBits = std::get<1>(GetParam());
};

TEST_P(FewestShuffles, OfLinearMaps) {
  constexpr unsigned Samples = 50000;
  unsigned Count =
      forMaps(RegisterBits, LaneBits, Samples, [](const SmallMap &Map) {
        if (!HasFatalFailure())
          expectLeast(Map);
      });
  const unsigned Bits = RegisterBits + LaneBits;
  EXPECT_EQ(Count, Bits <= 4 ? numInvertible(Bits) : Samples);
}

TEST_P(FewestShuffles, OfAffineMaps) {
  Rng R(RegisterBits * 4 + LaneBits);
  SmallMap Map;
  Map.RegisterBits = RegisterBits;
  Map.LaneBits = LaneBits;
  for (unsigned I = 0; I < 500 && !HasFatalFailure(); ++I) {
    Map.Columns = randomInvertible(RegisterBits + LaneBits, R);
    Map.Offset = R() % (1u << (RegisterBits + LaneBits));
    expectLeast(Map);
  }
}

/// In each round, a lane sends a register that depends linearly on the label
/// and on the lane, and never sends a register twice. So the selects of the
/// sender, the shuffles, and the selects of the receiver make the map, whatever
/// stage is chosen.
TEST_P(FewestShuffles, AnyStageIsAFactorisation) {
  const unsigned Labels = 1u << RegisterBits, Lanes = 1u << LaneBits;
  auto Check = [&](const OneStageSearch &Search,
                   const OneStageSearch::LaneTable &C1) {
    std::vector<std::vector<unsigned>> Sent(Labels,
                                            std::vector<unsigned>(Lanes));
    for (unsigned Label = 0; Label < Labels; ++Label)
      for (unsigned T = 0; T < Lanes; ++T)
        Sent[Label][Search.sourceLane(C1, Label, T)] =
            Search.sourceRegister(C1, Label, T);
    unsigned SentByLane0 = 0;
    for (unsigned Label = 0; Label < Labels; ++Label) {
      SentByLane0 |= 1u << Sent[Label][0];
      unsigned Low = Label & (0 - Label);
      ASSERT_EQ(Sent[Label][0], Sent[Label ^ Low][0] ^ Sent[Low][0]);
      for (unsigned S = 0; S < Lanes; ++S) {
        unsigned LowLane = S & (0 - S);
        ASSERT_EQ(Sent[0][S], Sent[0][S ^ LowLane] ^ Sent[0][LowLane]);
        ASSERT_EQ(Sent[Label][S], Sent[Label][0] ^ Sent[0][S]);
      }
    }
    ASSERT_EQ(SentByLane0, (1u << Labels) - 1);
  };
  unsigned Stages = 0;
  unsigned Maps = forMaps(RegisterBits, LaneBits, 300, [&](const SmallMap &M) {
    OneStageSearch Search(M);
    Search.forStages([&](const OneStageSearch::LaneTable &C1) {
      ++Stages;
      if (!HasFatalFailure())
        Check(Search, C1);
    });
  });
  EXPECT_GE(Stages, Maps);
}

std::string
nameOfSize(const testing::TestParamInfo<std::tuple<unsigned, unsigned>> &Info) {
  return std::to_string(std::get<0>(Info.param)) + "RegisterBits" +
         std::to_string(std::get<1>(Info.param)) + "LaneBits";
}

INSTANTIATE_TEST_SUITE_P(Sizes, FewestShuffles,
                         testing::Combine(testing::Range(0u, 4u),
                                          testing::Range(0u, 4u)),
                         nameOfSize);

/// A map of a whole warp: swaps register bits with others, and adds some bits
/// to others.
AffineMove randomMove(unsigned RegisterBits, unsigned LaneBits, Rng &R) {
  AffineMove Move;
  Move.SourceRegisterBits = RegisterBits;
  Move.ThreadBits = LaneBits;
  const unsigned Bits = RegisterBits + LaneBits;
  std::vector<uint64_t> Columns;
  for (unsigned J = 0; J < Bits; ++J)
    Columns.push_back(uint64_t(1) << J);
  for (unsigned I = R() % 4; I > 0 && RegisterBits > 0; --I)
    std::swap(Columns[R() % RegisterBits], Columns[R() % Bits]);
  for (unsigned I = R() % 3; I > 0; --I) {
    unsigned To = R() % Bits, From = R() % Bits;
    if (To != From)
      Columns[To] ^= Columns[From];
  }
  Move.RegisterColumns.append(Columns.begin(), Columns.begin() + RegisterBits);
  Move.ThreadColumns.append(Columns.begin() + RegisterBits, Columns.end());
  if (R() % 4 == 0)
    Move.Offset = R() % (uint64_t(1) << Bits);
  return Move;
}

/// The most words that one lane has to get from others.
unsigned mostLacked(const Conversion &C) {
  unsigned Most = 0;
  for (unsigned T = 0; T < C.NumThreads; ++T) {
    unsigned Lacked = 0;
    for (unsigned R = 0; R < C.NumResults; ++R)
      Lacked += C.holder(R, T).Thread != T;
    Most = std::max(Most, Lacked * C.ElementBits / 32);
  }
  return Most;
}

/// Whole warps have too many stages to try, but no plan has fewer shuffles than
/// the number of words that a lane lacks.
TEST(FewestShufflesOfWarps, AreTheWordsThatALaneLacks) {
  Rng R(6);
  unsigned None = 0, Some = 0, All = 0;
  for (unsigned I = 0; I < 2000; ++I) {
    const unsigned RegisterBits = R() % 5, LaneBits = 5 + R() % 2;
    const unsigned ElementBits = R() % 2 ? 32 : 64;
    Conversion C =
        llvm::cantFail(Conversion::affine(randomMove(RegisterBits, LaneBits, R),
                                          ElementBits, LaneBits, Scope::Warp));
    Plan P = planOf(C, shufflesOnly(LaneBits));
    const unsigned Least = mostLacked(C);
    ASSERT_EQ(shufflesOf(P), Least) << text(P);
    ASSERT_EQ(runPlan(P, C), "") << text(P);
    const unsigned Words = (ElementBits / 32) << RegisterBits;
    ++(Least == Words ? All : Least > 0 ? Some : None);
  }
  EXPECT_GT(None, 100u);
  EXPECT_GT(Some, 300u);
  EXPECT_GT(All, 500u);
}

/// With real costs, stages of more shuffles with fewer selects are chosen if
/// they are cheaper (in clocks, and then in instructions), and only then.
void expectFewestOrCheaper(Machine M) {
  Rng R(7);
  unsigned Same = 0, More = 0;
  for (unsigned I = 0; I < 3000; ++I) {
    SmallMap Map;
    Map.RegisterBits = 1 + R() % 3;
    Map.LaneBits = 1 + R() % 3;
    Map.Columns = randomInvertible(Map.RegisterBits + Map.LaneBits, R);
    Conversion C = conversionOf(Map);
    M.LaneBits = Map.LaneBits;
    M.Shapes.clear();
    Plan Fewest = planOf(C, shufflesOnly(Map.LaneBits)), Chosen = planOf(C, M);
    pricePlan(Fewest, M);
    ASSERT_LE(shufflesOf(Chosen), 1u << Map.RegisterBits);
    ASSERT_GE(shufflesOf(Chosen), shufflesOf(Fewest));
    ASSERT_LE(priceOf(Chosen, false), priceOf(Fewest, false)) << text(Chosen);
    if (shufflesOf(Chosen) == shufflesOf(Fewest)) {
      ++Same;
      continue;
    }
    ++More;
    ASSERT_LT(priceOf(Chosen, false), priceOf(Fewest, false)) << text(Chosen);
  }
  EXPECT_GT(Same, 1000u);
  EXPECT_GT(More, 10u);
}

TEST(FewestShufflesOrCheaper, AtThePriceOfAnH200) {
  expectFewestOrCheaper(hopperLike());
}

TEST(FewestShufflesOrCheaper, AtThePriceOfGfx942) {
  expectFewestOrCheaper(gfx942Like());
}

} // namespace
