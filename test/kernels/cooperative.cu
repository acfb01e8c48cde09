// Cooperative groups of the whole block: cg::sync(block) and block.sync(), whose
// threads may arrive one by one on NVIDIA.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH pairs_in_groups: --block 128 --grid 2
// LAUNCH striped_by_helper: --block 256 --grid 2
// LAUNCH rounds: --block 128 --arg 2=1,3
// LAUNCH transpose_tiles: --block 32,8 --grid 2,2 --arg 2=64
// LAUNCH sum_of_block: --block 128 --grid 2
// LAUNCH product_16: --block 16,16 --grid 2,2 --arg 3=32
// LAUNCH late_exit: --block 128 --arg 2=128,50
// LAUNCH refuse_early_exit: --block 128 --arg 2=128,64
// LAUNCH refuse_turns: --block 128
// LAUNCH refuse_shifted: --block 128

#include "portable.h"
#ifdef __HIP__
#include <hip/hip_cooperative_groups.h>
#else
#include <cooperative_groups.h>
#endif

namespace cg = cooperative_groups;

// Four items a thread, to the order in which they are stored, within a warp.
KERNEL_BOUNDS(128)
pairs_in_groups(int *RESTRICT Out, const int *RESTRICT In) {
  __shared__ int S[128 * 4];
  cg::thread_block Block = cg::this_thread_block();
  int T = threadIdx.x, At = blockIdx.x * 512;
  int Warp = T / WARP_SIZE * WARP_SIZE * 4, Lane = T % WARP_SIZE;
  for (int I = 0; I < 4; ++I)
    S[4 * T + I] = In[At + 4 * T + I];
  cg::sync(Block);
  for (int I = 0; I < 4; ++I)
    Out[At + 4 * T + I] = 3 * S[Warp + WARP_SIZE * I + Lane];
}

template <typename T, int Items>
static __device__ void toStriped(const cg::thread_block &Block, T *Shared,
                                 T (&Values)[Items]) {
  for (int I = 0; I < Items; ++I)
    Shared[Block.thread_rank() * Items + I] = Values[I];
  Block.sync();
  for (int I = 0; I < Items; ++I)
    Values[I] = Shared[Block.thread_rank() + I * 256];
  Block.sync();
}

// The exchange of a library, which takes the group by reference.
KERNEL_BOUNDS(256)
striped_by_helper(float *RESTRICT Out, const float *RESTRICT In) {
  __shared__ float S[256 * 4];
  cg::thread_block Block = cg::this_thread_block();
  unsigned At = (blockIdx.x * 256 + threadIdx.x) * 4;
  float V[4];
  for (int I = 0; I < 4; ++I)
    V[I] = In[At + I];
  toStriped(Block, S, V);
  for (int I = 0; I < 4; ++I)
    Out[At + I] = V[I];
}

// Barriers in a loop that all threads leave together.
KERNEL_BOUNDS(128)
rounds(int *RESTRICT Out, const int *RESTRICT In, int N) {
  __shared__ int S[128];
  auto Block = cg::this_thread_block();
  int T = threadIdx.x, V = In[T];
  for (int K = 0; K < N; ++K) {
    S[T] = V;
    cg::sync(Block);
    V = S[T ^ 7] + K;
    cg::sync(Block);
    if (K * K > 100)
      break;
  }
  Out[T] = V;
}

// The transposition of a large matrix, in tiles with padding.
KERNEL_BOUNDS(256)
transpose_tiles(float *RESTRICT Out, const float *RESTRICT In, int Width) {
  __shared__ float Tile[32][33];
  cg::thread_block Block = cg::this_thread_block();
  int X = blockIdx.x * 32 + threadIdx.x, Y = blockIdx.y * 32 + threadIdx.y;
  for (int J = 0; J < 32; J += 8)
    Tile[threadIdx.y + J][threadIdx.x] = In[(Y + J) * Width + X];
  cg::sync(Block);
  X = blockIdx.y * 32 + threadIdx.x;
  Y = blockIdx.x * 32 + threadIdx.y;
  for (int J = 0; J < 32; J += 8)
    Out[(Y + J) * Width + X] = Tile[threadIdx.x][threadIdx.y + J];
}

// A tree in shared memory.
KERNEL sum_of_block(int *RESTRICT Out, const int *RESTRICT In) {
  __shared__ int S[1024];
  cg::thread_block Block = cg::this_thread_block();
  unsigned T = threadIdx.x;
  S[T] = In[blockIdx.x * blockDim.x + T];
  cg::sync(Block);
  for (unsigned Half = blockDim.x / 2; Half > 0; Half >>= 1) {
    if (T < Half)
      S[T] += S[T + Half];
    cg::sync(Block);
  }
  if (T == 0)
    Out[blockIdx.x] = S[0];
}

// The product of matrices in tiles of 16 x 16.
KERNEL_BOUNDS(256)
product_16(int *RESTRICT Out, const int *RESTRICT A, const int *RESTRICT B,
           int N) {
  __shared__ int As[16][16], Bs[16][16];
  cg::thread_block Block = cg::this_thread_block();
  int X = threadIdx.x, Y = threadIdx.y, Sum = 0;
  int Row = blockIdx.y * 16 + Y, Column = blockIdx.x * 16 + X;
  for (int K = 0; K < N; K += 16) {
    As[Y][X] = A[Row * N + K + X];
    Bs[Y][X] = B[(K + Y) * N + Column];
    cg::sync(Block);
    for (int I = 0; I < 16; ++I)
      Sum += As[Y][I] * Bs[I][X];
    cg::sync(Block);
  }
  Out[Row * N + Column] = Sum;
}

// Threads leave behind the barrier.
KERNEL_BOUNDS(128)
late_exit(int *RESTRICT Out, const int *RESTRICT In, int N) {
  __shared__ int S[128];
  auto Block = cg::this_thread_block();
  int T = threadIdx.x;
  S[T] = In[T];
  Block.sync();
  int V = S[T ^ 3];
  if (T >= N)
    return;
  Out[T] = V;
}

// Threads leave before the barrier, at which the others wait no longer for
// them, and store a value on their way.
// MISSED threads that leave the kernel before|all threads of the block reach
KERNEL_BOUNDS(128)
refuse_early_exit(int *RESTRICT Out, const int *RESTRICT In, int N) {
  __shared__ int S[128];
  auto Block = cg::this_thread_block();
  int T = threadIdx.x;
  if (T >= N) {
    S[T] = 0;
    return;
  }
  S[T] = In[T];
  Block.sync();
  Out[T] = S[T ^ 1];
}

#ifndef __HIP__
// Half of the threads write while the others read, and the other way round;
// each half has a barrier of its own. On AMD all lanes of a wave would have to
// come to one of them.
// MISSED another write|together|other instruction
KERNEL_BOUNDS(128)
refuse_turns(int *RESTRICT Out, const int *RESTRICT In) {
  __shared__ int S[128];
  auto Block = cg::this_thread_block();
  int T = threadIdx.x, V = 0;
  S[T] = In[T];
  if (T % 2 == 0) {
    Block.sync();
    V = S[T ^ 1];
    Block.sync();
    S[T] = In[128 + T];
  } else {
    Block.sync();
    Block.sync();
    V = In[T];
  }
  Out[T] = V + S[T];
}

// Every thread comes to the barrier in the middle once, but there some meet
// those before it, and later those behind it.
// MISSED another instruction for the same barrier
KERNEL_BOUNDS(128)
refuse_shifted(int *RESTRICT Out, const int *RESTRICT In) {
  __shared__ int S[256];
  auto Block = cg::this_thread_block();
  int T = threadIdx.x, V = 0;
  S[T] = In[T];
  if (T < 40) {
    Block.sync();
    V = S[T ^ 1];
  }
  S[128 + T] = V + T;
  Block.sync();
  if (T >= 40) {
    V = S[192 + (T & 31)];
    Block.sync();
  }
  Out[T] = V + S[128 + (T ^ 1)];
}
#endif
