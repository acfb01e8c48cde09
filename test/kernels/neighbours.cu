// Threads read neighbours in shared memory, in blocks of 256. It is unknown
// where each element was written, so that all stay in shared memory.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "portable.h"

template <typename T, int Count>
__device__ __forceinline__ void fill(T *tile, const T *in, unsigned place) {
  for (int i = 0; i < Count; i += 256)
    tile[i + threadIdx.x] = in[i + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    tile[place % Count] = 7;
  __syncthreads();
}

/// The result depends on the order of the elements.
template <typename T, int Count, typename Place>
__device__ __forceinline__ unsigned combine(const T *tile, Place place) {
  unsigned sum = 0;
#pragma unroll
  for (int i = 0; i < Count; ++i)
    sum = sum * 31 + (unsigned)tile[place(i)];
  return sum;
}

KERNEL_BOUNDS(256)
four(const int *RESTRICT in, unsigned *RESTRICT out, unsigned place) {
  __shared__ int s[1024];
  fill<int, 1024>(s, in, place);
  int t = threadIdx.x;
  out[t] = combine<int, 4>(s, [=](int i) { return t * 4 + i; });
}

// Chunks of eight are swizzled, not elements.
KERNEL_BOUNDS(256)
chunks(const unsigned short *RESTRICT in, unsigned *RESTRICT out,
       unsigned place) {
  __shared__ unsigned short s[2048];
  fill<unsigned short, 2048>(s, in, place);
  int row = threadIdx.x / 8, column = threadIdx.x % 8;
  out[threadIdx.x] = combine<unsigned short, 8>(s, [=](int i) {
    return row * 64 + (column ^ (row & 7)) * 8 + i;
  });
}

// The swizzle includes the element, as in CuTe's Swizzle<3, 3, 3>.
KERNEL_BOUNDS(256)
elements(const unsigned short *RESTRICT in, unsigned *RESTRICT out,
         unsigned place) {
  __shared__ unsigned short s[2048];
  fill<unsigned short, 2048>(s, in, place);
  out[threadIdx.x] = combine<unsigned short, 8>(s, [=](int i) {
    int at = threadIdx.x * 8 + i;
    return at ^ ((at & 0x1c0) >> 3);
  });
}

// Every thread has its own order.
KERNEL_BOUNDS(256)
permuted(const int *RESTRICT in, unsigned *RESTRICT out, unsigned place) {
  __shared__ int s[1024];
  fill<int, 1024>(s, in, place);
  int t = threadIdx.x;
  out[t] = combine<int, 4>(s, [=](int i) { return t * 4 + (i ^ (t & 3)); });
}

// The alignment of in is unknown: __builtin_assume_aligned would state it.
KERNEL_BOUNDS(256)
unaligned(const int *RESTRICT in, unsigned *RESTRICT out) {
  int t = threadIdx.x;
  out[t] = combine<int, 4>(in, [=](int i) { return t * 4 + i; });
}
