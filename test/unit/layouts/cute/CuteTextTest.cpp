//===- CuteTextTest.cpp - CuTe layouts as text, both ways -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/CuteText.h"
#include "RandomLayouts.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Tiling.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

std::string text(Expected<std::string> E) {
  return E ? *E : toString(E.takeError());
}

/// As CuTe prints it, or the error.
std::string reread(StringRef Text) {
  Expected<ComposedLayout> L = parseComposed(Text);
  return L ? toString(*L) : toString(L.takeError());
}

std::string value(StringRef Layout, StringRef Coordinate) {
  Expected<IntTuple> V = cantFail(parseComposed(Layout))
                             .evaluate(cantFail(parseTuple(Coordinate)));
  return V ? toString(*V) : toString(V.takeError());
}

} // namespace

// CuTe's text has the swizzle of byte addresses.
TEST(CuteText, SwizzlesBehindPointers) {
  for (int Bits = 4; Bits <= 128; Bits *= 2)
    for (int B = 0; B <= 3; ++B)
      for (int Base : {4, 5}) {
        const std::string Text =
            ("Sw<" + Twine(B) + "," + Twine(Base) + ",3> o smem_ptr[" +
             Twine(Bits) + "b](unset) o 4096:1")
                .str();
        EXPECT_EQ(reread(Text), Text);
        const ComposedLayout L = cantFail(parseComposed(Text));
        for (int64_t X = 0; X < 4096; ++X) {
          const int64_t Byte = X * Bits / 8, Digits = (1 << B) - 1;
          const int64_t Moved = Byte ^ ((Byte >> 3) & (Digits << Base));
          ASSERT_EQ(L(X), Moved * 8 / Bits + (Bits == 4 ? X % 2 : 0)) << Text;
        }
      }
  EXPECT_EQ(reread("Sw<2,0,3> o smem_ptr[16b](unset) o 8:1"),
            "1:1: Sw<2,0,3> moves parts of an element of 16 bits");
  EXPECT_EQ(reread("Sw<2,4,3> o smem_ptr[24b](unset) o 8:1"),
            "1:1: a swizzle is recast by powers of two only, not by 3");
}

// As CuTe: the swizzle of bytes stays, and the pointer has wider elements.
TEST(CuteText, RecastBehindPointers) {
  const ComposedLayout L = cantFail(
      parseComposed("Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)"));
  EXPECT_EQ(toString(cantFail(upcast(L, 16))),
            "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  EXPECT_EQ(toString(cantFail(downcast(cantFail(upcast(L, 16)), 2))),
            "Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1)");
}

TEST(CuteText, AllForms) {
  EXPECT_EQ(reread("((_2,_2),_3):((_24,_2),_8)"), "((_2,_2),_3):((_24,_2),_8)");
  EXPECT_EQ(reread(" ( (2 ,2) , 3 ) : ( (24,2),\n8 ) "),
            "((2,2),3):((24,2),8)");
  EXPECT_EQ(reread("(4,8)"), "(4,8):(_1,4)");
  EXPECT_EQ(reread("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"),
            "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  EXPECT_EQ(reread("S<3,4,-3> o 5 o (8,64):(64,1)"),
            "Sw<3,4,-3> o 5 o (8,64):(64,1)");
  EXPECT_EQ(reread("SW_1_2_-1 o 0 o (4,):(2,)"), "Sw<1,2,-1> o 0 o (4):(2)");
  EXPECT_EQ(reread("Layout<Shape <_4,_8>,Stride<Int<5>, C<-1>>>"),
            "(_4,_8):(_5,_-1)");
  EXPECT_EQ(reread("Layout<Shape<_4,Shape<_2,_3>>,LayoutRight>"),
            "(_4,(_2,_3)):(_6,(_3,_1))");
  EXPECT_EQ(reread("cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::C<0>, "
                   "cute::Layout<cute::tuple<cute::C<8>, cute::C<64> >, "
                   "cute::tuple<cute::C<64>, cute::constant<int, 1> > > >"),
            "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");
  EXPECT_EQ(reread("ArithTuple(_0,_8) o (8,8):(_1@1,_1@0)"),
            "ArithTuple(_0,_8) o (8,8):(_1@1,_1@0)");
  EXPECT_EQ(reread("(4,(2,3)):(E<0>,(E<1,0>,ScaledBasis<_3,1,1>))"),
            "(4,(2,3)):(_1@0,(_1@0@1,_3@1@1))");
  EXPECT_EQ(reread("(4,(2,3)):(_1@0,(_1@0@1,_3@1@1))"),
            "(4,(2,3)):(_1@0,(_1@0@1,_3@1@1))");
  EXPECT_EQ(cantFail(parseTuple("_1@0@1")).integer().Axes,
            (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(reread("Layout<_8,_m1>"), "_8:_-1");
  EXPECT_EQ(reread("_-8 o 8:1"), "_-8 o 8:1");
}

TEST(CuteText, Errors) {
  EXPECT_EQ(reread("(4,8):(1"),
            "1:9: expected ',' or ')', found the end of the text");
  EXPECT_EQ(reread("(4,8):\n(1,4,8)"),
            "2:1: stride (1,4,8) is not nested as the shape (4,8)");
  EXPECT_EQ(reread("(4,0):(1,4)"),
            "1:7: size 0 is not positive, expected at least 1");
  EXPECT_EQ(reread("(4,8):(1,1@0)"),
            "1:7: the strides do not fit together, expected numbers or axes of "
            "one coordinate");
  EXPECT_EQ(reread("(4,8):(1@0,1@0@0)"),
            "1:7: the strides do not fit together, expected numbers or axes of "
            "one coordinate");
  EXPECT_EQ(reread("Sw<3,4,2> o 8:1"), "1:1: Sw<3,4,2>: |S| is less than B, so "
                                       "bits that are read would change");
  EXPECT_EQ(reread("Sw<2,0,3> o -8 o 8:1"),
            "1:1: a swizzle takes no negative numbers, but -8 is a value");
  EXPECT_EQ(reread("Layout<Shape<int,_8>>"),
            "1:14: a type does not state the value of an int");
  EXPECT_EQ(reread("(4,x)"), "1:4: expected an integer or a tuple, found 'x'");
  EXPECT_EQ(reread("_9x"), "1:1: expected an integer, found '_9x'");
  EXPECT_EQ(reread("4:1 o"), "1:5: expected the end of the text, found 'o'");
  EXPECT_EQ(reread("Sw<1,2> o 8:1"), "Sw<1,2,1> o 8:1");
  EXPECT_EQ(reread("(4611686018427387904):(1)"),
            "1:2: number is too large, expected less than 2^62");
  EXPECT_EQ(reread("(2147483648,2147483648):(1,1)"),
            "1:25: the size is too large, expected less than 2^62");
  EXPECT_EQ(reread("(2@0,3@1)"), "1:1: size 2@0 is not a number");
  EXPECT_EQ(reread("4:1@9999"),
            "1:5: axis is too large, expected less than 1024");
  EXPECT_EQ(reread(std::string(100, '(')), "1:66: tuples are nested more than "
                                           "64 deep");
  auto Repeated = [](StringRef Text) {
    std::string Whole;
    for (int N = 0; N < 65; ++N)
      Whole += Text;
    return Whole;
  };
  EXPECT_EQ(reread("2:1" + Repeated("@0")),
            "1:133: axes are nested more than 64 deep");
  EXPECT_EQ(reread("2:E<" + Repeated("0,") + "0>"),
            "1:133: axes are nested more than 64 deep");
  EXPECT_EQ(reread("2:" + Repeated("ScaledBasis<") + "1"),
            "1:783: ScaledBasis is nested more than 64 deep");
}

TEST(CuteText, Pycute) {
  auto Written = [](StringRef Text) {
    return text(pycuteText(cantFail(parseComposed(Text))));
  };
  EXPECT_EQ(Written("((_2,_2),_3):((_24,_2),_8)"), "((2, 2), 3):((24, 2), 8)");
  EXPECT_EQ(Written("Sw<3,4,3> o (_8):(_1)"), "SW_3_4_3 o 0 o (8,):(1,)");
  EXPECT_EQ(Written("8:1@0"), "pycute's strides have no axes");
}

TEST(CuteText, Types) {
  auto Written = [](StringRef Text) {
    return text(typeText(cantFail(parseComposed(Text))));
  };
  EXPECT_EQ(Written("(_4,_11):(_11,_-1)"),
            "Layout<Shape<_4,Int<11>>,Stride<Int<11>,Int<-1>>>");
  EXPECT_EQ(Written("Sw<3,4,3> o smem_ptr[16b](unset) o _8:_1"),
            "ComposedLayout<Swizzle<3,4,3>,smem_ptr_flag_bits<16>,Layout<_8,_1>"
            ">");
  EXPECT_EQ(Written("(_4,_8):(_1@0,_2@1)"),
            "Layout<Shape<_4,_8>,Stride<E<0>,ScaledBasis<_2,1>>>");
  EXPECT_EQ(Written("8:1"),
            "a dynamic integer has no type that states its value");
}

/// What is written is read back the same.
TEST(CuteText, RandomRoundTrips) {
  RandomLayouts Random(21);
  for (int N = 0; N < 5000; ++N) {
    ComposedLayout L;
    L.Inner = Random.next(N % 2 == 0);
    if (N % 3 == 0)
      L.Outer = cantFail(Swizzle::create(Random.below(3), Random.below(4),
                                         Random.below(2) == 0 ? 3 : -3));
    if (L.Outer)
      L.Offset = IntTuple(Int{Random.below(9), N % 2 == 0, {}});
    EXPECT_EQ(cantFail(parseComposed(toString(L))), L);
    EXPECT_EQ(cantFail(parseComposed(cantFail(pycuteText(L)))),
              withStatic(L, false));
    ComposedLayout Static = withStatic(L, true);
    EXPECT_EQ(cantFail(parseComposed(cantFail(typeText(Static)))), Static);
  }
}

TEST(CuteLayout, Coordinates) {
  // The layout of Layout.h, in three kinds of coordinates.
  const char *L = "((2,2),3):((24,2),8)";
  EXPECT_EQ(value(L, "7"), "34");
  EXPECT_EQ(value(L, "(3,1)"), "34");
  EXPECT_EQ(value(L, "((1,1),1)"), "34");
  EXPECT_EQ(value(L, "12"), "coordinate 12 is outside of the shape ((2,2),3)");
  EXPECT_EQ(value(L, "(4,1)"), "coordinate 4 is outside of the shape (2,2)");
  EXPECT_EQ(value(L, "(1,1,1)"),
            "coordinate (1,1,1) is not nested as the shape ((2,2),3)");
  EXPECT_EQ(value("(4,8):(_1@1,_1@0)", "6"), "(1,2)");
  EXPECT_EQ(value("ArithTuple(2,8) o (4,8):(_1@0,_1@1)", "(3,1)"), "(5,9)");
  EXPECT_EQ(value("(2,(2,2)):(_1@0,(_1@0@1,_5@1@1))", "7"), "(1,(1,5))");
}

TEST(CuteLayout, Profiles) {
  auto T = [](StringRef Text) { return cantFail(parseTuple(Text)); };
  EXPECT_TRUE(congruent(T("(2,(3,4))"), T("(5,(1,1))")));
  EXPECT_FALSE(congruent(T("(2,(3,4))"), T("(5,1)")));
  EXPECT_FALSE(congruent(T("(2)"), T("2")));
  EXPECT_TRUE(weaklyCongruent(T("6"), T("(2,(3,4))")));
  EXPECT_TRUE(weaklyCongruent(T("(2,12)"), T("(2,(3,4))")));
  EXPECT_FALSE(weaklyCongruent(T("(2,(3,4))"), T("(2,12)")));
  EXPECT_TRUE(compatible(T("24"), T("(2,(3,4))")));
  EXPECT_TRUE(compatible(T("(2,12)"), T("(2,(3,4))")));
  EXPECT_FALSE(compatible(T("(2,13)"), T("(2,(3,4))")));
  EXPECT_EQ(T("(2,(3,(4)))").depth(), 3u);
}

/// Divisibility that fails is named with both numbers and the modes.
TEST(CuteLayout, RefusedCompositions) {
  auto Composed = [](StringRef A, StringRef B) {
    Expected<Layout> R =
        compose(cantFail(parseLayout(A)), cantFail(parseLayout(B)));
    return R ? toString(*R) : toString(R.takeError());
  };
  EXPECT_EQ(Composed("(8,4):(1,100)", "3:6"),
            "composition (8,4):(1,100) o 3:6: mode 0 of the right layout, 3:6, "
            "after the coalesced left layout (8,4):(1,100): stride 6 does not "
            "divide size 8 of mode 0 of the left layout");
  EXPECT_EQ(Composed("(8,4):(1,100)", "6:2"),
            "composition (8,4):(1,100) o 6:2: mode 0 of the right layout, 6:2, "
            "after the coalesced left layout (8,4):(1,100): size 6 is no "
            "multiple of the 4 elements in mode 0 of the left layout");
  EXPECT_EQ(Composed("(4,4):(4,1)", "4:5"),
            "composition (4,4):(4,1) o 4:5: mode 0 of the right layout, 4:5, "
            "after the coalesced left layout (4,4):(4,1): stride 5 is no "
            "multiple of size 4 of mode 0 of the left layout");
  EXPECT_EQ(Composed("(4,2):(1,100)", "(3,2):(1,3)"),
            "composition (4,2):(1,100) o (3,2):(1,3): modes of the right "
            "layout carry into each other: their largest digits in mode 0 of "
            "the coalesced left layout (4,2):(1,100) add up to 5, expected "
            "less than its size 4");
  EXPECT_EQ(Composed("(_8,_4):(_1,_100)", "_2:_6"), "_2:_6");
  EXPECT_EQ(Composed("(8,4):(1,100)", "6:3"),
            "composition (8,4):(1,100) o 6:3: mode 0 of the right layout, 6:3, "
            "after the coalesced left layout (8,4):(1,100): stride 3 does not "
            "divide size 8 of mode 0 of the left layout");
  // Dynamic modes that C++ does not merge, though it would be right to.
  EXPECT_EQ(Composed("(4,2):(1,4)", "4:3"), "4:3");
}

TEST(CuteLayout, RefusedOperations) {
  auto L = [](StringRef Text) { return cantFail(parseLayout(Text)); };
  auto Reason = [](auto R) {
    return R ? std::string("accepted") : toString(R.takeError());
  };
  EXPECT_EQ(Reason(complement(L("(4,3):(1,3)"))),
            "complement of (4,3):(1,3): stride 3 is less than 4, the size "
            "times the stride of 4:1");
  EXPECT_EQ(Reason(complement(L("4:-1"))),
            "complement of 4:-1: stride -1 is negative");
  EXPECT_EQ(Reason(leftInverse(L("(2,2):(2,5)"))),
            "left inverse of (2,2):(2,5): stride 5 is no multiple of 2, the "
            "stride below it");
  EXPECT_EQ(Reason(leftInverse(L("(5,2,4):(7,7,1)"))),
            "left inverse of (5,2,4):(7,7,1): stride 7 is less than 35, the "
            "size times the stride of the mode below it");
  EXPECT_EQ(Reason(upcast(L("(_4,_8):(_3,_12)"), 2)),
            "upcast of (_4,_8):(_3,_12) by 2: stride _3 of mode 0 is no "
            "multiple of 2 and does not divide it");
  EXPECT_EQ(Reason(downcast(L("_4:_2"), 2)),
            "downcast of _4:_2: no mode has the static stride 1, expected "
            "adjacent elements");
  EXPECT_EQ(
      Reason(tileToShape(L("(8,8):(8,1)"), cantFail(parseTuple("(32,20)")))),
      "tiling of (32,20) by (8,8):(8,1): size 8 of the block does not "
      "divide size 20 of the shape in mode 1");
  EXPECT_EQ(
      Reason(compose(L("(4,8):(8,1)"), cantFail(parseTiler("<3:1,2:3>")))),
      "accepted");
  EXPECT_EQ(Reason(compose(L("((4,4),8):((1,100),4)"),
                           cantFail(parseTiler("<4:3,2:1>")))),
            "mode 0: composition (4,4):(1,100) o 4:3: mode 0 of the right "
            "layout, 4:3, after the coalesced left layout (4,4):(1,100): "
            "stride 3 does not divide size 4 of mode 0 of the left layout");
  EXPECT_EQ(Reason(logicalDivide(L("4:1"), cantFail(parseTiler("<2,2>")))),
            "the tiler has 2 modes, but 4:1 has rank 1");
}

/// A swizzle stays in front while the inner layout is divided.
TEST(CuteLayout, ComposedLayouts) {
  ComposedLayout L =
      cantFail(parseComposed("Sw<2,0,3> o _0 o (_8,_8):(_8,_1)"));
  Tiler T = cantFail(parseTiler("<_2,_4>"));
  ComposedLayout Divided = cantFail(
      withInner(L, [&](const Layout &I) { return zippedDivide(I, T); }));
  EXPECT_EQ(toString(Divided),
            "Sw<2,0,3> o _0 o ((_2,_4),(_4,_2)):((_8,_1),(_16,_4))");
  for (int64_t I = 0; I < 64; ++I) {
    int64_t Row = I % 2 + I / 8 % 4 * 2, Column = I / 2 % 4 + I / 32 * 4;
    EXPECT_EQ(Divided(I), L(Row + 8 * Column));
  }
  ComposedLayout Inverse = cantFail(rightInverse(L));
  for (int64_t I = 0; I < 64; ++I)
    EXPECT_EQ(L(Inverse(I)), I);
}
