//===- products.h - What the products of this folder share ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix instructions, matrix loads for the forms by hand, and the kernels.
// Fragments are those of the tables in the PTX manual.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_GEMM_PRODUCTS_H
#define F2LAYOUT_BENCH_GEMM_PRODUCTS_H

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define MMA(SHAPE, CONSTRAINT, D, A, B)                                        \
  asm("mma.sync.aligned." SHAPE " {%0, %1, %2, %3}, {%4, %5, %6, %7}, "        \
      "{%8, %9}, {%0, %1, %2, %3};"                                            \
      : "+" CONSTRAINT(D[0]), "+" CONSTRAINT(D[1]), "+" CONSTRAINT(D[2]),      \
        "+" CONSTRAINT(D[3])                                                   \
      : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]), "r"(B[1]))

__device__ __forceinline__ void mmaHalf(float (&D)[4], const uint32_t (&A)[4],
                                        const uint32_t (&B)[2]) {
  MMA("m16n8k16.row.col.f32.f16.f16.f32", "f", D, A, B);
}

__device__ __forceinline__ void mmaBf16(float (&D)[4], const uint32_t (&A)[4],
                                        const uint32_t (&B)[2]) {
  MMA("m16n8k16.row.col.f32.bf16.bf16.f32", "f", D, A, B);
}

__device__ __forceinline__ void mmaTf32(float (&D)[4], const uint32_t (&A)[4],
                                        const uint32_t (&B)[2]) {
  MMA("m16n8k8.row.col.f32.tf32.tf32.f32", "f", D, A, B);
}

__device__ __forceinline__ void mmaBytes(int (&D)[4], const uint32_t (&A)[4],
                                         const uint32_t (&B)[2]) {
  MMA("m16n8k32.row.col.s32.s8.s8.s32", "r", D, A, B);
}

/// Four matrices of 8 rows of 16 bytes; each lane points at a row.
__device__ __forceinline__ void loadMatrices(uint32_t &R0, uint32_t &R1,
                                             uint32_t &R2, uint32_t &R3,
                                             const void *Row) {
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)
      : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(Row)))
      : "memory");
}

__device__ __forceinline__ void loadTransposed(uint32_t &R0, uint32_t &R1,
                                               uint32_t &R2, uint32_t &R3,
                                               const void *Row) {
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)
      : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(Row)))
      : "memory");
}

/// Both halves in a word, the first one below.
template <typename T> __device__ __forceinline__ uint32_t pack(T Low, T High) {
  static_assert(sizeof(T) == 2);
  uint16_t L, H;
  memcpy(&L, &Low, 2);
  memcpy(&H, &High, 2);
  return L | static_cast<uint32_t>(H) << 16;
}

/// Writes the sums of one warp, as mma leaves them in its lanes, to the matrix
/// of N columns whose part for the warp begins at To.
template <int Rows, int Columns>
__device__ __forceinline__ void
storeSums(float *To, int N, int Lane, const float (&Sums)[Rows][Columns][4]) {
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J)
      for (int R = 0; R < 2; ++R)
        *reinterpret_cast<float2 *>(
            &To[size_t(I * 16 + Lane / 4 + R * 8) * N + J * 8 + Lane % 4 * 2]) =
            make_float2(Sums[I][J][R * 2], Sums[I][J][R * 2 + 1]);
}

/// The two kernels of a file, which calls its function product<ByHand>.
#define PRODUCT(NAME, THREADS, SUM, ELEMENT)                                   \
  extern "C" __global__ void __launch_bounds__(THREADS)                        \
      NAME(SUM *C, const ELEMENT *A, const ELEMENT *B, int N, int K) {         \
    product<false>(C, A, B, N, K);                                             \
  }                                                                            \
  extern "C" __global__ void __launch_bounds__(THREADS) NAME##_by_hand(        \
      SUM *C, const ELEMENT *A, const ELEMENT *B, int N, int K) {              \
    product<true>(C, A, B, N, K);                                              \
  }

#endif // F2LAYOUT_BENCH_GEMM_PRODUCTS_H
