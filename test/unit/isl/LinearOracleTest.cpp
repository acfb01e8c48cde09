//===- LinearOracleTest.cpp - Linear layouts against isl ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Composition and inverse of random affine layouts are those that isl computes
// from the relations. On bits, relations have up to six input bits; on
// coordinates, whose floors isl eliminates slowly, up to four.
//
//===----------------------------------------------------------------------===//

#include "IslTesting.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;

namespace {

/// One to three dimensions with Bits bits in all.
std::vector<LayoutDim> randomDims(Random &R, StringRef Letter, unsigned Bits) {
  std::vector<LayoutDim> Dims;
  unsigned Count = 1 + R() % 3;
  for (unsigned I = 0; I < Count; ++I) {
    unsigned Here = I + 1 == Count ? Bits : unsigned(R() % (Bits + 1));
    Dims.push_back({(Letter + Twine(I)).str(), Here});
    Bits -= Here;
  }
  return Dims;
}

/// The inverse with its dimensions in the order of L, so that tuples match.
LinearLayout inverseOf(const LinearLayout &L) {
  return get(
      sublayout(get(invert(L)), namesOf(L.outputs()), namesOf(L.inputs())));
}

} // namespace

TEST(LinearOracle, ComposesBits) {
  Random R(1);
  Context C;
  for (int N = 0; N < 300; ++N) {
    auto A = randomDims(R, "a", R() % 7), B = randomDims(R, "b", R() % 6),
         D = randomDims(R, "d", R() % 6);
    LinearLayout Inner = randomLayout(R, A, B), Outer = randomLayout(R, B, D);
    LinearLayout Ours = get(compose(Inner, Outer));
    SCOPED_TRACE(toString(Inner) + " then " + toString(Outer));
    ASSERT_EQ(binaryMap(C, Inner)
                  .then(binaryMap(C, Outer))
                  .equals(binaryMap(C, Ours)),
              Answer::Yes);
    // The comparison can tell layouts apart.
    if (Ours.outputBits() == 0)
      continue;
    LinearLayout Other = get(LinearLayout::fromMatrix(
        Ours.inputs(), Ours.outputs(), Ours.matrix(), Ours.flatOffset() ^ 1));
    ASSERT_EQ(binaryMap(C, Ours).equals(binaryMap(C, Other)), Answer::No);
  }
}

TEST(LinearOracle, InvertsBits) {
  Random R(2);
  Context C;
  for (int N = 0; N < 300; ++N) {
    unsigned Bits = R() % 7;
    auto A = randomDims(R, "a", Bits), B = randomDims(R, "b", Bits);
    LinearLayout L = randomBijection(R, A, B);
    SCOPED_TRACE(toString(L));
    Map Inverse = binaryMap(C, inverseOf(L));
    ASSERT_EQ(binaryMap(C, L).inverse().equals(Inverse), Answer::Yes);
    ASSERT_EQ(binaryMap(C, L).then(Inverse).isIdentity(), Answer::Yes);
  }
}

TEST(LinearOracle, FindsProperties) {
  Random R(3);
  Context C;
  int Injective = 0, Surjective = 0;
  for (int N = 0; N < 200; ++N) {
    auto A = randomDims(R, "a", R() % 7), B = randomDims(R, "b", R() % 7);
    LinearLayout L = randomLayout(R, A, B);
    SCOPED_TRACE(toString(L));
    for (const Finding &F : examine(C, {L, {}}))
      EXPECT_TRUE(F.agrees()) << F.Name;
    Injective += L.isInjective();
    Surjective += L.isSurjective();
  }
  EXPECT_GT(Injective, 20);
  EXPECT_GT(Surjective, 20);
}

// The same on coordinates, where the relation is the printed one.
TEST(LinearOracle, ComposesAndInvertsCoordinates) {
  Random R(4);
  Context C;
  for (int N = 0; N < 20; ++N) {
    unsigned Bits = R() % 4;
    auto A = randomDims(R, "a", Bits), B = randomDims(R, "b", Bits),
         D = randomDims(R, "d", R() % 4);
    LinearLayout Inner = randomBijection(R, A, B),
                 Outer = randomLayout(R, B, D);
    SCOPED_TRACE(toString(Inner) + " then " + toString(Outer));
    Map First = mapOf(C, relationOf(Inner));
    Map Ours = mapOf(C, relationOf(get(compose(Inner, Outer))));
    ASSERT_EQ(First.then(mapOf(C, relationOf(Outer))).equals(Ours),
              Answer::Yes);
    ASSERT_EQ(First.inverse().equals(mapOf(C, relationOf(inverseOf(Inner)))),
              Answer::Yes);
  }
}

// The whole relation is the composition of the five maps.
TEST(LinearOracle, ComposesSteps) {
  Random R(5);
  Context C;
  for (int N = 0; N < 20; ++N) {
    auto A = randomDims(R, "a", R() % 5), B = randomDims(R, "b", R() % 4);
    LinearLayout L = randomLayout(R, A, B);
    SCOPED_TRACE(toString(L));
    ASSERT_EQ(mapOf(C, relationSteps({L, {}})).equals(mapOf(C, relationOf(L))),
              Answer::Yes);
  }
}

// Padded memory is a partial function of addresses; the addresses in gaps have
// no element.
TEST(LinearOracle, Pads) {
  Random R(6);
  Context C;
  for (int N = 0; N < 20; ++N) {
    unsigned Bits = 1 + R() % 4;
    PaddedLayout L;
    L.Linear = randomBijection(R, {{"offset", Bits}}, {{"d", Bits}});
    L.Paddings.push_back({uint64_t(1) << R() % Bits, uint64_t(1) << R() % 3});
    SCOPED_TRACE(toString(L.Linear));
    Map Whole = mapOf(C, relationOf(L));
    for (const Finding &F : examine(C, L))
      EXPECT_TRUE(F.agrees()) << F.Name;
    std::string Addresses;
    for (uint64_t I = 0; I >> Bits == 0; ++I)
      Addresses += (I ? "; [" : "{ [") +
                   std::to_string(I + I / L.Paddings[0].Interval *
                                          L.Paddings[0].Amount) +
                   "]";
    ASSERT_EQ(Whole.domain().equals(C.set(Addresses + " }")), Answer::Yes);
    ASSERT_EQ(Whole.isBijective(), Answer::Yes);
  }
}

// Relations that are not functions on paper, and relations that are no layouts.
TEST(LinearOracle, ReadsAnyRelation) {
  Context C;
  auto Read = [&](StringRef Text) {
    Expected<LinearLayout> L = layoutOf(C, Text);
    return L ? toString(*L) : "error: " + llvm::toString(L.takeError());
  };
  EXPECT_EQ(Read("{ [i, j] -> [i, x] : exists (e : i + j = x + 2e) and "
                 "0 <= x <= 1 and 0 <= i, j <= 1 }"),
            "i=[[1,1]], j=[[0,1]] -> [dim0:2,x:2]");
  EXPECT_EQ(Read("{ [i] -> [x] : 2*x = i - (i mod 2) and 0 <= i < 8 }"),
            "i=[[0],[1],[2]] -> [x:4]");
  EXPECT_EQ(Read("{ [i] -> [7 - i] : 0 <= i < 8 }"),
            "i=[[1],[2],[4]] -> [8] ^ [7]");
  EXPECT_EQ(Read("{ [i] -> [x] : 3*i = x and 0 <= i < 4 }"),
            "error: the relation is not linear or affine: some value is not "
            "what those at 0 and at powers of two say");
  EXPECT_EQ(Read("{ [i] -> [x] : 0 <= i < 4 and x = i and i != 2 }"),
            "error: the inputs of the relation are not a box: some tuples in "
            "between have no value");
  EXPECT_EQ(Read("{ [i] -> [x] : 0 <= i < 4 and i <= x <= i + 1 }"),
            "error: isl does not find the relation single-valued");
  EXPECT_EQ(Read("{ [i] -> [i] : 0 <= i < 3 }"),
            "error: input 'i' has other bounds than 0 and one less than a "
            "power of two");
  EXPECT_EQ(Read("{ [i] -> [-i] : 0 <= i < 2 }"),
            "error: a value of the relation at 0 or at a power of two is "
            "negative or too large");
}
