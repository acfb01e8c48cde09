//===- half.cu - Rows of halves -------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax, layer norm, RMS norm and products by a vector, a row a block, half
// by half or in pairs; sums of the block by a tree in shared memory, and by
// shuffles with the sums of warps in shared memory.
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>

/// A tree in shared memory.
struct Tree {
  static __device__ float sum(float value) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = value;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
      if (t < stride)
        s[t] += s[t + stride];
      __syncthreads();
    }
    float result = s[0];
    __syncthreads();
    return result;
  }
  static __device__ float max(float value) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = value;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
      if (t < stride)
        s[t] = fmaxf(s[t], s[t + stride]);
      __syncthreads();
    }
    float result = s[0];
    __syncthreads();
    return result;
  }
};

/// Shuffles, then one more round by the first warp.
struct Shuffles {
  static __device__ float sum(float value) {
    __shared__ float shared[32];
    __shared__ float total;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int offset = 16; offset > 0; offset /= 2)
      value += __shfl_down_sync(0xffffffff, value, offset);
    if (lane == 0)
      shared[warp] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? shared[lane] : 0;
    if (warp == 0) {
      for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
      if (lane == 0)
        total = value;
    }
    __syncthreads();
    float result = total;
    __syncthreads();
    return result;
  }
  static __device__ float max(float value) {
    __shared__ float shared[32];
    __shared__ float total;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int offset = 16; offset > 0; offset /= 2)
      value = fmaxf(value, __shfl_down_sync(0xffffffff, value, offset));
    if (lane == 0)
      shared[warp] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? shared[lane] : -INFINITY;
    if (warp == 0) {
      for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_down_sync(0xffffffff, value, offset));
      if (lane == 0)
        total = value;
    }
    __syncthreads();
    float result = total;
    __syncthreads();
    return result;
  }
};

template <typename Block>
__global__ void softmax(half *out, const half *in, int n) {
  const half *x = in + (size_t)blockIdx.x * n;
  half *y = out + (size_t)blockIdx.x * n;
  float m = -INFINITY;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    m = fmaxf(m, __half2float(x[i]));
  m = Block::max(m);
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += __expf(__half2float(x[i]) - m);
  sum = Block::sum(sum);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = __float2half(__expf(__half2float(x[i]) - m) / sum);
}

template <typename Block>
__global__ void softmax2(half2 *out, const half2 *in, int n) {
  const half2 *x = in + (size_t)blockIdx.x * (n / 2);
  half2 *y = out + (size_t)blockIdx.x * (n / 2);
  float m = -INFINITY;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    float2 v = __half22float2(x[i]);
    m = fmaxf(m, fmaxf(v.x, v.y));
  }
  m = Block::max(m);
  float sum = 0;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    float2 v = __half22float2(x[i]);
    sum += __expf(v.x - m) + __expf(v.y - m);
  }
  sum = Block::sum(sum);
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    float2 v = __half22float2(x[i]);
    y[i] = __floats2half2_rn(__expf(v.x - m) / sum, __expf(v.y - m) / sum);
  }
}

template <typename Block>
__global__ void layer_norm(half *out, const half *in, const half *gamma,
                           const half *beta, int n) {
  const half *x = in + (size_t)blockIdx.x * n;
  half *y = out + (size_t)blockIdx.x * n;
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += __half2float(x[i]);
  float mean = Block::sum(sum) / n;
  float squares = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float d = __half2float(x[i]) - mean;
    squares += d * d;
  }
  float scale = rsqrtf(Block::sum(squares) / n + 1e-5f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = (__half2float(x[i]) - mean) * scale;
    y[i] = __float2half(v * __half2float(gamma[i]) + __half2float(beta[i]));
  }
}

template <typename Block>
__global__ void layer_norm2(half2 *out, const half2 *in, const half2 *gamma,
                            const half2 *beta, int n) {
  const half2 *x = in + (size_t)blockIdx.x * (n / 2);
  half2 *y = out + (size_t)blockIdx.x * (n / 2);
  float sum = 0;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    float2 v = __half22float2(x[i]);
    sum += v.x + v.y;
  }
  float mean = Block::sum(sum) / n;
  float squares = 0;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    float2 v = __half22float2(x[i]);
    squares += (v.x - mean) * (v.x - mean) + (v.y - mean) * (v.y - mean);
  }
  float scale = rsqrtf(Block::sum(squares) / n + 1e-5f);
  half2 mean2 = __float2half2_rn(mean), scale2 = __float2half2_rn(scale);
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    half2 v = __hmul2(__hsub2(x[i], mean2), scale2);
    y[i] = __hfma2(v, gamma[i], beta[i]);
  }
}

template <typename Block>
__global__ void rms_norm(half *out, const half *in, const half *weight, int n) {
  const half *x = in + (size_t)blockIdx.x * n;
  half *y = out + (size_t)blockIdx.x * n;
  float squares = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = __half2float(x[i]);
    squares += v * v;
  }
  float scale = rsqrtf(Block::sum(squares) / n + 1e-5f);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = __float2half(__half2float(x[i]) * scale * __half2float(weight[i]));
}

/// Eight neighbours a thread, 2,048 halves a row.
template <typename Block>
__global__ void rms_norm8(half *out, const half *in, const half *weight) {
  const half *x = in + (size_t)blockIdx.x * 2048 + threadIdx.x * 8;
  half *y = out + (size_t)blockIdx.x * 2048 + threadIdx.x * 8;
  float v[8], squares = 0;
  for (int k = 0; k < 8; k++) {
    v[k] = __half2float(x[k]);
    squares += v[k] * v[k];
  }
  float scale = rsqrtf(Block::sum(squares) / 2048 + 1e-5f);
  for (int k = 0; k < 8; k++)
    y[k] = __float2half(v[k] * scale *
                        __half2float(weight[threadIdx.x * 8 + k]));
}

template <typename Block>
__global__ void softmax8(half *out, const half *in) {
  const half *x = in + (size_t)blockIdx.x * 2048 + threadIdx.x * 8;
  half *y = out + (size_t)blockIdx.x * 2048 + threadIdx.x * 8;
  float v[8], m = -INFINITY, sum = 0;
  for (int k = 0; k < 8; k++) {
    v[k] = __half2float(x[k]);
    m = fmaxf(m, v[k]);
  }
  m = Block::max(m);
  for (int k = 0; k < 8; k++) {
    v[k] = __expf(v[k] - m);
    sum += v[k];
  }
  sum = Block::sum(sum);
  for (int k = 0; k < 8; k++)
    y[k] = __float2half(v[k] / sum);
}

/// A row in shared memory: read once, used three times.
__global__ void softmax_cached(half *out, const half *in, int n) {
  __shared__ float row[4096];
  const half *x = in + (size_t)blockIdx.x * n;
  half *y = out + (size_t)blockIdx.x * n;
  float m = -INFINITY;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    row[i] = __half2float(x[i]);
    m = fmaxf(m, row[i]);
  }
  m = Tree::max(m);
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    row[i] = __expf(row[i] - m);
    sum += row[i];
  }
  sum = Tree::sum(sum);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = __float2half(row[i] / sum);
}

template <typename Block>
__global__ void gemv(half *y, const half *A, const half *x, int n) {
  const half *row = A + (size_t)blockIdx.x * n;
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += __half2float(row[i]) * __half2float(x[i]);
  sum = Block::sum(sum);
  if (threadIdx.x == 0)
    y[blockIdx.x] = __float2half(sum);
}

template <typename Block>
__global__ void gemv2(half *y, const half2 *A, const half2 *x, int n) {
  const half2 *row = A + (size_t)blockIdx.x * (n / 2);
  half2 sum = __float2half2_rn(0);
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x)
    sum = __hfma2(row[i], x[i], sum);
  float total = Block::sum(__low2float(sum) + __high2float(sum));
  if (threadIdx.x == 0)
    y[blockIdx.x] = __float2half(total);
}

/// A row a warp, the vector in shared memory, eight halves a lane.
__global__ void gemv_warps(half *y, const half *A, const half *x, int n) {
  __shared__ half xs[4096];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    xs[i] = x[i];
  __syncthreads();
  int lane = threadIdx.x % 32;
  int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const half *row = A + (size_t)r * n;
  float sum = 0;
  for (int i = lane * 8; i < n; i += 256)
    for (int k = 0; k < 8; k++)
      sum += __half2float(row[i + k]) * __half2float(xs[i + k]);
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0)
    y[r] = __float2half(sum);
}

#define ROWS(BLOCK)                                                            \
  template __global__ void softmax<BLOCK>(half *, const half *, int);          \
  template __global__ void softmax2<BLOCK>(half2 *, const half2 *, int);       \
  template __global__ void softmax8<BLOCK>(half *, const half *);              \
  template __global__ void layer_norm<BLOCK>(half *, const half *,             \
                                             const half *, const half *, int); \
  template __global__ void layer_norm2<BLOCK>(                                 \
      half2 *, const half2 *, const half2 *, const half2 *, int);              \
  template __global__ void rms_norm<BLOCK>(half *, const half *, const half *, \
                                           int);                               \
  template __global__ void rms_norm8<BLOCK>(half *, const half *,              \
                                            const half *);                     \
  template __global__ void gemv<BLOCK>(half *, const half *, const half *,     \
                                       int);                                   \
  template __global__ void gemv2<BLOCK>(half *, const half2 *, const half2 *,  \
                                        int);
ROWS(Tree)
ROWS(Shuffles)
