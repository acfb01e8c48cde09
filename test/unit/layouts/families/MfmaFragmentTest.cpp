//===- MfmaFragmentTest.cpp - Operands and result of one MFMA -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas are those of the CDNA3 and CDNA4 manuals, section 7.1.4, from
// element to item and lane, with their names of constants: K_L, H, B_I, M_I, G.
//
// One instruction has several blocks and several row groups in its lanes:
// 4x4x4_4B of f64. The manuals' formula of the result puts the groups below the
// blocks, AMD's matrix instruction calculator the blocks below the groups. The
// latter is what 16x16x4 f64 gives for the blocks on the diagonal of its
// matrix, with the same operands in the same lanes, so it is taken here.
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MfmaFragment.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

/// All dense shapes of CDNA1 to CDNA4: m and n, k, blocks.
const MfmaInstruction Instructions[] = {
    // f32, xf32
    {32, 32, 1, 2},
    {16, 16, 1, 4},
    {4, 4, 1, 16},
    {32, 32, 2},
    {16, 16, 4},
    {32, 32, 4},
    {16, 16, 8},
    // bf16 of CDNA1
    {32, 32, 2, 2},
    {16, 16, 2, 4},
    {4, 4, 2, 16},
    // f16, bf16 and i8
    {32, 32, 4, 2},
    {16, 16, 4, 4},
    {4, 4, 4, 16},
    {32, 32, 8},
    {16, 16, 16},
    // i8 and fp8 of CDNA3, f16 of CDNA4
    {32, 32, 16},
    {16, 16, 32},
    // i8 and f8f6f4 of CDNA4
    {32, 32, 32},
    {16, 16, 64},
    {32, 32, 64},
    {16, 16, 128},
    // f64
    {16, 16, 4, 1, true},
    {4, 4, 4, 4, true}};

std::string name(const MfmaInstruction &I) {
  return std::to_string(I.M) + "x" + std::to_string(I.N) + "x" +
         std::to_string(I.K) + "_" + std::to_string(I.Blocks) + "B";
}

TEST(MfmaFragment, OperandsAsInTheManual) {
  for (const MfmaInstruction &I : Instructions) {
    LinearLayout A = get(mfmaFragment(MmaMatrix::A, I));
    LinearLayout B = get(mfmaFragment(MmaMatrix::B, I));
    EXPECT_EQ(A.inputBits("lane"), 6u) << name(I);
    EXPECT_EQ(registers(A) * 64, I.M * I.K * I.Blocks) << name(I);
    EXPECT_EQ(registers(B) * 64, I.N * I.K * I.Blocks) << name(I);
    unsigned KL = I.K / (64 / (I.M * I.Blocks)), Wrong = 0;
    for (unsigned Block = 0; Block < I.Blocks; ++Block)
      for (unsigned K = 0; K < I.K; ++K)
        for (unsigned Row = 0; Row < I.M; ++Row) {
          unsigned Item = K % KL;
          unsigned Lane = Row + I.M * (Block + I.Blocks * (K / KL));
          Wrong += !holds(A, Item, Lane, {Block, Row, K});
          Wrong += !holds(B, Item, Lane, {Block, K, Row});
        }
    EXPECT_EQ(Wrong, 0u) << name(I);
  }
}

TEST(MfmaFragment, ResultAsInTheManual) {
  for (const MfmaInstruction &I : Instructions) {
    LinearLayout D = get(mfmaFragment(MmaMatrix::Result, I));
    EXPECT_EQ(registers(D) * 64, I.M * I.N * I.Blocks) << name(I);
    unsigned H = I.IsF64 ? 1 : 4;
    unsigned OfBlock = I.N * I.M / H;
    unsigned BI = (64 + OfBlock - 1) / OfBlock;
    unsigned MI = 64 / BI / I.N;
    unsigned G = I.M / (H * MI), Wrong = 0;
    for (unsigned Block = 0; Block < I.Blocks; ++Block)
      for (unsigned Row = 0; Row < I.M; ++Row)
        for (unsigned Column = 0; Column < I.N; ++Column) {
          unsigned Item = Row % H + H * (Row / (H * MI) + G * (Block / BI));
          unsigned Lane = Column + I.N * (Block % BI + BI * (Row / H % MI));
          Wrong += !holds(D, Item, Lane, {Block, Row, Column});
        }
    EXPECT_EQ(Wrong, 0u) << name(I);
  }
}

/// CDNA4, section 7.1.5.1, the tables of FP8: v0..v3 are items 0..15.
TEST(MfmaFragment, EightBitsInTwoPieces) {
  MfmaInstruction Small{16, 16, 128}, Large{32, 32, 64};
  Small.KWidth = Large.KWidth = 16;
  expectAtAllPlaces(get(mfmaFragment(MmaMatrix::A, Small)),
                    [](const Place &At) -> LayoutPoint {
                      uint64_t First = At.Register < 16 ? 0 : 64;
                      return {0, At.Lane % 16,
                              First + 16 * (At.Lane / 16) + At.Register % 16};
                    });
  expectAtAllPlaces(get(mfmaFragment(MmaMatrix::B, Large)),
                    [](const Place &At) -> LayoutPoint {
                      uint64_t First = At.Register < 16 ? 0 : 32;
                      return {0, First + 16 * (At.Lane / 32) + At.Register % 16,
                              At.Lane % 32};
                    });
}

TEST(MfmaFragment, Text) {
  EXPECT_EQ(text(mfmaFragment(MmaMatrix::A, {16, 16, 16})),
            "register=[[0,0,1],[0,0,2]], "
            "lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,0,4],[0,0,8]] -> "
            "[1,16,16]");
  EXPECT_EQ(text(mfmaFragment(MmaMatrix::Result, {32, 32, 8})),
            "register=[[0,1,0],[0,2,0],[0,8,0],[0,16,0]], "
            "lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,0,16],[0,4,0]] -> "
            "[1,32,32]");
  // 16 blocks: lanes go on with the next block.
  EXPECT_EQ(text(mfmaFragment(MmaMatrix::Result, {4, 4, 4, 16})),
            "register=[[0,1,0],[0,2,0]], "
            "lane=[[0,0,1],[0,0,2],[1,0,0],[2,0,0],[4,0,0],[8,0,0]] -> "
            "[16,4,4]");
}

TEST(MfmaFragment, Errors) {
  auto Message = [](const MfmaInstruction &I) {
    return text(mfmaFragment(MmaMatrix::A, I));
  };
  EXPECT_EQ(Message({16, 16, 12}),
            "error: mfma fragment: the instruction is 16x16x12 in 1 blocks, "
            "expected powers of two");
  EXPECT_EQ(Message({16, 32, 16}),
            "error: mfma fragment: the instruction is 16x32x16 in 1 blocks, "
            "expected as many columns as rows, and at least 4");
  EXPECT_EQ(Message({32, 32, 1, 4}),
            "error: mfma fragment: the instruction is 32x32x1 in 4 blocks, "
            "expected at most 64 rows in all blocks together");
  EXPECT_EQ(Message({16, 16, 2}),
            "error: mfma fragment: the instruction is 16x16x2 in 1 blocks, "
            "expected k of at least 4, one for each lane");
  EXPECT_EQ(Message({8, 8, 8}),
            "error: mfma fragment: the instruction is 8x8x8 in 1 blocks, "
            "expected a row group of the result for each lane");
  EXPECT_EQ(Message({16, 16, 16, 1, false, 8}),
            "error: mfma fragment: kWidth is 8, expected a power of two, at "
            "most a lane's 4 values of k");
}

} // namespace
