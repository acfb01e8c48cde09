//===- forms.cu - The textbook's tiled product, by hand in several forms --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What could a rewrite of the textbook's product gain, one element a thread?
//
//   Ahead        the next tile's elements are loaded from global memory before
//                this one is used
//   Transposed   B's tile is stored by columns, swizzled in pieces of 16 bytes,
//                so that a thread reads four of a column at once
//   Buffers      two buffers in turns, and one barrier instead of two
//
// The name of a kernel has the tile and, as digits, the three.
//
//===----------------------------------------------------------------------===//

template <int Tile, bool Ahead, bool Transposed, bool Buffers>
__device__ __forceinline__ void product(float *C, const float *A,
                                        const float *B, int N) {
  constexpr int Count = Buffers ? 2 : 1;
  __shared__ __align__(16) float As[Count][Tile][Tile];
  __shared__ __align__(16) float Bs[Count][Tile * Tile];
  const int X = threadIdx.x, Y = threadIdx.y;
  const int Row = blockIdx.y * Tile + Y, Column = blockIdx.x * Tile + X;
  auto placeOfB = [](int K, int X) {
    if (!Transposed)
      return K * Tile + X;
    return X * Tile + ((K / 4) ^ (X % (Tile / 4))) * 4 + K % 4;
  };
  float Sum = 0, FromA, FromB;
  auto load = [&](int M) {
    FromA = A[Row * N + M * Tile + X];
    FromB = B[(M * Tile + Y) * N + Column];
  };
  const int Tiles = N / Tile;
  if (Ahead)
    load(0);
  for (int M = 0; M < Tiles; ++M) {
    const int Buffer = Buffers ? M % 2 : 0;
    if (!Ahead)
      load(M);
    As[Buffer][Y][X] = FromA;
    Bs[Buffer][placeOfB(Y, X)] = FromB;
    __syncthreads();
    if (Ahead && M + 1 < Tiles)
      load(M + 1);
#pragma unroll
    for (int K = 0; K < Tile; ++K)
      Sum += As[Buffer][Y][K] * Bs[Buffer][placeOfB(K, X)];
    if (!Buffers)
      __syncthreads();
  }
  C[Row * N + Column] = Sum;
}

#define FORM(TILE, A, T, B)                                                    \
  extern "C" __global__ void form_##TILE##_##A##T##B(                          \
      float *C, const float *A_, const float *B_, int N) {                     \
    product<TILE, A, T, B>(C, A_, B_, N);                                      \
  }
#define FORMS(TILE)                                                            \
  FORM(TILE, 0, 0, 0)                                                          \
  FORM(TILE, 1, 0, 0)                                                          \
  FORM(TILE, 0, 1, 0)                                                          \
  FORM(TILE, 1, 1, 0)                                                          \
  FORM(TILE, 0, 0, 1)                                                          \
  FORM(TILE, 1, 0, 1)                                                          \
  FORM(TILE, 1, 1, 1)
FORMS(16)
FORMS(32)
