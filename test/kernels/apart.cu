// Threads read and write structures member by member through pointers that are
// not promised to be apart, as most programs do. A load then stays behind the
// stores before it, unless a test shows that they do not meet.
//
// Buffers are apart, then the same; then parts of one buffer, at a distance at
// which a thread's own accesses are apart, overlap in part, or are the same.
// LAUNCH *: --block 64 --grid 2 --arg 2=128,100 --arg 3=64,8
// LAUNCH *: --block 64 --grid 2 --arg 2=128,100 --arg 3=64 --buffer-align 8
// LAUNCH *: --block 64 --grid 2 --arg 2=128,100 --arg 3=64 --buffer-align 4
// LAUNCH [!j]*: --block 64 --grid 2 --arg 2=128,100 --arg 3=64,8 --alias 0,1
// LAUNCH shift: --block 64 --grid 2 --arg 2=100 --arg 3=0,1,2,3,4,5,7,8
// LAUNCH window: --block 64 --grid 2 --arg 2=100 --arg 3=0,1,2,3,4,5,7,8
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "portable.h"

struct Quad {
  float x, y, z, w;
};

struct Octet {
  float value[8];
};

/// Arrays of one member each, in one buffer, become an array of structures.
KERNEL join(Octet *out, const float *in, int n, int unused) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 8; ++k)
      out[i].value[k] = in[k * n + i];
}

/// The same in several buffers; there is no guard.
KERNEL join_four(Quad *out, const float *x, const float *y, const float *z,
                 const float *w) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i].x = x[i];
  out[i].y = y[i] + 1;
  out[i].z = z[i] * 2;
  out[i].w = w[i];
}

/// Members of several types, in another order.
struct Mixed {
  float weight;
  int count;
  unsigned flags;
  float bias;
};

KERNEL join_mixed(Mixed *out, const float *in, int n, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i].bias = in[i];
  out[i].flags = __float_as_int(in[n + i]) ^ limit;
  out[i].weight = in[2 * n + i];
  out[i].count = __float_as_int(in[3 * n + i]) & limit;
}

/// Each block goes over the array in steps of the grid.
KERNEL join_loop(Quad *out, const float *in, int n, int unused) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 3 * n;
       i += gridDim.x * blockDim.x) {
    out[i].x = in[i];
    out[i].y = in[3 * n + i];
    out[i].z = in[6 * n + i];
    out[i].w = in[9 * n + i];
  }
}

/// Members change places; in place, each sees what the one before has written.
KERNEL rotate(Octet *out, const Octet *in, int n, int unused) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 8; ++k)
      out[i].value[k] = in[i].value[(k + 3) % 8];
}

/// Small matrices are transposed.
struct Matrix {
  float m[4][4];
};

KERNEL transpose(Matrix *out, const Matrix *in, int n, int unused) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 4; ++c)
        out[i].m[c][r] = in[i].m[r][c];
}

/// Every thread has 32 floats, and reads from a place among them.
KERNEL shift(float *out, const float *unused, int n, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *own = out + 32 * i;
  const float *from = own + (distance & 15);
  for (int k = 0; k < 8; ++k)
    own[k] = from[7 - k] + 1;
}

/// The same with a loop around it: the distance differs from turn to turn.
KERNEL window(float *out, const float *unused, int n, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int turn = 0; turn < 8; ++turn) {
    float *own = out + 32 * i + 4 * (turn & 1);
    const float *from = out + 32 * i + ((distance + 3 * turn) & 15);
    for (int k = 0; k < 4; ++k)
      own[k] = from[3 - k] * 2 + turn;
  }
}

/// Where a member comes from is read between them: it is not known before.
KERNEL gather(Quad *out, const float *in, int n, int unused) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i].x = in[__float_as_int(in[i]) & 31];
  out[i].y = in[__float_as_int(in[i + 1]) & 63];
  out[i].z = in[__float_as_int(in[i + 2]) & 15];
  out[i].w = in[__float_as_int(in[i + 3]) & 7];
}
