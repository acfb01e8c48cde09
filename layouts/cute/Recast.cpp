//===- Recast.cpp - CuTe layouts of wider and of narrower elements --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/CuteText.h"
#include "layouts/cute/Tiling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

static Error checkCast(const Layout &L, int64_t N, StringRef Name) {
  if (N < 1 || N >= Overflow)
    return cuteError(Name + " by " + Twine(N) + ": expected a positive number");
  if (!L.givesNumbers())
    return cuteError(Name + " of " + toString(L) +
                     ": the layout gives coordinates");
  return Error::success();
}

static Expected<Layout> withModes(const Layout &L, ArrayRef<Mode> Modes) {
  std::vector<Int> Sizes, Strides;
  for (const Mode &M : Modes) {
    Sizes.push_back(M.Size);
    Strides.push_back(M.Stride);
  }
  return Layout::create(unflatten(Sizes, L.shape()),
                        unflatten(Strides, L.shape()));
}

Expected<Layout> cute::upcast(const Layout &L, int64_t N) {
  if (Error E = checkCast(L, N, "upcast"))
    return E;
  std::vector<Mode> Modes = L.modes();
  int64_t Parts = 0; // At most so many parts of an element, over all modes.
  for (size_t I = 0; I < Modes.size(); ++I) {
    Mode &M = Modes[I];
    int64_t Stride = absolute(M.Stride).Value;
    if (Stride == 0)
      continue;
    if (Stride % N != 0)
      Parts = add(Parts, std::min(multiply(M.Size.Value - 1, Stride),
                                  N - std::min(Stride, N)));
    // The compiler takes a dynamic stride for a multiple of N.
    bool Shrinks = M.Stride.Static && N % Stride == 0;
    if (Stride % N != 0 && !Shrinks)
      return cuteError("upcast of " + toString(L) + " by " + Twine(N) +
                       ": stride " + toString(M.Stride) + " of mode " +
                       Twine(I) + " is no multiple of " + Twine(N) +
                       (M.Stride.Static ? " and does not divide it" : ""));
    if (Shrinks)
      M.Size = ceilDiv(M.Size, fixed(N / Stride));
    int64_t Shrunk = std::max<int64_t>(Stride / N, 1);
    M.Stride.Value = M.Stride.Value < 0 ? -Shrunk : Shrunk;
  }
  if (Parts >= N)
    return cuteError("upcast of " + toString(L) + " by " + Twine(N) +
                     ": modes carry into each other inside of an element");
  return withModes(L, Modes);
}

Expected<Layout> cute::downcast(const Layout &L, int64_t N) {
  if (Error E = checkCast(L, N, "downcast"))
    return E;
  std::vector<Mode> Modes = L.modes();
  bool Found = false;
  for (Mode &M : Modes) {
    if (M.Stride.Static && absolute(M.Stride).Value == 1) {
      if (Found)
        return cuteError("downcast of " + toString(L) +
                         ": two modes have the stride 1, so that each would "
                         "have all parts of an element");
      M.Size = multiply(M.Size, fixed(N));
      Found = true;
    } else {
      M.Stride = multiply(M.Stride, fixed(N));
    }
  }
  if (!Found)
    return cuteError("downcast of " + toString(L) +
                     ": no mode has the static stride 1, expected adjacent "
                     "elements");
  return withModes(L, Modes);
}

template <typename T>
static Expected<T> recastAny(const T &L, int64_t OldBits, int64_t NewBits) {
  if (OldBits < 1 || NewBits < 1)
    return cuteError("recast: expected positive numbers of bits");
  int64_t Common = std::gcd(OldBits, NewBits);
  Expected<T> Result = L;
  if (NewBits != Common)
    Result = upcast(L, NewBits / Common);
  if (Result && OldBits != Common)
    Result = downcast(*Result, OldBits / Common);
  return Result;
}

Expected<Layout> cute::recast(const Layout &L, int64_t OldBits,
                              int64_t NewBits) {
  return recastAny(L, OldBits, NewBits);
}

//===----------------------------------------------------------------------===//
// With swizzles
//===----------------------------------------------------------------------===//

static Expected<Swizzle> shifted(const Swizzle &S, int64_t N, bool Up) {
  if (N < 1 || !isPowerOf2_64(N))
    return cuteError("a swizzle is recast by powers of two only, not by " +
                     Twine(N));
  int Bits = int(Log2_64(N));
  int Base = Up ? S.base() - Bits : S.base() + Bits;
  // With a shift to the left, the lowest bits decide where the others go.
  if (Base < 0 && S.shift() < 0 && S.bits() > 0)
    return cuteError("upcast of " + toString(S) + " by " + Twine(N) +
                     ": the parts of an element go to different elements");
  return Swizzle::create(std::max(0, S.bits() + std::min(0, Base)),
                         std::max(0, Base), S.shift());
}

static Expected<ComposedLayout> cast(const ComposedLayout &L, int64_t N,
                                     bool Up) {
  Expected<Layout> Inner = Up ? upcast(L.Inner, N) : downcast(L.Inner, N);
  if (!Inner)
    return Inner.takeError();
  std::optional<Swizzle> Outer;
  if (L.Outer) {
    Expected<Swizzle> S = shifted(*L.Outer, N, Up);
    if (!S)
      return S.takeError();
    Outer = *S;
  }
  std::optional<IntTuple> Offset = L.Offset;
  if (Offset) {
    Int I = Offset->integer();
    if (Up && I.Value % N != 0)
      return cuteError("upcast by " + Twine(N) + ": offset " + toString(I) +
                       " is no multiple");
    I.Value = Up ? I.Value / N : multiply(I.Value, N);
    Offset = IntTuple(I);
  }
  Expected<ComposedLayout> Result =
      ComposedLayout::create(Outer, Offset, std::move(*Inner));
  if (!Result || !L.Pointer)
    return Result;
  UnsetPointer P = *L.Pointer;
  if (!Up && P.Bits % N != 0)
    return cuteError("downcast by " + Twine(N) + ": an element has " +
                     Twine(P.Bits) + " bits");
  P.Bits = Up ? multiply(P.Bits, N) : P.Bits / N;
  if (Outer) // The text has the swizzle of bytes.
    if (Expected<Swizzle> S = recast(*Outer, P.Bits, 8); !S)
      return S.takeError();
  Result->Pointer = std::move(P);
  return Result;
}

Expected<Swizzle> cute::recast(const Swizzle &S, int64_t OldBits,
                               int64_t NewBits) {
  int64_t Common = std::gcd(OldBits, NewBits);
  if (NewBits != Common && OldBits != Common)
    return shifted(S, NewBits, true);
  return NewBits == Common ? shifted(S, OldBits / Common, false)
                           : shifted(S, NewBits / Common, true);
}

Expected<ComposedLayout> cute::upcast(const ComposedLayout &L, int64_t N) {
  return cast(L, N, true);
}
Expected<ComposedLayout> cute::downcast(const ComposedLayout &L, int64_t N) {
  return cast(L, N, false);
}
Expected<ComposedLayout> cute::recast(const ComposedLayout &L, int64_t OldBits,
                                      int64_t NewBits) {
  return recastAny(L, OldBits, NewBits);
}
