// A kernel that --reduce must find, and one that it must remove.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" __global__ void __launch_bounds__(128)
    swapped(int *__restrict__ out, const int *__restrict__ in) {
  __shared__ int tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

extern "C" __global__ void plain(int *out) { out[threadIdx.x] = 1; }
