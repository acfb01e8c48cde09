// Exchanges within the waves of a block of 256. rocPRIM 5 puts a bare
// __builtin_amdgcn_wave_barrier() between the stores and the loads, which
// orders no memory: for LLVM, lanes race.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2

#define ELEMENT int
#include "rocprim/frame.h"

using Block = rocprim::block_exchange<int, Threads, 4>;
using Warp = rocprim::warp_exchange<int, 4>;

// MISSED knows __syncthreads\(\) and __builtin_amdgcn_wave_barrier\(\) between fences alone
KERNEL_BOUNDS(256)
block_b2s(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ typename Block::storage_type storage;
  int items[4];
  loadItems<4>(items, in);
  Block().blocked_to_warp_striped(items, items, storage);
  storeItems<4>(out, items);
}

// MISSED knows __syncthreads\(\) and __builtin_amdgcn_wave_barrier\(\) between fences alone
KERNEL_BOUNDS(256)
warp_s2b(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ typename Warp::storage_type storages[Threads / WARP_SIZE];
  int items[4];
  loadItems<4>(items, in);
  Warp().striped_to_blocked(items, items, storages[threadIdx.x / WARP_SIZE]);
  storeItems<4>(out, items);
}
