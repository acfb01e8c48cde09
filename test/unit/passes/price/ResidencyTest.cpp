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

TEST(ResidencyTest, AboutNineKernelsOfTen) {
  const Target T = processor();
  const RegisterSpread R = registersOf(T, 31);
  EXPECT_EQ(25u, R.Least);
  EXPECT_EQ(40u, R.Usual);
  EXPECT_EQ(53u, R.Most);
  EXPECT_EQ(1u, registersOf(T, 2).Least);
}

TEST(ResidencyTest, OneStepMoreIsExpectedToCostAPart) {
  const Target T = processor();
  // Two kernels of five have 28 and 31 registers. With 3 or 8 more, they have
  // more than 32.
  const double Chance = chanceOfFewerWarps(T, 1024, 22, 22);
  EXPECT_GT(Chance, 0);
  EXPECT_LT(Chance, 0.2);
  EXPECT_NEAR(1 + Chance, expectedSlowdown(T, 1024, 22, 22), 1e-9);
  // An estimate that falls is no promise.
  EXPECT_EQ(Chance, chanceOfFewerWarps(T, 1024, 22, 4));
  EXPECT_LT(Chance, chanceOfFewerWarps(T, 1024, 22, 28));
  // Half of the warps are enough.
  EXPECT_GT(chanceOfFewerWarps(T, std::nullopt, 22, 22), 0);
  EXPECT_EQ(1, expectedSlowdown(T, std::nullopt, 22, 22));
  EXPECT_EQ(0, chanceOfFewerWarps(T, 1024, 5, 5));
}

TEST(ResidencyTest, TheLargestBlockOfHipIsNotStated) {
  Target T = processor();
  LaunchShape L;
  L.BoundThreads = 1024;
  EXPECT_EQ(1024u, statedBlock(L, T));
  T.Maker = Vendor::AMD;
  EXPECT_EQ(std::nullopt, statedBlock(L, T));
  L.BoundThreads = 256;
  EXPECT_EQ(256u, statedBlock(L, T));
}

TEST(ResidencyTest, UnknownLimitsDecideNothing) {
  Target T = processor();
  T.Resident = {};
  EXPECT_EQ(0u, residentWarps(T, 256, 40));
  EXPECT_EQ(1, slowdownByRegisters(T, 256, 40, 200));
}

} // namespace
