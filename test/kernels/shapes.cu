//===- shapes.cu - Blocks of unexpected shapes ------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are correct in every block they may be launched with, but whose
// exchange differs from that of a whole warp in a one-dimensional block. The
// plugin's version must be correct for the same launches.
//
//===----------------------------------------------------------------------===//

#include "portable.h"

static __device__ unsigned laneNumber() {
  unsigned L;
  asm("mov.u32 %0, %%laneid;" : "=r"(L));
  return L;
}

// The reader's condition is on threadIdx.x, but the addresses depend on the
// lane.
// LAUNCH lanes_under_x: --block 8,4
// LAUNCH lanes_under_x: --block 32
KERNEL_BOUNDS(32)
lanes_under_x(int *RESTRICT Out, const int *RESTRICT In) {
  __shared__ int S[32];
  unsigned Lane = laneNumber();
  S[Lane] = In[Lane];
  syncWarp();
  int V = 0;
  if (threadIdx.x < 4)
    V = S[Lane ^ (Lane >> 3)];
  Out[Lane] = V;
}

// A descending window in half a warp: thread t + 15 wrote, one iteration
// earlier, what thread t + 16 would have written.
// LAUNCH falling_window: --block 16 --arg 2=5
// LAUNCH falling_window: --block 32 --arg 2=5
KERNEL_BOUNDS(32)
falling_window(unsigned *RESTRICT Out, const unsigned *RESTRICT In, int N) {
  __shared__ unsigned S[256];
  unsigned T = threadIdx.x, Sum = 0;
#pragma unroll 1
  for (int K = N; K >= 0; --K) {
    S[K + T] = In[K * 32 + T];
    syncWarp();
    unsigned V = S[K + (T ^ 16)];
    syncWarp();
    Sum ^= K < N && T == 0 ? V : 0;
  }
  Out[T] = Sum;
}

// Only one row of the block runs the exchange; the others have returned.
// LAUNCH second_row: --block 8,4
KERNEL_BOUNDS(32)
second_row(unsigned *RESTRICT Out, const unsigned *RESTRICT In) {
  __shared__ unsigned S[32];
  if (threadIdx.y != 1)
    return;
  unsigned X = threadIdx.x;
  S[X] = In[X];
  syncWarp();
  Out[X] = S[(X + 1) & 7];
}

// Every row stores the same. If a row is not a whole group of lanes, the lane
// is not the position in the row.
// LAUNCH same_in_every_row: --block 32,4 --arg 3=32
// LAUNCH same_in_every_row: --block 18,2 --arg 3=18
// LAUNCH same_in_every_row: --block 24,4 --arg 3=24
KERNEL same_in_every_row(float *RESTRICT Out, const float *RESTRICT In,
                         const float *RESTRICT Factors, int Pitch) {
  __shared__ float S[32];
  unsigned X = threadIdx.x, Y = threadIdx.y;
  S[X] = Factors[X];
  __syncthreads();
  Out[Y * Pitch + X] = In[Y * Pitch + X] * S[X & ~3u];
}

// One warp exchanges, which is not the first.
// LAUNCH second_warp: --block 64
// LAUNCH second_warp: --block 128
KERNEL_BOUNDS(128)
second_warp(int *RESTRICT Out, const int *RESTRICT In) {
  __shared__ int S[64];
  unsigned T = threadIdx.x, Lane = T % 32;
  if (T / 32 == 1) {
    S[2 * Lane] = In[2 * T];
    S[2 * Lane + 1] = In[2 * T + 1];
    syncWarp();
    Out[2 * T] = S[Lane];
    Out[2 * T + 1] = S[32 + Lane];
  }
}

// The warps use the buffer of one warp, one after the other.
// LAUNCH take_turns: --block 128
// LAUNCH take_turns: --block 64
// LAUNCH take_turns: --block 32
KERNEL take_turns(int4 *RESTRICT Out, const int4 *RESTRICT In) {
  __shared__ int S[128];
  unsigned T = threadIdx.x, Lane = T % 32, Warp = T / 32;
  int4 V = In[T];
  int R[4] = {};
  for (unsigned K = 0; K < blockDim.x / 32; ++K) {
    if (Warp == K) {
      S[4 * Lane] = V.x;
      S[4 * Lane + 1] = V.y;
      S[4 * Lane + 2] = V.z;
      S[4 * Lane + 3] = V.w;
      syncWarp();
      for (unsigned I = 0; I < 4; ++I)
        R[I] = S[32 * I + Lane];
    }
    __syncthreads();
  }
  Out[T] = make_int4(R[0], R[1], R[2], R[3]);
}

// A word that another warp overwrote must not be taken from its previous
// writer.
// LAUNCH overwritten_elsewhere: --block 64
// LAUNCH overwritten_elsewhere: --block 32
KERNEL_BOUNDS(64)
overwritten_elsewhere(int *RESTRICT Out, const int *RESTRICT In) {
  __shared__ int S[128];
  unsigned T = threadIdx.x;
  S[T] = In[T];
  __syncthreads();
  if (T >= 32)
    S[T - 32] = In[T + 64];
  __syncthreads();
  if (T < 32) {
    S[32 + T] = In[T];
    syncWarp();
    Out[T] = S[31 - T] + S[32 + (T ^ 1)];
  }
}
