//===- product.cuh - Products of tiles in shared memory -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the products of matrices of this folder share: a block's warps divide
// its tile of the result among themselves, two along the rows, and go through
// tiles of both operands that are in shared memory, by wmma.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_PAPER_PRODUCT_CUH
#define F2LAYOUT_BENCH_PAPER_PRODUCT_CUH

#include "portable.cuh"

/// One warp's part of the product of M x K by K x N elements.
template <int M, int N, int K, int Threads, typename T = half,
          typename LayoutB = wmma::row_major>
struct Product {
  static constexpr int Warps = Threads / WarpSize;
  static constexpr int Rows = M / 2, Columns = N / (Warps / 2);
  static constexpr int Down = Rows / 16, Along = Columns / 16;
  static constexpr bool ByRows =
      std::is_same<LayoutB, wmma::row_major>::value;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[Down][Along];
  int row, column;

  __device__ __forceinline__ Product() {
    const int warp = threadIdx.x / WarpSize;
    row = warp % 2 * Rows;
    column = warp / 2 * Columns;
    clear();
  }

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int i = 0; i < Down; ++i)
#pragma unroll
      for (int j = 0; j < Along; ++j)
        wmma::fill_fragment(sums[i][j], 0.0f);
  }

  /// Adds the product of two tiles with so many elements from row to row.
  __device__ __forceinline__ void add(const T *a, int pitchA, const T *b,
                                      int pitchB) {
#pragma unroll
    for (int k = 0; k < K; k += 16) {
      wmma::fragment<wmma::matrix_b, 16, 16, 16, T, LayoutB> y[Along];
#pragma unroll
      for (int j = 0; j < Along; ++j) {
        const int n = column + j * 16;
        wmma::load_matrix_sync(
            y[j], ByRows ? b + k * pitchB + n : b + n * pitchB + k, pitchB);
      }
#pragma unroll
      for (int i = 0; i < Down; ++i) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> x;
        wmma::load_matrix_sync(x, a + (row + i * 16) * pitchA + k, pitchA);
#pragma unroll
        for (int j = 0; j < Along; ++j)
          wmma::mma_sync(sums[i][j], x, y[j], sums[i][j]);
      }
    }
  }

  /// To the tile of C that begins there.
  __device__ __forceinline__ void store(float *c, int pitch) const {
#pragma unroll
    for (int i = 0; i < Down; ++i)
#pragma unroll
      for (int j = 0; j < Along; ++j)
        wmma::store_matrix_sync(c + (size_t)(row + i * 16) * pitch + column +
                                    j * 16,
                                sums[i][j], pitch, wmma::mem_row_major);
  }

  /// Gives each element to a function of row, column and value, by way of 256
  /// floats of shared memory for each warp.
  template <typename Function>
  __device__ __forceinline__ void each(float (&stage)[Warps][16][16],
                                       Function take) const {
    const int warp = threadIdx.x / WarpSize, lane = threadIdx.x % WarpSize;
#pragma unroll
    for (int i = 0; i < Down; ++i)
#pragma unroll
      for (int j = 0; j < Along; ++j) {
        wmma::store_matrix_sync(&stage[warp][0][0], sums[i][j], 16,
                                wmma::mem_row_major);
        syncWarp();
        for (int e = lane; e < 256; e += WarpSize)
          take(row + i * 16 + e / 16, column + j * 16 + e % 16,
               stage[warp][e / 16][e % 16]);
        syncWarp();
      }
  }
};

/// Copies a tile of Rows x Columns elements of two bytes, eight at a time.
template <int Rows, int Columns, int Threads, typename T>
__device__ __forceinline__ void copyTile(T *to, int pitchTo, const T *from,
                                         int pitchFrom) {
  constexpr int InRow = Columns / 8;
#pragma unroll
  for (int i = threadIdx.x; i < Rows * InRow; i += Threads) {
    const int row = i / InRow, column = i % InRow * 8;
    *reinterpret_cast<int4 *>(to + row * pitchTo + column) =
        *reinterpret_cast<const int4 *>(from + (size_t)row * pitchFrom +
                                        column);
  }
}

#endif // F2LAYOUT_BENCH_PAPER_PRODUCT_CUH
