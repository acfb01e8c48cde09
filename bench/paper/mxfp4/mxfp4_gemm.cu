//===- mxfp4_gemm.cu - mxfp4 by wider floats ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C = A B. A is m x k of mxfp4: elements of four bits (e2m1), two in a byte, the
// even column in the lower bits; and a scale of eight bits (e8m0, 2^(s - 127)) for
// each 32 columns of a row. B is k x n of f16, bf16, e4m3 or e5m2, column by
// column. C is m x n of float, row by row. k is a multiple of 128.
//
// A block of four warps computes 128 x 128 elements of C, in steps of 32 columns
// of A. What a step needs is loaded in layouts in which each thread reads 16
// neighbouring bytes. Then it is converted to what mma.m16n8k16 wants: a lane has
// eight neighbours along k, so that it takes them in one access; both operands
// have their columns in that order, which leaves the sum as it is.
//
// With WIDE, elements are widened before they are converted, and without f2layout's
// plugin conversions go through memory element by element: what compilers did
// before linear layouts. Else bytes are converted, and widened where they arrive;
// the scales, which each go to all threads of a row, are converted, too.
//
// With BY_ELEMENT, one thread computes each element of C in the plainest way. With
// EXACT, operands are such that all sums are exact, whatever the buffers hold, so
// that tests can compare this to the bit.
//
//===----------------------------------------------------------------------===//

#include "elements.cuh"
#include "f2layout.h"

#ifdef WIDE
constexpr bool isWide = true;
#else
constexpr bool isWide = false;
#endif

constexpr int side = 128, step = 32, threads = 128, group = 4;
/// Blocks that follow each other are in so many rows of blocks, for the cache.
constexpr int rowsAtOnce = 8;

using f2::at;
using f2::lane;
using f2::reg;
using f2::shape;
using f2::warp;

// As in memory. A row of A's bytes, 16 bytes of two or four rows of B.
using PackedRows =
    f2::blocked<shape<side, step / 2>, f2::sizePerThread<1, step / 2>,
                f2::threadsPerWarp<32, 1>, f2::warpsPerBlock<4, 1>,
                f2::order<1, 0>>;
using WideRows = f2::blocked<shape<side, step>, f2::sizePerThread<1, step>,
                             f2::threadsPerWarp<32, 1>, f2::warpsPerBlock<4, 1>,
                             f2::order<1, 0>>;
template <int Bytes>
using Columns = f2::blocked<shape<side, step>, f2::sizePerThread<1, 16 / Bytes>,
                            f2::threadsPerWarp<16 / Bytes, 2 * Bytes>,
                            f2::warpsPerBlock<4, 1>, f2::order<1, 0>>;
using Scales =
    f2::blocked<shape<side>, f2::sizePerThread<1>, f2::threadsPerWarp<32>,
                f2::warpsPerBlock<4>, f2::order<0>>;

// As operands of a warp that computes 64 x 64: two warps along n, two along m.
using PackedOperand =
    f2::linear<shape<side, step / 2>,
               reg<at<0, 1>, at<0, 2>, at<8, 0>, at<16, 0>, at<32, 0>>,
               lane<at<0, 4>, at<0, 8>, at<1, 0>, at<2, 0>, at<4, 0>>,
               warp<at<0, 0>, at<64, 0>>>;
using WideOperand = f2::linear<
    shape<side, step>,
    reg<at<0, 1>, at<0, 2>, at<0, 4>, at<8, 0>, at<16, 0>, at<32, 0>>,
    lane<at<0, 8>, at<0, 16>, at<1, 0>, at<2, 0>, at<4, 0>>,
    warp<at<0, 0>, at<64, 0>>>;
using OtherOperand = f2::linear<
    shape<side, step>,
    reg<at<0, 1>, at<0, 2>, at<0, 4>, at<8, 0>, at<16, 0>, at<32, 0>>,
    lane<at<0, 8>, at<0, 16>, at<1, 0>, at<2, 0>, at<4, 0>>,
    warp<at<64, 0>, at<0, 0>>>;
// The scales of PackedOperand's rows: the lanes of a row have copies.
using RowScales =
    f2::linear<shape<side>, reg<at<8>, at<16>, at<32>>,
               lane<at<0>, at<0>, at<1>, at<2>, at<4>>, warp<at<0>, at<64>>>;

/// Four words of memory. T: what is in them.
template <class T>
__device__ __forceinline__ void fetch(T *to, const void *from) {
  const uint4 v = *static_cast<const uint4 *>(from);
  __builtin_memcpy(to, &v, 16);
}

/// Which part of C the block computes.
struct Block {
  int row, column;
  __device__ __forceinline__ Block() {
    const int number = blockIdx.y * gridDim.x + blockIdx.x;
    const int first = number / (rowsAtOnce * gridDim.x) * rowsAtOnce;
    const int rows = min(rowsAtOnce, int(gridDim.y) - first);
    const int inside = number - first * gridDim.x;
    row = first + inside % rows;
    column = inside / rows;
  }
};

/// What a thread reads for a step.
template <class Q> struct Step {
  using E = typename Q::Element;
  using Rows = Columns<sizeof(E)>;
  static constexpr int each = 16 / sizeof(E);
  f2::registers<unsigned char, PackedRows::registers> a;
  f2::registers<E, Rows::registers> b;

  __device__ __forceinline__ void load(const unsigned char *packed,
                                       const E *other, int k) {
    const int t = threadIdx.x;
    fetch(&a[0], packed + size_t(PackedRows::coordinate<0>(0, t)) * (k / 2));
#pragma unroll
    for (int r = 0; r < Rows::registers; r += each)
      fetch(&b[r], other + size_t(Rows::template coordinate<0>(r, t)) * k +
                       Rows::template coordinate<1>(r, t));
  }
};

/// Words of two elements of B, four for each eight columns.
template <bool IsWide, class Q>
__device__ __forceinline__ f2::registers<unsigned, 32>
otherWords(const Step<Q> &s) {
  using E = typename Q::Element;
  using Rows = typename Step<Q>::Rows;
  constexpr int words = sizeof(E) * 2; // Of eight elements.
  f2::registers<unsigned, 32> to;
  if constexpr (IsWide && sizeof(E) == 1) {
    f2::registers<unsigned, Rows::registers / 2> wide;
    const auto narrow = f2::as<unsigned>(s.b);
#pragma unroll
    for (int i = 0; i < Rows::registers / 8; ++i)
      Q::widen(&wide[4 * i], &narrow[2 * i]);
    to = f2::as<unsigned>(
        f2::convert<Rows, OtherOperand>(f2::as<unsigned short>(wide)));
  } else {
    const auto narrow = f2::as<unsigned>(f2::convert<Rows, OtherOperand>(s.b));
#pragma unroll
    for (int i = 0; i < 8; ++i)
      Q::widen(&to[4 * i], &narrow[words * i]);
  }
  return to;
}

#ifndef BY_ELEMENT

template <bool IsWide, class P, class Q>
__device__ __forceinline__ void
product(float *__restrict__ c, const unsigned char *__restrict__ a,
        const unsigned char *__restrict__ scales,
        const typename Q::Element *__restrict__ b, int n, int k) {
  const int t = threadIdx.x;
  const Block block;
  a += size_t(block.row) * side * (k / 2);
  scales += (size_t(block.row) * side + Scales::place(0, t)) * (k / step);
  b += size_t(block.column) * side * k;
  // Where the operands leave enough registers.
  constexpr int unrolled = sizeof(typename Q::Element) == 1 ? group : 1;
  float sums[4][8][4] = {};
  Step<Q> next;
  next.load(a, b, k);
  f2::registers<unsigned, 1> nextScale;
  nextScale[0] = *reinterpret_cast<const unsigned *>(scales);
  for (int i = 0; i < k; i += group * step) {
    // Four steps' scales of a row are a word.
    nextScale[0] = exponents<P>(nextScale[0]);
    f2::registers<unsigned, IsWide ? 1 : RowScales::registers> scale;
    if constexpr (IsWide)
      scale = nextScale;
    else
      scale = f2::convert<Scales, RowScales>(nextScale);
    if (i + group * step < k)
      nextScale[0] =
          *reinterpret_cast<const unsigned *>(scales + i / step + group);
#pragma unroll unrolled
    for (int j = 0; j < group; ++j) {
      // What the next step needs is on its way while this one is computed.
      const Step<Q> now = next;
      const int at = i + (j + 1) * step;
      if (at < k)
        next.load(a + at / 2, b + at, k);
      f2::registers<unsigned, 32> left;
      f2::registers<unsigned, 8> narrow;
      if constexpr (IsWide) {
        f2::registers<unsigned, 16> wide;
        const auto packed = f2::as<unsigned>(now.a);
#pragma unroll
        for (int w = 0; w < 4; ++w)
          widen<P>(&wide[4 * w], packed[w], scaleWord<P>(scale[0], j));
        left = f2::as<unsigned>(
            f2::convert<WideRows, WideOperand>(f2::as<unsigned short>(wide)));
      } else {
        narrow =
            f2::as<unsigned>(f2::convert<PackedRows, PackedOperand>(now.a));
      }
      const auto right = otherWords<IsWide>(now);
#pragma unroll
      for (int row = 0; row < 4; ++row) {
        if constexpr (!IsWide) {
          widen<P>(&left[8 * row], narrow[2 * row],
                   scaleWord<P>(scale[2 * row], j));
          widen<P>(&left[8 * row + 4], narrow[2 * row + 1],
                   scaleWord<P>(scale[2 * row + 1], j));
        }
#pragma unroll
        for (int h = 0; h < 4; h += 2) {
          const unsigned *w = &left[8 * row + h];
          const unsigned operand[4] = {w[0], w[4], w[1], w[5]};
#pragma unroll
          for (int column = 0; column < 8; ++column)
            P::add(sums[row][column], operand, &right[4 * column + h]);
        }
      }
    }
  }
  using Result =
      f2::linear<shape<side, side>,
                 reg<at<0, 1>, at<8, 0>, at<0, 8>, at<0, 16>, at<0, 32>,
                     at<16, 0>, at<32, 0>>,
                 lane<at<0, 2>, at<0, 4>, at<1, 0>, at<2, 0>, at<4, 0>>,
                 warp<at<0, 64>, at<64, 0>>>;
  c += size_t(block.row) * side * n + block.column * side;
#pragma unroll
  for (int r = 0; r < Result::registers; r += 2) {
    const float *v = &sums[r / 32][r / 4 % 8][r % 4];
    *reinterpret_cast<float2 *>(c + size_t(Result::coordinate<0>(r, t)) * n +
                                Result::coordinate<1>(r, t)) =
        make_float2(v[0] * (P::rest), v[1] * (P::rest));
  }
}

#else

__device__ __forceinline__ float valueOf(F16, const unsigned short *b) {
  const unsigned bits = otherBits<0x0380, 0x3c00>(*b);
  return __half2float(__ushort_as_half(bits));
}

__device__ __forceinline__ float valueOf(Bf16, const unsigned short *b) {
  return __uint_as_float(otherBits<0x0070, 0x3f80>(*b) << 16);
}

__device__ __forceinline__ float valueOf(E5m2, const unsigned char *b) {
  const unsigned bits = otherBits<0x03, 0x3c>(*b);
  return __half2float(__ushort_as_half(bits << 8));
}

__device__ __forceinline__ float valueOf(E4m3, const unsigned char *b) {
  const unsigned bits = otherBits<0x07, 0x38>(*b);
  const float small = (bits & 7) * 0x1p-9f;
  const float large = __uint_as_float(((bits >> 3 & 15) + 120) << 23) *
                      (1 + (bits & 7) * 0.125f);
  return (bits & 0x80 ? -1 : 1) * (bits & 0x78 ? large : small);
}

template <bool, class, class Q>
__device__ __forceinline__ void
product(float *__restrict__ c, const unsigned char *__restrict__ a,
        const unsigned char *__restrict__ scales,
        const typename Q::Element *__restrict__ b, int n, int k) {
  const float values[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (int e = threadIdx.x; e < side * side; e += threads) {
    const int row = blockIdx.y * side + e / side;
    const int column = blockIdx.x * side + e % side;
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      const int bits = a[size_t(row) * (k / 2) + i / 2] >> i % 2 * 4;
      const unsigned s = scales[size_t(row) * (k / step) + i / step];
      const unsigned scale = isExact ? (s & 3) + 125 : s;
      const float value =
          (bits & 8 ? -1 : 1) * values[bits & 7] * __uint_as_float(scale << 23);
      sum += value * valueOf(Q(), b + size_t(column) * k + i);
    }
    c[size_t(row) * n + column] = sum;
  }
}

#endif

#define PRODUCT(NAME, P, Q)                                                    \
  extern "C" __global__ void __launch_bounds__(threads, 2)                     \
      F2_BLOCK(threads, 1, 1)                                                  \
          NAME(float *__restrict__ c, const unsigned char *__restrict__ a,     \
               const unsigned char *__restrict__ scales,                       \
               const Q::Element *__restrict__ b, int n, int k) {               \
    product<isWide, P, Q>(c, a, scales, b, n, k);                              \
  }

#if !defined(ONLY) || ONLY == 0
PRODUCT(mxfp4_f16, Half, F16)
#endif
#if !defined(ONLY) || ONLY == 1
PRODUCT(mxfp4_bf16, Bfloat, Bf16)
#endif
#if !defined(ONLY) || ONLY == 2
PRODUCT(mxfp4_e4m3, Half, E4m3)
#endif
#if !defined(ONLY) || ONLY == 3
PRODUCT(mxfp4_e5m2, Half, E5m2)
#endif
