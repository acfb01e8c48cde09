// Tiles filled by the asynchronous copies of CUDA's libraries. They ask whether
// an address is one of shared memory before they copy.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH by_*: --block 256 --arg 2=3

#include "portable.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>

__device__ __forceinline__ float columns(const float (*tile)[32]) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum = sum * 3 + tile[t % 32][t / 32 * 4 + k];
  return sum;
}

KERNEL_BOUNDS(256)
by_pipeline(float *RESTRICT out, const float *RESTRICT in, int n) {
  __shared__ __align__(16) float tile[32][32];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[t / 8][t % 8 * 4], in + t * 4,
                     cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[t] = columns(tile);
  pipe.consumer_release();
}

KERNEL_BOUNDS(256)
by_group(float *RESTRICT out, const float *RESTRICT in, int n) {
  namespace cg = cooperative_groups;
  __shared__ __align__(16) float tile[32][32];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, &tile[0][0], in, cuda::aligned_size_t<16>(4096));
  cg::wait(block);
  out[threadIdx.x] = columns(tile);
}

// Who waits at an mbarrier, and for what, f2sim does not know.
KERNEL_BOUNDS(256)
barrier(float *RESTRICT out, const float *RESTRICT in, int n) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ __align__(16) float tile[32][32];
  __shared__ __align__(8) char place[sizeof(Barrier)];
  Barrier &all = *reinterpret_cast<Barrier *>(place);
  const int t = threadIdx.x;
  if (t == 0)
    init(&all, 256);
  __syncthreads();
  cuda::memcpy_async(&tile[t / 8][t % 8 * 4], in + t * 4,
                     cuda::aligned_size_t<16>(16), all);
  all.arrive_and_wait();
  out[t] = columns(tile);
}
