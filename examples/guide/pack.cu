// Three arrays become an array of structures.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifdef BETTER
#define RESTRICT __restrict__
#else
#define RESTRICT
#endif

struct Point {
  float x, y, z;
};

extern "C" __global__ void __launch_bounds__(256)
    pack(Point *RESTRICT out, const float *RESTRICT x, const float *RESTRICT y,
         const float *RESTRICT z, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    out[i].x = x[i];
    out[i].y = y[i];
    out[i].z = z[i];
  }
}
