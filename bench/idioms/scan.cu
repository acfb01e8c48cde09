//===- scan.cu - Prefix sums of 1,024 elements by a block -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hillis and Steele's scan with one array and with two, Blelloch's with and
// without padding, and scans of warps that are joined by shared memory.
//
//===----------------------------------------------------------------------===//

/// Two barriers a step, one array.
template <typename T>
__global__ void hillis_steele(T *out, const T *in) {
  __shared__ T temp[1024];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  temp[tid] = in[i];
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    T add = 0;
    if (tid >= offset)
      add = temp[tid - offset];
    __syncthreads();
    temp[tid] += add;
    __syncthreads();
  }
  out[i] = temp[tid];
}

template <typename T>
__global__ void __launch_bounds__(1024)
    hillis_steele_bounds(T *out, const T *in) {
  __shared__ T temp[1024];
  int tid = threadIdx.x;
  int i = blockIdx.x * 1024 + tid;
  temp[tid] = in[i];
  __syncthreads();
  for (int offset = 1; offset < 1024; offset *= 2) {
    T add = 0;
    if (tid >= offset)
      add = temp[tid - offset];
    __syncthreads();
    temp[tid] += add;
    __syncthreads();
  }
  out[i] = temp[tid];
}

/// The same with the condition around the addition.
__global__ void hillis_steele_guarded(float *out, const float *in, int n) {
  __shared__ float temp[1024];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    temp[tid] = in[i];
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float sum;
    if (tid >= stride)
      sum = temp[tid] + temp[tid - stride];
    __syncthreads();
    if (tid >= stride)
      temp[tid] = sum;
  }
  if (i < n)
    out[i] = temp[tid];
}

/// Two halves of one array, which change places after every step; exclusive.
__global__ void double_buffered(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int tid = threadIdx.x;
  int base = blockIdx.x * n;
  int pout = 0, pin = 1;
  temp[pout * n + tid] = tid > 0 ? in[base + tid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (tid >= offset)
      temp[pout * n + tid] = temp[pin * n + tid] + temp[pin * n + tid - offset];
    else
      temp[pout * n + tid] = temp[pin * n + tid];
    __syncthreads();
  }
  out[base + tid] = temp[pout * n + tid];
}

/// The same with a constant number of elements.
template <typename T, int N>
__global__ void double_buffered_constant(T *out, const T *in) {
  __shared__ T temp[2][N];
  int tid = threadIdx.x;
  int base = blockIdx.x * N;
  int current = 0;
  temp[current][tid] = in[base + tid];
  __syncthreads();
  for (int offset = 1; offset < N; offset *= 2) {
    int next = 1 - current;
    if (tid >= offset)
      temp[next][tid] = temp[current][tid] + temp[current][tid - offset];
    else
      temp[next][tid] = temp[current][tid];
    current = next;
    __syncthreads();
  }
  out[base + tid] = temp[current][tid];
}

/// Up-sweep and down-sweep over two elements a thread; exclusive.
__global__ void blelloch(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int base = blockIdx.x * n;
  int offset = 1;
  temp[2 * thid] = in[base + 2 * thid];
  temp[2 * thid + 1] = in[base + 2 * thid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  out[base + 2 * thid] = temp[2 * thid];
  out[base + 2 * thid + 1] = temp[2 * thid + 1];
}

template <typename T, int N>
__global__ void blelloch_constant(T *out, const T *in) {
  __shared__ T temp[N];
  int thid = threadIdx.x;
  int base = blockIdx.x * N;
  temp[thid] = in[base + thid];
  temp[thid + N / 2] = in[base + thid + N / 2];
  int offset = 1;
  for (int d = N / 2; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0)
    temp[N - 1] = 0;
  for (int d = 1; d < N; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      T t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  out[base + thid] = temp[thid];
  out[base + thid + N / 2] = temp[thid + N / 2];
}

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

/// With one unused element after every 32.
__global__ void blelloch_padded(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int base = blockIdx.x * n;
  int offset = 1;
  int ai = thid;
  int bi = thid + n / 2;
  int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
  int bankOffsetB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankOffsetA] = in[base + ai];
  temp[bi + bankOffsetB] = in[base + bi];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0)
    temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  out[base + ai] = temp[ai + bankOffsetA];
  out[base + bi] = temp[bi + bankOffsetB];
}

/// Shuffles within warps; the sums of warps by shared memory.
__global__ void by_warps(float *out, const float *in) {
  __shared__ float sums[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float value = in[i];
  for (int d = 1; d < 32; d *= 2) {
    float other = __shfl_up_sync(0xffffffff, value, d);
    if (lane >= d)
      value += other;
  }
  if (lane == 31)
    sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    float sum = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      float other = __shfl_up_sync(0xffffffff, sum, d);
      if (lane >= d)
        sum += other;
    }
    sums[lane] = sum;
  }
  __syncthreads();
  if (warp > 0)
    value += sums[warp - 1];
  out[i] = value;
}

__device__ float scan_warp(float *temp, int idx) {
  int lane = idx & 31;
  for (int d = 1; d < 32; d *= 2) {
    float other = lane >= d ? temp[idx - d] : 0;
    __syncwarp();
    temp[idx] += other;
    __syncwarp();
  }
  return temp[idx];
}

/// Warps through shared memory, too, as before there were shuffles.
__global__ void by_warps_in_memory(float *out, const float *in) {
  __shared__ float temp[1024], sums[32];
  int idx = threadIdx.x;
  int i = blockIdx.x * blockDim.x + idx;
  int lane = idx & 31, warp = idx >> 5;
  temp[idx] = in[i];
  __syncwarp();
  float value = scan_warp(temp, idx);
  if (lane == 31)
    sums[warp] = value;
  __syncthreads();
  if (warp == 0)
    scan_warp(sums, idx);
  __syncthreads();
  if (warp > 0)
    value += sums[warp - 1];
  out[i] = value;
}

/// Four elements a thread, one after the other; their sums by Hillis, Steele.
__global__ void four_items(int *out, const int *in) {
  __shared__ int temp[256];
  int tid = threadIdx.x;
  int base = blockIdx.x * 1024 + tid * 4;
  int v[4];
  int sum = 0;
  for (int k = 0; k < 4; k++) {
    sum += in[base + k];
    v[k] = sum;
  }
  temp[tid] = sum;
  __syncthreads();
  for (int offset = 1; offset < 256; offset *= 2) {
    int add = tid >= offset ? temp[tid - offset] : 0;
    __syncthreads();
    temp[tid] += add;
    __syncthreads();
  }
  int before = tid > 0 ? temp[tid - 1] : 0;
  for (int k = 0; k < 4; k++)
    out[base + k] = before + v[k];
}

/// Sums within segments that flags begin.
__global__ void segmented(float *out, const float *in, const int *head) {
  __shared__ float sums[1024];
  __shared__ int flags[1024];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  sums[tid] = in[i];
  flags[tid] = (head[i] & 15) == 0;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    float add = 0;
    int flag = 0;
    if (tid >= offset) {
      flag = flags[tid - offset];
      if (!flags[tid])
        add = sums[tid - offset];
    }
    __syncthreads();
    sums[tid] += add;
    flags[tid] |= flag;
    __syncthreads();
  }
  out[i] = sums[tid];
}

template __global__ void hillis_steele(float *, const float *);
template __global__ void hillis_steele(int *, const int *);
template __global__ void hillis_steele_bounds(float *, const float *);
template __global__ void hillis_steele_bounds(int *, const int *);
template __global__ void double_buffered_constant<float, 1024>(float *,
                                                               const float *);
template __global__ void double_buffered_constant<int, 1024>(int *,
                                                             const int *);
template __global__ void blelloch_constant<float, 1024>(float *, const float *);
template __global__ void blelloch_constant<int, 1024>(int *, const int *);
