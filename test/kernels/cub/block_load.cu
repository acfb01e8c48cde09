// cub::BlockLoad and cub::BlockStore by warp transposition. Compile once per
// element type, with -D ELEMENT=int.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH copy_*: --block 128 --grid 2
// LAUNCH copy_*: --block 100 --grid 2
// LAUNCH guarded_*: --block 128 --grid 2 --arg 2=700
// LAUNCH guarded_*: --block 128 --grid 1 --arg 2=129

#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

#include "cub/streaming.h"

// Whole tiles: the load's exchange, an addition, the store's exchange back.
template <int Items> __device__ __forceinline__ void copy(T *out, const T *in) {
  using Load = cub::BlockLoad<T, 128, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<T, 128, Items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  T items[Items];
  Load(storage.load).Load(in + blockIdx.x * 128 * Items, items);
  __syncthreads();
  for (int i = 0; i < Items; ++i)
    items[i] += static_cast<T>(threadIdx.x);
  Store(storage.store).Store(out + blockIdx.x * 128 * Items, items);
}

// The last tile is cut off: count elements are valid.
template <int Items>
__device__ __forceinline__ void copyGuarded(T *out, const T *in, int count) {
  using Load = cub::BlockLoad<T, 128, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<T, 128, Items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  T items[Items];
  int first = blockIdx.x * 128 * Items;
  Load(storage.load).Load(in + first, items, count - first, T(0));
  __syncthreads();
  for (int i = 0; i < Items; ++i)
    items[i] += static_cast<T>(threadIdx.x);
  Store(storage.store).Store(out + first, items, count - first);
}

#define COPY(I)                                                                \
  STREAMING(copy_, I) { copy<I>(out, in); }                                    \
  STREAMING_GUARDED(guarded_, I) { copyGuarded<I>(out, in, count); }
COPY(4)
COPY(8)
COPY(7)
COPY(16)
