//===- Bases.h - Images of bits, and how tiles grow -------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout says which element of a tensor a register of a thread holds. All
// sizes are powers of two, and the map is linear over F2: the images of the
// bits of the register number, lane number and warp number determine all others
// by xor. An 8x8 tile of 32 lanes with two elements each:
//
//   register bit 0 -> (0,1)     lane bits -> (0,2) (0,4) (1,0) (2,0) (4,0)
//
//   register 1 of lane 5 = 0b00101:  (0,1) ^ (0,2) ^ (1,0) = (1,3)
//
// Here elements are numbered, the last dimension running fastest. As sizes are
// powers of two, the bits of the coordinates are side by side in the number,
// and xor of numbers is xor of coordinates: (1,3) of 8x8 is 1*8 + 3 = 11.
//
// Tiles grow from the inside to the outside (layouts/families/Tiling.h): `run`
// sends the next bits along one dimension, above the bits that the tile has
// there. The tile above is
//
//   Bases B({8, 8});  B.run(B.Register, 2, 1);
//                     B.run(B.Lane, 4, 1);  B.run(B.Lane, 8, 0);
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BASES_H
#define F2LAYOUT_BASES_H

#include "Target.h"

namespace f2 {

/// The sizes of a tensor, the last dimension running fastest: shape<32, 64>.
template <int... Sizes> struct shape {
  static constexpr int rank = sizeof...(Sizes);
};

/// A place in a tensor, or a bit's image: at<4, 0> is four rows down.
template <int... Coordinates> struct at {};

namespace detail {

constexpr int MaxRank = 6;
/// 256 registers, 1024 threads.
constexpr int MaxRegisterBits = 8, MaxThreadBits = 10;

F2_CONSTEXPR bool isPowerOf2(long long Value) {
  return Value > 0 && (Value & (Value - 1)) == 0;
}

template <class... Ints> F2_CONSTEXPR bool arePowersOf2(Ints... Values) {
  return (isPowerOf2(Values) && ... && true);
}

F2_CONSTEXPR int log2(int Value) {
  int Bits = 0;
  while (Value >> (Bits + 1))
    ++Bits;
  return Bits;
}

/// Images of consecutive bits, as numbers of elements.
struct Bits {
  int Count = 0;
  int Image[32] = {};

  F2_CONSTEXPR void add(int New) { Image[Count++ % 32] = New; }
  /// The number of bits without effect.
  F2_CONSTEXPR int free() const {
    int Free = 0;
    for (int I = 0; I < Count; ++I)
      Free |= Image[I] ? 0 : 1 << I;
    return Free;
  }
  /// The image of a number.
  F2_CONSTEXPR int at(int Number) const {
    int Element = 0;
    for (int I = 0; I < Count; ++I)
      Element ^= Number >> I & 1 ? Image[I] : 0;
    return Element;
  }
};

struct Bases {
  int Rank = 0;
  int Size[MaxRank] = {};
  /// Of the tile so far.
  int Extent[MaxRank] = {};
  Bits Register, Lane, Warp;

  template <int... Sizes>
  F2_CONSTEXPR explicit Bases(shape<Sizes...>) : Rank(sizeof...(Sizes)) {
    int D = 0;
    ((Size[D++] = Sizes), ...);
    for (int &E : Extent)
      E = 1;
  }

  /// The distance of the numbers of neighbours along a dimension.
  F2_CONSTEXPR int stride(int Dimension) const {
    int Elements = 1;
    for (int D = Dimension + 1; D < Rank; ++D)
      Elements *= Size[D];
    return Elements;
  }
  F2_CONSTEXPR int elements() const { return stride(-1); }

  /// The next bits of In run along Dimension: Times the tile so far. Beyond the
  /// end of the tensor they have no effect and make copies.
  F2_CONSTEXPR void run(Bits &In, int Times, int Dimension) {
    for (int I = 1; I < Times; I *= 2) {
      const bool Inside = Extent[Dimension] < Size[Dimension];
      In.add(Inside ? Extent[Dimension] * stride(Dimension) : 0);
      Extent[Dimension] *= 2;
    }
  }

  /// The next bits of In have no effect.
  F2_CONSTEXPR void copies(Bits &In, int Times) {
    for (int I = 1; I < Times; I *= 2)
      In.add(0);
  }

  /// Further registers repeat the tile up to the end of the tensor.
  F2_CONSTEXPR void fill(int Dimension) {
    if (Extent[Dimension] < Size[Dimension])
      run(Register, Size[Dimension] / Extent[Dimension], Dimension);
  }

  /// The same in every dimension, the last one first.
  F2_CONSTEXPR void fillMinorFirst() {
    for (int D = Rank - 1; D >= 0; --D)
      fill(D);
  }

  /// Lanes and warps make one number.
  F2_CONSTEXPR int threadBits() const { return Lane.Count + Warp.Count; }
  F2_CONSTEXPR int threadImage(int Bit) const {
    return Bit < Lane.Count ? Lane.Image[Bit] : Warp.Image[Bit - Lane.Count];
  }
};

/// The span of the images of some bits: Pivot[I] has I as its highest bit, or
/// is 0.
struct Span {
  int Pivot[32] = {};

  /// The element reduced by the span: 0 if it belongs to the span.
  F2_CONSTEXPR int rest(int Element) const {
    for (int I = 30; I >= 0; --I)
      if (Element >> I & 1)
        Element ^= Pivot[I];
    return Element;
  }
  /// Adds the element; returns whether it was not in the span.
  F2_CONSTEXPR bool add(int Element) {
    Element = rest(Element);
    if (Element)
      Pivot[log2(Element)] = Element;
    return Element != 0;
  }
};

F2_CONSTEXPR Span spanOf(const Bases &B) {
  Span S;
  for (int I = 0; I < B.Register.Count; ++I)
    S.add(B.Register.Image[I]);
  for (int I = 0; I < B.threadBits(); ++I)
    S.add(B.threadImage(I));
  return S;
}

/// Returns true if no two places hold the same element, except by bits without
/// effect.
F2_CONSTEXPR bool areIndependent(const Bases &B) {
  Span S;
  for (int I = 0; I < B.Register.Count; ++I)
    if (B.Register.Image[I] && !S.add(B.Register.Image[I]))
      return false;
  for (int I = 0; I < B.threadBits(); ++I)
    if (B.threadImage(I) && !S.add(B.threadImage(I)))
      return false;
  return true;
}

} // namespace detail
} // namespace f2

#endif // F2LAYOUT_BASES_H
