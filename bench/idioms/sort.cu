//===- sort.cu - Sorting networks of a block in shared memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1,024 keys a block. Bitonic sort with a comparator a thread (512 threads) and
// with an element a thread (1,024 threads), of keys and of pairs; odd-even
// merge sort; odd-even transposition.
//
//===----------------------------------------------------------------------===//

#define LIMIT 1024

typedef unsigned int uint;

/// A comparator a thread.
template <typename T>
__global__ void bitonic(T *out, const T *in) {
  __shared__ T s[LIMIT];
  int t = threadIdx.x;
  in += blockIdx.x * LIMIT;
  out += blockIdx.x * LIMIT;
  s[t] = in[t];
  s[t + LIMIT / 2] = in[t + LIMIT / 2];
  for (int size = 2; size <= LIMIT; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      bool up = (t & (size / 2)) == 0;
      T a = s[pos], b = s[pos + stride];
      if ((a > b) == up) {
        s[pos] = b;
        s[pos + stride] = a;
      }
    }
  __syncthreads();
  out[t] = s[t];
  out[t + LIMIT / 2] = s[t + LIMIT / 2];
}

template <typename T>
__global__ void __launch_bounds__(LIMIT / 2)
    bitonic_bounds(T *out, const T *in) {
  __shared__ T s[LIMIT];
  int t = threadIdx.x;
  in += blockIdx.x * LIMIT;
  out += blockIdx.x * LIMIT;
  s[t] = in[t];
  s[t + LIMIT / 2] = in[t + LIMIT / 2];
  for (int size = 2; size <= LIMIT; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      bool up = (t & (size / 2)) == 0;
      T a = s[pos], b = s[pos + stride];
      if ((a > b) == up) {
        s[pos] = b;
        s[pos + stride] = a;
      }
    }
  __syncthreads();
  out[t] = s[t];
  out[t + LIMIT / 2] = s[t + LIMIT / 2];
}

/// An element a thread; the lower one of two exchanges them.
template <typename T>
__global__ void bitonic_xor(T *out, const T *in) {
  __shared__ T shared[LIMIT];
  const unsigned tid = threadIdx.x;
  shared[tid] = in[blockIdx.x * LIMIT + tid];
  __syncthreads();
  for (unsigned k = 2; k <= LIMIT; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned ixj = tid ^ j;
      if (ixj > tid) {
        if ((tid & k) == 0) {
          if (shared[tid] > shared[ixj]) {
            T tmp = shared[tid];
            shared[tid] = shared[ixj];
            shared[ixj] = tmp;
          }
        } else {
          if (shared[tid] < shared[ixj]) {
            T tmp = shared[tid];
            shared[tid] = shared[ixj];
            shared[ixj] = tmp;
          }
        }
      }
      __syncthreads();
    }
  }
  out[blockIdx.x * LIMIT + tid] = shared[tid];
}

/// The same with as many elements as the block has threads.
template <typename T>
__global__ void bitonic_any(T *out, const T *in) {
  extern __shared__ char memory[];
  T *shared = reinterpret_cast<T *>(memory);
  const unsigned tid = threadIdx.x;
  shared[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned ixj = tid ^ j;
      if (ixj > tid) {
        bool up = (tid & k) == 0;
        T a = shared[tid], b = shared[ixj];
        if (up ? a > b : a < b) {
          shared[tid] = b;
          shared[ixj] = a;
        }
      }
      __syncthreads();
    }
  }
  out[blockIdx.x * blockDim.x + tid] = shared[tid];
}

__device__ inline void comparator(uint &keyA, uint &valA, uint &keyB,
                                  uint &valB, uint dir) {
  uint t;
  if ((keyA > keyB) == dir) {
    t = keyA;
    keyA = keyB;
    keyB = t;
    t = valA;
    valA = valB;
    valB = t;
  }
}

/// Pairs in two arrays, for any power of two up to the limit.
__global__ void bitonic_pairs(uint *outKey, uint *outVal, const uint *inKey,
                              const uint *inVal, uint length, uint dir) {
  __shared__ uint key[LIMIT];
  __shared__ uint val[LIMIT];
  inKey += blockIdx.x * LIMIT + threadIdx.x;
  inVal += blockIdx.x * LIMIT + threadIdx.x;
  outKey += blockIdx.x * LIMIT + threadIdx.x;
  outVal += blockIdx.x * LIMIT + threadIdx.x;
  key[threadIdx.x] = inKey[0];
  val[threadIdx.x] = inVal[0];
  key[threadIdx.x + (LIMIT / 2)] = inKey[LIMIT / 2];
  val[threadIdx.x + (LIMIT / 2)] = inVal[LIMIT / 2];
  for (uint size = 2; size < length; size <<= 1) {
    uint ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(key[pos], val[pos], key[pos + stride], val[pos + stride], ddd);
    }
  }
  for (uint stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    comparator(key[pos], val[pos], key[pos + stride], val[pos + stride], dir);
  }
  __syncthreads();
  outKey[0] = key[threadIdx.x];
  outVal[0] = val[threadIdx.x];
  outKey[LIMIT / 2] = key[threadIdx.x + (LIMIT / 2)];
  outVal[LIMIT / 2] = val[threadIdx.x + (LIMIT / 2)];
}

/// Pairs, with a constant number of them.
__global__ void __launch_bounds__(LIMIT / 2)
    bitonic_pairs_constant(uint *outKey, uint *outVal, const uint *inKey,
                           const uint *inVal) {
  __shared__ uint key[LIMIT];
  __shared__ uint val[LIMIT];
  int t = threadIdx.x, base = blockIdx.x * LIMIT;
  key[t] = inKey[base + t];
  val[t] = inVal[base + t];
  key[t + LIMIT / 2] = inKey[base + t + LIMIT / 2];
  val[t + LIMIT / 2] = inVal[base + t + LIMIT / 2];
  for (int size = 2; size <= LIMIT; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      comparator(key[pos], val[pos], key[pos + stride], val[pos + stride],
                 (t & (size / 2)) == 0);
    }
  __syncthreads();
  outKey[base + t] = key[t];
  outVal[base + t] = val[t];
  outKey[base + t + LIMIT / 2] = key[t + LIMIT / 2];
  outVal[base + t + LIMIT / 2] = val[t + LIMIT / 2];
}

/// A pair is one struct.
__global__ void bitonic_structs(uint2 *out, const uint2 *in) {
  __shared__ uint2 s[LIMIT];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * LIMIT + t];
  __syncthreads();
  for (int k = 2; k <= LIMIT; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = t ^ j;
      if (p > t) {
        uint2 a = s[t], b = s[p];
        if ((a.x > b.x) == ((t & k) == 0)) {
          s[t] = b;
          s[p] = a;
        }
      }
      __syncthreads();
    }
  out[blockIdx.x * LIMIT + t] = s[t];
}

/// Batcher's odd-even merge sort, a comparator a thread.
__global__ void odd_even_merge(uint *outKey, uint *outVal, const uint *inKey,
                               const uint *inVal, uint length, uint dir) {
  __shared__ uint key[LIMIT];
  __shared__ uint val[LIMIT];
  inKey += blockIdx.x * LIMIT + threadIdx.x;
  inVal += blockIdx.x * LIMIT + threadIdx.x;
  outKey += blockIdx.x * LIMIT + threadIdx.x;
  outVal += blockIdx.x * LIMIT + threadIdx.x;
  key[threadIdx.x] = inKey[0];
  val[threadIdx.x] = inVal[0];
  key[threadIdx.x + (LIMIT / 2)] = inKey[LIMIT / 2];
  val[threadIdx.x + (LIMIT / 2)] = inVal[LIMIT / 2];
  for (uint size = 2; size <= length; size <<= 1) {
    uint stride = size / 2;
    uint offset = threadIdx.x & (stride - 1);
    {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(key[pos], val[pos], key[pos + stride], val[pos + stride], dir);
      stride >>= 1;
    }
    for (; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      if (offset >= stride)
        comparator(key[pos - stride], val[pos - stride], key[pos], val[pos],
                   dir);
    }
  }
  __syncthreads();
  outKey[0] = key[threadIdx.x];
  outVal[0] = val[threadIdx.x];
  outKey[LIMIT / 2] = key[threadIdx.x + (LIMIT / 2)];
  outVal[LIMIT / 2] = val[threadIdx.x + (LIMIT / 2)];
}

/// Keys alone, with a constant number of them.
__global__ void odd_even_merge_keys(float *out, const float *in) {
  __shared__ float s[LIMIT];
  int t = threadIdx.x, base = blockIdx.x * LIMIT;
  s[t] = in[base + t];
  s[t + LIMIT / 2] = in[base + t + LIMIT / 2];
  for (int size = 2; size <= LIMIT; size <<= 1) {
    int stride = size / 2;
    int offset = t & (stride - 1);
    __syncthreads();
    int pos = 2 * t - (t & (stride - 1));
    float a = s[pos], b = s[pos + stride];
    if (a > b) {
      s[pos] = b;
      s[pos + stride] = a;
    }
    for (stride >>= 1; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      if (offset >= stride) {
        float a = s[pos - stride], b = s[pos];
        if (a > b) {
          s[pos - stride] = b;
          s[pos] = a;
        }
      }
    }
  }
  __syncthreads();
  out[base + t] = s[t];
  out[base + t + LIMIT / 2] = s[t + LIMIT / 2];
}

/// Odd-even transposition of 256 keys.
__global__ void odd_even_transposition(int *out, const int *in) {
  __shared__ int s[256];
  int t = threadIdx.x;
  int base = blockIdx.x * 256;
  s[t] = in[base + t];
  s[t + 128] = in[base + t + 128];
  __syncthreads();
  for (int step = 0; step < 256; step++) {
    int i = 2 * t + (step & 1);
    if (i + 1 < 256 && s[i] > s[i + 1]) {
      int tmp = s[i];
      s[i] = s[i + 1];
      s[i + 1] = tmp;
    }
    __syncthreads();
  }
  out[base + t] = s[t];
  out[base + t + 128] = s[t + 128];
}

template __global__ void bitonic(int *, const int *);
template __global__ void bitonic(float *, const float *);
template __global__ void bitonic_bounds(int *, const int *);
template __global__ void bitonic_bounds(float *, const float *);
template __global__ void bitonic_xor(int *, const int *);
template __global__ void bitonic_xor(float *, const float *);
template __global__ void bitonic_any(int *, const int *);
