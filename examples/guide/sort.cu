// A bitonic sort of 256 keys, one per thread.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "f2layout.h"

#ifdef BETTER
#define BLOCK F2_BLOCK(256, 1, 1)
#else
#define BLOCK
#endif

extern "C" __global__ void BLOCK sort(int *keys) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = keys[blockIdx.x * 256 + t];
  for (int size = 2; size <= 256; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      int mine = s[t], other = s[t ^ step];
      __syncthreads();
      bool smaller = ((t & size) == 0) == ((t & step) == 0);
      s[t] = smaller ? min(mine, other) : max(mine, other);
    }
  keys[blockIdx.x * 256 + t] = s[t];
}
