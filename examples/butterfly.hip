// One step of a Walsh-Hadamard transform: each thread adds the value of the
// thread eight further on, or subtracts its own, by way of shared memory.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256)
    butterfly(float *__restrict__ out, const float *__restrict__ in) {
  __shared__ float s[256];
  int t = threadIdx.x;

  float v = in[blockIdx.x * 256 + t];
  s[t] = v;
  __syncthreads();
  float other = s[t ^ 8];
  out[blockIdx.x * 256 + t] = t & 8 ? other - v : v + other;
}
