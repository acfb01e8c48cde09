// The usual coalesced transpose: tiles of 32 x 32, blocks of 32 x 8 threads,
// four rows per thread, boundary checks around every access. Three tiles:
//
//   plain     T tile[32][32]     a column's 32 lanes are in one bank (32 bits)
//   padded    T tile[32][33]     the usual remedy, or 34 halves, or 36 bytes
//   by hand   T tile[32][32], columns xored with the row
//
// transpose_* goes once through memory and shared memory; exchange_* goes
// through the same tile repeatedly, so that it consists only of the tile's
// accesses.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int Tile = 32, Rows = 8;

/// Elements that fill a word of a bank.
template <typename T> constexpr int PerWord = sizeof(T) < 4 ? 4 / sizeof(T) : 1;

template <typename T> struct Plain {
  T Elements[Tile][Tile];
  __device__ T &at(int Row, int Column) { return Elements[Row][Column]; }
};

template <typename T> struct Padded {
  T Elements[Tile][Tile + PerWord<T>];
  __device__ T &at(int Row, int Column) { return Elements[Row][Column]; }
};

template <typename T> struct ByHand {
  T Elements[Tile][Tile];
  __device__ T &at(int Row, int Column) {
    return Elements[Row][Column ^ (Row & (Tile - PerWord<T>))];
  }
};

template <typename T, template <typename> class TileOf>
__device__ __forceinline__ void transpose(T *__restrict__ Out,
                                          const T *__restrict__ In, int Width,
                                          int Height) {
  __shared__ TileOf<T> S;
  int X = blockIdx.x * Tile + threadIdx.x, Y = blockIdx.y * Tile + threadIdx.y;
  for (int J = 0; J < Tile; J += Rows)
    if (X < Width && Y + J < Height)
      S.at(threadIdx.y + J, threadIdx.x) = In[(size_t)(Y + J) * Width + X];
  __syncthreads();
  X = blockIdx.y * Tile + threadIdx.x;
  Y = blockIdx.x * Tile + threadIdx.y;
  for (int J = 0; J < Tile; J += Rows)
    if (X < Height && Y + J < Width)
      Out[(size_t)(Y + J) * Height + X] = S.at(threadIdx.x, threadIdx.y + J);
}

/// The tile is transposed Iterations times; an even number restores the matrix.
/// Width and Height are multiples of Tile, which the compiler cannot know.
template <typename T, template <typename> class TileOf>
__device__ __forceinline__ void exchange(T *__restrict__ Out,
                                         const T *__restrict__ In, int Width,
                                         int Height, int Iterations) {
  __shared__ TileOf<T> S;
  const int X = blockIdx.x * Tile, Y = blockIdx.y * Tile;
  auto Inside = [&](int Row, int Column) {
    return X + Column < Width && Y + Row < Height;
  };
  T Value[Tile / Rows] = {};
  for (int J = 0; J < Tile; J += Rows)
    if (Inside(threadIdx.y + J, threadIdx.x))
      Value[J / Rows] =
          In[(size_t)(Y + threadIdx.y + J) * Width + X + threadIdx.x];
  for (int Iteration = 0; Iteration < Iterations; ++Iteration) {
    for (int J = 0; J < Tile; J += Rows)
      if (Inside(threadIdx.y + J, threadIdx.x))
        S.at(threadIdx.y + J, threadIdx.x) = Value[J / Rows];
    __syncthreads();
    for (int J = 0; J < Tile; J += Rows)
      if (Inside(threadIdx.x, threadIdx.y + J))
        Value[J / Rows] = S.at(threadIdx.x, threadIdx.y + J);
    __syncthreads();
  }
  for (int J = 0; J < Tile; J += Rows)
    if (Inside(threadIdx.y + J, threadIdx.x))
      Out[(size_t)(Y + threadIdx.y + J) * Width + X + threadIdx.x] =
          Value[J / Rows];
}

#define KERNELS(NAME, TYPE, TILE)                                              \
  extern "C" __global__ void __launch_bounds__(Tile *Rows)                     \
      transpose_##NAME(TYPE *__restrict__ Out, const TYPE *__restrict__ In,    \
                       int Width, int Height) {                                \
    transpose<TYPE, TILE>(Out, In, Width, Height);                             \
  }                                                                            \
  extern "C" __global__ void __launch_bounds__(Tile *Rows)                     \
      exchange_##NAME(TYPE *__restrict__ Out, const TYPE *__restrict__ In,     \
                      int Width, int Height, int Iterations) {                 \
    exchange<TYPE, TILE>(Out, In, Width, Height, Iterations);                  \
  }

KERNELS(8_plain, signed char, Plain)
KERNELS(8_padded, signed char, Padded)
KERNELS(8_by_hand, signed char, ByHand)
KERNELS(16_plain, short, Plain)
KERNELS(16_padded, short, Padded)
KERNELS(16_by_hand, short, ByHand)
KERNELS(32_plain, float, Plain)
KERNELS(32_padded, float, Padded)
KERNELS(32_by_hand, float, ByHand)
