//===- persistent_gemm.cu - Products whose blocks share out the work ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   streamk_gemm   each block goes through as many steps along K as the others,
//                  and so through parts of tiles of C
//   grouped_gemm   rows of A in groups, each of which has its own matrix B
//
//===----------------------------------------------------------------------===//

#include "product.cuh"

constexpr int Threads = 256, M = 128, N = 128;

/// A tile that a block computes as a whole goes to C; the other ones, the first
/// and the last of each block, to its two tiles of `parts`, for a sum later.
KERNEL(Threads)
streamk_gemm(float *__restrict__ c, float *__restrict__ parts,
             const half *__restrict__ a, const half *__restrict__ b, int m,
             int n, int depth) {
  constexpr int K = 32;
  __shared__ alignas(32) half as[M][K];
  __shared__ alignas(32) half bs[K][N];
  const int steps = depth / K, wide = n / N;
  const int all = m / M * wide * steps;
  const int share = (all + gridDim.x - 1) / gridDim.x;
  const int end = min(all, (int)(blockIdx.x + 1) * share);
  Product<M, N, K, Threads> product;
  for (int at = blockIdx.x * share; at < end;) {
    const int tile = at / steps, first = at % steps;
    const int last = min(steps, first + end - at);
    const int row = tile / wide * M, column = tile % wide * N;
    product.clear();
    for (int step = first; step < last; ++step) {
      const int k = step * K;
      copyTile<M, K, Threads>(&as[0][0], K, a + (size_t)row * depth + k,
                              depth);
      copyTile<K, N, Threads>(&bs[0][0], N, b + (size_t)k * n + column, n);
      __syncthreads();
      product.add(&as[0][0], K, &bs[0][0], N);
      __syncthreads();
    }
    if (first == 0 && last == steps)
      product.store(c + (size_t)row * n + column, n);
    else
      product.store(parts +
                        (size_t)(2 * blockIdx.x + (first == 0)) * M * N,
                    N);
    at += last - first;
  }
}

/// The rows of group g begin at offsets[g]. blockIdx.y counts the tiles of rows
/// of all groups; there may be more blocks than tiles.
KERNEL(Threads)
grouped_gemm(float *__restrict__ c, const half *__restrict__ a,
             const half *__restrict__ b, const int *__restrict__ offsets,
             int groups, int n, int depth) {
  constexpr int K = 64;
  __shared__ alignas(32) half as[M][K];
  __shared__ alignas(32) half bs[K][N];
  int group = 0, before = 0, tiles = 0;
  for (; group < groups; ++group) {
    tiles = (offsets[group + 1] - offsets[group] + M - 1) / M;
    if ((int)blockIdx.y < before + tiles)
      break;
    before += tiles;
  }
  if (group == groups)
    return;
  const int row = offsets[group] + (blockIdx.y - before) * M;
  const int rows = offsets[group + 1] - row, column = blockIdx.x * N;
  b += (size_t)group * depth * n;
  Product<M, N, K, Threads> product;
  for (int k = 0; k < depth; k += K) {
    for (int i = threadIdx.x; i < M * K / 8; i += Threads) {
      const int r = i / (K / 8), x = i % (K / 8) * 8;
      int4 value = {0, 0, 0, 0};
      if (r < rows)
        value = *reinterpret_cast<const int4 *>(
            a + (size_t)(row + r) * depth + k + x);
      *reinterpret_cast<int4 *>(&as[r][x]) = value;
    }
    copyTile<K, N, Threads>(&bs[0][0], N, b + (size_t)k * n + column, n);
    __syncthreads();
    product.add(&as[0][0], K, &bs[0][0], N);
    __syncthreads();
  }
  __shared__ alignas(32) float stage[Threads / WarpSize][16][16];
  product.each(stage, [&](int r, int x, float value) {
    if (r < rows)
      c[(size_t)(row + r) * n + column + x] = value;
  });
}
