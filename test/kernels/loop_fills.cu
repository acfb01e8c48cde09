// Tiles as people fill them: in loops that some threads leave an iteration
// earlier than others, beside a table that another loop fills.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH line: --block 256 --grid 2
// LAUNCH line: --block 100 --grid 1
// IN-PLACE line: --block 256 --grid 1
// LAUNCH warp_rows: --block 256 --grid 2
// LAUNCH warp_rows: --block 96 --grid 1
// LAUNCH staged: --block 256 --grid 2
// LAUNCH staged: --block 200 --grid 1
// IN-PLACE staged: --block 256 --grid 1
// LAUNCH plane: --block 16,16 --grid 2,2 --arg 2=40
// LAUNCH plane: --block 16,8 --grid 1,2 --arg 2=40
// IN-PLACE plane: --block 16,16 --grid 1 --arg 2=18
// LAUNCH weighted: --block 256 --grid 2
// LAUNCH weighted: --block 64 --grid 1
// LAUNCH transposed: --block 256 --grid 2
// LAUNCH transposed: --block 70 --grid 1
// LAUNCH meets: --block 256 --grid 2
// LAUNCH again: --block 256 --grid 2
// LAUNCH again: --block 64 --grid 1
// LAUNCH by_two: --block 256 --grid 1
// LAUNCH by_argument: --block 256 --grid 1 --arg 3=3,20

#include "portable.h"

// A row and its halo in one loop: the first six threads have two iterations.
KERNEL_BOUNDS(256) line(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[256 + 6];
  int t = threadIdx.x, b = blockIdx.x * 256;
  for (int i = t; i < 256 + 6; i += 256)
    s[i] = in[b + i];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 7; ++d)
    sum += s[t + d] * d;
  out[b + t] = sum;
}

// A row of each warp, so that no warp waits for another.
KERNEL_BOUNDS(256) warp_rows(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[256 / WARP_SIZE][WARP_SIZE + 4];
  int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
  int b = blockIdx.x * 256 + warp * WARP_SIZE;
  for (int i = lane; i < WARP_SIZE + 4; i += WARP_SIZE)
    s[warp][i] = in[b + i];
  __syncthreads();
  float sum = 0;
  for (int d = 0; d < 5; ++d)
    sum += s[warp][lane + d] * (d + 1);
  out[b + lane] = sum;
}

// A row that is read again by who has stored it.
KERNEL_BOUNDS(256) staged(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float row[1000];
  int t = threadIdx.x, b = blockIdx.x * 1000;
  float most = 0;
  for (int i = t; i < 1000; i += 256) {
    row[i] = in[b + i];
    most = most < row[i] ? row[i] : most;
  }
  __syncthreads();
  for (int i = t; i < 1000; i += 256)
    out[b + i] = row[i] - most;
}

// Rows in a loop over columns.
KERNEL_BOUNDS(256)
plane(float *RESTRICT out, const float *RESTRICT in, int width) {
  __shared__ float s[18][18];
  int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
  for (int y = threadIdx.y; y < 18; y += 16)
    for (int x = threadIdx.x; x < 18; x += 16)
      s[y][x] = in[(y0 + y) * width + x0 + x];
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      sum += s[y + dy][x + dx] * (dx + 2 * dy + 1);
  out[(y0 + y) * width + x0 + x] = sum;
}

// Weights behind the tile, by a loop whose step only the launch knows.
KERNEL_BOUNDS(256)
weighted(float *RESTRICT out, const float *RESTRICT in,
         const float *RESTRICT weights) {
  __shared__ float s[256 + 50];
  int t = threadIdx.x, b = blockIdx.x * 256;
  for (int i = t; i < 50; i += int(blockDim.x))
    s[256 + i] = weights[i];
  s[t] = in[b + t];
  __syncthreads();
  float own = s[t ^ 5], sum = own;
#pragma unroll 1
  for (int j = 0; j < 50; ++j)
    sum = sum * s[256 + j] + own;
  out[b + t] = sum;
}

// The same with a tile that crosses warps, in memory.
KERNEL_BOUNDS(256)
transposed(float *RESTRICT out, const float *RESTRICT in,
           const float *RESTRICT weights) {
  __shared__ float s[256 + 50];
  int t = threadIdx.x, b = blockIdx.x * 256;
  for (int i = t; i < 50; i += 256)
    s[256 + i] = weights[i];
  s[(t & 7) * 32 + (t >> 3)] = in[b + t];
  __syncthreads();
  float own = s[t], sum = own;
#pragma unroll 1
  for (int j = 0; j < 50; ++j)
    sum = sum * s[256 + j] + own;
  out[b + t] = sum;
}

// The loop ends six elements within the tile.
KERNEL_BOUNDS(256) meets(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[300];
  int t = threadIdx.x, b = blockIdx.x * 256;
  s[(t & 7) * 32 + (t >> 3)] = in[b + t];
  __syncthreads();
  for (int i = t; i < 50; i += int(blockDim.x))
    s[250 + i] = in[i];
  __syncthreads();
  // MISSED another write to the array may come between
  out[b + t] = s[t] + s[250 + t % 32];
}

// The second iteration of some threads overwrites what the first one stored.
KERNEL_BOUNDS(256) again(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[256];
  int t = threadIdx.x, b = blockIdx.x * 400;
#pragma unroll 1
  for (int i = t; i < 400; i += 256)
    s[i & 255] = in[b + i];
  __syncthreads();
  out[b + t] = s[t] + s[t] * s[255 - t];
}

// The second iteration of one thread overwrites what another one stored.
KERNEL_BOUNDS(256) by_two(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int i = t; i < 300; i += 256)
    if (i >= 256)
      s[i - 200] = in[i];
  __syncthreads();
  out[t] = s[t] - s[t ^ 1];
}

// Where the loop ends, nobody knows.
KERNEL_BOUNDS(256)
by_argument(float *RESTRICT out, const float *RESTRICT in,
            const float *RESTRICT weights, int n) {
  __shared__ float s[256 + 50];
  int t = threadIdx.x;
  s[50 + t] = in[t];
  for (int i = t; i < n; i += int(blockDim.x))
    s[i] = weights[i];
  __syncthreads();
  // MISSED another write to the array may come between
  float own = s[50 + (t ^ 5)], sum = own;
#pragma unroll 1
  for (int j = 0; j < n; ++j)
    sum = sum * s[j] + own;
  out[t] = sum;
}
