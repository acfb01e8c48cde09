//===- gemm.cu - A matrix product, naive and optimised by hand ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C = A B in half precision, accumulated in single precision. A block of 256
// threads computes 128 x 128 elements of C and steps through K by 64; both
// operands pass through row-major tiles in shared memory. The two kernels
// differ in how a warp's fragments are read from the tiles:
//
//   gemm_generic   element by element at the lane's row and column, from
//                  tiles without padding or swizzle. Every A load is an 8-way
//                  conflict, every B load a 4-way one.
//   gemm_by_hand   ldmatrix (transposing for B), 16-byte chunks of a row xored
//                  with the row: an expert's version.
//
// The plugin turns the first into the second.
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>
#include <cstdint>

constexpr int BM = 128, BN = 128, BK = 64;
constexpr int Threads = 256;
constexpr int WarpM = 64, WarpN = 32; // Of C, for each of 2 x 4 warps.
constexpr int MTiles = WarpM / 16, NTiles = WarpN / 8;

struct AFragment {
  uint32_t Regs[4];
};
struct BFragment {
  uint32_t Regs[2];
};

__device__ __forceinline__ void multiply(float (&C)[4], const AFragment &A,
                                         const BFragment &B) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3])
      : "r"(A.Regs[0]), "r"(A.Regs[1]), "r"(A.Regs[2]), "r"(A.Regs[3]),
        "r"(B.Regs[0]), "r"(B.Regs[1]));
}

/// Row-major tiles, and fragments as in the tables of the PTX manual.
struct alignas(16) GenericTiles {
  half A[BM][BK];
  half B[BK][BN];

  __device__ __forceinline__ void storeA(int Row, int Chunk, uint4 Value) {
    *reinterpret_cast<uint4 *>(&A[Row][Chunk * 8]) = Value;
  }
  __device__ __forceinline__ void storeB(int Row, int Chunk, uint4 Value) {
    *reinterpret_cast<uint4 *>(&B[Row][Chunk * 8]) = Value;
  }

  __device__ __forceinline__ void loadA(AFragment (&F)[MTiles], int Row,
                                        int K) const {
    int Lane = threadIdx.x % 32;
#pragma unroll
    for (int M = 0; M < MTiles; ++M)
#pragma unroll
      for (int R = 0; R < 4; ++R)
        F[M].Regs[R] = *reinterpret_cast<const uint32_t *>(
            &A[Row + M * 16 + Lane / 4 + R % 2 * 8]
              [K + Lane % 4 * 2 + R / 2 * 8]);
  }

  __device__ __forceinline__ void loadB(BFragment (&F)[NTiles], int K,
                                        int Column) const {
    int Lane = threadIdx.x % 32;
#pragma unroll
    for (int N = 0; N < NTiles; ++N)
#pragma unroll
      for (int R = 0; R < 2; ++R) {
        int Row = K + Lane % 4 * 2 + R * 8;
        half2 Pair = __halves2half2(B[Row][Column + N * 8 + Lane / 4],
                                    B[Row + 1][Column + N * 8 + Lane / 4]);
        F[N].Regs[R] = *reinterpret_cast<uint32_t *>(&Pair);
      }
  }
};

/// The same by ldmatrix from swizzled tiles.
struct alignas(16) TilesByHand {
  half A[BM][BK];
  half B[BK][BN];

  __device__ __forceinline__ static uint32_t place(const half *Tile,
                                                   int Columns, int Row,
                                                   int Chunk) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(Tile)) +
           (Row * Columns + (Chunk ^ Row % 8) * 8) * 2;
  }

  __device__ __forceinline__ void storeA(int Row, int Chunk, uint4 Value) {
    *reinterpret_cast<uint4 *>(&A[Row][(Chunk ^ Row % 8) * 8]) = Value;
  }
  __device__ __forceinline__ void storeB(int Row, int Chunk, uint4 Value) {
    *reinterpret_cast<uint4 *>(&B[Row][(Chunk ^ Row % 8) * 8]) = Value;
  }

  __device__ __forceinline__ void loadA(AFragment (&F)[MTiles], int Row,
                                        int K) const {
    int Lane = threadIdx.x % 32;
#pragma unroll
    for (int M = 0; M < MTiles; ++M)
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
          : "=r"(F[M].Regs[0]), "=r"(F[M].Regs[1]), "=r"(F[M].Regs[2]),
            "=r"(F[M].Regs[3])
          : "r"(place(&A[0][0], BK, Row + M * 16 + Lane % 16,
                      K / 8 + Lane / 16))
          : "memory");
  }

  __device__ __forceinline__ void loadB(BFragment (&F)[NTiles], int K,
                                        int Column) const {
    int Lane = threadIdx.x % 32;
#pragma unroll
    for (int N = 0; N < NTiles; N += 2)
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 "
                   "{%0, %1, %2, %3}, [%4];"
                   : "=r"(F[N].Regs[0]), "=r"(F[N].Regs[1]),
                     "=r"(F[N + 1].Regs[0]), "=r"(F[N + 1].Regs[1])
                   : "r"(place(&B[0][0], BN, K + Lane % 16,
                               Column / 8 + N + Lane / 16))
                   : "memory");
  }
};

/// The part of both operands that a thread loads for one step of K: 8 threads
/// load a row of A's tile, 16 bytes each, and 16 threads a row of B's.
struct Stage {
  uint4 A[BM * BK / 8 / Threads];
  uint4 B[BK * BN / 8 / Threads];

  __device__ __forceinline__ void load(const half *GlobalA, const half *GlobalB,
                                       int N, int K, int Step) {
    int T = threadIdx.x;
#pragma unroll
    for (int I = 0; I < BM * BK / 8 / Threads; ++I) {
      int Row = T / 8 + I * (Threads / 8);
      A[I] = *reinterpret_cast<const uint4 *>(
          &GlobalA[static_cast<size_t>(Row) * K + Step * BK + T % 8 * 8]);
    }
#pragma unroll
    for (int I = 0; I < BK * BN / 8 / Threads; ++I) {
      int Row = T / 16 + I * (Threads / 16);
      B[I] = *reinterpret_cast<const uint4 *>(
          &GlobalB[(static_cast<size_t>(Step) * BK + Row) * N + T % 16 * 8]);
    }
  }

  template <typename Tiles> __device__ __forceinline__ void store(Tiles &S) {
    int T = threadIdx.x;
#pragma unroll
    for (int I = 0; I < BM * BK / 8 / Threads; ++I)
      S.storeA(T / 8 + I * (Threads / 8), T % 8, A[I]);
#pragma unroll
    for (int I = 0; I < BK * BN / 8 / Threads; ++I)
      S.storeB(T / 16 + I * (Threads / 16), T % 16, B[I]);
  }
};

template <typename Tiles>
__device__ __forceinline__ void product(Tiles &S, half *C, const half *A,
                                        const half *B, int N, int K) {
  int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  int Row = Warp / 4 * WarpM, Column = Warp % 4 * WarpN;
  A += static_cast<size_t>(blockIdx.y) * BM * K;
  B += static_cast<size_t>(blockIdx.x) * BN;
  C += static_cast<size_t>(blockIdx.y) * BM * N + blockIdx.x * BN;

  float Sums[MTiles][NTiles][4] = {};
  Stage Next;
  Next.load(A, B, N, K, 0);
  for (int Step = 0; Step < K / BK; ++Step) {
    __syncthreads();
    Next.store(S);
    __syncthreads();
    if (Step + 1 < K / BK)
      Next.load(A, B, N, K, Step + 1);
#pragma unroll
    for (int KK = 0; KK < BK; KK += 16) {
      AFragment FA[MTiles];
      BFragment FB[NTiles];
      S.loadA(FA, Row, KK);
      S.loadB(FB, KK, Column);
#pragma unroll
      for (int MT = 0; MT < MTiles; ++MT)
#pragma unroll
        for (int NT = 0; NT < NTiles; ++NT)
          multiply(Sums[MT][NT], FA[MT], FB[NT]);
    }
  }

#pragma unroll
  for (int MT = 0; MT < MTiles; ++MT)
#pragma unroll
    for (int NT = 0; NT < NTiles; ++NT)
#pragma unroll
      for (int R = 0; R < 2; ++R) {
        half2 Pair = __floats2half2_rn(Sums[MT][NT][R * 2],
                                       Sums[MT][NT][R * 2 + 1]);
        size_t Place =
            static_cast<size_t>(Row + MT * 16 + Lane / 4 + R * 8) * N + Column +
            NT * 8 + Lane % 4 * 2;
        *reinterpret_cast<half2 *>(&C[Place]) = Pair;
      }
}

extern "C" __global__ void __launch_bounds__(Threads)
    gemm_generic(half *C, const half *A, const half *B, int N, int K) {
  __shared__ GenericTiles S;
  product(S, C, A, B, N, K);
}

extern "C" __global__ void __launch_bounds__(Threads)
    gemm_by_hand(half *C, const half *A, const half *B, int N, int K) {
  __shared__ TilesByHand S;
  product(S, C, A, B, N, K);
}
