// A tile of bytes that goes from one layout to another and back in a loop. With
// a swizzle it could stay where it is; plans take turns in two parts of it and
// save half of the barriers.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH turns: --block 128 --grid 2 --arg 2=3

#include "portable.h"

namespace {

/// The sum of the images of a number's bits.
template <int... Images> __device__ int place(int number) {
  int place = 0, bit = 0;
  ((place += (number >> bit++ & 1) * Images), ...);
  return place;
}

__device__ int given(int i, int t) {
  return place<64, 1>(i) + place<32, 256, 16, 128, 2, 8, 4>(t);
}

__device__ int wanted(int i, int t) {
  return place<1, 8>(i) + place<128, 32, 256, 4, 2, 64, 16>(t);
}

} // namespace

KERNEL __launch_bounds__(128)
    turns(unsigned char *RESTRICT out, const unsigned char *RESTRICT in,
          int rounds) {
  __shared__ unsigned char tile[512];
  const int t = threadIdx.x;
  unsigned char v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = in[blockIdx.x * 512 + given(i, t)];
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < 4; ++i)
      tile[given(i, t)] = v[i];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      v[i] = tile[wanted(i, t)] ^ 5;
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      tile[wanted(i, t)] = v[i];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      v[i] = tile[given(i, t)] ^ 3;
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    out[blockIdx.x * 512 + given(i, t)] = v[i];
}
