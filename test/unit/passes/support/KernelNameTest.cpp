//===- KernelNameTest.cpp - The name of a kernel for a reader -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/KernelName.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

TEST(KernelNameTest, DropsScopesAndParameters) {
  EXPECT_EQ("reduce", kernelName("_ZN3gpu6reduceEPf"));
  EXPECT_EQ("reduce<8>", kernelName("_Z6reduceILi8EEvPf"));
  EXPECT_EQ("reduce<gpu::tag>", kernelName("_ZN3gpu6reduceINS_3tagEEEvPf"));
}

TEST(KernelNameTest, ShowsWhatDiffers) {
  const StringRef Symbols[] = {
      "_Z4scanI5BlockIi13LongAlgorithm10LongPolicyLi1EE6LongerIcE"
      "12EvenLongerXXEvv",
      "_Z4scanI5BlockIi13LongAlgorithm10LongPolicyLi2EE6LongerIcE"
      "12EvenLongerXXEvv"};
  EXPECT_EQ("scan<... 1...>", kernelName(Symbols[0], Symbols));
  EXPECT_EQ("scan<... 2...>", kernelName(Symbols[1], Symbols));
  // Nothing else is made of the template.
  const std::string Alone = kernelName(Symbols[0]);
  EXPECT_TRUE(StringRef(Alone).starts_with("scan<Block<int, LongAlgorithm"));
  EXPECT_TRUE(StringRef(Alone).ends_with("EvenLongerXX>"));
  EXPECT_EQ(60u, Alone.size());
}

TEST(KernelNameTest, NamesTheTemplate) {
  EXPECT_EQ("reduce", templateOf("reduce<gpu::tag<8>>"));
  EXPECT_EQ("", templateOf("reduce"));
}

TEST(KernelNameTest, KeepsWhatIsNoFunction) {
  EXPECT_EQ("kernel", kernelName("kernel"));
  EXPECT_EQ("_ZZ6reducevE1s", kernelName("_ZZ6reducevE1s"));
}

} // namespace
