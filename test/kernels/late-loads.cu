// Tiles of 32 x 32 whose elements a thread reads one by one. All of them in
// registers from the barrier on would leave room for half as many warps.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH late_*: --block 32,32 --grid 2 --arg 3=2

#include "portable.h"

constexpr int Side = 32;

// The textbook's product; A's tile is transposed on the way in.
KERNEL late_product(int *RESTRICT out, const int *RESTRICT a,
                    const int *RESTRICT b, int tiles) {
  __shared__ int as[Side][Side];
  __shared__ int bs[Side][Side];
  const int x = threadIdx.x, y = threadIdx.y;
  int sum = 0;
  for (int m = 0; m < tiles; ++m) {
    as[x][y] = a[(m * Side + y) * Side + x];
    bs[y][x] = b[(m * Side + y) * Side + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Side; ++k)
      sum += as[k][y] * bs[k][x];
    __syncthreads();
  }
  out[(blockIdx.x * Side + y) * Side + x] = sum;
}

// One tile, whose rows are weighted by what is read from global memory.
KERNEL late_weights(int *RESTRICT out, const int *RESTRICT in,
                    const int *RESTRICT weights, int tiles) {
  __shared__ int tile[Side][Side];
  const int x = threadIdx.x, y = threadIdx.y;
  int sum = 0;
  for (int m = 0; m < tiles; ++m) {
    tile[x][y] = in[(m * Side + y) * Side + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Side; ++k)
      sum = sum * 3 + tile[k][y] * weights[k * Side + x];
    __syncthreads();
  }
  out[(blockIdx.x * Side + y) * Side + x] = sum;
}

// What is stored between the loads may be what they read, for all that their
// kinds tell.
KERNEL late_stored_between(int *RESTRICT out, const int *RESTRICT a,
                           const int *RESTRICT b, int tiles) {
  __shared__ int as[Side][Side];
  __shared__ int half[Side][Side];
  const int x = threadIdx.x, y = threadIdx.y;
  int sum = 0;
  for (int m = 0; m < tiles; ++m) {
    as[x][y] = a[(m * Side + y) * Side + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Side; ++k) {
      sum += as[k][y] * b[k * Side + x];
      if (k == Side / 2)
        half[x][y] = sum;
    }
    __syncthreads();
    sum ^= half[y][x];
  }
  out[(blockIdx.x * Side + y) * Side + x] = sum;
}
