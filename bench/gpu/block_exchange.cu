//===- block_exchange.cu - cub::BlockExchange -------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUB's exchange among the 128 threads of a block, blocked to striped and back,
// as its documentation uses it: a block barrier before the storage is used
// again.
//
//===----------------------------------------------------------------------===//

#include "common.cuh"

#include <cub/block/block_exchange.cuh>

template <typename T, int Items>
using Exchange = cub::BlockExchange<T, BlockThreads, Items>;

template <typename T, int Items> __device__ __forceinline__ int tileBase() {
  return blockIdx.x * (BlockThreads * Items);
}

#define BLOCK_EXCHANGE(T, ITEMS)                                               \
  F2_KERNEL(block_b2s_##T##_##ITEMS, BlockThreads)                             \
  (const T *__restrict__ In, T *__restrict__ Out) {                            \
    __shared__ typename Exchange<T, ITEMS>::TempStorage Storage;               \
    int Base = tileBase<T, ITEMS>();                                           \
    T Elements[ITEMS];                                                         \
    loadBlocked(In + Base, threadIdx.x, Elements);                             \
    Exchange<T, ITEMS>(Storage).BlockedToStriped(Elements, Elements);          \
    storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);             \
  }                                                                            \
  F2_KERNEL(block_s2b_##T##_##ITEMS, BlockThreads)                             \
  (const T *__restrict__ In, T *__restrict__ Out) {                            \
    __shared__ typename Exchange<T, ITEMS>::TempStorage Storage;               \
    int Base = tileBase<T, ITEMS>();                                           \
    T Elements[ITEMS];                                                         \
    loadStriped<BlockThreads>(In + Base, threadIdx.x, Elements);               \
    Exchange<T, ITEMS>(Storage).StripedToBlocked(Elements, Elements);          \
    storeBlocked(Out + Base, threadIdx.x, Elements);                           \
  }                                                                            \
  F2_KERNEL(block_b2s_##T##_##ITEMS##_repeated, BlockThreads)                  \
  (const T *__restrict__ In, T *__restrict__ Out, int Iters) {                 \
    __shared__ typename Exchange<T, ITEMS>::TempStorage Storage;               \
    int Base = tileBase<T, ITEMS>();                                           \
    T Elements[ITEMS];                                                         \
    Mixer<T> Mix;                                                              \
    loadBlocked(In + Base, threadIdx.x, Elements);                             \
    for (int It = 0; It < Iters; ++It) {                                       \
      Exchange<T, ITEMS>(Storage).BlockedToStriped(Elements, Elements);        \
      combine(Mix, Elements);                                                  \
      __syncthreads();                                                         \
    }                                                                          \
    storeStriped<BlockThreads>(Out + Base, threadIdx.x, Elements);             \
  }                                                                            \
  F2_KERNEL(block_s2b_##T##_##ITEMS##_repeated, BlockThreads)                  \
  (const T *__restrict__ In, T *__restrict__ Out, int Iters) {                 \
    __shared__ typename Exchange<T, ITEMS>::TempStorage Storage;               \
    int Base = tileBase<T, ITEMS>();                                           \
    T Elements[ITEMS];                                                         \
    Mixer<T> Mix;                                                              \
    loadStriped<BlockThreads>(In + Base, threadIdx.x, Elements);               \
    for (int It = 0; It < Iters; ++It) {                                       \
      Exchange<T, ITEMS>(Storage).StripedToBlocked(Elements, Elements);        \
      combine(Mix, Elements);                                                  \
      __syncthreads();                                                         \
    }                                                                          \
    storeBlocked(Out + Base, threadIdx.x, Elements);                           \
  }

#include "kernels.def"
