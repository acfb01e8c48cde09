//===- common.cuh - Shared code of measured kernels -------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repeated kernel must do its exchange in every iteration. If the elements
// were unchanged in between, two exchanges could be folded into one. Each
// element is therefore combined with a value that differs between threads and
// between iterations:
//
//   Mixer<int> Mix;
//   for (int It = 0; It < Iters; ++It) {
//     exchange(Items);
//     Mix.combine(Items);   // Items[i] = Items[i] * 5 + (It + 1) * (tid odd)
//   }
//
// This is one multiply-add per element for every element type, the least that a
// kernel between two exchanges could do.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_GPU_COMMON_CUH
#define F2LAYOUT_BENCH_GPU_COMMON_CUH

#include <cuda_fp16.h>

#define F2_KERNEL(NAME, THREADS)                                               \
  extern "C" __global__ void __launch_bounds__(THREADS) NAME

/// Threads of every one-dimensional block here.
constexpr int BlockThreads = 128;

/// The thread's rank in its block, x fastest.
__device__ __forceinline__ int threadRank() {
  return threadIdx.y * blockDim.x + threadIdx.x;
}

/// What every iteration does to the elements; Rank is the thread's rank in its
/// block. Integers of any width wrap at the width of the element.
template <typename T> struct Mixer {
  unsigned Step;
  unsigned Value = 0;

  __device__ explicit Mixer(int Rank = threadIdx.x) : Step(2 * Rank + 1) {}

  __device__ __forceinline__ T operator()(T Element) const {
    return static_cast<T>(static_cast<unsigned>(Element) * 5u + Value);
  }
  __device__ __forceinline__ void advance() { Value += Step; }
};

/// Floating point: halving keeps the values bounded over any number of
/// iterations, and the fused operation is spelled out, so that no two
/// compilers round differently.
template <> struct Mixer<float> {
  float Step;
  float Value = 0;

  __device__ explicit Mixer(int Rank = threadIdx.x)
      : Step(static_cast<float>(Rank + 1) * 0x1p-16f) {}

  __device__ __forceinline__ float operator()(float Element) const {
    return __fmaf_rn(Element, 0.5f, Value);
  }
  __device__ __forceinline__ void advance() { Value = __fadd_rn(Value, Step); }
};

template <> struct Mixer<double> {
  double Step;
  double Value = 0;

  __device__ explicit Mixer(int Rank = threadIdx.x)
      : Step(static_cast<double>(Rank + 1) * 0x1p-16) {}

  __device__ __forceinline__ double operator()(double Element) const {
    return __fma_rn(Element, 0.5, Value);
  }
  __device__ __forceinline__ void advance() { Value = __dadd_rn(Value, Step); }
};

/// One step between two exchanges: combines every element with the next value.
template <typename T, int Items>
__device__ __forceinline__ void combine(Mixer<T> &Mix, T (&Elements)[Items]) {
  Mix.advance();
#pragma unroll
  for (int I = 0; I < Items; ++I)
    Elements[I] = Mix(Elements[I]);
}

/// The widest access, of at most 16 bytes, in multiples of which a thread's own
/// elements are aligned: global memory is read and written as by CUB's
/// vectorised block loads and stores. Element by element, blocked accesses
/// would cost several times as much as the rest of a streaming kernel.
template <typename T, int Items> struct OwnVector {
  static constexpr int Bytes = Items * static_cast<int>(sizeof(T));
  static constexpr int Align = (Bytes & -Bytes) < 16 ? (Bytes & -Bytes) : 16;
  static constexpr int Count = Bytes / Align;
  struct alignas(Align) Type {
    T Elements[Align / sizeof(T)];
  };
};

/// Blocked: each thread owns Items consecutive elements. Striped: element i of
/// thread t is element i * Threads + t of the Threads that exchange.
template <typename T, int Items>
__device__ __forceinline__ void loadBlocked(const T *Base, int Thread,
                                            T (&Elements)[Items]) {
  using Vector = OwnVector<T, Items>;
  constexpr int Each = Items / Vector::Count;
  auto *From = reinterpret_cast<const typename Vector::Type *>(Base) +
               Thread * Vector::Count;
#pragma unroll
  for (int V = 0; V < Vector::Count; ++V) {
    typename Vector::Type Loaded = From[V];
#pragma unroll
    for (int I = 0; I < Each; ++I)
      Elements[V * Each + I] = Loaded.Elements[I];
  }
}

template <typename T, int Items>
__device__ __forceinline__ void storeBlocked(T *Base, int Thread,
                                             const T (&Elements)[Items]) {
  using Vector = OwnVector<T, Items>;
  constexpr int Each = Items / Vector::Count;
  auto *To =
      reinterpret_cast<typename Vector::Type *>(Base) + Thread * Vector::Count;
#pragma unroll
  for (int V = 0; V < Vector::Count; ++V) {
    typename Vector::Type Stored;
#pragma unroll
    for (int I = 0; I < Each; ++I)
      Stored.Elements[I] = Elements[V * Each + I];
    To[V] = Stored;
  }
}

template <int Threads, typename T, int Items>
__device__ __forceinline__ void loadStriped(const T *Base, int Thread,
                                            T (&Elements)[Items]) {
#pragma unroll
  for (int I = 0; I < Items; ++I)
    Elements[I] = Base[I * Threads + Thread];
}

template <int Threads, typename T, int Items>
__device__ __forceinline__ void storeStriped(T *Base, int Thread,
                                             const T (&Elements)[Items]) {
#pragma unroll
  for (int I = 0; I < Items; ++I)
    Base[I * Threads + Thread] = Elements[I];
}

#endif // F2LAYOUT_BENCH_GPU_COMMON_CUH
