//===- RandomTilingTest.cpp - CuTe's tiles and casts on random layouts ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles, rests and repetitions of random layouts by the values that they must
// have. RandomAlgebraTest.cpp has the operations that these are made of.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Tiling.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

constexpr int Count = 5000;
/// Larger layouts of several random ones are left out, for time.
constexpr int64_t Largest = 150;

template <typename T> std::optional<T> valueOr(Expected<T> V) {
  if (V)
    return *V;
  consumeError(V.takeError());
  return std::nullopt;
}

int64_t at(const Layout &L, IntTuple Coordinate) {
  return size(cantFail(L.evaluate(Coordinate)));
}

IntTuple pair(IntTuple A, IntTuple B) {
  return IntTuple(std::vector<IntTuple>{std::move(A), std::move(B)});
}

IntTuple pair(int64_t A, int64_t B) { return pair(dynamic(A), dynamic(B)); }

/// The digits of I for these sizes, the first one fastest.
std::vector<int64_t> digits(int64_t I, ArrayRef<int64_t> Sizes) {
  std::vector<int64_t> Digits;
  for (int64_t Size : Sizes) {
    Digits.push_back(I % Size);
    I /= Size;
  }
  return Digits;
}

} // namespace

TEST(CuteRandom, Division) {
  RandomLayouts Random(5);
  int Accepted = 0;
  for (int N = 0; N < Count; ++N) {
    Layout A = Random.next(N % 2 == 0), B = Random.next(true);
    SCOPED_TRACE(toString(A) + " by " + toString(B));
    std::optional<Layout> R = valueOr(logicalDivide(A, Tiler::of(B)));
    if (!R)
      continue;
    ++Accepted;
    Layout Rest = cantFail(complement(B, IntTuple(dynamic(A.size()))));
    ASSERT_EQ(R->rank(), 2u);
    for (int64_t I = 0; I < B.size(); ++I)
      for (int64_t J = 0; J < R->mode(1).size(); ++J)
        ASSERT_EQ(at(*R, pair(I, J)),
                  valueAt(A, valueAt(B, I) + valueAt(Rest, J)));
    // The other forms have the same values in the same order.
    std::vector<int64_t> Values = valuesOf(*R);
    EXPECT_EQ(valuesOf(cantFail(zippedDivide(A, Tiler::of(B)))), Values);
    EXPECT_EQ(valuesOf(cantFail(tiledDivide(A, Tiler::of(B)))), Values);
    EXPECT_EQ(valuesOf(cantFail(flatDivide(A, Tiler::of(B)))), Values);
  }
  EXPECT_GT(Accepted, 1000);
}

TEST(CuteRandom, DivisionByMode) {
  RandomLayouts Random(6);
  int Accepted = 0;
  for (int N = 0; N < Count; ++N) {
    Layout A = cantFail(joined({Random.next(true), Random.next(true)}));
    Tiler T{Tiler::ByMode, Layout(), {}};
    for (unsigned I = 0; I < 2; ++I)
      T.Modes.push_back(Tiler::of(cantFail(
          Layout::create({Mode{fixed(1 + Random.below(4)), fixed(1)}}))));
    SCOPED_TRACE(toString(A));
    std::optional<Layout> L = valueOr(logicalDivide(A, T));
    if (A.size() > Largest || !L)
      continue;
    ++Accepted;
    Layout Z = cantFail(zippedDivide(A, T));
    EXPECT_EQ(valuesOf(Z.mode(0)), valuesOf(cantFail(compose(A, T))));
    Layout M0 = L->mode(0), M1 = L->mode(1);
    for (int64_t I = 0; I < L->size(); ++I) {
      // ((TileM,RestM),(TileN,RestN)) to ((TileM,TileN),(RestM,RestN))
      std::vector<int64_t> C =
          digits(I, {M0.mode(0).size(), M0.mode(1).size(), M1.mode(0).size(),
                     M1.mode(1).size()});
      ASSERT_EQ(at(*L, pair(pair(C[0], C[1]), pair(C[2], C[3]))),
                at(Z, pair(pair(C[0], C[2]), pair(C[1], C[3]))));
    }
    EXPECT_EQ(valuesOf(cantFail(tiledDivide(A, T))), valuesOf(Z));
    EXPECT_EQ(valuesOf(cantFail(flatDivide(A, T))), valuesOf(Z));
  }
  EXPECT_GT(Accepted, 800);
}

TEST(CuteRandom, Product) {
  RandomLayouts Random(7);
  int Accepted = 0;
  for (int N = 0; N < Count; ++N) {
    Layout A = Random.next(N % 2 == 0), B = Random.next(true);
    SCOPED_TRACE(toString(A) + " at " + toString(B));
    std::optional<Layout> R = valueOr(logicalProduct(A, Tiler::of(B)));
    if (!R)
      continue;
    ++Accepted;
    EXPECT_EQ(R->mode(0), A);
    EXPECT_TRUE(compatible(B.shape(), R->mode(1).shape()));
    // The copy at j is moved by the number of the place B(j), so that no two
    // copies at different places have an element in common.
    std::vector<int64_t> Values = valuesOf(A), Moves = valuesOf(R->mode(1));
    std::vector<int64_t> Places = valuesOf(B);
    std::set<int64_t> Image(Values.begin(), Values.end()), All;
    for (int64_t Move : std::set<int64_t>(Moves.begin(), Moves.end()))
      for (int64_t Value : Image)
        EXPECT_TRUE(All.insert(Value + Move).second);
    for (size_t I = 0; I < Places.size(); ++I)
      for (size_t J = 0; J < I; ++J) {
        ASSERT_EQ(Moves[I] < Moves[J], Places[I] < Places[J]);
        ASSERT_EQ(Moves[I] == Moves[J], Places[I] == Places[J]);
      }
  }
  EXPECT_GT(Accepted, 2000);
}

/// The modes of block and tiles, paired.
TEST(CuteRandom, BlockedAndRakedProduct) {
  RandomLayouts Random(9);
  int Accepted = 0;
  for (int N = 0; N < Count; ++N) {
    Layout A = cantFail(joined({Random.next(true), Random.next(true)}));
    Layout B = Random.next(true);
    std::optional<Layout> R = valueOr(logicalProduct(A, Tiler::of(B)));
    if (B.rank() != 2 || A.size() * B.size() > 3 * Largest || !R)
      continue;
    ++Accepted;
    Layout Blocked = cantFail(blockedProduct(A, B));
    Layout Raked = cantFail(rakedProduct(A, B));
    for (int64_t I = 0; I < R->size(); ++I) {
      std::vector<int64_t> C = digits(I, {A.mode(0).size(), A.mode(1).size(),
                                          B.mode(0).size(), B.mode(1).size()});
      int64_t Value = valueAt(*R, I);
      ASSERT_EQ(at(Blocked, pair(pair(C[0], C[2]), pair(C[1], C[3]))), Value);
      ASSERT_EQ(at(Raked, pair(pair(C[2], C[0]), pair(C[3], C[1]))), Value);
    }
  }
  EXPECT_GT(Accepted, 100);
}

TEST(CuteRandom, Casts) {
  RandomLayouts Random(8);
  int Up = 0, Down = 0;
  for (int N = 0; N < Count; ++N) {
    Layout L = Random.next(N % 2 == 0);
    int64_t Width = 1 + Random.below(4);
    SCOPED_TRACE(toString(L) + " by " + std::to_string(Width));
    std::vector<int64_t> Sizes;
    std::vector<Mode> Modes = L.modes();
    for (const Mode &M : Modes)
      Sizes.push_back(M.Size.Value);
    std::optional<Layout> Wide = valueOr(upcast(L, Width));
    std::optional<Layout> Parts = valueOr(downcast(L, Width));
    for (int64_t I = 0; I < L.size(); ++I) {
      // In words, a digit of a mode of stride d < Width is in word
      // digit / (Width / d). In parts, a digit of a mode of stride 1 is part
      // digit * Width.
      std::vector<int64_t> Digits = digits(I, Sizes);
      std::vector<Int> WideDigits, PartDigits;
      bool Aligned = true;
      for (size_t K = 0; K < Digits.size(); ++K) {
        const Mode &M = Modes[K];
        bool Shrinks = M.Stride.Value != 0 && M.Stride.Value < Width;
        int64_t Steps = Shrinks ? Width / M.Stride.Value : 1;
        Aligned &= Digits[K] % Steps == 0;
        WideDigits.push_back(dynamic(Digits[K] / Steps));
        PartDigits.push_back(
            dynamic(Digits[K] * (M.Stride == fixed(1) ? Width : 1)));
      }
      if (Wide && Aligned) {
        ++Up;
        ASSERT_EQ(at(*Wide, unflatten(WideDigits, L.shape())) * Width,
                  valueAt(L, I));
      }
      if (Parts) {
        ++Down;
        ASSERT_EQ(at(*Parts, unflatten(PartDigits, L.shape())),
                  valueAt(L, I) * Width);
      }
    }
  }
  EXPECT_GT(Up, 10000);
  EXPECT_GT(Down, 10000);
}
