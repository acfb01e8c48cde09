//===- SetRelationsTest.cpp - Examples of the paper on integer sets -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bhaskaracharya et al., Modeling Layout Abstractions Using Integer Set
// Relations: figure 2, a swizzle as a relation of bits; algorithm 1, the same
// for all parameters; figure 3, a linear layout as a composition.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Linear.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

using Bits = std::vector<unsigned>;

/// Lexicographic: the first bit is the most significant.
Bits bitsOf(uint64_t X, unsigned N) {
  Bits Result;
  for (unsigned I = N; I-- > 0;)
    Result.push_back(X >> I & 1);
  return Result;
}

uint64_t numberOf(const Bits &B) {
  uint64_t X = 0;
  for (unsigned Bit : B)
    X = 2 * X + Bit;
  return X;
}

/// Algorithm 1: the bits that a swizzle changes are sums mod 2 of themselves
/// and the bits |S| away, towards the more significant ones if S is positive.
Bits algorithmOne(const Bits &X, int B, int M, int S) {
  int N = B + M + std::abs(S);
  Bits Y = X;
  for (int I = 0; I < N; ++I) {
    int Weight = N - 1 - I;
    int First = S >= 0 ? M : M - S;
    if (Weight >= First && Weight < First + B)
      Y[I] = (X[I] + X[I - S]) % 2;
  }
  return Y;
}

} // namespace

TEST(SetRelations, FigureTwo) {
  // Swizzle<1,2,1> on 16 numbers: (a,b,c,d) -> (a,(a+b) mod 2,c,d).
  Swizzle S = cantFail(parseSwizzle("Swizzle<1,2,1>"));
  EXPECT_EQ(S.size(), 16u);
  for (uint64_t X = 0; X < 16; ++X) {
    Bits In = bitsOf(X, 4), Out = bitsOf(uint64_t(S(int64_t(X))), 4);
    EXPECT_EQ(Out, (Bits{In[0], (In[0] + In[1]) % 2, In[2], In[3]}));
    EXPECT_EQ(uint64_t(S(S(int64_t(X)))), X);
  }
  EXPECT_EQ(S(8), 12);
  EXPECT_EQ(S(12), 8);
  EXPECT_EQ(S(7), 7);
}

TEST(SetRelations, AlgorithmOne) {
  int Swizzles = 0;
  for (int B = 0; B <= 3; ++B)
    for (int M = 0; M <= 3; ++M)
      for (int Distance = B; Distance <= 4; ++Distance)
        for (int S : {Distance, -Distance}) {
          Swizzle Sw = cantFail(Swizzle::create(B, M, S));
          ++Swizzles;
          for (uint64_t X = 0; X < Sw.size(); ++X) {
            Bits Y = algorithmOne(bitsOf(X, B + M + Distance), B, M, S);
            ASSERT_EQ(numberOf(Y), uint64_t(Sw(int64_t(X)))) << toString(Sw);
            ASSERT_EQ(numberOf(algorithmOne(Y, B, M, S)), X) << toString(Sw);
          }
          // In binary space the proof is a product of matrices.
          ComposedLayout L = cantFail(ComposedLayout::create(
              Sw, std::nullopt,
              cantFail(Layout::create(dynamic(int64_t(Sw.size()))))));
          BitMatrix Map =
              cantFail(toLinear(L, CoordinateKind::Integral)).Map.matrix();
          ASSERT_EQ(Map * Map, BitMatrix::identity(Map.cols())) << toString(Sw);
        }
  EXPECT_EQ(Swizzles, 112);
}

TEST(SetRelations, FigureThree) {
  // (i,j) -> (i,i^j) on 4x4, by the images of (1,0), (2,0), (0,1), (0,2).
  LinearLayout L = cantFail(
      parseInverse("i=[[1,1],[2,2]], j=[[0,1],[0,2]] -> [offset:4,y:4]"));
  for (uint64_t I = 0; I < 4; ++I)
    for (uint64_t J = 0; J < 4; ++J)
      EXPECT_EQ(cantFail(L.apply({{"i", I}, {"j", J}})),
                (LayoutPoint{I, I ^ J}));
  // The stride form of its codes has a swizzle of negative shift.
  ComposedLayout C = cantFail(fromLinear(L));
  EXPECT_EQ(cute::toString(C), "Sw<2,0,-2> o _0 o (_4,_4):(_1,_4)");
  for (int64_t I = 0; I < 4; ++I)
    for (int64_t J = 0; J < 4; ++J)
      EXPECT_EQ(C(I + 4 * J), I + 4 * (I ^ J));
}
