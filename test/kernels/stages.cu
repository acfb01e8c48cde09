// Exchanges that follow each other, and exchanges inside loops.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH two_*: --block 128 --grid 2
// LAUNCH two_warp_stages: --block 100 --grid 2
// LAUNCH two_warp_stages: --block 17 --grid 1
// LAUNCH tile_loop*: --block 32,8 --grid 2 --arg 2=3
// LAUNCH tile_loop*: --block 32,8 --grid 1 --arg 2=0
// LAUNCH tile_rolled: --block 32,8 --grid 2
// LAUNCH rotate_until: --block 128 --grid 2 --arg 2=4 --arg 3=9
// LAUNCH rotate_until: --block 128 --grid 2 --arg 2=5 --arg 3=2
// LAUNCH dynamic_reverse_warp: --block 256 --grid 2 --dynamic-shared 1024
// LAUNCH dynamic_two_names: --block 128 --grid 2 --dynamic-shared 512
// LAUNCH dynamic_two_names: --block 32 --grid 2 --dynamic-shared 128
// LAUNCH dynamic_transpose: --block 32,8 --grid 2 --dynamic-shared 4224
// IN-PLACE two_*: --block 128 --grid 2
// IN-PLACE tile_loop*: --block 32,8 --grid 2 --arg 2=3
// IN-PLACE tile_rolled: --block 32,8 --grid 2
// IN-PLACE rotate_until: --block 128 --grid 2 --arg 2=4 --arg 3=9
// IN-PLACE dynamic_reverse_warp: --block 256 --grid 2 --dynamic-shared 1024
// IN-PLACE dynamic_two_names: --block 128 --grid 2 --dynamic-shared 512
// IN-PLACE dynamic_transpose: --block 32,8 --grid 2 --dynamic-shared 4224

#include "portable.h"

// Two exchanges over the block reuse one array.
KERNEL_BOUNDS(128)
two_stages(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[512];
  int t = threadIdx.x;
  int at = blockIdx.x * 512 + t;
  int v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = in[at + 128 * i];
  // From striped to blocked.
  for (int i = 0; i < 4; ++i)
    s[128 * i + t] = v[i];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    v[i] = 3 * s[4 * t + i];
  __syncthreads();
  // Then the reverse of all 512.
  for (int i = 0; i < 4; ++i)
    s[4 * t + i] = v[i];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[at + 128 * i] = s[511 - (128 * i + t)];
}

// Both stages within the warp, one array, block barriers.
KERNEL_BOUNDS(128)
two_warp_stages(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int at = blockIdx.x * 128 + t;
  s[t] = in[at];
  __syncthreads();
  int v = s[t ^ 5];
  __syncthreads();
  s[t ^ 2] = 7 * v;
  __syncthreads();
  out[at] = s[t ^ 8];
}

// A tile inside a loop whose trip count is an argument.
KERNEL tile_loop(float *RESTRICT out, const float *RESTRICT in, int tiles) {
  __shared__ float tile[32][33];
  for (int k = 0; k < tiles; ++k) {
    const float *from = in + (blockIdx.x * tiles + k) * 1024;
    float *to = out + (blockIdx.x * tiles + k) * 1024;
    for (int j = 0; j < 32; j += 8)
      tile[threadIdx.y + j][threadIdx.x] =
          from[(threadIdx.y + j) * 32 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8)
      to[(threadIdx.y + j) * 32 + threadIdx.x] =
          tile[threadIdx.x][threadIdx.y + j];
    __syncthreads();
  }
}

// Double-buffered: one barrier per iteration; the buffer is a loop variable.
KERNEL tile_loop_double(float *RESTRICT out, const float *RESTRICT in,
                        int tiles) {
  __shared__ float tile[2][32][33];
  for (int k = 0; k < tiles; ++k) {
    const float *from = in + (blockIdx.x * tiles + k) * 1024;
    float *to = out + (blockIdx.x * tiles + k) * 1024;
    for (int j = 0; j < 32; j += 8)
      tile[k & 1][threadIdx.y + j][threadIdx.x] =
          from[(threadIdx.y + j) * 32 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8)
      to[(threadIdx.y + j) * 32 + threadIdx.x] =
          tile[k & 1][threadIdx.x][threadIdx.y + j];
  }
}

// The loops over the rows of the tile are not unrolled.
KERNEL tile_rolled(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float tile[32][33];
  const float *from = in + blockIdx.x * 1024;
  float *to = out + blockIdx.x * 1024;
#pragma unroll 1
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] =
        from[(threadIdx.y + j) * 32 + threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (int j = 0; j < 32; j += 8)
    to[(threadIdx.y + j) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + j];
}

// A value is carried from iteration to iteration by a warp exchange, until a
// uniform condition ends the loop.
KERNEL_BOUNDS(128)
rotate_until(unsigned *RESTRICT out, const unsigned *RESTRICT in, int rounds,
             int last) {
  __shared__ unsigned s[128];
  int t = threadIdx.x;
  unsigned v = in[blockIdx.x * 128 + t];
  for (int k = 0; k < rounds; ++k) {
    s[t] = v * 2654435761u + t;
    __syncthreads();
    v = s[(t & ~31) | ((t + 1) & 31)] ^ k;
    __syncthreads();
    if (k == last)
      break;
  }
  out[blockIdx.x * 128 + t] = v;
}

// Shared memory whose size the host chooses.
KERNEL_BOUNDS(256)
dynamic_reverse_warp(float *RESTRICT out, const float *RESTRICT in) {
  extern __shared__ float dyn[];
  int t = threadIdx.x;
  int at = blockIdx.x * blockDim.x + t;
  dyn[t] = in[at];
  __syncthreads();
  out[at] = dyn[t ^ 31];
}

// Two names of one array: it is known what the second overwrites.
extern __shared__ int firstName[];
extern __shared__ float secondName[];
KERNEL_BOUNDS(128)
dynamic_two_names(int *RESTRICT out, const int *RESTRICT in) {
  int t = threadIdx.x;
  firstName[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t % 3 == 0)
    secondName[t] = 1.0f;
  __syncthreads();
  out[blockIdx.x * 128 + t] = firstName[t ^ 1];
}

KERNEL dynamic_transpose(float *RESTRICT out, const float *RESTRICT in) {
  extern __shared__ float dyn[];
  for (int j = 0; j < 32; j += 8)
    dyn[(threadIdx.y + j) * 33 + threadIdx.x] =
        in[blockIdx.x * 1024 + (threadIdx.y + j) * 32 + threadIdx.x];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[blockIdx.x * 1024 + (threadIdx.y + j) * 32 + threadIdx.x] =
        dyn[threadIdx.x * 33 + threadIdx.y + j];
}
