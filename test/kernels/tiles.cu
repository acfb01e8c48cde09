// Tiles in shared memory that are read in another order than they are written,
// and whose exchange cannot be proved: boundary checks, stale elements, double
// buffers.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH transpose_*: --block 32,8 --grid 2,2 --arg 2=64 --arg 3=64
// LAUNCH transpose_*: --block 32,8 --grid 2,2 --arg 2=37 --arg 3=41
// LAUNCH transpose_*: --block 32,8 --grid 1,1 --arg 2=5 --arg 3=32
// LAUNCH border_*: --block 32,8 --grid 2,1 --arg 2=64 --arg 3=32
// LAUNCH strips: --block 32,8 --grid 1 --arg 2=96 --arg 3=32

#include "portable.h"

constexpr int Tile = 32;
constexpr int Rows = 8;

// Matrices of any size: elements outside are neither read nor written.
template <typename T, int Padding>
__device__ __forceinline__ void transpose(T *RESTRICT out, const T *RESTRICT in,
                                          int width, int height) {
  __shared__ T tile[Tile][Tile + Padding];
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

#define TRANSPOSE(NAME, TYPE, PADDING)                                         \
  KERNEL NAME(TYPE *RESTRICT out, const TYPE *RESTRICT in, int width,          \
              int height) {                                                    \
    transpose<TYPE, PADDING>(out, in, width, height);                          \
  }

TRANSPOSE(transpose_8, signed char, 0)
TRANSPOSE(transpose_16, short, 0)
TRANSPOSE(transpose_32, int, 0)
TRANSPOSE(transpose_64, double, 0)
TRANSPOSE(transpose_padded_8, signed char, 1)
TRANSPOSE(transpose_padded_16, short, 2)
TRANSPOSE(transpose_padded_32, int, 1)

// The padding holds a border of the tile: it is read, and must stay.
KERNEL border_read(int *RESTRICT out, const int *RESTRICT in, int width,
                   int height) {
  __shared__ int tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x;
  for (int j = 0; j < Tile; j += Rows) {
    int y = threadIdx.y + j;
    tile[y][threadIdx.x] = in[y * width + x];
    if (threadIdx.x == 0)
      tile[y][Tile] = x + Tile < width ? in[y * width + x + Tile] : 0;
  }

  __syncthreads();

  for (int j = 0; j < Tile; j += Rows) {
    int y = threadIdx.y + j;
    out[(blockIdx.x * Tile + y) * height + threadIdx.x] =
        tile[threadIdx.x][y + 1] - tile[threadIdx.x][y];
  }
}

// Strips, one after the other, alternating between two tiles.
KERNEL strips(int *RESTRICT out, const int *RESTRICT in, int width,
              int height) {
  __shared__ int tile[2][Tile][Tile];
  for (int strip = 0; strip < width / Tile; ++strip) {
    int half = strip & 1;
    for (int j = 0; j < Tile; j += Rows) {
      int y = threadIdx.y + j;
      tile[half][y][threadIdx.x] = in[y * width + strip * Tile + threadIdx.x];
    }
    __syncthreads();
    for (int j = 0; j < Tile; j += Rows) {
      int y = threadIdx.y + j;
      out[(strip * Tile + y) * height + threadIdx.x] =
          tile[half][threadIdx.x][y];
    }
  }
}
