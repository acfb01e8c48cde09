//===- StridedFragmentsTest.cpp - Fragments against shapes and strides ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manuals draw some fragments without formulas: wgmma, the byte shapes of
// ldmatrix and stmatrix, tcgen05.ld and .st. The vendors' libraries describe
// them as CuTe layouts: lists of (size, stride) for the digits of the thread's
// number and for those of the value's, whose sum is the number of a place. The
// layouts are compared with those strides, which do not use bits.
//
//   CUTLASS   include/cute/atom/mma_traits_sm90_gmma.hpp: CLayout_64xN,
//             ALayout_64x8, ALayout_64x16, ALayout_64x32
//             copy_traits_sm75.hpp: LDSM_N, LDSM_T
//             copy_traits_sm100.hpp, arch/copy_sm100.hpp: LDSM_T, LDSM_N and
//             STSM_T of bytes; TMEM_LOAD
//   FlyDSL    (AMD) lib/Dialect/FlyROCDL/GFX11, GFX120X, GFX1250/MmaAtom.cpp
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MatrixMoves.h"
#include "layouts/families/TensorMemory.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

/// (4,128)(8,1): the digits of an index, the first fastest, times strides.
struct Strides {
  std::vector<std::pair<uint64_t, uint64_t>> Modes;

  uint64_t operator()(uint64_t Index) const {
    uint64_t Sum = 0;
    for (auto [Size, Stride] : Modes) {
      Sum += Index % Size * Stride;
      Index /= Size;
    }
    return Sum;
  }
};

//===----------------------------------------------------------------------===//
// wgmma (PTX ISA 9.2, section 9.7.15.5.1.1, figures 148 to 153)
//===----------------------------------------------------------------------===//

/// Coordinates in a matrix of 64 rows that is stored by columns.
LayoutPoint byColumns(uint64_t Number) { return {Number % 64, Number / 64}; }

uint64_t threadOf(const Place &P) { return P.Lane + 32 * P.Warp; }

TEST(Strided, WgmmaResults) {
  Strides Thread{{{4, 128}, {8, 1}, {4, 16}}};
  for (unsigned N = 8; N <= 256; N += 8) {
    Strides Value{{{2, 64}, {2, 8}, {N / 8, 512}}};
    LinearLayout D = get(wgmmaFragment(MmaMatrix::Result, N, 16, 32));
    uint64_t Values = N / 2, Seen = 0;
    for (uint64_t Lane = 0; Lane < 32; ++Lane)
      for (uint64_t Warp = 0; Warp < 4; ++Warp)
        for (uint64_t R = 0; R < Values; ++R, ++Seen) {
          Place P{R, Lane, Warp};
          ASSERT_EQ(elementAt(D, P), byColumns(Thread(threadOf(P)) + Value(R)))
              << "n " << N << " register " << R << " lane " << Lane;
        }
    EXPECT_EQ(Seen, 64u * N);
  }
}

TEST(Strided, WgmmaOperandA) {
  struct {
    unsigned K, Bits;
    Strides Thread, Value;
  } Cases[] = {
      {8, 32, {{{4, 64}, {8, 1}, {4, 16}}}, {{{2, 8}, {2, 256}}}},
      {16, 16, {{{4, 128}, {8, 1}, {4, 16}}}, {{{2, 64}, {2, 8}, {2, 512}}}},
      {32, 8, {{{4, 256}, {8, 1}, {4, 16}}}, {{{4, 64}, {2, 8}, {2, 1024}}}},
  };
  for (const auto &C : Cases) {
    LinearLayout A = get(wgmmaFragment(MmaMatrix::A, 64, C.K, C.Bits));
    EXPECT_EQ(registers(A), 64 * C.K / 128);
    expectAtAllPlaces(A, [&](const Place &P) {
      return byColumns(C.Thread(threadOf(P)) + C.Value(P.Register));
    });
  }
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix (PTX ISA 9.2, sections 9.7.14.5.15 and 9.7.14.5.16)
//===----------------------------------------------------------------------===//

/// A matrix move: where the row of a lane is, and which bits a lane has, both
/// as numbers of bits in a logical tile.
struct Move {
  Strides Row, Lane, Bit;
  unsigned Rows;

  /// Bit B of a lane is bit `second` of the row that lane `first` points at.
  LayoutPoint at(uint64_t L, uint64_t B) const {
    uint64_t Logical = Lane(L) + Bit(B);
    for (uint64_t R = 0; R < Rows; ++R)
      if (Row(R) == Logical / 128 * 128)
        return {R, Logical % 128};
    return {};
  }
};

/// Checks register (element) R of every lane: its lowest bit is where Move
/// says. BitOf is the lane's bit that is bit 0 of the register.
void expectMove(const MatrixMoveParams &P, const Move &M,
                llvm::function_ref<uint64_t(uint64_t Register)> BitOf) {
  LinearLayout L = get(matrixMoveLayout(P));
  ASSERT_EQ(uint64_t(1) << L.outputBits("dim0"), M.Rows);
  expectAtAllPlaces(L, [&](const Place &At) {
    LayoutPoint Q = M.at(At.Lane, BitOf(At.Register));
    Q[1] /= P.ElementBits;
    return Q;
  });
}

TEST(Strided, MatrixMovesOfWords) {
  for (unsigned Count : {1, 2, 4}) {
    unsigned Rows = 8 * Count;
    Move Plain{{{{Rows, 128}}}, {{{32, 32}}}, {{{32, 1}, {Count, 1024}}}, Rows};
    Move Turned{{{{Rows, 128}}},
                {{{4, 256}, {8, 16}}},
                {{{16, 1}, {2, 128}, {Count, 1024}}},
                Rows};
    for (unsigned Bits : {4, 8, 16, 32})
      expectMove({MatrixMoveShape::M8N8, Count, false, Bits}, Plain,
                 [&](uint64_t R) { return R * Bits; });
    for (unsigned Bits : {4, 8, 16})
      expectMove({MatrixMoveShape::M8N8, Count, true, Bits}, Turned,
                 [&](uint64_t R) { return R * Bits; });
    // 4 and 6 bits, widened to bytes: as rows of 16 bytes.
    expectMove({MatrixMoveShape::M8N16, Count, false, 8}, Plain,
               [](uint64_t R) { return R * 8; });
  }
}

/// The instruction leaves bytes 0..3 and 4..7 in two registers; CUTLASS puts
/// them into the order 0 1 4 5, 2 3 6 7 before its strides apply.
TEST(Strided, TransposedLoadOfBytes) {
  const uint64_t AfterExchange[8] = {0, 1, 4, 5, 2, 3, 6, 7};
  auto BitOf = [&](uint64_t R) {
    return 8 * (AfterExchange[R % 8] + 8 * (R / 8));
  };
  expectMove({MatrixMoveShape::M16N16, 1, true, 8},
             {{{{2, 128}, {2, 1024}, {4, 256}}},
              {{{4, 256}, {8, 8}}},
              {{{8, 1}, {2, 128}, {2, 64}, {2, 1024}}},
              16},
             BitOf);
  expectMove({MatrixMoveShape::M16N16, 2, true, 8},
             {{{{2, 128}, {2, 1024}, {4, 256}, {2, 2048}}},
              {{{4, 256}, {8, 8}}},
              {{{8, 1}, {2, 128}, {2, 64}, {4, 1024}}},
              32},
             BitOf);
}

TEST(Strided, TransposedStoreOfBytes) {
  for (unsigned Count : {1, 2, 4})
    expectMove({MatrixMoveShape::M16N8, Count, true, 8},
               {{{{8 * Count, 128}}},
                {{{4, 256}, {8, 8}}},
                {{{8, 1}, {2, 128}, {2, 64}, {Count, 1024}}},
                8 * Count},
               [](uint64_t R) { return R * 8; });
}

//===----------------------------------------------------------------------===//
// tcgen05.ld and .st (PTX ISA 9.2, section 9.7.16.2.3.1, figures 183 to 187)
//===----------------------------------------------------------------------===//

/// Bits of `Num` repetitions: a row of the memory has Width * Num bits, and
/// strides count bits row by row.
void expectAccess(TensorMemoryAtom Atom, unsigned Num, unsigned Width,
                  const Strides &Lane, const Strides &Register,
                  unsigned SplitOffset = 0) {
  uint64_t RowBits = uint64_t(Width) * Num;
  expectAtAllPlaces(get(tensorMemoryAccess(Atom, Num, SplitOffset)),
                    [&](const Place &P) -> LayoutPoint {
                      uint64_t Bit = Lane(P.Lane) + Register(P.Register);
                      return {32 * P.Warp + Bit / RowBits, Bit % RowBits / 32};
                    });
}

TEST(Strided, TensorMemory) {
  for (uint64_t Num : {1, 2, 4, 8, 16, 32}) {
    SCOPED_TRACE(Num);
    expectAccess(TensorMemoryAtom::L32x32b, Num, 32, {{{32, 32 * Num}}},
                 {{{Num, 32}}});
    expectAccess(TensorMemoryAtom::L16x64b, Num, 64,
                 {{{2, 512 * Num}, {2, 32}, {8, 64 * Num}}}, {{{Num, 64}}});
    expectAccess(TensorMemoryAtom::L16x128b, Num, 128,
                 {{{4, 32}, {8, 128 * Num}}}, {{{2, 1024 * Num}, {Num, 128}}});
    expectAccess(TensorMemoryAtom::L16x256b, Num, 256,
                 {{{4, 64}, {8, 256 * Num}}},
                 {{{2, 32}, {2, 2048 * Num}, {Num, 256}}});
  }
  // The halves of 16x32bx2 side by side.
  expectAccess(TensorMemoryAtom::L16x32bx2, 1, 64, {{{16, 64}, {2, 32}}}, {},
               /*SplitOffset=*/1);
}

//===----------------------------------------------------------------------===//
// WMMA. Places of a matrix of 16 rows, by columns. B is A with rows and columns
// exchanged.
//===----------------------------------------------------------------------===//

WmmaParams wmma(unsigned Version, unsigned K) {
  WmmaParams P;
  P.Version = Version;
  P.WarpsPerCta = {1, 1};
  P.InstrShape = {16, 16, K};
  return P;
}

void expectWmma(unsigned Version, unsigned K, unsigned KWidth,
                const Strides &Lane, const Strides &Value) {
  WmmaParams P = wmma(Version, K);
  LinearLayout A = get(wmmaOperandLayout(P, {0, {}, KWidth}, {16, K}));
  LinearLayout B = get(wmmaOperandLayout(P, {1, {}, KWidth}, {K, 16}));
  expectAtAllPlaces(A, [&](const Place &At) -> LayoutPoint {
    uint64_t Number = Lane(At.Lane) + Value(At.Register);
    return {Number % 16, Number / 16};
  });
  expectAtAllPlaces(B, [&](const Place &At) -> LayoutPoint {
    uint64_t Number = Lane(At.Lane) + Value(At.Register);
    return {Number / 16, Number % 16};
  });
}

TEST(Strided, WmmaOperands) {
  // gfx11: both halves of the wave have all of k.
  expectWmma(1, 16, 16, {{{16, 1}, {2, 0}}}, {{{16, 16}}});
  // gfx12 of 16- and 8-bit elements.
  expectWmma(2, 16, 8, {{{16, 1}, {2, 128}}}, {{{8, 16}}});
  // gfx1250: elements of 32 bits; and of 16 (k 32) and 8 bits (k 64, 128),
  // alternating between the halves after eight.
  expectWmma(3, 4, 2, {{{16, 1}, {2, 32}}}, {{{2, 16}}});
  for (unsigned K : {32, 64, 128})
    expectWmma(3, K, 8, {{{16, 1}, {2, 128}}}, {{{8, 16}, {K / 16, 256}}});
}

TEST(Strided, WmmaResults) {
  struct {
    unsigned Version, K;
    Strides Lane, Value;
  } Cases[] = {{1, 16, {{{16, 16}, {2, 1}}}, {{{8, 2}}}},
               {2, 16, {{{16, 16}, {2, 8}}}, {{{8, 1}}}},
               {3, 32, {{{16, 16}, {2, 8}}}, {{{8, 1}}}}};
  for (const auto &C : Cases)
    expectAtAllPlaces(get(wmmaLayout(wmma(C.Version, C.K), {16, 16})),
                      [&](const Place &At) -> LayoutPoint {
                        uint64_t Number =
                            C.Lane(At.Lane) + C.Value(At.Register);
                        return {Number % 16, Number / 16};
                      });
}

} // namespace
