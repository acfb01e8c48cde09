//===- transpose.cu - A matrix, tile by tile --------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transpose that every CUDA course teaches, with its column of padding: a
// 32x33 tile from a block of 32x8 threads, with and without boundary checks,
// and a 16x17 tile from a block of 16x16.
//
// A repeated kernel transposes its tile twice in each iteration, since under
// boundary checks a transposed tile has different elements.
//
//===----------------------------------------------------------------------===//

#include "common.cuh"

/// Tile x Tile elements by a block of Tile x (Tile / Items) threads. Guarded:
/// the matrix need not be a multiple of the tile.
template <typename T, int Tile, int Items, bool Guarded> struct TileMover {
  static constexpr int Rows = Tile / Items;
  using Shared = T[Tile][Tile + 1];

  int Width, Height;
  /// This thread's first element in the matrix that is read, and in the one
  /// that is written.
  int X = blockIdx.x * Tile + threadIdx.x, Y = blockIdx.y * Tile + threadIdx.y;
  int OutX = blockIdx.y * Tile + threadIdx.x;
  int OutY = blockIdx.x * Tile + threadIdx.y;

  __device__ __forceinline__ TileMover(int Width, int Height)
      : Width(Width), Height(Height) {}

  __device__ __forceinline__ bool hasSource(int I) const {
    return !Guarded || (X < Width && Y + I * Rows < Height);
  }
  __device__ __forceinline__ bool hasResult(int I) const {
    return !Guarded || (OutX < Height && OutY + I * Rows < Width);
  }
  __device__ __forceinline__ int source(int I) const {
    return (Y + I * Rows) * Width + X;
  }
  __device__ __forceinline__ int result(int I) const {
    return (OutY + I * Rows) * Height + OutX;
  }
};

template <typename T, int Tile, int Items, bool Guarded>
__device__ __forceinline__ void
stream(const T *__restrict__ In, T *__restrict__ Out, int Width, int Height) {
  using Mover = TileMover<T, Tile, Items, Guarded>;
  __shared__ typename Mover::Shared S;
  Mover M(Width, Height);
#pragma unroll
  for (int I = 0; I < Items; ++I)
    if (M.hasSource(I))
      S[threadIdx.y + I * M.Rows][threadIdx.x] = In[M.source(I)];
  __syncthreads();
#pragma unroll
  for (int I = 0; I < Items; ++I)
    if (M.hasResult(I))
      Out[M.result(I)] = S[threadIdx.x][threadIdx.y + I * M.Rows];
}

template <typename T, int Tile, int Items, bool Guarded>
__device__ __forceinline__ void repeat(const T *__restrict__ In,
                                       T *__restrict__ Out, int Width,
                                       int Height, int Iters) {
  using Mover = TileMover<T, Tile, Items, Guarded>;
  __shared__ typename Mover::Shared S;
  Mover M(Width, Height);
  Mixer<T> Mix(threadRank());
  T Elements[Items] = {};
#pragma unroll
  for (int I = 0; I < Items; ++I)
    if (M.hasSource(I))
      Elements[I] = In[M.source(I)];
  for (int It = 0; It < Iters; ++It) {
#pragma unroll
    for (int I = 0; I < Items; ++I)
      if (M.hasSource(I))
        S[threadIdx.y + I * M.Rows][threadIdx.x] = Elements[I];
    __syncthreads();
#pragma unroll
    for (int I = 0; I < Items; ++I)
      if (M.hasResult(I))
        Elements[I] = S[threadIdx.x][threadIdx.y + I * M.Rows];
    __syncthreads();
    combine(Mix, Elements);
#pragma unroll
    for (int I = 0; I < Items; ++I)
      if (M.hasResult(I))
        S[threadIdx.x][threadIdx.y + I * M.Rows] = Elements[I];
    __syncthreads();
#pragma unroll
    for (int I = 0; I < Items; ++I)
      if (M.hasSource(I))
        Elements[I] = S[threadIdx.y + I * M.Rows][threadIdx.x];
    __syncthreads();
    combine(Mix, Elements);
  }
#pragma unroll
  for (int I = 0; I < Items; ++I)
    if (M.hasSource(I))
      Out[M.source(I)] = Elements[I];
}

#define TRANSPOSE(NAME, T, TILE, ITEMS, GUARDED)                               \
  F2_KERNEL(NAME, TILE *TILE / ITEMS)                                          \
  (const T *__restrict__ In, T *__restrict__ Out, int Width, int Height) {     \
    stream<T, TILE, ITEMS, GUARDED>(In, Out, Width, Height);                   \
  }                                                                            \
  F2_KERNEL(NAME##_repeated, TILE *TILE / ITEMS)                               \
  (const T *__restrict__ In, T *__restrict__ Out, int Width, int Height,       \
   int Iters) {                                                                \
    repeat<T, TILE, ITEMS, GUARDED>(In, Out, Width, Height, Iters);            \
  }

TRANSPOSE(transpose_short, short, 32, 4, false)
TRANSPOSE(transpose_float, float, 32, 4, false)
TRANSPOSE(transpose_double, double, 32, 4, false)
TRANSPOSE(transpose_guarded_short, short, 32, 4, true)
TRANSPOSE(transpose_guarded_float, float, 32, 4, true)
TRANSPOSE(transpose_guarded_double, double, 32, 4, true)
TRANSPOSE(transpose_16x16_float, float, 16, 1, false)
TRANSPOSE(transpose_16x16_short, short, 16, 1, false)
