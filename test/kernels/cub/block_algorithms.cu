// cub::BlockScan, cub::BlockReduce, cub::BlockRadixSort and cub::BlockMergeSort
// over 128 threads. Compile once per element type, with -D ELEMENT=int.
//
// CUB aligns what is in TempStorage to 32 bytes, so its loads promise that, but
// TempStorage itself to 16 only.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2

#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "cub/streaming.h"

template <int Items, cub::BlockScanAlgorithm Algorithm>
__device__ __forceinline__ void scan(T *out, const T *in) {
  using Scan = cub::BlockScan<T, 128, Algorithm>;
  alignas(32) __shared__ typename Scan::TempStorage storage;
  T items[Items];
  loadItems<Items>(items, in);
  Scan(storage).InclusiveSum(items, items);
  storeItems<Items>(out, items);
}

template <int Items, cub::BlockReduceAlgorithm Algorithm>
__device__ __forceinline__ void reduce(T *out, const T *in) {
  using Reduce = cub::BlockReduce<T, 128, Algorithm>;
  alignas(32) __shared__ typename Reduce::TempStorage storage;
  T items[Items];
  loadItems<Items>(items, in);
  const T sum = Reduce(storage).Sum(items);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

template <int Items>
__device__ __forceinline__ void radixSort(T *out, const T *in) {
  using Sort = cub::BlockRadixSort<T, 128, Items>;
  alignas(32) __shared__ typename Sort::TempStorage storage;
  T items[Items];
  loadItems<Items>(items, in);
  Sort(storage).Sort(items);
  storeItems<Items>(out, items);
}

struct Less {
  __device__ bool operator()(const T &a, const T &b) const { return a < b; }
};

template <int Items>
__device__ __forceinline__ void mergeSort(T *out, const T *in) {
  using Sort = cub::BlockMergeSort<T, 128, Items>;
  alignas(32) __shared__ typename Sort::TempStorage storage;
  T items[Items];
  loadItems<Items>(items, in);
  Sort(storage).Sort(items, Less());
  storeItems<Items>(out, items);
}

#define ALGORITHMS(I)                                                          \
  STREAMING(scan_raking_, I) {                                                 \
    scan<I, cub::BLOCK_SCAN_RAKING>(out, in);                                  \
  }                                                                            \
  STREAMING(scan_warps_, I) {                                                  \
    scan<I, cub::BLOCK_SCAN_WARP_SCANS>(out, in);                              \
  }                                                                            \
  STREAMING(reduce_raking_, I) {                                               \
    reduce<I, cub::BLOCK_REDUCE_RAKING>(out, in);                              \
  }                                                                            \
  STREAMING(reduce_warps_, I) {                                                \
    reduce<I, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(out, in);                     \
  }                                                                            \
  STREAMING(radix_sort_, I) { radixSort<I>(out, in); }                         \
  STREAMING(merge_sort_, I) { mergeSort<I>(out, in); }
ALGORITHMS(1)
ALGORITHMS(4)
