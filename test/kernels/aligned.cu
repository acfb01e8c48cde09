// Threads read and write neighbouring words of global memory, member by member
// or in unrolled loops. Nothing says that a pointer is aligned to more than a
// word is, but each that cudaMalloc returns is.
//
// Buffers are aligned to 256 bytes, then to no more than their elements, and
// pitches are multiples of four, then odd.
// LAUNCH *: --block 64 --grid 2 --arg 2=16,13 --arg 3=16,13
// LAUNCH *: --block 64 --grid 2 --arg 2=16,13 --arg 3=16,13 --buffer-align 8
// LAUNCH [!h]*: --block 64 --grid 2 --arg 2=16,13 --arg 3=16,13 --buffer-align 4
// LAUNCH staged: --block 32,4 --grid 1 --arg 2=16
// LAUNCH staged: --block 32,4 --grid 1 --arg 2=16 --buffer-align 4
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "portable.h"

struct Body {
  float x, y, z, mass;
};

/// What many programs write: an array of structures, member by member.
KERNEL forces(const Body *RESTRICT bodies, Body *RESTRICT out, int n,
              float softening) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = bodies[i].x, y = bodies[i].y, z = bodies[i].z;
  Body sum = {0, 0, 0, 0};
  for (int j = 0; j < n; ++j) {
    const float dx = bodies[j].x - x, dy = bodies[j].y - y,
                dz = bodies[j].z - z;
    const float w = bodies[j].mass * (dx * dx + dy * dy + dz * dz + softening);
    sum.x += dx * w;
    sum.y += dy * w;
    sum.z += dz * w;
    sum.mass += w;
  }
  out[i].x = sum.x;
  out[i].y = sum.y;
  out[i].z = sum.z;
  out[i].mass = sum.mass;
}

/// The same structure once for each thread.
KERNEL move(const Body *RESTRICT in, Body *RESTRICT out, int n, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 100 + limit)
    return;
  out[i].x = in[i].x + 1;
  out[i].y = in[i].y + 2;
  out[i].z = in[i].z + 3;
  out[i].mass = in[i].mass;
}

/// A row of a matrix whose pitch is an argument, unrolled.
KERNEL rows(const float *RESTRICT a, float *RESTRICT out, int pitch, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k + 4 <= n; k += 4)
    for (int j = 0; j < 4; ++j)
      sum = sum * 3 + a[row * pitch + k + j];
  out[row] = sum;
}

struct Matrices {
  const float *a;
  float *out;
  int pitch;
};

/// The same with a structure of arguments.
KERNEL members(Matrices m, int unused, int n, int limit) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; k += 4)
    for (int j = 0; j < 4; ++j)
      sum = sum * 3 + m.a[row * (m.pitch & 63) * 4 + k + j];
  m.out[row] = sum;
}

/// The barriers of a loop of tiles are in the region that exists twice.
KERNEL staged(const float *RESTRICT in, float *RESTRICT out, int tiles, int n) {
  __shared__ float s[4 * 128];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    for (int j = 0; j < 4; ++j)
      s[j * 128 + t] = in[(i * threads + t) * 4 + j];
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      sum = sum * 2 + s[j * 128 + (t + j) % threads];
    __syncthreads();
  }
  out[blockIdx.x * threads + t] = sum;
}

/// Bytes of pixels.
KERNEL pixels(const unsigned char *RESTRICT in, unsigned char *RESTRICT out,
              int n, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 16; ++j)
    out[16 * i + j] = 255 - in[16 * i + j];
}

/// In place: the loads and stores of each thread are all to one array.
KERNEL halve(double *x, int unused, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < n; ++j) {
    double *row = x + (j * 128 + i) * 4;
    const double a = row[0], b = row[1], c = row[2], d = row[3];
    row[0] = a + b;
    row[1] = a - b;
    row[2] = c + d;
    row[3] = c - d;
  }
}

/// Two accesses that run once do not pay for a test.
KERNEL once(const float *RESTRICT in, float *RESTRICT out, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i] + in[2 * i + 1];
}

/// Three floats are not a multiple of eight bytes, wherever they begin.
KERNEL triples(const float *RESTRICT in, float *RESTRICT out, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += in[3 * (i + j)] + 2 * in[3 * (i + j) + 1] * in[3 * (i + j) + 2];
  out[i] = sum;
}
