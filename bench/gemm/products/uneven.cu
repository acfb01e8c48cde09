//===- uneven.cu - 64 x 96 x 32 halves by 192 threads ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing about B's tile or the block is a power of two: 12 chunks in a row of
// 192 bytes, six warps, and a loop over A that ends inside the block.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 192 --grid 2,1 --arg 3=192 --arg 4=64

#include "products.h"

constexpr int BM = 64, BN = 96, BK = 32, THREADS = 192;

template <bool ByHand>
__device__ __forceinline__ void product(float *C, const half *A, const half *B,
                                        int N, int K) {
  __shared__ __align__(16) half As[BM][BK];
  __shared__ __align__(16) half Bs[BK][BN];
  auto colA = [](int r, int c) { return ByHand ? c ^ r / 2 % 4 * 8 : c; };
  auto colB = [](int r, int c) { return ByHand ? c ^ r / 2 % 4 * 8 : c; };
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int wm = warp % 2 * 32, wn = warp / 2 * 32;

  float sum[2][4][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int i = threadIdx.x; i < BM * BK / 8; i += THREADS) {
      const int r = i / (BK / 8), c = i % (BK / 8) * 8;
      *reinterpret_cast<uint4 *>(&As[r][colA(r, c)]) =
          *reinterpret_cast<const uint4 *>(
              &A[(size_t)(blockIdx.y * BM + r) * K + k0 + c]);
    }
#pragma unroll
    for (int i = threadIdx.x; i < BK * BN / 8; i += THREADS) {
      const int r = i / (BN / 8), c = i % (BN / 8) * 8;
      *reinterpret_cast<uint4 *>(&Bs[r][colB(r, c)]) =
          *reinterpret_cast<const uint4 *>(
              &B[(size_t)(k0 + r) * N + blockIdx.x * BN + c]);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k += 16) {
      uint32_t a[2][4], b[4][2];
      if constexpr (ByHand) {
        for (int m = 0; m < 2; ++m) {
          const int r = wm + m * 16 + lane % 16;
          loadMatrices(a[m][0], a[m][1], a[m][2], a[m][3],
                       &As[r][colA(r, k + lane / 16 * 8)]);
        }
        for (int n = 0; n < 4; n += 2) {
          const int r = k + lane % 16;
          loadTransposed(b[n][0], b[n][1], b[n + 1][0], b[n + 1][1],
                         &Bs[r][colB(r, wn + n * 8 + lane / 16 * 8)]);
        }
      } else {
        for (int m = 0; m < 2; ++m)
          for (int j = 0; j < 4; ++j)
            a[m][j] = *reinterpret_cast<const uint32_t *>(
                &As[wm + m * 16 + lane / 4 + j % 2 * 8]
                   [k + lane % 4 * 2 + j / 2 * 8]);
        for (int n = 0; n < 4; ++n)
          for (int j = 0; j < 2; ++j) {
            const int r = k + lane % 4 * 2 + j * 8, c = wn + n * 8 + lane / 4;
            b[n][j] = pack(Bs[r][c], Bs[r + 1][c]);
          }
      }
      for (int m = 0; m < 2; ++m)
        for (int n = 0; n < 4; ++n)
          mmaHalf(sum[m][n], a[m], b[n]);
    }
    __syncthreads();
  }
  storeSums(&C[size_t(blockIdx.y * BM + wm) * N + blockIdx.x * BN + wn], N,
            lane, sum);
}

PRODUCT(uneven, THREADS, float, half)
