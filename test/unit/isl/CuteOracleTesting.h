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
// asked again with ten times as many. What is undecided then is decided by
// values: all layouts are finite and small, so isl computes every value of
// every layout in the definition, and these are compared. Both are counted for
// each operation; a question that none of these decides is a failure.
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
#include <set>

namespace f2layout::oracle {

/// The value if there is one; otherwise the error is dropped.
template <typename T> std::optional<T> valueOr(llvm::Expected<T> V) {
  if (V)
    return std::move(*V);
  llvm::consumeError(V.takeError());
  return std::nullopt;
}

/// The offsets of the copies of a layout that cover a space, by trial: from 0
/// on, the smallest number that is not covered gets the next copy. In the end
/// extents of the layout are covered, which are the size of its last mode times
/// the stride: as many as the space needs. A space of several modes needs, for
/// each number that an extent takes of one mode, all numbers of those before.
///
/// A stride leaves a gap if the extents of the modes with smaller strides do
/// not divide it. Nothing fits there, so numbers in gaps get no copy.
inline std::vector<int64_t> copiesOf(const cute::Layout &L,
                                     llvm::ArrayRef<int64_t> Space) {
  // Modes of size 1 that only readers know to be 1 have an extent, too.
  std::vector<std::pair<int64_t, int64_t>> Modes;
  for (const cute::Mode &M : L.modes())
    if (M.Stride.Value != 0 && !M.Size.isStatic(1))
      Modes.push_back({M.Stride.Value, M.Size.Value});
  std::sort(Modes.begin(), Modes.end());
  int64_t Extent = Modes.empty() ? 1 : Modes.back().first * Modes.back().second;
  int64_t Extents = 1, Taken = Extent;
  for (int64_t Size : Space) {
    int64_t Starts = 0, Next = 0;
    for (int64_t I = 0; I < Size; I += Taken)
      ++Starts;
    for (int64_t I = 0; I < Taken; I += Size)
      ++Next;
    Extents *= Starts;
    Taken = Next;
  }
  auto InGap = [&](int64_t X) {
    for (size_t I = Modes.size(); I-- > 0;) {
      int64_t Before = I ? Modes[I - 1].first * Modes[I - 1].second : 1;
      int64_t End = 0;
      while (End + Before <= Modes[I].first)
        End += Before;
      X %= Modes[I].first;
      if (X >= End)
        return true;
      X %= Before;
    }
    return false;
  };
  std::set<int64_t> Covered;
  std::vector<int64_t> Copies, Values = cute::valuesOf(L);
  for (int64_t Next = 0; Next < Extents * Extent; ++Next) {
    if (Covered.count(Next) || InGap(Next % Extent))
      continue;
    Copies.push_back(Next);
    for (int64_t V : Values)
      Covered.insert(Next + V);
  }
  return Copies;
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
    int Results = 0, Refused = 0, Linear = 0, Paths = 0;
    /// Questions; those asked again; those decided by values, or not at all.
    int Asked = 0, Again = 0, ByValues = 0, Undecided = 0;
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

  /// The value of a layout; isl computes it while a question is decided by
  /// values. Definitions of operations use this.
  int64_t at(const Layout &L, int64_t I) {
    if (!ByIsl)
      return cute::valueAt(L, I);
    std::string Name = cute::toString(L);
    auto It = Functions.find(Name);
    if (It == Functions.end())
      It = Functions.emplace(Name, Isl.function(L)).first;
    std::optional<std::vector<int64_t>> V = It->second.at({I});
    FoundAll &= V.has_value();
    return V ? V->front() : 0;
  }
  std::vector<int64_t> valuesOf(const Layout &L) {
    std::vector<int64_t> Values;
    for (int64_t I = 0, Size = cute::countOf(L.shape()); I < Size; ++I)
      Values.push_back(at(L, I));
    return Values;
  }

  /// isl's answer must be yes, to the question, or if it does not decide that,
  /// to what ByValues asks about the values that isl computes.
  void ask(const char *Operation, llvm::function_ref<Answer()> Question,
           llvm::function_ref<bool()> ByValues) {
    Tally &T = Tallies[Operation];
    ++T.Asked;
    C.restart(FewOperations);
    Answer Given = Question();
    if (Given == Answer::Unknown) {
      ++T.Again;
      C.restart(10 * FewOperations);
      Given = Question();
    }
    if (Given == Answer::Unknown) {
      Given = decide(ByValues);
      T.ByValues += Given != Answer::Unknown;
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
    ask(Operation, Question, [&] {
      for (int64_t I = 0; I < Size; ++I)
        if (at(R, I) != Wanted(I))
          return false;
      return true;
    });
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
        std::printf("| %s | %d | %d | %d | %d | %d | %d | %d |\n", Name.c_str(),
                    T.Results, T.Refused, T.Asked, T.Again, T.ByValues,
                    T.Linear, T.Paths);
    }
  }

  /// The answer to a question about values, which isl computes without a limit
  /// of operations: there are few.
  Answer decide(llvm::function_ref<bool()> ByValues) {
    C.restart(0);
    Functions.clear();
    ByIsl = FoundAll = true;
    bool Holds = ByValues();
    ByIsl = false;
    return !FoundAll ? Answer::Unknown : Holds ? Answer::Yes : Answer::No;
  }

  static constexpr unsigned long FewOperations = 300000;
  Context C{FewOperations};
  CuteOracle Isl{C};
  cute::RandomLayouts Random{GetParam().Seed};
  std::map<std::string, Tally> Tallies;

private:
  /// While a question is decided by values.
  bool ByIsl = false, FoundAll = true;
  std::map<std::string, Function> Functions;
};

} // namespace f2layout::oracle

/// A slice for every run of the tests, and all for a run on demand.
#define F2_CUTE_OPERATIONS(Suite, SliceCount)                                  \
  INSTANTIATE_TEST_SUITE_P(Slice, Suite,                                       \
                           testing::Values(Draws{1, SliceCount}));             \
  INSTANTIATE_TEST_SUITE_P(DISABLED_Full, Suite,                               \
                           testing::Values(Draws{2, 5000}))

#endif // F2LAYOUT_TEST_UNIT_ISL_CUTEORACLETESTING_H
