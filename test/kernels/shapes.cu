//===- shapes.cu - Blocks of unexpected shapes ------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are right for every block they may be launched with, and whose
// exchange is another one than in a whole warp of a one-dimensional block. What
// the plugin makes of them must be right for the same launches.
//
//===----------------------------------------------------------------------===//

#include "portable.h"

static __device__ unsigned laneNumber() {
  unsigned L;
  asm("mov.u32 %0, %%laneid;" : "=r"(L));
  return L;
}

// The reader's condition is on threadIdx.x, the addresses are by lane.
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

// A falling window in half a warp: what thread t + 16 would have written, thread
// t + 15 wrote one round before.
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

// Only one row of the block runs the exchange; the others have left.
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
