//===- SeedPaperTest.cpp - The examples of the paper on isl relations -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Modeling Layout Abstractions Using Integer Set Relations" (2025): figures 2
// and 3, equations 12 and 15, and algorithm 1. The relations that are expected
// are written here by hand, or are the definition of a swizzle on numbers.
//
//===----------------------------------------------------------------------===//

#include "IslTesting.h"
#include "layouts/relations/RelationReader.h"
#include <map>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;

namespace {

/// Equation 1, on numbers.
int64_t swizzled(int64_t X, int B, int M, int S) {
  int64_t Mask = ((int64_t(1) << B) - 1) << (M + std::max(0, S));
  return X ^ (S >= 0 ? (X & Mask) >> S : (X & Mask) << -S);
}

/// A function, and the values that isl has computed. Swizzles of as many bits
/// have the same coordinate and index mapping.
struct Cached {
  Function F;
  std::map<std::vector<int64_t>, std::optional<std::vector<int64_t>>> Known;

  std::optional<std::vector<int64_t>> at(const std::vector<int64_t> &Input) {
    auto It = Known.find(Input);
    if (It == Known.end())
      It = Known.emplace(Input, F.at(Input)).first;
    return It->second;
  }
};

} // namespace

// Figure 2: bit 3 is added to bit 2. The first binary coordinate is the
// highest bit.
TEST(SeedPaper, Figure2) {
  Context C;
  cute::Swizzle S = cantFail(cute::Swizzle::create(1, 2, 1));
  std::vector<Relation> Steps = relationSteps(S);
  ASSERT_EQ(Steps.size(), 3u);
  Map Coordinate = C.map("{ [k] -> [a, b, c, d] : k = 8a + 4b + 2c + d and "
                         "0 <= a, b, c, d <= 1 }");
  Map Swizzling = C.map("{ [a, b, c, d] -> [a, e, c, d] : "
                        "e = (a + b) mod 2 and 0 <= a, b, c, d <= 1 }");
  EXPECT_EQ(mapOf(C, Steps[0]).equals(Coordinate), Answer::Yes);
  EXPECT_EQ(mapOf(C, Steps[1]).equals(Swizzling), Answer::Yes);
  EXPECT_EQ(mapOf(C, Steps[2]).equals(Coordinate.inverse()), Answer::Yes);

  Map Whole = C.map("{ [k] -> [k] : 0 <= k <= 7; [k] -> [k + 4] : "
                    "8 <= k <= 11; [k] -> [k - 4] : 12 <= k <= 15 }");
  EXPECT_EQ(mapOf(C, Steps).equals(Whole), Answer::Yes);
  EXPECT_EQ(mapOf(C, relationOf(S)).equals(Whole), Answer::Yes);
  EXPECT_EQ(Whole.then(Whole).isIdentity(), Answer::Yes);
  EXPECT_EQ(mapOf(C, Steps).isBijective(), Answer::Yes);
}

// Figure 3: (i, j) -> (i, i xor j) on 4 x 4. In colexicographic order the basis
// vectors are (1,0), (2,0), (0,1), (0,2), and go to (1,1), (2,2), (0,1), (0,2).
TEST(SeedPaper, Figure3) {
  Context C;
  const char *Text = "{ [i, j] -> [i' = i, k = ((i + j) mod 2) + "
                     "2*((floor(i/2) + floor(j/2)) mod 2)] : "
                     "0 <= i, j <= 3 }";
  Expected<PaddedLayout> Read = parseRelation(Text);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  LinearLayout L = Read->Linear;
  EXPECT_EQ(toString(L), "i=[[1,1],[2,2]], j=[[0,1],[0,2]] -> [i:4,k:4]");

  std::vector<Relation> Steps = relationSteps({L, {}});
  ASSERT_EQ(Steps.size(), 5u);
  const char *Expected[] = {
      "{ [i, j] -> [i + 4j] : 0 <= i, j <= 3 }",
      "{ [c] -> [p, q, r, s] : c = p + 2q + 4r + 8s and "
      "0 <= p, q, r, s <= 1 }",
      "{ [p, q, r, s] -> [p, q, t, u] : t = (p + r) mod 2 and "
      "u = (q + s) mod 2 and 0 <= p, q, r, s <= 1 }",
      "{ [p, q, r, s] -> [p + 2q + 4r + 8s] : 0 <= p, q, r, s <= 1 }",
      "{ [x] -> [i, j] : x = i + 4j and 0 <= i, j <= 3 }"};
  for (size_t I = 0; I < 5; ++I)
    EXPECT_EQ(mapOf(C, Steps[I]).equals(C.map(Expected[I])), Answer::Yes)
        << Steps[I].Title;

  // The table of i xor j, row by row.
  const int64_t Xor[4][4] = {
      {0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  std::string Pairs;
  for (int I = 0; I < 4; ++I)
    for (int J = 0; J < 4; ++J)
      Pairs += (Pairs.empty() ? "[" : "; [") + std::to_string(I) + ", " +
               std::to_string(J) + "] -> [" + std::to_string(I) + ", " +
               std::to_string(Xor[I][J]) + "]";
  Map Table = C.map("{ " + Pairs + " }");
  EXPECT_EQ(mapOf(C, Steps).equals(Table), Answer::Yes);
  EXPECT_EQ(mapOf(C, relationOf(L)).equals(Table), Answer::Yes);
  EXPECT_EQ(Table.then(Table).isIdentity(), Answer::Yes);
}

// Algorithm 1 for every swizzle of at most ten bits: the three maps and the
// single function have the values of equation 1, and the swizzle mapping is an
// involution of all bits.
TEST(SeedPaper, Algorithm1) {
  Context C;
  std::map<std::string, Cached> All;
  int Positive = 0, Negative = 0;
  for (int B = 0; B <= 5; ++B)
    for (int M = 0; B + M <= 10; ++M)
      for (int S = -(10 - B - M); S <= 10 - B - M; ++S) {
        if (std::abs(S) < B)
          continue;
        SCOPED_TRACE("Swizzle<" + std::to_string(B) + "," + std::to_string(M) +
                     "," + std::to_string(S) + ">");
        cute::Swizzle Sw = cantFail(cute::Swizzle::create(B, M, S));
        std::vector<Relation> Steps = relationSteps(Sw);
        Map Bits = mapOf(C, Steps[1]);
        ASSERT_EQ(Bits.then(Bits).isIdentity(), Answer::Yes);
        ASSERT_EQ(Bits.range().equals(Bits.domain()), Answer::Yes);
        (S < 0 ? Negative : Positive) += 1;

        std::vector<Cached *> Functions;
        for (Relation R : Steps) {
          for (RelationDim &D : R.Outputs)
            D.Last.clear();
          std::string Text = toString(R);
          auto It = All.find(Text);
          if (It == All.end())
            It = All.emplace(Text, Cached{C.function(Text), {}}).first;
          Functions.push_back(&It->second);
        }
        Relation Whole = relationOf(Sw);
        Whole.Outputs[0].Last.clear();
        Function Single = C.function(toString(Whole));
        int Bits10 = B + M + std::abs(S);
        for (int64_t X = 0; X < int64_t(1) << Bits10; ++X) {
          std::vector<int64_t> Expected = {swizzled(X, B, M, S)};
          ASSERT_EQ(Single.at({X}), Expected) << X;
          std::optional<std::vector<int64_t>> Value = std::vector<int64_t>{X};
          for (Cached *F : Functions)
            Value = Value ? F->at(*Value) : Value;
          ASSERT_EQ(Value, Expected) << X;
        }
        ASSERT_FALSE(Single.at({int64_t(1) << Bits10}));
      }
  // B = 0 has every shift; for S and -S there are equally many.
  EXPECT_GT(Positive, 100);
  EXPECT_GT(Negative, 100);
}
