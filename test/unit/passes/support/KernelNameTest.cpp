//===- KernelNameTest.cpp - The name of a kernel for a reader -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/KernelName.h"
#include "gtest/gtest.h"

using namespace f2layout;

namespace {

TEST(KernelNameTest, DropsScopesAndParameters) {
  EXPECT_EQ("reduce", kernelName("_ZN3gpu6reduceEPf"));
  EXPECT_EQ("reduce<8>", kernelName("_Z6reduceILi8EEvPf"));
  EXPECT_EQ("reduce<gpu::tag>", kernelName("_ZN3gpu6reduceINS_3tagEEEvPf"));
}

TEST(KernelNameTest, KeepsWhatIsNoFunction) {
  EXPECT_EQ("kernel", kernelName("kernel"));
  EXPECT_EQ("_ZZ6reducevE1s", kernelName("_ZZ6reducevE1s"));
}

} // namespace
