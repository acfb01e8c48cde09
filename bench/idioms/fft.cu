//===- fft.cu - Fourier transforms of a block, in place -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 256, 1,024 and 4,096 points in shared memory, one transform a block: the
// input comes in the order of reversed digits, then one barrier follows each
// stage. Radix 2 and 4; numbers as float2, or real and imaginary parts in two
// arrays; twiddles computed, or read from a table.
//
//===----------------------------------------------------------------------===//

template <int N>
struct Log2 {
  static constexpr int value = 1 + Log2<N / 2>::value;
};
template <>
struct Log2<1> {
  static constexpr int value = 0;
};

__device__ inline float2 operator+(float2 a, float2 b) {
  return make_float2(a.x + b.x, a.y + b.y);
}

__device__ inline float2 operator-(float2 a, float2 b) {
  return make_float2(a.x - b.x, a.y - b.y);
}

__device__ inline float2 operator*(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/// exp(-i pi x)
__device__ inline float2 twiddle(float x) {
  float2 w;
  __sincosf(-3.14159265358979f * x, &w.y, &w.x);
  return w;
}

template <int N>
__device__ inline int reverse2(int i) {
  return __brev(i) >> (32 - Log2<N>::value);
}

template <int N>
__device__ inline int reverse4(int i) {
  int r = reverse2<N>(i);
  return ((r & 0x55555555) << 1) | ((r >> 1) & 0x55555555);
}

/// A butterfly a thread.
template <int N>
__global__ void fft2(float2 *out, const float2 *in) {
  __shared__ float2 s[N];
  int t = threadIdx.x, base = blockIdx.x * N;
  s[reverse2<N>(t)] = in[base + t];
  s[reverse2<N>(t + N / 2)] = in[base + t + N / 2];
  __syncthreads();
  for (int half = 1; half < N; half *= 2) {
    int k = t & (half - 1);
    int i = 2 * t - k;
    float2 w = twiddle((float)k / half);
    float2 a = s[i], b = s[i + half] * w;
    s[i] = a + b;
    s[i + half] = a - b;
    __syncthreads();
  }
  out[base + t] = s[t];
  out[base + t + N / 2] = s[t + N / 2];
}

/// The same, twiddles from a table.
template <int N>
__global__ void __launch_bounds__(N / 2)
    fft2_table(float2 *out, const float2 *in, const float2 *table) {
  __shared__ float2 s[N];
  int t = threadIdx.x, base = blockIdx.x * N;
  s[reverse2<N>(t)] = in[base + t];
  s[reverse2<N>(t + N / 2)] = in[base + t + N / 2];
  __syncthreads();
  for (int half = 1; half < N; half *= 2) {
    int k = t % half;
    int i = (t / half) * 2 * half + k;
    float2 w = table[k * (N / 2 / half)];
    float2 a = s[i], b = s[i + half] * w;
    s[i] = a + b;
    s[i + half] = a - b;
    __syncthreads();
  }
  out[base + t] = s[t];
  out[base + t + N / 2] = s[t + N / 2];
}

/// Real and imaginary parts apart.
template <int N>
__global__ void fft2_split(float *outRe, float *outIm, const float *inRe,
                           const float *inIm) {
  __shared__ float re[N], im[N];
  int t = threadIdx.x, base = blockIdx.x * N;
  int r0 = reverse2<N>(t), r1 = reverse2<N>(t + N / 2);
  re[r0] = inRe[base + t];
  im[r0] = inIm[base + t];
  re[r1] = inRe[base + t + N / 2];
  im[r1] = inIm[base + t + N / 2];
  __syncthreads();
  for (int half = 1; half < N; half *= 2) {
    int k = t & (half - 1);
    int i = 2 * t - k, j = i + half;
    float2 w = twiddle((float)k / half);
    float xr = re[j] * w.x - im[j] * w.y;
    float xi = re[j] * w.y + im[j] * w.x;
    float ar = re[i], ai = im[i];
    re[i] = ar + xr;
    im[i] = ai + xi;
    re[j] = ar - xr;
    im[j] = ai - xi;
    __syncthreads();
  }
  outRe[base + t] = re[t];
  outIm[base + t] = im[t];
  outRe[base + t + N / 2] = re[t + N / 2];
  outIm[base + t + N / 2] = im[t + N / 2];
}

/// A block of any size: loops over points and butterflies.
template <int N>
__global__ void fft2_loop(float2 *out, const float2 *in) {
  __shared__ float2 s[N];
  int base = blockIdx.x * N;
  for (int i = threadIdx.x; i < N; i += blockDim.x)
    s[reverse2<N>(i)] = in[base + i];
  __syncthreads();
  for (int half = 1; half < N; half *= 2) {
    for (int b = threadIdx.x; b < N / 2; b += blockDim.x) {
      int k = b & (half - 1);
      int i = 2 * b - k;
      float2 w = twiddle((float)k / half);
      float2 u = s[i], v = s[i + half] * w;
      s[i] = u + v;
      s[i + half] = u - v;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < N; i += blockDim.x)
    out[base + i] = s[i];
}

/// Four points a thread.
template <int N>
__global__ void fft4(float2 *out, const float2 *in) {
  __shared__ float2 s[N];
  int t = threadIdx.x, base = blockIdx.x * N;
  for (int k = 0; k < 4; k++)
    s[reverse4<N>(t + k * N / 4)] = in[base + t + k * N / 4];
  __syncthreads();
  for (int q = 1; q < N; q *= 4) {
    int k = t & (q - 1);
    int i = 4 * (t - k) + k;
    float2 w = twiddle((float)k / (2 * q));
    float2 w2 = w * w;
    float2 a = s[i], b = s[i + q] * w, c = s[i + 2 * q] * w2;
    float2 d = s[i + 3 * q] * (w2 * w);
    float2 ac = a + c, a_c = a - c, bd = b + d, b_d = b - d;
    s[i] = ac + bd;
    s[i + q] = make_float2(a_c.x + b_d.y, a_c.y - b_d.x);
    s[i + 2 * q] = ac - bd;
    s[i + 3 * q] = make_float2(a_c.x - b_d.y, a_c.y + b_d.x);
    __syncthreads();
  }
  for (int k = 0; k < 4; k++)
    out[base + t + k * N / 4] = s[t + k * N / 4];
}

/// Four points a thread, parts apart, launch bounds.
template <int N>
__global__ void __launch_bounds__(N / 4)
    fft4_split(float *outRe, float *outIm, const float *inRe,
               const float *inIm) {
  __shared__ float re[N], im[N];
  int t = threadIdx.x, base = blockIdx.x * N;
  for (int k = 0; k < 4; k++) {
    int r = reverse4<N>(t + k * N / 4);
    re[r] = inRe[base + t + k * N / 4];
    im[r] = inIm[base + t + k * N / 4];
  }
  __syncthreads();
  for (int q = 1; q < N; q *= 4) {
    int k = t & (q - 1);
    int i = 4 * (t - k) + k;
    float2 w = twiddle((float)k / (2 * q));
    float2 w2 = w * w;
    float2 a = make_float2(re[i], im[i]);
    float2 b = make_float2(re[i + q], im[i + q]) * w;
    float2 c = make_float2(re[i + 2 * q], im[i + 2 * q]) * w2;
    float2 d = make_float2(re[i + 3 * q], im[i + 3 * q]) * (w2 * w);
    float2 ac = a + c, a_c = a - c, bd = b + d, b_d = b - d;
    re[i] = ac.x + bd.x;
    im[i] = ac.y + bd.y;
    re[i + q] = a_c.x + b_d.y;
    im[i + q] = a_c.y - b_d.x;
    re[i + 2 * q] = ac.x - bd.x;
    im[i + 2 * q] = ac.y - bd.y;
    re[i + 3 * q] = a_c.x - b_d.y;
    im[i + 3 * q] = a_c.y + b_d.x;
    __syncthreads();
  }
  for (int k = 0; k < 4; k++) {
    outRe[base + t + k * N / 4] = re[t + k * N / 4];
    outIm[base + t + k * N / 4] = im[t + k * N / 4];
  }
}

/// Walsh and Hadamard's transform: the same stages without twiddles.
template <int N>
__global__ void hadamard(float *out, const float *in) {
  __shared__ float s[N];
  int base = blockIdx.x * N;
  for (int i = threadIdx.x; i < N; i += blockDim.x)
    s[i] = in[base + i];
  for (int stride = N / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    for (int p = threadIdx.x; p < N / 2; p += blockDim.x) {
      int lo = p & (stride - 1);
      int i = ((p - lo) << 1) + lo;
      float a = s[i], b = s[i + stride];
      s[i] = a + b;
      s[i + stride] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += blockDim.x)
    out[base + i] = s[i];
}

template __global__ void fft2<256>(float2 *, const float2 *);
template __global__ void fft2<1024>(float2 *, const float2 *);
template __global__ void fft2_table<256>(float2 *, const float2 *,
                                         const float2 *);
template __global__ void fft2_table<1024>(float2 *, const float2 *,
                                          const float2 *);
template __global__ void fft2_split<256>(float *, float *, const float *,
                                         const float *);
template __global__ void fft2_split<1024>(float *, float *, const float *,
                                          const float *);
template __global__ void fft2_loop<1024>(float2 *, const float2 *);
template __global__ void fft2_loop<4096>(float2 *, const float2 *);
template __global__ void fft4<256>(float2 *, const float2 *);
template __global__ void fft4<1024>(float2 *, const float2 *);
template __global__ void fft4<4096>(float2 *, const float2 *);
template __global__ void fft4_split<256>(float *, float *, const float *,
                                         const float *);
template __global__ void fft4_split<1024>(float *, float *, const float *,
                                          const float *);
template __global__ void fft4_split<4096>(float *, float *, const float *,
                                          const float *);
template __global__ void hadamard<1024>(float *, const float *);
template __global__ void hadamard<4096>(float *, const float *);
