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

} // namespace
