//===- Slice.cpp - Parts of a CuTe layout, chosen by a coordinate ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Slice.h"
#include "layouts/algebra/TextReader.h"
#include "layouts/cute/Composition.h"
#include "layouts/cute/CuteText.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

/// Some modes, one after the other.
struct Modes {
  std::vector<IntTuple> Shapes, Strides;
};

} // namespace

/// Appends the modes at which the coordinate is of this kind.
static Error collect(const IntTuple &Shape, const IntTuple &Stride,
                     const SliceCoordinate &At, SliceCoordinate::Kind Wanted,
                     Modes &To) {
  if (At.K != SliceCoordinate::Tuple) {
    if (At.K == Wanted) {
      To.Shapes.push_back(Shape);
      To.Strides.push_back(Stride);
    }
    return Error::success();
  }
  if (!Shape.isTuple() || Shape.rank() != At.Items.size())
    return cuteError("the coordinate has a tuple of " + Twine(At.Items.size()) +
                     " where the layout has the mode " + toString(Shape));
  for (unsigned I = 0; I < Shape.rank(); ++I)
    if (Error E =
            collect(Shape.mode(I), Stride.mode(I), At.Items[I], Wanted, To))
      return E;
  return Error::success();
}

/// The coordinate with 0 for underscores.
static IntTuple closed(const SliceCoordinate &At) {
  if (At.K != SliceCoordinate::Tuple)
    return dynamic(At.K == SliceCoordinate::Number ? At.Value : 0);
  std::vector<IntTuple> Items;
  for (const SliceCoordinate &Item : At.Items)
    Items.push_back(closed(Item));
  return IntTuple(std::move(Items));
}

static Expected<Layout> partOf(const Layout &L, const SliceCoordinate &At,
                               SliceCoordinate::Kind Wanted) {
  if (At.K == Wanted)
    return L;
  Modes Chosen;
  if (Error E = collect(L.shape(), L.stride(), At, Wanted, Chosen))
    return E;
  if (Chosen.Shapes.empty())
    return Layout();
  return Layout::create(IntTuple(std::move(Chosen.Shapes)),
                        IntTuple(std::move(Chosen.Strides)));
}

Expected<Sliced> cute::slice(const Layout &L, const SliceCoordinate &At) {
  Expected<Layout> Kept = partOf(L, At, SliceCoordinate::Kept);
  if (!Kept)
    return Kept.takeError();
  Expected<IntTuple> Offset = L.evaluate(closed(At));
  if (!Offset)
    return Offset.takeError();
  return Sliced{std::move(*Kept), std::move(*Offset)};
}

Expected<Layout> cute::dice(const Layout &L, const SliceCoordinate &At) {
  if (Expected<IntTuple> Inside = L.evaluate(closed(At)); !Inside)
    return Inside.takeError();
  return partOf(L, At, SliceCoordinate::Number);
}

Expected<ComposedLayout> cute::slice(const ComposedLayout &L,
                                     const SliceCoordinate &At) {
  Expected<Sliced> Part = slice(L.Inner, At);
  if (!Part)
    return Part.takeError();
  // A pointer that is not set stays where nothing is added to it.
  if (L.Pointer && sameValues(Part->Offset, dynamic(0)))
    return withInner(L, [&](const Layout &) { return std::move(Part->Kept); });
  IntTuple Offset = L.Offset ? *sum(*L.Offset, Part->Offset) : Part->Offset;
  return ComposedLayout::create(L.Outer, std::move(Offset),
                                std::move(Part->Kept));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static Error read(TextReader &R, SliceCoordinate &At, unsigned Depth) {
  if (Depth > 64)
    return R.unexpected("fewer brackets");
  if (R.at("(")) {
    At.K = SliceCoordinate::Tuple;
    if (Error E = R.list("(", ")", [&] {
          return read(R, At.Items.emplace_back(), Depth + 1);
        }))
      return E;
    return At.Items.empty() ? R.unexpected("a coordinate in the brackets")
                            : Error::success();
  }
  if (R.takeIfName("_"))
    return Error::success();
  At.K = SliceCoordinate::Number;
  uint64_t Value;
  if (Error E = R.number(Value, "a coordinate"))
    return E;
  if (Value >= uint64_t(Overflow))
    return R.unexpected("a smaller coordinate");
  At.Value = int64_t(Value);
  return Error::success();
}

Expected<SliceCoordinate> cute::parseSliceCoordinate(StringRef Text) {
  TextReader R(Text, TextReader::Plain);
  SliceCoordinate At;
  if (Error E = read(R, At, 0))
    return E;
  if (!R.at(Token::End))
    return R.unexpected("the end of the coordinate");
  return At;
}
