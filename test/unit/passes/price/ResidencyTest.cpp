//===- ResidencyTest.cpp --------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/Residency.h"
#include "gtest/gtest.h"

using namespace f2layout;

namespace {

/// 64 warps of 32 lanes, and 65536 registers.
Target processor() {
  Target T;
  T.M.LaneBits = 5;
  T.Resident.Threads = 2048;
  T.Resident.Registers = 65536;
  return T;
}

TEST(ResidencyTest, RegistersAreGivenEightAtATime) {
  const Target T = processor();
  EXPECT_EQ(64u, residentWarps(T, std::nullopt, 32));
  EXPECT_EQ(51u, residentWarps(T, std::nullopt, 33));
  EXPECT_EQ(51u, residentWarps(T, std::nullopt, 40));
  EXPECT_EQ(23u, residentWarps(T, std::nullopt, 88));
}

TEST(ResidencyTest, WholeBlocksRun) {
  const Target T = processor();
  EXPECT_EQ(48u, residentWarps(T, 256, 40)); // 6 of 8 warps
  EXPECT_EQ(32u, residentWarps(T, 1024, 60));
  EXPECT_EQ(0u, residentWarps(T, 1024, 80));
}

TEST(ResidencyTest, HalfOfTheWarpsAreEnoughIfTheyAreOfTwoBlocks) {
  const Target T = processor();
  EXPECT_EQ(1, slowdownByRegisters(T, 256, 32, 64));
  EXPECT_EQ(2, slowdownByRegisters(T, 256, 64, 128));
  EXPECT_EQ(2, slowdownByRegisters(T, 1024, 32, 60));
  EXPECT_EQ(1, slowdownByRegisters(T, 256, 64, 40));
}

TEST(ResidencyTest, UnknownLimitsDecideNothing) {
  Target T = processor();
  T.Resident = {};
  EXPECT_EQ(0u, residentWarps(T, 256, 40));
  EXPECT_EQ(1, slowdownByRegisters(T, 256, 40, 200));
}

} // namespace
