// Exchanges between blocked and striped, written by hand: thread t owns
// elements I t … I t + I - 1 on one side, t, t + N, t + 2 N, … on the other.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2
// IN-PLACE *: --block 128 --grid 2

#include "portable.h"

// An exchange among the 32 lanes of a (half) warp.
template <typename T, int I, bool ToStriped>
__device__ __forceinline__ void warpExchange(T *out, const T *in) {
  __shared__ T s[128 * I];
  int lane = threadIdx.x % 32;
  T *mine = s + threadIdx.x / 32 * (32 * I);
  int at = (blockIdx.x * blockDim.x + threadIdx.x) * I;
  T items[I];
  for (int i = 0; i < I; ++i)
    items[i] = in[at + i];
  for (int i = 0; i < I; ++i)
    mine[ToStriped ? lane * I + i : i * 32 + lane] = items[i];
  syncWarp();
  for (int i = 0; i < I; ++i)
    items[i] = mine[ToStriped ? i * 32 + lane : lane * I + i];
  for (int i = 0; i < I; ++i)
    out[at + i] = items[i];
}

// An exchange among the threads of a block of 128.
template <typename T, int I, bool ToStriped>
__device__ __forceinline__ void blockExchange(T *out, const T *in) {
  __shared__ T s[128 * I];
  int t = threadIdx.x;
  int at = (blockIdx.x * 128 + t) * I;
  T items[I];
  for (int i = 0; i < I; ++i)
    items[i] = in[at + i];
  for (int i = 0; i < I; ++i)
    s[ToStriped ? t * I + i : i * 128 + t] = items[i];
  __syncthreads();
  for (int i = 0; i < I; ++i)
    items[i] = s[ToStriped ? i * 128 + t : t * I + i];
  for (int i = 0; i < I; ++i)
    out[at + i] = items[i];
}

#define EXCHANGE(T, I)                                                         \
  KERNEL_BOUNDS(128)                                                           \
  own_warp_b2s_##T##_##I(T *RESTRICT out, const T *RESTRICT in) {              \
    warpExchange<T, I, true>(out, in);                                         \
  }                                                                            \
  KERNEL_BOUNDS(128)                                                           \
  own_warp_s2b_##T##_##I(T *RESTRICT out, const T *RESTRICT in) {              \
    warpExchange<T, I, false>(out, in);                                        \
  }                                                                            \
  KERNEL_BOUNDS(128)                                                           \
  own_block_b2s_##T##_##I(T *RESTRICT out, const T *RESTRICT in) {             \
    blockExchange<T, I, true>(out, in);                                        \
  }                                                                            \
  KERNEL_BOUNDS(128)                                                           \
  own_block_s2b_##T##_##I(T *RESTRICT out, const T *RESTRICT in) {             \
    blockExchange<T, I, false>(out, in);                                       \
  }
#define EXCHANGES(T)                                                           \
  EXCHANGE(T, 2)                                                               \
  EXCHANGE(T, 4)                                                               \
  EXCHANGE(T, 8)                                                               \
  EXCHANGE(T, 16)                                                              \
  EXCHANGE(T, 3)                                                               \
  EXCHANGE(T, 5)                                                               \
  EXCHANGE(T, 7)                                                               \
  EXCHANGE(T, 11)

EXCHANGES(char)
EXCHANGES(short)
EXCHANGES(int)
EXCHANGES(double)
