// CUB's time-sliced exchanges: one after the other, the warps of the block use
// the storage of one. Compile once per element type, with -D ELEMENT=int.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2

#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

#include "cub/streaming.h"

template <int Items>
__device__ __forceinline__ void load(T *out, const T *in) {
  using Load =
      cub::BlockLoad<T, 128, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED>;
  __shared__ typename Load::TempStorage storage;
  T items[Items];
  Load(storage).Load(in + blockIdx.x * 128 * Items, items);
  storeItems(out, items);
}

template <int Items>
__device__ __forceinline__ void store(T *out, const T *in) {
  using Store = cub::BlockStore<T, 128, Items,
                                cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>;
  __shared__ typename Store::TempStorage storage;
  T items[Items];
  loadItems(items, in);
  Store(storage).Store(out + blockIdx.x * 128 * Items, items);
}

template <int Items>
__device__ __forceinline__ void exchange(T *out, const T *in) {
  using Exchange = cub::BlockExchange<T, 128, Items, /*WARP_TIME_SLICING=*/true>;
  __shared__ typename Exchange::TempStorage storage;
  T items[Items];
  loadItems(items, in);
  Exchange(storage).BlockedToStriped(items, items);
  __syncthreads();
  Exchange(storage).BlockedToWarpStriped(items, items);
  storeItems(out, items);
}

#define SLICED(I)                                                              \
  extern "C" __global__ __launch_bounds__(128) void sliced_load_##I(           \
      T *__restrict__ out, const T *__restrict__ in) {                         \
    load<I>(out, in);                                                          \
  }                                                                            \
  extern "C" __global__ __launch_bounds__(128) void sliced_store_##I(          \
      T *__restrict__ out, const T *__restrict__ in) {                         \
    store<I>(out, in);                                                         \
  }                                                                            \
  extern "C" __global__ __launch_bounds__(128) void sliced_exchange_##I(       \
      T *__restrict__ out, const T *__restrict__ in) {                         \
    exchange<I>(out, in);                                                      \
  }

SLICED(4)
SLICED(7)
SLICED(8)
