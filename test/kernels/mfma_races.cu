// Tiles for AMD's matrix cores, each with one mistake in its synchronisation:
// f2sim finds the race. Another place for each element changes nothing about
// that. Only HIP has these instructions.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2 --arg 2=3

#include "portable.h"

#ifdef __HIP__
typedef _Float16 Half4 __attribute__((ext_vector_type(4)));
typedef float Float4 __attribute__((ext_vector_type(4)));

__device__ __forceinline__ void store(_Float16 (*tile)[64],
                                      const _Float16 *RESTRICT in) {
  for (int i = threadIdx.x; i < 1024; i += 256)
    *reinterpret_cast<Half4 *>(&tile[i / 16][i % 16 * 4]) =
        reinterpret_cast<const Half4 *>(in)[i];
}

__device__ __forceinline__ Float4 square(const _Float16 (*tile)[64]) {
  const int lane = threadIdx.x % 64, wave = threadIdx.x / 64;
  Float4 sum = {};
#pragma unroll
  for (int k = 0; k < 64; k += 16) {
    const Half4 a = *reinterpret_cast<const Half4 *>(
        &tile[wave * 16 + lane % 16][k + lane / 16 * 4]);
    sum = __builtin_amdgcn_mfma_f32_16x16x16f16(a, a, sum, 0, 0, 0);
  }
  return sum;
}

KERNEL_BOUNDS(256)
no_barrier_before(Float4 *RESTRICT out, const _Float16 *RESTRICT in, int n) {
  __shared__ __align__(16) _Float16 tile[64][64];
  store(tile, in + 4096 * blockIdx.x);
  out[256 * blockIdx.x + threadIdx.x] = square(tile);
}

// The next tile is stored before all waves have read this one.
KERNEL_BOUNDS(256)
no_barrier_behind(Float4 *RESTRICT out, const _Float16 *RESTRICT in, int n) {
  __shared__ __align__(16) _Float16 tile[64][64];
  Float4 sum = {};
  for (int i = 0; i < n; ++i) {
    store(tile, in + 4096 * (blockIdx.x + i));
    __syncthreads();
    sum += square(tile);
  }
  out[256 * blockIdx.x + threadIdx.x] = sum;
}

// A barrier of the hardware alone orders no memory.
KERNEL_BOUNDS(256)
bare_barrier(Float4 *RESTRICT out, const _Float16 *RESTRICT in, int n) {
  __shared__ __align__(16) _Float16 tile[64][64];
  store(tile, in + 4096 * blockIdx.x);
  __builtin_amdgcn_s_barrier();
  out[256 * blockIdx.x + threadIdx.x] = square(tile);
}

// The same for an exchange that would become a move between lanes.
KERNEL_BOUNDS(256)
words(int *RESTRICT out, const int *RESTRICT in, int n) {
  __shared__ int s[256];
  const int t = threadIdx.x, i = 256 * blockIdx.x + t;
  s[t] = in[i] * n;
  __builtin_amdgcn_s_barrier();
  out[i] = s[t ^ 1];
}
#endif
