// Arithmetic on halves between accesses to neighbours, in blocks of 256. In
// CUDA's headers every operation is inline assembly.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "portable.h"
#ifdef __HIP__
#include "hip_half.h"
#else
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

// Rows of eight in global memory.
KERNEL_BOUNDS(256)
scale(const __half *RESTRICT in, __half *RESTRICT out, float factor) {
  const __half *x = (const __half *)__builtin_assume_aligned(in, 16);
  __half *y = (__half *)__builtin_assume_aligned(out, 16);
  const int row = 8 * (blockIdx.x * 256 + threadIdx.x);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    y[row + i] = __float2half(factor * __half2float(x[row + i]));
}

// Pairs in shared memory: what they are depends on the place.
KERNEL_BOUNDS(256)
pairs(const __half2 *RESTRICT in, __half2 *RESTRICT out, unsigned place) {
  __shared__ __half2 s[1024];
  for (int i = 0; i < 1024; i += 256)
    s[i + threadIdx.x] = in[i + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    s[place % 1024] = in[0];
  __syncthreads();
  __half2 sum = in[0];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    sum = __hadd2(__hmul2(sum, sum), s[threadIdx.x * 4 + i]);
  out[threadIdx.x] = sum;
}

// In each thread in another order.
KERNEL_BOUNDS(256)
ordered(const __half *RESTRICT in, __half *RESTRICT out, unsigned place) {
  __shared__ __half s[1024];
  for (int i = 0; i < 1024; i += 256)
    s[i + threadIdx.x] = in[i + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    s[place % 1024] = in[0];
  __syncthreads();
  __half sum = in[0];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    sum =
        __hadd(__hmul(sum, sum), s[threadIdx.x * 4 + (i ^ (threadIdx.x & 3))]);
  out[threadIdx.x] = sum;
}

#ifndef __HIP__
// Bfloats to floats and back.
KERNEL_BOUNDS(256)
bfloats(const __nv_bfloat16 *RESTRICT in, __nv_bfloat16 *RESTRICT out,
        float factor) {
  auto *x = (const __nv_bfloat16 *)__builtin_assume_aligned(in, 16);
  auto *y = (__nv_bfloat16 *)__builtin_assume_aligned(out, 16);
  const int row = 8 * (blockIdx.x * 256 + threadIdx.x);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    y[row + i] = __float2bfloat16(factor * __bfloat162float(x[row + i]));
}
#endif
