//===- pairs.cu - 64 x 64 x 32 bf16, copies of 8 bytes --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No launch bounds; the loops step by a constant number of threads and compute
// rows by shifts. The copies go through one-dimensional tiles.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 128 --grid 2,1 --arg 3=128 --arg 4=64

#include "products.h"

#define TM 64
#define TN 64
#define TK 32
#define THREADS 128

/// The place of an element in a tile with rows of 32 (64 bytes).
template <bool ByHand> __device__ int placeA(int row, int col) {
  return row * TK + (ByHand ? col ^ ((row >> 1) & 3) << 3 : col);
}

/// With rows of 64.
template <bool ByHand> __device__ int placeB(int row, int col) {
  return row * TN + (ByHand ? col ^ (row & 7) << 3 : col);
}

template <bool ByHand>
__device__ __forceinline__ void
product(float *__restrict__ c, const __nv_bfloat16 *__restrict__ a,
        const __nv_bfloat16 *__restrict__ b, int n, int k) {
  alignas(ByHand ? 16 : 8) __shared__ __nv_bfloat16 sa[TM * TK];
  alignas(ByHand ? 16 : 8) __shared__ __nv_bfloat16 sb[TK * TN];
  const unsigned t = threadIdx.x;
  const unsigned lane = t & 31, warp = t >> 5;
  const int m0 = (warp >> 1) << 5, n0 = (warp & 1) << 5;
  a += (size_t)blockIdx.y * TM * k;
  b += blockIdx.x * TN;
  c += (size_t)blockIdx.y * TM * n + blockIdx.x * TN;

  float sums[2][4][4] = {};
  for (int step = 0; step < k / TK; step++) {
    __syncthreads();
    for (unsigned e = t * 4; e < TM * TK; e += THREADS * 4) {
      unsigned row = e >> 5, col = e & 31;
      *(uint2 *)(sa + placeA<ByHand>(row, col)) =
          *(const uint2 *)(a + (size_t)row * k + step * TK + col);
    }
    for (unsigned e = t * 4; e < TK * TN; e += THREADS * 4) {
      unsigned row = e >> 6, col = e & 63;
      *(uint2 *)(sb + placeB<ByHand>(row, col)) =
          *(const uint2 *)(b + (size_t)(step * TK + row) * n + col);
    }
    __syncthreads();

    for (int kk = 0; kk < TK; kk += 16) {
      uint32_t fa[2][4], fb[4][2];
      for (int i = 0; i < 2; i++) {
        if (ByHand) {
          loadMatrices(fa[i][0], fa[i][1], fa[i][2], fa[i][3],
                       sa + placeA<ByHand>(m0 + i * 16 + (lane & 15),
                                           kk + (lane >> 4) * 8));
        } else {
          for (int r = 0; r < 4; r++)
            fa[i][r] =
                *(uint32_t *)(sa +
                              placeA<false>(
                                  m0 + i * 16 + (lane >> 2) + (r & 1) * 8,
                                  kk + (lane & 3) * 2 + (r >> 1) * 8));
        }
      }
      if (ByHand) {
        for (int j = 0; j < 4; j += 2)
          loadTransposed(fb[j][0], fb[j][1], fb[j + 1][0], fb[j + 1][1],
                         sb + placeB<ByHand>(kk + (lane & 15),
                                             n0 + j * 8 + (lane >> 4) * 8));
      } else {
        for (int j = 0; j < 4; j++)
          for (int r = 0; r < 2; r++) {
            int row = kk + (lane & 3) * 2 + r * 8;
            int col = n0 + j * 8 + (lane >> 2);
            __nv_bfloat162 two;
            two.x = sb[placeB<false>(row, col)];
            two.y = sb[placeB<false>(row + 1, col)];
            fb[j][r] = *(uint32_t *)&two;
          }
      }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
          mmaBf16(sums[i][j], fa[i], fb[j]);
    }
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      for (int r = 0; r < 4; r++)
        c[(size_t)(m0 + i * 16 + (lane >> 2) + (r >> 1) * 8) * n + n0 + j * 8 +
          (lane & 3) * 2 + (r & 1)] = sums[i][j][r];
}

extern "C" __global__ void pairs(float *c, const __nv_bfloat16 *a,
                                 const __nv_bfloat16 *b, int n, int k) {
  product<false>(c, a, b, n, k);
}

extern "C" __global__ void pairs_by_hand(float *c, const __nv_bfloat16 *a,
                                         const __nv_bfloat16 *b, int n, int k) {
  product<true>(c, a, b, n, k);
}
