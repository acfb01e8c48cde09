//===- StrideFit.cpp - Fitting sizes and strides to a function ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/tables/StrideFit.h"

using namespace llvm;

namespace f2layout::calc {

namespace {

class Fitter {
public:
  Fitter(ArrayRef<uint64_t> Sizes,
         function_ref<int64_t(ArrayRef<uint64_t>)> Value)
      : Sizes(Sizes), Value(Value) {}

  Expected<StrideFit> fit();

private:
  bool fitAlong(size_t Dim);
  bool compare();
  int64_t expected(ArrayRef<uint64_t> Place) const;

  struct Digit {
    uint64_t Size;
    int64_t Stride;
  };
  ArrayRef<uint64_t> Sizes;
  function_ref<int64_t(ArrayRef<uint64_t>)> Value;
  std::vector<SmallVector<Digit, 4>> Digits; ///< Of each number.
  int64_t Zero = 0;
  std::optional<StrideBreak> Broken;
};

} // namespace

/// The modes of one number, where the others are 0. Returns false if there are
/// none.
bool Fitter::fitAlong(size_t Dim) {
  SmallVector<uint64_t, 2> Place(Sizes.size(), 0);
  auto At = [&](uint64_t X) {
    Place[Dim] = X;
    return Value(Place) - Zero;
  };
  SmallVector<Digit, 4> &Found = Digits.emplace_back();
  uint64_t Unit = 1, Left = Sizes[Dim];
  while (Left > 1) {
    const int64_t Stride = At(Unit);
    uint64_t Size = 2;
    while (Size < Left && At(Size * Unit) == Stride * int64_t(Size))
      ++Size;
    if (Left % Size != 0) {
      const int64_t Is = At(Size * Unit);
      Broken = {Place, Is + Zero, Stride * int64_t(Size) + Zero, Size, Left};
      return false;
    }
    Found.push_back({Size, Stride});
    Unit *= Size;
    Left /= Size;
  }
  return true;
}

int64_t Fitter::expected(ArrayRef<uint64_t> Place) const {
  int64_t Sum = Zero;
  for (size_t Dim = 0; Dim < Place.size(); ++Dim) {
    uint64_t Rest = Place[Dim];
    for (const Digit &D : Digits[Dim]) {
      Sum += int64_t(Rest % D.Size) * D.Stride;
      Rest /= D.Size;
    }
  }
  return Sum;
}

/// Compares every place, the first number fastest.
bool Fitter::compare() {
  SmallVector<uint64_t, 2> Place(Sizes.size(), 0);
  for (;;) {
    const int64_t Is = Value(Place), Should = expected(Place);
    if (Is != Should) {
      Broken = {Place, Is, Should, 0, 0};
      return false;
    }
    size_t Dim = 0;
    while (Dim < Sizes.size() && ++Place[Dim] == Sizes[Dim])
      Place[Dim++] = 0;
    if (Dim == Sizes.size())
      return true;
  }
}

Expected<StrideFit> Fitter::fit() {
  Zero = Value(SmallVector<uint64_t, 2>(Sizes.size(), 0));
  StrideFit Fit;
  bool Fits = true;
  for (size_t Dim = 0; Fits && Dim < Sizes.size(); ++Dim)
    Fits = fitAlong(Dim);
  if (!Fits || !compare()) {
    Fit.Broken = std::move(Broken);
    return Fit;
  }
  std::vector<cute::Layout> Modes;
  for (ArrayRef<Digit> Of : Digits) {
    SmallVector<cute::Mode, 4> Flat;
    for (const Digit &D : Of)
      Flat.push_back({cute::fixed(int64_t(D.Size)), cute::fixed(D.Stride)});
    if (Flat.empty())
      Flat.push_back({cute::fixed(1), cute::fixed(0)});
    Expected<cute::Layout> L = cute::Layout::create(Flat);
    if (!L)
      return L.takeError();
    Modes.push_back(std::move(*L));
  }
  Expected<cute::Layout> Inner =
      Modes.size() == 1 ? std::move(Modes[0]) : cute::joined(Modes);
  if (!Inner)
    return Inner.takeError();
  std::optional<cute::IntTuple> Offset;
  if (Zero)
    Offset = cute::IntTuple(cute::fixed(Zero));
  Expected<cute::ComposedLayout> Whole = cute::ComposedLayout::create(
      std::nullopt, std::move(Offset), std::move(*Inner));
  if (!Whole)
    return Whole.takeError();
  Fit.Layout = std::move(*Whole);
  return Fit;
}

Expected<StrideFit>
fitStrides(ArrayRef<uint64_t> Sizes,
           function_ref<int64_t(ArrayRef<uint64_t>)> Value) {
  return Fitter(Sizes, Value).fit();
}

} // namespace f2layout::calc
