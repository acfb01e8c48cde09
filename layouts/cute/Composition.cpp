//===- Composition.cpp - One CuTe layout after another --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Composition.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Structure.h"
#include "layouts/cute/TupleReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

//===----------------------------------------------------------------------===//
// One mode of the right layout
//===----------------------------------------------------------------------===//

namespace {

/// Composes modes of a right layout with one left layout, which is coalesced.
class LeftSide {
public:
  explicit LeftSide(Layout Coalesced)
      : L(std::move(Coalesced)), Modes(L.modes()), Reach(Modes.size()) {}

  /// L o M. Number is that of M among the modes of the right layout.
  Expected<Layout> after(const Mode &M, unsigned Number);
  /// Fails if the modes so far carry into each other.
  Error checkCarries() const;

private:
  Error failure(const Mode &M, unsigned Number, const Twine &Message) const {
    return cuteError("mode " + Twine(Number) + " of the right layout, " +
                     toString(M.Size) + ":" + toString(M.Stride) +
                     ", after the coalesced left layout " + toString(L) + ": " +
                     Message);
  }

  Layout L;
  std::vector<Mode> Modes;
  /// The largest sum of digits in each mode.
  std::vector<int64_t> Reach;
};

} // namespace

Expected<Layout> LeftSide::after(const Mode &M, unsigned Number) {
  if (M.Stride.Value == 0)
    return Layout::create({M});
  if (Modes.size() == 1) {
    Int Stride = multiply(M.Stride, Modes[0].Stride);
    return Layout::create({Mode{M.Size, Stride}});
  }
  if (M.Stride.Value < 0)
    return failure(M, Number,
                   "a negative stride has no place in several modes");

  std::vector<Mode> Result;
  Int Rest = M.Size, Stride = M.Stride;
  for (size_t I = 0; I + 1 < Modes.size(); ++I) {
    const Mode &Here = Modes[I];
    if (Rest.Value > 1 && Stride.Value > Here.Size.Value &&
        Stride.Value % Here.Size.Value != 0)
      return failure(M, Number,
                     "stride " + Twine(Stride.Value) +
                         " is no multiple of size " + Twine(Here.Size.Value) +
                         " of mode " + Twine(I) + " of the left layout");
    Int Steps = ceilDiv(Here.Size, Stride);
    Int Further = ceilDiv(Stride, Here.Size);
    if (Steps.isStatic(1) || Rest.isStatic(1)) {
      Stride = Further;
      continue;
    }
    Int Count = cute::min(Steps, Rest);
    if (Rest.Value > Count.Value) {
      if (Stride.Value < Here.Size.Value && Here.Size.Value % Stride.Value != 0)
        return failure(M, Number,
                       "stride " + Twine(Stride.Value) +
                           " does not divide size " + Twine(Here.Size.Value) +
                           " of mode " + Twine(I) + " of the left layout");
      if (Rest.Value % Count.Value != 0)
        return failure(M, Number,
                       "size " + Twine(Rest.Value) + " is no multiple of the " +
                           Twine(Count.Value) + " elements in mode " +
                           Twine(I) + " of the left layout");
    }
    Reach[I] = add(Reach[I], multiply(Count.Value - 1, Stride.Value));
    Result.push_back({Count, multiply(Stride, Here.Stride)});
    Rest = divide(Rest, Count);
    Stride = Further;
  }
  if (!Rest.isStatic(1) || Result.empty())
    Result.push_back({Rest, multiply(Stride, Modes.back().Stride)});
  return Layout::create(Result);
}

Error LeftSide::checkCarries() const {
  for (size_t I = 0; I + 1 < Modes.size(); ++I)
    if (Reach[I] >= Modes[I].Size.Value)
      return cuteError("modes of the right layout carry into each other: "
                       "their largest digits in mode " +
                       Twine(I) + " of the coalesced left layout " +
                       toString(L) + " add up to " + Twine(Reach[I]) +
                       ", expected less than its size " +
                       Twine(Modes[I].Size.Value));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The part of L along the axes of a stride, or an error.
static Expected<Layout> partAlong(const Layout &L, ArrayRef<unsigned> Axes) {
  Layout Part = L;
  for (unsigned Axis : Axes) {
    if (!Part.shape().isTuple() || Axis >= Part.rank())
      return cuteError("the right layout gives coordinates along axis " +
                       Twine(Axis) + ", which " + toString(Part) +
                       " does not have");
    Part = Part.mode(Axis);
  }
  return Part;
}

/// All sides that B's modes take coordinates of. B has few different axes.
static Expected<Layout> composeWith(const Layout &A, const Layout &B,
                                    bool Values) {
  std::vector<std::pair<std::vector<unsigned>, LeftSide>> Sides;
  std::vector<IntTuple> Shapes, Strides;
  unsigned Number = 0;
  for (Mode M : B.modes()) {
    std::vector<unsigned> Axes;
    // Zeros of coordinates have no axes, and are zeros of any.
    std::swap(Axes, M.Stride.Axes);
    auto Side = find_if(Sides, [&](const auto &S) { return S.first == Axes; });
    if (Side == Sides.end()) {
      Expected<Layout> Part = partAlong(A, Axes);
      if (!Part)
        return Part;
      Layout Known = Values ? withStatic(*Part, true) : *Part;
      Sides.emplace_back(Axes, LeftSide(coalesceUnbounded(Known)));
      Side = std::prev(Sides.end());
    }
    Expected<Layout> R = Side->second.after(M, Number++);
    if (!R)
      return R;
    Shapes.push_back(R->shape());
    Strides.push_back(R->stride());
  }
  for (const auto &[Axes, Side] : Sides)
    if (Error E = Side.checkCarries())
      return E;
  return Layout::create(replaceLeaves(B.shape(), Shapes),
                        replaceLeaves(B.stride(), Strides));
}

static bool isStatic(const Layout &L) {
  std::vector<Mode> Modes = L.modes();
  return all_of(Modes,
                [](const Mode &M) { return M.Size.Static && M.Stride.Static; });
}

static Error inContext(const Layout &A, const Twine &B, Error E) {
  return cuteError("composition " + toString(A) + " o " + B + ": " +
                   toString(std::move(E)));
}

Expected<Layout> cute::compose(const Layout &A, const Layout &B) {
  Expected<Layout> R = composeWith(A, B, /*Values=*/false);
  if (R)
    return R;
  // Dynamic modes of A that are not merged may be in the way. The result has
  // other modes than in C++, where it would be wrong.
  if (!isStatic(A)) {
    Expected<Layout> Known = composeWith(A, B, /*Values=*/true);
    if (Known) {
      consumeError(R.takeError());
      return withStatic(*Known, false);
    }
    consumeError(Known.takeError());
  }
  return inContext(A, toString(B), R.takeError());
}

Expected<Layout> cute::withShape(const Layout &L, const IntTuple &Shape) {
  Expected<Layout> Coordinates = Layout::create(Shape);
  return Coordinates ? compose(L, *Coordinates) : std::move(Coordinates);
}

//===----------------------------------------------------------------------===//
// Tilers
//===----------------------------------------------------------------------===//

Expected<Tiler> Tiler::ofShape(const IntTuple &Shape) {
  if (!Shape.isTuple()) {
    // As compact strides, a static 1 has stride _0.
    Expected<Layout> L = Layout::create(Shape);
    if (!L)
      return L.takeError();
    return of(std::move(*L));
  }
  Tiler Result{ByMode, Layout(), {}};
  for (const IntTuple &Item : Shape.items())
    if (Error E = ofShape(Item).moveInto(Result.Modes.emplace_back()))
      return E;
  return Result;
}

Expected<Layout> cute::compose(const Layout &A, const Tiler &B) {
  switch (B.K) {
  case Tiler::Keep:
    return A;
  case Tiler::ByLayout:
    return compose(A, B.L);
  case Tiler::ByMode:
    break;
  }
  if (B.Modes.size() > A.rank())
    return cuteError("the tiler has " + Twine(B.Modes.size()) + " modes, but " +
                     toString(A) + " has rank " + Twine(A.rank()));
  std::vector<Layout> Modes(B.Modes.size());
  for (unsigned I = 0; I < B.Modes.size(); ++I)
    if (Error E = compose(A.mode(I), B.Modes[I]).moveInto(Modes[I]))
      return cuteError("mode " + Twine(I) + ": " + toString(std::move(E)));
  return joined(Modes);
}

namespace {
class TilerReader : public TupleReader {
public:
  using TupleReader::TupleReader;
  Expected<Tiler> tiler(unsigned Depth = 0);
};
} // namespace

/// `<` tiler, ... `>`, `_`, a shape, or shape and stride.
Expected<Tiler> TilerReader::tiler(unsigned Depth) {
  if (Depth < 32 && R.takeIf("<")) {
    Tiler Result{Tiler::ByMode, Layout(), {}};
    do {
      if (Error E = tiler(Depth + 1).moveInto(Result.Modes.emplace_back()))
        return E;
    } while (R.takeIf(","));
    if (!R.takeIf(">"))
      return R.unexpected("',' or '>'");
    return Result;
  }
  if (atName("_")) {
    R.take();
    return Tiler();
  }
  size_t Position = R.next().Position;
  Expected<IntTuple> Shape = tuple();
  if (!Shape)
    return Shape.takeError();
  Expected<Tiler> Result = Tiler();
  if (R.takeIf(":")) {
    Expected<IntTuple> Stride = tuple();
    if (!Stride)
      return Stride.takeError();
    Expected<Layout> L = Layout::create(*Shape, *Stride);
    Result = L ? Expected<Tiler>(Tiler::of(*L)) : L.takeError();
  } else {
    Result = Tiler::ofShape(*Shape);
  }
  if (!Result)
    return R.fail(Position, toString(Result.takeError()));
  return Result;
}

Expected<Tiler> cute::parseTiler(StringRef Text) {
  TilerReader R(Text);
  return R.whole(R.tiler());
}

//===----------------------------------------------------------------------===//
// Swizzles
//===----------------------------------------------------------------------===//

Expected<ComposedLayout>
cute::withInner(const ComposedLayout &L,
                function_ref<Expected<Layout>(const Layout &)> F) {
  Expected<Layout> Inner = F(L.Inner);
  if (!Inner)
    return Inner.takeError();
  Expected<ComposedLayout> R =
      ComposedLayout::create(L.Outer, L.Offset, std::move(*Inner));
  if (R)
    R->Pointer = L.Pointer;
  return R;
}

Expected<ComposedLayout> cute::compose(const ComposedLayout &A,
                                       const Layout &B) {
  return withInner(A, [&](const Layout &L) { return compose(L, B); });
}

Expected<ComposedLayout> cute::compose(const ComposedLayout &A,
                                       const Tiler &B) {
  return withInner(A, [&](const Layout &L) { return compose(L, B); });
}

Expected<ComposedLayout> cute::compose(const Swizzle &S, const Layout &L) {
  if (S.bits() == 0)
    return ComposedLayout::create(std::nullopt, std::nullopt, L);
  return ComposedLayout::create(S, IntTuple(fixed(0)), L);
}

/// The swizzle that moves the bits of Sources onto those of Targets.
static Expected<Swizzle> swizzleOf(uint64_t Sources, uint64_t Targets) {
  if (Sources == 0 && Targets == 0)
    return Swizzle();
  if (!isShiftedMask_64(Sources) || !isShiftedMask_64(Targets) ||
      popcount(Sources) != popcount(Targets))
    return cuteError("the bits that are read and those that change are not "
                     "two blocks of equal length");
  int From = countr_zero(Sources), To = countr_zero(Targets);
  return Swizzle::create(popcount(Sources), std::min(From, To), From - To);
}

Expected<Swizzle> cute::compose(const Swizzle &A, const Swizzle &B) {
  std::string Context = toString(A) + " o " + toString(B) + ": ";
  if (A.shift() != B.shift())
    return cuteError(Context + "the shifts " + Twine(A.shift()) + " and " +
                     Twine(B.shift()) + " differ");
  if (A.sources() & B.targets() || A.targets() & B.sources())
    return cuteError(Context + "one changes bits that the other reads");
  Expected<Swizzle> S =
      swizzleOf(A.sources() ^ B.sources(), A.targets() ^ B.targets());
  if (!S)
    return cuteError(Context + toString(S.takeError()));
  return S;
}

Expected<ComposedLayout> cute::compose(const Layout &L, const Swizzle &S) {
  std::string Context = toString(L) + " o " + toString(S) + ": ";
  if (!L.givesNumbers())
    return cuteError(Context + "the layout gives coordinates");
  // On integral coordinates L must be linear, so that it commutes with xor.
  uint64_t Size = std::max<uint64_t>(PowerOf2Ceil(L.size()), S.size());
  std::vector<Mode> Modes = L.modes();
  int64_t OfLast = int64_t(Size); // Coordinates go on along the last mode.
  for (const Mode &M : ArrayRef(Modes).drop_back()) {
    if (!isPowerOf2_64(M.Size.Value))
      return cuteError(Context + "size " + Twine(M.Size.Value) +
                       " is no power of two");
    OfLast /= M.Size.Value;
  }
  if (multiply(OfLast, absolute(Modes.back().Stride).Value) >= Overflow)
    return cuteError(Context + "the values are too large, expected less than "
                               "2^62");
  uint64_t All = 0;
  for (uint64_t Bit = 1; Bit < Size; Bit *= 2) {
    int64_t Image = L(int64_t(Bit));
    if (Image < 0 || (All & uint64_t(Image)))
      return cuteError(Context + "the image " + Twine(Image) +
                       " of coordinate " + Twine(Bit) +
                       " carries into other images");
    All |= uint64_t(Image);
  }
  uint64_t From = uint64_t(L(int64_t(S.sources())));
  uint64_t To = uint64_t(L(int64_t(S.targets())));
  Expected<Swizzle> Moved = swizzleOf(From, To);
  if (!Moved || Moved->bits() != S.bits())
    return cuteError(Context +
                     "the layout does not take the bits of the "
                     "swizzle to two blocks" +
                     (Moved ? "" : ": " + toString(Moved.takeError())));
  // Bit by bit: L may have exchanged the bits of a block.
  for (int I = 0; I < S.bits(); ++I) {
    uint64_t Source = (S.sources() & -S.sources()) << I;
    int64_t Wanted =
        L(int64_t(Source)) ^ L(S(int64_t(Source)) ^ int64_t(Source));
    if ((*Moved)(L(int64_t(Source))) != Wanted)
      return cuteError(Context + "the layout exchanges bits of the swizzle");
  }
  return compose(*Moved, L);
}
