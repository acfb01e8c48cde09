//===- warp_local.cu - Exchanges inside one warp ----------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Typical code without shuffles: a butterfly over the lanes, and the
// accumulators of one matrix product that become the A operand of the next.
//
//===----------------------------------------------------------------------===//

#include "common.cuh"

namespace {

constexpr int Warps = BlockThreads / 32;

/// Walsh-Hadamard: after the five stages lane l holds the sum of all values,
/// each with the sign (-1)^popcount(l & lane).
__device__ __forceinline__ int butterflySum(int (&S)[32], int Lane, int V) {
#pragma unroll
  for (int Mask = 16; Mask; Mask >>= 1) {
    S[Lane] = V;
    __syncwarp();
    int Partner = S[Lane ^ Mask];
    __syncwarp();
    V = (Lane & Mask) ? Partner - V : Partner + V;
  }
  return V;
}

__device__ __forceinline__ float butterflyMax(float (&S)[32], int Lane,
                                              float V) {
#pragma unroll
  for (int Mask = 16; Mask; Mask >>= 1) {
    S[Lane] = V;
    __syncwarp();
    V = fmaxf(V, S[Lane ^ Mask]);
    __syncwarp();
  }
  return V;
}

/// Accumulators of m16n8k16: lane l holds (l/4, 2(l%4)), its right neighbour,
/// and the same two eight rows below.
struct Accumulators {
  float C[4] = {};
};

/// The A operand of m16n8k16, 16x16 halves, two to a register.
struct OperandA {
  unsigned A[4];
};

__device__ __forceinline__ void multiply(Accumulators &D, const OperandA &A,
                                         unsigned B0, unsigned B1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(D.C[0]), "+f"(D.C[1]), "+f"(D.C[2]), "+f"(D.C[3])
      : "r"(A.A[0]), "r"(A.A[1]), "r"(A.A[2]), "r"(A.A[3]), "r"(B0), "r"(B1));
}

/// A warp's 16x16 tile of halves and its ways in and out of registers.
struct MatrixTile {
  int Row = (threadIdx.x % 32) / 4, Column = 2 * (threadIdx.x % 4);

  __device__ __forceinline__ OperandA load(const __half *Base,
                                           int Stride) const {
    OperandA Result;
#pragma unroll
    for (int I = 0; I < 4; ++I)
      Result.A[I] = *reinterpret_cast<const unsigned *>(
          Base + (Row + I % 2 * 8) * Stride + Column + I / 2 * 8);
    return Result;
  }
  __device__ __forceinline__ void store(__half *Base, int Stride,
                                        const OperandA &Operand) const {
#pragma unroll
    for (int I = 0; I < 4; ++I)
      *reinterpret_cast<unsigned *>(Base + (Row + I % 2 * 8) * Stride + Column +
                                    I / 2 * 8) = Operand.A[I];
  }
  /// The accumulators of columns 8 * Half and following.
  __device__ __forceinline__ void store(__half *Base, int Stride, int Half,
                                        const Accumulators &D) const {
    __half *At = Base + Row * Stride + Column + 8 * Half;
    *reinterpret_cast<__half2 *>(At) = __floats2half2_rn(D.C[0], D.C[1]);
    *reinterpret_cast<__half2 *>(At + 8 * Stride) =
        __floats2half2_rn(D.C[2], D.C[3]);
  }
};

/// Padded rows, so that the eight rows of an access are in different banks.
constexpr int SharedStride = 24;

} // namespace

F2_KERNEL(butterfly_sum, BlockThreads)
(const int *__restrict__ In, int *__restrict__ Out) {
  __shared__ int S[Warps][32];
  int Index = blockIdx.x * BlockThreads + threadIdx.x;
  Out[Index] = butterflySum(S[threadIdx.x / 32], threadIdx.x % 32, In[Index]);
}

F2_KERNEL(butterfly_sum_repeated, BlockThreads)
(const int *__restrict__ In, int *__restrict__ Out, int Iters) {
  __shared__ int S[Warps][32];
  int Index = blockIdx.x * BlockThreads + threadIdx.x;
  int Elements[1] = {In[Index]};
  Mixer<int> Mix;
  for (int It = 0; It < Iters; ++It) {
    Elements[0] =
        butterflySum(S[threadIdx.x / 32], threadIdx.x % 32, Elements[0]);
    combine(Mix, Elements);
  }
  Out[Index] = Elements[0];
}

F2_KERNEL(butterfly_max, BlockThreads)
(const float *__restrict__ In, float *__restrict__ Out) {
  __shared__ float S[Warps][32];
  int Index = blockIdx.x * BlockThreads + threadIdx.x;
  Out[Index] = butterflyMax(S[threadIdx.x / 32], threadIdx.x % 32, In[Index]);
}

F2_KERNEL(butterfly_max_repeated, BlockThreads)
(const float *__restrict__ In, float *__restrict__ Out, int Iters) {
  __shared__ float S[Warps][32];
  int Index = blockIdx.x * BlockThreads + threadIdx.x;
  float Elements[1] = {In[Index]};
  Mixer<float> Mix;
  for (int It = 0; It < Iters; ++It) {
    Elements[0] =
        butterflyMax(S[threadIdx.x / 32], threadIdx.x % 32, Elements[0]);
    combine(Mix, Elements);
  }
  Out[Index] = Elements[0];
}

/// Out = (A * B) * B for each warp's own A; B is the array's first tile.
F2_KERNEL(mma_operand, BlockThreads)
(const __half *__restrict__ In, __half *__restrict__ Out) {
  __shared__ __align__(16) __half S[Warps][16 * SharedStride];
  MatrixTile Tile;
  int Warp = threadIdx.x / 32, Base = (blockIdx.x * Warps + Warp) * 256;
  OperandA A = Tile.load(In + Base, 16), B = Tile.load(In, 16);
  Accumulators Left, Right;
  multiply(Left, A, B.A[0], B.A[2]);
  multiply(Right, A, B.A[1], B.A[3]);
  Tile.store(S[Warp], SharedStride, 0, Left);
  Tile.store(S[Warp], SharedStride, 1, Right);
  __syncwarp();
  A = Tile.load(S[Warp], SharedStride);
  Left = Right = Accumulators();
  multiply(Left, A, B.A[0], B.A[2]);
  multiply(Right, A, B.A[1], B.A[3]);
  Tile.store(Out + Base, 16, 0, Left);
  Tile.store(Out + Base, 16, 1, Right);
}

F2_KERNEL(mma_operand_repeated, BlockThreads)
(const __half *__restrict__ In, __half *__restrict__ Out, int Iters) {
  __shared__ __align__(16) __half S[Warps][16 * SharedStride];
  MatrixTile Tile;
  int Warp = threadIdx.x / 32, Base = (blockIdx.x * Warps + Warp) * 256;
  OperandA A = Tile.load(In + Base, 16), B = Tile.load(In, 16);
  Mixer<float> Mix;
  for (int It = 0; It < Iters; ++It) {
    Accumulators Left, Right;
    multiply(Left, A, B.A[0], B.A[2]);
    multiply(Right, A, B.A[1], B.A[3]);
    combine(Mix, Left.C);
    combine(Mix, Right.C);
    Tile.store(S[Warp], SharedStride, 0, Left);
    Tile.store(S[Warp], SharedStride, 1, Right);
    __syncwarp();
    A = Tile.load(S[Warp], SharedStride);
    __syncwarp();
  }
  Tile.store(Out + Base, 16, A);
}
