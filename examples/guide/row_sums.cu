// Each warp sums a row of 32, as code for GPUs before Volta does: without
// barriers, since the lanes of a warp ran together then.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef BETTER
#define VOLATILE
#define SYNC __syncwarp()
#else
#define VOLATILE volatile
#define SYNC
#endif
#ifndef RESTRICT
#define RESTRICT
#endif

extern "C" __global__ void __launch_bounds__(256)
    row_sums(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[8][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  s[warp][lane] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  VOLATILE float *row = s[warp];
  for (int d = 16; d > 0; d /= 2) {
    if (lane < d)
      row[lane] += row[lane + d];
    SYNC;
  }
  if (lane == 0)
    out[blockIdx.x * 8 + warp] = row[0];
}
