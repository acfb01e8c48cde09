// Tiles of blocks that nobody states, filled in loops and under conditions. How
// the threads fill them shows the shape of the block.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH match: --block 16,16 --grid 2 --arg 3=48
// LAUNCH halo: --block 16,16 --grid 2,2 --arg 2=32 --arg 3=32
// LAUNCH halo: --block 16,16 --grid 2,2 --arg 2=21 --arg 3=30
// LAUNCH edges: --block 16,16 --grid 2,2 --arg 2=32 --arg 3=32
// LAUNCH edges: --block 16,16 --grid 2,2 --arg 2=19 --arg 3=27
// LAUNCH rows: --block 8,8 --grid 3
// LAUNCH rows: --block 4,4 --grid 3
// LAUNCH cube: --block 4,4,4 --grid 3
// LAUNCH first_rows: --block 16,16 --grid 2 --arg 2=16
// LAUNCH first_rows: --block 16,8 --grid 2 --arg 2=8
// LAUNCH any: --block 32,8 --grid 2
// LAUNCH any: --block 16,4 --grid 2

#include "portable.h"

// Descriptors of 128 numbers, 16 of each side at a time: rows of both tiles are
// filled in loops, and those of one are read side by side.
KERNEL match(float *RESTRICT best, const float *RESTRICT a,
             const float *RESTRICT b, int count) {
  __shared__ float own[16][128], other[16][128], scores[16 * 16];
  int x = threadIdx.x, y = threadIdx.y;
  int first = blockIdx.x * 16;
  for (int d = x; d < 128; d += 16)
    own[y][d] = a[(first + y) * 128 + d];
  float most = 0;
  for (int to = 0; to < count; to += 16) {
    for (int d = x; d < 128; d += 16)
      other[y][d] = b[(to + y) * 128 + d];
    __syncthreads();
    float score = 0;
#pragma unroll 8
    for (int d = 0; d < 128; ++d)
      score += own[x][d] * other[y][d];
    scores[16 * y + x] = score;
    __syncthreads();
    if (y == 0)
      for (int i = 0; i < 16; ++i)
        most = scores[16 * i + x] > most ? scores[16 * i + x] : most;
    __syncthreads();
  }
  if (y == 0)
    best[first + x] = most;
}

// A tile with its halo, at the edges of the image filled with zeros, and read by
// columns.
KERNEL halo(float *RESTRICT out, const float *RESTRICT in, int width,
            int height) {
  __shared__ float tile[20][20];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  auto at = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0;
  };
  tile[ty + 2][tx + 2] = at(x, y);
  if (tx < 2) {
    tile[ty + 2][tx] = at(x - 2, y);
    tile[ty + 2][tx + 18] = at(x + 16, y);
  }
  if (ty < 2) {
    tile[ty][tx + 2] = at(x, y - 2);
    tile[ty + 18][tx + 2] = at(x, y + 16);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 5; ++k)
    sum += tile[tx + 2][ty + k] * (k + 1) + tile[tx + k * (ty > 15)][ty + 2];
  x = blockIdx.y * 16 + tx, y = blockIdx.x * 16 + ty;
  if (x < height && y < width)
    out[y * height + x] = sum;
}

// The last blocks of the grid fill, and read, a part of the tile.
KERNEL edges(double *RESTRICT out, const double *RESTRICT in, int width,
             int height) {
  __shared__ double tile[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  if (x < width && y < height)
    tile[ty][tx] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + tx, y = blockIdx.x * 16 + ty;
  if (x < height && y < width)
    out[y * height + x] = tile[tx][ty];
}

// Sums over rows of 8: each warp reads what it has written, in blocks of 8 x 8.
// Blocks of another shape run the original.
KERNEL rows(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float tile[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  int threads = blockDim.x * blockDim.y;
  int first = blockIdx.x * threads + blockDim.x * y + x;
  tile[y][x] = in[first];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    if (k < blockDim.x)
      sum += tile[y][k] * (k + x);
  out[first] = sum;
}

// Three dimensions, and a loop that fills the rest of the array.
KERNEL cube(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float tile[4][4][4], rest[256];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int t = (z * 4 + y) * 4 + x;
  tile[z][y][x] = in[blockIdx.x * 64 + t];
  for (int i = t; i < 256; i += 64)
    rest[i] = in[i];
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[x][z][y] + rest[255 - 4 * t];
}

// An argument says which threads store: that shows nothing of the block.
KERNEL first_rows(int *RESTRICT out, const int *RESTRICT in, int m) {
  __shared__ int few[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < m)
    few[y][x] = in[y * 16 + x];
  __syncthreads();
  out[blockIdx.x * 256 + y * 16 + x] = y < m ? few[y][15 - x] : 0;
}

// An array with room for any block.
KERNEL any(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int tile[1024];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int threads = blockDim.x * blockDim.y;
  tile[t] = in[blockIdx.x * threads + t];
  __syncthreads();
  out[blockIdx.x * threads + t] = tile[threads - 1 - t];
}
