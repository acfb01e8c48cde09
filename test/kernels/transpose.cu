// Matrix transposition through a tile in shared memory, as in CUDA courses: a
// 32 x 32 tile, a block of 32 x 8 threads, four rows each.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH transpose_padded: --block 32,8 --grid 2,3
// LAUNCH transpose_unpadded: --block 32,8 --grid 2,3
// LAUNCH transpose_short: --block 32,8 --grid 2,3
// LAUNCH transpose_own_tile: --block 32,8 --grid 2,1
// LAUNCH transpose_bounds: --block 32,8 --grid 2,2 --arg 2=64 --arg 3=64
// LAUNCH transpose_bounds: --block 32,8 --grid 2,2 --arg 2=37 --arg 3=41
// LAUNCH transpose_bounds: --block 32,8 --grid 1,1 --arg 2=5 --arg 3=32
// IN-PLACE transpose_padded: --block 32,8 --grid 1
// IN-PLACE transpose_unpadded: --block 32,8 --grid 1
// IN-PLACE transpose_short: --block 32,8 --grid 1
// IN-PLACE transpose_bounds: --block 32,8 --grid 1 --arg 2=29 --arg 3=29

#include "portable.h"

constexpr int Tile = 32;
constexpr int Rows = 8;

// Matrices with sides that are multiples of 32; a padding column avoids
// conflicts.
KERNEL transpose_padded(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  int width = gridDim.x * Tile;
  int height = gridDim.y * Tile;

  for (int j = 0; j < Tile; j += Rows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// The same without the padding: 32-way bank conflicts.
KERNEL transpose_unpadded(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float tile[Tile][Tile];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  int width = gridDim.x * Tile;
  int height = gridDim.y * Tile;

  for (int j = 0; j < Tile; j += Rows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Matrices of any size: elements outside are neither read nor written.
KERNEL transpose_bounds(float *RESTRICT out, const float *RESTRICT in,
                        int width, int height) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// In place: each block transposes its own 32 x 32 tile.
KERNEL transpose_own_tile(float *data) {
  __shared__ float tile[Tile][Tile + 1];
  float *mine = data + (blockIdx.y * gridDim.x + blockIdx.x) * Tile * Tile;

  for (int j = 0; j < Tile; j += Rows)
    tile[threadIdx.y + j][threadIdx.x] =
        mine[(threadIdx.y + j) * Tile + threadIdx.x];

  __syncthreads();

  for (int j = 0; j < Tile; j += Rows)
    mine[(threadIdx.y + j) * Tile + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + j];
}

// Two bytes per value: neighbours share a bank.
KERNEL transpose_short(short *RESTRICT out, const short *RESTRICT in) {
  __shared__ short tile[Tile][Tile + 2];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  int width = gridDim.x * Tile;
  int height = gridDim.y * Tile;

  for (int j = 0; j < Tile; j += Rows)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
