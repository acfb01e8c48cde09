// Threads swap values in pairs, and count the zeros in a further element of the
// same array.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef BETTER
#define ARRAY s[256], zeros
#else
#define ARRAY s[257]
#define zeros s[256]
#endif

extern "C" __global__ void __launch_bounds__(256)
    count(int *__restrict__ out, int *__restrict__ counts,
          const int *__restrict__ in) {
  __shared__ int ARRAY;
  int t = threadIdx.x, v = in[blockIdx.x * 256 + t];
  if (t == 0)
    zeros = 0;
  s[t] = v;
  __syncthreads();
  if (v == 0)
    atomicAdd(&zeros, 1);
  out[blockIdx.x * 256 + t] = s[t ^ 1];
  __syncthreads();
  if (t == 0)
    counts[blockIdx.x] = zeros;
}
