//===- ReductionTest.cpp - Every line of a tensor becomes one element -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions are run on sets of elements: every result must be the set of all
// elements of its line, and no two operands may have an element in common.
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/Reduction.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/lines/Scan.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace f2layout;

namespace {

Machine machine() {
  Machine M;
  M.LaneBits = 3;
  for (unsigned Bytes : {1, 2, 4, 8, 16})
    M.Shapes.push_back({Bytes, {1, 2, 4}, {1, 2, 4}});
  M.Costs.WarpBarrier = 1;
  M.Costs.BlockBarrier = 2;
  return M;
}

LinearLayout layoutOf(StringRef Text) { return cantFail(parseLayout(Text)); }

Expected<Reduction> planned(StringRef From, unsigned Axis, StringRef To,
                            FoldTraits Traits = {}) {
  static const Machine M = machine();
  auto PlanOf = [](const Conversion &C) { return planConversion(C, M).Best; };
  return planReduction(layoutOf(From), Axis, layoutOf(To), 32, M, Traits,
                       MovePlanner{PlanOf, 1 << 14});
}

using Elements = std::set<uint64_t>;
/// By thread, then by register.
using State = std::vector<std::vector<Elements>>;

Elements joined(const Elements &A, const Elements &B) {
  Elements Both = A;
  for (uint64_t E : B)
    EXPECT_TRUE(Both.insert(E).second) << "element " << E << " counts twice";
  return Both;
}

State after(const ReduceStep &S, const Reduction &R, const State &Before) {
  State Now(Before.size());
  for (unsigned T = 0; T < Before.size(); ++T) {
    const unsigned Count = registersAfter(S, R, Before[T].size());
    for (unsigned I = 0; I < Count; ++I) {
      const auto [A, B] = operandsOf(S, I);
      switch (S.K) {
      case ReduceStep::Rename:
        Now[T].push_back(Before[T][S.Sources[I]]);
        break;
      case ReduceStep::Fold:
        Now[T].push_back(joined(Before[T][A], Before[T ^ S.Lanes][B]));
        break;
      case ReduceStep::Split: {
        const unsigned Own = T >> S.LaneBit & 1 ? B : A;
        Now[T].push_back(joined(Before[T][Own], Before[T ^ S.Lanes][Own]));
        break;
      }
      case ReduceStep::Warp: {
        Elements All;
        for (unsigned L = 0; L < 8; ++L)
          All.insert(Before[(T & ~7u) | L][I].begin(),
                     Before[(T & ~7u) | L][I].end());
        Now[T].push_back(All);
        break;
      }
      case ReduceStep::Move: {
        const Conversion &C = R.Moves[S.Moved].Wanted;
        const unsigned Warp = C.Group == Scope::Warp ? T & ~7u : 0;
        const Holder H = C.holder(I, T - Warp);
        Now[T].push_back(Before[H.Thread + Warp][H.Register]);
        break;
      }
      }
    }
  }
  return Now;
}

void check(StringRef FromText, unsigned Axis, StringRef ToText,
           FoldTraits Traits = {}) {
  SCOPED_TRACE((FromText + " axis " + Twine(Axis) + " to " + ToText).str());
  Expected<Reduction> R = planned(FromText, Axis, ToText, Traits);
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  const LinearLayout From = layoutOf(FromText), To = layoutOf(ToText);
  const LineImages Has = lineImages(From, Axis), Wants = lineImages(To);
  const unsigned Threads = 8u << From.inputBits("warp");
  auto At = [](const LineImages &I, unsigned T, unsigned Register) {
    LineImage Image = I.Offset;
    Image ^= I.of({Register, T & 7, T >> 3});
    return Image;
  };
  State Now(Threads);
  for (unsigned T = 0; T < Threads; ++T)
    for (unsigned I = 0; I < R->NumSources; ++I) {
      const LineImage Image = At(Has, T, I);
      Now[T].push_back({Image.Line << Has.AxisBits | Image.Along});
    }
  for (const ReduceStep &S : R->Steps)
    Now = after(S, *R, Now);
  for (unsigned T = 0; T < Threads; ++T) {
    ASSERT_EQ(Now[T].size(), R->NumResults);
    for (unsigned I = 0; I < R->NumResults; ++I) {
      Elements Line;
      for (uint64_t A = 0; A < uint64_t(1) << Has.AxisBits; ++A)
        Line.insert(At(Wants, T, I).Line << Has.AxisBits | A);
      EXPECT_EQ(Now[T][I], Line) << "thread " << T << ", register " << I;
    }
  }
}

TEST(ReductionTest, CombinesEveryElementOnce) {
  check("register=[[1],[2]], lane=[[4],[8],[16]] -> [32]", 0,
        "lane=[[],[],[]] -> []");
  check("register=[[0,1],[1,0]], lane=[[0,2],[0,4],[2,0]], "
        "warp=[[4,0],[0,8]] -> [8,16]",
        1, "register=[[1]], lane=[[0],[0],[2]], warp=[[4],[0]] -> [8]");
  check("register=[[0,1],[1,0]], lane=[[0,2],[0,4],[2,0]], "
        "warp=[[4,0],[0,8]] -> [8,16]",
        0, "lane=[[8],[4],[2]], warp=[[1],[0]] -> [16]");
}

TEST(ReductionTest, CopiesDoNotCount) {
  check("register=[[1],[1],[0]], lane=[[0],[2],[4]], warp=[[0],[8]] -> [16]", 0,
        "register=[[0]], lane=[[0],[0],[0]], warp=[[0],[0]] -> [1]");
  check("register=[[1],[4]], lane=[[4],[2],[2]] -> [8]", 0,
        "lane=[[],[],[]] -> []");
}

TEST(ReductionTest, BitsMayMoveInSeveralDimensions) {
  check("register=[[1,1],[0,2]], lane=[[2,1],[0,1],[3,4]], "
        "warp=[[4,7],[1,8]] -> [8,16] ^ [3,5]",
        1, "register=[[2]], lane=[[0],[1],[0]], warp=[[4],[0]] -> [8] ^ [1]");
  check("register=[[1,1],[0,2]], lane=[[2,1],[0,1],[3,4]], "
        "warp=[[4,7],[1,8]] -> [8,16]",
        0, "lane=[[0,1],[0,2],[0,4]], warp=[[0,8],[0,0]] -> [1,16]");
}

TEST(ReductionTest, OneInstructionForAWarp) {
  FoldTraits Sum;
  Sum.AnyOrder = true;
  Sum.WarpReduceClocks = 2;
  FoldTraits Most = Sum;
  Most.Idempotent = true;
  Most.WarpReduceClocks = 3;
  const StringRef All = "lane=[[1],[2],[4]] -> [8]",
                  One = "lane=[[],[],[]] -> []",
                  Some = "lane=[[1],[0],[2]] -> [4]";
  EXPECT_EQ(cantFail(planned(All, 0, One, Sum)).WarpReductions, 1u);
  EXPECT_EQ(cantFail(planned(All, 0, One)).WarpReductions, 0u);
  EXPECT_EQ(cantFail(planned(Some, 0, One, Sum)).WarpReductions, 0u);
  EXPECT_EQ(cantFail(planned(Some, 0, One, Most)).WarpReductions, 0u);
  Most.WarpReduceClocks = 0.5;
  EXPECT_EQ(cantFail(planned(Some, 0, One, Most)).WarpReductions, 1u);
  check(All, 0, One, Sum);
}

TEST(ReductionTest, SaysWhatDoesNotFit) {
  auto Why = [](StringRef From, unsigned Axis, StringRef To) {
    Expected<Reduction> R = planned(From, Axis, To);
    return R ? "" : toString(R.takeError());
  };
  EXPECT_EQ(Why("lane=[[1],[2],[4]] -> [8]", 1, "lane=[[],[],[]] -> []"),
            "axis 1, expected one of the tensor's 1 dimensions, counted from "
            "0");
  EXPECT_EQ(Why("lane=[[1],[2],[0]] -> [8]", 0, "lane=[[],[],[]] -> []"),
            "the source layout holds 2^2 of 2^3 elements, expected all of "
            "every line");
  EXPECT_EQ(
      Why("lane=[[1,0],[2,0],[0,1]] -> [4,2]", 0, "lane=[[1],[0],[0]] -> [4]"),
      "the destination's tensor is [4], expected [2], the source's "
      "without axis 0");
}

TEST(ScanTest, WhereDigitsAreScanned) {
  static const Machine M = machine();
  auto PlanOf = [](const Conversion &C) { return planConversion(C, M).Best; };
  auto Planned = [&](StringRef Text, FoldTraits Traits) {
    return cantFail(planScan(layoutOf(Text), 0, {}, 32, M, Traits,
                             MovePlanner{PlanOf, 1 << 14}));
  };
  FoldTraits Sum, Most;
  Sum.AnyOrder = Sum.Invertible = true;
  Most.AnyOrder = Most.Idempotent = true;
  // One line: nothing can change places, and the last lane stores.
  const StringRef Row =
      "register=[[1]], lane=[[2],[4],[8]], warp=[[16],[32]] -> [64]";
  const Scan OfRow = Planned(Row, {});
  EXPECT_EQ(OfRow.Digits[1].InRegisters, 0u);
  EXPECT_TRUE(OfRow.Digits[1].LastStays);
  EXPECT_FALSE(OfRow.Digits[1].Subtracts);
  EXPECT_EQ(OfRow.Shuffles, 4u);
  EXPECT_TRUE(Planned(Row, Sum).Digits[1].Subtracts);
  EXPECT_EQ(Planned(Row, Sum).Shuffles, 3u);
  // With a digit above, all lanes need the results of warps.
  EXPECT_FALSE(Planned("register=[[64]], lane=[[1],[2],[4]], "
                       "warp=[[8],[16],[32]] -> [128]",
                       {})
                   .Digits[0]
                   .LastStays);
  // Many lines, of which all elements are in other lanes or warps: only where
  // the order makes no difference, another layout is scanned.
  const StringRef Columns =
      "register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[1,0],[2,0],[4,0]], "
      "warp=[[8,0],[16,0]] -> [32,32]";
  EXPECT_FALSE(Planned(Columns, {}).To);
  EXPECT_TRUE(Planned(Columns, Sum).To);
  EXPECT_TRUE(Planned(Columns, Most).To);
}

TEST(ScanTest, DigitsFollowThePosition) {
  static const Machine M = machine();
  auto PlanOf = [](const Conversion &C) { return planConversion(C, M).Best; };
  auto Digits = [&](StringRef Text, bool Reverse) {
    const Scan S = cantFail(planScan(layoutOf(Text), 0, {Reverse, false}, 32, M,
                                     {}, MovePlanner{PlanOf, 1 << 14}));
    std::string Found = S.To ? "moved" : "";
    for (const ScanDigit &D : S.Digits)
      Found += (" " + nameOf(D.K) + Twine(D.count()) + "^" + Twine(D.Inverted))
                   .str();
    return Found;
  };
  EXPECT_EQ(Digits("register=[[1],[64]], lane=[[4],[2],[8]], "
                   "warp=[[16],[32]] -> [128]",
                   false),
            " register2^0 lane8^0 warp4^0 register2^0");
  EXPECT_EQ(Digits("register=[[1]], lane=[[4],[2],[8]] -> [16] ^ [8]", true),
            " register2^1 lane8^3");
  EXPECT_EQ(Digits("register=[[1]], lane=[[5],[2],[8]] -> [16]", false),
            "moved register2^0 lane8^0");
}

} // namespace
