// Fragments of mma.m16n8k16, loaded and stored by hand: typical code without
// ldmatrix and its inline assembly.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 1 --arg 3=2

#include "portable.h"
#include <cuda_fp16.h>

struct Accumulator {
  float c[4];
};

// D = A B + C on 16 x 8 x 16, half operands. Row-major A, column-major B.
__device__ __forceinline__ void mma(Accumulator &d, const unsigned (&a)[4],
                                    unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
               : "+f"(d.c[0]), "+f"(d.c[1]), "+f"(d.c[2]), "+f"(d.c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ __forceinline__ unsigned word(const __half *p) {
  return *reinterpret_cast<const unsigned *>(p);
}

__device__ __forceinline__ unsigned pack(__half low, __half high) {
  __half2 both = __halves2half2(low, high);
  return *reinterpret_cast<unsigned *>(&both);
}

// A block of 64 x 64 of C = A B, 32 of K at a time: four warps, each 32 x 32.
// A is row-major; B is row-major, or column-major if TRANSPOSED. Rows of the
// tiles in shared memory have PAD elements more than they need.
template <bool TRANSPOSED, int PAD>
__device__ __forceinline__ void gemm(__half *RESTRICT c,
                                     const __half *RESTRICT a,
                                     const __half *RESTRICT b, int steps) {
  constexpr int BM = 64, BN = 64, BK = 32;
  __shared__ __half As[BM][BK + PAD];
  __shared__ __half Bs[TRANSPOSED ? BN : BK][(TRANSPOSED ? BK : BN) + PAD];
  __shared__ __half Cs[BM][BN + PAD];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row = warp / 2 * 32, col = warp % 2 * 32;
  const int group = lane / 4, pair = lane % 4 * 2;
  const int lda = steps * BK, ldb = TRANSPOSED ? lda : BN;
  Accumulator acc[2][4] = {};
  for (int step = 0; step < steps; ++step) {
    for (int i = threadIdx.x; i < BM * BK / 8; i += 128)
      *reinterpret_cast<uint4 *>(&As[i / (BK / 8)][i % (BK / 8) * 8]) =
          *reinterpret_cast<const uint4 *>(
              &a[i / (BK / 8) * lda + step * BK + i % (BK / 8) * 8]);
    constexpr int W = (TRANSPOSED ? BK : BN) / 8;
    for (int i = threadIdx.x; i < BN * BK / 8; i += 128)
      *reinterpret_cast<uint4 *>(&Bs[i / W][i % W * 8]) =
          *reinterpret_cast<const uint4 *>(
              &b[TRANSPOSED ? i / W * ldb + step * BK + i % W * 8
                        : (step * BK + i / W) * ldb + i % W * 8]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k += 16) {
      unsigned fa[2][4], fb[4][2];
      for (int m = 0; m < 2; ++m)
        for (int j = 0; j < 4; ++j)
          fa[m][j] = word(&As[row + m * 16 + group + j % 2 * 8]
                             [k + pair + j / 2 * 8]);
      for (int n = 0; n < 4; ++n)
        for (int j = 0; j < 2; ++j) {
          const int at = k + pair + j * 8, nn = col + n * 8 + group;
          fb[n][j] = TRANSPOSED ? word(&Bs[nn][at])
                            : pack(Bs[at][nn], Bs[at + 1][nn]);
        }
      for (int m = 0; m < 2; ++m)
        for (int n = 0; n < 4; ++n)
          mma(acc[m][n], fa[m], fb[n][0], fb[n][1]);
    }
    __syncthreads();
  }
  for (int m = 0; m < 2; ++m)
    for (int n = 0; n < 4; ++n)
      for (int i = 0; i < 2; ++i)
        *reinterpret_cast<unsigned *>(
            &Cs[row + m * 16 + group + i * 8][col + n * 8 + pair]) =
            pack(__float2half(acc[m][n].c[2 * i]),
                 __float2half(acc[m][n].c[2 * i + 1]));
  __syncthreads();
  for (int i = threadIdx.x; i < BM * BN / 8; i += 128)
    *reinterpret_cast<uint4 *>(&c[i * 8]) =
        *reinterpret_cast<const uint4 *>(&Cs[i / (BN / 8)][i % (BN / 8) * 8]);
}

KERNEL_BOUNDS(128)
gemm_rows(__half *RESTRICT c, const __half *RESTRICT a,
          const __half *RESTRICT b, int steps) {
  gemm<false, 0>(c, a, b, steps);
}

KERNEL_BOUNDS(128)
gemm_columns(__half *RESTRICT c, const __half *RESTRICT a,
             const __half *RESTRICT b, int steps) {
  gemm<true, 0>(c, a, b, steps);
}

KERNEL_BOUNDS(128)
gemm_padded(__half *RESTRICT c, const __half *RESTRICT a,
            const __half *RESTRICT b, int steps) {
  gemm<false, 8>(c, a, b, steps);
}

// Lanes from %laneid, a tile that is swizzled by hand in two buffers, and a
// loop over k that is not unrolled.
KERNEL_BOUNDS(128)
gemm_swizzled(float *RESTRICT out, const __half *RESTRICT a,
              const __half *RESTRICT b, int steps) {
  constexpr int BM = 64, BK = 64;
  __shared__ __align__(16) __half As[2][BM * BK], Bs[2][BM * BK];
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  const int group = lane >> 2, pair = (lane & 3) << 1, warp = threadIdx.x >> 5;
  auto at = [](int r, int c) { return r * BK + (c ^ (r & 7) << 3); };
  auto fill = [&](int step) {
    for (int i = threadIdx.x; i < BM * BK / 8; i += 128) {
      const int r = i / (BK / 8), c = i % (BK / 8) * 8;
      *reinterpret_cast<uint4 *>(&As[step & 1][at(r, c)]) =
          *reinterpret_cast<const uint4 *>(&a[(r * steps + step) * BK + c]);
      *reinterpret_cast<uint4 *>(&Bs[step & 1][at(r, c)]) =
          *reinterpret_cast<const uint4 *>(&b[(r * steps + step) * BK + c]);
    }
  };
  Accumulator acc[2] = {};
  fill(0);
  for (int step = 0; step < steps; ++step) {
    __syncthreads();
    if (step + 1 < steps)
      fill(step + 1);
    const __half *A = As[step & 1], *B = Bs[step & 1];
#pragma unroll 1
    for (int k = 0; k < BK; k += 16) {
      unsigned fa[4];
      for (int j = 0; j < 4; ++j)
        fa[j] = word(&A[at(warp * 16 + group + j % 2 * 8,
                           k + pair + j / 2 * 8)]);
      for (int n = 0; n < 2; ++n)
        mma(acc[n], fa, word(&B[at(n * 8 + group, k + pair)]),
            word(&B[at(n * 8 + group, k + pair + 8)]));
    }
  }
  for (int n = 0; n < 2; ++n)
    for (int i = 0; i < 4; ++i)
      out[((warp * 2 + n) * 4 + i) * 32 + lane] = acc[n].c[i];
}
