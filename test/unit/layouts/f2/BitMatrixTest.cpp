//===- BitMatrixTest.cpp - Linear algebra over F2 -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Literal values for the examples of the header, then identities on random
// matrices. Spans and kernels are computed by enumeration, not by elimination.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <set>
#include <string>

using namespace f2layout;

namespace {

using Words = llvm::SmallVector<uint64_t>;
using Random = std::mt19937_64;

Words words(std::initializer_list<uint64_t> L) { return Words(L); }

BitMatrix randomMatrix(Random &R, unsigned Rows, unsigned Cols) {
  Words Columns;
  // Every other matrix is sparse, so that ranks vary.
  bool Sparse = R() & 1;
  for (unsigned J = 0; J < Cols; ++J)
    Columns.push_back(Sparse ? R() & R() & R() : R());
  return BitMatrix(Rows, Columns);
}

/// All xors of the words, one bit of the counter for each.
std::set<uint64_t> allSums(llvm::ArrayRef<uint64_t> Span) {
  std::set<uint64_t> All = {0};
  for (uint64_t V : Span) {
    std::set<uint64_t> More = All;
    for (uint64_t X : All)
      More.insert(X ^ V);
    All = std::move(More);
  }
  return All;
}

TEST(BitMatrix, SwizzleOfTheHeader) {
  BitMatrix Swizzle(4, {1, 2, 5, 10});
  for (uint64_t Row = 0; Row < 4; ++Row)
    for (uint64_t Column = 0; Column < 4; ++Column)
      EXPECT_EQ(Swizzle.apply(Row << 2 | Column), Row << 2 | (Column ^ Row));
  EXPECT_EQ(Swizzle.apply(14), 13u);
  EXPECT_EQ(Swizzle.rank(), 4u);
  EXPECT_EQ(Swizzle.inverse(), Swizzle);
}

TEST(BitMatrix, LiteralResults) {
  BitMatrix M(2, {1, 2, 3});
  EXPECT_EQ(M.kernel(), words({7}));
  EXPECT_EQ(M.solve(3), 3u);
  EXPECT_EQ(M.transpose(), BitMatrix(3, {5, 6}));
  EXPECT_EQ(M.inverse(), std::nullopt);
  EXPECT_EQ(BitMatrix(2, {1, 0, 3, 2}).image(), words({1, 3}));
  EXPECT_EQ(BitMatrix(3, {1, 2}).solve(4), std::nullopt);
  EXPECT_EQ(BitMatrix(2, {3, 3}).inverse(), std::nullopt);
  EXPECT_EQ(BitMatrix(3, {3, 6, 4}).inverse(), BitMatrix(3, {7, 6, 4}));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  M.print(OS);
  EXPECT_EQ(Text, "101\n011\n");
}

TEST(BitMatrix, SubspacesOfTheHeader) {
  EXPECT_EQ(reduceBasis({3, 5, 6}), words({3, 5}));
  EXPECT_EQ(reduceBasis({6, 5}), words({3, 5}));
  EXPECT_TRUE(spanContains({3, 5}, 6));
  EXPECT_FALSE(spanContains({3, 5}, 1));
  EXPECT_EQ(remainder({3, 5}, 7), 1u);
  EXPECT_EQ(complementBasis({3, 4}, 3), words({1}));
  EXPECT_EQ(intersectBases({1, 2}, {3, 4}), words({3}));
  EXPECT_EQ(sumBases({1}, {3, 4}), words({1, 2, 4}));
}

TEST(BitMatrix, EveryInputIsDefined) {
  BitMatrix Empty;
  EXPECT_EQ(Empty.apply(~0ull), 0u);
  EXPECT_EQ(Empty.rank(), 0u);
  EXPECT_EQ(Empty.solve(0), 0u);
  EXPECT_EQ(Empty.solve(1), std::nullopt);
  EXPECT_EQ(Empty.inverse(), Empty);
  EXPECT_EQ(Empty.column(7), 0u);
  // Bits above the rows are cut off, rows above the word are zero.
  EXPECT_EQ(BitMatrix(1000, {~0ull}).rows(), 1000u);
  EXPECT_EQ(BitMatrix(1000, {~0ull}).longColumn(0), LongWord(~0ull));
  EXPECT_TRUE(BitMatrix(1000, {~0ull}).columns().empty());
  EXPECT_EQ(BitMatrix(2, {0xff}).column(0), 3u);
  // All 64 rows and columns are usable.
  BitMatrix Full = BitMatrix::identity(64);
  EXPECT_EQ(Full.apply(~0ull), ~0ull);
  EXPECT_EQ(Full.inverse(), Full);
  EXPECT_EQ(Full.solve(~0ull), ~0ull);
  EXPECT_EQ(complementBasis({}, 64).size(), 64u);
  EXPECT_EQ(complementBasis({~0ull}, 1000).size(), 63u);
  EXPECT_EQ(complementBasis({4}, 2), words({1, 2}));
}

TEST(BitMatrix, MoreThan64Columns) {
  Words Columns(100, 1);
  Columns.push_back(2);
  BitMatrix M(2, Columns);
  EXPECT_EQ(M.cols(), 101u);
  EXPECT_EQ(M.rank(), 2u);
  EXPECT_EQ(M.image(), words({1, 2}));
  // As a map of words it has 64 columns.
  EXPECT_EQ(M.apply(~0ull), 0u);
  EXPECT_EQ(M.kernel().size(), 63u);
  EXPECT_EQ(M.solve(2), std::nullopt);
  EXPECT_EQ(M.longKernel().size(), 99u);
  EXPECT_EQ(M.solve(LongWord(2)), LongWord::unit(100));
  EXPECT_EQ(M.transpose(),
            BitMatrix::fromLongColumns(
                101, {LongWord::ones(100), LongWord::unit(100)}));
}

TEST(BitMatrix, ProductIsComposition) {
  Random R(1);
  for (unsigned Round = 0; Round < 500; ++Round) {
    unsigned I = R() % 65, J = R() % 65, K = R() % 65;
    BitMatrix A = randomMatrix(R, I, J), B = randomMatrix(R, J, K);
    uint64_t X = R();
    EXPECT_EQ((A * B).apply(X), A.apply(B.apply(X)));
    EXPECT_EQ((A * B).transpose(), B.transpose() * A.transpose());
    EXPECT_EQ(A.transpose().transpose(), A);
    EXPECT_EQ(A.rank(), A.transpose().rank());
    EXPECT_EQ(A * BitMatrix::identity(J), A);
    EXPECT_EQ(BitMatrix::identity(I) * A, A);
  }
}

TEST(BitMatrix, RankNullity) {
  Random R(2);
  for (unsigned Round = 0; Round < 500; ++Round) {
    BitMatrix A = randomMatrix(R, R() % 65, R() % 65);
    Words Kernel = A.kernel(), Image = A.image();
    EXPECT_EQ(A.rank() + Kernel.size(), A.cols());
    EXPECT_EQ(Image.size(), A.rank());
    EXPECT_EQ(reduceBasis(Image), reduceBasis(A.columns()));
    EXPECT_EQ(reduceBasis(Kernel).size(), Kernel.size());
    for (uint64_t X : Kernel)
      EXPECT_EQ(A.apply(X), 0u);
  }
}

TEST(BitMatrix, InverseOfRandomMatrices) {
  Random R(3);
  unsigned Invertible = 0;
  for (unsigned Round = 0; Round < 500; ++Round) {
    unsigned N = R() % 65;
    BitMatrix A = randomMatrix(R, N, N);
    std::optional<BitMatrix> Inverse = A.inverse();
    ASSERT_EQ(Inverse.has_value(), A.rank() == N);
    if (!Inverse)
      continue;
    ++Invertible;
    EXPECT_EQ(*Inverse * A, BitMatrix::identity(N));
    EXPECT_EQ(A * *Inverse, BitMatrix::identity(N));
    EXPECT_EQ(Inverse->inverse(), A);
  }
  EXPECT_GT(Invertible, 50u);
}

/// Compares every right hand side of small matrices with trying every X.
TEST(BitMatrix, SolveFindsTheLeastSolution) {
  Random R(4);
  for (unsigned Round = 0; Round < 300; ++Round) {
    unsigned Rows = R() % 6, Cols = R() % 7;
    BitMatrix A = randomMatrix(R, Rows, Cols);
    for (uint64_t Y = 0; Y < (2u << Rows); ++Y) {
      std::optional<uint64_t> Least;
      for (uint64_t X = 0; X < (1u << Cols) && !Least; ++X)
        if (A.apply(X) == Y)
          Least = X;
      EXPECT_EQ(A.solve(Y), Least);
    }
  }
}

TEST(BitMatrix, KernelAgainstEnumeration) {
  Random R(5);
  for (unsigned Round = 0; Round < 300; ++Round) {
    BitMatrix A = randomMatrix(R, R() % 6, R() % 8);
    std::set<uint64_t> Zeros;
    for (uint64_t X = 0; X < (1u << A.cols()); ++X)
      if (A.apply(X) == 0)
        Zeros.insert(X);
    EXPECT_EQ(allSums(A.kernel()), Zeros);
  }
}

TEST(BitMatrix, SubspacesAgainstEnumeration) {
  Random R(6);
  for (unsigned Round = 0; Round < 300; ++Round) {
    unsigned Dim = 1 + R() % 6;
    Words A = Words(randomMatrix(R, Dim, R() % 6).columns());
    Words B = Words(randomMatrix(R, Dim, R() % 6).columns());
    std::set<uint64_t> SpanA = allSums(A), SpanB = allSums(B);

    Words Reduced = reduceBasis(A);
    EXPECT_EQ(allSums(Reduced), SpanA);
    EXPECT_EQ(uint64_t(1) << Reduced.size(), SpanA.size());
    EXPECT_TRUE(llvm::is_sorted(Reduced));
    Words Shuffled = A;
    std::shuffle(Shuffled.begin(), Shuffled.end(), R);
    if (Shuffled.size() > 1)
      Shuffled[0] ^= Shuffled[1];
    EXPECT_EQ(reduceBasis(Shuffled), Reduced);

    std::set<uint64_t> Common;
    for (uint64_t X : SpanA)
      if (SpanB.count(X))
        Common.insert(X);
    Words Intersection = intersectBases(A, B);
    EXPECT_EQ(allSums(Intersection), Common);
    EXPECT_EQ(Intersection, reduceBasis(Intersection));

    Words Sum = sumBases(A, B);
    for (uint64_t X : SpanA)
      for (uint64_t Y : SpanB)
        EXPECT_TRUE(spanContains(Sum, X ^ Y));
    EXPECT_EQ(Sum.size() + Intersection.size(),
              reduceBasis(A).size() + reduceBasis(B).size());

    Words Complement = complementBasis(A, Dim);
    EXPECT_EQ(Complement.size() + Reduced.size(), Dim);
    EXPECT_EQ(sumBases(A, Complement).size(), Dim);
    EXPECT_TRUE(intersectBases(A, Complement).empty());

    for (uint64_t X = 0; X < (1u << Dim); ++X) {
      EXPECT_EQ(spanContains(A, X), SpanA.count(X) == 1);
      uint64_t Least = X;
      for (uint64_t V : SpanA)
        Least = std::min(Least, X ^ V);
      EXPECT_EQ(remainder(A, X), Least);
    }
  }
}

/// The header promises that the choice of remainders is linear.
TEST(BitMatrix, RemainderIsLinear) {
  Random R(7);
  for (unsigned Round = 0; Round < 500; ++Round) {
    BitMatrix A = randomMatrix(R, 64, R() % 65);
    uint64_t X = R(), Y = R();
    EXPECT_EQ(remainder(A.columns(), X) ^ remainder(A.columns(), Y),
              remainder(A.columns(), X ^ Y));
  }
}

} // namespace
