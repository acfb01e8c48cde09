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
// and back, for the requested number of iterations. What happens between two
// conversions is the form, and the same for every competitor:
//
//   Words      Every register of 32 or 64 bits, with as many elements as it
//              holds, passes through an empty asm statement. That costs no
//              instruction. Values are in full registers before and after, as
//              with wide loads and matrix products.
//   Elements   Every element, of 8 or 16 bits, is in a register of its own: the
//              number of the iteration is added to it, and it passes through an
//              empty asm statement alone.
//
// So no conversion undoes another, and none is moved out of the loop.
//
// Compiles as CUDA and as HIP, where waves have 64 lanes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_CONVERT_CUH
#define F2LAYOUT_BENCH_CONVERT_CUH

#include <cstring>
#include <type_traits>

// Registers of 16, 32 and 64 bits as operands of inline assembly. HIP's own
// memcpy is a loop over bytes, which remains many instructions.
#ifdef __HIP__
#define F2_ELEMENT "+v"
#define F2_REGISTER "+v"
#define F2_REGISTERS "+v"
#define F2_COPY __builtin_memcpy
#else
#define F2_ELEMENT "+h"
#define F2_REGISTER "+r"
#define F2_REGISTERS "+l"
#define F2_COPY std::memcpy
#endif

enum Form { Words, Elements };

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
  static constexpr int Registers = 1 << OfRegister::Count;
  static constexpr int Threads = 1 << OfThread::Count;
  static __device__ __forceinline__ int place(int Register, int Thread) {
    return OfThread::at(Thread) + OfRegister::at(Register);
  }
};

/// Works on each element, and hides it from the optimiser.
template <typename T, int Count>
__device__ __forceinline__ void useElements(T (&Values)[Count], int Number) {
  static_assert(sizeof(T) <= 2);
#pragma unroll
  for (int I = 0; I < Count; ++I) {
    Values[I] = static_cast<T>(Values[I] + Number);
#ifdef __clang__
    asm volatile("" : F2_ELEMENT(Values[I]));
#else // which takes no operand of one byte
    short Register = Values[I];
    asm volatile("" : F2_ELEMENT(Register));
    Values[I] = Register;
#endif
  }
}

/// Hides the values from the optimiser and the assembler.
template <typename T, int Count>
__device__ __forceinline__ void hideWords(T (&Values)[Count]) {
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

template <Form Kind, typename T, int Count>
__device__ __forceinline__ void use(T (&Values)[Count], int Number) {
  if constexpr (Kind == Elements)
    useElements(Values, Number);
  else
    hideWords(Values);
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
template <Form Kind, typename T, int Size, typename A, typename B>
__device__ __forceinline__ void thereAndBack(const T *__restrict__ In,
                                             T *__restrict__ Out,
                                             int Iterations) {
  static_assert(A::Threads == B::Threads);
  __shared__ T Tile[Size];
  const int First = hidden(threadIdx.x);
  const T *Mine = aligned(In) + blockIdx.x * Size * 2;
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
    use<Kind>(Y, I);
#pragma unroll
    for (int R = 0; R < B::Registers; ++R)
      Tile[B::place(R, Thread)] = Y[R];
    __syncthreads();
#pragma unroll
    for (int R = 0; R < A::Registers; ++R)
      X[R] = Tile[A::place(R, Thread)];
    __syncthreads();
    use<Kind>(X, I);
  }
  const int Last = hidden(threadIdx.x);
  T *Result = aligned(Out) + blockIdx.x * Size * 2;
#pragma unroll
  for (int R = 0; R < A::Registers; ++R)
    Result[A::place(R, Last)] = X[R];
#pragma unroll
  for (int R = 0; R < B::Registers; ++R)
    Result[Size + B::place(R, Last)] = Y[R];
}

#define F2_CONVERT(NAME, FORM, T, SIZE, THREADS, ...)                          \
  extern "C" __global__ void __launch_bounds__(THREADS)                        \
      NAME(const T *__restrict__ In, T *__restrict__ Out, int Iterations) {    \
    thereAndBack<FORM, T, SIZE, __VA_ARGS__>(In, Out, Iterations);             \
  }

#endif // F2LAYOUT_BENCH_CONVERT_CUH
