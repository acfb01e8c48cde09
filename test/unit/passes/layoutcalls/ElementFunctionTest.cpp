//===- ElementFunctionTest.cpp - Steps that all registers take ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/lower/ElementFunction.h"
#include "test/unit/passes/AnalysisTesting.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// The function of %w in such a body, and the text that it is read from.
struct Parsed {
  explicit Parsed(StringRef Body)
      : K(("define void @f(<2 x i8> %x, <2 x half> %h, i8 %a, i8 %b) {\n" +
           Body + "  ret void\n}\n")
              .str()),
        F(elementFunctionOf(K.value("w"))) {}
  std::string types() const {
    std::string Text;
    raw_string_ostream OS(Text);
    for (const ElementStage &S : F.Stages)
      OS << *S.type() << ' ';
    return Text;
  }
  ParsedKernel K;
  ElementFunction F;
};

TEST(ElementFunction, StepsOfVectors) {
  Parsed P(R"(
    %s = sext <2 x i8> %x to <2 x i16>
    %t = add <2 x i16> %s, splat (i16 3)
    %w = sitofp <2 x i16> %t to <2 x double>
)");
  EXPECT_EQ(P.types(), "double i16 i16 i8 ");
  EXPECT_TRUE(P.F.isInjective(3));
  EXPECT_TRUE(P.F.Stages[3].vector());
}

TEST(ElementFunction, StepsOfElements) {
  Parsed P(R"(
    %a0 = zext i8 %a to i32
    %b0 = zext i8 %b to i32
    %v = insertelement <2 x i32> poison, i32 %a0, i32 0
    %w = insertelement <2 x i32> %v, i32 %b0, i32 1
)");
  EXPECT_EQ(P.types(), "i32 i8 ");
  EXPECT_FALSE(P.F.Stages[1].vector());
}

TEST(ElementFunction, OrderOfRegistersStays) {
  // Register 0 of %w is made of element 1 of %x.
  Parsed P(R"(
    %s = zext <2 x i8> %x to <2 x i32>
    %w = shufflevector <2 x i32> %s, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
)");
  ASSERT_EQ(P.types(), "i32 i8 ");
  EXPECT_EQ(P.F.Stages[1].Registers[0].Index, 1);
  EXPECT_EQ(P.F.Stages[1].Registers[1].Index, 0);
  EXPECT_FALSE(P.F.Stages[1].vector());
}

TEST(ElementFunction, RegistersThatDiffer) {
  // Another cast, another constant, an operand on the other side, a constant
  // register, and a constant that differs between the elements of a vector.
  for (const char *Body : {R"(
    %a0 = zext i8 %a to i32
    %b0 = sext i8 %b to i32
    %v = insertelement <2 x i32> poison, i32 %a0, i32 0
    %w = insertelement <2 x i32> %v, i32 %b0, i32 1
)",
                           R"(
    %a0 = add i8 %a, 1
    %b0 = add i8 %b, 2
    %v = insertelement <2 x i8> poison, i8 %a0, i32 0
    %w = insertelement <2 x i8> %v, i8 %b0, i32 1
)",
                           R"(
    %a0 = sub i8 %a, 1
    %b0 = sub i8 1, %b
    %v = insertelement <2 x i8> poison, i8 %a0, i32 0
    %w = insertelement <2 x i8> %v, i8 %b0, i32 1
)",
                           R"(
    %w = shl <2 x i8> %x, <i8 1, i8 2>
)",
                           R"(
    %w = freeze <2 x i8> %x
)",
                           R"(
    %w = udiv <2 x i8> %x, splat (i8 3)
)"})
    EXPECT_EQ(Parsed(Body).F.Steps.size(), 0u) << Body;
  EXPECT_EQ(Parsed(R"(
    %w = insertelement <2 x i8> <i8 0, i8 undef>, i8 %a, i32 1
)")
                .F.Stages.size(),
            0u);
}

TEST(ElementFunction, ElementsMustStayElements) {
  Parsed P(R"(
    %p = bitcast <2 x half> %h to <4 x i8>
    %w = zext <4 x i8> %p to <4 x i32>
)");
  EXPECT_EQ(P.types(), "i32 i8 ");
}

TEST(ElementFunction, Injective) {
  // A byte that loses a bit, and one that does not where all is taken together.
  Parsed Lost(R"(
    %s = and <2 x i8> %x, splat (i8 127)
    %w = zext <2 x i8> %s to <2 x i16>
)");
  ASSERT_EQ(Lost.F.Steps.size(), 2u);
  EXPECT_TRUE(Lost.F.isInjective(1));
  EXPECT_FALSE(Lost.F.isInjective(2));
  Parsed Decoded(R"(
    %s = sext <2 x i8> %x to <2 x i16>
    %u = shl <2 x i16> %s, splat (i16 7)
    %m = and <2 x i16> %u, splat (i16 -16385)
    %c = bitcast <2 x i16> %m to <2 x half>
    %w = fmul <2 x half> %c, splat (half 256.0)
)");
  ASSERT_EQ(Decoded.F.Steps.size(), 5u);
  EXPECT_TRUE(Decoded.F.isInjective(5));
  EXPECT_FALSE(Decoded.F.isInjective(4)); // From 16 bits.
  // Of 2^15 and 2^15 + 1 a half is the same.
  Parsed Rounded(R"(
    %s = sext <2 x i8> %x to <2 x i16>
    %w = sitofp <2 x i16> %s to <2 x half>
)");
  EXPECT_FALSE(Rounded.F.isInjective(1));
  EXPECT_TRUE(Rounded.F.isInjective(2));
}

TEST(ElementFunction, FlagsHoldForAll) {
  Parsed P(R"(
    %a0 = add nsw nuw i8 %a, 1
    %b0 = add nsw i8 %b, 1
    %v = insertelement <2 x i8> poison, i8 %a0, i32 0
    %w = insertelement <2 x i8> %v, i8 %b0, i32 1
)");
  ASSERT_EQ(P.F.Steps.size(), 1u);
  IRBuilder<> B(P.K.function().getEntryBlock().getTerminator());
  auto *I = cast<Instruction>(
      emitSteps(B, P.F.Steps, emitStage(B, P.F.Stages[1], /*AsVector=*/true)));
  EXPECT_TRUE(I->hasNoSignedWrap());
  EXPECT_FALSE(I->hasNoUnsignedWrap());
}

} // namespace
