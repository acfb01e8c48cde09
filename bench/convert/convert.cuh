//===- convert.cuh - A tile from one layout to another ----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A typical conversion of values from one layout to another: a row-major tile
// in shared memory, one element per access.
//
//   Tile[place of my elements] = mine;  barrier;
//   other = Tile[its place];            barrier
//
// and back, for the requested number of iterations. Between two conversions,
// every register of 32 or 64 bits, with as many elements as it holds, passes
// through an empty asm statement, so that no conversion undoes another and none
// is moved out of the loop. That costs no instruction, and it is the same for
// every competitor: values are in full registers before and after, as with wide
// loads and matrix products.
//
// Compiles as CUDA and as HIP, where four waves of 64 lanes are 256 threads.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_CONVERT_CUH
#define F2LAYOUT_BENCH_CONVERT_CUH

#include <cstring>
#include <type_traits>

// Registers of 32 and of 64 bits as operands of inline assembly. HIP's own
// memcpy is a loop over bytes, which remains many instructions.
#ifdef __HIP__
#define F2_REGISTER "+v"
#define F2_REGISTERS "+v"
#define F2_COPY __builtin_memcpy
#else
#define F2_REGISTER "+r"
#define F2_REGISTERS "+l"
#define F2_COPY std::memcpy
#endif

/// Every conversion is done by a block of four warps.
#ifdef __GFX9__
constexpr int ThreadBits = 8;
#else
constexpr int ThreadBits = 7;
#endif
constexpr int BlockThreads = 1 << ThreadBits;

/// Where a bit of the register number, or of the thread, maps to in the
/// row-major tile. The images are distinct bits, so places are sums.
template <int... Images> struct Bits {
  static constexpr int Count = sizeof...(Images);
  static __device__ __forceinline__ constexpr int at(int Number) {
    int Place = 0, Bit = 0;
    ((Place += (Number >> Bit++ & 1) * Images), ...);
    return Place;
  }
};

template <typename OfRegister, typename OfThread> struct Layout {
  static_assert(OfThread::Count == ThreadBits);
  static constexpr int Registers = 1 << OfRegister::Count;
  static __device__ __forceinline__ int place(int Register, int Thread) {
    return OfThread::at(Thread) + OfRegister::at(Register);
  }
};

/// Hides the values from the optimiser and the assembler.
template <typename T, int Count>
__device__ __forceinline__ void hide(T (&Values)[Count]) {
  using Word = std::conditional_t<sizeof(T) == 8, long long, int>;
  constexpr int Each = sizeof(Word) / sizeof(T);
  static_assert(Count % Each == 0);
#pragma unroll
  for (int I = 0; I < Count; I += Each) {
    Word W;
    F2_COPY(&W, &Values[I], sizeof(Word));
    if constexpr (sizeof(T) == 8)
      asm volatile("" : F2_REGISTERS(W));
    else
      asm volatile("" : F2_REGISTER(W));
    F2_COPY(&Values[I], &W, sizeof(Word));
  }
}

/// Returns the same number, so that addresses used after a loop are not kept
/// live through it.
__device__ __forceinline__ int hidden(int Number) {
  asm volatile("" : F2_REGISTER(Number));
  return Number;
}

/// Triton detects the alignment of its arguments; here it is stated.
template <typename T> __device__ __forceinline__ T *aligned(T *Pointer) {
  return static_cast<T *>(__builtin_assume_aligned(Pointer, 16));
}

/// In: one row-major tile per block. Out: two per block, the result after the
/// way back and the one after the way there.
template <typename T, int Elements, typename A, typename B>
__device__ __forceinline__ void thereAndBack(const T *__restrict__ In,
                                             T *__restrict__ Out,
                                             int Iterations) {
  __shared__ T Tile[Elements];
  const int First = hidden(threadIdx.x);
  const T *Mine = aligned(In) + blockIdx.x * Elements * 2;
  T X[A::Registers], Y[B::Registers];
#pragma unroll
  for (int R = 0; R < A::Registers; ++R)
    X[R] = Mine[A::place(R, First)];
  const int Thread = threadIdx.x;
  for (int I = 0; I < Iterations; ++I) {
#pragma unroll
    for (int R = 0; R < A::Registers; ++R)
      Tile[A::place(R, Thread)] = X[R];
    __syncthreads();
#pragma unroll
    for (int R = 0; R < B::Registers; ++R)
      Y[R] = Tile[B::place(R, Thread)];
    __syncthreads();
    hide(Y);
#pragma unroll
    for (int R = 0; R < B::Registers; ++R)
      Tile[B::place(R, Thread)] = Y[R];
    __syncthreads();
#pragma unroll
    for (int R = 0; R < A::Registers; ++R)
      X[R] = Tile[A::place(R, Thread)];
    __syncthreads();
    hide(X);
  }
  const int Last = hidden(threadIdx.x);
  T *Result = aligned(Out) + blockIdx.x * Elements * 2;
#pragma unroll
  for (int R = 0; R < A::Registers; ++R)
    Result[A::place(R, Last)] = X[R];
#pragma unroll
  for (int R = 0; R < B::Registers; ++R)
    Result[Elements + B::place(R, Last)] = Y[R];
}

#define F2_CONVERT(NAME, T, ELEMENTS, ...)                                     \
  extern "C" __global__ void __launch_bounds__(BlockThreads)                   \
  NAME(const T *__restrict__ In, T *__restrict__ Out, int Iterations) {        \
    thereAndBack<T, ELEMENTS, __VA_ARGS__>(In, Out, Iterations);               \
  }

#endif // F2LAYOUT_BENCH_CONVERT_CUH
