// Differences between CUDA and HIP, so that each kernel is written once.
//
//   -x cuda             NVPTX        -x hip                 AMDGPU
//   -D MAY_ALIAS        pointers without __restrict__: a kernel may then be run
//                       in place, and its barriers order global memory too
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef F2LAYOUT_TEST_KERNELS_PORTABLE_H
#define F2LAYOUT_TEST_KERNELS_PORTABLE_H

#ifdef __HIP__
#if defined(__GFX9__)
#define WARP_SIZE 64
#else
#define WARP_SIZE 32
#endif
// HIP 5's headers read this macro, which clang no longer defines.
#ifndef __AMDGCN_WAVEFRONT_SIZE
#define __AMDGCN_WAVEFRONT_SIZE WARP_SIZE
#endif
#include <hip/hip_runtime.h>

// HIP has no __syncwarp before version 7; this is how libraries write it.
__device__ __forceinline__ void syncWarp() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
#else
#define WARP_SIZE 32
__device__ __forceinline__ void syncWarp() { __syncwarp(); }
#endif

#ifdef MAY_ALIAS
#define RESTRICT
#else
#define RESTRICT __restrict__
#endif

#define KERNEL extern "C" __global__ void
#define KERNEL_BOUNDS(THREADS)                                                 \
  extern "C" __global__ __launch_bounds__(THREADS) void

#endif // F2LAYOUT_TEST_KERNELS_PORTABLE_H
