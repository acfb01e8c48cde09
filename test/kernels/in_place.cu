// Arrays that are rearranged in place under conditions on data: sorting
// networks, and reductions that keep an index.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH sort_keys: --block 512
// LAUNCH sort_pairs: --block 128 --grid 2
// LAUNCH merge_odd_even: --block 128 --grid 2
// LAUNCH largest_at*: --block 256 --grid 2
// LAUNCH smallest*: --block 128 --grid 2
// IN-PLACE sort_keys: --block 512

#include "portable.h"

// A bitonic sort of two keys a thread. Partners of up to a warp's keys apart
// need no block barrier.
KERNEL_BOUNDS(512)
sort_keys(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 512] = in[t + 512];
  for (int k = 2; k <= 1024; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int p = 2 * t - (t & (j - 1));
      bool up = (t & (k >> 1)) == 0;
      int a = s[p], b = s[p + j];
      if ((a > b) == up) {
        s[p] = b;
        s[p + j] = a;
      }
    }
  __syncthreads();
  out[t] = s[t];
  out[t + 512] = s[t + 512];
}

// Keys with values, which are not looked at unless they move.
KERNEL_BOUNDS(128)
sort_pairs(int *RESTRICT out, const float *RESTRICT in) {
  __shared__ float key[256];
  __shared__ int value[256];
  int t = threadIdx.x, at = blockIdx.x * 256;
  for (int i = t; i < 256; i += 128) {
    key[i] = in[at + i];
    value[i] = i;
  }
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int p = 2 * t - (t & (j - 1));
      float a = key[p], b = key[p + j];
      if ((a > b) == ((t & (k >> 1)) == 0)) {
        key[p] = b;
        key[p + j] = a;
        int v = value[p];
        value[p] = value[p + j];
        value[p + j] = v;
      }
    }
  __syncthreads();
  out[at + t] = value[t];
  out[at + t + 128] = value[t + 128];
}

// One merge of Batcher's odd-even sort: some threads have no partner.
KERNEL_BOUNDS(128)
merge_odd_even(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[256];
  int t = threadIdx.x, at = blockIdx.x * 256;
  s[2 * t] = in[at + 2 * t];
  s[2 * t + 1] = in[at + 2 * t + 1];
#pragma unroll
  for (int j = 16; j > 0; j >>= 1) {
    __syncthreads();
    int p = 2 * t - (t & (j - 1));
    bool first = (t & 15 & ~(j - 1)) == 0;
    int low = j == 16 || first ? p : p - j;
    if (j == 16 || !first) {
      int a = s[low], b = s[low + j];
      if (a > b) {
        s[low] = b;
        s[low + j] = a;
      }
    }
  }
  __syncthreads();
  out[at + 2 * t] = s[2 * t];
  out[at + 2 * t + 1] = s[2 * t + 1];
}

// The largest element and where it is.
KERNEL_BOUNDS(256)
largest_at(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ float v[256];
  __shared__ int at[256];
  int t = threadIdx.x;
  v[t] = in[blockIdx.x * 256 + t];
  at[t] = t;
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d && v[t] < v[t + d]) {
      v[t] = v[t + d];
      at[t] = at[t + d];
    }
    __syncthreads();
  }
  if (t == 0) {
    out[2 * blockIdx.x] = v[0];
    out[2 * blockIdx.x + 1] = at[0];
  }
}

// The same with both in a structure.
struct Found {
  float v;
  int at;
};
KERNEL_BOUNDS(256)
largest_at_pairs(float *RESTRICT out, const float *RESTRICT in) {
  __shared__ Found s[256];
  int t = threadIdx.x;
  s[t].v = in[blockIdx.x * 256 + t];
  s[t].at = t;
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d)
      if (s[t + d].v > s[t].v)
        s[t] = s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    out[2 * blockIdx.x] = s[0].v;
    out[2 * blockIdx.x + 1] = s[0].at;
  }
}

// Without an index, and written as a condition.
KERNEL_BOUNDS(128)
smallest(unsigned *RESTRICT out, const unsigned *RESTRICT in) {
  __shared__ unsigned s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
#pragma unroll
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d && s[t + d] < s[t])
      s[t] = s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
