//===- mixed_gemm.cu - Products whose elements are widened on the way ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of B, or of both, are converted between global and shared
// memory:
//
//   int4_gemm         half by int4 less 8, two of a column in a byte
//   bf16xint16_gemm   bfloat16 by int16
//   fp8_gemm          float8 (e5m2) by float8
//
//===----------------------------------------------------------------------===//

#include "product.cuh"

constexpr int Threads = 128, M = 64, N = 64, K = 64;

union Bytes {
  int4 all;
  unsigned char bytes[16];
  short words[8];
};

union Halves {
  int4 all[2];
  half halves[16];
};

/// B has depth / 2 rows of n bytes.
KERNEL(Threads)
int4_gemm(float *__restrict__ c, const half *__restrict__ a,
          const unsigned char *__restrict__ b, int n, int depth) {
  __shared__ alignas(32) half as[M][K];
  __shared__ alignas(32) half bs[K][N];
  Product<M, N, K, Threads> product;
  const int row = blockIdx.y * M, column = blockIdx.x * N;
  for (int k = 0; k < depth; k += K) {
    copyTile<M, K, Threads>(&as[0][0], K, a + (size_t)row * depth + k, depth);
    for (int i = threadIdx.x; i < K / 2 * N / 16; i += Threads) {
      const int r = i / (N / 16), x = i % (N / 16) * 16;
      Bytes packed;
      packed.all = *reinterpret_cast<const int4 *>(
          b + (size_t)(k / 2 + r) * n + column + x);
      Halves low, high;
#pragma unroll
      for (int j = 0; j < 16; ++j) {
        low.halves[j] = __int2half_rn((packed.bytes[j] & 15) - 8);
        high.halves[j] = __int2half_rn((packed.bytes[j] >> 4) - 8);
      }
      int4 *even = reinterpret_cast<int4 *>(&bs[2 * r][x]);
      int4 *odd = reinterpret_cast<int4 *>(&bs[2 * r + 1][x]);
      even[0] = low.all[0];
      even[1] = low.all[1];
      odd[0] = high.all[0];
      odd[1] = high.all[1];
    }
    __syncthreads();
    product.add(&as[0][0], K, &bs[0][0], N);
    __syncthreads();
  }
  product.store(c + (size_t)row * n + column, n);
}

KERNEL(Threads)
bf16xint16_gemm(float *__restrict__ c, const bfloat16 *__restrict__ a,
                const short *__restrict__ b, int n, int depth) {
  __shared__ alignas(32) bfloat16 as[M][K];
  __shared__ alignas(32) bfloat16 bs[K][N];
  Product<M, N, K, Threads, bfloat16> product;
  const int row = blockIdx.y * M, column = blockIdx.x * N;
  for (int k = 0; k < depth; k += K) {
    copyTile<M, K, Threads>(&as[0][0], K, a + (size_t)row * depth + k, depth);
    for (int i = threadIdx.x; i < K * N / 8; i += Threads) {
      const int r = i / (N / 8), x = i % (N / 8) * 8;
      Bytes words;
      words.all = *reinterpret_cast<const int4 *>(b + (size_t)(k + r) * n +
                                                  column + x);
#pragma unroll
      for (int j = 0; j < 8; ++j)
        bs[r][x + j] = toBfloat16(words.words[j]);
    }
    __syncthreads();
    product.add(&as[0][0], K, &bs[0][0], N);
    __syncthreads();
  }
  product.store(c + (size_t)row * n + column, n);
}

/// The upper byte of a half is a float8 of the form e5m2.
__device__ __forceinline__ half fromFloat8(unsigned char bits) {
  return __ushort_as_half(bits << 8);
}

template <int Rows, int Columns>
__device__ __forceinline__ void widenTile(half *to, const unsigned char *from,
                                          int pitch) {
  for (int i = threadIdx.x; i < Rows * Columns / 16; i += Threads) {
    const int r = i / (Columns / 16), x = i % (Columns / 16) * 16;
    Bytes packed;
    packed.all =
        *reinterpret_cast<const int4 *>(from + (size_t)r * pitch + x);
#pragma unroll
    for (int j = 0; j < 16; ++j)
      to[r * Columns + x + j] = fromFloat8(packed.bytes[j]);
  }
}

KERNEL(Threads)
fp8_gemm(float *__restrict__ c, const unsigned char *__restrict__ a,
         const unsigned char *__restrict__ b, int n, int depth) {
  __shared__ alignas(32) half as[M][K];
  __shared__ alignas(32) half bs[K][N];
  Product<M, N, K, Threads> product;
  const int row = blockIdx.y * M, column = blockIdx.x * N;
  for (int k = 0; k < depth; k += K) {
    widenTile<M, K>(&as[0][0], a + (size_t)row * depth + k, depth);
    widenTile<K, N>(&bs[0][0], b + (size_t)k * n + column, n);
    __syncthreads();
    product.add(&as[0][0], K, &bs[0][0], N);
    __syncthreads();
  }
  product.store(c + (size_t)row * n + column, n);
}
