// Every algorithm of cub/warp, in warps of 32 and in parts of warps.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>

#include "frame.h"

// The storage of the thread's warp, of Width lanes.
#define STORAGE(ALGORITHM, WIDTH)                                              \
  __shared__ alignas(32)                                                       \
      typename ALGORITHM::TempStorage all[Threads / WIDTH];                    \
  auto &storage = all[threadIdx.x / WIDTH]

#define EXCHANGE(NAME, WIDTH, KIND, CALL)                                      \
  KERNEL(exchange_##NAME##_##WIDTH) {                                          \
    using Algorithm = cub::WarpExchange<T, Items, WIDTH, cub::KIND>;           \
    STORAGE(Algorithm, WIDTH);                                                 \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).CALL(items, items);                                     \
    storeItems(out, items);                                                    \
  }
EXCHANGE(blocked_to_striped, 32, WARP_EXCHANGE_SMEM, BlockedToStriped)
EXCHANGE(striped_to_blocked, 32, WARP_EXCHANGE_SMEM, StripedToBlocked)
EXCHANGE(blocked_to_striped, 8, WARP_EXCHANGE_SMEM, BlockedToStriped)
EXCHANGE(striped_to_blocked, 8, WARP_EXCHANGE_SMEM, StripedToBlocked)

KERNEL(exchange_scatter_32) {
  using Algorithm = cub::WarpExchange<T, Items, 32>;
  STORAGE(Algorithm, 32);
  T items[Items];
  int places[Items];
  loadItems(items, in);
  for (int i = 0; i < Items; ++i)
    places[i] = i * 32 + threadIdx.x % 32 * 5 % 32;
  Algorithm(storage).ScatterToStriped(items, places);
  storeItems(out, items);
}

#define LOAD_STORE(NAME, WIDTH, KIND)                                          \
  KERNEL(load_##NAME##_##WIDTH) {                                              \
    using Algorithm = cub::WarpLoad<T, Items, cub::WARP_LOAD_##KIND, WIDTH>;   \
    STORAGE(Algorithm, WIDTH);                                                 \
    T items[Items];                                                            \
    Algorithm(storage).Load(in + TILE + threadIdx.x / WIDTH * WIDTH * Items,   \
                            items);                                            \
    storeItems(out, items);                                                    \
  }                                                                            \
  KERNEL(store_##NAME##_##WIDTH) {                                             \
    using Algorithm = cub::WarpStore<T, Items, cub::WARP_STORE_##KIND, WIDTH>; \
    STORAGE(Algorithm, WIDTH);                                                 \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).Store(out + TILE + threadIdx.x / WIDTH * WIDTH * Items, \
                             items);                                           \
  }
LOAD_STORE(direct, 32, DIRECT)
LOAD_STORE(striped, 32, STRIPED)
LOAD_STORE(vectorize, 32, VECTORIZE)
LOAD_STORE(transpose, 32, TRANSPOSE)
LOAD_STORE(transpose, 16, TRANSPOSE)

#define MERGE_SORT(WIDTH)                                                      \
  KERNEL(merge_sort_##WIDTH) {                                                 \
    using Algorithm = cub::WarpMergeSort<T, Items, WIDTH>;                     \
    STORAGE(Algorithm, WIDTH);                                                 \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).Sort(items, Less());                                    \
    storeItems(out, items);                                                    \
  }
MERGE_SORT(32)
MERGE_SORT(8)

#define REDUCE_SCAN(WIDTH)                                                     \
  KERNEL(reduce_##WIDTH) {                                                     \
    using Algorithm = cub::WarpReduce<T, WIDTH>;                               \
    STORAGE(Algorithm, WIDTH);                                                 \
    T item = in[blockIdx.x * Threads + threadIdx.x];                           \
    const T sum = Algorithm(storage).Sum(item);                                \
    __syncwarp();                                                              \
    const T largest = Algorithm(storage).Reduce(item, Larger());               \
    if (threadIdx.x % WIDTH == 0)                                              \
      out[blockIdx.x * Threads + threadIdx.x] = sum + largest;                 \
  }                                                                            \
  KERNEL(reduce_segments_##WIDTH) {                                            \
    using Algorithm = cub::WarpReduce<T, WIDTH>;                               \
    STORAGE(Algorithm, WIDTH);                                                 \
    T item = in[blockIdx.x * Threads + threadIdx.x];                           \
    out[blockIdx.x * Threads + threadIdx.x] =                                  \
        Algorithm(storage).HeadSegmentedSum(item, threadIdx.x % 5 == 0);       \
  }                                                                            \
  KERNEL(scan_##WIDTH) {                                                       \
    using Algorithm = cub::WarpScan<T, WIDTH>;                                 \
    STORAGE(Algorithm, WIDTH);                                                 \
    T item = in[blockIdx.x * Threads + threadIdx.x], sum, largest;             \
    Algorithm(storage).InclusiveSum(item, sum);                                \
    __syncwarp();                                                              \
    Algorithm(storage).ExclusiveScan(item, largest, T(3), Larger());           \
    out[blockIdx.x * Threads + threadIdx.x] = sum + largest;                   \
  }
REDUCE_SCAN(32)
REDUCE_SCAN(16)
