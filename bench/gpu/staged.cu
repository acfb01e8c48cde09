//===- staged.cu - Arrays used twice, in loops, and dynamic -----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block exchanges in typical surroundings: two stages that share one array, a
// tile inside a loop whose trip count is an argument, and an array whose size
// the host gives.
//
//===----------------------------------------------------------------------===//

#include "common.cuh"

namespace {

/// Blocked to striped over the block, then each stripe reversed.
__device__ __forceinline__ void twoStages(int (&S)[4 * BlockThreads],
                                          int (&Elements)[4]) {
  int Thread = threadIdx.x;
#pragma unroll
  for (int I = 0; I < 4; ++I)
    S[Thread * 4 + I] = Elements[I];
  __syncthreads();
#pragma unroll
  for (int I = 0; I < 4; ++I)
    Elements[I] = S[I * BlockThreads + Thread] ^ Thread;
  __syncthreads();
#pragma unroll
  for (int I = 0; I < 4; ++I)
    S[I * BlockThreads + Thread] = Elements[I];
  __syncthreads();
#pragma unroll
  for (int I = 0; I < 4; ++I)
    Elements[I] = S[I * BlockThreads + (BlockThreads - 1 - Thread)];
}

/// Blocked to striped, without avoiding bank conflicts.
__device__ __forceinline__ void blockedToStriped(float *S,
                                                 float (&Elements)[8]) {
#pragma unroll
  for (int I = 0; I < 8; ++I)
    S[threadIdx.x * 8 + I] = Elements[I];
  __syncthreads();
#pragma unroll
  for (int I = 0; I < 8; ++I)
    Elements[I] = S[I * BlockThreads + threadIdx.x];
}

extern __shared__ float Dynamic[];

} // namespace

F2_KERNEL(two_stage, BlockThreads)
(const int *__restrict__ In, int *__restrict__ Out) {
  __shared__ int S[4 * BlockThreads];
  int Base = blockIdx.x * (4 * BlockThreads);
  int Elements[4];
  loadBlocked(In + Base, threadIdx.x, Elements);
  twoStages(S, Elements);
  storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);
}

F2_KERNEL(two_stage_repeated, BlockThreads)
(const int *__restrict__ In, int *__restrict__ Out, int Iters) {
  __shared__ int S[4 * BlockThreads];
  int Base = blockIdx.x * (4 * BlockThreads);
  int Elements[4];
  Mixer<int> Mix;
  loadBlocked(In + Base, threadIdx.x, Elements);
  for (int It = 0; It < Iters; ++It) {
    twoStages(S, Elements);
    combine(Mix, Elements);
    __syncthreads();
  }
  storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);
}

F2_KERNEL(tile_loop, BlockThreads)
(const float *__restrict__ In, float *__restrict__ Out, int Tiles) {
  __shared__ float S[8 * BlockThreads];
  for (int Tile = blockIdx.x; Tile < Tiles; Tile += gridDim.x) {
    int Base = Tile * (8 * BlockThreads);
    float Elements[8];
    loadBlocked(In + Base, threadIdx.x, Elements);
    blockedToStriped(S, Elements);
    storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);
    __syncthreads();
  }
}

F2_KERNEL(tile_loop_repeated, BlockThreads)
(const float *__restrict__ In, float *__restrict__ Out, int Tiles, int Iters) {
  __shared__ float S[8 * BlockThreads];
  for (int Tile = blockIdx.x; Tile < Tiles; Tile += gridDim.x) {
    int Base = Tile * (8 * BlockThreads);
    float Elements[8];
    Mixer<float> Mix;
    loadBlocked(In + Base, threadIdx.x, Elements);
    for (int It = 0; It < Iters; ++It) {
      blockedToStriped(S, Elements);
      combine(Mix, Elements);
      __syncthreads();
    }
    storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);
  }
}

F2_KERNEL(dynamic_shared, BlockThreads)
(const float *__restrict__ In, float *__restrict__ Out) {
  int Base = blockIdx.x * (8 * BlockThreads);
  float Elements[8];
  loadBlocked(In + Base, threadIdx.x, Elements);
  blockedToStriped(Dynamic, Elements);
  storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);
}

F2_KERNEL(dynamic_shared_repeated, BlockThreads)
(const float *__restrict__ In, float *__restrict__ Out, int Iters) {
  int Base = blockIdx.x * (8 * BlockThreads);
  float Elements[8];
  Mixer<float> Mix;
  loadBlocked(In + Base, threadIdx.x, Elements);
  for (int It = 0; It < Iters; ++It) {
    blockedToStriped(Dynamic, Elements);
    combine(Mix, Elements);
    __syncthreads();
  }
  storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);
}
