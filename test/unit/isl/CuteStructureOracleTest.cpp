//===- CuteStructureOracleTest.cpp - Modes of CuTe layouts, by isl --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation, and the operations that merge, drop, choose and order modes. The
// function of a result is compared through isl; the profile, which no relation
// determines, with what the values allow.
//
//===----------------------------------------------------------------------===//

#include "CuteOracleTesting.h"
#include "layouts/cute/Composition.h"
#include "layouts/cute/Slice.h"
#include "layouts/cute/Structure.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;
using cute::IntTuple;
using cute::Layout;
using cute::Mode;

namespace {

class CuteStructure : public CuteOperations {
protected:
  /// Some strides negative.
  Layout signedLayout() { return Random.withSigns(next()); }
  void checkSlice(const Layout &L);
};

bool allStatic(const Layout &L) {
  return all_of(L.modes(),
                [](const Mode &M) { return M.Size.Static && M.Stride.Static; });
}

/// The fewest modes of a layout that has these values, by trial.
unsigned fewestModes(const std::vector<int64_t> &F) {
  int64_t Size = int64_t(F.size());
  if (Size == 1)
    return 0;
  unsigned Fewest = 64;
  for (int64_t N = 2; N <= Size; ++N) {
    bool Fits = Size % N == 0;
    for (int64_t I = 0; Fits && I < Size; ++I)
      Fits = F[I] == I % N * F[1] + F[I - I % N];
    if (!Fits)
      continue;
    std::vector<int64_t> Rest;
    for (int64_t I = 0; I < Size; I += N)
      Rest.push_back(F[I]);
    Fewest = std::min(Fewest, 1 + fewestModes(Rest));
  }
  return Fewest;
}

/// The modes of a layout.
std::vector<Layout> modesOf(const Layout &L) {
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < L.rank(); ++I)
    Modes.push_back(L.mode(I));
  return Modes;
}

std::vector<Layout> flatModesOf(const Layout &L) {
  std::vector<Layout> Modes;
  for (const Mode &M : L.modes())
    Modes.push_back(cantFail(Layout::create({M})));
  return Modes;
}

} // namespace

TEST_P(CuteStructure, ValuesAndModes) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = signedLayout();
    SCOPED_TRACE(cute::toString(L));
    auto Same = [&](int64_t I) { return at(L, I); };
    std::optional<LinearLayout> Path = mapOver(L);
    Map Whole = Isl.layout(L);

    check(
        "evaluation", L, [&](int64_t I) { return L(I); },
        [&] {
          return both(mapOf(C, relationOfLayout(L)).equals(Whole),
                      L.modes().size() < 4 ? Isl.byDigits(L).equals(Whole)
                                           : Answer::Yes);
        },
        Path);

    Layout R = coalesce(L);
    check(
        "coalesce", R, Same, [&] { return Isl.layout(R).equals(Whole); }, Path);
    EXPECT_LE(R.depth(), 1u);
    if (allStatic(L)) {
      EXPECT_EQ(R.modes().size(), std::max(1u, fewestModes(cute::valuesOf(L))));
    }

    // By mode: every mode keeps its own function.
    if (L.rank() > 1) {
      IntTuple Profile(std::vector<IntTuple>(L.rank(), IntTuple()));
      Layout ByMode = cantFail(coalesce(L, Profile));
      ASSERT_EQ(ByMode.rank(), L.rank());
      check("coalesce by profile", ByMode, Same, [&] {
        return Isl.parts(modesOf(ByMode)).equals(Isl.parts(modesOf(L)));
      });
      for (unsigned I = 0; I < L.rank(); ++I)
        EXPECT_LE(ByMode.mode(I).depth(), 1u);
    }

    // Beyond the size, too: on all natural numbers.
    Layout Unbounded = coalesceUnbounded(L);
    check("coalesce without end", Unbounded, Same, [&] {
      return Isl.layout(Unbounded, CuteOracle::GoesOn)
          .equals(Isl.layout(L, CuteOracle::GoesOn));
    });

    Layout Flat = cute::flatten(L);
    check("flatten", Flat, Same, [&] {
      return Isl.sum(modesOf(Flat)).equals(Isl.sum(flatModesOf(L)));
    });
    Layout Grouped = cantFail(group(L, 0, L.rank()));
    EXPECT_EQ(Grouped.rank(), 1u);
    check(
        "group", Grouped, Same,
        [&] { return Isl.layout(Grouped).equals(Whole); }, Path);

    // A choice of modes is the function where all others are 0.
    std::vector<unsigned> Order;
    for (unsigned I = 0; I < L.rank(); ++I)
      Order.insert(Order.begin() + Random.below(I + 1), I);
    Order.resize(1 + size_t(Random.below(L.rank())));
    Layout Chosen = cantFail(select(L, Order));
    std::vector<std::string> Places(L.rank(), "0"), Names;
    for (size_t I = 0; I < Order.size(); ++I) {
      Names.push_back("c" + std::to_string(I));
      Places[Order[I]] = Names.back();
    }
    std::string Text =
        "{ [" + join(Names, ", ") + "] -> [" + join(Places, ", ") + "] }";
    check(
        "select", Chosen,
        [&](int64_t I) {
          int64_t Sum = 0;
          for (unsigned K : Order) {
            int64_t Size = cute::countOf(L.mode(K).shape());
            Sum += at(L.mode(K), I % Size);
            I /= Size;
          }
          return Sum;
        },
        [&] {
          return C.map(Text)
              .then(Isl.sum(modesOf(L)))
              .equals(Isl.sum(modesOf(Chosen)));
        });
    checkSlice(L);
    unsigned End = 1 + unsigned(Random.below(L.rank()));
    Layout Front = cantFail(take(L, 0, End));
    EXPECT_EQ(Front.rank(), End);
    check("take", Front, Same, [&] {
      return Isl.layout(Front).equals(Whole.on(Isl.below(Front.size())));
    });
    Layout Longer = append(L, 5);
    EXPECT_EQ(Longer.rank(), 5u);
    check(
        "append", Longer, Same,
        [&] { return Isl.layout(Longer).equals(Whole); }, Path);
  }
}

/// A slice is the function where the fixed modes have their numbers, and a dice
/// that where the kept ones are 0.
void CuteStructure::checkSlice(const Layout &L) {
  std::vector<cute::SliceCoordinate> Items;
  std::vector<unsigned> Kept, Fixed;
  std::vector<std::string> Open, Closed, KeptNames, FixedNames;
  for (unsigned I = 0; I < L.rank(); ++I) {
    std::string Name = "c" + std::to_string(I);
    if (Random.below(2) == 0) {
      Items.emplace_back();
      Kept.push_back(I);
      KeptNames.push_back(Name);
      Open.push_back(Name);
      Closed.push_back("0");
      continue;
    }
    const int64_t Value = Random.below(cute::countOf(L.mode(I).shape()));
    Items.push_back(cute::SliceCoordinate::number(Value));
    Fixed.push_back(I);
    FixedNames.push_back(Name);
    Open.push_back(std::to_string(Value));
    Closed.push_back(Name);
  }
  if (!L.shape().isTuple() || Kept.empty() || Fixed.empty())
    return;
  const auto At = cute::SliceCoordinate::tuple(std::move(Items));
  const cute::Sliced S = cantFail(cute::slice(L, At));
  const int64_t Offset = S.Offset.integer().Value;
  auto MapOf = [&](const std::vector<std::string> &Names,
                   const std::vector<std::string> &Places) {
    return "{ [" + join(Names, ", ") + "] -> [" + join(Places, ", ") + "] }";
  };
  auto SumAt = [&](int64_t I, ArrayRef<unsigned> Modes) {
    int64_t Sum = 0;
    for (unsigned K : Modes) {
      const int64_t Size = cute::countOf(L.mode(K).shape());
      Sum += at(L.mode(K), I % Size);
      I /= Size;
    }
    return Sum;
  };
  check(
      "slice", S.Kept, [&](int64_t I) { return SumAt(I, Kept); },
      [&] {
        return C.map(MapOf(KeptNames, Open))
            .then(Isl.sum(modesOf(L)))
            .equals(Isl.sum(modesOf(S.Kept))
                        .then(C.map("{ [x] -> [x + " + std::to_string(Offset) +
                                    "] }")));
      });
  const Layout Rest = cantFail(cute::dice(L, At));
  check(
      "dice", Rest, [&](int64_t I) { return SumAt(I, Fixed); },
      [&] {
        return C.map(MapOf(FixedNames, Closed))
            .then(Isl.sum(modesOf(L)))
            .equals(Isl.sum(modesOf(Rest)));
      });
}

// The modes without effect are those that isl finds to be, of those that are
// static: the others are none to the compiler.
TEST_P(CuteStructure, Kernels) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = next();
    SCOPED_TRACE(cute::toString(L));
    std::vector<Mode> Modes = L.modes(), Effective;
    std::vector<std::string> Digits, All, Others;
    std::string Kernel = "0";
    int64_t Before = 1, KernelSize = 1;
    std::string Bounds;
    for (auto [I, M] : enumerate(Modes)) {
      All.push_back("x" + std::to_string(I));
      C.restart();
      bool Free = M.Stride.Static && M.Stride.Value == 0;
      Answer Found = Isl.isWithoutEffect(L, I);
      if (M.Size.Value > 1) {
        EXPECT_EQ(Found, M.Stride.Value == 0 ? Answer::Yes : Answer::No);
      }
      if (Free) {
        std::string Name = "n" + std::to_string(I);
        Kernel += " + " + std::to_string(Before) + "*" + Name;
        Bounds += (Digits.empty() ? "0 <= " : " and 0 <= ") + Name + " < " +
                  std::to_string(M.Size.Value);
        Digits.push_back(Name);
        KernelSize *= M.Size.Value;
      } else {
        Effective.push_back(M);
        Others.push_back("x" + std::to_string(I));
      }
      Before *= M.Size.Value;
    }
    // All integral coordinates whose other digits are 0, in order.
    std::string Text = Digits.empty()
                           ? "{ [0] }"
                           : "{ [k] : exists (" + join(Digits, ", ") +
                                 " : k = " + Kernel + " and " + Bounds + ") }";
    std::vector<int64_t> Coordinates;
    for (int64_t I = 0; I < L.size(); ++I) {
      int64_t Rest = I;
      bool In = true;
      for (const Mode &M : Modes) {
        In &= M.Stride.isStatic(0) || Rest % M.Size.Value == 0;
        Rest /= M.Size.Value;
      }
      if (In)
        Coordinates.push_back(I);
    }
    Layout Null = nullspace(L);
    ASSERT_EQ(Null.size(), KernelSize);
    check(
        "nullspace", Null, [&](int64_t I) { return Coordinates[I]; },
        [&] { return Isl.enumerates(Null, C.set(Text)); });
    if (std::optional<LinearLayout> Map = mapOver(L)) {
      for (int64_t I : Coordinates)
        EXPECT_EQ(Map->applyFlat(uint64_t(I)), 0u);
    }

    // What is left is the sum of the other modes.
    Layout Filtered = filter(L);
    std::vector<Layout> Left;
    for (const Mode &M : Effective)
      Left.push_back(cantFail(Layout::create({M})));
    if (Left.empty()) {
      Left.push_back(Layout());
      Others.push_back("0");
    }
    Layout Rest = cantFail(cute::joined(Left));
    ASSERT_EQ(Filtered.size(), Rest.size());
    check(
        "filter", Filtered, [&](int64_t I) { return at(Rest, I); },
        [&] {
          // L drops digits, and is the rest of the others.
          Map Kept = C.map("{ [" + join(All, ", ") + "] -> [" +
                           join(Others, ", ") + "] }");
          Map Natural = Isl.sum(flatModesOf(L));
          return both(
              Kept.then(Isl.sum(Left)).on(Natural.domain()).equals(Natural),
              Isl.same(Filtered, Rest));
        });
    Layout Zeros = filterZeros(L);
    EXPECT_TRUE(cute::congruent(Zeros.shape(), L.shape()));
    check(
        "filter zeros", Zeros, [&](int64_t I) { return at(Rest, I); },
        [&] { return Isl.same(Zeros, Rest); });
  }
}

// Coordinates of another shape, and compact layouts of a given order.
TEST_P(CuteStructure, Shapes) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = next();
    SCOPED_TRACE(cute::toString(L));
    // A divisor of the size.
    int64_t Part = 1 + Random.below(L.size());
    while (L.size() % Part != 0)
      --Part;
    IntTuple Shape =
        cute::tupleOf({cute::dynamic(Part), cute::dynamic(L.size() / Part)});
    if (std::optional<Layout> R = valueOr(withShape(L, Shape))) {
      ASSERT_EQ(R->rank(), 2u);
      ASSERT_EQ(cute::countOf(R->shape().mode(0)), Part);
      std::string Text = "{ [a, b] -> [a + " + std::to_string(Part) +
                         "*b] : 0 <= a < " + std::to_string(Part) + " }";
      check(
          "with_shape", *R, [&](int64_t I) { return at(L, I); },
          [&] {
            return C.map(Text)
                .then(Isl.layout(L))
                .equals(Isl.sum({R->mode(0), R->mode(1)}));
          },
          mapOver(L));
    } else {
      refused("with_shape");
    }

    // In lexicographic order of the modes, the one of the largest rank first,
    // all numbers below the size: there is one such function.
    std::vector<cute::Int> Ranks;
    std::vector<unsigned> Last;
    for (unsigned I = 0; I < L.rank(); ++I)
      Last.insert(Last.begin() + Random.below(I + 1), I);
    Ranks.resize(L.rank(), cute::fixed(0));
    for (auto [Rank, I] : enumerate(Last))
      Ranks[I] = cute::fixed(int64_t(L.rank() - Rank));
    IntTuple Order =
        L.shape().isTuple() ? cute::tupleOf(Ranks) : IntTuple(Ranks[0]);
    Layout R = cantFail(makeOrdered(L.shape(), Order));
    std::vector<std::string> Plain, Primed;
    std::string More;
    for (unsigned I = 0; I < L.rank(); ++I) {
      Plain.push_back("x" + std::to_string(I));
      Primed.push_back("y" + std::to_string(I));
    }
    std::string Equal;
    for (unsigned I : Last) {
      More += (More.empty() ? "" : " or ") + ("(" + Equal + Plain[I] + " < ") +
              Primed[I] + ")";
      Equal += Plain[I] + " = " + Primed[I] + " and ";
    }
    std::string Less = "{ [" + join(Plain, ", ") + "] -> [" +
                       join(Primed, ", ") + "] : " + More + " }";
    check(
        "make_ordered_layout", R,
        [&](int64_t I) {
          int64_t Value = 0;
          std::vector<int64_t> Digits;
          for (const Layout &M : modesOf(L)) {
            Digits.push_back(I % M.size());
            I /= M.size();
          }
          for (unsigned K : Last)
            Value = Value * L.mode(K).size() + Digits[K];
          return Value;
        },
        [&] {
          Map M = Isl.sum(modesOf(R));
          return both(M.range().equals(Isl.below(L.size())),
                      M.inverse()
                          .then(C.map(Less))
                          .then(M)
                          .isSubsetOf(C.map("{ [a] -> [b] : a < b }")));
        });
  }
}

F2_CUTE_OPERATIONS(CuteStructure, 60);
