//===- RandomAlgebraTest.cpp - The CuTe algebra against its definitions ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation on 5,000 random layouts, by the values that it must have.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Structure.h"
#include "layouts/cute/Tiling.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

constexpr int Count = 5000;

/// The value if there is one; otherwise the error is dropped.
template <typename T> std::optional<T> valueOr(Expected<T> V) {
  if (V)
    return *V;
  consumeError(V.takeError());
  return std::nullopt;
}

/// Whether F(0), ..., F(Size - 1) are the values of some layout of that size.
bool isLayout(const std::vector<int64_t> &F) {
  int64_t Size = int64_t(F.size());
  if (Size == 1)
    return F[0] == 0;
  for (int64_t N = Size; N >= 2; --N) {
    if (Size % N != 0)
      continue;
    bool Fits = true;
    std::vector<int64_t> Rest;
    for (int64_t I = 0; I < Size; ++I)
      Fits &= F[I] == I % N * F[1] + F[I - I % N];
    for (int64_t I = 0; I < Size; I += N)
      Rest.push_back(F[I]);
    if (Fits && isLayout(Rest))
      return true;
  }
  return false;
}

/// Whether some layout compatible with B has the values of A after B.
bool hasComposition(const Layout &A, const Layout &B) {
  std::vector<Mode> Modes = B.modes();
  std::vector<std::vector<int64_t>> Parts;
  int64_t Step = 1;
  for (const Mode &M : Modes) {
    auto &Part = Parts.emplace_back();
    for (int64_t I = 0; I < M.Size.Value; ++I)
      Part.push_back(valueAt(A, valueAt(B, I * Step)));
    Step *= M.Size.Value;
    if (!isLayout(Part))
      return false;
  }
  for (int64_t I = 0; I < countOf(B.shape()); ++I) {
    int64_t Sum = 0, Rest = I;
    for (size_t K = 0; K < Modes.size(); ++K) {
      Sum += Parts[K][Rest % Modes[K].Size.Value];
      Rest /= Modes[K].Size.Value;
    }
    if (Sum != valueAt(A, valueAt(B, I)))
      return false;
  }
  return true;
}

} // namespace

TEST(CuteRandom, Structure) {
  RandomLayouts Random(1);
  for (int N = 0; N < Count; ++N) {
    Layout L = Random.next(N % 2 == 0);
    SCOPED_TRACE(toString(L));
    std::vector<int64_t> Values = valuesOf(L);
    EXPECT_EQ(valuesOf(coalesce(L)), Values);
    EXPECT_LE(coalesce(L).depth(), 1u);
    EXPECT_EQ(valuesOf(cute::flatten(L)), Values);
    Layout Unbounded = coalesceUnbounded(L);
    for (int64_t I = 0; I < 3 * L.size(); ++I) {
      EXPECT_EQ(valueAt(Unbounded, I), valueAt(L, I));
      EXPECT_EQ(L(I), valueAt(L, I));
    }
    Layout ByMode = cantFail(coalesce(
        L, L.shape().rank() > 1 ? tupleOf({Int(), Int()}) : IntTuple()));
    EXPECT_EQ(valuesOf(ByMode), Values);
    EXPECT_EQ(ByMode.rank(), L.rank() > 1 ? L.rank() : ByMode.rank());
    EXPECT_EQ(valuesOf(cantFail(group(L, 0, L.rank()))), Values);
    for (unsigned I = 0; I < L.rank(); ++I)
      EXPECT_EQ(valuesOf(cantFail(select(L, {I}))), valuesOf(L.mode(I)));
    EXPECT_EQ(L.cosize(), 1 + *llvm::max_element(Values));
    // The layout's own evaluation, in three kinds of coordinates.
    for (int64_t I = 0; I < L.size(); ++I) {
      EXPECT_EQ(L(I), Values[I]);
      IntTuple Natural = naturalCoordinate(I, L.shape());
      EXPECT_EQ(size(cantFail(L.evaluate(Natural))), Values[I]);
      std::vector<IntTuple> Items;
      for (unsigned K = 0; L.shape().isTuple() && K < L.rank(); ++K)
        Items.push_back(dynamic(
            cantFail(integralCoordinate(Natural.mode(K), L.shape().mode(K)))));
      if (Items.empty())
        continue;
      EXPECT_EQ(size(cantFail(L.evaluate(IntTuple(Items)))), Values[I]);
    }
    // The kernel, and the filtered layout without it.
    Layout Kernel = nullspace(L);
    for (int64_t I = 0; I < Kernel.size(); ++I)
      EXPECT_EQ(valueAt(L, valueAt(Kernel, I)), 0);
    EXPECT_EQ(Kernel.size() * filter(L).size(), L.size());
    std::set<int64_t> Image(Values.begin(), Values.end());
    std::vector<int64_t> Filtered = valuesOf(filter(L));
    EXPECT_EQ(std::set<int64_t>(Filtered.begin(), Filtered.end()), Image);
  }
}

TEST(CuteRandom, Composition) {
  RandomLayouts Random(2);
  int Accepted = 0, Impossible = 0, Possible = 0;
  for (int N = 0; N < Count; ++N) {
    Layout A = Random.next(N % 2 == 0), B = Random.next(N % 2 == 0);
    SCOPED_TRACE(toString(A) + " o " + toString(B));
    std::optional<Layout> R = valueOr(compose(A, B));
    if (R) {
      ++Accepted;
      EXPECT_TRUE(compatible(B.shape(), R->shape()));
      for (int64_t I = 0; I < B.size(); ++I)
        ASSERT_EQ(valueAt(*R, I), valueAt(A, valueAt(B, I))) << I;
    } else {
      (hasComposition(A, B) ? Possible : Impossible) += 1;
    }
    std::optional<Layout> Reshaped =
        valueOr(withShape(A, tupleOf({dynamic(A.size() / A.mode(0).size()),
                                      dynamic(A.mode(0).size())})));
    for (int64_t I = 0; Reshaped && I < A.size(); ++I)
      ASSERT_EQ(valueAt(*Reshaped, I), valueAt(A, I));
  }
  EXPECT_GT(Accepted, 1500);
  EXPECT_GT(Impossible, 500);
  // Compositions by chance: strides of A that repeat further on.
  EXPECT_LT(Possible, 100);
}

TEST(CuteRandom, Complement) {
  RandomLayouts Random(3);
  int Accepted = 0;
  for (int N = 0; N < Count; ++N) {
    Layout L = Random.next(N % 2 == 0);
    int64_t Space = 1 + Random.below(2 * L.cosize() + 5);
    SCOPED_TRACE(toString(L) + " in " + std::to_string(Space));
    std::optional<Layout> R = valueOr(complement(L, IntTuple(dynamic(Space))));
    std::vector<int64_t> Values = valuesOf(L);
    std::set<int64_t> Image(Values.begin(), Values.end());
    // Modes that reach into each other, and gaps that no copies fill.
    std::map<int64_t, int64_t> Reach;
    bool Overlap = false, Gap = false;
    for (const Mode &M : L.modes()) {
      if (M.Stride.Value != 0 && M.Size.Value != 1)
        Overlap |= !Reach.emplace(M.Stride.Value, M.Size.Value).second;
      // A dynamic size 1 counts as a mode.
      Overlap |= M.Size.Value == 1 && !M.Size.Static;
    }
    int64_t Below = 1;
    for (auto [Stride, Size] : Reach) {
      Overlap |= Stride < Below;
      Gap |= Stride % Below != 0;
      Below = Stride * Size;
    }
    if (!R) {
      EXPECT_TRUE(Overlap);
      continue;
    }
    ++Accepted;
    std::vector<int64_t> Moves = valuesOf(*R);
    EXPECT_TRUE(llvm::is_sorted(Moves));
    std::set<int64_t> Sums;
    for (int64_t Move : Moves)
      for (int64_t Value : Image)
        Sums.insert(Value + Move);
    EXPECT_EQ(Sums.size(), Moves.size() * Image.size());
    if (!Gap && !Overlap) {
      EXPECT_GE(*Sums.rbegin() + 1, Space);
      EXPECT_EQ(*Sums.rbegin() + 1, int64_t(Sums.size()));
    }
  }
  EXPECT_GT(Accepted, 2000);
}

TEST(CuteRandom, Inverses) {
  RandomLayouts Random(4);
  int Left = 0, Longer = 0;
  for (int N = 0; N < Count; ++N) {
    Layout L = Random.next(N % 2 == 0);
    SCOPED_TRACE(toString(L));
    Layout Right = cantFail(rightInverse(L));
    for (int64_t I = 0; I < Right.size(); ++I)
      ASSERT_EQ(valueAt(L, valueAt(Right, I)), I);
    Longer += Right.size() > 1;
    bool Injective = isInjective(L);
    if (std::optional<Layout> R = valueOr(leftInverse(L))) {
      ++Left;
      for (int64_t I = 0; I < L.size(); ++I) {
        int64_t Back = valueAt(*R, valueAt(L, I));
        EXPECT_EQ(valueAt(L, Back), valueAt(L, I));
        EXPECT_TRUE(!Injective || Back == I);
      }
    }
    // Elements in common with another layout of the same size.
    Layout Other = N % 3 == 0 ? L : cantFail(Layout::create(L.shape()));
    std::optional<Layout> Common = valueOr(maxCommonLayout(L, Other));
    std::optional<int64_t> Vector = valueOr(maxCommonVector(L, Other));
    ASSERT_EQ(Common.has_value(), Vector.has_value());
    if (!Common)
      continue;
    EXPECT_EQ(Common->size(), *Vector);
    for (int64_t I = 0; I < *Vector; ++I) {
      EXPECT_EQ(valueAt(L, valueAt(*Common, I)), I);
      EXPECT_EQ(valueAt(Other, valueAt(*Common, I)), I);
    }
  }
  EXPECT_GT(Left, 2000);
  EXPECT_GT(Longer, 1500);
}

// Two modes that overlap, or whose strides do not divide, are the only reasons
// to refuse a left inverse, and negative strides.
TEST(CuteRandom, LeftInverseRefusals) {
  RandomLayouts Random(5);
  int Overlaps = 0, NoMultiples = 0, Negatives = 0, Accepted = 0;
  for (int N = 0; N < Count; ++N) {
    const Layout Unsigned = Random.next(true);
    const Layout L = N % 4 == 0 ? Random.withSigns(Unsigned) : Unsigned;
    SCOPED_TRACE(toString(L));
    // Modes that continue each other are one.
    std::vector<std::pair<int64_t, int64_t>> Modes;
    bool Overlap = false, NoMultiple = false, Negative = false;
    for (const Mode &M : L.modes()) {
      Negative |= M.Stride.Value < 0;
      if (M.Size.Value == 1)
        continue;
      if (!Modes.empty() &&
          M.Stride.Value == Modes.back().first * Modes.back().second)
        Modes.back().first *= M.Size.Value;
      else
        Modes.push_back({M.Size.Value, M.Stride.Value});
    }
    for (size_t I = 0; I < Modes.size(); ++I)
      for (size_t K = 0; K < Modes.size(); ++K) {
        auto [Size, Stride] = Modes[I];
        if (I == K || Stride == 0 || Modes[K].second < Stride)
          continue;
        Overlap |= Modes[K].second < Size * Stride;
        NoMultiple |= Modes[K].second % Stride != 0;
      }
    const std::optional<Layout> R = valueOr(leftInverse(L));
    ASSERT_EQ(R.has_value(), !Overlap && !NoMultiple && !Negative);
    Accepted += R.has_value();
    Negatives += Negative;
    Overlaps += Overlap && !Negative && !NoMultiple;
    NoMultiples += NoMultiple && !Negative && !Overlap;
  }
  EXPECT_GT(Accepted, Count / 3);
  EXPECT_GT(Negatives, Count / 20);
  EXPECT_GT(Overlaps, Count / 50);
  EXPECT_GT(NoMultiples, Count / 50);
}

// The most n so that 0, ..., n - 1 are values of both at equal coordinates,
// where the last mode of A goes on.
TEST(CuteRandom, CommonVectors) {
  RandomLayouts Random(6);
  int Compared = 0, Longer = 0, Behind = 0;
  for (int N = 0; N < Count; ++N) {
    const Layout B = Random.next(true, N % 2 == 0);
    const Layout A = N % 3 == 0   ? B
                     : N % 3 == 1 ? cantFail(Layout::create(B.shape()))
                                  : Random.next(true, N % 2 == 0);
    SCOPED_TRACE(toString(A) + " and " + toString(B));
    const std::optional<int64_t> Vector = valueOr(maxCommonVector(A, B));
    if (!Vector)
      continue;
    std::set<int64_t> Equal;
    for (int64_t I = 0; I < countOf(B.shape()); ++I)
      if (valueAt(A, I) == valueAt(B, I))
        Equal.insert(valueAt(B, I));
    int64_t Most = 0;
    while (Equal.count(Most))
      ++Most;
    ASSERT_LE(*Vector, Most);
    // No longer one exists if the modes of B do not reach into each other.
    std::vector<Mode> Modes = B.modes();
    erase_if(Modes, [](const Mode &M) { return M.Size.Value == 1; });
    std::sort(Modes.begin(), Modes.end(), [](const Mode &X, const Mode &Y) {
      return X.Stride.Value < Y.Stride.Value;
    });
    bool Apart = Modes.empty() || Modes[0].Stride.Value > 0;
    for (size_t I = 1; I < Modes.size(); ++I)
      Apart &= Modes[I].Stride.Value >=
               Modes[I - 1].Size.Value * Modes[I - 1].Stride.Value;
    if (Apart) {
      ASSERT_EQ(*Vector, Most);
      ++Compared;
      Longer += Most > 1;
    }
    // A swizzle leaves the elements below 2^M at their places.
    const Swizzle S =
        cantFail(Swizzle::create(1 + Random.below(2), Random.below(4), 2));
    const int64_t Swizzled = cantFail(maxCommonVector(
        cantFail(ComposedLayout::create(S, std::nullopt, A)),
        cantFail(ComposedLayout::create(std::nullopt, std::nullopt, B))));
    Equal.clear();
    for (int64_t I = 0; I < countOf(B.shape()); ++I)
      if (S(valueAt(A, I)) == valueAt(B, I))
        Equal.insert(valueAt(B, I));
    for (int64_t I = 0; I < Swizzled; ++I)
      ASSERT_TRUE(Equal.count(I)) << I;
    ASSERT_EQ(Swizzled, std::min(*Vector, int64_t(1) << S.base()));
    const ComposedLayout Both[] = {
        cantFail(ComposedLayout::create(S, std::nullopt, A)),
        cantFail(ComposedLayout::create(S, std::nullopt, B))};
    ASSERT_EQ(cantFail(maxCommonVector(Both[0], Both[1])), *Vector);
    Behind += Swizzled > 1 && Swizzled < *Vector;
  }
  EXPECT_GT(Compared, Count / 3);
  EXPECT_GT(Longer, Count / 5);
  EXPECT_GT(Behind, Count / 50);
}
