//===- RandomCastTest.cpp - Wider and narrower elements, by brute force ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element x of words of N elements is part x % N of word x / N. That is what a
// cast must do at every coordinate, also behind an offset and a swizzle, and a
// swizzle must be refused if it takes the parts of a word to different words.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "layouts/cute/Tiling.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

constexpr int Count = 3000;

/// The value if there is one; otherwise the error is dropped.
template <typename T> std::optional<T> valueOr(Expected<T> V) {
  if (V)
    return *V;
  consumeError(V.takeError());
  return std::nullopt;
}

/// Bit by bit, from the definition of a swizzle.
int64_t swizzled(const std::optional<Swizzle> &S, int64_t X) {
  int64_t Y = X;
  for (int Bit = 0; S && Bit < S->bits(); ++Bit) {
    const int Source = S->base() + std::max(0, S->shift()) + Bit;
    Y ^= (X >> Source & 1) << (Source - S->shift());
  }
  return Y;
}

int64_t valueAt(const ComposedLayout &L, int64_t I) {
  const int64_t Offset = L.Offset ? L.Offset->integer().Value : 0;
  return swizzled(L.Outer, Offset + cute::valueAt(L.Inner, I));
}

std::vector<int64_t> digitsOf(ArrayRef<Mode> Modes, int64_t I) {
  std::vector<int64_t> Digits;
  for (const Mode &M : Modes) {
    Digits.push_back(I % M.Size.Value);
    I /= M.Size.Value;
  }
  return Digits;
}

int64_t indexOf(ArrayRef<Mode> Modes, ArrayRef<int64_t> Digits) {
  int64_t I = 0;
  for (size_t K = Modes.size(); K-- > 0;)
    I = I * Modes[K].Size.Value + Digits[K];
  return I;
}

class RandomCasts : public RandomLayouts {
public:
  using RandomLayouts::RandomLayouts;

  Swizzle swizzle() {
    const int64_t Bits = below(3), Shift = Bits + below(3);
    return cantFail(Swizzle::create(Bits, below(4), below(2) ? Shift : -Shift));
  }
  /// A layout behind an offset or none, and a swizzle or none.
  ComposedLayout composed(int64_t OffsetUnit) {
    std::optional<Swizzle> Outer;
    std::optional<IntTuple> Offset;
    if (below(3) != 0)
      Outer = swizzle();
    if (below(2) == 0)
      Offset = IntTuple(fixed(OffsetUnit * below(5)));
    return cantFail(
        ComposedLayout::create(Outer, Offset, next(true, below(2) == 0)));
  }
};

/// Whether a swizzle takes two parts of a word of N elements to two words.
bool separates(const Swizzle &S, int64_t N) {
  for (int64_t X = 0; X < int64_t(S.size()) * N; ++X)
    if (swizzled(S, X) / N != swizzled(S, X - X % N) / N)
      return true;
  return false;
}

} // namespace

TEST(CuteCast, UpcastsOfSwizzles) {
  int Refused = 0, Accepted = 0;
  for (int64_t B = 0; B <= 3; ++B)
    for (int64_t M = 0; M <= 4; ++M)
      for (int64_t Shift = -5; Shift <= 5; ++Shift)
        for (int64_t N : {1, 2, 4, 8}) {
          if (std::abs(Shift) < B)
            continue;
          const Swizzle S = cantFail(Swizzle::create(B, M, Shift));
          const ComposedLayout L = cantFail(ComposedLayout::create(
              S, std::nullopt, cantFail(parseLayout("_4096:_1"))));
          SCOPED_TRACE(toString(L) + " by " + std::to_string(N));
          const std::optional<ComposedLayout> R = valueOr(upcast(L, N));
          // A swizzle inside of one word is refused, too.
          ASSERT_TRUE(R ? !separates(S, N)
                        : separates(S, N) || int64_t(S.size()) <= N);
          (R ? Accepted : Refused) += 1;
          for (int64_t I = 0; R && I < 4096; ++I)
            ASSERT_EQ(valueAt(*R, I / N), valueAt(L, I) / N) << I;
        }
  EXPECT_GT(Refused, 50);
  EXPECT_GT(Accepted, 300);
}

TEST(CuteCast, Upcast) {
  RandomCasts Random(51);
  int Accepted = 0, Swizzled = 0;
  for (int Draw = 0; Draw < Count && !HasFailure(); ++Draw) {
    const int64_t N = Draw % 5 == 0 ? 3 : int64_t(2) << Random.below(3);
    const ComposedLayout L = Random.composed(Random.below(4) ? N : 1);
    SCOPED_TRACE(toString(L) + " by " + std::to_string(N));
    bool Splits = L.offset() % N != 0;
    for (const Mode &M : L.Inner.modes())
      Splits |= M.Stride.Value != 0 && M.Stride.Value % N != 0 &&
                N % M.Stride.Value != 0;
    if (L.Outer)
      Splits |= N == 3 || separates(*L.Outer, N);
    // The digits of words; parts of several modes must stay in one word.
    const std::vector<Mode> Parts = L.Inner.modes();
    std::vector<std::vector<int64_t>> WordDigits;
    for (int64_t I = 0; !Splits && I < L.size(); ++I) {
      std::vector<int64_t> Digits = digitsOf(Parts, I);
      int64_t Part = 0;
      for (size_t K = 0; K < Parts.size(); ++K) {
        const int64_t Stride = Parts[K].Stride.Value;
        if (Stride == 0 || N % Stride != 0)
          continue;
        Part += Digits[K] % (N / Stride) * Stride;
        Digits[K] /= N / Stride;
      }
      Splits = Part >= N;
      WordDigits.push_back(std::move(Digits));
    }
    const std::optional<ComposedLayout> R = valueOr(upcast(L, N));
    const bool IsInWord = L.Outer && int64_t(L.Outer->size()) <= N;
    ASSERT_TRUE(R ? !Splits : Splits || IsInWord);
    if (!R)
      continue;
    const std::vector<Mode> Words = R->Inner.modes();
    ASSERT_EQ(Parts.size(), Words.size());
    int64_t Most = 0;
    for (int64_t I = 0; I < L.size(); ++I) {
      const int64_t At = indexOf(Words, WordDigits[I]);
      ASSERT_EQ(digitsOf(Words, At), WordDigits[I]);
      ASSERT_EQ(valueAt(*R, At), valueAt(L, I) / N) << I;
      Most = std::max(Most, At);
    }
    ASSERT_EQ(R->size(), Most + 1); // No word is there without a part.
    ++Accepted;
    Swizzled += L.Outer && L.Outer->bits() > 0;
  }
  EXPECT_GT(Accepted, Count / 10);
  EXPECT_GT(Swizzled, Count / 50);
}

TEST(CuteCast, Downcast) {
  RandomCasts Random(52);
  int Accepted = 0, Swizzled = 0, Refused = 0;
  for (int Draw = 0; Draw < Count && !HasFailure(); ++Draw) {
    const int64_t N = Draw % 5 == 0 ? 3 : int64_t(2) << Random.below(3);
    const ComposedLayout L = Random.composed(1);
    SCOPED_TRACE(toString(L) + " by " + std::to_string(N));
    const std::vector<Mode> Whole = L.Inner.modes();
    const auto Adjacent =
        count_if(Whole, [](const Mode &M) { return M.Stride.Value == 1; });
    const std::optional<ComposedLayout> R = valueOr(downcast(L, N));
    // Of two such modes, each would have all parts.
    ASSERT_EQ(R.has_value(), Adjacent == 1 && !(L.Outer && N == 3));
    Refused += !R;
    if (!R)
      continue;
    const std::vector<Mode> Parts = R->Inner.modes();
    ASSERT_EQ(R->size(), L.size() * N);
    for (int64_t I = 0; I < R->size(); ++I) {
      std::vector<int64_t> Digits = digitsOf(Parts, I);
      int64_t Part = 0;
      for (size_t K = 0; K < Parts.size(); ++K)
        if (Whole[K].Stride.Value == 1) {
          Part = Digits[K] % N;
          Digits[K] /= N;
        }
      ASSERT_EQ(valueAt(*R, I), N * valueAt(L, indexOf(Whole, Digits)) + Part)
          << I;
    }
    ++Accepted;
    Swizzled += L.Outer && L.Outer->bits() > 0;
  }
  EXPECT_GT(Accepted, Count / 5);
  EXPECT_GT(Swizzled, Count / 20);
  EXPECT_GT(Refused, Count / 20);
}

// The bits of all elements stay the same.
TEST(CuteCast, Recast) {
  RandomCasts Random(53);
  int Compared = 0, Both = 0, Swizzled = 0;
  for (int Draw = 0; Draw < Count && !HasFailure(); ++Draw) {
    constexpr int64_t Widths[] = {4, 6, 8, 16, 24, 32};
    const int64_t Old = Widths[Random.below(6)], New = Widths[Random.below(6)];
    const ComposedLayout L = Random.composed(Random.below(2) ? 12 : 1);
    SCOPED_TRACE(toString(L) + " from " + std::to_string(Old) + " to " +
                 std::to_string(New));
    const std::optional<ComposedLayout> R = valueOr(recast(L, Old, New));
    // Words that are not full have bits of no element.
    if (!R || !isInjective(L.Inner) || R->size() * New != L.size() * Old)
      continue;
    std::set<int64_t> Before, After;
    for (int64_t I = 0; I < L.size(); ++I)
      for (int64_t Bit = 0; Bit < Old; ++Bit)
        Before.insert(valueAt(L, I) * Old + Bit);
    for (int64_t I = 0; I < R->size(); ++I)
      for (int64_t Bit = 0; Bit < New; ++Bit)
        After.insert(valueAt(*R, I) * New + Bit);
    ASSERT_EQ(Before, After);
    ++Compared;
    Both += Old % New != 0 && New % Old != 0;
    Swizzled += L.Outer && L.Outer->bits() > 0 && Old != New;
  }
  EXPECT_GT(Compared, Count / 5);
  EXPECT_GT(Both, Count / 100);
  EXPECT_GT(Swizzled, Count / 20);
}
