//===- IntTupleTest.cpp ---------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/IntTuple.h"
#include "gtest/gtest.h"

using namespace f2layout;
using namespace f2layout::cute;

// Two sums of sizes that are too large. Found by test/fuzz: their sum does not
// fit into 64 bits.
TEST(IntTuple, SumsSaturate) {
  EXPECT_EQ(add(Overflow, Overflow), Overflow);
  EXPECT_EQ(add(-Overflow, -Overflow), -Overflow);
  EXPECT_EQ(add(Overflow, -Overflow), 0);
  EXPECT_EQ(add(Overflow - 1, 1), Overflow);
  EXPECT_EQ(add(2, -5), -3);
}

TEST(IntTuple, ProductsSaturate) {
  EXPECT_EQ(multiply(Overflow, 2), Overflow);
  EXPECT_EQ(multiply(Overflow, -2), -Overflow);
  EXPECT_EQ(multiply(-3, -4), 12);
}
