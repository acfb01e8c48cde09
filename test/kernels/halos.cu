// Stencils as people write them: the body of a tile is filled by every thread,
// its halo by a few.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH row_halos: --block 256 --grid 2
// LAUNCH row_halos: --block 128 --grid 2
// LAUNCH row_halos: --block 70 --grid 1
// LAUNCH course: --block 256 --grid 2
// LAUNCH cross: --block 32,8 --grid 2,2 --arg 2=64
// LAUNCH cross: --block 32,8 --grid 1,2 --arg 2=50
// LAUNCH relaxed: --block 256 --grid 2 --arg 2=0,1,3

#include "portable.h"

// Each warp smooths a row of its own, whose ends the first and the last lane
// fill. LLVM makes one switch of the two conditions.
KERNEL_BOUNDS(256)
row_halos(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float rows[256 / WARP_SIZE][WARP_SIZE + 2];
  int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
  int i = blockIdx.x * 256 + threadIdx.x + 1;
  rows[warp][lane + 1] = in[i];
  if (lane == 0)
    rows[warp][0] = in[i - 1];
  if (lane == WARP_SIZE - 1)
    rows[warp][WARP_SIZE + 1] = in[i + 1];
  __syncthreads();
  out[i] = rows[warp][lane] + 2 * rows[warp][lane + 1] + rows[warp][lane + 2];
}

// The stencil of courses. A thread has its own value in a register.
#define RADIUS 3
KERNEL_BOUNDS(256) course(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int temp[256 + 2 * RADIUS];
  int i = blockIdx.x * 256 + threadIdx.x + RADIUS;
  int t = threadIdx.x + RADIUS;
  temp[t] = in[i];
  if (threadIdx.x < RADIUS) {
    temp[t - RADIUS] = in[i - RADIUS];
    temp[t + 256] = in[i + 256];
  }
  __syncthreads();
  int sum = 0;
  for (int offset = -RADIUS; offset <= RADIUS; ++offset)
    sum += temp[t + offset];
  out[i] = sum;
}

// Five points of a plane, and zeros around the image.
KERNEL_BOUNDS(256)
cross(float *RESTRICT out, const float *RESTRICT in, int width) {
  __shared__ float s[10][34];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  auto at = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < width && y < width ? in[y * width + x] : 0;
  };
  s[ty][tx] = at(x, y);
  if (threadIdx.x == 0)
    s[ty][0] = at(x - 1, y);
  if (threadIdx.x == 31)
    s[ty][33] = at(x + 1, y);
  if (threadIdx.y == 0)
    s[0][tx] = at(x, y - 1);
  if (threadIdx.y == 7)
    s[9][tx] = at(x, y + 1);
  __syncthreads();
  if (x < width && y < width)
    out[y * width + x] = s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] +
                         s[ty + 1][tx] - 4 * s[ty][tx];
}

// In place, n times over: what a thread reads at its own place is what it wrote
// there last, or in the round before.
KERNEL_BOUNDS(256)
relaxed(int *RESTRICT out, const int *RESTRICT in, int n) {
  __shared__ int s[258];
  int t = threadIdx.x + 1, i = blockIdx.x * 256 + t;
  s[t] = in[i];
  if (threadIdx.x == 0)
    s[0] = in[i - 1];
  if (threadIdx.x == 255)
    s[257] = in[i + 1];
  for (int round = 0; round < n; ++round) {
    __syncthreads();
    int sum = s[t - 1] + s[t] + s[t + 1];
    __syncthreads();
    s[t] = sum;
  }
  __syncthreads();
  out[i] = s[257 - threadIdx.x];
}
