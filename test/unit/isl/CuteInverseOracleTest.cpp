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
  /// coordinates, by the values that isl computes.
  std::optional<int64_t> commonInterval(const Layout &A, const Layout &B) {
    Function First = Isl.function(A), Second = Isl.function(B);
    std::set<int64_t> Found;
    for (int64_t I = 0; I < std::min(A.size(), B.size()); ++I) {
      auto X = First.at({I}), Y = Second.at({I});
      if (!X || !Y)
        return std::nullopt;
      if (X == Y)
        Found.insert(X->front());
    }
    int64_t Next = 0;
    while (Found.count(Next))
      ++Next;
    return Next;
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

/// From 0 on, the smallest number that is not covered gets the next copy, until
/// copies fill an interval of at least Count numbers. Nothing if a copy hits
/// another.
std::optional<std::vector<int64_t>> copiesOf(const std::set<int64_t> &Values,
                                             int64_t Count) {
  std::set<int64_t> Covered;
  std::vector<int64_t> Copies;
  int64_t Next = 0;
  while (Next < Count || int64_t(Covered.size()) > Next) {
    for (int64_t V : Values)
      if (!Covered.insert(Next + V).second)
        return std::nullopt;
    Copies.push_back(Next);
    while (Covered.count(Next))
      ++Next;
  }
  return Copies;
}

} // namespace

TEST_P(CuteInverses, Complement) {
  int Filled = 0, WithGaps = 0;
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = ofAtMost(32);
    int64_t Space = 1 + Random.below(2 * L.cosize() + 5);
    bool Default = Random.below(3) == 0;
    SCOPED_TRACE(cute::toString(L) + " in " + std::to_string(Space));
    std::optional<Layout> R =
        valueOr(Default ? complement(L)
                        : complement(L, IntTuple(cute::dynamic(Space))));
    if (!R) {
      refused("complement");
      continue;
    }
    if (Default)
      Space = L.cosize();
    std::vector<int64_t> All = cute::valuesOf(L);
    std::set<int64_t> Values(All.begin(), All.end());
    bool Gaps = false;
    // Modes of a dynamic size 1 may make it larger than the space needs.
    std::optional<std::vector<int64_t>> Copies = copiesOf(
        Values, std::max(Space, R->size() * int64_t(Values.size())));
    if (Copies && Copies->size() != size_t(R->size()))
      Copies.reset();
    check("complement", *R,
          [&](int64_t I) {
            return Copies ? (*Copies)[I] : cute::valueAt(*R, I);
          },
          [&] { return Isl.isComplement(L, *R, Gaps); });
    // Without gaps the greedy copies are the complement; all that are needed.
    EXPECT_EQ(Copies.has_value(), !Gaps);
    Filled += !Gaps;
    WithGaps += Gaps;
    // The space is covered up to what gaps leave out.
    if (!Gaps) {
      EXPECT_GE(R->size() * int64_t(Values.size()), Space);
    }
    std::set<int64_t> Sums;
    for (int64_t I = 0; I < R->size(); ++I)
      for (int64_t V : Values)
        EXPECT_TRUE(Sums.insert(V + cute::valueAt(*R, I)).second);
    EXPECT_GE(*Sums.rbegin() + 1, std::min(Space, L.cosize()));
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
    ask("is injective", [&] {
      Answer A = Isl.layout(L).isInjective();
      return A == Answer::Unknown              ? A
             : (A == Answer::Yes) == Injective ? Answer::Yes
                                               : Answer::No;
    });
    std::optional<LinearLayout> Forward = mapOver(L);
    auto WhereOf = [&](int64_t X) {
      for (int64_t I = 0; I < L.size(); ++I)
        if (cute::valueAt(L, I) == X)
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
    check("right inverse", *R,
          [&](int64_t I) {
            return Injective ? WhereOf(I)
                   : cute::valueAt(L, cute::valueAt(*R, I)) == I
                       ? cute::valueAt(*R, I)
                       : -1;
          },
          [&] {
            Answer Inverse = Isl.isRightInverse(L, *R);
            if (!Injective)
              return Inverse;
            Map Whole = Isl.layout(L).inverse();
            return both(Inverse, Whole.on(Isl.below(R->size()))
                                     .equals(Isl.layout(*R)));
          },
          Total ? Path : std::nullopt);
    // No longer one exists if modes do not reach into each other.
    std::optional<int64_t> Most;
    ask("right inverse, size", [&] {
      Most = commonInterval(L, L);
      return !Most               ? Answer::Unknown
             : *Most >= R->size() ? Answer::Yes
                                  : Answer::No;
    });
    if (allStatic(L) && apart(L)) {
      ++Longest;
      EXPECT_EQ(R->size(), *Most);
    }
    Shorter += R->size() < *Most;

    std::optional<Layout> Back = valueOr(leftInverse(L));
    if (!Back) {
      refused("left inverse");
      continue;
    }
    for (int64_t I = 0; I < L.size(); ++I) {
      int64_t Found = cute::valueAt(*Back, cute::valueAt(L, I));
      ASSERT_EQ(cute::valueAt(L, Found), cute::valueAt(L, I));
      ASSERT_TRUE(!Injective || Found == I);
    }
    Tally &T = Tallies["left inverse"];
    ++T.Results;
    ask("left inverse", [&] {
      Answer Inverse = Isl.isLeftInverse(L, *Back);
      if (!Injective)
        return Inverse;
      Map M = Isl.layout(*Back, CuteOracle::GoesOn);
      return both(Inverse, M.on(Isl.layout(L).range())
                               .equals(Isl.layout(L).inverse()));
    });
    if (Path) {
      ++T.Paths;
      for (int64_t I = 0; I < L.size(); ++I)
        ASSERT_EQ(int64_t(Path->applyFlat(uint64_t(I))),
                  cute::valueAt(*Back, I));
    }
    if (std::optional<LinearLayout> Map = mapOver(*Back)) {
      ++T.Linear;
      expectMap("left inverse", *Map, Back->size(),
                [&](int64_t I) { return cute::valueAt(*Back, I); });
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
    check("max_common_layout", *Common,
          [&](int64_t I) {
            int64_t At = cute::valueAt(*Common, I);
            return cute::valueAt(A, At) == I && cute::valueAt(B, At) == I
                       ? At
                       : -1;
          },
          [&] {
            return both(Isl.isRightInverse(A, *Common),
                        Isl.isRightInverse(B, *Common));
          });
    // The set of values that both have at one coordinate.
    std::optional<int64_t> Most;
    ask("max_common_vector", [&] {
      Most = commonInterval(A, B);
      return !Most                                      ? Answer::Unknown
             : *Most >= *Vector || A.size() != B.size() ? Answer::Yes
                                                        : Answer::No;
    });
    ++Tallies["max_common_vector"].Results;
    if (allStatic(A) && allStatic(B) && apart(B) && A.size() == B.size()) {
      ++Largest;
      EXPECT_EQ(*Vector, *Most);
    }
  }
  EXPECT_GT(Largest, GetParam().Count / 20);
}

F2_CUTE_OPERATIONS(CuteInverses, 60);
