// cub::WarpExchange over 32 and over 16 lanes, both ways. Compile once per
// element type, with -D ELEMENT=int.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2

#include <cub/warp/warp_exchange.cuh>

#include "cub/streaming.h"

template <int Items, int Lanes, bool ToStriped>
__device__ __forceinline__ void exchange(T *out, const T *in) {
  using Exchange = cub::WarpExchange<T, Items, Lanes>;
  __shared__ typename Exchange::TempStorage storage[128 / Lanes];
  T items[Items];
  loadItems<Items>(items, in);
  Exchange warp(storage[threadIdx.x / Lanes]);
  if (ToStriped)
    warp.BlockedToStriped(items, items);
  else
    warp.StripedToBlocked(items, items);
  storeItems<Items>(out, items);
}

#define EXCHANGE(I)                                                            \
  STREAMING(warp_b2s_, I) { exchange<I, 32, true>(out, in); }                  \
  STREAMING(warp_s2b_, I) { exchange<I, 32, false>(out, in); }                 \
  STREAMING(half_b2s_, I) { exchange<I, 16, true>(out, in); }                  \
  STREAMING(half_s2b_, I) { exchange<I, 16, false>(out, in); }
FOR_EACH_ITEM_COUNT(EXCHANGE)
