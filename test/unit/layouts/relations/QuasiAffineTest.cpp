//===- QuasiAffineTest.cpp - Expressions of relations ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What expressions mean is compared with isl in test/unit/isl.
//
//===----------------------------------------------------------------------===//

#include "layouts/relations/QuasiAffine.h"
#include "test/unit/layouts/LayoutTesting.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// The value at x, or the error.
std::string valueAt(StringRef Written, int64_t X) {
  TextReader Text(Written);
  std::vector<std::string> Names = {"x"};
  QuasiAffine E;
  if (Error Failure = QuasiAffineReader(Text, Names).expression(E))
    return llvm::toString(std::move(Failure));
  if (!Text.at(Token::End))
    return "a rest";
  std::optional<int64_t> Value = E.evaluate(X);
  return Value ? std::to_string(*Value) : "none";
}

} // namespace

TEST(QuasiAffine, ModBindsOneOperand) {
  EXPECT_EQ(valueAt("2*x mod 4", 3), "6");
  EXPECT_EQ(valueAt("2x mod 4", 3), "6");
  EXPECT_EQ(valueAt("(2*x) mod 4", 3), "2");
  EXPECT_EQ(valueAt("-x mod 4", 3), "-3");
  EXPECT_EQ(valueAt("(-x) mod 4", 3), "1");
  EXPECT_EQ(valueAt("10 - -2*x mod 4", 3), "16");
  EXPECT_EQ(valueAt("x mod 4 mod 2", 3), "a rest");
}

TEST(QuasiAffine, FloorDividesOneTerm) {
  EXPECT_EQ(valueAt("floor((1 + x)/4)", 3), "1");
  EXPECT_EQ(valueAt("floor(-x/4)", 3), "-1");
  EXPECT_EQ(valueAt("floor(1 + x/4)", 3),
            "1:9: expected brackets around the sum before '/'");
  EXPECT_EQ(valueAt("floor(7/4)", 3),
            "1:8: expected brackets around what is divided");
}

TEST(QuasiAffine, EndsOf64Bits) {
  EXPECT_EQ(valueAt("x mod 3", INT64_MIN), "1"); // -2^63 is 1 mod 3.
  EXPECT_EQ(valueAt("x mod 9223372036854775807", INT64_MIN),
            "9223372036854775806");
  EXPECT_EQ(valueAt("floor(x/3)", INT64_MIN), "-3074457345618258603");
  EXPECT_EQ(valueAt("-x", INT64_MIN), "none");
  EXPECT_EQ(valueAt("x*4294967296*4294967296", 0),
            "1:14: the product of numbers does not fit into 64 bits");
}

TEST(QuasiAffine, IsNotTooDeep) {
  for (StringRef Part : {"(", "floor(", "1*"}) {
    std::string Deep;
    for (int N = 0; N < 70; ++N)
      Deep += Part;
    EXPECT_NE(valueAt(Deep + "x", 0).find("is nested more than 64 deep"),
              std::string::npos)
        << Deep;
  }
  EXPECT_EQ(valueAt(std::string(64, '(') + "x" + std::string(64, ')'), 5), "5");
}
