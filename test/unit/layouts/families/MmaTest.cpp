//===- MmaTest.cpp - Fragments against the manual's formulas --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manual gives, for every instruction and matrix, the row and the column of
// element i of a lane with groupID = lane / 4 and threadID_in_group = lane % 4.
// These formulas are written down here one by one, without a common pattern.
// Those of wgmma are taken from its drawings (section 9.7.15.5.1.1);
// StridedFragmentsTest.cpp checks the same layouts against CUTLASS's strides.
//
//===----------------------------------------------------------------------===//

#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

/// Element I of a lane of group G, number T in it.
using Formula = LayoutPoint (*)(unsigned I, unsigned G, unsigned T);

struct Fragment {
  unsigned M, N, K, Bits;
  Formula A, B;
};

const Fragment Fragments[] = {
    // m8n8k4 .f64
    {8, 8, 4, 64,
     [](unsigned, unsigned G, unsigned T) -> LayoutPoint { return {G, T}; },
     [](unsigned, unsigned G, unsigned T) -> LayoutPoint { return {T, G}; }},
    // m8n8k16 .s8
    {8, 8, 16, 8,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {G, T * 4 + I};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T * 4 + I, G};
     }},
    // m8n8k32 .s4
    {8, 8, 32, 4,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {G, T * 8 + I};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T * 8 + I, G};
     }},
    // m8n8k128 .b1
    {8, 8, 128, 1,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {G, T * 32 + I};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T * 32 + I, G};
     }},
    // m16n8k4 .tf32
    {16, 8, 4, 32,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I == 0 ? G : G + 8, T};
     },
     [](unsigned, unsigned G, unsigned T) -> LayoutPoint { return {T, G}; }},
    // m16n8k4 .f64
    {16, 8, 4, 64,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I == 0 ? G : G + 8, T};
     },
     [](unsigned, unsigned G, unsigned T) -> LayoutPoint { return {T, G}; }},
    // m16n8k8 .f16
    {16, 8, 8, 16,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 2 ? G : G + 8, T * 2 + (I & 1)};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T * 2 + (I & 1), G};
     }},
    // m16n8k8 .tf32
    {16, 8, 8, 32,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I == 0 || I == 2 ? G : G + 8, I < 2 ? T : T + 4};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I == 0 ? T : T + 4, G};
     }},
    // m16n8k8 .f64
    {16, 8, 8, 64,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I == 0 || I == 2 ? G : G + 8, I < 2 ? T : T + 4};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I == 0 ? T : T + 4, G};
     }},
    // m16n8k16 .f16
    {16, 8, 16, 16,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 2 || (4 <= I && I < 6) ? G : G + 8,
               I < 4 ? T * 2 + (I & 1) : T * 2 + (I & 1) + 8};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 2 ? T * 2 + (I & 1) : T * 2 + (I & 1) + 8, G};
     }},
    // m16n8k16 .f64
    {16, 8, 16, 64,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I % 2 == 0 ? G : G + 8, I % 2 == 0 ? I * 2 + T : I * 2 - 2 + T};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T + I * 4, G};
     }},
    // m16n8k16 .s8, .e4m3
    {16, 8, 16, 8,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 4 ? G : G + 8, T * 4 + (I & 3)};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T * 4 + I, G};
     }},
    // m16n8k32 .s4
    {16, 8, 32, 4,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 8 ? G : G + 8, T * 8 + (I & 7)};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T * 8 + (I & 7), G};
     }},
    // m16n8k32 .s8, .e4m3
    {16, 8, 32, 8,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 4 || (8 <= I && I < 12) ? G : G + 8,
               I < 8 ? T * 4 + (I & 3) : T * 4 + (I & 3) + 16};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 4 ? T * 4 + (I & 3) : T * 4 + (I & 3) + 16, G};
     }},
    // m16n8k64 .s4, .e2m1
    {16, 8, 64, 4,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 8 || (16 <= I && I < 24) ? G : G + 8,
               I < 16 ? T * 8 + (I & 7) : T * 8 + (I & 7) + 32};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 8 ? T * 8 + (I & 7) : T * 8 + (I & 7) + 32, G};
     }},
    // m16n8k128 .b1
    {16, 8, 128, 1,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 32 ? G : G + 8, T * 32 + (I & 31)};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {T * 32 + I, G};
     }},
    // m16n8k256 .b1
    {16, 8, 256, 1,
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 32 || (64 <= I && I < 96) ? G : G + 8,
               I < 64 ? T * 32 + (I & 31) : T * 32 + (I & 31) + 128};
     },
     [](unsigned I, unsigned G, unsigned T) -> LayoutPoint {
       return {I < 32 ? T * 32 + (I & 31) : T * 32 + (I & 31) + 128, G};
     }},
};

TEST(Mma, OperandsOfEveryInstruction) {
  for (const Fragment &F : Fragments) {
    SCOPED_TRACE(testing::Message() << "m" << F.M << "n" << F.N << "k" << F.K
                                    << " of " << F.Bits << " bits");
    LinearLayout A = get(mmaFragment(MmaMatrix::A, F.M, F.N, F.K, F.Bits));
    LinearLayout B = get(mmaFragment(MmaMatrix::B, F.M, F.N, F.K, F.Bits));
    EXPECT_EQ(uint64_t(1) << A.inputBits("register"), F.M * F.K / 32);
    EXPECT_EQ(uint64_t(1) << B.inputBits("register"), F.N * F.K / 32);
    expectAtAllPlaces(A, [&](const Place &P) {
      return F.A(P.Register, P.Lane / 4, P.Lane % 4);
    });
    expectAtAllPlaces(B, [&](const Place &P) {
      return F.B(P.Register, P.Lane / 4, P.Lane % 4);
    });
  }
}

TEST(Mma, Results) {
  // m8n8: c0, c1 in row groupID. m16n8: c2, c3 eight rows below.
  expectAtAllPlaces(get(mmaFragment(MmaMatrix::Result, 8, 8, 4, 64)),
                    [](const Place &P) -> LayoutPoint {
                      return {P.Lane / 4, P.Lane % 4 * 2 + (P.Register & 1)};
                    });
  for (unsigned Bits : {16, 32, 64})
    expectAtAllPlaces(get(mmaFragment(MmaMatrix::Result, 16, 8, 16, Bits)),
                      [](const Place &P) -> LayoutPoint {
                        return {P.Register < 2 ? P.Lane / 4 : P.Lane / 4 + 8,
                                P.Lane % 4 * 2 + (P.Register & 1)};
                      });
}

TEST(Mma, PictureOfTheHeader) {
  EXPECT_EQ(text(mmaFragment(MmaMatrix::Result, 16, 8, 16, 32)),
            "register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> "
            "[16,8]");
  EXPECT_EQ(text(mmaFragment(MmaMatrix::A, 16, 8, 16, 16)),
            "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]"
            " -> [16,16]");
  EXPECT_EQ(text(mmaFragment(MmaMatrix::B, 16, 8, 16, 16)),
            "register=[[1,0],[8,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]] -> "
            "[16,8]");
}

TEST(Mma, FragmentMessages) {
  EXPECT_EQ(text(mmaFragment(MmaMatrix::A, 16, 8, 16, 2)),
            "error: mma fragment: elements have 2 bits, expected 1, 4, 8, 16, "
            "32 or 64");
  // sm_70's m8n8k4 of f16 has a different pattern.
  EXPECT_EQ(text(mmaFragment(MmaMatrix::A, 8, 8, 4, 16)),
            "error: mma fragment: the tile has 8 rows of 4, expected at least "
            "8 of 8");
  EXPECT_EQ(text(mmaFragment(MmaMatrix::B, 16, 24, 16, 16)),
            "error: mma fragment: a size of the instruction is 24, expected a "
            "power of two");
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

TEST(Wgmma, Results) {
  for (unsigned N = 8; N <= 256; N += 8) {
    LinearLayout D = get(wgmmaFragment(MmaMatrix::Result, N, 16, 32));
    // Only N / 2 registers have a meaning.
    expectAtAllPlaces(D, [&](const Place &P) -> LayoutPoint {
      uint64_t I = P.Register;
      return {16 * P.Warp + P.Lane / 4 + 8 * (I / 2 % 2),
              8 * (I / 4) + P.Lane % 4 * 2 + I % 2};
    });
    EXPECT_GE(uint64_t(1) << D.inputBits("register"), N / 2);
    if (HasFatalFailure())
      return;
  }
}

TEST(Wgmma, OperandA) {
  // .f16: k16; .tf32: k8; .e4m3, .s8: k32; .b1: k256
  expectAtAllPlaces(get(wgmmaFragment(MmaMatrix::A, 64, 16, 16)),
                    [](const Place &P) -> LayoutPoint {
                      uint64_t I = P.Register, G = P.Lane / 4, T = P.Lane % 4;
                      return {16 * P.Warp +
                                  (I < 2 || (4 <= I && I < 6) ? G : G + 8),
                              I < 4 ? T * 2 + (I & 1) : T * 2 + (I & 1) + 8};
                    });
  expectAtAllPlaces(get(wgmmaFragment(MmaMatrix::A, 64, 8, 32)),
                    [](const Place &P) -> LayoutPoint {
                      uint64_t I = P.Register, G = P.Lane / 4, T = P.Lane % 4;
                      return {16 * P.Warp + (I == 0 || I == 2 ? G : G + 8),
                              I < 2 ? T : T + 4};
                    });
  expectAtAllPlaces(get(wgmmaFragment(MmaMatrix::A, 64, 32, 8)),
                    [](const Place &P) -> LayoutPoint {
                      uint64_t I = P.Register, G = P.Lane / 4, T = P.Lane % 4;
                      return {16 * P.Warp +
                                  (I < 4 || (8 <= I && I < 12) ? G : G + 8),
                              I < 8 ? T * 4 + (I & 3) : T * 4 + (I & 3) + 16};
                    });
  expectAtAllPlaces(
      get(wgmmaFragment(MmaMatrix::A, 64, 256, 1)),
      [](const Place &P) -> LayoutPoint {
        uint64_t I = P.Register, G = P.Lane / 4, T = P.Lane % 4;
        return {16 * P.Warp + (I < 32 || (64 <= I && I < 96) ? G : G + 8),
                I < 64 ? T * 32 + (I & 31) : T * 32 + (I & 31) + 128};
      });
}

TEST(Wgmma, Messages) {
  EXPECT_EQ(text(wgmmaFragment(MmaMatrix::B, 64, 16, 16)),
            "error: wgmma fragment: B is never in registers");
  EXPECT_EQ(text(wgmmaFragment(MmaMatrix::Result, 264, 16, 32)),
            "error: wgmma fragment: n is 264, expected a multiple of 8 from 8 "
            "to 256");
  EXPECT_EQ(text(wgmmaFragment(MmaMatrix::A, 64, 16, 8)),
            "error: wgmma fragment: k is 16, expected 32 elements, 256 bits");
}

//===----------------------------------------------------------------------===//
// On tensors
//===----------------------------------------------------------------------===//

struct Warps {
  unsigned Batch, M, N;
};

/// The digits of a warp's number: along n first for mma.sync, along m first for
/// wgmma, the batch last.
LayoutPoint warpDigits(uint64_t Warp, const Warps &W, bool IsWgmma) {
  return digits(Warp, {W.Batch, W.M, W.N},
                IsWgmma ? Sizes{1, 2, 0} : Sizes{2, 1, 0});
}

TEST(Mma, ResultsOnTensors) {
  Random R(4);
  for (unsigned Run = 0; Run < 150; ++Run) {
    bool IsWgmma = R() & 1, HasBatch = !IsWgmma && (R() & 1);
    Warps W{HasBatch ? unsigned(randomPower(R, 1)) : 1,
            unsigned(randomPower(R, 2)), unsigned(randomPower(R, 1))};
    unsigned TileN = IsWgmma ? 8 << R() % 4 : 8;
    MmaParams P;
    P.VersionMajor = IsWgmma ? 3 : 2;
    P.WarpsPerCta = {W.M, W.N};
    P.InstrShape = {16, TileN};
    if (IsWgmma)
      P.InstrShape.push_back(16);
    if (HasBatch) {
      P.WarpsPerCta.insert(P.WarpsPerCta.begin(), W.Batch);
      P.InstrShape.insert(P.InstrShape.begin(), 1);
    }
    Extents Shape = {randomPower(R, 7), randomPower(R, 7)};
    uint64_t TimesM = repeats(Shape[0], 16 * W.M),
             TimesN = repeats(Shape[1], TileN * W.N), TimesBatch = 1;
    if (HasBatch) {
      Shape.insert(Shape.begin(), randomPower(R, 2));
      TimesBatch = repeats(Shape[0], W.Batch);
    }
    LinearLayout L = get(mmaLayout(P, Shape));
    expectAtAllPlaces(L, [&](const Place &At) {
      uint64_t PerTile = 16 * TileN / 32, I = At.Register % PerTile;
      LayoutPoint Again = digits(At.Register / PerTile,
                                 {TimesBatch, TimesM, TimesN}, {2, 1, 0});
      LayoutPoint Warp = warpDigits(At.Warp, W, IsWgmma);
      LayoutPoint Q = {Warp[0] + W.Batch * Again[0],
                       At.Lane / 4 + 8 * (I / 2 % 2) +
                           16 * (Warp[1] + W.M * Again[1]),
                       At.Lane % 4 * 2 + I % 2 + 8 * (I / 4) +
                           TileN * (Warp[2] + W.N * Again[2])};
      if (!HasBatch)
        Q.erase(Q.begin());
      return modulo(Q, Shape);
    });
    if (HasFatalFailure())
      return;
  }
}

TEST(Mma, OperandsOnTensors) {
  Random R(5);
  for (unsigned Run = 0; Run < 200; ++Run) {
    bool IsWgmma = R() & 1, IsA = IsWgmma || (R() & 1);
    Warps W{1, unsigned(randomPower(R, 2)), unsigned(randomPower(R, 1))};
    unsigned KWidth = randomPower(R, 4);
    MmaParams P;
    P.VersionMajor = IsWgmma ? 3 : 2;
    P.WarpsPerCta = {W.M, W.N};
    P.InstrShape = {16, 8};
    if (IsWgmma)
      P.InstrShape.push_back(16);
    uint64_t Other = randomPower(R, 6), K = randomPower(R, 8);
    unsigned TileOther = IsA ? 16 : 8, WarpsOther = IsA ? W.M : W.N;
    uint64_t TimesK = repeats(K, 8 * KWidth),
             TimesOther = repeats(Other, TileOther * WarpsOther);
    Extents Shape = {Other, K};
    if (!IsA)
      std::swap(Shape[0], Shape[1]);
    LinearLayout L =
        get(dotOperandLayout({IsA ? 0u : 1u, distributed(P), KWidth}, Shape));
    expectAtAllPlaces(L, [&](const Place &At) {
      // Registers: neighbours, [rows + 8 of A], the upper half of the tile
      // along k, tiles along k, tiles along the other dimension.
      LayoutPoint I =
          digits(At.Register, {KWidth, IsA ? 2u : 1u, 2, TimesK, TimesOther},
                 {0, 1, 2, 3, 4});
      uint64_t Warp = warpDigits(At.Warp, W, IsWgmma)[IsA ? 1 : 2];
      LayoutPoint Q = {At.Lane / 4 + 8 * I[1] +
                           TileOther * (Warp + WarpsOther * I[4]),
                       KWidth * (At.Lane % 4) + I[0] + 4 * KWidth * I[2] +
                           8 * KWidth * I[3]};
      if (!IsA)
        std::swap(Q[0], Q[1]);
      return modulo(Q, Shape);
    });
    if (HasFatalFailure())
      return;
  }
}

/// With the element's own kWidth, on a tensor of the size of an instruction's
/// operand, the layout is that operand.
TEST(Mma, OperandsAreFragments) {
  MmaParams One{2, 0, {1, 1}, {16, 8}, {}};
  for (unsigned Bits : {4, 8, 16, 32}) {
    unsigned KWidth = 32 / Bits, K = 8 * KWidth;
    LinearLayout A =
        get(dotOperandLayout({0, distributed(One), KWidth}, {16, K}));
    LinearLayout B =
        get(dotOperandLayout({1, distributed(One), KWidth}, {K, 8}));
    EXPECT_TRUE(sameMap(A, get(mmaFragment(MmaMatrix::A, 16, 8, K, Bits))));
    EXPECT_TRUE(sameMap(B, get(mmaFragment(MmaMatrix::B, 16, 8, K, Bits))));
  }
}

TEST(Mma, Messages) {
  MmaParams P{2, 0, {2, 2}, {16, 8}, {}};
  EXPECT_EQ(text(mmaLayout(P, {32})),
            "error: mma: the tensor [32] has 1 dimensions, expected 2");
  P.InstrShape = {16, 8, 16};
  EXPECT_EQ(text(mmaLayout(P, {32, 32})),
            "error: mma: instrShape has 3 sizes, expected 2, as the result");
  P.InstrShape = {16, 4};
  EXPECT_EQ(text(mmaLayout(P, {32, 32})),
            "error: mma: the tile has 16 rows of 4, expected at least 8 of 8");
  P.VersionMajor = 1;
  EXPECT_EQ(text(mmaLayout(P, {32, 32})),
            "error: mma: versionMajor is 1, expected 2 (mma.sync) or 3 "
            "(wgmma)");
  P.VersionMajor = 3;
  EXPECT_EQ(text(mmaLayout(P, {32, 32})),
            "error: mma: instrShape has 2 sizes, expected 3, [m,n,k]");
  EXPECT_EQ(text(dotOperandLayout({1, distributed(P), 2}, {32, 32})),
            "error: operand of mma: opIdx is 1 and the parent is wgmma, which "
            "reads B from shared memory");
  EXPECT_EQ(text(dotOperandLayout({0, distributed(P), 0}, {32, 32})),
            "error: operand of mma: kWidth is 0, expected a power of two");
  MmaParams Batched{2, 0, {1, 2, 2}, {2, 16, 8}, {}};
  EXPECT_EQ(text(mmaLayout(Batched, {2, 32, 32})),
            "error: mma: instrShape has a batch of 2, expected 1");
  P.WarpsPerCta = {4};
  EXPECT_EQ(text(mmaLayout(P, {32})),
            "error: mma: warpsPerCTA has 1 dimensions, expected at least 2");
}

} // namespace
