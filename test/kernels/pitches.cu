// Tiles whose rows begin in banks that conflict, and whose pitch is no power of
// two, so that no swizzle fits them well: filters, stencils, planes, tiles that
// somebody padded, but not well. Filled by rows, by the linear index, and with
// halos; some kernels take the whole tile of a block of 16 x 8.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH filter_*: --block 16,8 --grid 2,2 --arg 3=256
// LAUNCH filter_radius: --block 16,8 --grid 2,2 --arg 3=256 --arg 4=5
// LAUNCH stencil: --block 16,8 --grid 2,2 --arg 2=192
// LAUNCH columns: --block 16,8 --grid 2,2 --arg 2=96
// LAUNCH planes: --block 16,8 --grid 2 --arg 2=128
// LAUNCH vectors: --block 16,8 --grid 2
// LAUNCH padded: --block 16,8 --grid 2,2 --arg 2=64

#include "portable.h"

// As in convolutionSeparable: a block filters rows of 16 * Steps pixels, with a
// halo of 16 pixels on either side.
template <int Steps, int Radius>
__device__ __forceinline__ void
filterRows(float *RESTRICT out, const float *RESTRICT in,
           const float *RESTRICT weights, int pitch, int radius) {
  __shared__ float s[8][(Steps + 2) * 16];
  const int x = (blockIdx.x * Steps - 1) * 16 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  in += y * pitch + x;
  out += y * pitch + x;
#pragma unroll
  for (int i = 1; i <= Steps; ++i)
    s[threadIdx.y][threadIdx.x + i * 16] = in[i * 16];
  s[threadIdx.y][threadIdx.x] = x >= 0 ? in[0] : 0;
  s[threadIdx.y][threadIdx.x + (Steps + 1) * 16] =
      pitch - x > (Steps + 1) * 16 ? in[(Steps + 1) * 16] : 0;
  __syncthreads();
#pragma unroll
  for (int i = 1; i <= Steps; ++i) {
    float sum = 0;
#pragma unroll
    for (int j = -Radius; j <= Radius; ++j)
      if (j >= -radius && j <= radius)
        sum += weights[Radius - j] * s[threadIdx.y][threadIdx.x + i * 16 + j];
    out[i * 16] = sum;
  }
}

KERNEL filter_160(float *RESTRICT out, const float *RESTRICT in,
                  const float *RESTRICT weights, int pitch) {
  filterRows<8, 8>(out, in, weights, pitch, 8);
}

KERNEL filter_96(float *RESTRICT out, const float *RESTRICT in,
                 const float *RESTRICT weights, int pitch) {
  filterRows<4, 4>(out, in, weights, pitch, 4);
}

// The radius is an argument.
KERNEL filter_radius(float *RESTRICT out, const float *RESTRICT in,
                     const float *RESTRICT weights, int pitch, int radius) {
  __shared__ float s[8][96];
  const int x = blockIdx.x * 64 - 16, y = blockIdx.y * 8 + threadIdx.y;
  for (int i = 0; i < 6; ++i) {
    int column = x + i * 16 + threadIdx.x;
    s[threadIdx.y][threadIdx.x + i * 16] =
        column >= 0 && column < pitch ? in[y * pitch + column] : 0;
  }
  __syncthreads();
  for (int i = 1; i < 5; ++i) {
    float sum = 0;
    for (int j = 0; j <= 16; ++j)
      if (j <= 2 * radius)
        sum += weights[j] * s[threadIdx.y][threadIdx.x + i * 16 + j - 8];
    out[y * pitch + x + i * 16 + threadIdx.x] = sum;
  }
}

// The whole tile is filled by the linear index, which may be in any row.
KERNEL filter_flat(float *RESTRICT out, const float *RESTRICT in,
                   const float *RESTRICT weights, int pitch) {
  __shared__ float s[8][96];
  float *all = &s[0][0];
  const int t = threadIdx.y * 16 + threadIdx.x;
#pragma unroll
  for (int i = 0; i < 6; ++i)
    all[t + 128 * i] = in[blockIdx.x * 768 + t + 128 * i];
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 5; ++i) {
    float sum = 0;
#pragma unroll
    for (int j = 0; j <= 16; ++j)
      sum += weights[j] * s[threadIdx.y][threadIdx.x + i * 16 + j - 8];
    out[(blockIdx.x * 8 + threadIdx.y) * pitch + i * 16 + threadIdx.x] = sum;
  }
}

// Five points, 64 columns a block, four of each thread.
KERNEL stencil(float *RESTRICT out, const float *RESTRICT in, int width) {
  __shared__ float s[10][66];
  const int x = blockIdx.x * 64, y = blockIdx.y * 8;
#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int k = 0; k < 5; ++k)
      if (int r = threadIdx.y + 8 * i, c = threadIdx.x + 16 * k;
          r < 10 && c < 66)
        s[r][c] = in[(y + r) * width + x + c];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int c = threadIdx.x + 16 * k + 1, r = threadIdx.y + 1;
    out[(y + r) * width + x + c] =
        s[r][c] + s[r - 1][c] + s[r + 1][c] + s[r][c - 1] + s[r][c + 1];
  }
}

// A transpose of 32 rows of 40 columns.
KERNEL columns(int *RESTRICT out, const int *RESTRICT in, int width) {
  __shared__ int s[32][40];
  const int x = blockIdx.x * 40, y = blockIdx.y * 32;
  const int t = threadIdx.y * 16 + threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8)
    for (int c = threadIdx.x; c < 40; c += 16)
      s[r][c] = in[(y + r) * width + x + c];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 10; ++i) {
    int c = t / 32 + 4 * i;
    out[(x + c) * 64 + y + t % 32] = s[t % 32][c];
  }
}

// Planes of four rows.
KERNEL planes(float *RESTRICT out, const float *RESTRICT in, int pitch) {
  __shared__ float s[2][4][96];
  const int x = threadIdx.x, y = threadIdx.y % 4, z = threadIdx.y / 4;
  const float *from = in + (blockIdx.x * 8 + threadIdx.y) * pitch;
#pragma unroll
  for (int i = 0; i < 6; ++i)
    s[z][y][x + 16 * i] = from[x + 16 * i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 5; ++i) {
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j)
      sum += s[1 - z][y][x + 16 * i + j] * (j + 1);
    out[(blockIdx.x * 8 + threadIdx.y) * pitch + x + 16 * i] = sum;
  }
}

// Rows of 24 vectors of 16 bytes, by rows and by columns.
KERNEL vectors(float4 *RESTRICT out, const float4 *RESTRICT in) {
  __shared__ float4 s[16][24];
  const int t = threadIdx.y * 16 + threadIdx.x;
#pragma unroll
  for (int i = 0; i < 3; ++i)
    s[t / 8][t % 8 + 8 * i] = in[blockIdx.x * 384 + t / 8 * 24 + t % 8 + 8 * i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 3; ++i)
    out[blockIdx.x * 384 + t + 128 * i] = s[t % 16][t / 16 + 8 * i];
}

// Nothing to do.
KERNEL padded(float *RESTRICT out, const float *RESTRICT in, int width) {
  __shared__ float tile[32][33];
  const int t = threadIdx.y * 16 + threadIdx.x;
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
#pragma unroll
  for (int j = 0; j < 32; j += 4)
    tile[t / 32 + j][t % 32] = in[(y + t / 32 + j) * width + x + t % 32];
  __syncthreads();
#pragma unroll
  for (int j = 0; j < 32; j += 4)
    out[(x + t / 32 + j) * width + y + t % 32] = tile[t % 32][t / 32 + j];
}
