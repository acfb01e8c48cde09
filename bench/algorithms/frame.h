// The frame of the kernels of libraries' algorithms: a thread of a block of
// THREADS loads ITEMS elements of the block's tile, and stores as many.
//
// Compiled once for each element type and number of elements, with
// -D ELEMENT=int -D ITEMS=4.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef F2LAYOUT_BENCH_ALGORITHMS_FRAME_H
#define F2LAYOUT_BENCH_ALGORITHMS_FRAME_H

using T = ELEMENT;
constexpr int Threads = 128, Items = ITEMS, Tile = Threads * Items;

#define KERNEL(NAME)                                                           \
  extern "C" __global__ __launch_bounds__(Threads) void NAME(                  \
      T *__restrict__ out, const T *__restrict__ in)

// The first element of the block's tile.
#define TILE (static_cast<int>(blockIdx.x) * Tile)

__device__ __forceinline__ void loadItems(T (&items)[Items], const T *in) {
  for (int i = 0; i < Items; ++i)
    items[i] = in[TILE + threadIdx.x * Items + i];
}

template <class U>
__device__ __forceinline__ void storeItems(T *out, const U (&items)[Items]) {
  for (int i = 0; i < Items; ++i)
    out[TILE + threadIdx.x * Items + i] = static_cast<T>(items[i]);
}

// A place for each element of the tile: a permutation, in which the elements of
// a thread go far apart.
__device__ __forceinline__ void permute(int (&places)[Items]) {
  for (int i = 0; i < Items; ++i)
    places[i] = (i * Threads + (threadIdx.x * 37) % Threads) % Tile;
}

// The element's first byte. Not every element has a value as an integer.
__device__ __forceinline__ unsigned lowByte(const T &item) {
  return reinterpret_cast<const unsigned char &>(item);
}

struct Less {
  __device__ bool operator()(const T &a, const T &b) const { return a < b; }
};
struct Larger {
  __device__ T operator()(const T &a, const T &b) const {
    return a < b ? b : a;
  }
};
struct Differs {
  __device__ bool operator()(const T &a, const T &b) const { return a != b; }
};
struct Minus {
  __device__ T operator()(const T &a, const T &b) const { return a - b; }
};
struct Plus {
  __device__ T operator()(const T &a, const T &b) const { return a + b; }
};

#endif // F2LAYOUT_BENCH_ALGORITHMS_FRAME_H
