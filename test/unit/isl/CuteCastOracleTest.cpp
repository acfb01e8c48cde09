//===- CuteCastOracleTest.cpp - CuTe's changes of element width, by isl ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each mode of a layout that is upcast by N enumerates, in order, the words of
// N elements that the mode touches; downcast by N, a mode of stride 1 has all N
// parts of its elements, and another mode the first part. recast is one after
// the other, and so is the set.
//
//===----------------------------------------------------------------------===//

#include "CuteOracleTesting.h"
#include "layouts/cute/Tiling.h"
#include <numeric>
#include <set>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;
using cute::Layout;
using cute::Mode;

namespace {

class CuteCasts : public CuteOperations {
protected:
  /// Compares a cast by Up and then by Down, mode by mode.
  void checkCast(const char *Operation, const Layout &L, const Layout &R,
                 int64_t Up, int64_t Down);
};

} // namespace

void CuteCasts::checkCast(const char *Operation, const Layout &L,
                          const Layout &R, int64_t Up, int64_t Down) {
  ASSERT_TRUE(cute::congruent(L.shape(), R.shape()));
  std::vector<Mode> Old = L.modes(), New = R.modes();
  std::vector<std::vector<int64_t>> Items;
  std::vector<Set> Sets;
  std::vector<Layout> Modes;
  for (size_t I = 0; I < Old.size(); ++I) {
    Layout Before = cantFail(Layout::create({Old[I]}));
    Modes.push_back(cantFail(Layout::create({New[I]})));
    // A static stride that divides the word is the stride 1 of words.
    int64_t Stride = Old[I].Stride.Value;
    bool Unit = Old[I].Stride.Static && Stride != 0 && Up % Stride == 0;
    Set Values = Isl.layout(Before).then(Isl.wordOf(Up)).range();
    Map Parts = Unit ? Isl.partsOf(Down)
                     : C.map("{ [x] -> [" + std::to_string(Down) + "*x] }");
    Sets.push_back(Set(isl_set_apply(Values.give(), Parts.give())));
    std::set<int64_t> Numbers;
    for (int64_t N = 0; N < Old[I].Size.Value; ++N)
      for (int64_t Part = 0; Part < (Unit ? Down : 1); ++Part)
        Numbers.insert(N * Stride / Up * Down + Part);
    Items.emplace_back(Numbers.begin(), Numbers.end());
    if (Stride == 0)
      Items.back().assign(size_t(Old[I].Size.Value), 0);
    ASSERT_EQ(int64_t(Items.back().size()), New[I].Size.Value) << Operation;
  }
  check(
      Operation, R,
      [&](int64_t I) {
        int64_t Sum = 0;
        for (const std::vector<int64_t> &Mode : Items) {
          Sum += Mode[size_t(I) % Mode.size()];
          I /= int64_t(Mode.size());
        }
        return Sum;
      },
      [&] {
        Answer All =
            Isl.layout(R).equals(Isl.layout(cantFail(cute::joined(Modes))));
        for (size_t I = 0; I < Sets.size(); ++I)
          All = both(All, Old[I].Stride.Value == 0
                              ? Isl.layout(Modes[I]).range().equals(Sets[I])
                              : Isl.enumerates(Modes[I], Sets[I]));
        return All;
      });
}

TEST_P(CuteCasts, Widths) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = next();
    int64_t Old = 1 + Random.below(4), New = 1 + Random.below(4);
    SCOPED_TRACE(cute::toString(L) + " from " + std::to_string(Old) + " to " +
                 std::to_string(New));
    if (std::optional<Layout> R = valueOr(upcast(L, New)))
      checkCast("upcast", L, *R, New, 1);
    else
      refused("upcast");
    if (std::optional<Layout> R = valueOr(downcast(L, New)))
      checkCast("downcast", L, *R, 1, New);
    else
      refused("downcast");
    int64_t Common = std::gcd(Old, New);
    if (std::optional<Layout> R = valueOr(recast(L, Old, New)))
      checkCast("recast", L, *R, New / Common, Old / Common);
    else
      refused("recast");
  }
}

F2_CUTE_OPERATIONS(CuteCasts, 60);
