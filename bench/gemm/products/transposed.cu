//===- transposed.cu - 64 x 128 x 32 halves, column-major A ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both tiles have K rows, and both fragments are gathered half by half. They are
// parts of one array, which one loop fills. The last steps are masked: the sizes
// need not be multiples of the tile.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 128 --grid 1,1 --arg 3=64 --arg 4=128 --arg 5=64
// LAUNCH *: --block 128 --grid 1,1 --arg 3=40 --arg 4=104 --arg 5=48

#include "products.h"

constexpr int TileM = 64, TileN = 128, TileK = 32, Block = 128;

template <bool ByHand>
__device__ __forceinline__ void product(float *C, const half *A, const half *B,
                                        int M, int N, int K) {
  __shared__ __align__(16) half Tiles[TileK * (TileM + TileN)];
  half *const As = Tiles, *const Bs = Tiles + TileK * TileM;
  auto swap = [](int K, int X) { return ByHand ? X ^ K % 8 * 8 : X; };
  const int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  const int M0 = Warp % 2 * 32, N0 = Warp / 2 * 64;
  const int BlockM = blockIdx.y * TileM, BlockN = blockIdx.x * TileN;

  float Sums[2][8][4] = {};
  for (int K0 = 0; K0 < K; K0 += TileK) {
    for (int I = threadIdx.x; I < TileK * (TileM + TileN) / 8; I += Block) {
      const bool IsA = I < TileK * TileM / 8;
      const int J = IsA ? I : I - TileK * TileM / 8;
      const int Chunks = IsA ? TileM / 8 : TileN / 8;
      const int Row = J / Chunks, X = J % Chunks * 8;
      uint4 Value = make_uint4(0, 0, 0, 0);
      if (IsA) {
        if (K0 + Row < K && BlockM + X < M)
          Value = *reinterpret_cast<const uint4 *>(
              &A[static_cast<size_t>(K0 + Row) * M + BlockM + X]);
        *reinterpret_cast<uint4 *>(&As[Row * TileM + swap(Row, X)]) = Value;
      } else {
        if (K0 + Row < K && BlockN + X < N)
          Value = *reinterpret_cast<const uint4 *>(
              &B[static_cast<size_t>(K0 + Row) * N + BlockN + X]);
        *reinterpret_cast<uint4 *>(&Bs[Row * TileN + swap(Row, X)]) = Value;
      }
    }
    __syncthreads();
#pragma unroll
    for (int KK = 0; KK < TileK; KK += 16) {
      uint32_t FA[2][4], FB[8][2];
      if constexpr (ByHand) {
        for (int I = 0; I < 2; ++I) {
          const int Row = KK + Lane % 8 + Lane / 16 * 8;
          loadTransposed(
              FA[I][0], FA[I][1], FA[I][2], FA[I][3],
              &As[Row * TileM + swap(Row, M0 + I * 16 + Lane / 8 % 2 * 8)]);
        }
        for (int J = 0; J < 8; J += 2) {
          const int Row = KK + Lane % 16;
          loadTransposed(
              FB[J][0], FB[J][1], FB[J + 1][0], FB[J + 1][1],
              &Bs[Row * TileN + swap(Row, N0 + J * 8 + Lane / 16 * 8)]);
        }
      } else {
        for (int I = 0; I < 2; ++I)
          for (int R = 0; R < 4; ++R) {
            const int Row = KK + Lane % 4 * 2 + R / 2 * 8;
            const int X = M0 + I * 16 + Lane / 4 + R % 2 * 8;
            FA[I][R] = pack(As[Row * TileM + X], As[(Row + 1) * TileM + X]);
          }
        for (int J = 0; J < 8; ++J)
          for (int R = 0; R < 2; ++R) {
            const int Row = KK + Lane % 4 * 2 + R * 8;
            const int X = N0 + J * 8 + Lane / 4;
            FB[J][R] = pack(Bs[Row * TileN + X], Bs[(Row + 1) * TileN + X]);
          }
      }
      for (int I = 0; I < 2; ++I)
        for (int J = 0; J < 8; ++J)
          mmaHalf(Sums[I][J], FA[I], FB[J]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int I = 0; I < 2; ++I)
#pragma unroll
    for (int J = 0; J < 8; ++J)
#pragma unroll
      for (int R = 0; R < 4; ++R) {
        const int Row = BlockM + M0 + I * 16 + Lane / 4 + R / 2 * 8;
        const int Column = BlockN + N0 + J * 8 + Lane % 4 * 2 + R % 2;
        if (Row < M && Column < N)
          C[static_cast<size_t>(Row) * N + Column] = Sums[I][J][R];
      }
}

extern "C" __global__ void __launch_bounds__(Block)
    transposed(float *C, const half *A, const half *B, int M, int N, int K) {
  product<false>(C, A, B, M, N, K);
}

extern "C" __global__ void __launch_bounds__(Block)
    transposed_by_hand(float *C, const half *A, const half *B, int M, int N,
                       int K) {
  product<true>(C, A, B, M, N, K);
}
