// The pull of n bodies, a block of them at a time.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef BETTER
struct __align__(16) Body {
#else
struct Body {
#endif
  float x, y, z, mass;
};

extern "C" __global__ void bodies(float *__restrict__ pull,
                                  const Body *__restrict__ body, int n) {
  extern __shared__ Body tile[];
  Body me = body[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    tile[threadIdx.x] = body[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k) {
      float x = tile[k].x - me.x, y = tile[k].y - me.y, z = tile[k].z - me.z;
      sum += tile[k].mass * rsqrtf(x * x + y * y + z * z + 1e-9f);
    }
    __syncthreads();
  }
  pull[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
