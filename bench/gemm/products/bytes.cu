//===- bytes.cu - 64 x 64 x 64 bytes, column-major B ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers of 8 bits. Both operands are contiguous along K, so every fragment
// consists of whole words.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 128 --grid 2,1 --arg 3=128 --arg 4=128

#include "products.h"

enum { MB = 64, NB = 64, KB = 64, NT = 128 };

template <bool Hand>
__device__ __forceinline__ void product(int *c, const int8_t *a,
                                        const int8_t *b, int n, int k) {
  __shared__ __align__(16) int8_t sa[MB][KB];
  __shared__ __align__(16) int8_t sb[NB][KB];
  auto col = [](int row, int byte) {
    return Hand ? byte ^ (row / 2 % 4) * 16 : byte;
  };
  int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int g = lane >> 2, q = (lane & 3) << 2;
  int mw = (warp & 1) * 32, nw = (warp >> 1) * 32;
  int acc[2][4][4] = {};

  for (int k0 = 0; k0 < k; k0 += KB) {
    for (int p = tid * 16; p < MB * KB; p += NT * 16)
      *(uint4 *)&sa[p / KB][col(p / KB, p % KB)] =
          *(const uint4 *)&a[(size_t)(blockIdx.y * MB + p / KB) * k + k0 +
                             p % KB];
    for (int p = tid * 16; p < NB * KB; p += NT * 16)
      *(uint4 *)&sb[p / KB][col(p / KB, p % KB)] =
          *(const uint4 *)&b[(size_t)(blockIdx.x * NB + p / KB) * k + k0 +
                             p % KB];
    __syncthreads();
    for (int kk = 0; kk < KB; kk += 32) {
      uint32_t fa[2][4], fb[4][2];
      if (Hand) {
        for (int i = 0; i < 2; i++) {
          int row = mw + i * 16 + lane % 16;
          loadMatrices(fa[i][0], fa[i][1], fa[i][2], fa[i][3],
                       &sa[row][col(row, kk + lane / 16 * 16)]);
        }
        for (int j = 0; j < 4; j += 2) {
          int row = nw + j * 8 + lane % 8 + lane / 16 * 8;
          loadMatrices(fb[j][0], fb[j][1], fb[j + 1][0], fb[j + 1][1],
                       &sb[row][col(row, kk + lane / 8 % 2 * 16)]);
        }
      } else {
        for (int i = 0; i < 2; i++)
          for (int r = 0; r < 4; r++)
            fa[i][r] = *(const uint32_t *)&sa[mw + i * 16 + g + (r & 1) * 8]
                                             [kk + q + (r >> 1) * 16];
        for (int j = 0; j < 4; j++)
          for (int r = 0; r < 2; r++)
            fb[j][r] =
                *(const uint32_t *)&sb[nw + j * 8 + g][kk + q + r * 16];
      }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
          mmaBytes(acc[i][j], fa[i], fb[j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      for (int r = 0; r < 4; r++)
        c[(size_t)(blockIdx.y * MB + mw + i * 16 + g + (r >> 1) * 8) * n +
          blockIdx.x * NB + nw + j * 8 + (lane & 3) * 2 + (r & 1)] =
            acc[i][j][r];
}

PRODUCT(bytes, NT, int, int8_t)
