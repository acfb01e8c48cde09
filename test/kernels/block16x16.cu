// Blocks of 16 x 16 threads, one element each: a row is half a warp (a quarter
// of a wave).
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH block16_transpose: --block 16,16 --grid 2,3
// LAUNCH block16_reverse_rows: --block 16,16 --grid 3
// LAUNCH block16_transpose_bounds: --block 16,16 --grid 2,2 --arg 2=32 --arg 3=32
// LAUNCH block16_transpose_bounds: --block 16,16 --grid 2,2 --arg 2=19 --arg 3=23
// IN-PLACE block16_transpose: --block 16,16 --grid 1
// IN-PLACE block16_reverse_rows: --block 16,16 --grid 3
// IN-PLACE block16_transpose_bounds: --block 16,16 --grid 1 --arg 2=13 --arg 3=13

#include "portable.h"

constexpr int Side = 16;

KERNEL block16_transpose(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float tile[Side][Side + 1];
  int x = blockIdx.x * Side + threadIdx.x;
  int y = blockIdx.y * Side + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * (gridDim.x * Side) + x];
  __syncthreads();
  x = blockIdx.y * Side + threadIdx.x;
  y = blockIdx.x * Side + threadIdx.y;
  out[y * (gridDim.y * Side) + x] = tile[threadIdx.x][threadIdx.y];
}

KERNEL block16_transpose_bounds(float *RESTRICT out, const float *RESTRICT in,
                                int width, int height) {
  __shared__ float tile[Side][Side + 1];
  int x = blockIdx.x * Side + threadIdx.x;
  int y = blockIdx.y * Side + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * Side + threadIdx.x;
  y = blockIdx.x * Side + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// Each row of 16 is reversed: warp-local if a warp holds whole rows.
KERNEL block16_reverse_rows(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int row[Side][Side];
  int at = (blockIdx.x * Side + threadIdx.y) * Side + threadIdx.x;
  row[threadIdx.y][threadIdx.x] = in[at];
  __syncthreads();
  out[at] = row[threadIdx.y][Side - 1 - threadIdx.x];
}
