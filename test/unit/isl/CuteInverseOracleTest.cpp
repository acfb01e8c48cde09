//===- CuteInverseOracleTest.cpp - CuTe's complement and inverses, by isl -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The complement as the one set that has the property of CuteOracle.h; inverses
// as relations that compose to the identity, and are the inverse relation where
// that is a function; common vectors as sets of equal pairs.
//
//===----------------------------------------------------------------------===//

#include "CuteOracleTesting.h"
#include "layouts/cute/Inverses.h"
#include <set>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;
using cute::IntTuple;
using cute::Layout;
using cute::Mode;

namespace {

class CuteInverses : public CuteOperations {
protected:
  /// The most n such that A and B have the values 0, ..., n - 1 at equal
  /// coordinates of B, by values. The last mode of A goes on.
  int64_t commonInterval(const Layout &A, const Layout &B) {
    std::set<int64_t> Found;
    for (int64_t I = 0; I < B.size(); ++I)
      if (at(A, I) == at(B, I))
        Found.insert(at(A, I));
    int64_t Next = 0;
    while (Found.count(Next))
      ++Next;
    return Next;
  }

  /// Asks isl for the same number, as the least one that is in no equal pair.
  void askInterval(const char *Operation, const Layout &A, const Layout &B,
                   int64_t Most) {
    auto Question = [&] {
      Map Both = Isl.layout(A, CuteOracle::GoesOn).beside(Isl.layout(B));
      Map Pairs = C.map("{ [c] -> [c, c] }").then(Both);
      std::optional<int64_t> Found =
          Isl.initialInterval(Pairs.then(C.map("{ [x, x] -> [x] }")).range());
      return !Found           ? Answer::Unknown
             : *Found == Most ? Answer::Yes
                              : Answer::No;
    };
    ask(Operation, Question, [&] { return commonInterval(A, B) == Most; });
  }
};

bool allStatic(const Layout &L) {
  return all_of(L.modes(),
                [](const Mode &M) { return M.Size.Static && M.Stride.Static; });
}

/// Whether no mode reaches the stride of another.
bool apart(const Layout &L) {
  std::vector<std::pair<int64_t, int64_t>> Ends;
  for (const Mode &M : L.modes())
    if (M.Size.Value > 1)
      Ends.push_back({M.Stride.Value, M.Size.Value * M.Stride.Value});
  std::sort(Ends.begin(), Ends.end());
  for (size_t I = 1; I < Ends.size(); ++I)
    if (Ends[I].first < Ends[I - 1].second)
      return false;
  return Ends.empty() || Ends[0].first > 0;
}

} // namespace

// In spaces of one number, in those that are shapes, and in the default one.
TEST_P(CuteInverses, Complement) {
  int Filled = 0, WithGaps = 0;
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = ofAtMost(32);
    std::vector<int64_t> Space = {1 + Random.below(2 * L.cosize() + 5)};
    bool Default = false, Shape = false;
    switch (Random.below(3)) {
    case 0:
      Default = true;
      Space = {L.cosize()};
      break;
    case 1:
      Shape = true;
      for (int64_t Modes = 1 + Random.below(3); Modes > 1; --Modes)
        Space.push_back(1 + Random.below(12));
      Space[0] = 1 + Random.below(12);
      break;
    default:
      break;
    }
    std::vector<IntTuple> Sizes;
    for (int64_t Size : Space)
      Sizes.push_back(IntTuple(cute::dynamic(Size)));
    IntTuple Whole = Shape ? IntTuple(Sizes) : Sizes[0];
    SCOPED_TRACE(cute::toString(L) + " in " + cute::toString(Whole));
    std::optional<Layout> R =
        valueOr(Default ? complement(L) : complement(L, Whole));
    if (!R) {
      refused("complement");
      continue;
    }
    std::vector<int64_t> Copies = copiesOf(L, Space);
    ASSERT_EQ(int64_t(Copies.size()), R->size());
    bool Gaps = false;
    check(
        "complement", *R, [&](int64_t I) { return Copies[I]; },
        [&] { return Isl.isComplement(L, *R, Gaps); });
    std::vector<int64_t> Values = valuesOf(L);
    std::set<int64_t> Distinct(Values.begin(), Values.end()), Sums;
    for (int64_t Copy : Copies)
      for (int64_t V : Distinct)
        EXPECT_TRUE(Sums.insert(V + Copy).second);
    // Undecided questions do not say whether there are gaps.
    Gaps = *Sums.rbegin() + 1 != int64_t(Sums.size());
    (Gaps ? WithGaps : Filled) += 1;
    EXPECT_GE(*Sums.rbegin() + 1, L.cosize());
  }
  EXPECT_GT(Filled, GetParam().Count / 10);
  EXPECT_GT(WithGaps, GetParam().Count / 100);
}

TEST_P(CuteInverses, LeftAndRight) {
  int Longest = 0, Shorter = 0;
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = next();
    SCOPED_TRACE(cute::toString(L));
    bool Injective = cute::isInjective(L);
    auto Distinct = [&] {
      std::vector<int64_t> Values = valuesOf(L);
      return std::set<int64_t>(Values.begin(), Values.end()).size() ==
             Values.size();
    };
    ASSERT_EQ(Distinct(), Injective);
    ask(
        "is injective",
        [&] {
          Answer A = Isl.layout(L).isInjective();
          return A == Answer::Unknown              ? A
                 : (A == Answer::Yes) == Injective ? Answer::Yes
                                                   : Answer::No;
        },
        [&] { return Distinct() == Injective; });
    std::optional<LinearLayout> Forward = mapOver(L);
    auto WhereOf = [&](int64_t X) {
      for (int64_t I = 0; I < L.size(); ++I)
        if (at(L, I) == X)
          return I;
      return int64_t(-1);
    };
    // Over F2, if the layout is a bijection of words of bits.
    std::optional<LinearLayout> Path;
    if (Forward && isPowerOf2_64(uint64_t(L.size())) &&
        Forward->isInjective() && Forward->isSurjective())
      Path = get(invert(*Forward));

    std::optional<Layout> R = valueOr(rightInverse(L));
    ASSERT_TRUE(R.has_value());
    bool Total = R->size() == L.size();
    check(
        "right inverse", *R,
        [&](int64_t I) {
          return Injective               ? WhereOf(I)
                 : at(L, at(*R, I)) == I ? at(*R, I)
                                         : -1;
        },
        [&] {
          Answer Inverse = Isl.isRightInverse(L, *R);
          if (!Injective)
            return Inverse;
          Map Whole = Isl.layout(L).inverse();
          return both(Inverse,
                      Whole.on(Isl.below(R->size())).equals(Isl.layout(*R)));
        },
        Total ? Path : std::nullopt);
    // No longer one exists if modes do not reach into each other.
    const int64_t Most = commonInterval(L, L);
    askInterval("right inverse, size", L, L, Most);
    EXPECT_LE(R->size(), Most);
    if (allStatic(L) && apart(L)) {
      ++Longest;
      EXPECT_EQ(R->size(), Most);
    }
    Shorter += R->size() < Most;

    std::optional<Layout> Back = valueOr(leftInverse(L));
    if (!Back) {
      refused("left inverse");
      continue;
    }
    auto LeadsBack = [&] {
      bool Holds = true;
      for (int64_t I = 0; I < L.size(); ++I) {
        int64_t Found = at(*Back, at(L, I));
        Holds &= at(L, Found) == at(L, I) && (!Injective || Found == I);
      }
      return Holds;
    };
    ASSERT_TRUE(LeadsBack());
    Tally &T = Tallies["left inverse"];
    ++T.Results;
    ask(
        "left inverse",
        [&] {
          Answer Inverse = Isl.isLeftInverse(L, *Back);
          if (!Injective)
            return Inverse;
          Map M = Isl.layout(*Back, CuteOracle::GoesOn);
          return both(
              Inverse,
              M.on(Isl.layout(L).range()).equals(Isl.layout(L).inverse()));
        },
        LeadsBack);
    if (Path) {
      ++T.Paths;
      for (int64_t I = 0; I < L.size(); ++I)
        ASSERT_EQ(int64_t(Path->applyFlat(uint64_t(I))), at(*Back, I));
    }
    if (std::optional<LinearLayout> Map = mapOver(*Back)) {
      ++T.Linear;
      expectMap("left inverse", *Map, Back->size(),
                [&](int64_t I) { return at(*Back, I); });
    }
  }
  EXPECT_GT(Longest, GetParam().Count / 10);
  RecordProperty("shorter", Shorter);
}

// The values that two layouts have at equal coordinates.
TEST_P(CuteInverses, CommonVectors) {
  int Largest = 0;
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout A = next(), B = next();
    switch (Random.below(3)) {
    case 0:
      B = A;
      break;
    case 1:
      B = cantFail(Layout::create(A.shape()));
      break;
    default:
      break;
    }
    SCOPED_TRACE(cute::toString(A) + " and " + cute::toString(B));
    std::optional<Layout> Common = valueOr(maxCommonLayout(A, B));
    std::optional<int64_t> Vector = valueOr(maxCommonVector(A, B));
    ASSERT_EQ(Common.has_value(), Vector.has_value());
    if (!Common) {
      refused("max_common_layout");
      continue;
    }
    ASSERT_EQ(Common->size(), *Vector);
    check(
        "max_common_layout", *Common,
        [&](int64_t I) {
          int64_t At = at(*Common, I);
          return at(A, At) == I && at(B, At) == I ? At : -1;
        },
        [&] {
          return both(Isl.isRightInverse(A, *Common),
                      Isl.isRightInverse(B, *Common));
        });
    // The set of values that both have at one coordinate.
    const int64_t Most = commonInterval(A, B);
    askInterval("max_common_vector", A, B, Most);
    EXPECT_LE(*Vector, Most);
    ++Tallies["max_common_vector"].Results;
    if (allStatic(A) && allStatic(B) && apart(B)) {
      ++Largest;
      EXPECT_EQ(*Vector, Most);
    }
  }
  EXPECT_GT(Largest, GetParam().Count / 20);
}

F2_CUTE_OPERATIONS(CuteInverses, 60);
