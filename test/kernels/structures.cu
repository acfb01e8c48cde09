// Structures and rows of items that each thread stores in global memory: side
// by side for the warp, but far apart in one store.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH pack_*: --block 128 --grid 2 --arg 2=256
// LAUNCH pack_*: --block 128 --grid 2 --arg 2=200
// LAUNCH pack_*: --block 96 --grid 2 --arg 2=133
// LAUNCH rows_*: --block 128 --grid 2 --arg 2=256
// LAUNCH rows_*: --block 64,2 --grid 2 --arg 2=77
// LAUNCH apart_*: --block 128 --grid 2 --arg 2=250

#include "portable.h"

template <int N> struct Floats {
  float at[N];
};

// Structures of arrays to arrays of structures.
template <int N>
__device__ __forceinline__ void pack(Floats<N> *RESTRICT out,
                                     const float *RESTRICT in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Floats<N> s;
  for (int k = 0; k < N; ++k)
    s.at[k] = in[k * n + i];
  out[i] = s;
}

KERNEL pack_3(Floats<3> *RESTRICT out, const float *RESTRICT in, int n) {
  pack<3>(out, in, n);
}

KERNEL pack_8(Floats<8> *RESTRICT out, const float *RESTRICT in, int n) {
  pack<8>(out, in, n);
}

KERNEL pack_12(Floats<12> *RESTRICT out, const float *RESTRICT in, int n) {
  pack<12>(out, in, n);
}

// Written member by member.
struct Particle {
  float x, y, z, vx, vy, vz;
};
KERNEL pack_members(Particle *RESTRICT out, const float *RESTRICT in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].x = in[i];
    out[i].y = in[n + i];
    out[i].z = in[2 * n + i];
    out[i].vx = in[3 * n + i];
    out[i].vy = in[4 * n + i];
    out[i].vz = in[5 * n + i];
  }
}

// One store of 16 bytes already.
KERNEL pack_4(float4 *RESTRICT out, const float *RESTRICT in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = make_float4(in[i], in[n + i], in[2 * n + i], in[3 * n + i]);
}

// N items of each thread, from a strided array.
template <int N>
__device__ __forceinline__ void rows(int *RESTRICT out, const int *RESTRICT in,
                                     int n) {
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int i = blockIdx.x * (blockDim.x * blockDim.y) + t;
#pragma unroll
  for (int k = 0; k < N; ++k)
    out[i * N + k] = in[k * 256 + i] * n;
}

KERNEL rows_5(int *RESTRICT out, const int *RESTRICT in, int n) {
  rows<5>(out, in, n);
}

KERNEL rows_12(int *RESTRICT out, const int *RESTRICT in, int n) {
  rows<12>(out, in, n);
}

// Lanes that took different ways never store together: the test at run time
// sees it.
KERNEL rows_diverged(Floats<3> *RESTRICT out, const float *RESTRICT in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Floats<3> s = {};
  for (int k = 0; k <= i % 5; ++k) {
    for (int j = 0; j < 3; ++j)
      s.at[j] += in[j * 256 + i] * (k + n);
    if (k == i % 5)
      out[i] = s;
  }
}

// Other pointers may be to the same memory.
KERNEL apart_alias(Floats<3> *out, float *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = in[i], y = in[n + i], z = in[2 * n + i];
    out[i].at[0] = x;
    in[i] = z;
    out[i].at[1] = y;
    in[n + i] = x;
    out[i].at[2] = z;
  }
}

// Every store happens, and in this order.
KERNEL apart_volatile(volatile Floats<3> *RESTRICT out,
                      const float *RESTRICT in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].at[0] = in[i];
    out[i].at[1] = in[n + i];
    out[i].at[2] = in[2 * n + i];
  }
}

// A flag between the members.
KERNEL apart_fence(Floats<3> *RESTRICT out, const float *RESTRICT in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = in[i], y = in[n + i], z = in[2 * n + i];
    out[i].at[0] = x;
    out[i].at[1] = y;
    __threadfence();
    out[i].at[2] = z;
  }
}

// Gaps that belong to nobody.
KERNEL apart_gaps(Floats<4> *RESTRICT out, const float *RESTRICT in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].at[0] = in[i];
    out[i].at[1] = in[n + i];
    out[i].at[3] = in[2 * n + i];
  }
}
