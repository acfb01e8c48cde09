// Typical kernels that use no shared memory: the plugin should cost next to
// nothing here. They only include the toolkit's own headers; see
// no_shared_cub.cu for those of CUB.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

__global__ void saxpy(int n, float a, const float *__restrict__ x,
                      float *__restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = a * x[i] + y[i];
}

/// Seven points in three dimensions, marching along z.
__global__ void stencil(int nx, int ny, int nz, const double *__restrict__ in,
                        double *__restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
    return;
  long long plane = (long long)nx * ny, at = plane + (long long)y * nx + x;
  double below = in[at - plane], here = in[at];
  for (int z = 1; z < nz - 1; ++z, at += plane) {
    double above = in[at + plane];
    out[at] = 0.4 * here + 0.1 * (below + above + in[at - 1] + in[at + 1] +
                                  in[at - nx] + in[at + nx]);
    below = here;
    here = above;
  }
}

template <typename T> __device__ T warpSum(T v) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}

template <typename T>
__device__ void reduceInto(int n, const T *__restrict__ in, T *out) {
  T sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += in[i];
  sum = warpSum(sum);
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, sum);
}

__global__ void reduceInt(int n, const int *in, int *out) {
  reduceInto(n, in, out);
}
__global__ void reduceFloat(int n, const float *in, float *out) {
  reduceInto(n, in, out);
}
__global__ void reduceDouble(int n, const double *in, double *out) {
  reduceInto(n, in, out);
}

/// One row of a softmax per warp, Columns / 32 elements per lane.
template <int Columns>
__device__ void softmaxRow(int rows, const __half *__restrict__ in,
                           __half *__restrict__ out) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float v[Columns / 32], most = -INFINITY, sum = 0;
#pragma unroll
  for (int i = 0; i < Columns / 32; ++i) {
    v[i] = __half2float(in[(size_t)row * Columns + i * 32 + lane]);
    most = fmaxf(most, v[i]);
  }
#pragma unroll
  for (int d = 16; d > 0; d /= 2)
    most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, d));
#pragma unroll
  for (int i = 0; i < Columns / 32; ++i)
    sum += v[i] = expf(v[i] - most);
  sum = warpSum(sum);
#pragma unroll
  for (int i = 0; i < Columns / 32; ++i)
    out[(size_t)row * Columns + i * 32 + lane] = __float2half(v[i] / sum);
}

__global__ void softmax128(int rows, const __half *in, __half *out) {
  softmaxRow<128>(rows, in, out);
}
__global__ void softmax1024(int rows, const __half *in, __half *out) {
  softmaxRow<1024>(rows, in, out);
}

/// A product of small matrices, one per thread.
template <int N>
__device__ void multiply(int count, const float *__restrict__ a,
                         const float *__restrict__ b, float *__restrict__ c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float x[N][N], y[N][N];
  for (int r = 0; r < N; ++r)
    for (int k = 0; k < N; ++k) {
      x[r][k] = a[(r * N + k) * (size_t)count + i];
      y[r][k] = b[(r * N + k) * (size_t)count + i];
    }
  for (int r = 0; r < N; ++r)
    for (int k = 0; k < N; ++k) {
      float sum = 0;
      for (int j = 0; j < N; ++j)
        sum += x[r][j] * y[j][k];
      c[(r * N + k) * (size_t)count + i] = sum;
    }
}

__global__ void multiply4(int n, const float *a, const float *b, float *c) {
  multiply<4>(n, a, b, c);
}
__global__ void multiply6(int n, const float *a, const float *b, float *c) {
  multiply<6>(n, a, b, c);
}
