// rocprim::block_scan, block_reduce, block_radix_sort and block_sort over 256
// threads. Compile once per element type, with -D ELEMENT=int.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2

#include "rocprim/frame.h"

template <unsigned Items, rocprim::block_scan_algorithm Algorithm>
__device__ __forceinline__ void scan(T *out, const T *in) {
  using Scan = rocprim::block_scan<T, Threads, Algorithm>;
  __shared__ typename Scan::storage_type storage;
  T items[Items];
  loadItems<Items>(items, in);
  Scan().inclusive_scan(items, items, storage);
  storeItems<Items>(out, items);
}

template <unsigned Items, rocprim::block_reduce_algorithm Algorithm>
__device__ __forceinline__ void reduce(T *out, const T *in) {
  using Reduce = rocprim::block_reduce<T, Threads, Algorithm>;
  __shared__ typename Reduce::storage_type storage;
  T items[Items], sum;
  loadItems<Items>(items, in);
  Reduce().reduce(items, sum, storage);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

template <unsigned Items>
__device__ __forceinline__ void radixSort(T *out, const T *in) {
  using Sort = rocprim::block_radix_sort<T, Threads, Items>;
  __shared__ typename Sort::storage_type storage;
  T items[Items];
  loadItems<Items>(items, in);
  Sort().sort(items, storage);
  storeItems<Items>(out, items);
}

template <unsigned Items>
__device__ __forceinline__ void sort(T *out, const T *in) {
  using Sort = rocprim::block_sort<T, Threads, Items>;
  __shared__ typename Sort::storage_type storage;
  T items[Items];
  loadItems<Items>(items, in);
  Sort().sort(items, storage);
  storeItems<Items>(out, items);
}

#define ALGORITHMS(I)                                                          \
  ALGORITHM(scan_lines_, I) {                                                  \
    scan<I, rocprim::block_scan_algorithm::reduce_then_scan>(out, in);         \
  }                                                                            \
  ALGORITHM(scan_warps_, I) {                                                  \
    scan<I, rocprim::block_scan_algorithm::using_warp_scan>(out, in);          \
  }                                                                            \
  ALGORITHM(reduce_raking_, I) {                                               \
    reduce<I, rocprim::block_reduce_algorithm::raking_reduce>(out, in);        \
  }                                                                            \
  ALGORITHM(reduce_warps_, I) {                                                \
    reduce<I, rocprim::block_reduce_algorithm::using_warp_reduce>(out, in);    \
  }                                                                            \
  ALGORITHM(radix_sort_, I) { radixSort<I>(out, in); }                         \
  ALGORITHM(sort_, I) { sort<I>(out, in); }
ALGORITHMS(1)
ALGORITHMS(4)
