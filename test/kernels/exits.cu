// Threads that leave early, and tiles that only some threads fill. A value
// comes from a thread that is still there, or from one whose byte nobody else
// has written.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH pairs: --block 256 --grid 3 --arg 2=700
// LAUNCH pairs: --block 192 --grid 3 --arg 2=701
// LAUNCH rows: --block 256 --grid 3 --arg 2=21
// LAUNCH rows: --block 128 --grid 3 --arg 2=5
// LAUNCH records: --block 128 --grid 3 --arg 2=9
// LAUNCH records: --block 128 --grid 3 --arg 2=12
// LAUNCH smooth: --block 256 --grid 2 --arg 2=300 --arg 3=4
// LAUNCH smooth: --block 256 --grid 2 --arg 2=65 --arg 3=3
// LAUNCH guarded: --block 256 --grid 2 --arg 2=300
// LAUNCH guarded: --block 64 --grid 2 --arg 2=37
// LAUNCH image: --block 16,16 --grid 2,2 --arg 2=19 --arg 3=28
// LAUNCH image: --block 16,16 --grid 2,2 --arg 2=32 --arg 3=31
// LAUNCH nested: --block 256 --grid 2 --arg 2=290
// LAUNCH nested: --block 256 --grid 2 --arg 2=31
// LAUNCH left_zero: --block 256 --grid 2 --arg 2=301
// LAUNCH stored_first: --block 256 --grid 2 --arg 2=301
// LAUNCH shrinking: --block 256 --grid 2 --arg 2=1300

#include "portable.h"

// The usual beginning of a kernel. The last element of an odd number has no
// neighbour: what it reads there is undefined, and so is what it writes.
KERNEL pairs(float *RESTRICT out, const float *RESTRICT in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads();
  out[i] = s[t ^ 1];
}

// A row for each warp: all of its lanes leave, or none.
KERNEL_BOUNDS(256) rows(float *RESTRICT out, const float *RESTRICT in, int m) {
  __shared__ float s[256];
  int t = threadIdx.x, lane = t % WARP_SIZE;
  int row = (blockIdx.x * blockDim.x + t) / WARP_SIZE;
  if (row >= m)
    return;
  s[t] = in[row * WARP_SIZE + lane];
  __syncthreads();
  out[row * WARP_SIZE + lane] = s[t ^ (WARP_SIZE - 1)];
}

// Four words of a record for each thread, a warp writes rows.
KERNEL_BOUNDS(128) records(int *RESTRICT out, const int *RESTRICT in, int m) {
  __shared__ int s[128 * 4];
  int t = threadIdx.x, warp = t / WARP_SIZE, lane = t % WARP_SIZE;
  int first = blockIdx.x * (128 / WARP_SIZE) + warp;
  if (first >= m)
    return;
  int i = first * WARP_SIZE + lane;
  for (int k = 0; k < 4; ++k)
    s[4 * t + k] = in[4 * i + k] * (k + 1);
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    out[4 * WARP_SIZE * first + k * WARP_SIZE + lane] =
        s[4 * WARP_SIZE * warp + k * WARP_SIZE + lane];
}

// Two barriers in a loop behind the exit.
KERNEL smooth(float *RESTRICT out, const float *RESTRICT in, int n,
              int rounds) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  if (i >= n)
    return;
  float x = in[i];
  for (int k = 0; k < rounds; ++k) {
    s[t] = x;
    __syncthreads();
    x = 0.5f * (s[t ^ 1] + s[t ^ 2]) + x;
    __syncthreads();
  }
  out[i] = x;
}

// Nobody leaves, but not everybody stores.
KERNEL guarded(float *RESTRICT out, const float *RESTRICT in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n)
    s[t] = in[i];
  __syncthreads();
  if (i < n)
    out[i] = s[t ^ 1] * 2;
}

KERNEL image(float *RESTRICT out, const float *RESTRICT in, int m, int n) {
  __shared__ float s[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  if (row >= m || col >= n)
    return;
  s[y][x] = in[row * n + col];
  __syncthreads();
  out[row * n + col] = s[y][x ^ 1] + s[y][x];
}

// The whole kernel under a condition is the same.
KERNEL nested(float *RESTRICT out, const float *RESTRICT in, int n) {
  __shared__ float s[256], r[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  if (i < n) {
    s[t] = in[i];
    __syncthreads();
    float x = s[t ^ 3];
    r[t] = x + s[t ^ 1];
    __syncthreads();
    out[i] = r[t ^ 4];
  }
}

// Traps. Here another value is in the byte if its writer has left: zero,
KERNEL left_zero(float *RESTRICT out, const float *RESTRICT in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = 0;
  __syncthreads();
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads();
  out[i] = s[t ^ 1];
}

// what it has stored itself (it is still there at the first barrier, and what the
// others read can be sent from there),
KERNEL stored_first(float *RESTRICT out, float *RESTRICT in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = in[i];
  __syncthreads();
  float x = s[t ^ 2];
  if (x > n)
    return;
  __syncthreads();
  out[i] = s[t ^ 1] + x;
}

// or what it has stored in the round before it left.
KERNEL shrinking(float *RESTRICT out, const float *RESTRICT in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    int i = k * 256 + t;
    if (i >= n)
      return;
    s[t] = in[i];
    __syncthreads();
    out[blockIdx.x * 2048 + i] = s[t ^ 1];
    __syncthreads();
  }
}
