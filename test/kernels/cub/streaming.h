// The frame of the CUB kernels: thread t of a block of 128 loads elements
// I t … I t + I - 1 of its block's tile and stores as many. Kernels are named
// after the exchange, the element type and the item count: warp_b2s_int_4.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef F2LAYOUT_TEST_KERNELS_CUB_STREAMING_H
#define F2LAYOUT_TEST_KERNELS_CUB_STREAMING_H

#ifndef ELEMENT
#error "compile with -D ELEMENT=<element type>"
#endif
using T = ELEMENT;

template <int Items>
__device__ __forceinline__ void loadItems(T (&items)[Items], const T *in) {
  for (int i = 0; i < Items; ++i)
    items[i] = in[(blockIdx.x * 128 + threadIdx.x) * Items + i];
}

template <int Items>
__device__ __forceinline__ void storeItems(T *out, const T (&items)[Items]) {
  for (int i = 0; i < Items; ++i)
    out[(blockIdx.x * 128 + threadIdx.x) * Items + i] = items[i];
}

#define JOIN_(A, B, C, D) A##B##C##D
#define JOIN(A, B, C, D) JOIN_(A, B, C, D)
#define STREAMING(PREFIX, I)                                                   \
  extern "C" __global__ __launch_bounds__(128) void JOIN(                      \
      PREFIX, ELEMENT, _, I)(T *__restrict__ out, const T *__restrict__ in)
#define STREAMING_GUARDED(PREFIX, I)                                           \
  extern "C" __global__ __launch_bounds__(128) void JOIN(                      \
      PREFIX, ELEMENT, _, I)(T *__restrict__ out, const T *__restrict__ in,    \
                             int count)

#define FOR_EACH_ITEM_COUNT(X) X(2) X(4) X(8) X(16) X(3) X(5) X(7) X(11)

#endif // F2LAYOUT_TEST_KERNELS_CUB_STREAMING_H
