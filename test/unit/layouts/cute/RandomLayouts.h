//===- RandomLayouts.h - Random CuTe layouts, and their values ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values are computed from the definition of a layout, mode by mode from
// the outside, and not by the library.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_CUTE_RANDOMLAYOUTS_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_CUTE_RANDOMLAYOUTS_H

#include "layouts/cute/CuteText.h"
#include <random>
#include <set>

namespace f2layout::cute {

/// The number of elements, by the definition.
inline int64_t countOf(const IntTuple &Shape) {
  int64_t Count = Shape.isTuple() ? 1 : Shape.integer().Value;
  for (const IntTuple &Item : Shape.items())
    Count *= countOf(Item);
  return Count;
}

/// The value at an integral coordinate; the last mode goes on beyond the size.
inline int64_t valueAt(const IntTuple &Shape, const IntTuple &Stride,
                       int64_t Index) {
  if (!Shape.isTuple())
    return Index * Stride.integer().Value;
  int64_t Sum = 0;
  for (unsigned I = 0; I < Shape.rank(); ++I) {
    int64_t Count = countOf(Shape.mode(I));
    bool Last = I + 1 == Shape.rank();
    Sum += valueAt(Shape.mode(I), Stride.mode(I), Last ? Index : Index % Count);
    Index /= Count;
  }
  return Sum;
}

inline int64_t valueAt(const Layout &L, int64_t Index) {
  return valueAt(L.shape(), L.stride(), Index);
}

/// All values below the size.
inline std::vector<int64_t> valuesOf(const Layout &L) {
  std::vector<int64_t> Values;
  for (int64_t I = 0; I < countOf(L.shape()); ++I)
    Values.push_back(valueAt(L, I));
  return Values;
}

inline bool isInjective(const Layout &L) {
  const std::vector<int64_t> Values = valuesOf(L);
  return std::set<int64_t>(Values.begin(), Values.end()).size() ==
         Values.size();
}

class RandomLayouts {
public:
  explicit RandomLayouts(unsigned Seed) : Random(Seed) {}

  int64_t below(int64_t N) { return int64_t(Random() % uint64_t(N)); }

  /// Up to four flat modes with one of several kinds of strides, nested at
  /// random. Static layouts have static integers only; others have any.
  Layout next(bool Static, bool PowersOfTwo = false) {
    unsigned Modes = 1 + unsigned(below(4));
    std::vector<int64_t> Sizes;
    for (unsigned I = 0; I < Modes; ++I)
      Sizes.push_back(PowersOfTwo ? int64_t(1) << below(4) : 1 + below(7));
    std::vector<int64_t> Strides = stridesFor(Sizes);
    std::vector<Int> ShapeLeaves, StrideLeaves;
    for (unsigned I = 0; I < Modes; ++I) {
      ShapeLeaves.push_back({Sizes[I], Static || below(2) == 0, {}});
      StrideLeaves.push_back({Strides[I], Static || below(2) == 0, {}});
    }
    IntTuple Profile = nested(Modes);
    return cantFail(Layout::create(unflatten(ShapeLeaves, Profile),
                                   unflatten(StrideLeaves, Profile)));
  }

  /// The same layout, with one in four strides negative.
  Layout withSigns(const Layout &L) {
    std::vector<Int> Strides = leaves(L.stride());
    for (Int &I : Strides)
      if (below(4) == 0)
        I.Value = -I.Value;
    return cantFail(Layout::create(L.shape(), unflatten(Strides, L.stride())));
  }

private:
  /// Compact in some order, compact with gaps, small numbers, or zeros between.
  std::vector<int64_t> stridesFor(const std::vector<int64_t> &Sizes) {
    std::vector<int64_t> Strides(Sizes.size());
    std::vector<unsigned> Order;
    for (unsigned I = 0; I < Sizes.size(); ++I)
      Order.push_back(I);
    if (below(3) != 0)
      std::shuffle(Order.begin(), Order.end(), Random);
    int64_t Kind = below(5), Next = 1;
    for (unsigned I : Order) {
      Strides[I] = Kind == 4 ? below(10) : Next;
      Next *= Sizes[I];
      if (Kind == 1 && below(2) == 0)
        Next *= 1 + below(3);
      if (Kind == 2 && below(3) == 0)
        Strides[I] = 0;
      if (Kind == 3)
        Next += below(3);
    }
    return Strides;
  }

  /// A tuple of that many leaves; one leaf may be an integer.
  IntTuple nested(unsigned Leaves) {
    if (Leaves == 1)
      return below(4) == 0 ? tupleOf({Int()}) : IntTuple(Int());
    std::vector<IntTuple> Items;
    while (Leaves > 0) {
      unsigned Count = 1 + unsigned(below(Leaves));
      if (Items.empty() && Count == Leaves)
        --Count;
      Items.push_back(nested(Count));
      Leaves -= Count;
    }
    return IntTuple(std::move(Items));
  }

  std::mt19937 Random;
};

} // namespace f2layout::cute

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_CUTE_RANDOMLAYOUTS_H
