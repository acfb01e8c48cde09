//===- portable.cuh - What CUDA has, and HIP writes differently ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For HIP: wmma as in rocWMMA's interface, with matrix instructions of 64 lanes
// and fragments that are loaded element by element. A fragment of an operand
// has four elements in each lane, along K; of a result, along the rows.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_PAPER_PORTABLE_CUH
#define F2LAYOUT_BENCH_PAPER_PORTABLE_CUH

#ifndef __HIP__

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
using bfloat16 = __nv_bfloat16;

constexpr int WarpSize = 32;

__device__ __forceinline__ void syncWarp() { __syncwarp(); }
__device__ __forceinline__ float shuffleDown(float x, int lanes) {
  return __shfl_down_sync(0xffffffff, x, lanes);
}
__device__ __forceinline__ float shuffleXor(float x, int lanes) {
  return __shfl_xor_sync(0xffffffff, x, lanes);
}
__device__ __forceinline__ bfloat16 toBfloat16(float x) {
  return __float2bfloat16(x);
}
__device__ __forceinline__ float inverseRoot(float x) { return rsqrtf(x); }

#else

#ifndef __AMDGCN_WAVEFRONT_SIZE
#define __AMDGCN_WAVEFRONT_SIZE 64
#endif
#include <hip/hip_runtime.h>

using bfloat16 = __bf16;
// What hip_fp16.h has under these names; not every version of it compiles.
using half = _Float16;
struct half2 {
  half x, y;
};

constexpr int WarpSize = 64;

__device__ __forceinline__ void syncWarp() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
__device__ __forceinline__ float shuffleDown(float x, int lanes) {
  return __shfl_down(x, lanes);
}
__device__ __forceinline__ float shuffleXor(float x, int lanes) {
  return __shfl_xor(x, lanes);
}
__device__ __forceinline__ bfloat16 toBfloat16(float x) { return x; }
__device__ __forceinline__ float inverseRoot(float x) {
  return 1 / __builtin_sqrtf(x);
}
__device__ __forceinline__ float __half2float(half x) { return x; }
__device__ __forceinline__ half __float2half(float x) { return x; }
__device__ __forceinline__ half __int2half_rn(int x) { return x; }
__device__ __forceinline__ half __ushort_as_half(unsigned short x) {
  return __builtin_bit_cast(half, x);
}
__device__ __forceinline__ float2 __half22float2(half2 x) {
  return {static_cast<float>(x.x), static_cast<float>(x.y)};
}

namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major };

template <typename Use, int M, int N, int K, typename T, typename Layout = void>
struct fragment {
  static constexpr int num_elements = 4;
  T x[num_elements];
};

/// Where an element of an operand is.
template <typename Layout>
__device__ __forceinline__ unsigned place(unsigned Row, unsigned Column,
                                          unsigned Pitch) {
  return __is_same(Layout, row_major) ? Row * Pitch + Column
                                      : Column * Pitch + Row;
}

template <typename T, typename Layout>
__device__ __forceinline__ void
load_matrix_sync(fragment<matrix_a, 16, 16, 16, T, Layout> &F, const T *From,
                 unsigned Pitch) {
  const unsigned Lane = threadIdx.x % WarpSize;
#pragma unroll
  for (unsigned I = 0; I < 4; ++I)
    F.x[I] = From[place<Layout>(Lane % 16, Lane / 16 * 4 + I, Pitch)];
}

template <typename T, typename Layout>
__device__ __forceinline__ void
load_matrix_sync(fragment<matrix_b, 16, 16, 16, T, Layout> &F, const T *From,
                 unsigned Pitch) {
  const unsigned Lane = threadIdx.x % WarpSize;
#pragma unroll
  for (unsigned I = 0; I < 4; ++I)
    F.x[I] = From[place<Layout>(Lane / 16 * 4 + I, Lane % 16, Pitch)];
}

using Result = fragment<accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void fill_fragment(Result &F, float Value) {
#pragma unroll
  for (float &X : F.x)
    X = Value;
}

__device__ __forceinline__ void
load_matrix_sync(Result &F, const float *From, unsigned Pitch, layout_t) {
  const unsigned Lane = threadIdx.x % WarpSize;
#pragma unroll
  for (unsigned I = 0; I < 4; ++I)
    F.x[I] = From[(Lane / 16 * 4 + I) * Pitch + Lane % 16];
}

__device__ __forceinline__ void
store_matrix_sync(float *To, const Result &F, unsigned Pitch, layout_t) {
  const unsigned Lane = threadIdx.x % WarpSize;
#pragma unroll
  for (unsigned I = 0; I < 4; ++I)
    To[(Lane / 16 * 4 + I) * Pitch + Lane % 16] = F.x[I];
}

template <typename T, typename LayoutA, typename LayoutB>
__device__ __forceinline__ void
mma_sync(Result &D, const fragment<matrix_a, 16, 16, 16, T, LayoutA> &A,
         const fragment<matrix_b, 16, 16, 16, T, LayoutB> &B, const Result &C) {
  typedef _Float16 Halves __attribute__((ext_vector_type(4)));
  typedef short Words __attribute__((ext_vector_type(4)));
  typedef float Floats __attribute__((ext_vector_type(4)));
  const Floats Sum = __builtin_bit_cast(Floats, C.x);
  Floats Result;
  if constexpr (__is_same(T, half))
    Result = __builtin_amdgcn_mfma_f32_16x16x16f16(
        __builtin_bit_cast(Halves, A.x), __builtin_bit_cast(Halves, B.x), Sum,
        0, 0, 0);
  else
    Result = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(
        __builtin_bit_cast(Words, A.x), __builtin_bit_cast(Words, B.x), Sum, 0,
        0, 0);
#pragma unroll
  for (int I = 0; I < 4; ++I)
    D.x[I] = Result[I];
}
} // namespace wmma

#endif

#define KERNEL(THREADS)                                                        \
  extern "C" __global__ __launch_bounds__(THREADS) void

#endif // F2LAYOUT_BENCH_PAPER_PORTABLE_CUH
