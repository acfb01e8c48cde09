//===- Layout.cpp - CuTe layouts, swizzles and their compositions ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Layout.h"
#include "layouts/cute/CuteText.h"
#include <algorithm>
#include <cassert>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

Error cute::cuteError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

//===----------------------------------------------------------------------===//
// Values: numbers, or coordinates where strides lie along axes
//===----------------------------------------------------------------------===//

using AxisPath = ArrayRef<unsigned>;

/// The zero of the coordinates that have these axes: (0,(0,0)) for 1@0 and
/// 1@1@1. Nothing if an axis is both a number and a tuple.
static std::optional<IntTuple> zeroAlong(ArrayRef<AxisPath> Paths) {
  unsigned Rank = 0, Ends = 0;
  for (AxisPath P : Paths) {
    Ends += P.empty();
    Rank = std::max(Rank, P.empty() ? 0 : P[0] + 1);
  }
  if (Ends == Paths.size())
    return IntTuple(dynamic(0));
  if (Ends != 0)
    return std::nullopt;
  std::vector<IntTuple> Items;
  for (unsigned Axis = 0; Axis < Rank; ++Axis) {
    std::vector<AxisPath> Inner;
    for (AxisPath P : Paths)
      if (P[0] == Axis)
        Inner.push_back(P.drop_front());
    std::optional<IntTuple> Item = zeroAlong(Inner);
    if (!Item)
      return std::nullopt;
    Items.push_back(std::move(*Item));
  }
  return IntTuple(std::move(Items));
}

/// Sum += Value along the axes of a stride.
static IntTuple addAlong(const IntTuple &Sum, ArrayRef<unsigned> Axes,
                         int64_t Value) {
  if (Axes.empty())
    return dynamic(add(Sum.integer().Value, Value));
  std::vector<IntTuple> Items(Sum.items().begin(), Sum.items().end());
  Items[Axes[0]] = addAlong(Items[Axes[0]], Axes.drop_front(), Value);
  return IntTuple(std::move(Items));
}

/// The zero of the values of these modes, or nothing if their strides do not
/// fit together.
static std::optional<IntTuple> zeroOf(ArrayRef<Mode> Modes) {
  std::vector<AxisPath> Paths;
  for (const Mode &M : Modes)
    if (M.Stride.Value != 0 || !M.Stride.isNumber())
      Paths.push_back(M.Stride.Axes);
  return zeroAlong(Paths);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static Error checkModes(ArrayRef<Mode> Modes) {
  int64_t Size = 1, Reach = 0;
  for (const Mode &M : Modes) {
    if (!M.Size.isNumber())
      return cuteError("size " + toString(M.Size) + " is not a number");
    if (M.Size.Value < 1)
      return cuteError("size " + toString(M.Size) +
                       " is not positive, expected at least 1");
    Size = multiply(Size, M.Size.Value);
    Reach = add(Reach, multiply(M.Size.Value - 1, absolute(M.Stride).Value));
    if (absolute(M.Stride).Value >= Overflow)
      Reach = Overflow;
  }
  if (Size >= Overflow)
    return cuteError("the size is too large, expected less than 2^62");
  if (Reach >= Overflow)
    return cuteError("the values are too large, expected less than 2^62");
  if (!zeroOf(Modes))
    return cuteError("the strides do not fit together, expected numbers or "
                     "axes of one coordinate");
  return Error::success();
}

Expected<Layout> Layout::create(IntTuple Shape, IntTuple Stride) {
  if (!congruent(Shape, Stride))
    return cuteError("stride " + toString(Stride) +
                     " is not nested as the shape " + toString(Shape));
  Layout L(std::move(Shape), std::move(Stride));
  if (Error E = checkModes(L.modes()))
    return E;
  return L;
}

Expected<Layout> Layout::create(IntTuple Shape) {
  IntTuple Stride = compactStride(Shape);
  return create(std::move(Shape), std::move(Stride));
}

Expected<Layout> Layout::create(ArrayRef<Mode> Modes) {
  std::vector<Int> Sizes, Strides;
  for (const Mode &M : Modes) {
    Sizes.push_back(M.Size);
    Strides.push_back(M.Stride);
  }
  return create(unwrapped(std::move(Sizes)), unwrapped(std::move(Strides)));
}

Layout Layout::mode(unsigned I) const {
  return Layout(Shape.mode(I), Stride.mode(I));
}

std::vector<Mode> Layout::modes() const {
  std::vector<Int> Sizes = leaves(Shape), Strides = leaves(Stride);
  std::vector<Mode> Modes;
  for (size_t I = 0; I < Sizes.size(); ++I)
    Modes.push_back({Sizes[I], Strides[I]});
  return Modes;
}

bool Layout::givesNumbers() const {
  std::vector<Int> Strides = leaves(Stride);
  return all_of(Strides, [](const Int &I) { return I.isNumber(); });
}

IntTuple Layout::coshape() const {
  std::vector<Mode> Modes = modes();
  IntTuple Sum = *zeroOf(Modes);
  for (const Mode &M : Modes)
    if (M.Stride.Value != 0)
      Sum = addAlong(Sum, M.Stride.Axes,
                     (M.Size.Value - 1) * absolute(M.Stride).Value);
  return mapLeaves(Sum, [](const Int &I) { return dynamic(I.Value + 1); });
}

int64_t Layout::cosize() const { return cute::size(coshape()); }

int64_t Layout::operator()(int64_t Index) const {
  std::vector<Mode> Modes = modes();
  int64_t Value = 0;
  for (const Mode &M : Modes) {
    bool Last = &M == &Modes.back();
    Value += (Last ? Index : Index % M.Size.Value) * M.Stride.Value;
    Index /= M.Size.Value;
  }
  return Value;
}

Expected<IntTuple> Layout::evaluate(const IntTuple &Coordinate) const {
  Expected<int64_t> Index = integralCoordinate(Coordinate, Shape);
  if (!Index)
    return Index.takeError();
  int64_t Rest = *Index;
  std::vector<Mode> Modes = modes();
  IntTuple Sum = *zeroOf(Modes);
  for (const Mode &M : Modes) {
    if (M.Stride.Value != 0)
      Sum = addAlong(Sum, M.Stride.Axes, Rest % M.Size.Value * M.Stride.Value);
    Rest /= M.Size.Value;
  }
  return Sum;
}

Expected<Layout> cute::joined(ArrayRef<Layout> Modes) {
  std::vector<IntTuple> Shapes, Strides;
  for (const Layout &L : Modes) {
    Shapes.push_back(L.shape());
    Strides.push_back(L.stride());
  }
  return Layout::create(IntTuple(std::move(Shapes)),
                        IntTuple(std::move(Strides)));
}

//===----------------------------------------------------------------------===//
// Compact strides and coordinates
//===----------------------------------------------------------------------===//

IntTuple cute::compactStride(const IntTuple &Shape, Major M, Int First) {
  std::vector<Int> Sizes = leaves(Shape);
  std::vector<Int> Strides(Sizes.size());
  for (size_t N = 0; N < Sizes.size(); ++N) {
    size_t I = M == Major::Left ? N : Sizes.size() - 1 - N;
    if (Sizes[I].isStatic(1)) {
      Strides[I] = fixed(0);
      continue;
    }
    Strides[I] = First;
    First = multiply(First, Int{Sizes[I].Value, Sizes[I].Static, {}});
  }
  return unflatten(Strides, Shape);
}

IntTuple cute::naturalCoordinate(int64_t Index, const IntTuple &Shape) {
  return mapLeaves(Shape, [&](const Int &Size) {
    int64_t Here = Index % Size.Value;
    Index /= Size.Value;
    return dynamic(Here);
  });
}

Expected<int64_t> cute::integralCoordinate(const IntTuple &Coordinate,
                                           const IntTuple &Shape) {
  if (!Coordinate.isTuple()) {
    const Int &I = Coordinate.integer();
    if (!I.isNumber() || I.Value < 0 || I.Value >= size(Shape))
      return cuteError("coordinate " + toString(I) +
                       " is outside of the shape " + toString(Shape));
    return I.Value;
  }
  if (!Shape.isTuple() || Shape.rank() != Coordinate.rank())
    return cuteError("coordinate " + toString(Coordinate) +
                     " is not nested as the shape " + toString(Shape));
  int64_t Sum = 0, Before = 1;
  for (unsigned I = 0; I < Shape.rank(); ++I) {
    Expected<int64_t> Item =
        integralCoordinate(Coordinate.mode(I), Shape.mode(I));
    if (!Item)
      return Item.takeError();
    Sum += *Item * Before;
    Before *= size(Shape.mode(I));
  }
  return Sum;
}

//===----------------------------------------------------------------------===//
// Swizzles and composed layouts
//===----------------------------------------------------------------------===//

Expected<Swizzle> Swizzle::create(int64_t B, int64_t M, int64_t S) {
  int64_t Distance = S < 0 ? -S : S;
  std::string Text =
      ("Sw<" + Twine(B) + "," + Twine(M) + "," + Twine(S) + ">: ").str();
  if (B < 0 || M < 0)
    return cuteError(Text + "B and M must not be negative");
  if (B > 62 || M > 62 || S < -62 || S > 62 || B + M + Distance > 62)
    return cuteError(Text + "B + M + |S| must be at most 62");
  if (Distance < B)
    return cuteError(Text + "|S| is less than B, so bits that are read would "
                            "change");
  Swizzle Result;
  Result.B = int(B);
  Result.M = int(M);
  Result.S = int(S);
  return Result;
}

static bool hasNegative(const Layout &L) {
  std::vector<Int> Strides = leaves(L.stride());
  return any_of(Strides, [](const Int &I) { return I.Value < 0; });
}

/// The least value that a layout of numbers takes.
static int64_t least(const Layout &L) {
  int64_t Sum = 0;
  for (const Mode &M : L.modes())
    Sum += std::min<int64_t>(0, (M.Size.Value - 1) * M.Stride.Value);
  return Sum;
}

/// The largest value along each axis.
static IntTuple endOf(const Layout &L) {
  return mapLeaves(L.coshape(),
                   [](const Int &I) { return dynamic(I.Value - 1); });
}

Expected<ComposedLayout> ComposedLayout::create(std::optional<Swizzle> Outer,
                                                std::optional<IntTuple> Offset,
                                                Layout Inner) {
  bool Numbers = Inner.givesNumbers();
  if (Outer && !Numbers)
    return cuteError("a swizzle takes numbers, but the layout gives "
                     "coordinates");
  if (Offset) {
    if (Numbers ? Offset->isTuple() : !sum(endOf(Inner), *Offset))
      return cuteError("the offset " + toString(*Offset) +
                       " cannot be added to the values of the layout");
    for (const Int &I : leaves(*Offset))
      if (!I.isNumber() || absolute(I).Value >= Overflow / 2)
        return cuteError("the offset " + toString(I) +
                         " is not a number below 2^61");
  }
  int64_t First = Offset && Numbers ? Offset->integer().Value : 0;
  if (Outer && (hasNegative(Inner) || First < 0) && First + least(Inner) < 0)
    return cuteError("a swizzle takes no negative numbers, but " +
                     Twine(First + least(Inner)) + " is a value");
  if (Outer && add(First, Inner.cosize()) >= Overflow)
    return cuteError("the values are too large, expected less than 2^62");
  ComposedLayout Result;
  Result.Outer = Outer;
  // An item for every axis, also for those that only the layout has.
  if (Offset && !congruent(endOf(Inner), *Offset))
    Offset =
        sum(mapLeaves(endOf(Inner), [](const Int &) { return dynamic(0); }),
            *Offset);
  Result.Offset = std::move(Offset);
  Result.Inner = std::move(Inner);
  return Result;
}

IntTuple ComposedLayout::coshape() const {
  if (!Offset)
    return Inner.coshape();
  return mapLeaves(*sum(endOf(Inner), *Offset),
                   [](const Int &I) { return dynamic(I.Value + 1); });
}

int64_t ComposedLayout::operator()(int64_t Index) const {
  int64_t Value = offset() + Inner(Index);
  return Outer ? (*Outer)(Value) : Value;
}

Expected<IntTuple> ComposedLayout::evaluate(const IntTuple &Coordinate) const {
  Expected<IntTuple> Value = Inner.evaluate(Coordinate);
  if (!Value)
    return Value.takeError();
  if (Offset)
    Value = *sum(*Value, *Offset);
  if (Outer)
    return IntTuple(dynamic((*Outer)(Value->integer().Value)));
  return Value;
}
