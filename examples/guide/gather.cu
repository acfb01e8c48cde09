// Each thread looks up four neighbouring indices.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef BETTER
#define RESTRICT __restrict__
#else
#define RESTRICT
#endif

extern "C" __global__ void __launch_bounds__(256)
    gather(float *RESTRICT out, const int *RESTRICT index,
           const float *RESTRICT table) {
  int i = blockIdx.x * 256 + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    out[4 * i + k] = table[index[4 * i + k]];
}
