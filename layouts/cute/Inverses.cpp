//===- Inverses.cpp - Complements and inverses of CuTe layouts ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Inverses.h"
#include "layouts/cute/Composition.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Structure.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

/// Why an operation refuses the layout, or success.
static Error checkNumbers(const Layout &L, StringRef Operation,
                          bool NegativeToo) {
  if (!L.givesNumbers())
    return cuteError(Operation + " of " + toString(L) +
                     ": the layout gives coordinates");
  for (const Mode &M : L.modes())
    if (NegativeToo && M.Stride.Value < 0)
      return cuteError(Operation + " of " + toString(L) + ": stride " +
                       toString(M.Stride) + " is negative");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Complement
//===----------------------------------------------------------------------===//

static std::vector<Mode> sortedByStride(std::vector<Mode> Modes) {
  stable_sort(Modes, [](const Mode &A, const Mode &B) {
    return A.Stride.Value < B.Stride.Value;
  });
  return Modes;
}

/// The factors of a space after division by N, from the left.
static IntTuple divideShape(const IntTuple &Space, Int N) {
  std::vector<Int> Factors;
  for (const Int &I : leaves(Space)) {
    Factors.push_back(ceilDiv(I, N));
    N = ceilDiv(N, I);
  }
  return Space.isTuple() ? tupleOf(Factors) : IntTuple(Factors[0]);
}

/// One more than the largest value of a layout of numbers.
static Int cosizeOf(const Layout &L) {
  Int Sum = fixed(1);
  for (const Mode &M : L.modes()) {
    Int Last =
        multiply(Int{M.Size.Value - 1, M.Size.Static, {}}, absolute(M.Stride));
    Sum = {add(Sum.Value, Last.Value), Sum.Static && Last.Static, {}};
  }
  return Sum;
}

Expected<Layout> cute::complement(const Layout &L,
                                  const std::optional<IntTuple> &Space) {
  if (Error E = checkNumbers(L, "complement", true))
    return E;
  Layout Filtered = filter(L);
  IntTuple Whole = Space ? *Space : IntTuple(cosizeOf(Filtered));
  for (const Int &I : leaves(Whole))
    if (!I.isNumber() || I.Value < 1 || size(Whole) >= Overflow)
      return cuteError("complement in a space of " + toString(Whole) +
                       ": expected positive numbers with a product below 2^62");
  // Modes that are known to the reader only do not count either.
  std::vector<Mode> Modes = sortedByStride(Filtered.modes());
  erase_if(Modes, [](const Mode &M) { return M.Stride.Value == 0; });
  std::vector<Mode> Result;
  Int Below = fixed(1);
  for (size_t I = 0; I < Modes.size(); ++I) {
    const Mode &M = Modes[I];
    if (M.Stride.Value < Below.Value)
      return cuteError("complement of " + toString(L) + ": stride " +
                       toString(M.Stride) + " is less than " +
                       Twine(Below.Value) + ", the size times the stride of " +
                       toString(Modes[I - 1].Size) + ":" +
                       toString(Modes[I - 1].Stride));
    Result.push_back({divide(M.Stride, Below), Below});
    Below = multiply(M.Size, M.Stride);
  }
  IntTuple Rest = coalesceShape(divideShape(Whole, Below));
  std::vector<Int> Sizes = leaves(Rest);
  std::vector<Int> Strides = leaves(compactStride(Rest, Major::Left, Below));
  for (size_t I = 0; I < Sizes.size(); ++I)
    Result.push_back({Sizes[I], Strides[I]});
  Expected<Layout> Uncoalesced = Layout::create(Result);
  if (!Uncoalesced)
    return Uncoalesced;
  // Without modes to complement, CuTe returns the space as it is.
  return Modes.empty() ? std::move(Uncoalesced) : coalesce(*Uncoalesced);
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

/// A mode of a layout, and the integral coordinate of its digit 1.
struct PlacedMode {
  Mode M;
  Int Place;
};

static std::vector<PlacedMode> placed(const Layout &L) {
  std::vector<PlacedMode> Result;
  Int Place = fixed(1);
  for (const Mode &M : L.modes()) {
    Result.push_back({M, Place});
    Place = multiply(M.Size, Place);
  }
  stable_sort(Result, [](const PlacedMode &A, const PlacedMode &B) {
    return A.M.Stride.Value < B.M.Stride.Value;
  });
  return Result;
}

Expected<Layout> cute::rightInverse(const Layout &L) {
  if (Error E = checkNumbers(L, "right inverse", false))
    return E;
  std::vector<Mode> Result = {{fixed(1), fixed(0)}};
  Int Next = fixed(1);
  for (const PlacedMode &P : placed(coalesce(L))) {
    if (!P.M.Stride.Static || !Next.Static || P.M.Stride != Next)
      continue;
    Result.push_back({P.M.Size, P.Place});
    Next = multiply(P.M.Size, P.M.Stride);
  }
  Expected<Layout> R = Layout::create(Result);
  return R ? Expected<Layout>(coalesce(*R)) : std::move(R);
}

Expected<Layout> cute::leftInverse(const Layout &L) {
  if (Error E = checkNumbers(L, "left inverse", true))
    return E;
  std::vector<PlacedMode> Modes = placed(coalesce(L));
  std::vector<Int> Sizes, Strides = {fixed(0)};
  Int Below = fixed(1);
  int64_t End = 1;
  for (const PlacedMode &P : Modes) {
    if (P.M.Stride.Value == 0)
      continue;
    if (P.M.Stride.Value < End)
      return cuteError("left inverse of " + toString(L) + ": stride " +
                       toString(P.M.Stride) + " is less than " + Twine(End) +
                       ", the size times the stride of the mode below it");
    if (P.M.Stride.Value % Below.Value != 0)
      return cuteError("left inverse of " + toString(L) + ": stride " +
                       toString(P.M.Stride) + " is no multiple of " +
                       Twine(Below.Value) + ", the stride below it");
    End = multiply(P.M.Size.Value, P.M.Stride.Value);
    Sizes.push_back(divide(P.M.Stride, Below));
    Below = multiply(Below, Sizes.back());
    Strides.push_back(P.Place);
  }
  Sizes.push_back(Modes.back().M.Size);
  std::vector<Mode> Result;
  for (size_t I = 0; I < Sizes.size(); ++I)
    Result.push_back({Sizes[I], Strides[I]});
  Expected<Layout> R = Layout::create(Result);
  return R ? Expected<Layout>(coalesce(*R)) : std::move(R);
}

static bool isZero(const IntTuple &Offset) {
  std::vector<Int> Sums = leaves(Offset);
  return all_of(Sums, [](const Int &I) { return I.Value == 0; });
}

static Expected<ComposedLayout>
inverse(const ComposedLayout &L, Expected<Layout> (*OfInner)(const Layout &)) {
  if (L.Offset && !isZero(*L.Offset))
    return cuteError("inverse of " + toString(L) + ": the offset is not zero");
  Expected<Layout> R = OfInner(L.Inner);
  if (!R)
    return R.takeError();
  if (L.Outer)
    return compose(*R, *L.Outer);
  return ComposedLayout::create(std::nullopt, std::nullopt, std::move(*R));
}

/// Values that are tried one by one.
static constexpr int64_t Most = int64_t(1) << 24;

/// Fails if the swizzle takes a value of R, the right inverse of the inner
/// layout, to where the layout has no coordinate. In whole blocks of its size
/// it only moves values inside of the block.
static Error checkInside(const ComposedLayout &L, const Layout &R) {
  const int64_t Block = int64_t(L.Outer->size());
  const int64_t Whole = R.size() - R.size() % Block;
  if (R.size() - Whole > Most)
    return cuteError("inverse of " + toString(L) +
                     ": the swizzle is too large");
  for (int64_t I = Whole; I < R.size(); ++I) {
    const int64_t Index = R((*L.Outer)(I));
    if (Index >= L.size())
      return cuteError("inverse of " + toString(L) + ": the swizzle takes " +
                       Twine(I) + " to coordinate " + Twine(Index) +
                       ", outside of the layout");
  }
  return Error::success();
}

Expected<ComposedLayout> cute::rightInverse(const ComposedLayout &L) {
  Expected<ComposedLayout> R = inverse(L, rightInverse);
  if (R && L.Outer)
    if (Error E = checkInside(L, cantFail(rightInverse(L.Inner))))
      return E;
  return R;
}

Expected<ComposedLayout> cute::leftInverse(const ComposedLayout &L) {
  return inverse(L, leftInverse);
}

//===----------------------------------------------------------------------===//
// Common vectors
//===----------------------------------------------------------------------===//

/// A o right_inverse(B), coalesced, and the right inverse.
static Expected<std::pair<Layout, Layout>> common(const Layout &A,
                                                  const Layout &B) {
  Expected<Layout> Inverse = rightInverse(B);
  if (!Inverse)
    return Inverse.takeError();
  Expected<Layout> Both = compose(A, *Inverse);
  if (!Both)
    return Both.takeError();
  return std::pair(coalesce(*Both), std::move(*Inverse));
}

static bool startsContiguous(const Layout &L) {
  Mode First = L.modes().front();
  return First.Size.Static && First.Stride.isStatic(1);
}

/// Fails if a layout has fewer elements than are in common: its last mode would
/// go on behind its end.
static Error checkInside(const Layout &A, const Layout &B, int64_t Common) {
  for (const Layout *L : {&A, &B})
    if (L->size() < Common)
      return cuteError("common elements of " + toString(A) + " and " +
                       toString(B) + ": " + Twine(Common) + ", but " +
                       toString(*L) + " has only " + Twine(L->size()));
  return Error::success();
}

Expected<Layout> cute::maxCommonLayout(const Layout &A, const Layout &B) {
  Expected<std::pair<Layout, Layout>> C = common(A, B);
  if (!C)
    return C.takeError();
  if (!startsContiguous(C->first))
    return Layout();
  if (Error E = checkInside(A, B, C->first.modes().front().Size.Value))
    return E;
  return compose(C->second, C->first.mode(0));
}

Expected<int64_t> cute::maxCommonVector(const Layout &A, const Layout &B) {
  Expected<std::pair<Layout, Layout>> C = common(A, B);
  if (!C)
    return C.takeError();
  if (!startsContiguous(C->first))
    return 1;
  const int64_t Common = C->first.modes().front().Size.Value;
  if (Error E = checkInside(A, B, Common))
    return E;
  return Common;
}

Expected<int64_t> cute::maxCommonVector(const ComposedLayout &A,
                                        const ComposedLayout &B) {
  Expected<int64_t> Vector = maxCommonVector(A.Inner, B.Inner);
  for (const ComposedLayout *L : {&A, &B}) {
    if (!Vector)
      return Vector;
    if (L->Offset && !isZero(*L->Offset))
      return cuteError("common vector of " + toString(*L) +
                       ": the offset is not zero");
    if (L->Outer && !(A.Outer == B.Outer))
      Vector = std::min(*Vector, int64_t(1) << L->Outer->base());
  }
  return Vector;
}
