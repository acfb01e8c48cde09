// Every algorithm of cub/block.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>

#include "frame.h"

// CUB aligns what is in TempStorage to 32 bytes, so its loads promise that, but
// TempStorage itself to 16 only.
#define STORAGE(ALGORITHM)                                                     \
  __shared__ alignas(32) typename ALGORITHM::TempStorage storage

#define DIFFERENCE(NAME, CALL)                                                 \
  KERNEL(adjacent_difference_##NAME) {                                         \
    using Algorithm = cub::BlockAdjacentDifference<T, Threads>;                \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).CALL(items, items, Minus());                            \
    storeItems(out, items);                                                    \
  }
DIFFERENCE(left, SubtractLeft)
DIFFERENCE(right, SubtractRight)

#define DISCONTINUITY(NAME, CALL)                                              \
  KERNEL(discontinuity_##NAME) {                                               \
    using Algorithm = cub::BlockDiscontinuity<T, Threads>;                     \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    int flags[Items];                                                          \
    loadItems(items, in);                                                      \
    Algorithm(storage).CALL(flags, items, Differs());                          \
    storeItems(out, flags);                                                    \
  }
DISCONTINUITY(heads, FlagHeads)
DISCONTINUITY(tails, FlagTails)

KERNEL(discontinuity_heads_and_tails) {
  using Algorithm = cub::BlockDiscontinuity<T, Threads>;
  STORAGE(Algorithm);
  T items[Items];
  int heads[Items], tails[Items];
  loadItems(items, in);
  Algorithm(storage).FlagHeadsAndTails(heads, tails, items, Differs());
  for (int i = 0; i < Items; ++i)
    heads[i] += 2 * tails[i];
  storeItems(out, heads);
}

#define EXCHANGE(NAME, CALL)                                                   \
  KERNEL(exchange_##NAME) {                                                    \
    using Algorithm = cub::BlockExchange<T, Threads, Items>;                   \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).CALL(items, items);                                     \
    storeItems(out, items);                                                    \
  }
EXCHANGE(blocked_to_striped, BlockedToStriped)
EXCHANGE(striped_to_blocked, StripedToBlocked)
EXCHANGE(blocked_to_warp_striped, BlockedToWarpStriped)
EXCHANGE(warp_striped_to_blocked, WarpStripedToBlocked)

#define SCATTER(NAME, CALL)                                                    \
  KERNEL(exchange_##NAME) {                                                    \
    using Algorithm = cub::BlockExchange<T, Threads, Items>;                   \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    int places[Items];                                                         \
    loadItems(items, in);                                                      \
    permute(places);                                                           \
    Algorithm(storage).CALL(items, items, places);                             \
    storeItems(out, items);                                                    \
  }
SCATTER(scatter_to_blocked, ScatterToBlocked)
SCATTER(scatter_to_striped, ScatterToStriped)

#define HISTOGRAM(NAME, KIND)                                                  \
  KERNEL(histogram_##NAME) {                                                   \
    using Algorithm =                                                          \
        cub::BlockHistogram<unsigned char, Threads, Items, 64,                 \
                            cub::BLOCK_HISTO_##KIND>;                          \
    STORAGE(Algorithm);                                                        \
    __shared__ unsigned counts[64];                                            \
    T items[Items];                                                            \
    unsigned char bins[Items];                                                 \
    loadItems(items, in);                                                      \
    for (int i = 0; i < Items; ++i)                                            \
      bins[i] = lowByte(items[i]) & 63;                               \
    Algorithm(storage).Histogram(bins, counts);                                \
    __syncthreads();                                                           \
    if (threadIdx.x < 64)                                                      \
      out[blockIdx.x * 64 + threadIdx.x] = static_cast<T>(counts[threadIdx.x]); \
  }
HISTOGRAM(sort, SORT)
HISTOGRAM(atomic, ATOMIC)

#define LOAD_STORE(NAME, KIND)                                                 \
  KERNEL(load_##NAME) {                                                        \
    using Algorithm =                                                          \
        cub::BlockLoad<T, Threads, Items, cub::BLOCK_LOAD_##KIND>;             \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    Algorithm(storage).Load(in + TILE, items);                                 \
    storeItems(out, items);                                                    \
  }                                                                            \
  KERNEL(load_guarded_##NAME) {                                                \
    using Algorithm =                                                          \
        cub::BlockLoad<T, Threads, Items, cub::BLOCK_LOAD_##KIND>;             \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    Algorithm(storage).Load(in + TILE, items, Tile - 3, T(7));                 \
    storeItems(out, items);                                                    \
  }                                                                            \
  KERNEL(store_##NAME) {                                                       \
    using Algorithm =                                                          \
        cub::BlockStore<T, Threads, Items, cub::BLOCK_STORE_##KIND>;           \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).Store(out + TILE, items);                               \
  }                                                                            \
  KERNEL(store_guarded_##NAME) {                                               \
    using Algorithm =                                                          \
        cub::BlockStore<T, Threads, Items, cub::BLOCK_STORE_##KIND>;           \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).Store(out + TILE, items, Tile - 3);                     \
  }
LOAD_STORE(direct, DIRECT)
LOAD_STORE(striped, STRIPED)
LOAD_STORE(vectorize, VECTORIZE)
LOAD_STORE(transpose, TRANSPOSE)
LOAD_STORE(warp_transpose, WARP_TRANSPOSE)
LOAD_STORE(warp_transpose_timesliced, WARP_TRANSPOSE_TIMESLICED)

KERNEL(merge_sort) {
  using Algorithm = cub::BlockMergeSort<T, Threads, Items>;
  STORAGE(Algorithm);
  T items[Items];
  loadItems(items, in);
  Algorithm(storage).Sort(items, Less());
  storeItems(out, items);
}

KERNEL(merge_sort_pairs) {
  using Algorithm = cub::BlockMergeSort<T, Threads, Items, int>;
  STORAGE(Algorithm);
  T items[Items];
  int places[Items];
  loadItems(items, in);
  permute(places);
  Algorithm(storage).StableSort(items, places, Less());
  storeItems(out, places);
}

KERNEL(radix_rank) {
  using Algorithm = cub::BlockRadixRank<Threads, 5, false>;
  using Digits = cub::BFEDigitExtractor<unsigned>;
  STORAGE(Algorithm);
  T items[Items];
  unsigned keys[Items];
  int ranks[Items];
  loadItems(items, in);
  for (int i = 0; i < Items; ++i)
    keys[i] = lowByte(items[i]) & 31;
  Algorithm(storage).RankKeys(keys, ranks, Digits(0, 5));
  storeItems(out, ranks);
}

#define RADIX_SORT(NAME, CALL)                                                 \
  KERNEL(radix_sort_##NAME) {                                                  \
    using Algorithm = cub::BlockRadixSort<T, Threads, Items>;                  \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm(storage).CALL(items);                                            \
    storeItems(out, items);                                                    \
  }
RADIX_SORT(up, Sort)
RADIX_SORT(down, SortDescending)
RADIX_SORT(striped, SortBlockedToStriped)

KERNEL(radix_sort_pairs) {
  using Algorithm = cub::BlockRadixSort<T, Threads, Items, int>;
  STORAGE(Algorithm);
  T items[Items];
  int places[Items];
  loadItems(items, in);
  permute(places);
  Algorithm(storage).Sort(items, places);
  storeItems(out, places);
}

#define REDUCE(NAME, KIND)                                                     \
  KERNEL(reduce_##NAME) {                                                      \
    using Algorithm = cub::BlockReduce<T, Threads, cub::BLOCK_REDUCE_##KIND>;  \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    const T largest = Algorithm(storage).Reduce(items, Larger());              \
    __syncthreads();                                                           \
    const T sum = Algorithm(storage).Sum(items[0], 100);                       \
    if (threadIdx.x == 0) {                                                    \
      out[2 * blockIdx.x] = largest;                                           \
      out[2 * blockIdx.x + 1] = sum;                                           \
    }                                                                          \
  }
REDUCE(commutative, RAKING_COMMUTATIVE_ONLY)
REDUCE(raking, RAKING)
REDUCE(warps, WARP_REDUCTIONS)

KERNEL(run_length_decode) {
  using Algorithm = cub::BlockRunLengthDecode<T, Threads, Items, Items>;
  STORAGE(Algorithm);
  T items[Items];
  unsigned lengths[Items], total;
  loadItems(items, in);
  for (int i = 0; i < Items; ++i)
    lengths[i] = 1 + (threadIdx.x + i) % 3;
  Algorithm decode(storage, items, lengths, total);
  decode.RunLengthDecode(items, Tile / 2);
  storeItems(out, items);
}

#define SCAN(NAME, KIND)                                                       \
  KERNEL(scan_##NAME) {                                                        \
    using Algorithm = cub::BlockScan<T, Threads, cub::BLOCK_SCAN_##KIND>;      \
    STORAGE(Algorithm);                                                        \
    T items[Items], total;                                                     \
    loadItems(items, in);                                                      \
    Algorithm(storage).InclusiveSum(items, items);                             \
    __syncthreads();                                                           \
    Algorithm(storage).ExclusiveScan(items, items, T(1), Larger(), total);     \
    items[0] += total;                                                         \
    storeItems(out, items);                                                    \
  }
SCAN(raking, RAKING)
SCAN(raking_memoize, RAKING_MEMOIZE)
SCAN(warps, WARP_SCANS)

KERNEL(shuffle_up) {
  using Algorithm = cub::BlockShuffle<T, Threads>;
  STORAGE(Algorithm);
  T items[Items];
  loadItems(items, in);
  Algorithm(storage).Up(items, items);
  storeItems(out, items);
}

KERNEL(shuffle_down) {
  using Algorithm = cub::BlockShuffle<T, Threads>;
  STORAGE(Algorithm);
  T items[Items];
  loadItems(items, in);
  Algorithm(storage).Down(items, items);
  storeItems(out, items);
}

KERNEL(shuffle_rotate) {
  using Algorithm = cub::BlockShuffle<T, Threads>;
  STORAGE(Algorithm);
  T item = in[blockIdx.x * Threads + threadIdx.x];
  Algorithm(storage).Rotate(item, item, 5);
  out[blockIdx.x * Threads + threadIdx.x] = item;
}
