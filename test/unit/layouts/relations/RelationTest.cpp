//===- RelationTest.cpp - Layouts written as relations and read back ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the relations mean is tested against isl (test/unit/isl).
//
//===----------------------------------------------------------------------===//

#include "layouts/relations/LinearRelation.h"
#include "layouts/relations/RelationReader.h"
#include "test/unit/layouts/LayoutTesting.h"

using namespace llvm;
using namespace f2layout;

namespace {

LinearLayout readBack(const PaddedLayout &L, size_t Paddings) {
  std::string Text = toString(relationOf(L));
  Expected<PaddedLayout> Read = parseRelation(Text);
  if (!Read) {
    ADD_FAILURE() << Text << ": " << llvm::toString(Read.takeError());
    return LinearLayout();
  }
  EXPECT_EQ(Read->Paddings.size(), Paddings);
  for (size_t I = 0; I < Paddings; ++I) {
    EXPECT_EQ(Read->Paddings[I].Interval, L.Paddings[I].Interval);
    EXPECT_EQ(Read->Paddings[I].Amount, L.Paddings[I].Amount);
  }
  return Read->Linear;
}

} // namespace

// Up to 40 input bits, of which at most 2^20 points could be evaluated: larger
// layouts are read because the text is the same.
TEST(Relation, IsReadBack) {
  Random R(1);
  for (int N = 0; N < 500; ++N) {
    auto Bits = [&] { return unsigned(R() % (N % 2 ? 21 : 4)); };
    LinearLayout L = randomLayout(R, {{"register", Bits()}, {"lane", Bits()}},
                                  {{"dim0", Bits()}, {"lane", Bits()}});
    ASSERT_EQ(readBack({L, {}}, 0), L) << toString(L);
  }
}

TEST(Relation, OfLargestDimension) {
  LinearLayout L = get(LinearLayout::identity(62, "lane", "dim0"));
  EXPECT_EQ(readBack({L, {}}, 0), L);
}

TEST(Relation, WordsOfTheNotationAreNames) {
  Random R(3);
  for (StringRef Word : {"floor", "mod", "and", "exists", "min", "not"})
    for (int N = 0; N < 20; ++N) {
      LinearLayout L = randomLayout(R, {{Word, 3}, {"lane", unsigned(R() % 3)}},
                                    {{"dim0", 2}, {Word, unsigned(R() % 3)}});
      ASSERT_EQ(readBack({L, {}}, 0), L) << toString(L);
    }
}

TEST(Relation, OfPaddedMemoryIsReadBack) {
  Random R(2);
  for (int N = 0; N < 100; ++N) {
    unsigned Bits = unsigned(R() % 9);
    PaddedLayout L;
    L.Linear = randomLayout(R, {{"offset", Bits}, {"block", unsigned(R() % 2)}},
                            {{"dim0", 3}, {"dim1", 2}});
    L.Paddings.push_back({uint64_t(1) << R() % 4, uint64_t(1) << R() % 4});
    if (R() & 1)
      L.Paddings.push_back({16, uint64_t(1) << R() % 4});
    ASSERT_EQ(readBack(L, L.Paddings.size()), L.Linear) << toString(L.Linear);
  }
}

// Text that differs from what is written is checked point by point: a change of
// one value must be found.
TEST(Relation, ThatIsNotLinearIsRefused) {
  auto Read = [](StringRef Text) {
    Expected<PaddedLayout> L = parseRelation(Text);
    return L ? toString(L->Linear) : "error: " + llvm::toString(L.takeError());
  };
  EXPECT_EQ(Read("{ [i] -> [x = i + 2*floor(i/7)] : 0 <= i <= 7 }"),
            "error: the relation is not linear or affine: at i=7 its value is "
            "not what those at 0 and at powers of two say");
  EXPECT_EQ(Read("{ [i] -> [x = i + 8*floor(i/8)] : 0 <= i <= 7 }"),
            "i=[[1],[2],[4]] -> [x:8]");
}
