//===- rows.cu - A block for each row of a matrix -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   softmax         floats, a tree for the maximum and the sum
//   layer_norm      halves; the mean first, then the mean of squares
//   rms_norm        halves, by shuffles
//   cross_entropy   the loss of each row of logits
//   kl_div          the divergence of each row from its target, given the
//                   logarithms of the probabilities
//   welford         mean and variance in one pass; a tree of triples
//
//===----------------------------------------------------------------------===//

#include "block.cuh"

constexpr int Threads = 256;

KERNEL(Threads)
softmax(float *__restrict__ out, const float *__restrict__ in, int n) {
  const float *x = in + (size_t)blockIdx.x * n;
  float *y = out + (size_t)blockIdx.x * n;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < n; i += Threads)
    most = fmaxf(most, x[i]);
  most = tree<Max, Threads>(most);
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += Threads)
    sum += __expf(x[i] - most);
  sum = tree<Add, Threads>(sum);
  for (int i = threadIdx.x; i < n; i += Threads)
    y[i] = __expf(x[i] - most) / sum;
}

KERNEL(Threads)
layer_norm(half *__restrict__ out, const half *__restrict__ in,
           const half *__restrict__ weight, const half *__restrict__ bias,
           int n, float epsilon) {
  const half *x = in + (size_t)blockIdx.x * n;
  half *y = out + (size_t)blockIdx.x * n;
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += Threads)
    sum += __half2float(x[i]);
  const float mean = tree<Add, Threads>(sum) / n;
  float squares = 0;
  for (int i = threadIdx.x; i < n; i += Threads) {
    const float d = __half2float(x[i]) - mean;
    squares += d * d;
  }
  const float scale = inverseRoot(tree<Add, Threads>(squares) / n + epsilon);
  for (int i = threadIdx.x; i < n; i += Threads)
    y[i] = __float2half((__half2float(x[i]) - mean) * scale *
                            __half2float(weight[i]) +
                        __half2float(bias[i]));
}

KERNEL(Threads)
rms_norm(half *__restrict__ out, const half *__restrict__ in,
         const half *__restrict__ weight, int n, float epsilon) {
  const half *x = in + (size_t)blockIdx.x * n;
  half *y = out + (size_t)blockIdx.x * n;
  float squares = 0;
  for (int i = threadIdx.x; i < n; i += Threads) {
    const float value = __half2float(x[i]);
    squares += value * value;
  }
  const float scale = inverseRoot(byWarps<Add, Threads>(squares) / n + epsilon);
  for (int i = threadIdx.x; i < n; i += Threads)
    y[i] = __float2half(__half2float(x[i]) * scale * __half2float(weight[i]));
}

KERNEL(Threads)
cross_entropy(float *__restrict__ loss, const float *__restrict__ logits,
              const int *__restrict__ targets, int n) {
  const float *x = logits + (size_t)blockIdx.x * n;
  float most = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < n; i += Threads)
    most = fmaxf(most, x[i]);
  most = tree<Max, Threads>(most);
  for (int i = threadIdx.x; i < n; i += Threads)
    sum += __expf(x[i] - most);
  sum = tree<Add, Threads>(sum);
  if (threadIdx.x == 0)
    loss[blockIdx.x] = __logf(sum) + most - x[targets[blockIdx.x]];
}

KERNEL(Threads)
kl_div(float *__restrict__ out, const float *__restrict__ logarithms,
       const float *__restrict__ targets, int n) {
  const size_t row = (size_t)blockIdx.x * n;
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += Threads)
    sum += __expf(targets[row + i]) *
           (targets[row + i] - logarithms[row + i]);
  sum = tree<Add, Threads>(sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

struct Moments {
  float mean, squares, count;
};

__device__ __forceinline__ Moments together(Moments a, Moments b) {
  const float count = a.count + b.count;
  const float share = count == 0 ? 0 : b.count / count;
  const float d = b.mean - a.mean;
  return {a.mean + d * share, a.squares + b.squares + d * d * a.count * share,
          count};
}

KERNEL(Threads)
welford(float *__restrict__ mean, float *__restrict__ variance,
        const float *__restrict__ in, int n) {
  __shared__ Moments s[Threads];
  const float *x = in + (size_t)blockIdx.x * n;
  const int t = threadIdx.x;
  Moments mine = {0, 0, 0};
  for (int i = t; i < n; i += Threads) {
    mine.count += 1;
    const float d = x[i] - mine.mean;
    mine.mean += d / mine.count;
    mine.squares += d * (x[i] - mine.mean);
  }
  s[t] = mine;
  __syncthreads();
  for (int stride = Threads / 2; stride > 0; stride >>= 1) {
    if (t < stride)
      s[t] = together(s[t], s[t + stride]);
    __syncthreads();
  }
  if (t == 0) {
    mean[blockIdx.x] = s[0].mean;
    variance[blockIdx.x] = s[0].squares / n;
  }
}
