// A matrix instruction's accumulator becomes the left operand of the next
// through shared memory: the core of every attention kernel.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2

#include "portable.h"

#ifndef __HIP__
#include <cuda_fp16.h>

struct Accumulator {
  float c[4];
};

// D = A B + C on 16 x 8 x 16, half operands. Row-major A, column-major B.
__device__ __forceinline__ Accumulator mma(const unsigned (&a)[4],
                                           const unsigned (&b)[2],
                                           Accumulator d) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
               : "+f"(d.c[0]), "+f"(d.c[1]), "+f"(d.c[2]), "+f"(d.c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                 "r"(b[1]));
  return d;
}

// One 16 x 16 tile per warp: S = Q K, rounded to half through shared memory,
// then O = S V. Operands come in fragment order, so that only the exchange
// matters.
KERNEL_BOUNDS(128)
mma_chain(float *RESTRICT out, const unsigned *RESTRICT q,
          const unsigned *RESTRICT k, const unsigned *RESTRICT v) {
  __shared__ __half s[4][16][16 + 8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int tile = blockIdx.x * 4 + warp;
  int group = lane / 4, pair = lane % 4 * 2;

  unsigned a[4];
  for (int i = 0; i < 4; ++i)
    a[i] = q[(tile * 4 + i) * 32 + lane];
  for (int n = 0; n < 2; ++n) {
    unsigned b[2];
    for (int i = 0; i < 2; ++i)
      b[i] = k[(tile * 4 + n * 2 + i) * 32 + lane];
    Accumulator d = mma(a, b, Accumulator{});
    s[warp][group][n * 8 + pair] = __float2half(d.c[0]);
    s[warp][group][n * 8 + pair + 1] = __float2half(d.c[1]);
    s[warp][group + 8][n * 8 + pair] = __float2half(d.c[2]);
    s[warp][group + 8][n * 8 + pair + 1] = __float2half(d.c[3]);
  }
  __syncwarp();
  for (int i = 0; i < 4; ++i)
    a[i] = *reinterpret_cast<const unsigned *>(
        &s[warp][group + i % 2 * 8][pair + i / 2 * 8]);

  for (int n = 0; n < 2; ++n) {
    unsigned b[2];
    for (int i = 0; i < 2; ++i)
      b[i] = v[(tile * 4 + n * 2 + i) * 32 + lane];
    Accumulator d = mma(a, b, Accumulator{});
    for (int i = 0; i < 4; ++i)
      out[((tile * 2 + n) * 4 + i) * 32 + lane] = d.c[i];
  }
}

// Only the exchange, with a transposition: what the multiplication by the
// transpose of S needs. Values come from memory instead of an accumulator.
KERNEL_BOUNDS(128)
fragment_transpose(unsigned *RESTRICT out, const float *RESTRICT in) {
  __shared__ __half s[4][16][16 + 8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int tile = blockIdx.x * 4 + warp;
  int group = lane / 4, pair = lane % 4 * 2;
  for (int n = 0; n < 2; ++n)
    for (int i = 0; i < 4; ++i)
      s[warp][n * 8 + pair + i % 2][group + i / 2 * 8] =
          __float2half(in[((tile * 2 + n) * 4 + i) * 32 + lane]);
  __syncwarp();
  for (int i = 0; i < 4; ++i)
    out[(tile * 4 + i) * 32 + lane] = *reinterpret_cast<const unsigned *>(
        &s[warp][group + i % 2 * 8][pair + i / 2 * 8]);
}

#elif defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__) ||     \
    !defined(__HIP_DEVICE_COMPILE__)

typedef float Float4 __attribute__((ext_vector_type(4)));
typedef _Float16 Half4 __attribute__((ext_vector_type(4)));

// One 16 x 16 tile per wave. Lane l holds rows 4 (l / 16) … + 3 of column l %
// 16 of the accumulator, and needs columns 4 (l / 16) … + 3 of row l % 16.
KERNEL_BOUNDS(128)
mfma_chain(float *RESTRICT out, const Half4 *RESTRICT q,
           const Half4 *RESTRICT k, const Half4 *RESTRICT v) {
  __shared__ _Float16 s[2][16][16 + 4];
  int lane = threadIdx.x % 64, wave = threadIdx.x / 64;
  int tile = blockIdx.x * 2 + wave;
  int at = tile * 64 + lane;
#ifdef __HIP_DEVICE_COMPILE__
  Float4 d =
      __builtin_amdgcn_mfma_f32_16x16x16f16(q[at], k[at], Float4{}, 0, 0, 0);
  for (int i = 0; i < 4; ++i)
    s[wave][lane / 16 * 4 + i][lane % 16] = static_cast<_Float16>(d[i]);
  syncWarp();
  Half4 a;
  for (int i = 0; i < 4; ++i)
    a[i] = s[wave][lane % 16][lane / 16 * 4 + i];
  d = __builtin_amdgcn_mfma_f32_16x16x16f16(a, v[at], Float4{}, 0, 0, 0);
  for (int i = 0; i < 4; ++i)
    out[at * 4 + i] = d[i];
#endif
}
#endif
