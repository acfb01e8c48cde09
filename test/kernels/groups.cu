// Cooperative groups: tiles of a warp, and the threads that are converged.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH tile16_exchange: --block 128 --grid 2
// LAUNCH refuse_half_warp_mask: --block 128 --grid 2

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The converged threads exchange under a mask that is only known at run time.
// MISSED mask|diverg|uniform|reach|leave
extern "C" __global__
__launch_bounds__(128) void refuse_partial_mask(int *__restrict__ out,
                                                const int *__restrict__ in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int v = in[blockIdx.x * 128 + t];
  if (v > 0) {
    auto active = cg::coalesced_threads();
    int *mine = s + t / 32 * 32;
    mine[active.thread_rank()] = v;
    active.sync();
    v = mine[active.size() - 1 - active.thread_rank()];
  }
  out[blockIdx.x * 128 + t] = v;
}

// Half the tiles of 16 exchange: the barrier's mask is half of the warp.
// MISSED mask|diverg|uniform|reach|leave
extern "C" __global__
__launch_bounds__(128) void refuse_half_warp_mask(int *__restrict__ out,
                                                  const int *__restrict__ in) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  int v = in[blockIdx.x * 128 + t];
  if (tile.meta_group_rank() % 2 == 0) {
    s[t] = v;
    tile.sync();
    v = s[t ^ 1];
  }
  out[blockIdx.x * 128 + t] = v;
}

// Every tile of 16 exchanges: this one may become shuffles.
extern "C" __global__
__launch_bounds__(128) void tile16_exchange(int *__restrict__ out,
                                            const int *__restrict__ in) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  tile.sync();
  out[blockIdx.x * 128 + t] = s[t ^ 9];
}
