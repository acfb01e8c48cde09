// A product whose threads have 4 x 4 results each, in registers.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH blocked_*: --block 256 --grid 1,1 --arg 3=64

#include "portable.h"

constexpr int Side = 64, Depth = 16;

KERNEL __launch_bounds__(256)
blocked_product(float *RESTRICT C, const float *RESTRICT A,
                const float *RESTRICT B, int n) {
  __shared__ float a[Depth][Side];
  __shared__ float b[Depth][Side];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += Depth) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int e = t + 256 * i;
      a[e % Depth][e / Depth] =
          A[(blockIdx.y * Side + e / Depth) * n + k + e % Depth];
      b[e / Side][e % Side] =
          B[(k + e / Side) * n + blockIdx.x * Side + e % Side];
    }
    __syncthreads();
#pragma unroll
    for (int l = 0; l < Depth; ++l)
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sum[i][j] += a[l][y + 16 * i] * b[l][x + 16 * j];
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      C[(blockIdx.y * Side + y + 16 * i) * n + blockIdx.x * Side + x + 16 * j] =
          sum[i][j];
}
