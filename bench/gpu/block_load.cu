//===- block_load.cu - cub::BlockLoad and cub::BlockStore -------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUB's coalesced loads and stores of blocked elements: each warp reads or
// writes striped and exchanges through shared memory. Between them is a typical
// use of blocked elements, a running sum within the thread.
//
// The repeated kernel cannot repeat the exchange without its load: it reads
// another block's tile in every iteration, from the L2 cache, accumulates it,
// and stores the sums at the end.
//
//===----------------------------------------------------------------------===//

#include "common.cuh"

#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

template <typename T, int Items>
using Load =
    cub::BlockLoad<T, BlockThreads, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;

template <typename T, int Items>
using Store =
    cub::BlockStore<T, BlockThreads, Items, cub::BLOCK_STORE_WARP_TRANSPOSE>;

template <typename T, int Items> union Storage {
  typename Load<T, Items>::TempStorage ForLoad;
  typename Store<T, Items>::TempStorage ForStore;
};

template <typename T, int Items>
__device__ __forceinline__ void runningSum(T (&Elements)[Items]) {
#pragma unroll
  for (int I = 1; I < Items; ++I)
    Elements[I] = static_cast<T>(Elements[I - 1] + Elements[I]);
}

#define BLOCK_LOAD(T, ITEMS)                                                   \
  F2_KERNEL(load_store_##T##_##ITEMS, BlockThreads)                            \
  (const T *__restrict__ In, T *__restrict__ Out) {                            \
    __shared__ Storage<T, ITEMS> Temp;                                         \
    int Base = blockIdx.x * (BlockThreads * ITEMS);                            \
    T Elements[ITEMS];                                                         \
    Load<T, ITEMS>(Temp.ForLoad).Load(In + Base, Elements);                    \
    __syncthreads();                                                           \
    runningSum(Elements);                                                      \
    Store<T, ITEMS>(Temp.ForStore).Store(Out + Base, Elements);                \
  }                                                                            \
  F2_KERNEL(load_store_##T##_##ITEMS##_repeated, BlockThreads)                 \
  (const T *__restrict__ In, T *__restrict__ Out, int Iters) {                 \
    __shared__ Storage<T, ITEMS> Temp;                                         \
    int Base = blockIdx.x * (BlockThreads * ITEMS);                            \
    T Elements[ITEMS], Sums[ITEMS] = {};                                       \
    Mixer<T> Mix;                                                              \
    for (int It = 0; It < Iters; ++It) {                                       \
      int Other = (blockIdx.x + It) % gridDim.x * (BlockThreads * ITEMS);      \
      Load<T, ITEMS>(Temp.ForLoad).Load(In + Other, Elements);                 \
      combine(Mix, Sums);                                                      \
      for (int I = 0; I < ITEMS; ++I)                                          \
        Sums[I] = static_cast<T>(Sums[I] + Elements[I]);                       \
      __syncthreads();                                                         \
    }                                                                          \
    Store<T, ITEMS>(Temp.ForStore).Store(Out + Base, Sums);                    \
  }

#include "kernels.def"
