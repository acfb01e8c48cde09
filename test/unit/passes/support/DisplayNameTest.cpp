//===- DisplayNameTest.cpp ------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/DisplayName.h"
#include "gtest/gtest.h"

using namespace f2layout;

namespace {

TEST(DisplayNameTest, LeavesPlainNamesAsTheyAre) {
  EXPECT_EQ("tile", displayName("tile"));
  EXPECT_EQ("tile.1", displayName("tile.1"));
  EXPECT_EQ("", displayName(""));
}

TEST(DisplayNameTest, DropsScopesAndSuffixes) {
  EXPECT_EQ("tb_sum", displayName("_ZZ10dot_kernelIfEvPKT_S2_PS0_iE6tb_sum"));
  EXPECT_EQ("local_data",
            displayName("_ZZN10mean_shift3gpu17mean_shift_tilingEPKfPfE10local_"
                        "data"));
  EXPECT_EQ("s", displayName("_ZZ12warpExchangeIcLi4ELb1EEvPT_PKS0_E1s.f2"));
}

TEST(DisplayNameTest, KeepsWhatCannotBeRead) {
  EXPECT_EQ("_Zx", displayName("_Zx"));
}

} // namespace
