//===- TransposePlanTest.cpp - Words transposed as matrices ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "test/unit/layouts/PlanRunner.h"
#include "gtest/gtest.h"
#include <random>

using namespace f2layout;
using namespace f2layout::test;

namespace {

constexpr unsigned LaneBits = 5;

PlanOptions converged() {
  PlanOptions O;
  O.Converged = true;
  return O;
}

Plan planOf(const Conversion &C, const Machine &M,
            const PlanOptions &O = converged()) {
  return bestPlan(C, M, O);
}

/// Swaps a register bit and lane bits 0 and 1 with lane bits 2 to 4.
std::vector<unsigned> transposed(unsigned RegisterBits, unsigned Half) {
  std::vector<unsigned> To;
  for (unsigned I = 0; I < RegisterBits + LaneBits; ++I)
    To.push_back(I);
  std::swap(To[Half], To[RegisterBits + 2]);
  std::swap(To[RegisterBits], To[RegisterBits + 3]);
  std::swap(To[RegisterBits + 1], To[RegisterBits + 4]);
  return To;
}

/// The conversion of words that stay words: nothing is packed for it.
Conversion ofWords(Conversion C) {
  C.PackedSources = C.PackedResults = true;
  return C;
}

unsigned wordsOf(unsigned ElementBits, unsigned RegisterBits) {
  return (ElementBits << RegisterBits) / 32;
}

TEST(TransposePlan, OneForEachWord) {
  for (unsigned Bits : {8u, 16u}) {
    const unsigned Half = Bits == 16 ? 0 : 1; // bytes of a half stay together
    for (unsigned R = Half + 1; R <= 5; ++R) {
      Plan P =
          planOf(ofWords(permutedBits(Bits, LaneBits, R, transposed(R, Half))),
                 matrixLike());
      EXPECT_EQ(P.Cost.Transposes, wordsOf(Bits, R)) << text(P);
      EXPECT_EQ(P.Steps.size(), wordsOf(Bits, R)) << text(P);
    }
  }
}

TEST(TransposePlan, AccumulatorsOfMma) {
  // m16n8: lane 4 g + c holds, of 16 bits, (g, 2 c), (g, 2 c + 1) and the same
  // of row g + 8 (PTX ISA, "Matrix Fragments for mma.m16n8k16"). The result is
  // the 8 x 16 transpose with registers along the columns.
  Conversion C =
      ofWords(makeConversion(16, LaneBits, 4, 4, 0, [](unsigned R, unsigned T) {
        unsigned Row = T / 4 + R / 2 * 8, Column = T % 4 * 2 + R % 2;
        // Element (Row, Column) of the transpose is (Column, Row) of the tile,
        // held as an m16n8 itself: rows of 8, columns of 16.
        unsigned I = Column + Row / 8 * 8, J = Row % 8;
        return Holder{uint16_t(J % 2 + I / 8 * 2), uint16_t(I % 8 * 4 + J / 2)};
      }));
  Plan P = planOf(C, matrixLike());
  EXPECT_EQ(P.Cost.Transposes, 2u) << text(P);
  EXPECT_EQ(P.Steps.size(), 2u) << text(P);
  EXPECT_LT(P.Cost.Clocks, planOf(C, hopperLike()).Cost.Clocks);
}

TEST(TransposePlan, OtherRegisterBitsArePackedAsHalves) {
  unsigned Transposed = 0;
  for (unsigned Bits : {8u, 16u})
    for (unsigned R = 2; R <= 5; ++R)
      for (unsigned Half = 0; Half < R; ++Half)
        for (unsigned Offset : {0u, 1u, 1u << (R + 2), 1u << (R + 1)}) {
          Conversion Elements =
              permutedBits(Bits, LaneBits, R, transposed(R, Half), Offset);
          for (const Conversion &C : {Elements, ofWords(Elements)}) {
            Plan With = planOf(C, matrixLike()),
                 Without = planOf(C, hopperLike());
            EXPECT_LE(With.Cost.Clocks, Without.Cost.Clocks);
            EXPECT_EQ(Without.Cost.Transposes, 0u);
            Transposed += With.Cost.Transposes > 0;
          }
        }
  EXPECT_GT(Transposed, 50u);
}

TEST(TransposePlan, OnlyWhereTheWarpIsTogether) {
  Conversion C = permutedBits(16, LaneBits, 2, transposed(2, 0));
  EXPECT_EQ(planOf(C, matrixLike(), {}).Cost.Transposes, 0u);
  PlanOptions O = converged();
  O.AllLanes = false;
  EXPECT_EQ(planOf(C, matrixLike(), O).Cost.Transposes, 0u);
  O = converged();
  O.AllowShuffle = false;
  EXPECT_EQ(planOf(C, matrixLike(), O).Cost.Transposes, 0u);
}

TEST(TransposePlan, RandomMapsGetNoMoreExpensive) {
  std::mt19937 Random(5);
  unsigned Transposed = 0;
  for (unsigned I = 0; I < 400; ++I) {
    const unsigned Bits = 8u << Random() % 2, R = 1 + Random() % 3;
    std::vector<unsigned> To = transposed(R, Random() % R);
    // Swap a few more bits.
    for (unsigned N = Random() % 3; N > 0; --N)
      std::swap(To[Random() % To.size()], To[Random() % To.size()]);
    Conversion C = permutedBits(Bits, LaneBits, R, To);
    Plan With = planOf(C, matrixLike()), Without = planOf(C, hopperLike());
    EXPECT_LE(With.Cost.Clocks, Without.Cost.Clocks) << text(With);
    Transposed += With.Cost.Transposes > 0;
  }
  EXPECT_GT(Transposed, 40u);
}

} // namespace
