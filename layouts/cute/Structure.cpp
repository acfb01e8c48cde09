//===- Structure.cpp - Modes of a CuTe layout merged, grouped, and chosen -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Structure.h"
#include "layouts/cute/CuteText.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

//===----------------------------------------------------------------------===//
// Coalescing
//===----------------------------------------------------------------------===//

/// From the last mode to the first, with Modes.back() as the start. C++ sees
/// that modes may be merged if both sizes and the strides are static.
static std::vector<Mode> merged(ArrayRef<Mode> Modes) {
  std::vector<Mode> Reversed = {Modes.back()};
  for (const Mode &M : reverse(Modes.drop_back())) {
    Mode &Next = Reversed.back();
    Int End = multiply(M.Size, M.Stride);
    if (M.Size.isStatic(1))
      continue;
    if (Next.Size.isStatic(1) && Reversed.size() == 1)
      Next = M;
    else if (Next.Size.Static && End.Static && Next.Stride == End)
      Next = {multiply(M.Size, Next.Size), M.Stride};
    else
      Reversed.push_back(M);
  }
  std::reverse(Reversed.begin(), Reversed.end());
  return Reversed;
}

Layout cute::coalesce(const Layout &L) {
  std::vector<Mode> Modes = merged(L.modes());
  if (Modes.size() == 1 && Modes[0].Size.isStatic(1))
    return Layout();
  return cantFail(Layout::create(Modes));
}

Layout cute::coalesceUnbounded(const Layout &L) {
  std::vector<Mode> Modes = L.modes();
  // A last mode of size 1 continues, too. As one of size 2 it is not dropped.
  if (Modes.back().Size.isStatic(1))
    Modes.back().Size = fixed(2);
  Expected<Layout> Merged = Layout::create(merged(Modes));
  if (Merged)
    return std::move(*Merged);
  consumeError(Merged.takeError()); // Too large as one of size 2.
  return L;
}

Expected<Layout>
cute::mapModes(const Layout &L, const IntTuple &Profile,
               function_ref<Expected<Layout>(const Layout &)> F) {
  if (!Profile.isTuple())
    return F(L);
  if (Profile.rank() > L.rank())
    return cuteError("the profile " + toString(Profile) + " has rank " +
                     Twine(Profile.rank()) + ", but " + toString(L) +
                     " has rank " + Twine(L.rank()));
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < L.rank(); ++I) {
    Modes.push_back(L.mode(I));
    if (I >= Profile.rank())
      continue;
    if (Error E = mapModes(L.mode(I), Profile.mode(I), F).moveInto(Modes[I]))
      return E;
  }
  return joined(Modes);
}

Expected<Layout> cute::coalesce(const Layout &L, const IntTuple &Profile) {
  return mapModes(L, Profile, [](const Layout &Part) -> Expected<Layout> {
    return coalesce(Part);
  });
}

IntTuple cute::coalesceShape(const IntTuple &Shape) {
  std::vector<Int> Factors;
  for (const Int &I : leaves(Shape)) {
    if (Factors.empty() || Factors.back().Static != I.Static)
      Factors.push_back(I);
    else
      Factors.back() = multiply(Factors.back(), I);
  }
  if (!Shape.isTuple())
    return Shape;
  // CuTe folds a tuple from its first item, so a single factor is no tuple.
  return unwrapped(std::move(Factors));
}

//===----------------------------------------------------------------------===//
// Modes without effect
//===----------------------------------------------------------------------===//

Layout cute::filterZeros(const Layout &L) {
  std::vector<Mode> Modes = L.modes();
  std::vector<Int> Sizes;
  for (const Mode &M : Modes)
    Sizes.push_back(M.Stride.isStatic(0) ? fixed(1) : M.Size);
  return cantFail(Layout::create(unflatten(Sizes, L.shape()), L.stride()));
}

Layout cute::filter(const Layout &L) { return coalesce(filterZeros(L)); }

Expected<Layout> cute::filter(const Layout &L, const IntTuple &Profile) {
  return mapModes(L, Profile, [](const Layout &Part) -> Expected<Layout> {
    return filter(Part);
  });
}

Layout cute::nullspace(const Layout &L) {
  std::vector<Mode> Modes = L.modes();
  std::vector<Int> Compact = leaves(compactStride(flatten(L.shape())));
  std::vector<Mode> Kernel;
  for (size_t I = 0; I < Modes.size(); ++I)
    if (Modes[I].Stride.isStatic(0))
      Kernel.push_back({Modes[I].Size, Compact[I]});
  return Kernel.empty() ? Layout() : cantFail(Layout::create(Kernel));
}

//===----------------------------------------------------------------------===//
// Modes as items of a tuple
//===----------------------------------------------------------------------===//

Layout cute::flatten(const Layout &L) {
  return cantFail(Layout::create(flatten(L.shape()), flatten(L.stride())));
}

static Error noModes(const Layout &L, unsigned Begin, unsigned End) {
  return cuteError("there are no modes " + Twine(Begin) + " to " + Twine(End) +
                   " (excluded) in " + toString(L) + ", which has rank " +
                   Twine(L.rank()));
}

Expected<Layout> cute::take(const Layout &L, unsigned Begin, unsigned End) {
  if (Begin >= End || End > L.rank())
    return noModes(L, Begin, End);
  std::vector<Layout> Modes;
  for (unsigned I = Begin; I < End; ++I)
    Modes.push_back(L.mode(I));
  return joined(Modes);
}

Expected<Layout> cute::group(const Layout &L, unsigned Begin, unsigned End) {
  Expected<Layout> Group = take(L, Begin, End);
  if (!Group)
    return Group;
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < L.rank(); ++I) {
    if (I == Begin)
      Modes.push_back(*Group);
    if (I < Begin || I >= End)
      Modes.push_back(L.mode(I));
  }
  return joined(Modes);
}

Expected<Layout> cute::select(const Layout &L, ArrayRef<unsigned> Modes) {
  std::vector<Layout> Chosen;
  for (unsigned I : Modes) {
    if (I >= L.rank())
      return noModes(L, I, I + 1);
    Chosen.push_back(L.mode(I));
  }
  if (Chosen.empty())
    return cuteError("a layout has at least one mode");
  return joined(Chosen);
}

Layout cute::append(const Layout &L, unsigned Rank) {
  if (L.rank() >= Rank)
    return L;
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < L.rank(); ++I)
    Modes.push_back(L.mode(I));
  Modes.resize(Rank);
  return cantFail(joined(Modes));
}

//===----------------------------------------------------------------------===//
// Compact layouts of a given order
//===----------------------------------------------------------------------===//

/// The sizes of the parts of the shape at each integer of the profile.
static void partSizes(const IntTuple &Shape, const IntTuple &Profile,
                      std::vector<Int> &Sizes) {
  if (!Profile.isTuple())
    Sizes.push_back(product(Shape));
  for (unsigned I = 0; Profile.isTuple() && I < Profile.rank(); ++I)
    partSizes(Shape.mode(I), Profile.mode(I), Sizes);
}

static IntTuple stridesFrom(const IntTuple &Shape, const IntTuple &Starts) {
  if (!Starts.isTuple())
    return compactStride(Shape, Major::Left, Starts.integer());
  std::vector<IntTuple> Strides;
  for (unsigned I = 0; I < Starts.rank(); ++I)
    Strides.push_back(stridesFrom(Shape.mode(I), Starts.mode(I)));
  return IntTuple(std::move(Strides));
}

Expected<Layout> cute::makeOrdered(const IntTuple &Shape,
                                   const IntTuple &Order) {
  if (!weaklyCongruent(Order, Shape))
    return cuteError("order " + toString(Order) +
                     " is not weakly congruent to the shape " +
                     toString(Shape));
  std::vector<Int> Sizes, Starts, Ranks = leaves(Order);
  partSizes(Shape, Order, Sizes);
  int64_t Largest = 0;
  for (const Int &I : Ranks)
    if (I.Static)
      Largest = std::max(Largest, I.Value);
  for (size_t I = 0; I < Ranks.size(); ++I)
    if (!Ranks[I].Static)
      Ranks[I].Value = Largest + 1 + int64_t(I);
  for (const Int &Rank : Ranks) {
    Int Start = fixed(1);
    for (size_t I = 0; I < Ranks.size(); ++I)
      if (Ranks[I].Value < Rank.Value)
        Start = multiply(Start, Sizes[I]);
    Starts.push_back(Start);
  }
  return Layout::create(Shape, stridesFrom(Shape, unflatten(Starts, Order)));
}
