//===- ConversionTest.cpp - Fitting maps to tables ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

Holder imageOf(const AffineMove &A, unsigned Register, unsigned Thread) {
  uint64_t Y = A.Offset;
  for (unsigned J = 0; J < A.RegisterColumns.size(); ++J)
    Y ^= Register >> J & 1 ? A.RegisterColumns[J] : 0;
  for (unsigned J = 0; J < A.ThreadColumns.size(); ++J)
    Y ^= Thread >> J & 1 ? A.ThreadColumns[J] : 0;
  return {uint16_t(Y & ((1u << A.SourceRegisterBits) - 1)),
          uint16_t(Y >> A.SourceRegisterBits)};
}

void expectAgrees(const Conversion &C, const AffineMove &A) {
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T)
      if (C.holder(R, T) != DontCare) {
        ASSERT_EQ(imageOf(A, R, T), C.holder(R, T));
      }
}

TEST(FitAffine, RotationOfTheTileInTheHeader) {
  // 4 lanes, 2 registers: element = register * 4 + lane held, lane * 2 +
  // register wanted.
  Conversion C = makeConversion(32, 2, 2, 2, 0, [](unsigned R, unsigned T) {
    unsigned E = T * 2 + R;
    return Holder{uint16_t(E / 4), uint16_t(E % 4)};
  });
  ASSERT_TRUE(C.Affine);
  EXPECT_EQ(C.Affine->SourceRegisterBits, 1u);
  EXPECT_EQ(C.Affine->ThreadBits, 2u);
  EXPECT_EQ(C.Affine->Offset, 0u);
  // register -> lane bit 0; lane bit 0 -> lane bit 1; lane bit 1 -> register.
  EXPECT_EQ(C.Affine->RegisterColumns[0], 2u);
  EXPECT_EQ(C.Affine->ThreadColumns[0], 4u);
  EXPECT_EQ(C.Affine->ThreadColumns[1], 1u);
}

TEST(FitAffine, OffsetsAreKept) {
  Conversion C = makeConversion(32, 5, 4, 4, 0, [](unsigned R, unsigned T) {
    return Holder{uint16_t(R ^ 3), uint16_t(T ^ 17)};
  });
  ASSERT_TRUE(C.Affine);
  EXPECT_EQ(C.Affine->Offset, 3u | 17u << 2);
  expectAgrees(C, *C.Affine);
}

TEST(FitAffine, AdditionIsNotAffine) {
  EXPECT_FALSE(makeConversion(32, 5, 1, 1, 0, [](unsigned, unsigned T) {
                 return Holder{0, uint16_t((T + 1) % 32)};
               }).Affine);
}

TEST(FitAffine, OddItemCountsHaveNoMap) {
  EXPECT_FALSE(blockedToStriped(32, 5, 3).Affine);
  EXPECT_TRUE(blockedToStriped(32, 5, 4).Affine);
}

TEST(FitAffine, WhatNobodyAsksForStaysWhereItIs) {
  Conversion C = makeConversion(32, 5, 4, 4, 0,
                                [](unsigned, unsigned) { return DontCare; });
  ASSERT_TRUE(C.Affine);
  EXPECT_EQ(imageOf(*C.Affine, 2, 21), (Holder{2, 21}));
}

TEST(FitAffine, UnitVectorsMayBeMissing) {
  // Only threads with two or more bits set read; the map is still determined.
  std::mt19937 Rng(7);
  auto Map = [](unsigned R, unsigned T) {
    return Holder{uint16_t(R ^ (T & 3)), uint16_t(T ^ (R << 2) ^ 5)};
  };
  Conversion C = makeConversion(32, 5, 4, 4, 0, [&](unsigned R, unsigned T) {
    return llvm::popcount(T) >= 2 && R != 0 ? Map(R, T) : DontCare;
  });
  ASSERT_TRUE(C.Affine);
  for (unsigned R = 0; R < 4; ++R)
    for (unsigned T = 0; T < 32; ++T)
      EXPECT_EQ(imageOf(*C.Affine, R, T), Map(R, T));
}

TEST(FitAffine, OneWrongEntryIsSeen) {
  std::mt19937 Rng(8);
  for (unsigned I = 0; I < 200; ++I) {
    Conversion C = blockedToStriped(32, 5, 8);
    Holder &H = C.Table[Rng() % C.Table.size()];
    H.Register ^= 1 + Rng() % 7;
    EXPECT_FALSE(fitAffine(C));
    H = DontCare;
    EXPECT_TRUE(fitAffine(C));
  }
}

} // namespace
