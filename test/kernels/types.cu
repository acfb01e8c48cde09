// One array under several types, and elements of every kind.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2

#include "portable.h"

// Written as vectors, read as scalars.
KERNEL_BOUNDS(128)
wide_store(float *RESTRICT out, const float4 *RESTRICT in) {
  __shared__ __attribute__((aligned(16))) float s[512];
  int t = threadIdx.x;
  int base = t & ~31, lane = t & 31;
  reinterpret_cast<float4 *>(s)[t] = in[blockIdx.x * 128 + t];
  syncWarp();
  for (int i = 0; i < 4; ++i)
    out[blockIdx.x * 512 + base * 4 + i * 32 + lane] =
        s[base * 4 + i * 32 + lane];
}

// Written as words, read as bytes.
KERNEL_BOUNDS(128)
bytes_of_words(unsigned char *RESTRICT out, const unsigned *RESTRICT in) {
  __shared__ unsigned s[128];
  int t = threadIdx.x;
  int base = t & ~31, lane = t & 31;
  s[t] = in[blockIdx.x * 128 + t];
  syncWarp();
  const unsigned char *bytes = reinterpret_cast<const unsigned char *>(s);
  for (int i = 0; i < 4; ++i)
    out[blockIdx.x * 512 + base * 4 + i * 32 + lane] =
        bytes[base * 4 + i * 32 + lane];
}

// Two views of one union, used one after the other.
KERNEL_BOUNDS(128)
union_storage(double *RESTRICT out, const double *RESTRICT in) {
  __shared__ union {
    double asDouble[128];
    float asFloat[128];
  } s;
  int t = threadIdx.x;
  double v = in[blockIdx.x * 128 + t];
  s.asDouble[t] = v;
  __syncthreads();
  v += s.asDouble[t ^ 1];
  __syncthreads();
  s.asFloat[t] = static_cast<float>(v);
  __syncthreads();
  out[blockIdx.x * 128 + t] = s.asFloat[t ^ 4];
}

// Pointers are exchanged, too.
KERNEL_BOUNDS(128)
pointers(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ const int *s[128];
  int t = threadIdx.x;
  s[t] = in + blockIdx.x * 128 + t;
  syncWarp();
  out[blockIdx.x * 128 + t] = *s[t ^ 6];
}

// 16-bit elements in 32-bit slots, as in generic libraries.
KERNEL_BOUNDS(128)
short_in_slots(short *RESTRICT out, const short *RESTRICT in) {
  __shared__ short s[2 * 128];
  int t = threadIdx.x;
  s[2 * t] = in[blockIdx.x * 128 + t];
  syncWarp();
  out[blockIdx.x * 128 + t] = s[2 * (t ^ 9)];
}

// Every lane of a warp reads the same element: a broadcast.
KERNEL_BOUNDS(128)
broadcast(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  syncWarp();
  out[blockIdx.x * 128 + t] = s[t & ~31] + s[(t & ~31) + 7];
}

// A bijection of the lanes that is not affine over F2.
KERNEL_BOUNDS(128)
rotate3(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  syncWarp();
  out[blockIdx.x * 128 + t] = s[(t & ~31) | ((t * 5 + 3) & 31)];
}
