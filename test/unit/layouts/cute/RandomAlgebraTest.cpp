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
    EXPECT_EQ(L.cosize(), 1 + *std::max_element(Values.begin(), Values.end()));
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
    EXPECT_TRUE(std::is_sorted(Moves.begin(), Moves.end()));
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
