// Blocks of up to 1024 threads that the kernels do not state: every rewrite
// must leave enough registers for 1024 threads.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH product_*: --block 32,32 --grid 1,2 --arg 3=64
// LAUNCH complex_*: --block 32,32 --grid 1,1 --arg 3=32
// LAUNCH sums_*: --block 32,32 --grid 1,1 --arg 4=32
// LAUNCH near_*: --block 1024 --grid 1 --arg 4=1
// LAUNCH transposed_*: --block 32,32 --grid 1,1 --arg 2=32

#include "portable.h"

constexpr int Tile = 32;

template <typename T, typename Sum>
__device__ __forceinline__ void product(Sum *RESTRICT out, const T *RESTRICT a,
                                        const T *RESTRICT b, int n) {
  __shared__ T rows[Tile][Tile], columns[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  Sum sum = 0;
  for (int t = 0; t < n; t += Tile) {
    rows[y][x] = a[row * n + t + x];
    columns[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += Sum(rows[y][k]) * Sum(columns[k][x]);
    __syncthreads();
  }
  out[row * n + column] = sum;
}

#define PRODUCT(NAME, T, SUM)                                                  \
  KERNEL NAME(SUM *RESTRICT out, const T *RESTRICT a, const T *RESTRICT b,     \
              int n) {                                                         \
    product<T, SUM>(out, a, b, n);                                             \
  }

PRODUCT(product_double, double, double)
PRODUCT(product_float, float, float)
PRODUCT(product_half, _Float16, float)
PRODUCT(product_byte, signed char, int)

// Pairs of floats, real and imaginary parts.
KERNEL complex_pairs(float2 *RESTRICT out, const float2 *RESTRICT a,
                     const float2 *RESTRICT b, int n) {
  __shared__ float2 rows[Tile][Tile], columns[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float re = 0, im = 0;
  for (int t = 0; t < n; t += Tile) {
    rows[y][x] = a[row * n + t + x];
    columns[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k) {
      float2 p = rows[y][k], q = columns[k][x];
      re += p.x * q.x - p.y * q.y;
      im += p.x * q.y + p.y * q.x;
    }
    __syncthreads();
  }
  out[row * n + column] = make_float2(re, im);
}

// Several exchanges at one barrier: each one fits, but not all together.
template <int Arrays>
__device__ __forceinline__ void sums(float *RESTRICT out,
                                     const float *RESTRICT a,
                                     const float *RESTRICT b,
                                     const float *RESTRICT c, int n) {
  __shared__ float rows[Arrays][Tile][Tile], columns[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  const float *in[3] = {a, b, c};
  float sum[Arrays] = {};
  for (int t = 0; t < n; t += Tile) {
#pragma unroll
    for (int i = 0; i < Arrays; ++i)
      rows[i][y][x] = in[i][row * n + t + x];
    columns[y][x] = a[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
#pragma unroll
      for (int i = 0; i < Arrays; ++i)
        sum[i] += rows[i][y][k] * columns[k][x];
    __syncthreads();
  }
  float all = 0;
#pragma unroll
  for (int i = 0; i < Arrays; ++i)
    all += sum[i];
  out[row * n + column] = all;
}

#define SUMS(ARRAYS)                                                           \
  KERNEL sums_##ARRAYS(float *RESTRICT out, const float *RESTRICT a,           \
                       const float *RESTRICT b, const float *RESTRICT c,       \
                       int n) {                                                \
    sums<ARRAYS>(out, a, b, c, n);                                             \
  }

SUMS(1)
SUMS(2)
SUMS(3)

// Every thread reads as many neighbours as the tile is wide.
template <int Width>
__device__ __forceinline__ void near(float *RESTRICT out,
                                     const float *RESTRICT a,
                                     const float *RESTRICT b,
                                     const float *RESTRICT c, int rounds) {
  __shared__ float x[1024], y[1024], z[1024];
  int t = threadIdx.x, first = t / Width * Width;
  float sum = 0;
  for (int round = 0; round < rounds; ++round) {
    x[t] = a[round * 1024 + t];
    y[t] = b[round * 1024 + t];
    z[t] = c[round * 1024 + t];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Width; ++k)
      sum += x[first + k] * y[first + k] + z[first + k];
    __syncthreads();
  }
  out[t] = sum;
}

#define NEAR(WIDTH)                                                            \
  KERNEL near_##WIDTH(float *RESTRICT out, const float *RESTRICT a,            \
                      const float *RESTRICT b, const float *RESTRICT c,        \
                      int rounds) {                                            \
    near<WIDTH>(out, a, b, c, rounds);                                         \
  }

NEAR(4)
NEAR(16)
NEAR(32)

// Reads the whole tile by columns after one barrier.
template <typename T>
__device__ __forceinline__ void transposed(T *RESTRICT out, const T *RESTRICT in,
                                       int n) {
  __shared__ T tile[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * n + x];
  __syncthreads();
  T sum = 0;
#pragma unroll
  for (int k = 0; k < Tile; ++k)
    sum = sum * 3 + tile[x][k];
  out[y * n + x] = sum + T(y);
}

#define TRANSPOSED(NAME, T)                                                    \
  KERNEL NAME(T *RESTRICT out, const T *RESTRICT in, int n) {                  \
    transposed<T>(out, in, n);                                                 \
  }

TRANSPOSED(transposed_int, int)
TRANSPOSED(transposed_long, long)
