// One kernel that the plugin changes, and one that it does not change.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" __global__ void __launch_bounds__(256)
    striped(int *__restrict__ out, const int4 *__restrict__ in) {
#ifdef MORE_SHARED // so that fewer blocks find room: failures.test
  __shared__ int exchange[80][128];
#else
  __shared__ int exchange[8][128];
#endif
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

template <typename T> __global__ void plain(T *out) {
  out[threadIdx.x] = T(threadIdx.x);
}
template __global__ void plain<float>(float *);
