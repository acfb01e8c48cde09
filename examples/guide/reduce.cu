// A sum over the block, by a loop whose length is the size of the block.
// Better with the option -f2layout-block=256.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" __global__ void reduce(float *__restrict__ out,
                                  const float *__restrict__ in) {
  __shared__ float part[1024];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
