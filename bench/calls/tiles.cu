// The kernels that the compiler of examples/front_end expresses with layouts,
// written with loads and stores for clang and nvcc, to compare results.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int Side = 32, Threads = 128;

extern "C" __global__ void transpose(const float *in, float *out) {
  for (int i = threadIdx.x; i < Side * Side; i += Threads)
    out[i] = in[i % Side * Side + i / Side];
}

extern "C" __global__ void look_up(const float *in, float *out,
                                   const unsigned *rows) {
  for (int i = threadIdx.x; i < Side * Side; i += Threads)
    out[i] = in[rows[i / Side] % Side * Side + i % Side];
}
