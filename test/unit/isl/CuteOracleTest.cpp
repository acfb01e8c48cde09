//===- CuteOracleTest.cpp - CuTe's algebra against isl --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random CuTe layouts of at most MaxSize elements: every operation against what
// isl computes from the relations of the operands. Numbers beyond the size of a
// layout continue along its last mode, as in CuTe, so the relation of an outer
// layout gets larger bounds.
//
//===----------------------------------------------------------------------===//

#include "IslTesting.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Structure.h"
#include "layouts/cute/Tiling.h"
#include "test/unit/layouts/cute/RandomLayouts.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;
using cute::Layout;

namespace {

constexpr int64_t MaxSize = 64;

class CuteOracle : public testing::TestWithParam<unsigned> {
protected:
  Map map(const Layout &L) { return mapOf(C, relationOfLayout(L)); }

  /// For numbers up to the largest value of Inner.
  Map mapBeyond(const Layout &L, const Layout &Inner) {
    Relation R = relationOfLayout(L);
    R.Inputs[0].Last = std::to_string(std::max(L.size(), Inner.cosize()) - 1);
    return C.map(toString(R));
  }

  Layout next() {
    while (true) {
      Layout L = Random.next(Random.below(2) == 0);
      if (L.size() <= MaxSize)
        return L;
    }
  }

  /// A after B, as isl composes them.
  Map after(const Layout &A, const Layout &B) {
    return map(B).then(mapBeyond(A, B));
  }

  Context C;
  cute::RandomLayouts Random{GetParam()};
};

/// The value if there is one; otherwise the error is dropped.
std::optional<Layout> valueOr(Expected<Layout> L) {
  if (L)
    return *L;
  consumeError(L.takeError());
  return std::nullopt;
}

} // namespace

TEST_P(CuteOracle, Operations) {
  int Composed = 0, Right = 0, Left = 0, Complements = 0, Divided = 0,
      Multiplied = 0;
  for (int N = 0; N < 250; ++N) {
    Layout A = next(), B = next();
    SCOPED_TRACE(cute::toString(A) + " and " + cute::toString(B));
    C.restart();
    Map MapA = map(A);

    ASSERT_EQ(map(coalesce(A)).equals(MapA), Answer::Yes);
    ASSERT_EQ(map(filter(A)).range().equals(MapA.range()), Answer::Yes);
    ASSERT_EQ(MapA.isInjective() == Answer::Yes, cute::isInjective(A));

    if (std::optional<Layout> R = valueOr(compose(A, B))) {
      ++Composed;
      ASSERT_EQ(after(A, B).equals(map(*R)), Answer::Yes) << cute::toString(*R);
    }
    if (std::optional<Layout> R = valueOr(rightInverse(A))) {
      ++Right;
      ASSERT_EQ(map(*R).then(mapBeyond(A, *R)).isIdentity(), Answer::Yes)
          << cute::toString(*R);
    }
    if (std::optional<Layout> R = valueOr(leftInverse(A))) {
      ++Left;
      Map Back = MapA.then(mapBeyond(*R, A)).then(mapBeyond(A, *R));
      ASSERT_EQ(Back.equals(MapA), Answer::Yes) << cute::toString(*R);
      if (MapA.isInjective() == Answer::Yes)
        ASSERT_EQ(MapA.then(mapBeyond(*R, A)).isIdentity(), Answer::Yes);
    }
    if (std::optional<Layout> R = valueOr(complement(A))) {
      // Every value of A plus every value of the complement is another number.
      ++Complements;
      Layout Both = cantFail(cute::joined({filter(A), *R}));
      ASSERT_EQ(map(Both).isInjective(), Answer::Yes) << cute::toString(*R);
      ASSERT_GE(Both.cosize(), A.cosize());
    }
    cute::Tiler Tile = cute::Tiler::of(B);
    std::optional<Layout> Rest =
        valueOr(complement(B, cute::IntTuple(cute::dynamic(A.size()))));
    std::optional<Layout> Quotient = valueOr(logicalDivide(A, Tile));
    if (Rest && Quotient) {
      ++Divided;
      Layout Order = cantFail(cute::joined({B, *Rest}));
      ASSERT_EQ(after(A, Order).equals(map(*Quotient)), Answer::Yes)
          << cute::toString(*Quotient);
    }
    // The product repeats A at places that do not overlap it.
    std::optional<Layout> Product = valueOr(logicalProduct(A, Tile));
    if (Product && Product->size() <= 4 * MaxSize) {
      ++Multiplied;
      Layout Repeat = cantFail(cute::joined({Product->mode(1)}));
      ASSERT_EQ(map(Product->mode(0)).equals(MapA), Answer::Yes);
      Set Zero = C.set("{ [0] }");
      ASSERT_EQ(MapA.range().intersect(map(Repeat).range()).equals(Zero),
                Answer::Yes);
    }
  }
  RecordProperty("composed", Composed);
  EXPECT_GT(Composed, 20);
  EXPECT_GT(Right, 100);
  EXPECT_GT(Left, 50);
  EXPECT_GT(Complements, 50);
  EXPECT_GT(Divided, 5);
  EXPECT_GT(Multiplied, 20);
}

// Values, and injectivity, of layouts behind swizzles and offsets.
TEST_P(CuteOracle, Swizzled) {
  for (int N = 0; N < 10; ++N) {
    int64_t B = Random.below(3), M = Random.below(3), S = B + Random.below(2);
    if (Random.below(2))
      S = -S;
    cute::ComposedLayout L = cantFail(cute::ComposedLayout::create(
        cantFail(cute::Swizzle::create(B, M, S)),
        cute::IntTuple(cute::dynamic(Random.below(9))), next()));
    SCOPED_TRACE(cute::toString(L));
    C.restart();
    for (const Finding &F : examine(C, L))
      EXPECT_TRUE(F.agrees()) << F.Name;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CuteOracle, testing::Range(1u, 11u));
