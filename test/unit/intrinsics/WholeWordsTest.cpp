//===- WholeWordsTest.cpp - Narrow values that are parts of a word --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/words/WholeWords.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

class WholeWords : public ::testing::Test {
protected:
  void parse(StringRef Body) {
    SMDiagnostic Error;
    M = parseAssemblyString(
        ("define void @f(ptr %p) {\n" + Body + "  ret void\n}\n").str(), Error,
        Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
  }
  Value *named(StringRef Name) {
    return M->getFunction("f")->getValueSymbolTable()->lookup(Name);
  }
  /// "w.1" for the element 1 of %w.
  std::string taken(StringRef Name, unsigned Bits, unsigned Chunk = 0) {
    std::optional<WordPlace> P = takenFrom(named(Name), Bits, Chunk);
    return P ? (P->Word->getName() + "." + Twine(P->Index)).str() : "none";
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
};

TEST_F(WholeWords, ShiftsOfAWord) {
  parse("  %w = load i32, ptr %p\n"
        "  %a = trunc i32 %w to i8\n"
        "  %s = lshr i32 %w, 24\n"
        "  %d = trunc i32 %s to i8\n"
        "  %odd = lshr i32 %w, 4\n"
        "  %o = trunc i32 %odd to i8\n");
  EXPECT_EQ(taken("a", 8), "w.0");
  EXPECT_EQ(taken("d", 8), "w.3");
  EXPECT_EQ(taken("o", 8), "odd.0");
}

// The result of a wide access of shared memory: words that are parts of a
// vector.
TEST_F(WholeWords, WordsOfAVector) {
  parse("  %v = load <2 x i32>, ptr %p\n"
        "  %w0 = extractelement <2 x i32> %v, i64 0\n"
        "  %w1 = extractelement <2 x i32> %v, i64 1\n"
        "  %h = bitcast i32 %w1 to <2 x i16>\n"
        "  %a = extractelement <2 x i16> %h, i64 1\n"
        "  %b = trunc i32 %w0 to i16\n");
  EXPECT_EQ(taken("a", 16), "w1.1");
  EXPECT_EQ(taken("b", 16), "w0.0");
}

// No named value holds these two halves as one word of 32 bits.
// A vector of narrow elements is whole words if it has as many bits.
TEST_F(WholeWords, HalvesOfAVector) {
  parse("  %v = load <4 x i16>, ptr %p\n"
        "  %a = extractelement <4 x i16> %v, i64 3\n"
        "  %three = load <3 x i16>, ptr %p\n"
        "  %t = extractelement <3 x i16> %three, i64 1\n"
        "  %n = load i16, ptr %p\n"
        "  %w = zext i16 %n to i32\n"
        "  %s = lshr i32 %w, 16\n"
        "  %z = trunc i32 %s to i16\n");
  EXPECT_EQ(taken("a", 16), "v.3");
  EXPECT_EQ(taken("t", 16), "none");
  EXPECT_EQ(taken("n", 16), "none");
  EXPECT_EQ(taken("z", 16), "none") << "it is zero";
}

TEST_F(WholeWords, PutTogether) {
  parse("  %l = load i16, ptr %p\n"
        "  %h = load i16, ptr %p\n"
        "  %x = load i16, ptr %p\n"
        "  %lz = zext i16 %l to i32\n"
        "  %hz = zext i16 %h to i32\n"
        "  %hs = shl i32 %hz, 16\n"
        "  %w = or disjoint i32 %hs, %lz\n"
        "  %alone = zext i16 %x to i32\n");
  std::optional<WordPlace> Low = putInto(named("l")),
                           High = putInto(named("h"));
  ASSERT_TRUE(Low && High);
  EXPECT_EQ(Low->Word, named("w"));
  EXPECT_EQ(Low->Index, 0u);
  EXPECT_EQ(High->Word, named("w"));
  EXPECT_EQ(High->Index, 1u);
  EXPECT_FALSE(putInto(named("x")));
}

// As clang for AMD copies structures.
TEST_F(WholeWords, ElementsOfVectors) {
  parse("  %v = load <8 x i8>, ptr %p\n"
        "  %u = load <4 x i8>, ptr %p\n"
        "  %s = shufflevector <8 x i8> %v, <8 x i8> poison, <2 x i32> <i32 5, "
        "i32 poison>\n"
        "  %l = load i8, ptr %p\n"
        "  %twice = load i8, ptr %p\n"
        "  %part = load i8, ptr %p\n"
        "  %i0 = insertelement <4 x i8> poison, i8 7, i64 3\n"
        "  %i1 = insertelement <4 x i8> %i0, i8 8, i64 0\n"
        "  %i2 = insertelement <4 x i8> %i1, i8 9, i64 1\n"
        "  %i3 = insertelement <4 x i8> %i2, i8 %l, i64 2\n"
        "  %j0 = insertelement <4 x i8> poison, i8 %twice, i64 3\n"
        "  %j1 = insertelement <4 x i8> %j0, i8 7, i64 3\n"
        "  %k = insertelement <4 x i8> %u, i8 %part, i64 2\n");
  EXPECT_EQ(taken("s", 8, 0), "v.5");
  EXPECT_EQ(taken("s", 8, 1), "none") << "it is poison";
  std::optional<WordPlace> Place = putInto(named("l"));
  ASSERT_TRUE(Place);
  EXPECT_EQ(Place->Word, named("i3"));
  EXPECT_EQ(Place->Index, 2u);
  EXPECT_FALSE(putInto(named("twice"))) << "it is overwritten";
  EXPECT_FALSE(putInto(named("part"))) << "the others come from elsewhere";
}

TEST_F(WholeWords, BytesOfAVectorOfWords) {
  parse("  %v = load <4 x i32>, ptr %p\n"
        "  %s = lshr <4 x i32> %v, splat (i32 8)\n"
        "  %t = trunc <4 x i32> %s to <4 x i8>\n");
  EXPECT_EQ(taken("t", 8, 0), "v.1");
  EXPECT_EQ(taken("t", 8, 2), "v.9");
}

TEST_F(WholeWords, ElementsOfTwoVectors) {
  parse("  %v = load <4 x i8>, ptr %p\n"
        "  %w = load <4 x i8>, ptr %p\n"
        "  %s = shufflevector <4 x i8> %v, <4 x i8> %w, <4 x i32> <i32 1, i32 "
        "6, i32 3, i32 4>\n");
  EXPECT_EQ(taken("s", 8, 1), "w.2");
  EXPECT_EQ(taken("s", 8, 2), "v.3");
}

} // namespace
