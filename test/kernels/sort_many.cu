// A sorting network of which every round looks at all rounds before.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH sort_many: --block 512

#include "portable.h"

// 1024 keys with values, in a block that no one states. The block that is
// evaluated has 1024 threads, of which half would leave the arrays.
KERNEL
sort_many(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int key[1024];
  __shared__ int value[1024];
  int t = threadIdx.x;
  key[t] = in[t];
  key[t + 512] = in[t + 512];
  value[t] = t;
  value[t + 512] = t + 512;
#pragma unroll
  for (int k = 2; k <= 1024; k <<= 1)
#pragma unroll
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int p = 2 * t - (t & (j - 1));
      int a = key[p], b = key[p + j], v = value[p], w = value[p + j];
      if ((a > b) == ((t & (k >> 1)) == 0)) {
        key[p] = b;
        key[p + j] = a;
        value[p] = w;
        value[p + j] = v;
      }
    }
  __syncthreads();
  out[t] = value[t];
  out[t + 512] = value[t + 512];
}
