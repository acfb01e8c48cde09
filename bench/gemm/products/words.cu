//===- words.cu - 128 x 64 x 32 words (tf32), copies of 16 bytes ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of four words is a row of a matrix. B is row-major, so that the words
// of its fragments are in eight columns and four rows: no matrix load fits, and
// the form by hand only swizzles.
//
//===----------------------------------------------------------------------===//

// LAUNCH *: --block 256 --grid 1,1 --arg 3=64 --arg 4=64

#include "products.h"

constexpr int BM = 128, BN = 64, BK = 32;

template <bool ByHand>
__device__ __forceinline__ void product(float *C, const float *A,
                                        const float *B, int N, int K) {
  __shared__ __align__(16) float As[BM][BK];
  __shared__ __align__(16) float Bs[BK][BN];
  auto columnA = [](int Row, int Column) {
    return ByHand ? Column ^ Row % 8 * 4 : Column;
  };
  auto columnB = [](int Row, int Column) {
    return ByHand ? Column ^ Row % 4 * 8 : Column;
  };
  const int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  const int Row0 = Warp % 4 * 32, Column0 = Warp / 4 * 32;
  A += static_cast<size_t>(blockIdx.y) * BM * K;
  B += blockIdx.x * BN;
  C += static_cast<size_t>(blockIdx.y) * BM * N + blockIdx.x * BN;

  float Sums[2][4][4] = {};
  for (int Step = 0; Step < K; Step += BK) {
    const float4 *FromA = reinterpret_cast<const float4 *>(A + Step);
    const float4 *FromB =
        reinterpret_cast<const float4 *>(B + static_cast<size_t>(Step) * N);
    for (unsigned I = threadIdx.x; I < BM * (BK / 4); I += 256) {
      const unsigned Row = I / (BK / 4), Four = I % (BK / 4);
      *reinterpret_cast<float4 *>(&As[Row][columnA(Row, Four * 4)]) =
          FromA[Row * (K / 4) + Four];
    }
    for (unsigned I = threadIdx.x; I < BK * (BN / 4); I += 256) {
      const unsigned Row = I / (BN / 4), Four = I % (BN / 4);
      *reinterpret_cast<float4 *>(&Bs[Row][columnB(Row, Four * 4)]) =
          FromB[Row * (N / 4) + Four];
    }
    __syncthreads();
#pragma unroll
    for (int KK = 0; KK < BK; KK += 8) {
      uint32_t FA[2][4], FB[4][2];
      for (int I = 0; I < 2; ++I) {
        if constexpr (ByHand) {
          const int Row = Row0 + I * 16 + Lane % 16;
          loadMatrices(FA[I][0], FA[I][1], FA[I][2], FA[I][3],
                       &As[Row][columnA(Row, KK + Lane / 16 * 4)]);
        } else {
          for (int R = 0; R < 4; ++R)
            FA[I][R] = __float_as_uint(As[Row0 + I * 16 + Lane / 4 + R % 2 * 8]
                                         [KK + Lane % 4 + R / 2 * 4]);
        }
      }
      for (int J = 0; J < 4; ++J)
        for (int R = 0; R < 2; ++R) {
          const int Row = KK + Lane % 4 + R * 4;
          FB[J][R] = __float_as_uint(
              Bs[Row][columnB(Row, Column0 + J * 8 + Lane / 4)]);
        }
      for (int I = 0; I < 2; ++I)
        for (int J = 0; J < 4; ++J)
          mmaTf32(Sums[I][J], FA[I], FB[J]);
    }
    __syncthreads();
  }
  storeSums(&C[size_t(Row0) * N + Column0], N, Lane, Sums);
}

PRODUCT(words, 256, float, float)
