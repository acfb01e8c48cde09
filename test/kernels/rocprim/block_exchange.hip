// rocprim::block_exchange over 256 threads, both ways. Compile once per element
// type, with -D ELEMENT=int.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2

#include "rocprim/frame.h"

template <unsigned Items>
using Exchange = rocprim::block_exchange<T, Threads, Items>;

#define EXCHANGE(PREFIX, FUNCTION, I)                                          \
  ALGORITHM(PREFIX, I) {                                                       \
    __shared__ typename Exchange<I>::storage_type storage;                     \
    T items[I];                                                                \
    loadItems<I>(items, in);                                                   \
    Exchange<I>().FUNCTION(items, items, storage);                             \
    storeItems<I>(out, items);                                                 \
  }
#define EXCHANGES(I)                                                           \
  EXCHANGE(block_b2s_, blocked_to_striped, I)                                  \
  EXCHANGE(block_s2b_, striped_to_blocked, I)
EXCHANGES(2)
EXCHANGES(4)
EXCHANGES(8)
EXCHANGES(3)
