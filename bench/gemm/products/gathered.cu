//===- gathered.cu - 64 x 128 x 32 halves, copies of 16 bytes -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Row-major tiles without padding, filled by loops over the whole block; B's
// fragments are gathered half by half.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 128 --grid 2,1 --arg 3=256 --arg 4=64

#include "products.h"

constexpr int BM = 64, BN = 128, BK = 32;

template <bool ByHand>
__device__ __forceinline__ void product(float *C, const half *A, const half *B,
                                        int N, int K) {
  __shared__ __align__(16) half As[BM][BK];
  __shared__ __align__(16) half Bs[BK][BN];
  // 16-byte chunks of a row. Two rows of A are as long as all the banks.
  auto chunkA = [](int r, int c) { return ByHand ? c ^ (r / 2 % 4) : c; };
  auto chunkB = [](int r, int c) { return ByHand ? c ^ (r % 8) : c; };

  int tid = threadIdx.x;
  int lane = tid % 32, warp = tid / 32;
  int group = lane / 4, pair = lane % 4 * 2;
  int wm = warp / 2 * 32, wn = warp % 2 * 64;
  int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float acc[2][8][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK / 8; i += blockDim.x) {
      int r = i / (BK / 8), c = i % (BK / 8);
      *reinterpret_cast<uint4 *>(&As[r][chunkA(r, c) * 8]) =
          *reinterpret_cast<const uint4 *>(
              &A[static_cast<size_t>(row0 + r) * K + k0 + c * 8]);
    }
    for (int i = tid; i < BK * BN / 8; i += blockDim.x) {
      int r = i / (BN / 8), c = i % (BN / 8);
      *reinterpret_cast<uint4 *>(&Bs[r][chunkB(r, c) * 8]) =
          *reinterpret_cast<const uint4 *>(
              &B[static_cast<size_t>(k0 + r) * N + col0 + c * 8]);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k += 16) {
      uint32_t a[2][4], b[8][2];
      if constexpr (ByHand) {
        for (int m = 0; m < 2; ++m) {
          int r = wm + m * 16 + lane % 16;
          loadMatrices(a[m][0], a[m][1], a[m][2], a[m][3],
                       &As[r][chunkA(r, k / 8 + lane / 16) * 8]);
        }
        for (int n = 0; n < 8; n += 2) {
          int r = k + lane % 16;
          loadTransposed(b[n][0], b[n][1], b[n + 1][0], b[n + 1][1],
                         &Bs[r][chunkB(r, wn / 8 + n + lane / 16) * 8]);
        }
      } else {
        for (int m = 0; m < 2; ++m)
          for (int j = 0; j < 4; ++j)
            a[m][j] = *reinterpret_cast<const uint32_t *>(
                &As[wm + m * 16 + group + j % 2 * 8][k + pair + j / 2 * 8]);
        for (int n = 0; n < 8; ++n)
          for (int j = 0; j < 2; ++j)
            b[n][j] = pack(Bs[k + pair + j * 8][wn + n * 8 + group],
                           Bs[k + pair + 1 + j * 8][wn + n * 8 + group]);
      }
      for (int m = 0; m < 2; ++m)
        for (int n = 0; n < 8; ++n)
          mmaHalf(acc[m][n], a[m], b[n]);
    }
    __syncthreads();
  }
  storeSums(&C[size_t(row0 + wm) * N + col0 + wn], N, lane, acc);
}

PRODUCT(gathered, 128, float, half)
