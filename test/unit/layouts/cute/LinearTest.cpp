//===- LinearTest.cpp - CuTe layouts as maps over F2, and back ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Linear.h"
#include "RandomLayouts.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Structure.h"
#include "layouts/cute/Tiling.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

ComposedLayout read(StringRef Text) { return cantFail(parseComposed(Text)); }

ComposedLayout plain(const Layout &L) {
  return cantFail(ComposedLayout::create(std::nullopt, std::nullopt, L));
}

std::string linearText(StringRef Text, CoordinateKind K) {
  Expected<LinearForm> F = toLinear(read(Text), K);
  return F ? f2layout::toString(F->Map) : toString(F.takeError());
}

std::string strideText(const LinearLayout &L) {
  Expected<ComposedLayout> C = fromLinear(L);
  return C ? cute::toString(*C) : toString(C.takeError());
}

std::string strideText(StringRef Inverse) {
  return strideText(cantFail(parseInverse(Inverse)));
}

/// The flat input of the map for digits of its inputs.
uint64_t flatInput(const LinearLayout &L, ArrayRef<int64_t> Digits) {
  uint64_t Flat = 0;
  for (size_t I = 0; I < Digits.size(); ++I)
    Flat |= uint64_t(Digits[I]) << *L.inputShift(L.inputs()[I].Name);
  return Flat;
}

/// All digits of coordinates below these sizes.
template <typename F> void forDigits(ArrayRef<int64_t> Sizes, F Visit) {
  int64_t Total = 1;
  for (int64_t Size : Sizes)
    Total *= Size;
  for (int64_t I = 0; I < Total; ++I) {
    std::vector<int64_t> Digits;
    int64_t Rest = I;
    for (int64_t Size : Sizes) {
      Digits.push_back(Rest % Size);
      Rest /= Size;
    }
    Visit(I, Digits);
  }
}

/// Whether the values are xors of values at powers of two, wherever the digits
/// lie below the sizes.
bool isXor(const std::vector<int64_t> &Values, ArrayRef<int64_t> Sizes) {
  bool Linear = Values[0] == 0;
  forDigits(Sizes, [&](int64_t I, ArrayRef<int64_t> Digits) {
    int64_t Xor = 0, Step = 1;
    for (size_t K = 0; K < Sizes.size(); ++K) {
      for (int64_t Bit = 1; Bit < Sizes[K]; Bit *= 2)
        if (Digits[K] & Bit)
          Xor ^= Values[Bit * Step];
      Step *= Sizes[K];
    }
    Linear &= Xor == Values[I];
  });
  return Linear;
}

} // namespace

TEST(CuteLinear, Examples) {
  EXPECT_EQ(linearText("(4,8):(8,1)", CoordinateKind::Integral),
            "c=[[8],[16],[1],[2],[4]] -> [offset:32]");
  EXPECT_EQ(linearText("4:5", CoordinateKind::Integral),
            "c=[[5],[10]] -> [offset:16]");
  EXPECT_EQ(linearText("(3,4):(1,4)", CoordinateKind::Modes),
            "c0=[[1],[2]], c1=[[4],[8]] -> [offset:16]");
  EXPECT_EQ(linearText("3:3", CoordinateKind::Integral),
            "c=[[3],[6]] -> [offset:8]");
  EXPECT_EQ(linearText("15 o 16:-1", CoordinateKind::Integral),
            "c=[[1],[2],[4],[8]] -> [offset:16] ^ [15]");
  EXPECT_EQ(linearText("Sw<3,0,3> o 0 o (8,8):(8,1)", CoordinateKind::Modes),
            "c0=[[9],[18],[36]], c1=[[1],[2],[4]] -> [offset:64]");
  EXPECT_EQ(linearText("(4,8):(_1@1,_1@0)", CoordinateKind::Modes),
            "c0=[[0,1],[0,2]], c1=[[1,0],[2,0],[4,0]] -> [8,4]");
  EXPECT_EQ(
      linearText("ArithTuple(0,8) o (4,8):(_1@0,_1@1)", CoordinateKind::Modes),
      "c0=[[1,0],[2,0]], c1=[[0,1],[0,2],[0,4]] -> [4,16] ^ [0,8]");
}

TEST(CuteLinear, CarriesAreNamed) {
  EXPECT_EQ(linearText("4:3", CoordinateKind::Integral),
            "4:3 is not linear: bit 0 of mode 0 (3) and bit 1 of "
            "mode 0 (6) carry: 3 & 6 is 2");
  EXPECT_EQ(linearText("(2,2):(1,3)", CoordinateKind::Natural),
            "(2,2):(1,3) is not linear: bit 0 of mode 0 (1) and "
            "bit 0 of mode 1 (3) carry: 1 & 3 is 1");
  EXPECT_EQ(linearText("Sw<1,0,2> o 4 o (4,4):(1,4)", CoordinateKind::Modes),
            "Sw<1,0,2> o 4 o (4,4):(1,4) is not linear: bit 0 of mode "
            "1 (4) carries into the offset 4");
  EXPECT_EQ(linearText("6 o 8:-1", CoordinateKind::Integral),
            "6 o 8:-1 is not linear: bit 0 of mode 0 (-1) "
            "borrows from the offset 6");
  EXPECT_EQ(linearText("(3,4):(1,4)", CoordinateKind::Integral),
            "(3,4):(1,4) is not linear: size _3 of mode 0 is no power "
            "of two, so that bits of a coordinate of several modes are not "
            "bits of these modes");
}

TEST(CuteLinear, StrideForms) {
  EXPECT_EQ(strideText("a=[[9],[18],[36]], b=[[1],[2],[4]] -> [offset:64]"),
            "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
  EXPECT_EQ(strideText("a=[[5],[10]] -> [offset:16]"), "_4:_5");
  EXPECT_EQ(strideText("a=[[1],[2]], b=[[0],[0]] -> [offset:4] ^ [3]"),
            "_3 o (_4,_4):(_-1,_0)");
  EXPECT_EQ(strideText("a=[[1],[2]], b=[[4]] -> [offset:16] ^ [8]"),
            "_8 o (_4,_2):(_1,_4)");
  EXPECT_EQ(strideText("a=[[1],[3],[7]] -> [offset:8]"),
            "the layout has no stride form, also behind a swizzle: bit 0 of a "
            "(1) and bit 1 of a (3) have common bits");
  // Triton's and CuTe's tile of m16n8: codes are column-major.
  EXPECT_EQ(strideText(cantFail(
                f2layout::parseLayout("lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], "
                                      "register=[[0,1],[8,0]] -> [16,8]"))),
            "((_2,_2),(_4,_8)):((_16,_8),(_32,_1))");
}

TEST(CuteLinear, RandomLayouts) {
  RandomLayouts Random(11);
  int Linear = 0, Carry = 0, Back = 0;
  for (int N = 0; N < 5000; ++N) {
    Layout L = Random.next(N % 3 == 0, N % 2 == 0);
    SCOPED_TRACE(cute::toString(L));
    std::vector<int64_t> Values = valuesOf(L);
    std::vector<int64_t> Sizes;
    for (const Mode &M : L.modes())
      Sizes.push_back(M.Size.Value);
    Expected<LinearForm> F = toLinear(plain(L), CoordinateKind::Natural);
    ASSERT_EQ(bool(F), isXor(Values, Sizes));
    if (!F) {
      consumeError(F.takeError());
      ++Carry;
      continue;
    }
    ++Linear;
    ASSERT_EQ(F->Domain, Sizes);
    forDigits(Sizes, [&](int64_t I, ArrayRef<int64_t> Digits) {
      ASSERT_EQ(int64_t(F->Map.applyFlat(flatInput(F->Map, Digits))),
                Values[I]);
    });
    // Integral coordinates, if all sizes are powers of two.
    if (Expected<LinearForm> G = toLinear(plain(L), CoordinateKind::Integral)) {
      for (int64_t I = 0; I < L.size(); ++I)
        ASSERT_EQ(int64_t(G->Map.applyFlat(uint64_t(I))), Values[I]);
    } else {
      ASSERT_NE(N % 2, 0) << toString(G.takeError());
      consumeError(G.takeError());
    }
    if (F->isPartial())
      continue;
    ++Back;
    ComposedLayout C = cantFail(fromLinear(F->Map));
    EXPECT_TRUE(C.isPlain());
    EXPECT_EQ(valuesOf(C.Inner), Values);
  }
  EXPECT_GT(Linear, 1500);
  EXPECT_GT(Carry, 500);
  EXPECT_GT(Back, 1000);
}

TEST(CuteLinear, RandomSwizzles) {
  RandomLayouts Random(12);
  int Linear = 0;
  for (int N = 0; N < 5000; ++N) {
    int64_t B = Random.below(4), M = Random.below(4);
    int64_t S = (B + Random.below(3)) * (Random.below(2) == 0 ? 1 : -1);
    Swizzle Sw = cantFail(Swizzle::create(B, M, S));
    Layout L = Random.next(true, true);
    IntTuple Offset = dynamic(Random.below(3) == 0 ? Random.below(256) : 0);
    ComposedLayout C = cantFail(ComposedLayout::create(Sw, Offset, L));
    SCOPED_TRACE(cute::toString(C));
    // A swizzle by its definition, bit by bit.
    auto Expected = [&](int64_t I) {
      int64_t X = Offset.integer().Value + valueAt(L, I), Y = X;
      for (int64_t K = 0; K < B; ++K) {
        int64_t From = M + (S > 0 ? S : 0) + K;
        if (X >> From & 1)
          Y ^= int64_t(1) << (From - S);
      }
      return Y;
    };
    for (int64_t I = 0; I < L.size(); ++I)
      ASSERT_EQ(C(I), Expected(I));
    auto F = toLinear(C, CoordinateKind::Modes);
    if (!F) {
      consumeError(F.takeError());
      continue;
    }
    ++Linear;
    for (int64_t I = 0; I < L.size(); ++I)
      ASSERT_EQ(int64_t(F->Map.applyFlat(uint64_t(I))), Expected(I));
    // There is a stride form, perhaps behind another swizzle.
    ComposedLayout Again = cantFail(fromLinear(F->Map));
    for (int64_t I = 0; I < L.size(); ++I)
      ASSERT_EQ(Again(I), Expected(I));
  }
  EXPECT_GT(Linear, 1500);
}

TEST(CuteLinear, OperationsAgree) {
  RandomLayouts Random(13);
  int Compositions = 0, Inverses = 0, Refused = 0;
  for (int N = 0; N < 5000; ++N) {
    Layout A = Random.next(true, true), B = Random.next(true, true);
    SCOPED_TRACE(cute::toString(A) + " o " + cute::toString(B));
    auto FA = toLinear(plain(A), CoordinateKind::Integral);
    auto FB = toLinear(plain(B), CoordinateKind::Integral);
    if (!FA || !FB) {
      consumeError(FA.takeError());
      consumeError(FB.takeError());
      continue;
    }
    if (A.size() > 1 && isInjective(A) && A.cosize() == A.size()) {
      LinearLayout Inverse = cantFail(invert(FA->Map));
      Layout Left = cantFail(leftInverse(A)), Right = cantFail(rightInverse(A));
      for (int64_t I = 0; I < A.size(); ++I) {
        ASSERT_EQ(int64_t(Inverse.applyFlat(uint64_t(I))), valueAt(Left, I));
        ASSERT_EQ(int64_t(Inverse.applyFlat(uint64_t(I))), valueAt(Right, I));
      }
      ++Inverses;
    }
    if (B.cosize() > A.size())
      continue;
    // The output of B becomes the input of A.
    LayoutSpec Spec = FB->Map.spec();
    Spec.Inputs[0].Name = "b";
    Spec.Outputs[0] = {"c", uint64_t(A.size())};
    LinearLayout Product = cantFail(
        f2layout::compose(cantFail(LinearLayout::create(Spec)), FA->Map));
    Expected<Layout> R = compose(A, B);
    for (int64_t I = 0; R && I < B.size(); ++I)
      ASSERT_EQ(int64_t(Product.applyFlat(uint64_t(I))), valueAt(*R, I));
    Compositions += bool(R);
    Refused += !R;
    consumeError(R.takeError());
  }
  EXPECT_GT(Compositions, 300);
  EXPECT_GT(Inverses, 300);
  EXPECT_GT(Refused, 0);
}

namespace {

/// The error of a composition, or the layout.
std::string composed(StringRef A, StringRef B) {
  Expected<Layout> R =
      compose(cantFail(cute::parseLayout(A)), cantFail(cute::parseLayout(B)));
  return R ? cute::toString(*R) : "refused";
}

/// The same as maps over F2, A after B.
LinearLayout product(StringRef A, StringRef B) {
  LinearLayout FA = cantFail(toLinear(read(A), CoordinateKind::Integral)).Map;
  LayoutSpec Spec =
      cantFail(toLinear(read(B), CoordinateKind::Integral)).Map.spec();
  Spec.Inputs[0].Name = "x";
  Spec.Outputs[0] = {"c", uint64_t(1) << FA.inputBits()};
  return cantFail(f2layout::compose(cantFail(LinearLayout::create(Spec)), FA));
}

} // namespace

/// The examples of docs/cute.md.
TEST(CuteLinear, CompositionsOfMapsOnly) {
  EXPECT_EQ(composed("(_4,_4):(_4,_1)", "_4:_5"), "refused");
  EXPECT_EQ(strideText(product("(4,4):(4,1)", "4:5")), "_4:_5");

  // A layout after a swizzle that does not go through it.
  Expected<ComposedLayout> R =
      compose(cantFail(cute::parseLayout("(2,8):(8,1)")),
              cantFail(parseSwizzle("Sw<2,0,2>")));
  EXPECT_FALSE(bool(R));
  consumeError(R.takeError());
  LinearLayout L = product("(2,8):(8,1)", "Sw<2,0,2> o 0 o 16:1");
  EXPECT_EQ(f2layout::toString(L), "x=[[8],[1],[10],[5]] -> [offset:16]");
  EXPECT_EQ(strideText(L),
            "the layout has no stride form, also behind a swizzle: bit 0 of x "
            "(8) and bit 2 of x (10) have common bits");

  // Two swizzles of different shifts.
  Expected<Swizzle> S = compose(cantFail(parseSwizzle("Sw<1,0,2>")),
                                cantFail(parseSwizzle("Sw<1,0,1>")));
  EXPECT_FALSE(bool(S));
  consumeError(S.takeError());
  EXPECT_EQ(
      f2layout::toString(product("Sw<1,0,2> o 0 o 8:1", "Sw<1,0,1> o 0 o 8:1")),
      "x=[[1],[3],[5]] -> [offset:8]");
}

TEST(CuteLinear, CompositionsOfIntegersOnly) {
  EXPECT_EQ(composed("(_6,_2):(_8,_2)", "(_4,_3):(_3,_1)"),
            "((_2,_2),_3):((_24,_2),_8)");
  EXPECT_EQ(linearText("(6,2):(8,2)", CoordinateKind::Integral),
            "(6,2):(8,2) is not linear: size _6 of mode 0 is no power "
            "of two, so that bits of a coordinate of several modes are not "
            "bits of these modes");
  // Rows with a gap of one element, and every second row.
  EXPECT_EQ(composed("(_8,_8):(_9,_1)", "(_4,_8):(_2,_8)"), "(_4,_8):(_18,_1)");
  EXPECT_EQ(linearText("(8,8):(9,1)", CoordinateKind::Modes),
            "(8,8):(9,1) is not linear: bit 0 of mode 0 (9) and "
            "bit 0 of mode 1 (1) carry: 9 & 1 is 1");
}
