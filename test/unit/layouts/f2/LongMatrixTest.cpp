//===- LongMatrixTest.cpp - Words and matrices of any size ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that BitMatrix does, at sizes from 0 to 150, compared with a
// matrix that is stored and multiplied entry by entry.
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/BoolMatrix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

using namespace f2layout;

namespace {

using Random = std::mt19937_64;

/// Often close to the size of a word.
unsigned randomSize(Random &R) {
  static constexpr unsigned Borders[] = {0,  1,   63,  64,  65,
                                         66, 127, 128, 129, 150};
  return R() & 1 ? Borders[R() % std::size(Borders)] : R() % 151;
}

BoolVector randomVector(Random &R, unsigned Bits) {
  BoolVector V(Bits);
  for (unsigned I = 0; I < Bits; ++I)
    V[I] = R() & 1;
  return V;
}

TEST(LongWord, ExamplesOfTheHeader) {
  LongWord Place = LongWord::unit(73);
  EXPECT_TRUE(Place[73]);
  EXPECT_EQ(Place.highestBit(), 73u);
  EXPECT_EQ(Place.bits(70, 20), 8u);
  EXPECT_FALSE(Place.isWord());
  EXPECT_EQ(LongWord(6) ^ LongWord(3), LongWord(5));
  EXPECT_TRUE((Place ^ Place).isWord());
  EXPECT_FALSE(Place ^ Place);
}

TEST(LongWord, AgainstBools) {
  Random R(1);
  for (unsigned Round = 0; Round < 1000; ++Round) {
    unsigned N = randomSize(R);
    BoolVector A = randomVector(R, N), B = randomVector(R, N), Sum(N), Both(N);
    unsigned Ones = 0, Highest = 0;
    for (unsigned I = 0; I < N; ++I) {
      Sum[I] = A[I] != B[I];
      Both[I] = A[I] && B[I];
      Ones += A[I];
      Highest = A[I] ? I : Highest;
    }
    LongWord X = toLongWord(A), Y = toLongWord(B);
    EXPECT_EQ(X ^ Y, toLongWord(Sum));
    EXPECT_EQ(X & Y, toLongWord(Both));
    EXPECT_EQ(toBools(X, N), A);
    EXPECT_EQ(X.popcount(), Ones);
    EXPECT_EQ(X.highestBit(), Highest);
    EXPECT_EQ(bool(X), Ones != 0);
    EXPECT_EQ(LongWord::ones(N), toLongWord(BoolVector(N, true)));
    // The highest difference decides.
    LongWord Difference = X ^ Y;
    EXPECT_EQ(X < Y, bool(Difference) && Y[Difference.highestBit()]);

    unsigned First = R() % 160, Count = R() % 65;
    uint64_t Expected = 0;
    for (unsigned I = 0; I < Count; ++I)
      Expected |= uint64_t(First + I < N && A[First + I]) << I;
    EXPECT_EQ(X.bits(First, Count), Expected);
    LongWord Moved = X;
    Moved.addAt(First, Expected);
    for (unsigned I = 0; I < 240; ++I)
      EXPECT_EQ(Moved[I], (I < N && A[I]) != (I >= First && I < First + Count &&
                                              (Expected >> (I - First) & 1)));
  }
}

TEST(LongMatrix, ProductApplicationTranspose) {
  Random R(2);
  for (unsigned Round = 0; Round < 150; ++Round) {
    unsigned I = randomSize(R), J = randomSize(R), K = randomSize(R);
    BoolMatrix A = randomBools(R, I, J), B = randomBools(R, J, K);
    BitMatrix X = toBitMatrix(A), Y = toBitMatrix(B);
    EXPECT_EQ(toBoolMatrix(X), A);
    EXPECT_EQ(toBoolMatrix(X * Y), A * B);
    BoolVector V = randomVector(R, J);
    EXPECT_EQ(toBools(X.apply(toLongWord(V)), I), A.apply(V));
    // A word is a vector whose further bits are zero, cut off at 64 rows.
    uint64_t Word = R() & lowOnes(J);
    EXPECT_EQ(X.apply(Word),
              toLongWord(A.apply(toBools(LongWord(Word), J))).low());
    BitMatrix T = X.transpose();
    ASSERT_EQ(T.rows(), J);
    ASSERT_EQ(T.cols(), I);
    for (unsigned Row = 0; Row < I; ++Row)
      EXPECT_EQ(toBools(T.longColumn(Row), J), A.Entries[Row]);
    EXPECT_EQ(X * BitMatrix::identity(J), X);
    EXPECT_EQ(BitMatrix::identity(I) * X, X);
  }
}

TEST(LongMatrix, RankKernelImage) {
  Random R(3);
  for (unsigned Round = 0; Round < 200; ++Round) {
    BoolMatrix A = randomBools(R, randomSize(R), randomSize(R));
    BitMatrix X = toBitMatrix(A);
    unsigned Rank = A.rank();
    EXPECT_EQ(X.rank(), Rank);
    llvm::SmallVector<LongWord> Kernel = X.longKernel(), Image = X.longImage();
    EXPECT_EQ(Kernel.size(), A.Cols - Rank);
    EXPECT_EQ(Image.size(), Rank);
    // Kernel vectors are independent: their highest bits differ.
    for (unsigned I = 0; I < Kernel.size(); ++I) {
      EXPECT_EQ(A.apply(toBools(Kernel[I], A.Cols)), BoolVector(A.Rows));
      EXPECT_LT(Kernel[I].highestBit(), A.Cols);
      if (I) {
        EXPECT_LT(Kernel[I - 1].highestBit(), Kernel[I].highestBit());
      }
      for (unsigned J = 0; J < Kernel.size(); ++J)
        EXPECT_EQ(Kernel[J][Kernel[I].highestBit()], I == J);
    }
    EXPECT_EQ(toBoolMatrix(BitMatrix::fromLongColumns(A.Rows, Image)).rank(),
              Rank);
  }
}

TEST(LongMatrix, SolutionsAndInverses) {
  Random R(4);
  unsigned Inverted = 0, Solved = 0, Unsolved = 0;
  for (unsigned Round = 0; Round < 200; ++Round) {
    BoolMatrix A = randomBools(R, randomSize(R), randomSize(R));
    BitMatrix X = toBitMatrix(A);
    BoolVector V = randomVector(R, A.Cols), W = randomVector(R, A.Rows);
    std::optional<LongWord> S = X.solve(toLongWord(A.apply(V)));
    ASSERT_TRUE(S);
    EXPECT_EQ(A.apply(toBools(*S, A.Cols)), A.apply(V));
    EXPECT_FALSE(toLongWord(V) < *S); // the least one
    // Another right hand side has a solution iff it does not increase the rank.
    BoolMatrix More(A.Rows, A.Cols + 1);
    for (unsigned I = 0; I < A.Rows; ++I) {
      std::copy(A.Entries[I].begin(), A.Entries[I].end(),
                More.Entries[I].begin());
      More.Entries[I][A.Cols] = W[I];
    }
    bool Reached = More.rank() == A.rank();
    S = X.solve(toLongWord(W));
    ASSERT_EQ(S.has_value(), Reached);
    ++(Reached ? Solved : Unsolved);
    if (S) {
      EXPECT_EQ(A.apply(toBools(*S, A.Cols)), W);
    }

    unsigned N = randomSize(R);
    BoolMatrix Square = randomBools(R, N, N);
    std::optional<BitMatrix> Inverse = toBitMatrix(Square).inverse();
    ASSERT_EQ(Inverse.has_value(), Square.rank() == N);
    if (!Inverse)
      continue;
    Inverted += N > 64;
    EXPECT_EQ(Square * toBoolMatrix(*Inverse),
              toBoolMatrix(BitMatrix::identity(N)));
  }
  EXPECT_GT(Inverted, 5u);
  EXPECT_GT(Solved, 20u);
  EXPECT_GT(Unsolved, 20u);
}

TEST(LongMatrix, Prints) {
  BitMatrix M = BitMatrix::zero(66, 2);
  M.setColumn(1, LongWord::unit(65) ^ LongWord::unit(66)); // bit 66 is cut off
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  M.print(OS);
  std::string Expected;
  for (unsigned I = 0; I < 66; ++I)
    Expected += I == 65 ? "01\n" : "00\n";
  EXPECT_EQ(Text, Expected);
}

} // namespace
