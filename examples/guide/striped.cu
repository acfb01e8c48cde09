// Each thread loads 16 neighbouring numbers; a warp stores 32 neighbouring ones
// at a time.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef BETTER
#define BOUNDS __launch_bounds__(128)
#else
#define BOUNDS
#endif

extern "C" __global__ void BOUNDS striped(double *__restrict__ out,
                                          const double *__restrict__ in) {
  __shared__ double s[4][512];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int first = (blockIdx.x * 4 + warp) * 512;
  double v[16];
  for (int i = 0; i < 16; ++i)
    v[i] = in[first + 16 * lane + i];
  for (int i = 0; i < 16; ++i)
    s[warp][16 * lane + i] = v[i];
  __syncthreads();
  for (int i = 0; i < 16; ++i)
    out[first + 32 * i + lane] = s[warp][32 * i + lane];
}
