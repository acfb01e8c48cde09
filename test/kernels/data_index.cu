// Loads from shared memory at an index that memory holds. In the row of the own
// warp, they are shuffles.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2

#include "portable.h"

// A table of a warp's values.
KERNEL_BOUNDS(256)
lookup(float *RESTRICT out, const float *RESTRICT in,
       const int *RESTRICT index) {
  __shared__ float tile[256 / WARP_SIZE][WARP_SIZE];
  int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int k = index[at] & (WARP_SIZE - 1);
  tile[warp][lane] = in[at];
  syncWarp();
  out[at] = tile[warp][k];
}

// Rows with padding, and a barrier of the block as a precaution.
KERNEL_BOUNDS(256)
lookup_padded(float *RESTRICT out, const float *RESTRICT in,
              const unsigned *RESTRICT index) {
  __shared__ float tile[256 / WARP_SIZE][WARP_SIZE + 1];
  int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned k = index[at] % WARP_SIZE;
  tile[warp][lane] = in[at];
  __syncthreads();
  out[at] = tile[warp][k];
}

// Many indices for one table.
KERNEL_BOUNDS(256)
decode(float *RESTRICT out, const float *RESTRICT in,
       const unsigned char *RESTRICT index) {
  __shared__ float tile[256];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int row = threadIdx.x & -16;
  tile[threadIdx.x] = in[at];
  syncWarp();
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += tile[row + (index[at + i] & 15)];
  out[at] = sum;
}

// The whole block's values: they stay in shared memory.
KERNEL_BOUNDS(256)
block_lookup(float *RESTRICT out, const float *RESTRICT in,
             const int *RESTRICT index) {
  __shared__ float tile[256];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[at];
  __syncthreads();
  out[at] = tile[index[at] & 255];
}
