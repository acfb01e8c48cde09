//===- Layout.h - What every layout type can do -----------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is a type. All its members are known at compile time, except for the
// number of the thread:
//
//   using Tile = f2::mma_c<f2::shape<32, 8>, f2::warps<2, 1>>;
//
//   Tile::registers          4     elements that a thread holds
//   Tile::threads           64     of the block, Tile::lanes in each warp
//   Tile::place(2, 37)     202     register 2 of thread 37 holds element 202,
//   Tile::coordinate<0>(2, 37)     25    which is row 25
//   Tile::coordinate<1>(2, 37)      2    and column 2
//
// Threads are numbered through the block: thread = warp * lanes + lane.
//
// A place is the xor of the contributions of the register and of the thread.
// The two usually have no bits in common; then it is a sum, which compilers
// fold into the offset of an access.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUT_H
#define F2LAYOUT_LAYOUT_H

#include "Bases.h"
#include "Target.h"
#include <type_traits>
#include <utility>

namespace f2 {

/// A layout, made from a Recipe, which has a function make() that returns its
/// Bases.
template <class Recipe> struct layout {
  static constexpr detail::Bases bases = Recipe::make();

  static constexpr int rank = bases.Rank;
  /// Of the tensor.
  static constexpr int elements = bases.elements();
  /// Elements that each thread holds.
  static constexpr int registers = 1 << bases.Register.Count;
  static constexpr int lanes = 1 << bases.Lane.Count;
  static constexpr int warps = 1 << bases.Warp.Count;
  static constexpr int threads = lanes * warps;

  static_assert(bases.Register.Count <= detail::MaxRegisterBits,
                "f2layout: a thread holds more than 256 elements; expected at "
                "most 256: take more threads or a smaller tensor");
  static_assert(bases.threadBits() <= detail::MaxThreadBits,
                "f2layout: lanes times warps is more than 1024 threads; "
                "expected at most 1024, which is the largest block");
  static_assert(detail::areIndependent(bases),
                "f2layout: two bits lead to the same element; expected images "
                "that are independent over F2 (a copy is an image of zeros)");

  template <int Dimension> static F2_CONSTEXPR int size() {
    static_assert(Dimension >= 0 && Dimension < rank,
                  "f2layout: there is no such dimension of the tensor");
    return std::integral_constant<int, bases.Size[Dimension]>::value;
  }

  /// What a register contributes to its element's number.
  static F2_CONSTEXPR_INLINE int ofRegister(int Register) {
    return xorOf<false>(Register, RegisterBits());
  }

  /// What a thread contributes to its elements' numbers.
  static F2_CONSTEXPR_INLINE int ofThread(int Thread) {
    return xorOf<true>(Thread, ThreadBits());
  }

  /// Both together; ThreadPart is ofThread's result.
  static F2_CONSTEXPR_INLINE int together(int RegisterPart, int ThreadPart) {
    return HaveBitsInCommon ? RegisterPart ^ ThreadPart
                            : RegisterPart + ThreadPart;
  }

  /// The number of the element that a register, from 0 to registers - 1, of a
  /// thread, from 0 to threads - 1, holds.
  static F2_CONSTEXPR_INLINE int place(int Register, int Thread) {
    return together(ofRegister(Register), ofThread(Thread));
  }

  /// The same element's coordinate along a dimension.
  template <int Dimension>
  static F2_CONSTEXPR_INLINE int coordinate(int Register, int Thread) {
    static_assert(Dimension >= 0 && Dimension < rank,
                  "f2layout: there is no such dimension of the tensor");
    constexpr int Stride = bases.stride(Dimension);
    constexpr int Size = size<Dimension>();
    return place(Register, Thread) / Stride % Size;
  }

private:
  using RegisterBits = std::make_integer_sequence<int, bases.Register.Count>;
  using ThreadBits = std::make_integer_sequence<int, bases.threadBits()>;

  template <bool IsThread, int Bit>
  using Image =
      std::integral_constant<int, IsThread ? bases.threadImage(Bit)
                                           : bases.Register.Image[Bit]>;

  template <bool IsThread, int... Bit>
  static F2_CONSTEXPR_INLINE int xorOf(int Number,
                                       std::integer_sequence<int, Bit...>) {
    (void)Number; // Where there are no bits.
    return (0 ^ ... ^ ((Number >> Bit & 1) * Image<IsThread, Bit>::value));
  }

  static F2_CONSTEXPR bool haveBitsInCommon() {
    int Registers = 0, Threads = 0;
    for (int I = 0; I < bases.Register.Count; ++I)
      Registers |= bases.Register.Image[I];
    for (int I = 0; I < bases.threadBits(); ++I)
      Threads |= bases.threadImage(I);
    return (Registers & Threads) != 0;
  }
  static constexpr bool HaveBitsInCommon = haveBitsInCommon();
};

} // namespace f2

#endif // F2LAYOUT_LAYOUT_H
