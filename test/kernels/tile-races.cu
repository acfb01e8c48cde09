// Tiles of halves for tensor cores, and an array of words, each with one
// mistake in its synchronisation: f2sim finds the race. Another place for each
// element changes nothing about that; but no barrier, no wait and no exchange
// may change.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2 --arg 2=3

#include "portable.h"
#include <cuda_pipeline.h>

__device__ __forceinline__ void copy(uint4 (*tile)[8], const uint4 *in) {
  for (int i = threadIdx.x; i < 512; i += 128)
    __pipeline_memcpy_async(&tile[i / 8][i % 8], &in[i], 16);
  __pipeline_commit();
}

__device__ __forceinline__ void store(uint4 (*tile)[8], const uint4 *in) {
  for (int i = threadIdx.x; i < 512; i += 128)
    tile[i / 8][i % 8] = in[i];
}

// The matrices of a warp's 16 rows, as one number for each lane.
__device__ __forceinline__ unsigned matrices(const uint4 (*tile)[8], int n) {
  unsigned sum = 0;
  for (int k = 0; k < 8; ++k) {
    unsigned at = __cvta_generic_to_shared(
        &tile[16 * (threadIdx.x / 32) + threadIdx.x % 16][k]);
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "r"(at));
    sum = sum * n + a + 3 * b;
  }
  return sum;
}

// Nobody waits for the copies.
KERNEL_BOUNDS(128)
no_wait(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  copy(tile, in + 512 * blockIdx.x);
  __syncthreads();
  out[128 * blockIdx.x + threadIdx.x] = matrices(tile, n);
}

// Each thread waits for its own copies, and reads those of others.
KERNEL_BOUNDS(128)
no_barrier(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  copy(tile, in + 512 * blockIdx.x);
  __pipeline_wait_prior(0);
  out[128 * blockIdx.x + threadIdx.x] = matrices(tile, n);
}

// The wait is behind the barrier.
KERNEL_BOUNDS(128)
late_wait(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  copy(tile, in + 512 * blockIdx.x);
  __syncthreads();
  __pipeline_wait_prior(0);
  out[128 * blockIdx.x + threadIdx.x] = matrices(tile, n);
}

// Two stages. In the last turn the only group that is left need not be done.
KERNEL_BOUNDS(128)
too_few(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[2][64][8];
  unsigned sum = 0;
  copy(tile[0], in + 512 * blockIdx.x);
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n)
      copy(tile[(i + 1) % 2], in + 512 * (blockIdx.x + i + 1));
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += matrices(tile[i % 2], n);
    __syncthreads();
  }
  out[128 * blockIdx.x + threadIdx.x] = sum;
}

// Two stages. The copies begin before all warps have read what was there.
KERNEL_BOUNDS(128)
too_early(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[2][64][8];
  unsigned sum = 0;
  copy(tile[0], in + 512 * blockIdx.x);
  for (int i = 0; i < n; ++i) {
    copy(tile[(i + 1) % 2], in + 512 * (blockIdx.x + i + 1));
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += matrices(tile[i % 2], n);
  }
  out[128 * blockIdx.x + threadIdx.x] = sum;
}

// No barrier between the stores and ldmatrix.
KERNEL_BOUNDS(128)
no_barrier_before(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  store(tile, in + 512 * blockIdx.x);
  out[128 * blockIdx.x + threadIdx.x] = matrices(tile, n);
}

// The next tile is stored before all warps have read this one.
KERNEL_BOUNDS(128)
no_barrier_behind(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) {
    store(tile, in + 512 * (blockIdx.x + i));
    __syncthreads();
    sum += matrices(tile, n);
  }
  out[128 * blockIdx.x + threadIdx.x] = sum;
}

// The stores of another array would become shuffles, but for the copies into
// it, which nobody waits for.
KERNEL_BOUNDS(128)
words(unsigned *RESTRICT out, const unsigned *RESTRICT in, int n) {
  __shared__ unsigned s[128];
  const int t = threadIdx.x, i = 128 * blockIdx.x + t;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  s[t] = in[i] * n;
  __syncthreads();
  out[i] = s[t ^ 1];
}
