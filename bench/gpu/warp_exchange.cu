//===- warp_exchange.cu - cub::WarpExchange ---------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUB's exchange among the lanes of one warp (or of a group of 16 lanes),
// blocked to striped and back, as its documentation uses it: one storage per
// group, and a warp barrier before the storage is used again.
//
//===----------------------------------------------------------------------===//

#include "common.cuh"

#include <cub/warp/warp_exchange.cuh>

namespace {

template <int Lanes, typename T, int Items> struct WarpTile {
  using Exchange = cub::WarpExchange<T, Items, Lanes>;
  static constexpr int Groups = BlockThreads / Lanes;
  typename Exchange::TempStorage (&Storage)[Groups];
  int Group = threadIdx.x / Lanes;
  int Lane = threadIdx.x % Lanes;

  __device__ __forceinline__ explicit WarpTile(
      typename Exchange::TempStorage (&Storage)[Groups])
      : Storage(Storage) {}

  /// First element of the group within the array.
  __device__ __forceinline__ int base() const {
    return (blockIdx.x * Groups + Group) * (Lanes * Items);
  }
  __device__ __forceinline__ void blockedToStriped(T (&Elements)[Items]) {
    Exchange(Storage[Group]).BlockedToStriped(Elements, Elements);
  }
  __device__ __forceinline__ void stripedToBlocked(T (&Elements)[Items]) {
    Exchange(Storage[Group]).StripedToBlocked(Elements, Elements);
  }
};

} // namespace

#define WARP_EXCHANGE(LANES, T, ITEMS)                                         \
  F2_KERNEL(warp##LANES##_b2s_##T##_##ITEMS, BlockThreads)                     \
  (const T *__restrict__ In, T *__restrict__ Out) {                            \
    using Tile = WarpTile<LANES, T, ITEMS>;                                    \
    __shared__ typename Tile::Exchange::TempStorage Storage[Tile::Groups];     \
    Tile Warp(Storage);                                                        \
    T Elements[ITEMS];                                                         \
    loadBlocked(In + Warp.base(), Warp.Lane, Elements);                        \
    Warp.blockedToStriped(Elements);                                           \
    storeStriped<LANES>(Out + Warp.base(), Warp.Lane, Elements);               \
  }                                                                            \
  F2_KERNEL(warp##LANES##_s2b_##T##_##ITEMS, BlockThreads)                     \
  (const T *__restrict__ In, T *__restrict__ Out) {                            \
    using Tile = WarpTile<LANES, T, ITEMS>;                                    \
    __shared__ typename Tile::Exchange::TempStorage Storage[Tile::Groups];     \
    Tile Warp(Storage);                                                        \
    T Elements[ITEMS];                                                         \
    loadStriped<LANES>(In + Warp.base(), Warp.Lane, Elements);                 \
    Warp.stripedToBlocked(Elements);                                           \
    storeBlocked(Out + Warp.base(), Warp.Lane, Elements);                      \
  }                                                                            \
  F2_KERNEL(warp##LANES##_b2s_##T##_##ITEMS##_repeated, BlockThreads)          \
  (const T *__restrict__ In, T *__restrict__ Out, int Iters) {                 \
    using Tile = WarpTile<LANES, T, ITEMS>;                                    \
    __shared__ typename Tile::Exchange::TempStorage Storage[Tile::Groups];     \
    Tile Warp(Storage);                                                        \
    T Elements[ITEMS];                                                         \
    Mixer<T> Mix;                                                              \
    loadBlocked(In + Warp.base(), Warp.Lane, Elements);                        \
    for (int It = 0; It < Iters; ++It) {                                       \
      Warp.blockedToStriped(Elements);                                         \
      combine(Mix, Elements);                                                  \
      __syncwarp();                                                            \
    }                                                                          \
    storeStriped<LANES>(Out + Warp.base(), Warp.Lane, Elements);               \
  }                                                                            \
  F2_KERNEL(warp##LANES##_s2b_##T##_##ITEMS##_repeated, BlockThreads)          \
  (const T *__restrict__ In, T *__restrict__ Out, int Iters) {                 \
    using Tile = WarpTile<LANES, T, ITEMS>;                                    \
    __shared__ typename Tile::Exchange::TempStorage Storage[Tile::Groups];     \
    Tile Warp(Storage);                                                        \
    T Elements[ITEMS];                                                         \
    Mixer<T> Mix;                                                              \
    loadStriped<LANES>(In + Warp.base(), Warp.Lane, Elements);                 \
    for (int It = 0; It < Iters; ++It) {                                       \
      Warp.stripedToBlocked(Elements);                                         \
      combine(Mix, Elements);                                                  \
      __syncwarp();                                                            \
    }                                                                          \
    storeBlocked(Out + Warp.base(), Warp.Lane, Elements);                      \
  }

#include "kernels.def"
