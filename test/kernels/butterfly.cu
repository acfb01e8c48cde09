// Butterflies through shared memory inside a warp, as written before shuffles
// existed, and sometimes today.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2
// LAUNCH *: --block 64 --grid 2
// IN-PLACE butterfly*: --block 256 --grid 2

#include "portable.h"

// Fast Walsh-Hadamard transform over a warp; the distance loop gets unrolled.
KERNEL_BOUNDS(256)
butterfly(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int at = blockIdx.x * blockDim.x + t;
  float v = in[at];
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    s[t] = v;
    syncWarp();
    float other = s[t ^ d];
    syncWarp();
    v = (t & d) ? other - v : v + other;
  }
  out[at] = v;
}

// The same with block barriers, a common precaution.
KERNEL_BOUNDS(256)
butterfly_block(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int at = blockIdx.x * blockDim.x + t;
  float v = in[at];
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    s[t] = v;
    __syncthreads();
    float other = s[t ^ d];
    __syncthreads();
    v = (t & d) ? other - v : v + other;
  }
  out[at] = v;
}

// A constant trip count, and still a loop: the distance is a loop variable.
KERNEL_BOUNDS(256)
butterfly_rolled(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int at = blockIdx.x * blockDim.x + t;
  float v = in[at];
#pragma unroll 1
  for (int k = 0; k < 5; ++k) {
    int d = 1 << k;
    s[t] = v;
    syncWarp();
    float other = s[t ^ d];
    syncWarp();
    v = (t & d) ? other - v : v + other;
  }
  out[at] = v;
}

// One stage; each warp has its own row: s[warp][lane].
KERNEL_BOUNDS(256)
butterfly_rows(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[256 / WARP_SIZE][WARP_SIZE];
  int lane = threadIdx.x % WARP_SIZE;
  int warp = threadIdx.x / WARP_SIZE;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  s[warp][lane] = in[at];
  syncWarp();
  out[at] = s[warp][lane ^ 16];
}

// In place.
KERNEL_BOUNDS(256)
butterfly_in_place(double *data) {
  __shared__ double s[256];
  int t = threadIdx.x;
  int at = blockIdx.x * blockDim.x + t;
  s[t] = data[at];
  __syncthreads();
  data[at ^ 1] = s[t ^ 3];
}
