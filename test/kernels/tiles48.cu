// Transposes of tiles whose sides are no powers of two: 48 and 96 columns, of
// matrices whose sizes are multiples of them, and of any size, which are arrays
// of such tiles with a test at the edges.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH rows48*: --block 48,8 --grid 3,2 --arg 2=144
// LAUNCH any48: --block 16,16 --grid 3,2 --arg 2=131 --arg 3=90
// LAUNCH stated48: --block 16,16 --grid 3,2 --arg 2=144
// LAUNCH loop48: --block 256 --grid 3,2 --arg 2=144
// LAUNCH tile48_*: --block 16,16 --grid 3,2 --arg 2=144
// LAUNCH tile96: --block 16,16 --grid 2,1 --arg 2=192

#include "f2layout.h"
#include "portable.h"

// 16 x 16 threads, Side / 16 squares in each direction.
template <int Side>
__device__ __forceinline__ void squares(float *RESTRICT out,
                                        const float *RESTRICT in, int n) {
  __shared__ float tile[Side][Side];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * Side, row = blockIdx.y * Side;
#pragma unroll
  for (int i = 0; i < Side; i += 16)
#pragma unroll
    for (int j = 0; j < Side; j += 16)
      tile[y + i][x + j] = in[(row + y + i) * n + column + x + j];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Side; i += 16)
#pragma unroll
    for (int j = 0; j < Side; j += 16)
      out[(column + y + i) * n + row + x + j] = tile[x + j][y + i];
}

KERNEL_BOUNDS(256)
tile48_squares(float *RESTRICT out, const float *RESTRICT in, int n) {
  squares<48>(out, in, n);
}

KERNEL_BOUNDS(256)
tile96(float *RESTRICT out, const float *RESTRICT in, int n) {
  squares<96>(out, in, n);
}

// By the number of the element: rows by division.
__device__ __forceinline__ void flat(float *RESTRICT out,
                                     const float *RESTRICT in, int n) {
  __shared__ float tile[48 * 48];
  const int t = threadIdx.y * 16 + threadIdx.x;
  const int column = blockIdx.x * 48, row = blockIdx.y * 48;
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    const int e = t + i * 256;
    tile[e] = in[(row + e / 48) * n + column + e % 48];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    const int e = t + i * 256;
    out[(column + e / 48) * n + row + e % 48] = tile[e % 48 * 48 + e / 48];
  }
}

KERNEL_BOUNDS(256)
tile48_flat(float *RESTRICT out, const float *RESTRICT in, int n) {
  flat(out, in, n);
}

extern "C" __global__ void F2_BLOCK(16, 16, 1)
    stated48(float *RESTRICT out, const float *RESTRICT in, int n) {
  flat(out, in, n);
}

// The same in loops that are not unrolled, with divisions that take longer than
// the conflicts.
KERNEL_BOUNDS(256)
loop48(float *out, const float *in, int n) {
  __shared__ float tile[48 * 48];
  const int column = blockIdx.x * 48, row = blockIdx.y * 48;
  for (int i = threadIdx.x; i < 48 * 48; i += 256)
    tile[i] = in[(long long)(row + i / 48) * n + column + i % 48];
  __syncthreads();
  for (int i = threadIdx.x; i < 48 * 48; i += 256)
    out[(long long)(column + i / 48) * n + row + i % 48] =
        tile[i % 48 * 48 + i / 48];
}

// rows x columns of any size.
KERNEL_BOUNDS(256)
any48(float *RESTRICT out, const float *RESTRICT in, int columns, int rows) {
  __shared__ float tile[48][48];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 48, row = blockIdx.y * 48;
#pragma unroll
  for (int i = 0; i < 48; i += 16)
#pragma unroll
    for (int j = 0; j < 48; j += 16)
      if (row + y + i < rows && column + x + j < columns)
        tile[y + i][x + j] = in[(row + y + i) * columns + column + x + j];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 48; i += 16)
#pragma unroll
    for (int j = 0; j < 48; j += 16)
      if (column + y + i < columns && row + x + j < rows)
        out[(column + y + i) * rows + row + x + j] = tile[x + j][y + i];
}

// A row of the tile is a row of threads: warps begin in the middle of rows.
__device__ __forceinline__ void rows(float *RESTRICT out,
                                     const float *RESTRICT in, int n) {
  __shared__ float tile[48][48];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 48, row = blockIdx.y * 48;
#pragma unroll
  for (int i = 0; i < 48; i += 8)
    tile[y + i][x] = in[(row + y + i) * n + column + x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 48; i += 8)
    out[(column + y + i) * n + row + x] = tile[x][y + i];
}

KERNEL_BOUNDS(384)
rows48(float *RESTRICT out, const float *RESTRICT in, int n) {
  rows(out, in, n);
}

extern "C" __global__ void F2_BLOCK(48, 8, 1)
    rows48_stated(float *RESTRICT out, const float *RESTRICT in, int n) {
  rows(out, in, n);
}
