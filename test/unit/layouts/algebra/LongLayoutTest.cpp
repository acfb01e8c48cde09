//===- LongLayoutTest.cpp - Layouts of more than 64 bits ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation of the algebra on affine layouts whose sides have up to 150
// bits in all, checked on random points. A point is a list of indices by
// dimension; flat numbers do not occur here.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "test/unit/layouts/LongTesting.h"

using namespace f2layout;
using namespace f2layout::longtest;

namespace {

TEST(LongLayout, ApplyByName) {
  // Bit by bit: the image of each set bit, and the offset.
  Random R(1);
  for (unsigned Round = 0; Round < 100; ++Round) {
    LinearLayout L =
        randomLong(R, randomDims(R, Threads), randomDims(R, Tensor));
    LayoutSpec Spec = L.spec();
    Indices Place = randomPlace(R, L.inputs());
    LayoutPoint Expected = Spec.Offset;
    Expected.resize(L.outputs().size(), 0);
    for (const LayoutSpec::Input &In : Spec.Inputs)
      for (unsigned Bit = 0; Bit < In.Images.size(); ++Bit)
        if (Place.at(In.Name) >> Bit & 1)
          for (unsigned I = 0; I < Expected.size(); ++I)
            Expected[I] ^= In.Images[Bit][I];
    Indices Found = at(L, Place);
    for (unsigned I = 0; I < Expected.size(); ++I)
      EXPECT_EQ(Found.at(Spec.Outputs[I].Name), Expected[I]);
    EXPECT_EQ(get(LinearLayout::create(Spec)), L);
    EXPECT_EQ(parsed(toString(L)), L);
  }
}

TEST(LongLayout, ComposeIsApplicationInTurn) {
  Random R(2);
  for (unsigned Round = 0; Round < 100; ++Round) {
    LayoutDims Middle = randomDims(R, Tensor), Larger = reversed(Middle);
    for (LayoutDim &D : Larger)
      D.Bits += R() % 4;
    LinearLayout F = randomLong(R, randomDims(R, Threads), Middle);
    LinearLayout G = randomLong(R, Larger, randomDims(R, {"x", "y", "z"}));
    LinearLayout Both = get(compose(F, G));
    Indices Place = randomPlace(R, F.inputs());
    EXPECT_EQ(at(Both, Place), at(G, at(F, Place)));
  }
}

TEST(LongLayout, ProductAndDivision) {
  Random R(3);
  unsigned Long = 0;
  for (unsigned Round = 0; Round < 100; ++Round) {
    auto Small = [&](auto Names) {
      LayoutDims Dims = randomDims(R, Names);
      for (LayoutDim &D : Dims)
        D.Bits %= 30;
      return Dims;
    };
    LinearLayout A = randomLong(R, Small(Threads), Small(Tensor));
    LinearLayout B = randomLong(R, reversed(Small(Threads)), Small(Tensor));
    LinearLayout AB = get(product(A, B));
    Long += AB.outputBits() > 64;
    Indices Place = randomPlace(R, AB.inputs()), Inner, Outer, Expected;
    for (auto [Name, Index] : Place) {
      unsigned Bits = A.inputBits(Name);
      Inner[Name] = Index & lowOnes(Bits);
      Outer[Name] = Index >> Bits;
    }
    Indices P = at(A, Inner), Q = at(B, Outer);
    for (auto [Name, Index] : Q)
      Expected[Name] = Index << A.outputBits(Name) | P[Name];
    EXPECT_EQ(at(AB, Place), Expected);

    std::optional<LinearLayout> Quotient = leftDivide(AB, A);
    ASSERT_TRUE(Quotient);
    EXPECT_TRUE(sameMap(*Quotient, B));
    // One bit of the offset is enough to break it, or to change the quotient.
    if (AB.outputBits() == 0)
      continue;
    unsigned Bit = R() % AB.outputBits();
    LinearLayout Moved =
        get(LinearLayout::fromMatrix(AB.inputs(), AB.outputs(), AB.matrix(),
                                     AB.longOffset() ^ LongWord::unit(Bit)));
    LayoutPoint Changed = AB.point(LongWord::unit(Bit));
    bool InA = false;
    for (unsigned I = 0; I < Changed.size(); ++I)
      InA |= (Changed[I] & lowOnes(A.outputBits(AB.outputs()[I].Name))) != 0;
    EXPECT_EQ(leftDivide(Moved, A).has_value(), !InA);
    EXPECT_FALSE(sameMap(Moved, AB));
  }
  EXPECT_GT(Long, 20u);
}

TEST(LongLayout, Inverses) {
  Random R(4);
  for (unsigned Round = 0; Round < 60; ++Round) {
    LayoutDims Ins = randomDims(R, Threads);
    LinearLayout L = randomOnto(
        R, Ins, {{"m", Ins[0].Bits}, {"n", Ins[1].Bits}, {"k", Ins[2].Bits}});
    LinearLayout Inverse = get(invert(L));
    Indices Place = randomPlace(R, Ins);
    EXPECT_EQ(at(Inverse, at(L, Place)), Place);
    EXPECT_EQ(get(invert(Inverse)), L);
    EXPECT_EQ(get(parseInverse(toString(Inverse))), Inverse);
    EXPECT_EQ(get(pseudoInvert(L)), Inverse);
    EXPECT_TRUE(L.isInjective() && L.isSurjective());

    // More places than elements, listed in an unusual order.
    LayoutDims More = reversed(Ins);
    for (LayoutDim &D : More)
      D.Bits += R() % 10;
    LinearLayout Copies = randomOnto(R, More, L.outputs());
    LinearLayout Holder = get(pseudoInvert(Copies));
    Indices Element = randomPlace(R, L.outputs());
    EXPECT_EQ(at(Copies, at(Holder, Element)), Element);
    EXPECT_EQ(Holder.outputs().back().Name, "register");

    LinearLayout From = get(holderOf(L, Copies));
    EXPECT_EQ(at(Copies, at(From, Place)), at(L, Place));
  }
}

/// A place that already holds the element is its own nearest holder.
TEST(LongLayout, NobodyMovesWithoutNeed) {
  Random R(5);
  for (unsigned Round = 0; Round < 30; ++Round) {
    LayoutDims Outs = randomDims(R, Tensor), Ins;
    for (auto [Name, D] : llvm::zip(Threads, Outs))
      Ins.push_back({Name, D.Bits + unsigned(R() % 8)});
    LinearLayout L = randomOnto(R, Ins, Outs);
    LinearLayout Stays = get(holderOf(L, L));
    Indices Place = randomPlace(R, Ins);
    EXPECT_EQ(at(Stays, Place), Place);
  }
}

TEST(LongLayout, Sublayout) {
  Random R(6);
  for (unsigned Round = 0; Round < 60; ++Round) {
    LinearLayout L =
        randomLong(R, randomDims(R, Threads), randomDims(R, Tensor));
    LinearLayout Part = get(sublayout(L, {"warp", "register"}, {"k", "m"}));
    Indices Place = randomPlace(R, Part.inputs());
    EXPECT_EQ(at(Part, Place), only(Part.outputs(), at(L, Place)));
  }
}

TEST(LongLayout, Messages) {
  LinearLayout L = get(LinearLayout::fromMatrix(
      {{"register", 60}, {"lane", 40}}, {{"m", 50}, {"n", 50}},
      BitMatrix::zero(100, 100)));
  EXPECT_EQ(text(invert(L)), "error: cannot invert: the layout reaches 2^0 "
                             "elements, expected all 2^100");
  BitMatrix M = BitMatrix::identity(90);
  BitMatrix Wide = BitMatrix::zero(90, 91);
  for (unsigned J = 0; J < 90; ++J)
    Wide.setColumn(J, M.longColumn(J));
  Wide.setColumn(90, LongWord::unit(80) ^ LongWord::unit(3));
  EXPECT_EQ(
      text(invert(get(LinearLayout::fromMatrix({{"register", 60}, {"lane", 31}},
                                               {{"m", 45}, {"n", 45}}, Wide)))),
      "error: cannot invert: elements are held more than once, the "
      "element stays the same when these bits change together: register "
      "bit 3, lane bit 20, lane bit 30");
}

} // namespace
