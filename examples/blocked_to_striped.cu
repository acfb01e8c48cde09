// Each thread loads four neighbouring integers, as wide as it can, and hands
// them round its warp so that the stores are coalesced: thread t of a warp gets
// elements t, t + 32, t + 64 and t + 96 of the warp's 128.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" __global__ void __launch_bounds__(256)
    blocked_to_striped(int *__restrict__ out, const int4 *__restrict__ in) {
  __shared__ int exchange[8][128];
  int warp = threadIdx.x / 32;
  int lane = threadIdx.x % 32;

  int4 v = in[blockIdx.x * 256 + threadIdx.x];
  exchange[warp][4 * lane + 0] = v.x;
  exchange[warp][4 * lane + 1] = v.y;
  exchange[warp][4 * lane + 2] = v.z;
  exchange[warp][4 * lane + 3] = v.w;
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 8 + warp) * 128 + 32 * i + lane] =
        exchange[warp][32 * i + lane];
}
