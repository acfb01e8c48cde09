// A transpose by tiles of 32 x 32, with a loop by the height of the block.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "f2layout.h"

#ifdef BETTER
#define BLOCK F2_BLOCK(32, 8, 1)
#else
#define BLOCK
#endif

extern "C" __global__ void BLOCK transpose(float *__restrict__ out,
                                           const float *__restrict__ in,
                                           int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  in += blockIdx.y * 32 * n + blockIdx.x * 32;
  out += blockIdx.x * 32 * n + blockIdx.y * 32;
  for (int j = y; j < 32; j += blockDim.y)
    tile[j][x] = in[j * n + x];
  __syncthreads();
  for (int j = y; j < 32; j += blockDim.y)
    out[j * n + x] = tile[x][j];
}
