//===- CuteRelation.cpp - CuTe layouts and swizzles as integer relations --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/relations/CuteRelation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;
using cute::Int;
using cute::IntTuple;
using cute::Mode;

//===----------------------------------------------------------------------===//
// Coordinate and index mapping
//===----------------------------------------------------------------------===//

/// The axes of all leaves of a tuple, outermost first.
static void collectAxes(const IntTuple &T, std::vector<unsigned> &Here,
                        std::vector<std::vector<unsigned>> &Found) {
  if (!T.isTuple()) {
    Found.push_back(Here);
    return;
  }
  for (auto [I, Item] : enumerate(T.items())) {
    Here.push_back(I);
    collectAxes(Item, Here, Found);
    Here.pop_back();
  }
}

/// One item for each number that the layout gives: one without axes, or one for
/// each axis of the coordinate.
template <typename LayoutT>
static std::vector<std::vector<unsigned>> axesOf(const LayoutT &L) {
  std::vector<std::vector<unsigned>> Axes;
  std::vector<unsigned> Here;
  collectAxes(L.coshape(), Here, Axes);
  return Axes;
}

/// Names of the values: Name, or Name0, Name1, ... for coordinates.
static std::vector<RelationDim> valueTuple(StringRef Name, size_t Count,
                                           bool Numbers) {
  std::vector<RelationDim> Dims;
  for (size_t I = 0; I < Count; ++I)
    Dims.push_back({Numbers ? Name.str() : (Name + Twine(I)).str(), ""});
  return Dims;
}

static std::string last(int64_t Size) { return std::to_string(Size - 1); }

/// The natural coordinate of mode I as a function of c. Compound is set if it
/// needs brackets in a sum.
static std::string coordinateOf(ArrayRef<Mode> Modes, size_t I,
                                bool &Compound) {
  int64_t Before = 1;
  for (const Mode &M : Modes.take_front(I))
    Before *= M.Size.Value;
  std::string Text =
      Before == 1 ? "c" : "floor(c/" + std::to_string(Before) + ")";
  Compound = I + 1 < Modes.size();
  return Compound ? Text + " mod " + std::to_string(Modes[I].Size.Value) : Text;
}

static Relation coordinateMapping(const cute::Layout &L) {
  Relation R;
  R.Title = "coordinate mapping";
  R.Inputs = {{"c", last(L.size())}};
  std::vector<Mode> Modes = L.modes();
  for (auto [I, M] : enumerate(Modes)) {
    std::string Name = ("n" + Twine(I)).str();
    bool Compound;
    R.Outputs.push_back({Name, last(M.Size.Value)});
    R.Equations.push_back({Name, coordinateOf(Modes, I, Compound)});
  }
  return R;
}

/// The sum of coordinates times strides along one axis. Coordinate gives the
/// text of the coordinate of a mode.
static void addStrides(RelationSum &Sum, ArrayRef<Mode> Modes,
                       ArrayRef<unsigned> Axes,
                       function_ref<std::string(size_t, bool &)> Coordinate) {
  for (auto [I, M] : enumerate(Modes)) {
    if (M.Stride.Value == 0 || M.Size.Value == 1 ||
        ArrayRef(M.Stride.Axes) != Axes)
      continue;
    bool Compound = false;
    std::string Text = Coordinate(I, Compound);
    Sum.add(std::to_string(M.Stride.Value), Text, Compound);
  }
}

static Relation indexMapping(const cute::Layout &L) {
  Relation R;
  R.Title = "index mapping";
  std::vector<Mode> Modes = L.modes();
  for (auto [I, M] : enumerate(Modes))
    R.Inputs.push_back({("n" + Twine(I)).str(), last(M.Size.Value)});
  std::vector<std::vector<unsigned>> Axes = axesOf(L);
  R.Outputs = valueTuple("x", Axes.size(), L.givesNumbers());
  for (auto [I, Path] : enumerate(Axes)) {
    RelationSum Sum;
    addStrides(Sum, Modes, Path,
               [&](size_t J, bool &) { return R.Inputs[J].Name; });
    R.Equations.push_back({R.Outputs[I].Name, Sum.text()});
  }
  return R;
}

//===----------------------------------------------------------------------===//
// Swizzles
//===----------------------------------------------------------------------===//

static unsigned bitsOf(const cute::Swizzle &S) {
  return unsigned(S.bits() + S.base() + std::abs(S.shift()));
}

/// The binary coordinates, the highest bit first.
static std::vector<RelationDim> binaryTuple(StringRef Letter, unsigned Bits) {
  std::vector<RelationDim> Dims;
  for (unsigned I = 0; I < Bits; ++I)
    Dims.push_back({(Letter + Twine(I)).str(), "1"});
  return Dims;
}

/// The bit that is added to bit P, if there is one.
static std::optional<unsigned> sourceOf(const cute::Swizzle &S, unsigned P) {
  int Bit = int(P), First = S.base() + std::max(0, -S.shift());
  if (Bit < First || Bit >= First + S.bits())
    return std::nullopt;
  return unsigned(Bit + S.shift());
}

static Relation binaryCoordinateMapping(unsigned Bits) {
  Relation R;
  R.Title = "swizzle coordinate mapping";
  R.Inputs = {{"y", lastOf(Bits)}};
  R.Outputs = binaryTuple("c", Bits);
  for (auto [I, D] : enumerate(R.Outputs)) {
    bool Compound;
    R.Equations.push_back(
        {D.Name, bitsExpression("y", Bits - 1 - I, 1, Bits, Compound)});
  }
  return R;
}

/// Algorithm 1.
static Relation swizzleMapping(const cute::Swizzle &S, unsigned Bits) {
  Relation R;
  R.Title = "swizzle mapping";
  R.Inputs = binaryTuple("c", Bits);
  R.Outputs = binaryTuple("b", Bits);
  for (unsigned I = 0; I < Bits; ++I) {
    std::string Value = R.Inputs[I].Name;
    if (std::optional<unsigned> Source = sourceOf(S, Bits - 1 - I))
      Value =
          "(" + Value + " + " + R.Inputs[Bits - 1 - *Source].Name + ") mod 2";
    R.Equations.push_back({R.Outputs[I].Name, Value});
  }
  return R;
}

static Relation binaryIndexMapping(unsigned Bits) {
  Relation R;
  R.Title = "swizzle index mapping";
  R.Inputs = binaryTuple("b", Bits);
  R.Outputs = {{"z", lastOf(Bits)}};
  RelationSum Sum;
  for (unsigned I = 0; I < Bits; ++I)
    Sum.add(powerOfTwo(Bits - 1 - I), R.Inputs[I].Name);
  R.Equations = {{"z", Sum.text()}};
  return R;
}

std::vector<Relation> f2layout::relationSteps(const cute::Swizzle &S,
                                              unsigned Bits) {
  Bits = std::max(Bits, bitsOf(S));
  return {binaryCoordinateMapping(Bits), swizzleMapping(S, Bits),
          binaryIndexMapping(Bits)};
}

/// Sw(Name): every bit that changes is taken away and added again.
static void addSwizzled(RelationSum &Sum, const cute::Swizzle &S,
                        StringRef Name) {
  Sum.add("1", Name);
  unsigned First = S.base() + std::max(0, -S.shift());
  for (unsigned P = First; P < First + unsigned(S.bits()); ++P) {
    std::string Old = shifted(Name, P), Added = shifted(Name, *sourceOf(S, P));
    Sum.add(powerOfTwo(P), "(" + Old + " + " + Added + ") mod 2", true);
    Sum.add("-" + powerOfTwo(P), Old + " mod 2", true);
  }
}

Relation f2layout::relationOf(const cute::Swizzle &S) {
  Relation R;
  R.Title = "layout mapping";
  R.Inputs = {{"y", lastOf(bitsOf(S))}};
  R.Outputs = {{"z", lastOf(bitsOf(S))}};
  RelationSum Sum;
  addSwizzled(Sum, S, "y");
  R.Equations = {{"z", Sum.text()}};
  return R;
}

//===----------------------------------------------------------------------===//
// Composed layouts
//===----------------------------------------------------------------------===//

static Int offsetAlong(const cute::ComposedLayout &L, size_t Axis) {
  return L.Offset ? cute::leaves(*L.Offset)[Axis] : cute::dynamic(0);
}

static bool hasOffset(const cute::ComposedLayout &L) {
  return L.Offset && any_of(cute::leaves(*L.Offset),
                            [](const Int &I) { return I.Value != 0; });
}

/// Bits of the largest value before the swizzle.
static unsigned bitsBefore(const cute::ComposedLayout &L) {
  int64_t Most = L.offset();
  for (const Mode &M : L.Inner.modes())
    Most += std::max<int64_t>(0, (M.Size.Value - 1) * M.Stride.Value);
  return Most > 0 ? Log2_64(uint64_t(Most)) + 1 : 0;
}

static Relation offsetMapping(const cute::ComposedLayout &L) {
  Relation R;
  R.Title = "offset";
  std::vector<std::vector<unsigned>> Before = axesOf(L.Inner),
                                     After = axesOf(L);
  bool Numbers = L.Inner.givesNumbers();
  R.Inputs = valueTuple("x", Before.size(), Numbers);
  R.Outputs = valueTuple("y", After.size(), Numbers);
  for (size_t I = 0; I < After.size(); ++I) {
    RelationSum Sum;
    if (auto It = find(Before, After[I]); It != Before.end())
      Sum.add("1", R.Inputs[It - Before.begin()].Name);
    if (int64_t Offset = offsetAlong(L, I).Value)
      Sum.addConstant(std::to_string(Offset));
    R.Equations.push_back({R.Outputs[I].Name, Sum.text()});
  }
  return R;
}

std::vector<Relation> f2layout::relationSteps(const cute::ComposedLayout &L) {
  std::vector<Relation> Steps = {coordinateMapping(L.Inner),
                                 indexMapping(L.Inner)};
  if (hasOffset(L))
    Steps.push_back(offsetMapping(L));
  if (L.Outer)
    for (Relation &R : relationSteps(*L.Outer, bitsBefore(L)))
      Steps.push_back(std::move(R));
  return Steps;
}

Relation f2layout::relationOf(const cute::ComposedLayout &L) {
  Relation R;
  R.Title = "layout mapping";
  R.Inputs = {{"c", last(L.size())}};
  std::vector<Mode> Modes = L.Inner.modes();
  std::vector<std::vector<unsigned>> Axes = axesOf(L);
  R.Outputs = valueTuple("x", Axes.size(), L.Inner.givesNumbers());
  for (auto [I, Path] : enumerate(Axes)) {
    RelationSum Sum;
    addStrides(Sum, Modes, Path, [&](size_t J, bool &Compound) {
      return coordinateOf(Modes, J, Compound);
    });
    if (int64_t Offset = offsetAlong(L, I).Value)
      Sum.addConstant(std::to_string(Offset));
    R.Equations.push_back({R.Outputs[I].Name, Sum.text()});
  }
  if (!L.Outer)
    return R;
  // The number that is swizzled is written once.
  unsigned Bits = std::max(bitsBefore(L), bitsOf(*L.Outer));
  R.Hidden = {{"y", lastOf(Bits)}};
  RelationSum Sum;
  addSwizzled(Sum, *L.Outer, "y");
  R.Equations = {{"y", R.Equations[0].Value}, {"x", Sum.text()}};
  return R;
}
