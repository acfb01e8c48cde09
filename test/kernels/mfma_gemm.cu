// A matrix product of halves by AMD's matrix cores, as it is usually written:
// padded tiles, filled in loops of 16-byte copies, fragments read element by
// element. Only HIP has these instructions.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2 --arg 3=64 --arg 4=64

#include "portable.h"

#ifdef __HIP__
typedef _Float16 Half4 __attribute__((ext_vector_type(4)));
typedef _Float16 Half8 __attribute__((ext_vector_type(8)));
typedef float Float4 __attribute__((ext_vector_type(4)));

constexpr int M = 64, N = 64, K = 32, Padding = 8;

// Row-major A and B; each block has M rows of C.
template <int Threads>
__device__ __forceinline__ void product(float *RESTRICT c,
                                        const _Float16 *RESTRICT a,
                                        const _Float16 *RESTRICT b, int columns,
                                        int depth) {
  __shared__ _Float16 as[M][K + Padding];
  __shared__ _Float16 bs[K][N + Padding];
  const int t = threadIdx.x, lane = t % 64, wave = t / 64;
  const int row = wave / 2 * 32, column = wave % 2 * 32;
  const int first = blockIdx.x * M;
  const int threads = Threads ? Threads : blockDim.x;
  Float4 sum[2][2] = {};
  for (int k0 = 0; k0 < depth; k0 += K) {
    for (int i = t; i < M * K / 8; i += threads) {
      const int r = i / (K / 8), x = i % (K / 8) * 8;
      *reinterpret_cast<Half8 *>(&as[r][x]) =
          *reinterpret_cast<const Half8 *>(&a[(first + r) * depth + k0 + x]);
    }
    for (int i = t; i < K * N / 8; i += threads) {
      const int r = i / (N / 8), x = i % (N / 8) * 8;
      *reinterpret_cast<Half8 *>(&bs[r][x]) =
          *reinterpret_cast<const Half8 *>(&b[(k0 + r) * columns + x]);
    }
    __syncthreads();
    for (int k = 0; k < K; k += 16) {
      Half4 left[2], right[2];
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) {
          const int at = k + lane / 16 * 4 + j;
          left[i][j] = as[row + i * 16 + lane % 16][at];
          right[i][j] = bs[at][column + i * 16 + lane % 16];
        }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] = __builtin_amdgcn_mfma_f32_16x16x16f16(
              left[i], right[j], sum[i][j], 0, 0, 0);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 4; ++r)
        c[(first + row + i * 16 + lane / 16 * 4 + r) * columns + column +
          j * 16 + lane % 16] = sum[i][j][r];
}

KERNEL product_unstated(float *RESTRICT c, const _Float16 *RESTRICT a,
                        const _Float16 *RESTRICT b, int columns, int depth) {
  product<0>(c, a, b, columns, depth);
}

KERNEL_BOUNDS(256)
product_bounded(float *RESTRICT c, const _Float16 *RESTRICT a,
                const _Float16 *RESTRICT b, int columns, int depth) {
  product<0>(c, a, b, columns, depth);
}

KERNEL_BOUNDS(256)
product_constant(float *RESTRICT c, const _Float16 *RESTRICT a,
                 const _Float16 *RESTRICT b, int columns, int depth) {
  product<256>(c, a, b, columns, depth);
}
#endif
