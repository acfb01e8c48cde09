//===- gemm.cu - Products of matrices of halves -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gemm       C = A B, in halves: tiles without padding
//   addmm      C = A B + bias, in halves: tiles with padded rows
//   ops_gemm   C = A B, in floats, B by rows (nn) or by columns (nt)
//
//===----------------------------------------------------------------------===//

#include "product.cuh"

constexpr int Threads = 256, M = 128, N = 128, K = 32;

KERNEL(Threads)
gemm(half *__restrict__ c, const half *__restrict__ a,
     const half *__restrict__ b, int n, int depth) {
  __shared__ alignas(32) half as[M][K];
  __shared__ alignas(32) half bs[K][N];
  Product<M, N, K, Threads> product;
  const int row = blockIdx.y * M, column = blockIdx.x * N;
  for (int k = 0; k < depth; k += K) {
    copyTile<M, K, Threads>(&as[0][0], K, a + (size_t)row * depth + k, depth);
    copyTile<K, N, Threads>(&bs[0][0], N, b + (size_t)k * n + column, n);
    __syncthreads();
    product.add(&as[0][0], K, &bs[0][0], N);
    __syncthreads();
  }
  __shared__ alignas(32) float stage[Threads / WarpSize][16][16];
  product.each(stage, [&](int r, int x, float value) {
    c[(size_t)(row + r) * n + column + x] = __float2half(value);
  });
}

constexpr int Pad = 8;

KERNEL(Threads)
addmm(half *__restrict__ c, const half *__restrict__ a,
      const half *__restrict__ b, const half *__restrict__ bias, int n,
      int depth) {
  __shared__ alignas(32) half as[M][K + Pad];
  __shared__ alignas(32) half bs[K][N + Pad];
  Product<M, N, K, Threads> product;
  const int row = blockIdx.y * M, column = blockIdx.x * N;
  for (int k = 0; k < depth; k += K) {
    copyTile<M, K, Threads>(&as[0][0], K + Pad, a + (size_t)row * depth + k,
                            depth);
    copyTile<K, N, Threads>(&bs[0][0], N + Pad, b + (size_t)k * n + column, n);
    __syncthreads();
    product.add(&as[0][0], K + Pad, &bs[0][0], N + Pad);
    __syncthreads();
  }
  __shared__ alignas(32) float stage[Threads / WarpSize][16][16];
  product.each(stage, [&](int r, int x, float value) {
    c[(size_t)(row + r) * n + column + x] =
        __float2half(value + __half2float(bias[column + x]));
  });
}

template <typename LayoutB>
__device__ __forceinline__ void multiply(float *c, const half *a,
                                         const half *b, int n, int depth) {
  constexpr int K = 64;
  constexpr bool ByRows = std::is_same<LayoutB, wmma::row_major>::value;
  __shared__ alignas(32) half as[M * K];
  __shared__ alignas(32) half bs[K * N];
  Product<M, N, K, Threads, half, LayoutB> product;
  const int row = blockIdx.y * M, column = blockIdx.x * N;
  for (int k = 0; k < depth; k += K) {
    copyTile<M, K, Threads>(as, K, a + (size_t)row * depth + k, depth);
    if (ByRows)
      copyTile<K, N, Threads>(bs, N, b + (size_t)k * n + column, n);
    else
      copyTile<N, K, Threads>(bs, K, b + (size_t)column * depth + k, depth);
    __syncthreads();
    product.add(as, K, bs, ByRows ? N : K);
    __syncthreads();
  }
  product.store(c + (size_t)row * n + column, n);
}

KERNEL(Threads)
ops_gemm_nn(float *__restrict__ c, const half *__restrict__ a,
            const half *__restrict__ b, int n, int depth) {
  multiply<wmma::row_major>(c, a, b, n, depth);
}

KERNEL(Threads)
ops_gemm_nt(float *__restrict__ c, const half *__restrict__ a,
            const half *__restrict__ b, int n, int depth) {
  multiply<wmma::col_major>(c, a, b, n, depth);
}
