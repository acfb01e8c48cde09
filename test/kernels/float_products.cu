// Matrix products without tensor cores: the textbook's tiled product, and one
// that holds 8 x 8 elements of the result in each thread.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH tiled*: --block 16,16 --grid 2,2 --arg 3=32
// LAUNCH columns*: --block 32,32 --grid 1,1 --arg 3=64
// LAUNCH blocked*: --block 256 --grid 1,1 --arg 3=128 --arg 4=16

#include "portable.h"

// C = A B, all row-major with n columns.
template <int Tile>
__device__ __forceinline__ void product(float *RESTRICT c,
                                        const float *RESTRICT a,
                                        const float *RESTRICT b, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += Tile) {
    as[ty][tx] = a[row * n + k0 + tx];
    bs[ty][tx] = b[(k0 + ty) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Tile; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

KERNEL tiled(float *RESTRICT c, const float *RESTRICT a,
             const float *RESTRICT b, int n) {
  product<16>(c, a, b, n);
}

KERNEL_BOUNDS(256)
tiled_bounded(float *RESTRICT c, const float *RESTRICT a,
              const float *RESTRICT b, int n) {
  product<16>(c, a, b, n);
}

// Eight blocks of 256 threads at a time: 32 registers a thread.
extern "C" __global__ __launch_bounds__(256, 8) void
tiled_resident(float *RESTRICT c, const float *RESTRICT a,
               const float *RESTRICT b, int n) {
  product<16>(c, a, b, n);
}

// C = A^T B: the tile of A is stored by rows and read by columns.
KERNEL_BOUNDS(1024)
columns(float *RESTRICT c, const float *RESTRICT a, const float *RESTRICT b,
        int n) {
  __shared__ float as[32][32], bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32 + ty, column = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 32) {
    as[tx][ty] = a[(k0 + ty) * n + blockIdx.y * 32 + tx];
    bs[ty][tx] = b[(k0 + ty) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// 128 x 128 of C = A B by 256 threads, 8 of the depth at a time.
__device__ __forceinline__ void multiply(float *RESTRICT c,
                                         const float *RESTRICT a,
                                         const float *RESTRICT b, int n,
                                         int depth) {
  __shared__ float as[8][128], bs[8][128];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  float sum[8][8] = {};
  a += blockIdx.y * 128 * depth;
  b += blockIdx.x * 128;
  for (int k0 = 0; k0 < depth; k0 += 8) {
    for (int i = 0; i < 4; ++i) {
      as[t % 8][t / 8 + 32 * i] = a[(t / 8 + 32 * i) * depth + k0 + t % 8];
      bs[t / 128 + 2 * i][t % 128] = b[(k0 + t / 128 + 2 * i) * n + t % 128];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float left[8], right[8];
      for (int i = 0; i < 8; ++i) {
        left[i] = as[k][ty * 8 + i];
        right[i] = bs[k][tx * 8 + i];
      }
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
          sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  c += (blockIdx.y * 128 + ty * 8) * n + blockIdx.x * 128 + tx * 8;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      c[i * n + j] = sum[i][j];
}

KERNEL_BOUNDS(256)
blocked(float *RESTRICT c, const float *RESTRICT a, const float *RESTRICT b,
        int n, int depth) {
  multiply(c, a, b, n, depth);
}

extern "C" __global__ __launch_bounds__(256, 2) void
blocked_resident(float *RESTRICT c, const float *RESTRICT a,
                 const float *RESTRICT b, int n, int depth) {
  multiply(c, a, b, n, depth);
}
