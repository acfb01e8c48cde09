//===- elements.cuh - Elements of the products of mxfp4 ---------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How e2m1, its scales, and 8-bit floats become what mma.m16n8k16 multiplies, f16 or
// bf16, two in a word.
//
// An element of A has the exponent of a subnormal number, 2^14 (f16) or 2^126 (bf16)
// too low, until it is multiplied by its scale; and a rest of this factor is in the
// accumulators, until they are stored. All of these are powers of two, so no result
// changes, if scales are within 2^-16 to 2^8 (f16) or 2^-94 to 2^32 (bf16).
//
//===----------------------------------------------------------------------===//

#ifndef MXFP4_ELEMENTS_CUH
#define MXFP4_ELEMENTS_CUH

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef EXACT
constexpr bool isExact = true;
#else
constexpr bool isExact = false;
#endif

struct Half {
  using Word = __half2;
  // An element of A is 2^14 times its bits, of which its scale brings 2^7.
  static constexpr int scaleBits = 10, bias = 127 - 15 - 7, infinity = 31;
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
  static constexpr int scaleBits = 7, bias = 127 - 127 - 95, infinity = 255;
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

/// Exponents of a float from the scales of four steps, one in a byte: those that are too
/// small or too large for it become those of zero and infinity.
template <class P> __device__ __forceinline__ unsigned exponents(unsigned s) {
  if (isExact)
    s = (s & 0x03030303u) + 0x7d7d7d7du;
  unsigned to = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int e = int(s >> 8 * i & 255) - P::bias;
    to |= unsigned(min(max(e, 0), P::infinity)) << 8 * i;
  }
  return to;
}

/// That of one step as both halves of a word.
template <class P>
__device__ __forceinline__ unsigned scaleWord(unsigned exponents, int step) {
  const unsigned high = __byte_perm(exponents, 0, 0x0404 + step * 0x1010);
  return P::scaleBits == 10 ? high << 2 : high >> 1;
}

/// Eight elements of four bits, as four words of two.
template <class P>
__device__ __forceinline__ void widen(unsigned *to, unsigned packed,
                                      unsigned scale) {
  const unsigned even = packed << 4;
  unsigned w[4];
  if constexpr (P::scaleBits == 10) {
    // The upper byte of a half has the sign and the rest three bits lower.
    const unsigned e = (even & 0x80808080u) | (packed << 1 & 0x0e0e0e0eu);
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
  static __device__ __forceinline__ unsigned pair(unsigned bits) {
    unsigned to;
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(to) : "h"((unsigned short)bits));
    return to;
  }
  static __device__ __forceinline__ void widen(unsigned *to,
                                               const unsigned *from) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      if constexpr (IsE4m3) {
        const unsigned x = otherBits<0x07070707, 0x38383838>(from[i]);
        to[2 * i] = pair(x);
        to[2 * i + 1] = pair(x >> 16);
      } else {
        // The upper byte of a half has the same form.
        const unsigned x = otherBits<0x03030303, 0x3c3c3c3c>(from[i]);
        to[2 * i] = __byte_perm(x, 0, 0x1404);
        to[2 * i + 1] = __byte_perm(x, 0, 0x3424);
      }
    }
  }
};

using E4m3 = Float8<true>;
using E5m2 = Float8<false>;

#endif // MXFP4_ELEMENTS_CUH
