//===- stages.cu - 128 x 64 x 64 halves, two stages -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two stages with an index that toggles; the next tiles wait in registers while
// the current ones are multiplied.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 256 --grid 2,1 --arg 3=128 --arg 4=192

#include "products.h"

constexpr int BlockM = 128, BlockN = 64, BlockK = 64, Threads = 256;
constexpr int PartsA = BlockM * BlockK / 8 / Threads;
constexpr int PartsB = BlockK * BlockN / 8 / Threads;

template <bool ByHand> struct Tiles {
  half A[2][BlockM][BlockK];
  half B[2][BlockK][BlockN];

  static __device__ __forceinline__ int column(int Row, int Column) {
    return ByHand ? Column ^ (Row & 7) * 8 : Column;
  }
};

template <bool ByHand>
__device__ __forceinline__ void product(float *C, const half *A, const half *B,
                                        int N, int K) {
  using Tile = Tiles<ByHand>;
  __shared__ __align__(128) Tile S;
  const int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  const int WarpRow = Warp % 4 * 32, WarpColumn = Warp / 4 * 32;
  const half *FromA = A + size_t(blockIdx.y) * BlockM * K;
  const half *FromB = B + blockIdx.x * BlockN;

  uint4 NextA[PartsA], NextB[PartsB];
  auto Load = [&](int Step) {
#pragma unroll
    for (int P = 0; P < PartsA; ++P) {
      const int I = P * Threads + threadIdx.x;
      NextA[P] = *reinterpret_cast<const uint4 *>(FromA + size_t(I / 8) * K +
                                                  Step * BlockK + I % 8 * 8);
    }
#pragma unroll
    for (int P = 0; P < PartsB; ++P) {
      const int I = P * Threads + threadIdx.x;
      NextB[P] = *reinterpret_cast<const uint4 *>(
          FromB + (size_t(Step) * BlockK + I / 8) * N + I % 8 * 8);
    }
  };
  auto Store = [&](int Stage) {
#pragma unroll
    for (int P = 0; P < PartsA; ++P) {
      const int I = P * Threads + threadIdx.x;
      *reinterpret_cast<uint4 *>(
          &S.A[Stage][I / 8][Tile::column(I / 8, I % 8 * 8)]) = NextA[P];
    }
#pragma unroll
    for (int P = 0; P < PartsB; ++P) {
      const int I = P * Threads + threadIdx.x;
      *reinterpret_cast<uint4 *>(
          &S.B[Stage][I / 8][Tile::column(I / 8, I % 8 * 8)]) = NextB[P];
    }
  };

  float Sums[2][4][4] = {};
  const int Steps = K / BlockK;
  Load(0);
  Store(0);
  __syncthreads();
  int Stage = 0;
  for (int Step = 0; Step < Steps; ++Step) {
    if (Step + 1 < Steps)
      Load(Step + 1);
#pragma unroll
    for (int KK = 0; KK < BlockK; KK += 16) {
      uint32_t FA[2][4], FB[4][2];
      if constexpr (ByHand) {
        for (int I = 0; I < 2; ++I) {
          const int R = WarpRow + I * 16 + Lane % 16;
          loadMatrices(FA[I][0], FA[I][1], FA[I][2], FA[I][3],
                       &S.A[Stage][R][Tile::column(R, KK + Lane / 16 * 8)]);
        }
        for (int J = 0; J < 4; J += 2) {
          const int R = KK + Lane % 16;
          loadTransposed(FB[J][0], FB[J][1], FB[J + 1][0], FB[J + 1][1],
                         &S.B[Stage][R][Tile::column(R, WarpColumn + J * 8 +
                                                            Lane / 16 * 8)]);
        }
      } else {
        const half(*TA)[BlockK] = S.A[Stage];
        const half(*TB)[BlockN] = S.B[Stage];
        for (int I = 0; I < 2; ++I)
          for (int R = 0; R < 4; ++R)
            FA[I][R] = *reinterpret_cast<const uint32_t *>(
                &TA[WarpRow + I * 16 + Lane / 4 + (R & 1) * 8]
                   [KK + Lane % 4 * 2 + (R >> 1) * 8]);
        for (int J = 0; J < 4; ++J)
          for (int R = 0; R < 2; ++R) {
            const int Row = KK + Lane % 4 * 2 + R * 8;
            const int Column = WarpColumn + J * 8 + Lane / 4;
            const half2 Two =
                __halves2half2(TB[Row][Column], TB[Row + 1][Column]);
            FB[J][R] = *reinterpret_cast<const uint32_t *>(&Two);
          }
      }
      for (int I = 0; I < 2; ++I)
        for (int J = 0; J < 4; ++J)
          mmaHalf(Sums[I][J], FA[I], FB[J]);
    }
    if (Step + 1 < Steps)
      Store(Stage ^ 1);
    __syncthreads();
    Stage ^= 1;
  }

  float *To = C + size_t(blockIdx.y * BlockM + WarpRow) * N +
              blockIdx.x * BlockN + WarpColumn;
  storeSums(To, N, Lane, Sums);
}

PRODUCT(stages, Threads, float, half)
