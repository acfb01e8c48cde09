//===- SwizzleTest.cpp - No layout in memory has fewer conflicts ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pair is a tensor of 2^n elements that is stored in one distributed layout
// and loaded in another. Conflicts only depend on two properties of every bit
// of the tensor: whether it is in the vector, and whether it is a bit of the
// lanes of a phase of the store and of the load. These are five kinds, since a
// bit of the vector belongs to registers on both sides.
//
//   An 8x16 tile of f16, vectors of two in a row. The store's lanes run along
//   j1 j2 j3 i0 i1, the load's along i0 i1 i2 j1 j2:
//
//     bit    j0      j1    j2    j3     i0    i1    i2
//     kind   vector  both  both  store  both  both  load
//
// Relabelling the bits of the tensor changes neither the store's nor the load's
// conflicts if memory is relabelled with it. So a pair is, up to relabelling,
// five numbers (v, b, s, l, r) with v + b + s + l + r = n: vector, lanes of
// both, of the store only, of the load only, the rest. There are C(n + 4, 4).
//
// Memory gives each vector a bank and a row. It is a choice of subspaces
// Segment (what changes the row) and Bank such that Vector + Bank + Segment is
// everything. Two lemmas reduce the number of choices.
//
//   1. Bank does not matter. Two vectors are in one bank exactly if they
//      differ by a word of Vector + Segment. For n <= 5 this is also verified
//      by trying all Bank for all Segment.
//   2. Vectors may be left out. Segment meets Vector in zero, and only its
//      image in the space modulo Vector matters, where every subspace of the
//      dimension is such an image. So a pair with v is equivalent to one
//      without, of n - v bits.
//
// This leaves, for each of the C(n + 3, 3) pairs without vectors, all subspaces
// of every dimension of F2^n, 29,212 for n = 7. The fewest wavefronts of the
// store and of the load among them are found by counting elements, not by a
// formula for the least dimension. swizzledLayout must reach both at once, for
// every arrangement of the five kinds (5^n, not only up to relabelling), every
// number of banks, and for arbitrary linear maps instead of bits.
//
//===----------------------------------------------------------------------===//

#include "layouts/machine/Swizzle.h"
#include "test/unit/layouts/LayoutTesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <bitset>
#include <iostream>
#include <map>

using namespace f2layout;
using Words = llvm::SmallVector<uint64_t>;

namespace {

//===----------------------------------------------------------------------===//
// All subspaces
//===----------------------------------------------------------------------===//

/// Calls Fn with a basis of every subspace of F2^N of the dimension, once each:
/// the reduced bases, of which each word has a leading bit that is in no other.
template <typename FnT>
void forEachSubspace(unsigned N, unsigned Dim, const FnT &Fn) {
  for (uint64_t Leading = 0; Leading < uint64_t(1) << N; ++Leading) {
    if (unsigned(llvm::popcount(Leading)) != Dim)
      continue;
    Words Basis;
    std::vector<std::pair<unsigned, uint64_t>> Free; // (word, bit)
    for (unsigned Bit = 0; Bit < N; ++Bit) {
      if (!(Leading >> Bit & 1))
        continue;
      for (unsigned Below = 0; Below < Bit; ++Below)
        if (!(Leading >> Below & 1))
          Free.push_back({unsigned(Basis.size()), uint64_t(1) << Below});
      Basis.push_back(uint64_t(1) << Bit);
    }
    for (uint64_t Choice = 0; Choice < uint64_t(1) << Free.size(); ++Choice) {
      Words Chosen(Basis);
      for (size_t I = 0; I < Free.size(); ++I)
        if (Choice >> I & 1)
          Chosen[Free[I].first] |= Free[I].second;
      Fn(Chosen);
    }
  }
}

/// Subspaces of every dimension, by the recurrence of Galois numbers.
uint64_t galoisNumber(unsigned N) {
  uint64_t Before = 0, G = 1; // G(n + 1) = 2 G(n) + (2^n - 1) G(n - 1)
  for (unsigned I = 0; I < N; ++I) {
    uint64_t Next = 2 * G + ((uint64_t(1) << I) - 1) * Before;
    Before = G;
    G = Next;
  }
  return G;
}

TEST(Swizzle, SubspacesAreEnumerated) {
  for (unsigned N = 0; N <= 7; ++N) {
    uint64_t Count = 0;
    for (unsigned Dim = 0; Dim <= N; ++Dim)
      forEachSubspace(N, Dim, [&](const Words &Basis) {
        Count += reduceBasis(Basis).size() == Dim;
      });
    EXPECT_EQ(Count, galoisNumber(N));
  }
  EXPECT_EQ(galoisNumber(7), 29212u);
}

//===----------------------------------------------------------------------===//
// Pairs and their wavefronts
//===----------------------------------------------------------------------===//

enum Kind { InVector, OfBoth, OfStore, OfLoad, OfNeither, NumKinds };
/// The kind of every bit.
using Pair = std::vector<Kind>;
using Counts = std::array<unsigned, NumKinds>;

Counts countsOf(const Pair &P) {
  Counts C{};
  for (Kind K : P)
    ++C[K];
  return C;
}

/// Unit vectors of the bits of these kinds.
Words bitsOf(const Pair &P, std::initializer_list<Kind> Kinds) {
  Words Bits;
  for (size_t I = 0; I < P.size(); ++I)
    for (Kind K : Kinds)
      if (P[I] == K)
        Bits.push_back(uint64_t(1) << I);
  return Bits;
}

struct Cost {
  unsigned Store = 0, Load = 0;
  bool operator==(const Cost &O) const {
    return Store == O.Store && Load == O.Load;
  }
};

/// The most vectors of one bank that the lanes access, by enumeration. Offset
/// maps elements to offsets, whose bits are VectorBits bits of the vector, then
/// bits of the bank up to RowBits, then bits of the row.
unsigned wavefronts(const BitMatrix &Offset, llvm::ArrayRef<uint64_t> Lanes,
                    unsigned VectorBits, unsigned RowBits) {
  BitMatrix OfLanes(Offset.rows(), Lanes);
  std::bitset<128> Seen; // vectors, that is, pairs of a row and a bank
  std::array<unsigned, 128> OfBank{};
  unsigned Most = 0;
  for (uint64_t Lane = 0; Lane < uint64_t(1) << Lanes.size(); ++Lane) {
    uint64_t At = Offset.apply(OfLanes.apply(Lane));
    uint64_t Bank = (At & ((uint64_t(1) << RowBits) - 1)) >> VectorBits;
    if (Seen[At >> VectorBits])
      continue;
    Seen[At >> VectorBits] = true;
    Most = std::max(Most, ++OfBank[Bank]);
  }
  return Most;
}

/// The fewest wavefronts of the store and of the load, each separately, over
/// all segments of the dimension, for a pair without a vector whose bits are
/// sorted by kind. As Bank has no influence, elements of one bank are those of
/// one coset of Segment; by symmetry it is enough to count the coset of zero.
Cost fewest(const Counts &C, unsigned SegmentBits, uint64_t &Enumerated) {
  unsigned B = C[OfBoth], S = C[OfStore], L = C[OfLoad];
  unsigned N = B + S + L + C[OfNeither];
  uint64_t Both = (uint64_t(1) << B) - 1;
  uint64_t Store = Both | ((uint64_t(1) << S) - 1) << B;
  uint64_t Load = Both | ((uint64_t(1) << L) - 1) << (B + S);
  Cost Least = {~0u, ~0u};
  forEachSubspace(N, SegmentBits, [&](const Words &Segment) {
    Cost Here;
    uint64_t X = 0; // Gray code: one word changes at a time.
    for (uint64_t I = 0;;) {
      Here.Store += !(X & ~Store);
      Here.Load += !(X & ~Load);
      if (++I == uint64_t(1) << SegmentBits)
        break;
      X ^= Segment[llvm::countr_zero(I)];
    }
    Least.Store = std::min(Least.Store, Here.Store);
    Least.Load = std::min(Least.Load, Here.Load);
    ++Enumerated;
  });
  return Least;
}

class Minima {
public:
  /// For a pair with vectors, by the second lemma.
  Cost of(Counts C, unsigned RowBits) {
    unsigned N = 0;
    for (unsigned Count : C)
      N += Count;
    unsigned SegmentBits = N - RowBits;
    C[InVector] = 0;
    auto [It, New] = Known.try_emplace({C, SegmentBits});
    if (New)
      It->second = fewest(C, SegmentBits, Enumerated);
    return It->second;
  }
  uint64_t Enumerated = 0;
  size_t size() const { return Known.size(); }

private:
  std::map<std::pair<Counts, unsigned>, Cost> Known;
};

/// The cost of swizzledLayout's result for the pair, after relabelling by G.
Cost swizzled(const Pair &P, unsigned RowBits, const BitMatrix &G) {
  auto Images = [&](std::initializer_list<Kind> Kinds) {
    Words Bits = bitsOf(P, Kinds);
    for (uint64_t &Bit : Bits)
      Bit = G.apply(Bit);
    return Bits;
  };
  const unsigned N = P.size();
  Words Vector = Images({InVector});
  Words Store = Images({OfBoth, OfStore}), Load = Images({OfBoth, OfLoad});
  BitMatrix Offset =
      swizzledLayout(Vector, Images({InVector, OfBoth, OfStore}),
                     Images({InVector, OfBoth, OfLoad}),
                     Images({OfBoth, OfStore, OfLoad}), RowBits, N);
  EXPECT_TRUE(Offset.inverse());
  for (size_t I = 0; I < Vector.size(); ++I)
    EXPECT_EQ(Offset.apply(Vector[I]), uint64_t(1) << I);
  unsigned V = Vector.size();
  return {wavefronts(Offset, Store, V, RowBits),
          wavefronts(Offset, Load, V, RowBits)};
}

/// Every arrangement of kinds on N bits.
template <typename FnT> void forEachPair(unsigned N, const FnT &Fn) {
  Pair P(N, InVector);
  while (true) {
    Fn(P);
    unsigned I = 0;
    while (I < N && P[I] == OfNeither)
      P[I++] = InVector;
    if (I == N)
      return;
    P[I] = Kind(P[I] + 1);
  }
}

std::string describe(const Pair &P, unsigned RowBits) {
  std::string Text;
  for (Kind K : P)
    Text += "vbsl-"[K];
  return Text + ", row of 2^" + std::to_string(RowBits);
}

void checkAllPairs(unsigned N, Minima &Least) {
  uint64_t Checked = 0, Conflicting = 0;
  std::map<Counts, bool> UpToRelabelling;
  forEachPair(N, [&](const Pair &P) {
    Counts C = countsOf(P);
    UpToRelabelling[C] = true;
    for (unsigned RowBits = C[InVector]; RowBits <= N; ++RowBits) {
      Cost Best = Least.of(C, RowBits);
      Cost Here = swizzled(P, RowBits, BitMatrix::identity(N));
      ASSERT_TRUE(Here == Best)
          << describe(P, RowBits) << ": store " << Here.Store << ", load "
          << Here.Load << ", fewest " << Best.Store << " and " << Best.Load;
      ++Checked;
      Conflicting += Best.Store > 1 || Best.Load > 1;
    }
  });
  // C(n + 4, 4)
  EXPECT_EQ(UpToRelabelling.size(), (N + 4) * (N + 3) * (N + 2) * (N + 1) / 24);
  EXPECT_EQ(Conflicting > 0, N > 0);
  std::cout << "2^" << N << " elements: " << UpToRelabelling.size()
            << " pairs up to relabelling, " << Checked
            << " arrangements and row sizes\n";
}

TEST(Swizzle, OptimalForEveryPairUpTo128Elements) {
  Minima Least;
  for (unsigned N = 0; N <= 7; ++N)
    checkAllPairs(N, Least);
  // Pairs without vectors of up to 7 bits, each with all subspaces.
  uint64_t Expected = 0;
  for (unsigned N = 0; N <= 7; ++N)
    Expected += (N + 3) * (N + 2) * (N + 1) / 6 * galoisNumber(N);
  EXPECT_EQ(Least.Enumerated, Expected);
  std::cout << "segments enumerated: " << Least.Enumerated << "\n";
}

/// The same bits after an invertible linear relabelling: layouts that are not
/// distributed in the sense of definition 4.10.
TEST(Swizzle, OptimalForLinearRelabellings) {
  Random R(61);
  Minima Least;
  for (unsigned I = 0; I < 4000; ++I) {
    unsigned N = 1 + R() % 7;
    Pair P;
    for (unsigned Bit = 0; Bit < N; ++Bit)
      P.push_back(Kind(R() % NumKinds));
    unsigned V = countsOf(P)[InVector];
    unsigned RowBits = V + R() % (N - V + 1);
    BitMatrix G = randomMatrix(R, N, N);
    if (!G.inverse())
      continue;
    ASSERT_TRUE(swizzled(P, RowBits, G) == Least.of(countsOf(P), RowBits))
        << describe(P, RowBits);
  }
}

/// Verifies both lemmas: all segments and all banks for pairs with their
/// vectors, up to 2^5 elements.
TEST(Swizzle, BanksAndVectorsDoNotMatter) {
  Minima Least;
  uint64_t Layouts = 0;
  for (unsigned N = 0; N <= 5; ++N)
    for (unsigned V = 0; V <= N; ++V)
      for (unsigned RowBits = V; RowBits <= N; ++RowBits) {
        std::vector<Pair> Pairs; // Sorted, the vector first.
        forEachPair(N, [&](const Pair &P) {
          if (llvm::is_sorted(P) && countsOf(P)[InVector] == V)
            Pairs.push_back(P);
        });
        std::vector<Cost> Best(Pairs.size(), Cost{~0u, ~0u});
        Words Vector;
        for (unsigned I = 0; I < V; ++I)
          Vector.push_back(uint64_t(1) << I);
        forEachSubspace(N, N - RowBits, [&](const Words &Segment) {
          if (sumBases(Vector, Segment).size() != V + Segment.size())
            return;
          std::vector<Cost> OfFirstBank;
          forEachSubspace(N, RowBits - V, [&](const Words &Bank) {
            Words Basis(Vector);
            Basis.append(Bank.begin(), Bank.end());
            Basis.append(Segment.begin(), Segment.end());
            auto Offset = BitMatrix(N, Basis).inverse();
            if (!Offset)
              return;
            ++Layouts;
            std::vector<Cost> Here;
            for (const Pair &P : Pairs)
              Here.push_back({wavefronts(*Offset, bitsOf(P, {OfBoth, OfStore}),
                                         V, RowBits),
                              wavefronts(*Offset, bitsOf(P, {OfBoth, OfLoad}),
                                         V, RowBits)});
            for (size_t I = 0; I < Pairs.size(); ++I) {
              Best[I].Store = std::min(Best[I].Store, Here[I].Store);
              Best[I].Load = std::min(Best[I].Load, Here[I].Load);
            }
            if (OfFirstBank.empty())
              OfFirstBank = Here;
            EXPECT_TRUE(OfFirstBank == Here);
          });
        });
        for (size_t I = 0; I < Pairs.size(); ++I)
          EXPECT_TRUE(Best[I] == Least.of(countsOf(Pairs[I]), RowBits))
              << describe(Pairs[I], RowBits);
      }
  EXPECT_GT(Layouts, 10000u);
}

//===----------------------------------------------------------------------===//
// Lemma 9.5
//===----------------------------------------------------------------------===//

/// The largest subspace that avoids two has dimension n - max(dim U, dim V),
/// and avoidBoth finds one: for every pair of subspaces of up to 2^4 elements,
/// against all subspaces.
TEST(Swizzle, LargestSubspaceThatAvoidsTwo) {
  for (unsigned N = 0; N <= 4; ++N) {
    std::vector<Words> All;
    for (unsigned Dim = 0; Dim <= N; ++Dim)
      forEachSubspace(N, Dim, [&](const Words &B) { All.push_back(B); });
    auto Avoids = [](const Words &A, const Words &B) {
      return intersectBases(A, B).empty();
    };
    for (const Words &U : All)
      for (const Words &V : All) {
        size_t Largest = 0;
        for (const Words &W : All)
          if (Avoids(W, U) && Avoids(W, V))
            Largest = std::max(Largest, W.size());
        EXPECT_EQ(Largest, N - std::max(U.size(), V.size()));
        Words Found = avoidBoth(U, V, {}, N);
        EXPECT_EQ(reduceBasis(Found).size(), Largest);
        EXPECT_EQ(Found.size(), Largest);
        EXPECT_TRUE(Avoids(Found, U) && Avoids(Found, V));
      }
  }
}

/// A further statement of the lemma's proof: the sums e + f are in the span of
/// U and V, but neither in U nor in V.
TEST(Swizzle, SumsLieInTheSpan) {
  Words Sums = avoidBoth({1}, {2}, {}, 2);
  EXPECT_EQ(Sums, (Words{3}));
  EXPECT_TRUE(spanContains(sumBases({1}, {2}), 3));
}

/// There are too many segment bits to avoid conflicts: U of one bit, V of
/// three, rows of two banks. The paper's algorithm takes the missing bits from
/// the smaller side's lanes, which costs both sides; taking them from the
/// larger side's lanes costs one side.
TEST(Swizzle, WhatCannotBeAvoidedCostsTheLargerSide) {
  const Words U = {1}, V = {2, 4, 8};
  BitMatrix Ours = swizzledLayout({}, U, V, {}, /*RowBits=*/2, /*Dim=*/4);
  EXPECT_EQ(wavefronts(Ours, U, 0, 2), 1u);
  EXPECT_EQ(wavefronts(Ours, V, 0, 2), 2u);
  // e + f = 1 ^ 2, then 1 of U; the banks complete the basis.
  BitMatrix Papers = *BitMatrix(4, {4, 8, 3, 1}).inverse();
  EXPECT_EQ(wavefronts(Papers, U, 0, 2), 2u);
  EXPECT_EQ(wavefronts(Papers, V, 0, 2), 2u);
}

/// Addresses are words: there is no swizzle of more than 2^64 elements.
TEST(Swizzle, AtMost64Bits) {
  const uint64_t Top = uint64_t(1) << 63;
  BitMatrix M = swizzledLayout({}, {1}, {Top}, {}, /*RowBits=*/5, /*Dim=*/64);
  EXPECT_EQ(M.rank(), 64u);
  EXPECT_NE(M, BitMatrix::identity(64));
  EXPECT_EQ(wavefronts(M, {1}, 0, 5), 1u);
  EXPECT_EQ(wavefronts(M, {Top}, 0, 5), 1u);
  EXPECT_EQ(swizzledLayout({}, {1}, {Top}, {}, 5, 65), BitMatrix::identity(65));
}

} // namespace
