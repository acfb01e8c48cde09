// cub::BlockExchange over 128 threads, both ways. Compile once per element
// type, with -D ELEMENT=int.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2

#include <cub/block/block_exchange.cuh>

#include "cub/streaming.h"

template <int Items, bool ToStriped>
__device__ __forceinline__ void exchange(T *out, const T *in) {
  using Exchange = cub::BlockExchange<T, 128, Items>;
  __shared__ typename Exchange::TempStorage storage;
  T items[Items];
  loadItems<Items>(items, in);
  if (ToStriped)
    Exchange(storage).BlockedToStriped(items, items);
  else
    Exchange(storage).StripedToBlocked(items, items);
  storeItems<Items>(out, items);
}

#define EXCHANGE(I)                                                            \
  STREAMING(block_b2s_, I) { exchange<I, true>(out, in); }                     \
  STREAMING(block_s2b_, I) { exchange<I, false>(out, in); }
FOR_EACH_ITEM_COUNT(EXCHANGE)
