//===- block.cuh - Sums and maxima of a block's threads -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As a tree in shared memory, or by shuffles within warps and once more across
// them. Every thread gets the result.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_PAPER_BLOCK_CUH
#define F2LAYOUT_BENCH_PAPER_BLOCK_CUH

#include "portable.cuh"

struct Add {
  static __device__ float of(float a, float b) { return a + b; }
};

struct Max {
  static __device__ float of(float a, float b) { return fmaxf(a, b); }
};

template <typename Operation, int Threads>
__device__ __forceinline__ float tree(float value) {
  __shared__ float s[Threads];
  const int t = threadIdx.x;
  s[t] = value;
  __syncthreads();
  for (int stride = Threads / 2; stride > 0; stride >>= 1) {
    if (t < stride)
      s[t] = Operation::of(s[t], s[t + stride]);
    __syncthreads();
  }
  const float result = s[0];
  __syncthreads();
  return result;
}

template <typename Operation, int Threads>
__device__ __forceinline__ float byWarps(float value) {
  constexpr int Warps = Threads / WarpSize;
  __shared__ float s[Warps];
  for (int lanes = WarpSize / 2; lanes > 0; lanes /= 2)
    value = Operation::of(value, shuffleXor(value, lanes));
  if (threadIdx.x % WarpSize == 0)
    s[threadIdx.x / WarpSize] = value;
  __syncthreads();
  value = s[0];
  for (int warp = 1; warp < Warps; ++warp)
    value = Operation::of(value, s[warp]);
  __syncthreads();
  return value;
}

#endif // F2LAYOUT_BENCH_PAPER_BLOCK_CUH
