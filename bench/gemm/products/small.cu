//===- small.cu - 32 x 64 x 16 halves, copies of 4 bytes ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two warps, and rows of A of 32 bytes: four rows are as long as all the banks.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 64 --grid 2,2 --arg 3=128 --arg 4=32

#include "products.h"

constexpr int M_TILE = 32, N_TILE = 64, K_TILE = 16;

template <bool BY_HAND>
__device__ __forceinline__ void product(float *C, const half2 *A,
                                        const half2 *B, int N, int K) {
  __shared__ __align__(16) half2 As[M_TILE][K_TILE / 2];
  __shared__ __align__(16) half2 Bs[K_TILE][N_TILE / 2];
  // A column counts pairs; four of them are a chunk.
  auto columnA = [](int row, int column) {
    return BY_HAND ? column ^ (row / 4 % 2 * 4) : column;
  };
  auto columnB = [](int row, int column) {
    return BY_HAND ? column ^ (row % 8 * 4) : column;
  };

  int lane = threadIdx.x & 31;
  int warpColumn = threadIdx.x >> 5 << 5;
  float sums[2][4][4] = {};
  for (int k = 0; k < K; k += K_TILE) {
    for (int i = threadIdx.x; i < M_TILE * K_TILE / 2; i += blockDim.x) {
      int row = i / (K_TILE / 2), column = i % (K_TILE / 2);
      As[row][columnA(row, column)] =
          A[((size_t)(blockIdx.y * M_TILE + row) * K + k) / 2 + column];
    }
    for (int i = threadIdx.x; i < K_TILE * N_TILE / 2; i += blockDim.x) {
      int row = i / (N_TILE / 2), column = i % (N_TILE / 2);
      Bs[row][columnB(row, column)] =
          B[((size_t)(k + row) * N + blockIdx.x * N_TILE) / 2 + column];
    }
    __syncthreads();
    uint32_t a[2][4], b[4][2];
    for (int i = 0; i < 2; ++i) {
      if constexpr (BY_HAND) {
        int row = i * 16 + lane % 16;
        loadMatrices(a[i][0], a[i][1], a[i][2], a[i][3],
                     &As[row][columnA(row, lane / 16 * 4)]);
      } else {
        for (int r = 0; r < 4; ++r) {
          half2 two = As[i * 16 + lane / 4 + r % 2 * 8][lane % 4 + r / 2 * 4];
          a[i][r] = *reinterpret_cast<uint32_t *>(&two);
        }
      }
    }
    if constexpr (BY_HAND) {
      for (int j = 0; j < 4; j += 2) {
        int row = lane % 16;
        loadTransposed(
            b[j][0], b[j][1], b[j + 1][0], b[j + 1][1],
            &Bs[row][columnB(row, warpColumn / 2 + j * 4 + lane / 16 * 4)]);
      }
    } else {
      const half(*halves)[N_TILE] = reinterpret_cast<const half(*)[N_TILE]>(Bs);
      for (int j = 0; j < 4; ++j)
        for (int r = 0; r < 2; ++r) {
          int row = lane % 4 * 2 + r * 8;
          int column = warpColumn + j * 8 + lane / 4;
          b[j][r] = pack(halves[row][column], halves[row + 1][column]);
        }
    }
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 4; ++j)
        mmaHalf(sums[i][j], a[i], b[j]);
    __syncthreads();
  }
  storeSums(
      &C[size_t(blockIdx.y * M_TILE) * N + blockIdx.x * N_TILE + warpColumn], N,
      lane, sums);
}

PRODUCT(small, 64, float, half2)
