// The layout types against the manuals' own formulas, for every register of
// every thread, at compile time. Compiled by clang++ and by nvcc with its host
// compiler.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "f2layout.h"

namespace {

struct Where {
  int Row, Column;
};

/// Whether the layout puts every register of every thread where
/// Formula(register, thread) says.
template <class Layout, class Formula> constexpr bool agrees(Formula At) {
  for (int R = 0; R < Layout::registers; ++R)
    for (int T = 0; T < Layout::threads; ++T) {
      const Where W = At(R, T);
      if (Layout::template coordinate<0>(R, T) != W.Row ||
          Layout::template coordinate<1>(R, T) != W.Column ||
          Layout::place(R, T) != W.Row * Layout::template size<1>() + W.Column)
        return false;
    }
  return true;
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type":
// groupID = lane >> 2, threadID_in_group = lane % 4.

/// Accumulators: row = groupID for c0, c1 and groupID + 8 for c2, c3;
/// col = threadID_in_group * 2 + (i & 1).
constexpr Where resultOf16x8(int I, int Lane) {
  return {Lane / 4 + (I < 2 ? 0 : 8), Lane % 4 * 2 + (I & 1)};
}
/// A of 16 bits: row = groupID for a0, a1, a4, a5, else groupID + 8;
/// col = threadID_in_group * 2 + (i & 1), for i >= 4 plus 8.
constexpr Where leftOf16x16(int I, int Lane) {
  const bool Upper = I < 2 || (I >= 4 && I < 6);
  return {Lane / 4 + (Upper ? 0 : 8), Lane % 4 * 2 + (I & 1) + (I < 4 ? 0 : 8)};
}
/// B of 16 bits: row = threadID_in_group * 2 + (i & 1), for i >= 2 plus 8;
/// col = groupID.
constexpr Where rightOf16x8(int I, int Lane) {
  return {Lane % 4 * 2 + (I & 1) + (I < 2 ? 0 : 8), Lane / 4};
}
/// A of 8 bits, m16n8k32: row as above in fours; col = threadID_in_group * 4 +
/// (i & 3), for i >= 8 plus 16.
constexpr Where leftOf16x32(int I, int Lane) {
  const bool Upper = I < 4 || (I >= 8 && I < 12);
  return {Lane / 4 + (Upper ? 0 : 8),
          Lane % 4 * 4 + (I & 3) + (I < 8 ? 0 : 16)};
}

using One = f2::warps<1, 1>;
static_assert(agrees<f2::mma_c<f2::shape<16, 8>, One>>(resultOf16x8), "");
static_assert(agrees<f2::mma_a<f2::shape<16, 16>, One>>(leftOf16x16), "");
static_assert(agrees<f2::mma_b<f2::shape<16, 8>, One>>(rightOf16x8), "");
static_assert(agrees<f2::mma_a<f2::shape<16, 32>, One, 4>>(leftOf16x32), "");

// A grid of 2 x 2 warps, each with 2 x 2 tiles: warps first along the row, then
// registers along the row, then down.
constexpr Where resultOf64x32(int R, int Thread) {
  const int Warp = Thread / 32, Right = R / 4 % 2, Down = R / 8;
  const Where W = resultOf16x8(R % 4, Thread % 32);
  return {W.Row + Warp / 2 * 16 + Down * 32,
          W.Column + Warp % 2 * 8 + Right * 16};
}
static_assert(
    agrees<f2::mma_c<f2::shape<64, 32>, f2::warps<2, 2>>>(resultOf64x32), "");

// Warps side by side hold the same part of A; k continues in registers.
constexpr Where leftOf64x32(int R, int Thread) {
  const int Warp = Thread / 32, Right = R / 8 % 2, Down = R / 16;
  const Where W = leftOf16x16(R % 8, Thread % 32);
  return {W.Row + Warp / 2 * 16 + Down * 32, W.Column + Right * 16};
}
static_assert(
    agrees<f2::mma_a<f2::shape<64, 32>, f2::warps<2, 2>>>(leftOf64x32), "");

// Warps below each other hold the same part of B; k continues in registers
// first.
constexpr Where rightOf32x32(int R, int Thread) {
  const int Warp = Thread / 32, Down = R / 4 % 2, Right = R / 8;
  const Where W = rightOf16x8(R % 4, Thread % 32);
  return {W.Row + Down * 16, W.Column + Warp % 2 * 8 + Right * 16};
}
static_assert(
    agrees<f2::mma_b<f2::shape<32, 32>, f2::warps<2, 2>>>(rightOf32x32), "");

// CDNA3 ISA, 7.1.4: of 16x16, register r of lane l is row 4 (l / 16) + r and
// column l % 16; of 32x32, row 8 (r / 4) + 4 (l / 32) + r % 4, column l % 32.
// A of 16x16x16: row l % 16, column 4 (l / 16) + r.
constexpr Where mfma16(int R, int L) { return {L / 16 * 4 + R, L % 16}; }
constexpr Where mfma16Across(int R, int L) { return {L % 16, L / 16 * 4 + R}; }
constexpr Where mfma32(int R, int L) {
  return {R / 4 * 8 + L / 32 * 4 + R % 4, L % 32};
}
constexpr Where mfmaLeft(int R, int L) { return {L % 16, L / 16 * 4 + R}; }
constexpr Where mfmaRight(int R, int L) { return {L / 16 * 4 + R, L % 16}; }
static_assert(agrees<f2::mfma_c<f2::shape<16, 16>, One, 16>>(mfma16), "");
static_assert(agrees<f2::mfma_c<f2::shape<16, 16>, One, 16, f2::transposed>>(
                  mfma16Across),
              "");
static_assert(agrees<f2::mfma_c<f2::shape<32, 32>, One, 32>>(mfma32), "");
static_assert(agrees<f2::mfma_a<f2::shape<16, 16>, One, 16>>(mfmaLeft), "");
static_assert(agrees<f2::mfma_b<f2::shape<16, 16>, One, 16>>(mfmaRight), "");

// Blocked: eight elements side by side, 8 x 4 lanes, four warps down.
constexpr Where rows(int R, int T) { return {T / 4, T % 4 * 8 + R}; }
static_assert(
    agrees<f2::blocked<f2::shape<32, 32>, f2::sizePerThread<1, 8>,
                       f2::threadsPerWarp<8, 4>, f2::warpsPerBlock<4, 1>,
                       f2::order<1, 0>>>(rows),
    "");
// Down first: 2 x 2 elements, 4 x 8 lanes, 1 x 2 warps, on twice the rows.
constexpr Where columns(int R, int T) {
  const int Lane = T % 32, Warp = T / 32;
  return {Lane % 4 * 2 + R % 2 + R / 4 * 8,
          Lane / 4 * 2 + R / 2 % 2 + Warp * 16};
}
static_assert(
    agrees<f2::blocked<f2::shape<16, 32>, f2::sizePerThread<2, 2>,
                       f2::threadsPerWarp<4, 8>, f2::warpsPerBlock<1, 2>,
                       f2::order<0, 1>>>(columns),
    "");
// A smaller tensor: columns beyond its four are copies.
constexpr Where small(int, int T) { return {T / 8 % 4, T % 4}; }
static_assert(
    agrees<f2::blocked<f2::shape<4, 4>, f2::sizePerThread<1, 1>,
                       f2::threadsPerWarp<4, 8>, f2::warpsPerBlock<1, 1>,
                       f2::order<1, 0>>>(small),
    "");

// A swizzle: rows are xor-ed into columns, so images overlap.
using Swizzled =
    f2::linear<f2::shape<4, 4>, f2::reg<f2::at<0, 1>, f2::at<0, 2>>,
               f2::lane<f2::at<1, 1>, f2::at<2, 2>>>;
constexpr Where swizzled(int R, int T) { return {T, R ^ T}; }
static_assert(agrees<Swizzled>(swizzled), "");
static_assert(Swizzled::lanes == 4 && Swizzled::warps == 1, "");

// One 16 x 8 result for each of four warps.
using Four = f2::each_warp<f2::mma_c<f2::shape<16, 8>, One>, 4>;
constexpr bool eachHasItsOwn() {
  for (int R = 0; R < 4; ++R)
    for (int T = 0; T < 128; ++T) {
      const Where W = resultOf16x8(R, T % 32);
      if (Four::coordinate<0>(R, T) != T / 32 ||
          Four::coordinate<1>(R, T) != W.Row ||
          Four::coordinate<2>(R, T) != W.Column)
        return false;
    }
  return Four::threads == 128 && Four::elements == 512;
}
static_assert(eachHasItsOwn(), "");

} // namespace

int main() { return 0; }
