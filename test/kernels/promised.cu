// Kernels whose loops go by blockDim, as they are written for any block. The
// shape of their blocks is promised.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2

#include "portable.h"
#ifdef __HIP__
#include <hip/hip_cooperative_groups.h>
#else
#include <cooperative_groups.h>
#endif

namespace cg = cooperative_groups;

// A tile is filled by however many threads there are, and read reversed.
KERNEL fill_and_reverse(unsigned *RESTRICT Out, const unsigned *RESTRICT In) {
  __shared__ unsigned S[1024];
  int At = blockIdx.x * 1024;
  for (int I = threadIdx.x; I < 1024; I += blockDim.x)
    S[I] = In[At + I];
  __syncthreads();
  for (int I = threadIdx.x; I < 1024; I += blockDim.x)
    Out[At + I] = S[1023 - I];
}

// The sum of a block as a tree over half as many threads in each round.
KERNEL sum_tree(unsigned *RESTRICT Out, const unsigned *RESTRICT In) {
  __shared__ unsigned S[1024];
  S[threadIdx.x] = In[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned Half = blockDim.x / 2; Half > 0; Half >>= 1) {
    if (threadIdx.x < Half)
      S[threadIdx.x] += S[threadIdx.x + Half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    Out[blockIdx.x] = S[0];
}

// The same with cooperative groups, and the rank in place of the index.
KERNEL sum_of_group(unsigned *RESTRICT Out, const unsigned *RESTRICT In) {
  __shared__ unsigned S[1024];
  cg::thread_block Block = cg::this_thread_block();
  unsigned T = Block.thread_rank();
  S[T] = In[blockIdx.x * blockDim.x + T];
  Block.sync();
  for (unsigned Half = Block.size() / 2; Half > 0; Half /= 2) {
    if (T < Half)
      S[T] += S[T + Half];
    Block.sync();
  }
  if (T == 0)
    Out[blockIdx.x] = S[0];
}

// An inclusive scan by doubling distances.
KERNEL scan(unsigned *RESTRICT Out, const unsigned *RESTRICT In) {
  __shared__ unsigned S[1024];
  unsigned T = threadIdx.x, At = blockIdx.x * blockDim.x;
  S[T] = In[At + T];
  __syncthreads();
  for (unsigned D = 1; D < blockDim.x; D *= 2) {
    unsigned V = T >= D ? S[T - D] : 0;
    __syncthreads();
    S[T] += V;
    __syncthreads();
  }
  Out[At + T] = S[T];
}

// A device function that is not inlined strides by the block.
static __device__ __attribute__((noinline)) unsigned
sumOfRow(const unsigned *Row) {
  unsigned Sum = 0;
  for (int I = threadIdx.x; I < 2048; I += blockDim.x)
    Sum += Row[I];
  return Sum;
}

KERNEL rows_by_function(unsigned *RESTRICT Out, const unsigned *RESTRICT In) {
  unsigned Sum = 0;
  for (int Row = 0; Row < 3; ++Row)
    Sum += sumOfRow(In + Row * 2048) * (Row + 1);
  Out[blockIdx.x * blockDim.x + threadIdx.x] = Sum;
}

// Threads beyond what the loop needs, as kernels for any block have them.
KERNEL guarded(unsigned *RESTRICT Out, const unsigned *RESTRICT In) {
  __shared__ unsigned S[256];
  unsigned T = threadIdx.x;
  if (T < blockDim.x && T < 256)
    S[T ^ 5] = In[blockIdx.x * blockDim.x + T];
  __syncthreads();
  if (blockDim.y == 1 && threadIdx.y == 0)
    Out[blockIdx.x * blockDim.x + T] = S[T];
}
