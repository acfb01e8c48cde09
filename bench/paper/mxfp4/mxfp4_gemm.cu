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
// An element of A has the exponent of a subnormal number, 2^14 (f16) or 2^126 too
// low, until it is multiplied by its scale; and what remains of this factor, and
// that of e4m3, is in the accumulators, until they are stored. All of these are
// powers of two, so no result changes, if scales are within 2^-16 to 2^8 (f16) or
// 2^-94 to 2^32. Elements of e4m3 are finite.
//
// With BY_ELEMENT, one thread computes each element of C in the plainest way. With
// EXACT, operands are such that all sums are exact, whatever the buffers hold, so
// that tests can compare this to the bit.
//
//===----------------------------------------------------------------------===//

#include "f2layout.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef WIDE
constexpr bool isWide = true;
#else
constexpr bool isWide = false;
#endif

#ifdef EXACT
constexpr bool isExact = true;
#else
constexpr bool isExact = false;
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

struct Half {
  using Word = __half2;
  // An element of A is 2^14 times its bits, of which its scale brings 2^7.
  static constexpr int shift = 6, scaleBits = 10, bias = 127 - 15 - 7;
  static constexpr float rest = 128;
  static __device__ __forceinline__ void add(float (&c)[4], const unsigned *a,
                                             const unsigned *b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Bfloat {
  using Word = __nv_bfloat162;
  static constexpr int shift = 6, scaleBits = 7, bias = 127 - 127 - 95;
  static constexpr float rest = 2147483648.0f; // 2^31
  static __device__ __forceinline__ void add(float (&c)[4], const unsigned *a,
                                             const unsigned *b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

template <class Word>
__device__ __forceinline__ unsigned times(unsigned a, unsigned b) {
  const Word c = __hmul2(reinterpret_cast<const Word &>(a),
                         reinterpret_cast<const Word &>(b));
  return reinterpret_cast<const unsigned &>(c);
}

/// The lowest of four scales.
__device__ __forceinline__ unsigned firstScale(unsigned s) {
  return isExact ? (s & 3) + 125 : s & 255;
}

/// A scale as both halves of a word.
template <class P> __device__ __forceinline__ unsigned scaleWord(unsigned s) {
  const unsigned bits = (firstScale(s) - P::bias) << P::scaleBits;
  return __byte_perm(bits, 0, 0x1010);
}

/// Eight elements of four bits, as four words of two.
template <class P>
__device__ __forceinline__ void widen(unsigned *to, unsigned packed,
                                      unsigned scale) {
  const unsigned even = packed << 4;
  unsigned w[4];
  if constexpr (P::scaleBits == 10) {
    // The upper byte of a half has the sign and the rest three bits lower.
    const unsigned e = (even & 0x80808080u) | (even >> 3 & 0x0e0e0e0eu);
    const unsigned o = (packed & 0x80808080u) | (packed >> 3 & 0x0e0e0e0eu);
    w[0] = __byte_perm(e, o, 0x4000) & 0xff00ff00u;
    w[1] = __byte_perm(e, o, 0x5010) & 0xff00ff00u;
    w[2] = __byte_perm(e, o, 0x6020) & 0xff00ff00u;
    w[3] = __byte_perm(e, o, 0x7030) & 0xff00ff00u;
  } else {
    w[0] = __byte_perm(even, packed, 0x4000);
    w[1] = __byte_perm(even, packed, 0x5010);
    w[2] = __byte_perm(even, packed, 0x6020);
    w[3] = __byte_perm(even, packed, 0x7030);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      w[i] = (w[i] & 0x80008000u) | (w[i] >> 6 & 0x01c001c0u);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    to[i] = times<typename P::Word>(w[i], scale);
}

/// Elements of B in words of two, from words of memory. Some bits of those that are
/// exact are free, the others make numbers from 1 to 2.
template <unsigned Free, unsigned Fixed>
__device__ __forceinline__ unsigned otherBits(unsigned x) {
  return isExact ? (x & Free) | Fixed : x;
}

template <unsigned Free, unsigned Fixed> struct Plain {
  using Element = unsigned short;
  static constexpr float rest = 1;
  static __device__ __forceinline__ void widen(unsigned *to,
                                               const unsigned *from) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      to[i] = otherBits<Free, Fixed>(from[i]);
  }
};

using F16 = Plain<0x03800380, 0x3c003c00>;
using Bf16 = Plain<0x00700070, 0x3f803f80>;

template <bool IsE4m3> struct Float8 {
  using Element = unsigned char;
  static constexpr float rest = IsE4m3 ? 256 : 1;
  static __device__ __forceinline__ void widen(unsigned *to,
                                               const unsigned *from) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const unsigned x = IsE4m3 ? otherBits<0x07070707, 0x38383838>(from[i])
                                : otherBits<0x03030303, 0x3c3c3c3c>(from[i]);
      to[2 * i] = __byte_perm(x, 0, 0x1404);
      to[2 * i + 1] = __byte_perm(x, 0, 0x3424);
    }
    if constexpr (IsE4m3) {
#pragma unroll
      for (int i = 0; i < 4; ++i)
        to[i] = (to[i] & 0x80008000u) | (to[i] >> 1 & 0x3f803f80u);
    }
  }
};

using E4m3 = Float8<true>;
using E5m2 = Float8<false>;

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
  float sums[4][8][4] = {};
  Step<Q> next;
  next.load(a, b, k);
  f2::registers<unsigned, 1> nextScale;
  nextScale[0] = *reinterpret_cast<const unsigned *>(scales);
  for (int i = 0; i < k; i += group * step) {
    // Four steps' scales of a row are a word.
    f2::registers<unsigned, IsWide ? 1 : RowScales::registers> scale;
    if constexpr (IsWide)
      scale = nextScale;
    else
      scale = f2::convert<Scales, RowScales>(nextScale);
    if (i + group * step < k)
      nextScale[0] =
          *reinterpret_cast<const unsigned *>(scales + i / step + group);
#pragma unroll 1
    for (int j = 0; j < group; ++j) {
      f2::registers<unsigned, 32> left;
      f2::registers<unsigned, 8> narrow;
      if constexpr (IsWide) {
        f2::registers<unsigned, 16> wide;
        const auto packed = f2::as<unsigned>(next.a);
#pragma unroll
        for (int w = 0; w < 4; ++w)
          widen<P>(&wide[4 * w], packed[w], scaleWord<P>(scale[0]));
        left = f2::as<unsigned>(
            f2::convert<WideRows, WideOperand>(f2::as<unsigned short>(wide)));
      } else {
        narrow =
            f2::as<unsigned>(f2::convert<PackedRows, PackedOperand>(next.a));
      }
      const auto right = otherWords<IsWide>(next);
      const int at = i + (j + 1) * step;
      if (at < k)
        next.load(a + at / 2, b + at, k);
#pragma unroll
      for (int row = 0; row < 4; ++row) {
        if constexpr (!IsWide) {
          widen<P>(&left[8 * row], narrow[2 * row],
                   scaleWord<P>(scale[2 * row]));
          widen<P>(&left[8 * row + 4], narrow[2 * row + 1],
                   scaleWord<P>(scale[2 * row + 1]));
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
#pragma unroll
      for (int s = 0; s < scale.size(); ++s)
        scale[s] >>= 8;
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
        make_float2(v[0] * (P::rest * Q::rest), v[1] * (P::rest * Q::rest));
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
      const unsigned scale =
          firstScale(scales[size_t(row) * (k / step) + i / step]);
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
