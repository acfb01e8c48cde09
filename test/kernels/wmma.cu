// Products of tiles with nvcuda::wmma, as people write them: tiles of a power of
// two of elements a row, whose rows begin in one bank, filled 16 bytes at a
// time or element by element.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH product_*: --block 128 --grid 2,2 --arg 3=128
// LAUNCH sums: --block 128 --grid 1 --arg 3=16

#include <mma.h>

using namespace nvcuda;

// B's fragments are read from rows or from columns.
template <typename Layout, bool ByRows>
__device__ __forceinline__ void product(float *c, const half *a, const half *b,
                                        int n) {
  alignas(32) __shared__ half As[64][64];
  alignas(32) __shared__ half Bs[64][64];
  const int t = threadIdx.x, warp = t / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4];
  for (int j = 0; j < 4; ++j)
    wmma::fill_fragment(sum[j], 0.0f);
  for (int k0 = 0; k0 < n; k0 += 64) {
    for (int i = t; i < 64 * 8; i += 128) {
      const int row = i / 8, column = i % 8 * 8;
      *(int4 *)&As[row][column] =
          *(const int4 *)&a[(blockIdx.y * 64 + row) * n + k0 + column];
      *(int4 *)&Bs[row][column] =
          *(const int4 *)&b[(k0 + row) * n + blockIdx.x * 64 + column];
    }
    __syncthreads();
    for (int k = 0; k < 64; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
      wmma::load_matrix_sync(x, &As[warp * 16][k], 64);
      for (int j = 0; j < 4; ++j) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, Layout> y;
        wmma::load_matrix_sync(y, ByRows ? &Bs[k][j * 16] : &Bs[j * 16][k], 64);
        wmma::mma_sync(sum[j], x, y, sum[j]);
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    wmma::store_matrix_sync(
        &c[(blockIdx.y * 64 + warp * 16) * n + blockIdx.x * 64 + j * 16],
        sum[j], n, wmma::mem_row_major);
}

extern "C" __global__ void __launch_bounds__(128)
    product_rows(float *c, const half *a, const half *b, int n) {
  product<wmma::row_major, true>(c, a, b, n);
}

extern "C" __global__ void __launch_bounds__(128)
    product_columns(float *c, const half *a, const half *b, int n) {
  product<wmma::col_major, false>(c, a, b, n);
}

// The sums go through shared memory, and each thread reads a part of a row.
extern "C" __global__ void __launch_bounds__(128)
    sums(float *c, const half *a, const half *b, int n) {
  alignas(32) __shared__ half tile[2][64][64];
  alignas(32) __shared__ float result[64][64];
  const int t = threadIdx.x, warp = t / 32;
  for (int i = t; i < 64 * 64; i += 128) {
    tile[0][i / 64][i % 64] = a[i];
    tile[1][i / 64][i % 64] = b[i];
  }
  __syncthreads();
  for (int j = 0; j < 4; ++j) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < 64; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
      wmma::load_matrix_sync(x, &tile[0][warp * 16][k], 64);
      wmma::load_matrix_sync(y, &tile[1][k][j * 16], 64);
      wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(&result[warp * 16][j * 16], sum, 64,
                            wmma::mem_row_major);
  }
  __syncthreads();
  for (int i = t; i < 64 * 64; i += 128)
    c[i] = result[i / 64][i % 64] / n;
}
