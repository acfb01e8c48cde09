// Tiles filled by CUDA's own asynchronous copies, whose header states sizes as
// constants of the assembly.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2 --arg 2=5 --dynamic-shared 8192

#include "portable.h"
#include <cuda_pipeline.h>

// Rows of 64 halves, read as matrices.
KERNEL_BOUNDS(128)
matrices(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    __pipeline_memcpy_async(&tile[i / 8][i % 8], &in[512 * blockIdx.x + i], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 8; ++k) {
    unsigned at = __cvta_generic_to_shared(&tile[16 * (t / 32) + t % 16][k]);
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "r"(at));
    sum = sum * n + a + 3 * b;
  }
  out[128 * blockIdx.x + t] = sum;
}

// The last chunk of each row is filled with zeros.
KERNEL_BOUNDS(128)
zeros(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    if (i % 8 == 7)
      __pipeline_memcpy_async(&tile[i / 8][i % 8], &in[512 * blockIdx.x + i],
                              16, 8);
    else
      __pipeline_memcpy_async(&tile[i / 8][i % 8], &in[512 * blockIdx.x + i],
                              16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 8; ++k) {
    const uint4 v = tile[(t + 8 * k) % 64][k];
    sum = sum * n + v.x + 3 * v.y + 5 * v.z + 7 * v.w;
  }
  out[128 * blockIdx.x + t] = sum;
}

// A size that the run time decides, as CUTLASS writes it.
KERNEL_BOUNDS(128)
part(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128) {
    unsigned to = __cvta_generic_to_shared(&tile[i / 8][i % 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2, %3;\n" ::"r"(to),
                 "l"(&in[512 * blockIdx.x + i]), "n"(16),
                 "r"(i < 500 ? 16 : 0));
  }
  asm volatile("cp.async.wait_all;\n" ::: "memory");
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 8; ++k) {
    const uint4 v = tile[(t + 8 * k) % 64][k];
    sum = sum * n + v.x + 3 * v.y + 5 * v.z + 7 * v.w;
  }
  out[128 * blockIdx.x + t] = sum;
}

// CUTLASS copies under a predicate, with a hint for the second cache; so do its
// descendants, and elsewhere a policy says what that cache may evict first.
KERNEL_BOUNDS(128)
predicate(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  __shared__ __align__(16) uint4 tile[64][8];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    tile[i / 8][i % 8] = make_uint4(i, n, 0, 0);
  __syncthreads();
  for (int i = t; i < 512; i += 128) {
    unsigned to = __cvta_generic_to_shared(&tile[i / 8][i % 8]);
    asm volatile("{\n"
                 "  .reg .pred p;\n"
                 "  setp.ne.b32 p, %0, 0;\n"
                 "  @p cp.async.cg.shared.global.L2::128B [%1], [%2], %3;\n"
                 "}\n" ::"r"((int)(i % 8 < n)),
                 "r"(to), "l"(&in[512 * blockIdx.x + i]), "n"(16));
  }
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 8; ++k) {
    const uint4 v = tile[(t + 8 * k) % 64][k];
    sum = sum * n + v.x + 3 * v.y + 5 * v.z + 7 * v.w;
  }
  out[128 * blockIdx.x + t] = sum;
}

KERNEL_BOUNDS(128)
policy(unsigned *RESTRICT out, const uint4 *RESTRICT in, int n) {
  extern __shared__ __align__(16) uint4 rows[];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128) {
    unsigned to = __cvta_generic_to_shared(&rows[i]);
    asm volatile("{\n"
                 "  .reg .b64 p;\n"
                 "  createpolicy.fractional.L2::evict_first.b64 p, 1.0;\n"
                 "  cp.async.cg.shared.global.L2::cache_hint"
                 " [%0], [%1], %2, p;\n"
                 "}\n" ::"r"(to),
                 "l"(&in[512 * blockIdx.x + i]), "n"(16));
  }
  asm volatile("cp.async.wait_all;\n" ::);
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 8; ++k) {
    const uint4 v = rows[(t + 8 * k) % 64 * 8 + k];
    sum = sum * n + v.x + 3 * v.y + 5 * v.z + 7 * v.w;
  }
  out[128 * blockIdx.x + t] = sum;
}
