//===- CuteOracleTest.cpp - CuTe's algebra against isl --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random CuTe layouts of at most MaxSize elements: every operation against what
// isl computes from the relations of the operands. Numbers beyond the size of a
// layout continue along its last mode, as in CuTe, so an outer layout gets a
// longer one.
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
    std::vector<cute::Mode> Modes = L.modes();
    int64_t &Last = Modes.back().Size.Value;
    int64_t Before = L.size() / Last;
    Last = std::max(Last, (Inner.cosize() + Before - 1) / Before);
    return map(cantFail(Layout::create(Modes)));
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

  /// isl gives up after about a tenth of a second, which is counted.
  void expect(Answer Wanted, function_ref<Answer()> Ask) {
    C.restart();
    Answer Given = Ask();
    ++Asked;
    if (Given == Answer::Unknown)
      ++Undecided;
    else
      ASSERT_EQ(Given, Wanted);
  }
  void expectYes(function_ref<Answer()> Ask) { expect(Answer::Yes, Ask); }

  int Asked = 0, Undecided = 0;
  Context C{/*MaxOperations=*/300000};
  cute::RandomLayouts Random{GetParam()};
};

/// The value if there is one; otherwise the error is dropped.
std::optional<Layout> valueOr(Expected<Layout> L) {
  if (L)
    return *L;
  consumeError(L.takeError());
  return std::nullopt;
}

/// The modes that change the value; filter() keeps dynamic strides 0.
std::vector<cute::Mode> onceEach(const Layout &L) {
  std::vector<cute::Mode> Modes = {{cute::fixed(1), cute::fixed(0)}};
  for (const cute::Mode &M : L.modes())
    if (M.Stride.Value != 0)
      Modes.push_back(M);
  return Modes;
}

} // namespace

TEST_P(CuteOracle, Operations) {
  int Composed = 0, Right = 0, Left = 0, Complements = 0, Divided = 0,
      Multiplied = 0;
  for (int N = 0; N < 250; ++N) {
    Layout A = next(), B = next();
    SCOPED_TRACE(cute::toString(A) + " and " + cute::toString(B));
    expectYes([&] { return map(coalesce(A)).equals(map(A)); });
    expectYes([&] { return map(filter(A)).range().equals(map(A).range()); });
    bool Injective = cute::isInjective(A);
    expect(Injective ? Answer::Yes : Answer::No,
           [&] { return map(A).isInjective(); });

    if (std::optional<Layout> R = valueOr(compose(A, B))) {
      ++Composed;
      expectYes([&] { return after(A, B).equals(map(*R)); });
    }
    if (std::optional<Layout> R = valueOr(rightInverse(A))) {
      ++Right;
      expectYes([&] { return after(A, *R).isIdentity(); });
    }
    if (std::optional<Layout> R = valueOr(leftInverse(A))) {
      ++Left;
      expectYes([&] {
        return Injective ? after(*R, A).isIdentity()
                         : after(*R, A).then(mapBeyond(A, *R)).equals(map(A));
      });
    }
    if (std::optional<Layout> R = valueOr(complement(A))) {
      // Every value of A plus every value of the complement is another number.
      ++Complements;
      // A value that A has more than once stays so.
      Layout Once = cantFail(Layout::create(onceEach(A)));
      Layout Both = cantFail(cute::joined({Once, *R}));
      expectYes([&] { return map(Once).range().equals(map(A).range()); });
      expectYes([&] { return map(Both).isInjective(); });
      ASSERT_GE(Both.cosize(), A.cosize());
    }
    cute::Tiler Tile = cute::Tiler::of(B);
    // CuTe rounds the rest up mode by mode, so the modes matter.
    std::optional<Layout> Rest = valueOr(complement(B, coalesce(A).shape()));
    std::optional<Layout> Quotient = valueOr(logicalDivide(A, Tile));
    if (Rest && Quotient) {
      ++Divided;
      Layout Order = cantFail(cute::joined({B, *Rest}));
      expectYes([&] { return after(A, Order).equals(map(*Quotient)); });
    }
    std::optional<Layout> Product = valueOr(logicalProduct(A, Tile));
    if (Product && Product->size() <= 4 * MaxSize) {
      // The product repeats A at places that do not overlap it.
      ++Multiplied;
      Layout Places = cantFail(
          complement(A, cute::IntTuple(cute::dynamic(A.size() * B.cosize()))));
      Layout Repeat = Product->mode(1);
      expectYes([&] { return map(Product->mode(0)).equals(map(A)); });
      expectYes([&] { return map(Repeat).equals(after(Places, B)); });
      expectYes([&] {
        return map(A)
            .range()
            .intersect(map(Repeat).range())
            .equals(C.set("{ [0] }"));
      });
    }
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(Composed, 20);
  EXPECT_GT(Right, 100);
  EXPECT_GT(Left, 50);
  EXPECT_GT(Complements, 50);
  EXPECT_GT(Divided, 5);
  EXPECT_GT(Multiplied, 20);
  // Nearly all questions are decided.
  EXPECT_GT(Asked, 1000);
  EXPECT_LT(Undecided, Asked / 50);
  RecordProperty("asked", Asked);
  RecordProperty("undecided", Undecided);
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
