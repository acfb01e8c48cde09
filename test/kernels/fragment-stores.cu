// Fragments of accumulators, stored by hand: by rows of the tile and by columns.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 32,4 --grid 1

#include "portable.h"
#include <cuda_fp16.h>

__device__ __forceinline__ unsigned word(const __half *p) {
  return *reinterpret_cast<const unsigned *>(p);
}

KERNEL_BOUNDS(128)
store_rows(unsigned *RESTRICT out, const unsigned *RESTRICT in) {
  __shared__ __half tile[4][16][32];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int group = lane / 4, pair = lane % 4 * 2;
  for (int n = 0; n < 4; ++n)
    for (int i = 0; i < 2; ++i)
      *reinterpret_cast<unsigned *>(&tile[warp][group + i * 8][n * 8 + pair]) =
          in[((warp * 4 + n) * 2 + i) * 32 + lane];
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    out[(warp * 8 + i) * 32 + lane] =
        word(&tile[warp][i * 2 + lane / 16][lane % 16 * 2]);
}

KERNEL_BOUNDS(128)
store_columns(unsigned *RESTRICT out, const unsigned *RESTRICT in) {
  __shared__ __half tile[4][32][16 + 8];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int group = lane / 4, pair = lane % 4 * 2;
  for (int n = 0; n < 4; ++n)
    for (int i = 0; i < 2; ++i) {
      const unsigned both = in[((warp * 4 + n) * 2 + i) * 32 + lane];
      for (int h = 0; h < 2; ++h)
        tile[warp][n * 8 + pair + h][group + i * 8] =
            __ushort_as_half(both >> 16 * h);
    }
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    out[(warp * 8 + i) * 32 + lane] =
        word(&tile[warp][i * 4 + lane / 8][lane % 8 * 2]);
}
