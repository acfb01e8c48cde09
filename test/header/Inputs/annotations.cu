// What F2_BLOCK and F2_LAYOUT state, for the plugin to read.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef __HIP__
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#endif
#include "f2layout.h"

#ifndef LAYOUT
#define LAYOUT "offset=[[1],[2],[4],[8],[16],[32],[64]] -> [128]"
#endif

/// Rows of 64: thread (x, y) gives its value to thread (x ^ 5, 1 - y).
extern "C" __global__ void F2_BLOCK(64, 2, 1)
    swap_rows(float *__restrict__ Out, float const *__restrict__ In) {
  __shared__ F2_LAYOUT(LAYOUT) float Tile[128];
  using f2::detail::threadIndex;
  const int Thread = threadIndex<0>() + 64 * threadIndex<1>();
  Tile[Thread] = In[Thread];
  f2::detail::blockBarrier();
  Out[Thread] = Tile[Thread ^ 69];
}

/// Other annotations are kept.
__attribute__((annotate("mine", 1))) __attribute__((device)) int Mine;
