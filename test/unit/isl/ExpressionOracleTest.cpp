//===- ExpressionOracleTest.cpp - Expressions read by isl and by us -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random expressions with few brackets, such as `-3*2x mod 4 - floor(y*2/3)`,
// where a reader shows what it takes to bind tighter. Whatever our reader takes
// must be an expression to isl, with the same values. (Texts that f2layout has
// written have all the brackets that they need, and cannot show this.)
//
//===----------------------------------------------------------------------===//

#include "IslTesting.h"
#include "layouts/relations/QuasiAffine.h"
#include "layouts/relations/RelationReader.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;

namespace {

/// Writes expressions of x and y that isl may take or not.
class Writer {
public:
  /// Numbers are one of Numbers.
  Writer(Random &R, std::vector<int> Numbers)
      : R(R), Numbers(std::move(Numbers)) {}

  std::string expression(unsigned Depth) {
    std::string Text = oneIn(4) ? "-" : "";
    Text += term(Depth);
    while (oneIn(3)) {
      Text += oneIn(2) ? " + " : " - ";
      Text += (oneIn(6) ? "-" : "") + term(Depth);
    }
    return Text;
  }

private:
  bool oneIn(unsigned N) { return R() % N == 0; }
  std::string number() { return std::to_string(Numbers[R() % Numbers.size()]); }
  std::string name() { return oneIn(2) ? "x" : "y"; }

  std::string operand(unsigned Depth) {
    switch (Depth ? R() % 8 : R() % 5) {
    case 0:
      return number();
    case 1:
      return number() + name();
    case 5:
      return "(" + expression(Depth - 1) + ")";
    case 6:
    case 7:
      return "floor(" + expression(Depth - 1) + "/" + number() + ")";
    default:
      return name();
    }
  }

  std::string term(unsigned Depth) {
    std::string Text;
    while (oneIn(3))
      Text += number() + "*";
    Text += operand(Depth);
    while (oneIn(3))
      Text +=
          oneIn(3) ? "*" + (oneIn(8) ? name() : number()) : " mod " + number();
    return Text;
  }

  Random &R;
  const std::vector<int> Numbers;
};

std::optional<QuasiAffine> readByUs(StringRef Written) {
  TextReader Text(Written);
  std::vector<std::string> Names = {"x", "y"};
  QuasiAffine E;
  if (Error Failure = QuasiAffineReader(Text, Names).expression(E)) {
    consumeError(std::move(Failure));
    return std::nullopt;
  }
  return Text.at(Token::End) ? std::optional(std::move(E)) : std::nullopt;
}

} // namespace

TEST(ExpressionOracle, ReadsAsIslDoes) {
  Random R(1);
  Writer W(R, {1, 2, 3, 4, 5, 6, 7});
  Context C;
  int Taken = 0, Refused = 0, WithMod = 0;
  for (int N = 0; N < 6000; ++N) {
    std::string Text = W.expression(2);
    SCOPED_TRACE(Text);
    C.restart();
    std::string Whole = "{ [x, y] -> [" + Text + "] }";
    Map Theirs = C.map(Whole);
    std::optional<QuasiAffine> Ours = readByUs(Text);
    if (!Theirs || !Ours) {
      ASSERT_FALSE(Ours) << "isl refuses it: " << C.why();
      ++Refused;
      continue;
    }
    ++Taken;
    WithMod += StringRef(Text).contains("mod");
    Function F = C.function(Whole);
    for (int64_t X = -5; X <= 7; X += 3)
      for (int64_t Y : {0, 1, 6, 11}) {
        std::optional<std::vector<int64_t>> Value = F.at({X, Y});
        ASSERT_TRUE(Value);
        ASSERT_EQ(Ours->evaluate({X, Y}), Value->front()) << X << " " << Y;
      }
  }
  EXPECT_GT(Taken, 1500);
  EXPECT_GT(WithMod, 500);
  EXPECT_GT(Refused, 500);
}

// The same of relations that are layouts.
TEST(ExpressionOracle, ReadsLayoutsAsIslDoes) {
  Random R(2);
  Writer W(R, {1, 2, 4});
  Context C(/*MaxOperations=*/300000);
  int Layouts = 0, WithMod = 0, Injective = 0;
  for (int N = 0; N < 4000; ++N) {
    std::string Text = "{ [x, y] -> [" + W.expression(1) + ", " +
                       W.expression(1) + "] : 0 <= x <= 7 and 0 <= y < 4 }";
    Expected<PaddedLayout> Ours = parseRelation(Text);
    if (!Ours) {
      consumeError(Ours.takeError());
      continue;
    }
    SCOPED_TRACE(Text);
    C.restart();
    Expected<LinearLayout> Theirs = layoutOf(C, Text);
    ASSERT_TRUE(bool(Theirs)) << llvm::toString(Theirs.takeError());
    ASSERT_EQ(toString(Ours->Linear), toString(*Theirs));
    ++Layouts;
    WithMod += StringRef(Text).contains("*x mod") ||
               StringRef(Text).contains("*y mod");
    Injective += Ours->Linear.isInjective();
  }
  EXPECT_GT(Layouts, 400);
  EXPECT_GT(WithMod, 25);
  EXPECT_GT(Injective, 60);
}

// Texts that would exhaust the stack of isl's parser are not given to it.
TEST(ExpressionOracle, DoesNotNestTooDeep) {
  Context C;
  auto Nested = [](StringRef Open, StringRef Close, unsigned Depth) {
    std::string Text = "{ [x] -> [";
    for (unsigned N = 0; N < Depth; ++N)
      Text += Open;
    Text += "x";
    for (unsigned N = 0; N < Depth; ++N)
      Text += Close;
    return Text + "] }";
  };
  EXPECT_TRUE(C.map(Nested("(", ")", 500)));
  EXPECT_TRUE(C.map(Nested("1*", "", 500)));
  EXPECT_FALSE(C.map(Nested("(", ")", 1000000)));
  EXPECT_FALSE(C.map(Nested("floor(", ")", 1000000)));
  EXPECT_FALSE(C.map(Nested("-1*", "", 1000000)));
  EXPECT_FALSE(C.map(Nested("1*1*1*(", ")", 1000000)));
  EXPECT_TRUE(C.map(Nested("x - 2*x + ", "", 5000)));
}
