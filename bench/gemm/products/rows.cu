//===- rows.cu - 64 x 128 x 32 bf16 by blocks of 32 x 4 threads -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// threadIdx.y is the warp. Rows are filled in loops over rows and, for B, over
// columns; a part of a warp fills a row of A.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 32,4 --grid 1,1 --arg 3=128 --arg 4=64

#include "products.h"

constexpr int BM = 64, BN = 128, BK = 32;
using bf16 = __nv_bfloat16;

template <bool ByHand>
__device__ __forceinline__ void product(float *C, const bf16 *A, const bf16 *B,
                                        int N, int K) {
  __shared__ struct {
    alignas(16) bf16 A[BM][BK];
    alignas(16) bf16 B[BK][BN];
  } tiles;
  auto xa = [](int r, int c) { return ByHand ? c ^ (r >> 1 & 3) << 3 : c; };
  auto xb = [](int r, int c) { return ByHand ? c ^ (r & 7) << 3 : c; };
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int wm = warp / 2 * 32, wn = warp % 2 * 64;

  float d[2][8][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int r = threadIdx.y * 8 + lane / 4; r < BM; r += blockDim.y * 8) {
      const int c = lane % 4 * 8;
      *reinterpret_cast<uint4 *>(&tiles.A[r][xa(r, c)]) =
          *reinterpret_cast<const uint4 *>(
              &A[(size_t)(blockIdx.y * BM + r) * K + k0 + c]);
    }
    for (int r = threadIdx.y; r < BK; r += blockDim.y)
      for (int c = lane * 4; c < BN; c += 32 * 4)
        *reinterpret_cast<uint2 *>(&tiles.B[r][xb(r, c)]) =
            *reinterpret_cast<const uint2 *>(
                &B[(size_t)(k0 + r) * N + blockIdx.x * BN + c]);
    __syncthreads();
    for (int k = 0; k < BK; k += 16) {
      uint32_t a[2][4], b[8][2];
      for (int m = 0; m < 2; ++m) {
        if constexpr (ByHand) {
          const int r = wm + m * 16 + lane % 16;
          loadMatrices(a[m][0], a[m][1], a[m][2], a[m][3],
                       &tiles.A[r][xa(r, k + lane / 16 * 8)]);
        } else {
          for (int j = 0; j < 4; ++j)
            a[m][j] = *reinterpret_cast<uint32_t *>(
                &tiles.A[wm + m * 16 + lane / 4 + j % 2 * 8]
                        [k + lane % 4 * 2 + j / 2 * 8]);
        }
      }
      if constexpr (ByHand) {
        for (int n = 0; n < 8; n += 2) {
          const int r = k + lane % 16;
          loadTransposed(b[n][0], b[n][1], b[n + 1][0], b[n + 1][1],
                         &tiles.B[r][xb(r, wn + n * 8 + lane / 16 * 8)]);
        }
      } else {
        for (int n = 0; n < 8; ++n)
          for (int j = 0; j < 2; ++j) {
            const int r = k + lane % 4 * 2 + j * 8, c = wn + n * 8 + lane / 4;
            __nv_bfloat162 two =
                __halves2bfloat162(tiles.B[r][c], tiles.B[r + 1][c]);
            b[n][j] = *reinterpret_cast<uint32_t *>(&two);
          }
      }
      for (int m = 0; m < 2; ++m)
        for (int n = 0; n < 8; ++n)
          mmaBf16(d[m][n], a[m], b[n]);
    }
    __syncthreads();
  }
  storeSums(&C[size_t(blockIdx.y * BM + wm) * N + blockIdx.x * BN + wn], N,
            lane, d);
}

PRODUCT(rows, 128, float, bf16)
