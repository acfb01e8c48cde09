//===- dynamic.cu - 128 x 256 x 32 halves in dynamic shared memory --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both tiles lie in one dynamic array, at offsets that the kernel computes.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 256 --grid 1,1 --arg 3=256 --arg 4=64 --dynamic-shared 24576

#include "products.h"

constexpr int kTileM = 128, kTileN = 256, kTileK = 32;

extern __shared__ __align__(16) unsigned char smem[];

template <bool kByHand>
__device__ __forceinline__ void product(float *out, const half *lhs,
                                        const half *rhs, int ldb, int depth) {
  half *tile_a = reinterpret_cast<half *>(smem);
  half *tile_b = tile_a + kTileM * kTileK;
  const int warp_id = threadIdx.x / 32, lane_id = threadIdx.x % 32;
  const int warp_m = warp_id % 2 * 64, warp_n = warp_id / 2 * 64;
  auto at_a = [&](int row, int chunk) {
    if (kByHand)
      chunk ^= row / 2 % 4;
    return tile_a + row * kTileK + chunk * 8;
  };
  auto at_b = [&](int row, int chunk) {
    if (kByHand)
      chunk ^= row % 8;
    return tile_b + row * kTileN + chunk * 8;
  };

  float acc[4][8][4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
      for (int r = 0; r < 4; ++r)
        acc[i][j][r] = 0;

  for (int k0 = 0; k0 < depth; k0 += kTileK) {
    for (int idx = threadIdx.x; idx < kTileM * kTileK / 8; idx += blockDim.x) {
      const int row = idx / 4, chunk = idx % 4;
      const size_t from =
          static_cast<size_t>(blockIdx.y * kTileM + row) * depth + k0;
      *reinterpret_cast<int4 *>(at_a(row, chunk)) =
          *reinterpret_cast<const int4 *>(lhs + from + chunk * 8);
    }
    for (int idx = threadIdx.x; idx < kTileK * kTileN / 8; idx += blockDim.x) {
      const int row = idx / 32, chunk = idx % 32;
      const size_t from =
          static_cast<size_t>(k0 + row) * ldb + blockIdx.x * kTileN;
      *reinterpret_cast<int4 *>(at_b(row, chunk)) =
          *reinterpret_cast<const int4 *>(rhs + from + chunk * 8);
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < kTileK; kk += 16) {
      uint32_t a[4][4], b[8][2];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        if constexpr (kByHand) {
          loadMatrices(
              a[i][0], a[i][1], a[i][2], a[i][3],
              at_a(warp_m + i * 16 + lane_id % 16, kk / 8 + lane_id / 16));
        } else {
          const half *from = tile_a +
                             (warp_m + i * 16 + lane_id / 4) * kTileK + kk +
                             lane_id % 4 * 2;
          a[i][0] = *reinterpret_cast<const uint32_t *>(from);
          a[i][1] = *reinterpret_cast<const uint32_t *>(from + 8 * kTileK);
          a[i][2] = *reinterpret_cast<const uint32_t *>(from + 8);
          a[i][3] = *reinterpret_cast<const uint32_t *>(from + 8 * kTileK + 8);
        }
      }
      if constexpr (kByHand) {
#pragma unroll
        for (int j = 0; j < 8; j += 2)
          loadTransposed(
              b[j][0], b[j][1], b[j + 1][0], b[j + 1][1],
              at_b(kk + lane_id % 16, warp_n / 8 + j + lane_id / 16));
      } else {
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          const half *from = tile_b + (kk + lane_id % 4 * 2) * kTileN + warp_n +
                             j * 8 + lane_id / 4;
          b[j][0] = pack(from[0], from[kTileN]);
          b[j][1] = pack(from[8 * kTileN], from[9 * kTileN]);
        }
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          mmaHalf(acc[i][j], a[i], b[j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
      for (int r = 0; r < 2; ++r) {
        const size_t row =
            blockIdx.y * kTileM + warp_m + i * 16 + r * 8 + lane_id / 4;
        const size_t col =
            blockIdx.x * kTileN + warp_n + j * 8 + lane_id % 4 * 2;
        *reinterpret_cast<float2 *>(out + row * ldb + col) =
            make_float2(acc[i][j][2 * r], acc[i][j][2 * r + 1]);
      }
}

PRODUCT(dynamic, 256, float, half)
