// The frame of the rocPRIM kernels: thread t of a block of 256 loads elements
// I t … I t + I - 1 of its block's tile and stores as many. Kernels are named
// after the algorithm, the element type and the item count: exchange_b2s_int_4.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef F2LAYOUT_TEST_KERNELS_ROCPRIM_FRAME_H
#define F2LAYOUT_TEST_KERNELS_ROCPRIM_FRAME_H

#include "hip_half.h"
#include <rocprim/rocprim.hpp>

#ifndef ELEMENT
#error "compile with -D ELEMENT=<element type>"
#endif
using T = ELEMENT;
constexpr unsigned Threads = 256;

template <unsigned Items>
__device__ __forceinline__ void loadItems(T (&items)[Items], const T *in) {
  for (unsigned i = 0; i < Items; ++i)
    items[i] = in[(blockIdx.x * Threads + threadIdx.x) * Items + i];
}

template <unsigned Items>
__device__ __forceinline__ void storeItems(T *out, const T (&items)[Items]) {
  for (unsigned i = 0; i < Items; ++i)
    out[(blockIdx.x * Threads + threadIdx.x) * Items + i] = items[i];
}

#define JOIN_(A, B, C, D) A##B##C##D
#define JOIN(A, B, C, D) JOIN_(A, B, C, D)
#define ALGORITHM(PREFIX, I)                                                   \
  KERNEL_BOUNDS(256)                                                           \
  JOIN(PREFIX, ELEMENT, _, I)(T * RESTRICT out, const T *RESTRICT in)

#endif // F2LAYOUT_TEST_KERNELS_ROCPRIM_FRAME_H
