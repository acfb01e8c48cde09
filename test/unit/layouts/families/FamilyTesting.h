//===- FamilyTesting.h - Layouts against formulas -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_FAMILIES_FAMILYTESTING_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_FAMILIES_FAMILYTESTING_H

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/families/Family.h"
#include "test/unit/layouts/LayoutTesting.h"
#include <functional>

namespace f2layout {

/// Parameters by dimension, and a tensor's shape.
using Sizes = llvm::SmallVector<unsigned>;
using Extents = llvm::SmallVector<uint64_t>;

/// Where a register of a thread is. Dimensions that a layout lacks are 0.
struct Place {
  uint64_t Register = 0, Lane = 0, Warp = 0, Block = 0;
};

/// The coordinates of a number in a box, the dimension Order[0] fastest.
inline LayoutPoint digits(uint64_t Index, llvm::ArrayRef<uint64_t> Sizes,
                          llvm::ArrayRef<unsigned> Order) {
  LayoutPoint P(Sizes.size(), 0);
  for (unsigned D : Order) {
    P[D] = Index % Sizes[D];
    Index /= Sizes[D];
  }
  return P;
}

template <typename T> uint64_t volume(const T &Sizes) {
  uint64_t V = 1;
  for (auto Size : Sizes)
    V *= Size;
  return V;
}

inline LayoutPoint widened(llvm::ArrayRef<unsigned> Sizes) {
  return LayoutPoint(Sizes.begin(), Sizes.end());
}

/// The coordinates at an index of every input, in the layout's order of inputs.
inline LayoutPoint at(const LinearLayout &L,
                      llvm::ArrayRef<std::pair<llvm::StringRef, uint64_t>> In) {
  llvm::Expected<LayoutPoint> P = L.apply(In);
  if (P)
    return *P;
  ADD_FAILURE() << llvm::toString(P.takeError());
  return {};
}

/// The element at a place. Fast, since tests ask for millions.
inline LayoutPoint elementAt(const LinearLayout &L, const Place &P) {
  uint64_t Flat = P.Register << L.inputShift("register").value_or(0) |
                  P.Lane << L.inputShift("lane").value_or(0) |
                  P.Warp << L.inputShift("warp").value_or(0) |
                  P.Block << L.inputShift("block").value_or(0);
  return L.point(L.applyFlat(Flat));
}

/// Compares a distributed layout with a formula at every place.
inline void
expectAtAllPlaces(const LinearLayout &L,
                  const std::function<LayoutPoint(const Place &)> &Formula) {
  Place P;
  for (P.Block = 0; P.Block >> L.inputBits("block") == 0; ++P.Block)
    for (P.Warp = 0; P.Warp >> L.inputBits("warp") == 0; ++P.Warp)
      for (P.Lane = 0; P.Lane >> L.inputBits("lane") == 0; ++P.Lane)
        for (P.Register = 0; P.Register >> L.inputBits("register") == 0;
             ++P.Register) {
          LayoutPoint Holds = elementAt(L, P), Expected = Formula(P);
          ASSERT_TRUE(Holds == Expected)
              << toString(L) << "\nregister " << P.Register << " lane "
              << P.Lane << " warp " << P.Warp << " block " << P.Block
              << " holds " << toString(Holds) << ", expected "
              << toString(Expected);
        }
}

/// Splits a number into digits of mixed radix, the lowest first.
struct Digits {
  uint64_t Rest;
  uint64_t take(uint64_t Radix) {
    uint64_t Digit = Rest % Radix;
    Rest /= Radix;
    return Digit;
  }
};

/// How many tiles of this size are in a tensor's extent; at least one.
inline uint64_t repeats(uint64_t Extent, uint64_t Tile) {
  return Extent < Tile ? 1 : Extent / Tile;
}

/// The size in a parameter that may be left out, which means 1 everywhere.
inline uint64_t sizeOrOne(const Sizes &Parameter, unsigned D) {
  return Parameter.empty() ? 1 : Parameter[D];
}

/// An operand of the product whose result is of that family, or the error.
template <typename ParamsT>
std::string operandText(const ParamsT &Result, unsigned OpIdx, unsigned KWidth,
                        const Extents &Shape) {
  return text(dotOperandLayout({OpIdx, distributed(Result), KWidth}, Shape));
}

/// Registers of a lane.
inline uint64_t registers(const LinearLayout &L) {
  return uint64_t(1) << L.inputBits("register");
}

/// Whether the register of the lane holds this element.
inline bool holds(const LinearLayout &L, uint64_t Register, uint64_t Lane,
                  const LayoutPoint &Element) {
  return Register < registers(L) && Lane >> L.inputBits("lane") == 0 &&
         elementAt(L, {Register, Lane}) == Element;
}

/// Every coordinate modulo the size of its dimension.
inline LayoutPoint modulo(LayoutPoint P, llvm::ArrayRef<uint64_t> Shape) {
  for (size_t D = 0; D < P.size(); ++D)
    P[D] %= Shape[D];
  return P;
}

inline uint64_t randomPower(Random &R, unsigned MaxBits) {
  return uint64_t(1) << R() % (MaxBits + 1);
}

inline Sizes randomSizes(Random &R, unsigned Rank, unsigned MaxBits) {
  Sizes Result;
  for (unsigned D = 0; D < Rank; ++D)
    Result.push_back(randomPower(R, MaxBits));
  return Result;
}

inline Sizes randomOrder(Random &R, unsigned Rank) {
  Sizes Order = minorLast(Rank);
  std::shuffle(Order.begin(), Order.end(), R);
  return Order;
}

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_FAMILIES_FAMILYTESTING_H
