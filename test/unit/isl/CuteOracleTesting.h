//===- CuteOracleTesting.h - A result by three ways, and how many ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation of CuTe's algebra is compared with
//
//   values   the definition of the operation, at every integral coordinate
//   isl      a relation or property that says what the operation is
//            (tools/isl/CuteOracle.h); the whole relation is compared
//   F2       the map of the result over F2, if it is linear, and the map that
//            the operation has on the maps of the operands, where there is one
//
// isl has a limit of operations for each question. A question beyond it is
// asked again with ten times as many; those are counted, and what is
// undecided then is a failure.
//
// There are two instances of each test: Slice has few layouts, and
// DISABLED_Full has 5,000 of each kind (docs/isl.md has the command). Full
// prints a table.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_ISL_CUTEORACLETESTING_H
#define F2LAYOUT_TEST_UNIT_ISL_CUTEORACLETESTING_H

#include "IslTesting.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/cute/Linear.h"
#include "test/unit/layouts/cute/RandomLayouts.h"
#include "tools/isl/CuteOracle.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdio>
#include <map>

namespace f2layout::oracle {

/// The value if there is one; otherwise the error is dropped.
template <typename T> std::optional<T> valueOr(llvm::Expected<T> V) {
  if (V)
    return std::move(*V);
  llvm::consumeError(V.takeError());
  return std::nullopt;
}

/// The seed, and how many layouts.
struct Draws {
  unsigned Seed;
  int Count;
};
inline void PrintTo(const Draws &D, std::ostream *OS) {
  *OS << D.Count << " draws of seed " << D.Seed;
}

class CuteOperations : public testing::TestWithParam<Draws> {
protected:
  using Layout = cute::Layout;
  using Value = llvm::function_ref<int64_t(int64_t)>;

  struct Tally {
    int Results = 0, Refused = 0, Asked = 0, Again = 0, Undecided = 0;
    int Linear = 0, Paths = 0;
  };

  static constexpr int64_t Largest = 64;

  /// A layout of at most Most elements.
  Layout next(bool Static, int64_t Most = Largest) {
    while (true) {
      Layout L = Random.next(Static, Random.below(3) == 0);
      if (L.size() <= Most)
        return L;
    }
  }
  Layout next() { return ofAtMost(Largest); }
  Layout ofAtMost(int64_t Most) { return next(Random.below(2) == 0, Most); }

  /// isl's answer must be yes.
  void ask(const char *Operation, llvm::function_ref<Answer()> Question) {
    Tally &T = Tallies[Operation];
    ++T.Asked;
    C.restart(FewOperations);
    Answer Given = Question();
    if (Given == Answer::Unknown) {
      ++T.Again;
      C.restart(10 * FewOperations);
      Given = Question();
    }
    T.Undecided += Given == Answer::Unknown;
    EXPECT_EQ(Given, Answer::Yes) << Operation;
  }

  void refused(const char *Operation) { ++Tallies[Operation].Refused; }

  /// A result: Wanted has its values by the definition, Question what isl is
  /// asked, and Path, if there is one, the map over F2 that the operation has
  /// on the maps of its operands.
  void check(const char *Operation, const Layout &R, Value Wanted,
             llvm::function_ref<Answer()> Question,
             const std::optional<LinearLayout> &Path = std::nullopt) {
    Tally &T = Tallies[Operation];
    ++T.Results;
    int64_t Size = cute::countOf(R.shape());
    for (int64_t I = 0; I < Size; ++I)
      ASSERT_EQ(cute::valueAt(R, I), Wanted(I)) << Operation << " at " << I;
    ask(Operation, Question);
    if (std::optional<LinearLayout> Map = mapOver(R)) {
      ++T.Linear;
      expectMap(Operation, *Map, Size, Wanted);
    }
    if (!Path)
      return;
    ++T.Paths;
    expectMap(Operation, *Path, Size, Wanted);
  }

  /// The map over F2 of integral coordinates, if the layout is linear.
  std::optional<LinearLayout> mapOver(const Layout &L) {
    cute::ComposedLayout Whole;
    Whole.Inner = L;
    std::optional<cute::LinearForm> Form =
        valueOr(cute::toLinear(Whole, cute::CoordinateKind::Integral));
    if (!Form)
      return std::nullopt;
    return Form->Map;
  }

  /// The composition of the maps of B and of A, whose last mode goes on.
  std::optional<LinearLayout> pathAfter(Layout A, const Layout &B) {
    std::vector<cute::Mode> Modes = A.modes();
    int64_t Before = 1;
    for (const cute::Mode &M : llvm::ArrayRef(Modes).drop_back())
      Before *= M.Size.Value;
    while (Before * Modes.back().Size.Value < B.cosize())
      Modes.back().Size.Value *= 2;
    std::optional<LinearLayout> Inner = mapOver(B);
    std::optional<LinearLayout> Outer =
        mapOver(llvm::cantFail(Layout::create(Modes)));
    if (!Inner || !Outer)
      return std::nullopt;
    LayoutSpec First = Inner->spec(), Second = Outer->spec();
    Second.Inputs[0].Name = First.Outputs[0].Name;
    uint64_t Size = uint64_t(1) << Second.Inputs[0].Images.size();
    if (First.Outputs[0].Size > Size)
      return std::nullopt;
    First.Outputs[0].Size = Size;
    return get(compose(get(LinearLayout::create(First)),
                       get(LinearLayout::create(Second))));
  }

  void expectMap(const char *Operation, const LinearLayout &Map, int64_t Size,
                 Value Wanted) {
    for (int64_t I = 0; I < Size; ++I)
      ASSERT_EQ(int64_t(Map.applyFlat(uint64_t(I))), Wanted(I))
          << Operation << " over F2 at " << I;
  }

  /// Everything is decided, and enough was there to decide.
  void TearDown() override {
    for (const auto &[Name, T] : Tallies) {
      EXPECT_EQ(T.Undecided, 0) << Name;
      EXPECT_GE(T.Asked, GetParam().Count / 50) << Name;
      if (GetParam().Count >= 1000)
        std::printf("| %s | %d | %d | %d | %d | %d | %d |\n", Name.c_str(),
                    T.Results, T.Refused, T.Asked, T.Again, T.Linear, T.Paths);
    }
  }

  static constexpr unsigned long FewOperations = 300000;
  Context C{FewOperations};
  CuteOracle Isl{C};
  cute::RandomLayouts Random{GetParam().Seed};
  std::map<std::string, Tally> Tallies;
};

} // namespace f2layout::oracle

/// A slice for every run of the tests, and all for a run on demand.
#define F2_CUTE_OPERATIONS(Suite, SliceCount)                                  \
  INSTANTIATE_TEST_SUITE_P(Slice, Suite,                                       \
                           testing::Values(Draws{1, SliceCount}));             \
  INSTANTIATE_TEST_SUITE_P(DISABLED_Full, Suite,                               \
                           testing::Values(Draws{2, 5000}))

#endif // F2LAYOUT_TEST_UNIT_ISL_CUTEORACLETESTING_H
