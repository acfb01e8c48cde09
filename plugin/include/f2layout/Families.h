//===- Families.h - Layouts by their bases, and blocked ones ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// linear is the general case: every bit's image is written down. The result of
// one m16n8 product, for two warps one below the other:
//
//   f2::linear<f2::shape<32, 8>,
//              f2::reg<f2::at<0, 1>, f2::at<8, 0>>,
//              f2::lane<f2::at<0, 2>, f2::at<0, 4>, f2::at<1, 0>, f2::at<2, 0>,
//                       f2::at<4, 0>>,
//              f2::warp<f2::at<16, 0>>>
//
// is, in the text that f2layout's tools read and print,
//
//   register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0]]
//       -> [32,8]
//
// blocked is a box of elements per thread, in a box of threads per warp, in a
// box of warps; numbers run along `order`, the fastest dimension first. Rows of
// half, sixteen bytes per lane, four warps one below the other:
//
//   f2::blocked<f2::shape<32, 32>, f2::sizePerThread<1, 8>,
//               f2::threadsPerWarp<8, 4>, f2::warpsPerBlock<4, 1>,
//               f2::order<1, 0>>
//
// A larger tensor repeats the layout in further registers, along `order`; in a
// smaller one several threads hold the same elements.
//
// each_warp gives every warp of a block a separate tensor, along a new first
// dimension: f2::each_warp<L, 4> of a layout L of one warp, or of a part of the
// block.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_FAMILIES_H
#define F2LAYOUT_FAMILIES_H

#include "Layout.h"

namespace f2 {

/// The images of the bits of the register, lane and warp number, the lowest bit
/// first. An image of zeros: with and without the bit it is the same element.
template <class... Images> struct reg {};
template <class... Images> struct lane {};
template <class... Images> struct warp {};

/// Of blocked: one number for each dimension.
template <int... Sizes> struct sizePerThread {};
template <int... Sizes> struct threadsPerWarp {};
template <int... Sizes> struct warpsPerBlock {};
/// Dimensions, the one along which numbers run fastest first.
template <int... Dimensions> struct order {};

namespace detail {

/// Conditions on a tensor that all families share.
template <class Shape> struct checkShape;
template <int... Sizes> struct checkShape<shape<Sizes...>> {
  static constexpr int rank = sizeof...(Sizes);
  static_assert(rank >= 1 && rank <= MaxRank,
                "f2layout: a shape has 1 to 6 dimensions");
  static_assert(arePowersOf2(Sizes...),
                "f2layout: the sizes of a shape must be powers of two");
  static F2_CONSTEXPR bool isSmall() {
    long long Elements = 1;
    return ((Elements *= Sizes, Elements > 0 && Elements <= 1 << 30) && ... &&
            true);
  }
  static_assert(isSmall(), "f2layout: a shape has at most 2^30 elements");
  static constexpr bool good = isSmall() && arePowersOf2(Sizes...);
};

template <class Shape> struct imageReader;
template <int... Sizes> struct imageReader<shape<Sizes...>> {
  template <int... C> static F2_CONSTEXPR int read(at<C...>) {
    static_assert(sizeof...(C) == sizeof...(Sizes),
                  "f2layout: an image needs one coordinate for each dimension "
                  "of the shape");
    if constexpr (sizeof...(C) == sizeof...(Sizes)) {
      static_assert(((C >= 0 && C < Sizes) && ... && true),
                    "f2layout: a coordinate of an image lies outside the "
                    "shape; expected 0 to the size of its dimension less 1");
      int Element = 0;
      ((Element = Element * Sizes + C), ...);
      return Element;
    }
    return 0;
  }
};

template <class Shape, class Reg, class Lane, class Warp> struct linearRecipe {
  static_assert(!std::is_same<Shape, Shape>::value,
                "f2layout: linear needs a shape<...>, reg<...>, lane<...> and "
                "warp<...>, in this order");
};
template <class Shape, class... R, class... L, class... W>
struct linearRecipe<Shape, reg<R...>, lane<L...>, warp<W...>> {
  static_assert(checkShape<Shape>::good, "f2layout: the shape is unusable");
  static_assert(sizeof...(R) + sizeof...(L) + sizeof...(W) <= 30,
                "f2layout: more than 30 images; expected at most 8 of "
                "registers and 10 of lanes and warps");
  static F2_CONSTEXPR Bases make() {
    Bases B{Shape()};
    (B.Register.add(imageReader<Shape>::read(R())), ...);
    (B.Lane.add(imageReader<Shape>::read(L())), ...);
    (B.Warp.add(imageReader<Shape>::read(W())), ...);
    return B;
  }
};

template <int Rank, int... Dimensions> F2_CONSTEXPR bool isPermutation() {
  int Seen = 0;
  ((Seen |= Dimensions >= 0 && Dimensions < Rank ? 1 << Dimensions : 0), ...);
  return sizeof...(Dimensions) == Rank && Seen == (1 << Rank) - 1;
}

template <class Shape, class Size, class Threads, class Warps, class Order>
struct blockedRecipe {
  static_assert(!std::is_same<Shape, Shape>::value,
                "f2layout: blocked needs a shape<...>, sizePerThread<...>, "
                "threadsPerWarp<...>, warpsPerBlock<...> and order<...>, in "
                "this order");
};
template <class Shape, int... S, int... T, int... W, int... O>
struct blockedRecipe<Shape, sizePerThread<S...>, threadsPerWarp<T...>,
                     warpsPerBlock<W...>, order<O...>> {
  static constexpr int rank = checkShape<Shape>::rank;
  static_assert(sizeof...(S) == rank && sizeof...(T) == rank &&
                    sizeof...(W) == rank,
                "f2layout: sizePerThread, threadsPerWarp and warpsPerBlock "
                "need one number for each dimension of the shape");
  static_assert(arePowersOf2(S...), "f2layout: sizePerThread must be powers of "
                                    "two");
  static_assert(arePowersOf2(T...), "f2layout: threadsPerWarp must be powers "
                                    "of two");
  static_assert(arePowersOf2(W...), "f2layout: warpsPerBlock must be powers of "
                                    "two");
  static_assert(isPermutation<rank, O...>(),
                "f2layout: order must name each dimension of the shape once");

  static F2_CONSTEXPR Bases make() {
    Bases B{Shape()};
    const int Size[] = {S...}, Threads[] = {T...}, Warps[] = {W...};
    (B.run(B.Register, Size[O], O), ...);
    (B.run(B.Lane, Threads[O], O), ...);
    (B.run(B.Warp, Warps[O], O), ...);
    (B.fill(O), ...);
    return B;
  }
};

template <class Layout, int Warps> struct eachWarpRecipe {
  static_assert(isPowerOf2(Warps),
                "f2layout: the number of tensors must be a power of two");
  static_assert(Layout::rank < MaxRank,
                "f2layout: a shape has 1 to 6 dimensions");
  static F2_CONSTEXPR Bases make() {
    Bases B = Layout::bases;
    ++B.Rank;
    for (int D = B.Rank - 1; D > 0; --D)
      B.Size[D] = B.Size[D - 1];
    B.Size[0] = Warps;
    for (int I = 1; I < Warps; I *= 2)
      B.Warp.add(I * Layout::elements);
    return B;
  }
};

} // namespace detail

template <class Shape, class Reg, class Lane, class Warp = warp<>>
struct linear : layout<detail::linearRecipe<Shape, Reg, Lane, Warp>> {};

template <class Shape, class SizePerThread, class ThreadsPerWarp,
          class WarpsPerBlock, class Order>
struct blocked
    : layout<detail::blockedRecipe<Shape, SizePerThread, ThreadsPerWarp,
                                   WarpsPerBlock, Order>> {};

/// The layout L, of Inner warps, for Warps times as many: warps i * Inner and
/// following hold a separate tensor, number i along the new dimension 0.
template <class L, int Warps>
struct each_warp : layout<detail::eachWarpRecipe<L, Warps>> {};

} // namespace f2

#endif // F2LAYOUT_FAMILIES_H
