//===- PaperConversionsTest.cpp - Conversions between layouts -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zhou et al., "Linear Layouts" (arXiv 2505.23819; ASPLOS 2026), section 5.4:
// which solution of B X = A a conversion takes, and rounds of shuffles.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/Solving.h"
#include "test/unit/layouts/LayoutTesting.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <map>
#include <set>

using namespace f2layout;

namespace {

/// A distributed layout of a tensor of Bits bits, and Zeros bits without
/// effect, in random order.
LinearLayout randomDistributed(Random &R, llvm::ArrayRef<LayoutDim> Ins,
                               unsigned Bits) {
  llvm::SmallVector<uint64_t> Columns(sumOfBits(Ins), 0);
  for (unsigned Bit = 0; Bit < Bits; ++Bit)
    Columns[Bit] = uint64_t(1) << Bit;
  std::shuffle(Columns.begin(), Columns.end(), R);
  return get(LinearLayout::fromMatrix(Ins, LayoutDim{"dim0", Bits},
                                      BitMatrix(Bits, Columns)));
}

/// Free variables at zero give, for distributed layouts, the solution of B X =
/// A with the fewest ones: no other preimage of any element has fewer bits.
TEST(PaperConversions, MinimalNorm) {
  Random R(52);
  const std::vector<LayoutDim> Ins = {
      {"register", 2}, {"lane", 3}, {"warp", 2}};
  for (unsigned I = 0; I < 200; ++I) {
    unsigned Bits = 3 + R() % 5;
    LinearLayout B = randomDistributed(R, Ins, Bits);
    ASSERT_TRUE(isDistributed(B));
    LinearLayout X = get(rightInvert(B));
    BitMatrix Inverse = X.matrix();
    for (uint64_t Element = 0; Element < uint64_t(1) << Bits; ++Element) {
      unsigned Least = 64;
      for (uint64_t Index = 0; Index < 1 << 7; ++Index)
        if (B.applyFlat(Index) == Element)
          Least = std::min<unsigned>(Least, llvm::popcount(Index));
      // X's flat output numbers are B's flat inputs.
      EXPECT_EQ(unsigned(llvm::popcount(Inverse.apply(Element))), Least);
    }
  }
}

/// With copies the two conditions on B^-1 A contradict each other: A = B
/// requires that nothing moves, the minimal norm that lanes 2 and 3 read lanes
/// 0 and 1.
TEST(PaperConversions, IdentityAndMinimalNormExclude) {
  LinearLayout A = parsed("lane=[[1],[0]] -> [2]");
  EXPECT_EQ(text(solve(A, A)), "lane=[[1],[0]] -> [lane:4]");
  EXPECT_EQ(text(holderOf(A, A)), "lane=[[1],[2]] -> [lane:4]");
}

/// Condition 1: where the columns agree, nothing moves.
TEST(PaperConversions, EqualColumnsStay) {
  Random R(53);
  const std::vector<LayoutDim> Ins = {
      {"register", 2}, {"lane", 3}, {"warp", 1}};
  unsigned Stay = 0;
  for (unsigned I = 0; I < 300; ++I) {
    LinearLayout A = randomDistributed(R, Ins, 6);
    LinearLayout B = A;
    if (R() & 1) {
      // Some columns are swapped.
      llvm::SmallVector<uint64_t> Columns(A.matrix().columns());
      for (unsigned K = 0; K < 2; ++K)
        std::swap(Columns[R() % 6], Columns[R() % 6]);
      B = get(
          LinearLayout::fromMatrix(Ins, A.outputs(), BitMatrix(6, Columns)));
    }
    LinearLayout X = get(holderOf(A, B));
    for (unsigned Bit = 0; Bit < 6; ++Bit)
      if (A.matrix().column(Bit) == B.matrix().column(Bit)) {
        EXPECT_EQ(X.matrix().column(Bit), uint64_t(1) << Bit);
        ++Stay;
      }
  }
  EXPECT_GT(Stay, 500u);
}

/// The columns of one input.
std::set<uint64_t> columnsOf(const LinearLayout &L, llvm::StringRef In) {
  std::set<uint64_t> Columns;
  unsigned Shift = L.inputShift(In).value_or(0);
  for (unsigned Bit = 0; Bit < L.inputBits(In); ++Bit)
    Columns.insert(L.matrix().column(Shift + Bit));
  return Columns;
}

std::vector<uint64_t> minus(const std::set<uint64_t> &A,
                            const std::set<uint64_t> &B) {
  std::vector<uint64_t> Rest;
  std::set_difference(A.begin(), A.end(), B.begin(), B.end(),
                      std::back_inserter(Rest));
  return Rest;
}

/// Rounds of shuffles. V are common register columns, I common lane columns, E
/// and F the lanes' other columns in pairs, G their sums. Every coset of span
/// (V, I, G) has one vector of each lane, in both layouts: so one shuffle a
/// coset is enough.
TEST(PaperConversions, RoundsOfShuffles) {
  Random R(54);
  std::map<size_t, unsigned> Pairs;
  const std::vector<LayoutDim> Ins = {{"register", 3}, {"lane", 3}};
  for (unsigned N = 0; N < 200; ++N) {
    LinearLayout A = randomDistributed(R, Ins, 6);
    LinearLayout B = randomDistributed(R, Ins, 6);
    std::set<uint64_t> LanesA = columnsOf(A, "lane"),
                       LanesB = columnsOf(B, "lane");
    std::vector<uint64_t> E = minus(LanesA, LanesB), F = minus(LanesB, LanesA);
    ASSERT_EQ(E.size(), F.size());
    llvm::SmallVector<uint64_t> V, Round;
    for (uint64_t X : columnsOf(A, "register"))
      if (columnsOf(B, "register").count(X))
        V.push_back(X);
    for (uint64_t X : LanesA)
      if (LanesB.count(X))
        Round.push_back(X);
    for (size_t K = 0; K < E.size(); ++K)
      Round.push_back(E[K] ^ F[K]);
    Round.append(V.begin(), V.end());
    BitMatrix ToA = *A.matrix().inverse(), ToB = *B.matrix().inverse();
    for (uint64_t Start = 0; Start < 64; ++Start) {
      std::map<uint64_t, unsigned> OfLaneA, OfLaneB;
      for (uint64_t X = 0; X < uint64_t(1) << Round.size(); ++X) {
        uint64_t Element = Start ^ BitMatrix(6, Round).apply(X);
        ++OfLaneA[ToA.apply(Element) >> 3];
        ++OfLaneB[ToB.apply(Element) >> 3];
      }
      EXPECT_EQ(OfLaneA.size(), 8u);
      EXPECT_EQ(OfLaneB.size(), 8u);
      for (auto [Lane, Count] : OfLaneA)
        EXPECT_EQ(Count, 1u << V.size());
      for (auto [Lane, Count] : OfLaneB)
        EXPECT_EQ(Count, 1u << V.size());
    }
    ++Pairs[E.size()];
  }
  EXPECT_GT(Pairs[1], 0u);
  EXPECT_GT(Pairs[2], 0u);
  EXPECT_GT(Pairs[3], 0u);
}

} // namespace
