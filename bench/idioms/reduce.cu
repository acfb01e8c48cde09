//===- reduce.cu - Reductions of 1,024 elements by a block ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree over shared memory that every course on CUDA begins with, with the
// block's size known from blockDim, from launch bounds, or as a constant. Each
// thread first adds Items elements of its own: 256 threads with four elements,
// 1,024 with one. Then its relatives: other orders of the tree, the last warp
// by hand, cooperative groups, and the maximum with its index.
//
//===----------------------------------------------------------------------===//

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <typename T, int Block, int Items>
__global__ void sum(T *out, const T *in) {
  __shared__ T sdata[Block];
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * Items) + tid;
  T acc = in[i];
  for (int k = 1; k < Items; k++)
    acc += in[i + k * blockDim.x];
  sdata[tid] = acc;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

template <typename T, int Block, int Items>
__global__ void __launch_bounds__(Block) sum_bounds(T *out, const T *in) {
  __shared__ T sdata[Block];
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * Items) + tid;
  T acc = in[i];
  for (int k = 1; k < Items; k++)
    acc += in[i + k * blockDim.x];
  sdata[tid] = acc;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

template <typename T, int Block, int Items>
__global__ void sum_constant(T *out, const T *in) {
  __shared__ T sdata[Block];
  int tid = threadIdx.x;
  int i = blockIdx.x * (Block * Items) + tid;
  T acc = in[i];
  for (int k = 1; k < Items; k++)
    acc += in[i + k * Block];
  sdata[tid] = acc;
  __syncthreads();
  for (int s = Block / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

template <typename T, int Block, int Items>
__global__ void __launch_bounds__(Block)
    sum_constant_bounds(T *out, const T *in) {
  __shared__ T sdata[Block];
  int tid = threadIdx.x;
  int i = blockIdx.x * (Block * Items) + tid;
  T acc = in[i];
  for (int k = 1; k < Items; k++)
    acc += in[i + k * Block];
  sdata[tid] = acc;
  __syncthreads();
  for (int s = Block / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

/// Dynamic shared memory, as in most tutorials, and a guard.
__global__ void sum_dynamic(float *out, const float *in, int n) {
  extern __shared__ float sdata[];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

/// Neighbours first, by a modulo: the slow one that tutorials begin with.
__global__ void sum_modulo(float *out, const float *in) {
  __shared__ float sdata[1024];
  unsigned tid = threadIdx.x;
  sdata[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

/// Neighbours first, by threads without gaps: bank conflicts.
__global__ void sum_strided(float *out, const float *in) {
  __shared__ float sdata[1024];
  unsigned tid = threadIdx.x;
  sdata[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned index = 2 * s * tid;
    if (index < blockDim.x)
      sdata[index] += sdata[index + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

/// Two elements on the way in, every step written out, the last warp by hand.
template <unsigned Block>
__global__ void sum_unrolled(float *out, const float *in) {
  __shared__ float sdata[Block];
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (Block * 2) + tid;
  float mine = in[i] + in[i + Block];
  sdata[tid] = mine;
  __syncthreads();
  if (Block >= 512) {
    if (tid < 256)
      sdata[tid] = mine = mine + sdata[tid + 256];
    __syncthreads();
  }
  if (Block >= 256) {
    if (tid < 128)
      sdata[tid] = mine = mine + sdata[tid + 128];
    __syncthreads();
  }
  if (Block >= 128) {
    if (tid < 64)
      sdata[tid] = mine = mine + sdata[tid + 64];
    __syncthreads();
  }
  if (tid < 32) {
    mine += sdata[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2)
      mine += __shfl_down_sync(0xffffffff, mine, offset);
  }
  if (tid == 0)
    out[blockIdx.x] = mine;
}

/// The last warp through shared memory, with __syncwarp().
__global__ void sum_last_warp(float *out, const float *in) {
  __shared__ float sdata[256];
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * 4) + tid;
  float acc = 0;
  for (int k = 0; k < 4; k++)
    acc += in[i + k * blockDim.x];
  sdata[tid] = acc;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    float v = sdata[tid];
    v += sdata[tid + 32], __syncwarp();
    sdata[tid] = v, __syncwarp();
    v += sdata[tid + 16], __syncwarp();
    sdata[tid] = v, __syncwarp();
    v += sdata[tid + 8], __syncwarp();
    sdata[tid] = v, __syncwarp();
    v += sdata[tid + 4], __syncwarp();
    sdata[tid] = v, __syncwarp();
    v += sdata[tid + 2], __syncwarp();
    sdata[tid] = v, __syncwarp();
    v += sdata[tid + 1], __syncwarp();
    sdata[tid] = v;
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

/// With cooperative groups, as in newer samples.
__global__ void sum_groups(float *out, const float *in) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float sdata[256];
  unsigned tid = block.thread_rank();
  unsigned i = blockIdx.x * (blockDim.x * 4) + tid;
  float acc = 0;
  for (int k = 0; k < 4; k++)
    acc += in[i + k * blockDim.x];
  sdata[tid] = acc;
  cg::sync(block);
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    cg::sync(block);
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

/// Minimum and maximum at once.
__global__ void extremes(float *lows, float *highs, const float *in) {
  __shared__ float low[256], high[256];
  int tid = threadIdx.x;
  int i = blockIdx.x * (blockDim.x * 4) + tid;
  float a = in[i], b = a;
  for (int k = 1; k < 4; k++) {
    a = fminf(a, in[i + k * blockDim.x]);
    b = fmaxf(b, in[i + k * blockDim.x]);
  }
  low[tid] = a;
  high[tid] = b;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      low[tid] = fminf(low[tid], low[tid + s]);
      high[tid] = fmaxf(high[tid], high[tid + s]);
    }
    __syncthreads();
  }
  if (tid == 0) {
    lows[blockIdx.x] = low[0];
    highs[blockIdx.x] = high[0];
  }
}

/// The dot product of the first book on CUDA.
__global__ void dot(float *out, const float *a, const float *b) {
  __shared__ float cache[256];
  int tid = threadIdx.x;
  int i = blockIdx.x * (blockDim.x * 4) + tid;
  float temp = 0;
  for (int k = 0; k < 4; k++)
    temp += a[i + k * blockDim.x] * b[i + k * blockDim.x];
  cache[tid] = temp;
  __syncthreads();
  int s = blockDim.x / 2;
  while (s != 0) {
    if (tid < s)
      cache[tid] += cache[tid + s];
    __syncthreads();
    s /= 2;
  }
  if (tid == 0)
    out[blockIdx.x] = cache[0];
}

template <int Block, int Items>
__global__ void argmax(float *value, int *index, const float *in) {
  __shared__ float best[Block];
  __shared__ int where[Block];
  int tid = threadIdx.x;
  int i = blockIdx.x * (blockDim.x * Items) + tid;
  float b = in[i];
  int w = tid;
  for (int k = 1; k < Items; k++) {
    float x = in[i + k * blockDim.x];
    if (x > b) {
      b = x;
      w = tid + k * blockDim.x;
    }
  }
  best[tid] = b;
  where[tid] = w;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s && best[tid + s] > best[tid]) {
      best[tid] = best[tid + s];
      where[tid] = where[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) {
    value[blockIdx.x] = best[0];
    index[blockIdx.x] = where[0];
  }
}

template <int Block, int Items>
__global__ void __launch_bounds__(Block)
    argmax_constant(float *value, int *index, const float *in) {
  __shared__ float best[Block];
  __shared__ int where[Block];
  int tid = threadIdx.x;
  int i = blockIdx.x * (Block * Items) + tid;
  float b = in[i];
  int w = tid;
  for (int k = 1; k < Items; k++) {
    float x = in[i + k * Block];
    if (x > b) {
      b = x;
      w = tid + k * Block;
    }
  }
  best[tid] = b;
  where[tid] = w;
  __syncthreads();
  for (int s = Block / 2; s > 0; s >>= 1) {
    if (tid < s && best[tid + s] > best[tid]) {
      best[tid] = best[tid + s];
      where[tid] = where[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) {
    value[blockIdx.x] = best[0];
    index[blockIdx.x] = where[0];
  }
}

#define SUMS(T, BLOCK, ITEMS)                                                  \
  template __global__ void sum<T, BLOCK, ITEMS>(T *, const T *);               \
  template __global__ void sum_bounds<T, BLOCK, ITEMS>(T *, const T *);        \
  template __global__ void sum_constant<T, BLOCK, ITEMS>(T *, const T *);      \
  template __global__ void sum_constant_bounds<T, BLOCK, ITEMS>(T *, const T *);
SUMS(float, 256, 4)
SUMS(float, 1024, 1)
SUMS(int, 256, 4)
SUMS(int, 1024, 1)
SUMS(double, 256, 4)
SUMS(double, 1024, 1)
template __global__ void sum_unrolled<512>(float *, const float *);
template __global__ void argmax<256, 4>(float *, int *, const float *);
template __global__ void argmax<1024, 1>(float *, int *, const float *);
template __global__ void argmax_constant<256, 4>(float *, int *, const float *);
template __global__ void argmax_constant<1024, 1>(float *, int *,
                                                  const float *);
