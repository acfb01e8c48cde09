// Every algorithm of rocprim/block and rocprim/warp.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The names that HIP 5's headers and rocPRIM 5.3 need from newer compilers.
#include "portable.h"

#include "hip_half.h"
#include <rocprim/rocprim.hpp>
#include <rocprim/block/block_shuffle.hpp>

#undef KERNEL
#include "frame.h"

#define STORAGE(ALGORITHM) __shared__ typename ALGORITHM::storage_type storage


using Difference = rocprim::block_adjacent_difference<T, Threads>;
#define DIFFERENCE(NAME)                                                       \
  KERNEL(adjacent_difference_##NAME) {                                         \
    STORAGE(Difference);                                                       \
    T items[Items], differences[Items];                                        \
    loadItems(items, in);                                                      \
    Difference().subtract_##NAME(items, differences, Minus(), storage);        \
    storeItems(out, differences);                                              \
  }
DIFFERENCE(left)
DIFFERENCE(right)

using Discontinuity = rocprim::block_discontinuity<T, Threads>;
#define DISCONTINUITY(NAME)                                                    \
  KERNEL(discontinuity_##NAME) {                                               \
    STORAGE(Discontinuity);                                                    \
    T items[Items];                                                            \
    int flags[Items];                                                          \
    loadItems(items, in);                                                      \
    Discontinuity().flag_##NAME(flags, items, Differs(), storage);             \
    storeItems(out, flags);                                                    \
  }
DISCONTINUITY(heads)
DISCONTINUITY(tails)

using Exchange = rocprim::block_exchange<T, Threads, Items>;
#define EXCHANGE(NAME)                                                         \
  KERNEL(exchange_##NAME) {                                                    \
    STORAGE(Exchange);                                                         \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Exchange().NAME(items, items, storage);                                    \
    storeItems(out, items);                                                    \
  }
EXCHANGE(blocked_to_striped)
EXCHANGE(striped_to_blocked)
EXCHANGE(blocked_to_warp_striped)
EXCHANGE(warp_striped_to_blocked)

#define SCATTER(NAME)                                                          \
  KERNEL(exchange_##NAME) {                                                    \
    STORAGE(Exchange);                                                         \
    T items[Items];                                                            \
    int places[Items];                                                         \
    loadItems(items, in);                                                      \
    permute(places);                                                           \
    Exchange().NAME(items, items, places, storage);                            \
    storeItems(out, items);                                                    \
  }
SCATTER(scatter_to_blocked)
SCATTER(scatter_to_striped)

#define HISTOGRAM(NAME)                                                        \
  KERNEL(histogram_##NAME) {                                                   \
    using Algorithm = rocprim::block_histogram<                                \
        unsigned char, Threads, Items, 64,                                     \
        rocprim::block_histogram_algorithm::using_##NAME>;                     \
    STORAGE(Algorithm);                                                        \
    __shared__ unsigned counts[64];                                            \
    T items[Items];                                                            \
    unsigned char bins[Items];                                                 \
    loadItems(items, in);                                                      \
    for (int i = 0; i < Items; ++i)                                            \
      bins[i] = lowByte(items[i]) & 63;                               \
    Algorithm().histogram(bins, counts, storage);                              \
    __syncthreads();                                                           \
    if (threadIdx.x < 64)                                                      \
      out[blockIdx.x * 64 + threadIdx.x] = static_cast<T>(counts[threadIdx.x]); \
  }
HISTOGRAM(sort)
HISTOGRAM(atomic)

#define LOAD_STORE(NAME)                                                       \
  KERNEL(load_##NAME) {                                                        \
    using Algorithm =                                                          \
        rocprim::block_load<T, Threads, Items,                                 \
                            rocprim::block_load_method::block_load_##NAME>;    \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    Algorithm().load(in + TILE, items, storage);                               \
    storeItems(out, items);                                                    \
  }                                                                            \
  KERNEL(load_guarded_##NAME) {                                                \
    using Algorithm =                                                          \
        rocprim::block_load<T, Threads, Items,                                 \
                            rocprim::block_load_method::block_load_##NAME>;    \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    Algorithm().load(in + TILE, items, Tile - 3, T(7), storage);               \
    storeItems(out, items);                                                    \
  }                                                                            \
  KERNEL(store_##NAME) {                                                       \
    using Algorithm =                                                          \
        rocprim::block_store<T, Threads, Items,                                \
                             rocprim::block_store_method::block_store_##NAME>; \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm().store(out + TILE, items, storage);                             \
  }                                                                            \
  KERNEL(store_guarded_##NAME) {                                               \
    using Algorithm =                                                          \
        rocprim::block_store<T, Threads, Items,                                \
                             rocprim::block_store_method::block_store_##NAME>; \
    STORAGE(Algorithm);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm().store(out + TILE, items, Tile - 3, storage);                   \
  }
LOAD_STORE(direct)
LOAD_STORE(striped)
LOAD_STORE(vectorize)
LOAD_STORE(transpose)
LOAD_STORE(warp_transpose)

using RadixSort = rocprim::block_radix_sort<T, Threads, Items>;
#define RADIX_SORT(NAME)                                                       \
  KERNEL(radix_##NAME) {                                                       \
    STORAGE(RadixSort);                                                        \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    RadixSort().NAME(items, storage);                                          \
    storeItems(out, items);                                                    \
  }
RADIX_SORT(sort)
RADIX_SORT(sort_desc)
RADIX_SORT(sort_to_striped)

KERNEL(radix_sort_pairs) {
  using Algorithm = rocprim::block_radix_sort<T, Threads, Items, int>;
  STORAGE(Algorithm);
  T items[Items];
  int places[Items];
  loadItems(items, in);
  permute(places);
  Algorithm().sort(items, places, storage);
  storeItems(out, places);
}

#define REDUCE(NAME)                                                           \
  KERNEL(reduce_##NAME) {                                                      \
    using Algorithm =                                                          \
        rocprim::block_reduce<T, Threads,                                      \
                              rocprim::block_reduce_algorithm::NAME>;          \
    STORAGE(Algorithm);                                                        \
    T items[Items], largest;                                                   \
    loadItems(items, in);                                                      \
    Algorithm().reduce(items, largest, storage, Larger());                     \
    if (threadIdx.x == 0)                                                      \
      out[blockIdx.x] = largest;                                               \
  }
REDUCE(using_warp_reduce)
REDUCE(raking_reduce)

#define SCAN(NAME)                                                             \
  KERNEL(scan_##NAME) {                                                        \
    using Algorithm =                                                          \
        rocprim::block_scan<T, Threads, rocprim::block_scan_algorithm::NAME>;  \
    STORAGE(Algorithm);                                                        \
    T items[Items], total;                                                     \
    loadItems(items, in);                                                      \
    Algorithm().inclusive_scan(items, items, storage, Plus());                 \
    __syncthreads();                                                           \
    Algorithm().exclusive_scan(items, items, T(1), total, storage, Larger());  \
    items[0] += total;                                                         \
    storeItems(out, items);                                                    \
  }
SCAN(using_warp_scan)
SCAN(reduce_then_scan)

using Shuffle = rocprim::block_shuffle<T, Threads>;
#define SHUFFLE(NAME)                                                          \
  KERNEL(shuffle_##NAME) {                                                     \
    STORAGE(Shuffle);                                                          \
    T items[Items], moved[Items];                                              \
    loadItems(items, in);                                                      \
    for (int i = 0; i < Items; ++i)                                            \
      moved[i] = items[i];                                                     \
    Shuffle().template NAME<Items>(threadIdx.x, items, moved, storage);        \
    storeItems(out, moved);                                                    \
  }
SHUFFLE(up)
SHUFFLE(down)

KERNEL(shuffle_rotate) {
  STORAGE(Shuffle);
  T item = in[blockIdx.x * Threads + threadIdx.x];
  Shuffle().rotate(threadIdx.x, item, item, 5, storage);
  out[blockIdx.x * Threads + threadIdx.x] = item;
}

// rocPRIM sorts numbers of elements that are powers of two.
#if (ITEMS & (ITEMS - 1)) == 0
KERNEL(sort) {
  using Algorithm = rocprim::block_sort<T, Threads, Items>;
  STORAGE(Algorithm);
  T items[Items];
  loadItems(items, in);
  Algorithm().sort(items, storage, Less());
  storeItems(out, items);
}
#endif

// The storage of the thread's group of Width lanes.
#define WARP_STORAGE(ALGORITHM, WIDTH)                                         \
  __shared__ typename ALGORITHM::storage_type all[Threads / WIDTH];            \
  auto &storage = all[threadIdx.x / WIDTH]

#define WARP_EXCHANGE(NAME, WIDTH)                                             \
  KERNEL(warp_exchange_##NAME##_##WIDTH) {                                     \
    using Algorithm = rocprim::warp_exchange<T, Items, WIDTH>;                 \
    WARP_STORAGE(Algorithm, WIDTH);                                            \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm().NAME(items, items, storage);                                   \
    storeItems(out, items);                                                    \
  }
WARP_EXCHANGE(blocked_to_striped, 32)
WARP_EXCHANGE(striped_to_blocked, 32)
WARP_EXCHANGE(blocked_to_striped, 8)

#define WARP_LOAD_STORE(NAME)                                                  \
  KERNEL(warp_load_##NAME) {                                                   \
    using Algorithm =                                                          \
        rocprim::warp_load<T, Items, 32,                                       \
                           rocprim::warp_load_method::warp_load_##NAME>;       \
    WARP_STORAGE(Algorithm, 32);                                               \
    T items[Items];                                                            \
    Algorithm().load(in + TILE + threadIdx.x / 32 * 32 * Items, items,         \
                     storage);                                                 \
    storeItems(out, items);                                                    \
  }                                                                            \
  KERNEL(warp_store_##NAME) {                                                  \
    using Algorithm =                                                          \
        rocprim::warp_store<T, Items, 32,                                      \
                            rocprim::warp_store_method::warp_store_##NAME>;    \
    WARP_STORAGE(Algorithm, 32);                                               \
    T items[Items];                                                            \
    loadItems(items, in);                                                      \
    Algorithm().store(out + TILE + threadIdx.x / 32 * 32 * Items, items,       \
                      storage);                                                \
  }
WARP_LOAD_STORE(direct)
WARP_LOAD_STORE(striped)
WARP_LOAD_STORE(vectorize)
WARP_LOAD_STORE(transpose)

#define WARP_ALGORITHMS(WIDTH)                                                 \
  KERNEL(warp_reduce_##WIDTH) {                                                \
    using Algorithm = rocprim::warp_reduce<T, WIDTH>;                          \
    WARP_STORAGE(Algorithm, WIDTH);                                            \
    T item = in[blockIdx.x * Threads + threadIdx.x], largest;                  \
    Algorithm().reduce(item, largest, storage, Larger());                      \
    if (threadIdx.x % WIDTH == 0)                                              \
      out[blockIdx.x * Threads + threadIdx.x] = largest;                       \
  }                                                                            \
  KERNEL(warp_scan_##WIDTH) {                                                  \
    using Algorithm = rocprim::warp_scan<T, WIDTH>;                            \
    WARP_STORAGE(Algorithm, WIDTH);                                            \
    T item = in[blockIdx.x * Threads + threadIdx.x], sum;                      \
    Algorithm().inclusive_scan(item, sum, storage, Plus());                    \
    out[blockIdx.x * Threads + threadIdx.x] = sum;                             \
  }                                                                            \
  KERNEL(warp_sort_##WIDTH) {                                                  \
    using Algorithm = rocprim::warp_sort<T, WIDTH>;                            \
    WARP_STORAGE(Algorithm, WIDTH);                                            \
    T item = in[blockIdx.x * Threads + threadIdx.x];                           \
    Algorithm().sort(item, storage, Less());                                   \
    out[blockIdx.x * Threads + threadIdx.x] = item;                            \
  }
WARP_ALGORITHMS(32)
WARP_ALGORITHMS(16)
