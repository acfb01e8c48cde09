// Tiles for AMD's matrix cores, stored by rows without padding and read by
// columns of lanes: their rows begin in the same banks. Only HIP has these
// instructions.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2 --arg 3=3

#include "portable.h"

#ifdef __HIP__
typedef _Float16 Half4 __attribute__((ext_vector_type(4)));
typedef _Float16 Half8 __attribute__((ext_vector_type(8)));
typedef float Float4 __attribute__((ext_vector_type(4)));

// 64 x 64 of C = A B by four waves with 32 x 32 each. A is row-major, and B
// column-major. Stores of Chunk fill a tile of 64 rows of Depth.
template <typename T, typename Chunk, int Depth, int Pitch>
__device__ __forceinline__ void load(T (*tile)[Pitch], const T *RESTRICT from,
                                     int pitch) {
  constexpr int Items = sizeof(Chunk) / sizeof(T);
  for (int i = threadIdx.x; i < 64 * Depth / Items; i += 256) {
    const int r = i / (Depth / Items), x = i % (Depth / Items) * Items;
    *reinterpret_cast<Chunk *>(&tile[r][x]) =
        *reinterpret_cast<const Chunk *>(&from[r * pitch + x]);
  }
}

__device__ __forceinline__ void store(float *RESTRICT c,
                                      const Float4 (&sum)[2][2]) {
  const int lane = threadIdx.x % 64, wave = threadIdx.x / 64;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 4; ++r)
        c[(blockIdx.x * 64 + wave / 2 * 32 + i * 16 + lane / 16 * 4 + r) * 64 +
          wave % 2 * 32 + j * 16 + lane % 16] = sum[i][j][r];
}

// Halves: fragments of 8 bytes.
__device__ __forceinline__ void multiply(Float4 (&sum)[2][2],
                                         const _Float16 (*as)[64],
                                         const _Float16 (*bs)[64]) {
  const int lane = threadIdx.x % 64, wave = threadIdx.x / 64;
#pragma unroll
  for (int k = 0; k < 64; k += 16)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        const int at = k + lane / 16 * 4;
        const Half4 a = *reinterpret_cast<const Half4 *>(
            &as[wave / 2 * 32 + i * 16 + lane % 16][at]);
        const Half4 b = *reinterpret_cast<const Half4 *>(
            &bs[wave % 2 * 32 + j * 16 + lane % 16][at]);
        sum[i][j] =
            __builtin_amdgcn_mfma_f32_16x16x16f16(a, b, sum[i][j], 0, 0, 0);
      }
}

template <typename Chunk>
__device__ __forceinline__ void
halves(float *RESTRICT c, const _Float16 *RESTRICT a,
       const _Float16 *RESTRICT b, int steps) {
  __shared__ __align__(16) _Float16 as[64][64], bs[64][64];
  Float4 sum[2][2] = {};
  for (int s = 0; s < steps; ++s) {
    load<_Float16, Chunk, 64>(as, a + blockIdx.x * 64 * 64 * steps + 64 * s,
                              64 * steps);
    load<_Float16, Chunk, 64>(bs, b + 64 * s, 64 * steps);
    __syncthreads();
    multiply(sum, as, bs);
    __syncthreads();
  }
  store(c, sum);
}

KERNEL_BOUNDS(256)
halves_4(float *RESTRICT c, const _Float16 *RESTRICT a,
         const _Float16 *RESTRICT b, int steps) {
  halves<Half4>(c, a, b, steps);
}

KERNEL_BOUNDS(256)
halves_8(float *RESTRICT c, const _Float16 *RESTRICT a,
         const _Float16 *RESTRICT b, int steps) {
  halves<Half8>(c, a, b, steps);
}

// Two buffers, one barrier in a turn.
KERNEL_BOUNDS(256)
halves_twice(float *RESTRICT c, const _Float16 *RESTRICT a,
             const _Float16 *RESTRICT b, int steps) {
  __shared__ __align__(16) _Float16 as[2][64][64], bs[2][64][64];
  Float4 sum[2][2] = {};
  a += blockIdx.x * 64 * 64 * steps;
  for (int s = 0; s < steps; ++s) {
    load<_Float16, Half8, 64>(as[s % 2], a + 64 * s, 64 * steps);
    load<_Float16, Half8, 64>(bs[s % 2], b + 64 * s, 64 * steps);
    __syncthreads();
    multiply(sum, as[s % 2], bs[s % 2]);
  }
  store(c, sum);
}

// Words, one a lane.
template <int Pitch>
__device__ __forceinline__ void words(float *RESTRICT c,
                                      const float *RESTRICT a,
                                      const float *RESTRICT b, int steps) {
  __shared__ __align__(16) float as[64][Pitch], bs[64][Pitch];
  const int lane = threadIdx.x % 64, wave = threadIdx.x / 64;
  Float4 sum[2][2] = {};
  for (int s = 0; s < steps; ++s) {
    load<float, Float4, 32>(as, a + (blockIdx.x * 64 * steps + s) * 32,
                            32 * steps);
    load<float, Float4, 32>(bs, b + 32 * s, 32 * steps);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 4)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] = __builtin_amdgcn_mfma_f32_16x16x4f32(
              as[wave / 2 * 32 + i * 16 + lane % 16][k + lane / 16],
              bs[wave % 2 * 32 + j * 16 + lane % 16][k + lane / 16],
              sum[i][j], 0, 0, 0);
    __syncthreads();
  }
  store(c, sum);
}

KERNEL_BOUNDS(256)
words_32(float *RESTRICT c, const float *RESTRICT a, const float *RESTRICT b,
         int steps) {
  words<32>(c, a, b, steps);
}

// A pitch that is no power of two and still has conflicts.
KERNEL_BOUNDS(256)
words_48(float *RESTRICT c, const float *RESTRICT a, const float *RESTRICT b,
         int steps) {
  words<48>(c, a, b, steps);
}
#endif
