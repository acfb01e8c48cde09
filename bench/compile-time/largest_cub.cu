// The largest of the CUB exchanges that f2layout is tested with.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/block/block_exchange.cuh>

__global__ void __launch_bounds__(128)
    exchange(const double *__restrict__ in, double *__restrict__ out) {
  using Exchange = cub::BlockExchange<double, 128, 16>;
  __shared__ typename Exchange::TempStorage storage;
  double items[16];
  int tile = blockIdx.x * 128 * 16;
  for (int i = 0; i < 16; ++i)
    items[i] = in[tile + threadIdx.x * 16 + i];
  Exchange(storage).BlockedToStriped(items, items);
  for (int i = 0; i < 16; ++i)
    out[tile + threadIdx.x + 128 * i] = items[i];
}
