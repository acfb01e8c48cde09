// Each thread subtracts the value of its neighbour; the last block has threads
// without work.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" __global__ void __launch_bounds__(256)
    differences(float *__restrict__ out, const float *__restrict__ in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
#ifdef BETTER
  s[t] = i < n ? in[i] : 0;
#else
  if (i >= n) {
    s[t] = 0;
    return;
  }
  s[t] = in[i];
#endif
  __syncthreads();
#ifdef BETTER
  if (i < n)
#endif
    out[i] = s[t ^ 1] - s[t];
}
