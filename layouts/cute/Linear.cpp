//===- Linear.cpp - CuTe layouts as maps over F2, and back ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Linear.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Structure.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

//===----------------------------------------------------------------------===//
// CuTe to F2
//===----------------------------------------------------------------------===//

bool LinearForm::isPartial() const {
  return any_of(Domain, [](int64_t Size) { return !isPowerOf2_64(Size); });
}

namespace {

/// The image of one bit of a mode.
struct Column {
  unsigned Mode, Bit;
  int64_t Size; ///< Of the mode.
  unsigned Axis;
  int64_t Value; ///< Negative for a negative stride.

  uint64_t bits() const { return uint64_t(Value < 0 ? -Value : Value); }
  std::string name() const {
    return ("bit " + Twine(Bit) + " of mode " + Twine(Mode) + " (" +
            Twine(Value) + ")")
        .str();
  }
};

} // namespace

/// Bits of different modes always occur together, those of one mode if the mode
/// has an index with both.
static bool together(const Column &A, const Column &B) {
  if (A.Mode != B.Mode)
    return true;
  return (int64_t(1) << A.Bit) + (int64_t(1) << B.Bit) < A.Size;
}

static Error checkColumns(ArrayRef<Column> Columns, ArrayRef<int64_t> Offsets) {
  for (size_t I = 0; I < Columns.size(); ++I) {
    const Column &A = Columns[I];
    uint64_t Offset = uint64_t(Offsets[A.Axis]);
    if (A.Value < 0 ? (A.bits() & ~Offset) != 0 : (A.bits() & Offset) != 0)
      return cuteError(A.name() +
                       (A.Value < 0 ? " borrows from the offset "
                                    : " carries into the offset ") +
                       Twine(Offsets[A.Axis]));
    for (const Column &B : Columns.take_front(I))
      if (A.Axis == B.Axis && together(A, B) && (A.bits() & B.bits()) != 0)
        return cuteError(B.name() + " and " + A.name() +
                         " carry: " + Twine(B.bits()) + " & " +
                         Twine(A.bits()) + " is " + Twine(A.bits() & B.bits()));
  }
  return Error::success();
}

/// The number of the coordinate's leaf at these axes.
static unsigned leafOf(const IntTuple &Values, ArrayRef<unsigned> Axes) {
  if (!Values.isTuple() || Axes.empty())
    return 0;
  unsigned Number = 0;
  for (unsigned I = 0; I < Axes[0]; ++I)
    Number += leaves(Values.mode(I)).size();
  return Number + leafOf(Values.mode(Axes[0]), Axes.drop_front());
}

/// Integral coordinates of a part of the layout run through these modes, which
/// must be of powers of two except for the last.
static Error checkPart(ArrayRef<Mode> Modes, unsigned First) {
  for (size_t I = 0; I + 1 < Modes.size(); ++I)
    if (!isPowerOf2_64(Modes[I].Size.Value))
      return cuteError("size " + toString(Modes[I].Size) + " of mode " +
                       Twine(First + I) +
                       " is no power of two, so that bits of a coordinate of " +
                       "several modes are not bits of these modes");
  return Error::success();
}

/// The parts of the layout that have a coordinate of their own.
static std::vector<Layout> parts(const Layout &L, CoordinateKind K) {
  // By value, integral coordinates have the fewest modes.
  auto Merged = [](const Layout &Part) {
    Layout Whole = coalesce(withStatic(Part, true));
    return Part.size() == 1 ? Layout() : Whole;
  };
  std::vector<Layout> Parts;
  if (K == CoordinateKind::Integral)
    return {Merged(L)};
  Layout Flat = K == CoordinateKind::Natural ? cute::flatten(L) : L;
  for (unsigned I = 0; I < Flat.rank(); ++I)
    Parts.push_back(Merged(Flat.mode(I)));
  return Parts;
}

/// The columns of all parts, in the order of the bits of the inputs.
static Error collectColumns(ArrayRef<Layout> Parts, const IntTuple &Values,
                            std::vector<Column> &Columns) {
  unsigned Number = 0;
  for (const Layout &Part : Parts) {
    std::vector<Mode> Modes = Part.modes();
    if (Error E = checkPart(Modes, Number))
      return E;
    for (const Mode &M : Modes) {
      unsigned Axis = leafOf(Values, M.Stride.Axes);
      for (unsigned Bit = 0; Bit < Log2_64_Ceil(M.Size.Value); ++Bit)
        Columns.push_back({Number, Bit, M.Size.Value, Axis,
                           multiply(M.Stride.Value, int64_t(1) << Bit)});
      ++Number;
    }
  }
  return Error::success();
}

static Error inContext(const ComposedLayout &L, Error E) {
  return cuteError(toString(L) + " is not linear: " + toString(std::move(E)));
}

Expected<LinearForm> cute::toLinear(const ComposedLayout &L, CoordinateKind K) {
  IntTuple Values = L.coshape();
  unsigned Axes = leaves(Values).size();
  std::vector<int64_t> Offsets(Axes, 0);
  if (L.Offset)
    for (unsigned I = 0; I < Axes; ++I)
      Offsets[I] = leaves(*L.Offset)[I].Value;
  for (int64_t Offset : Offsets)
    if (Offset < 0)
      return cuteError(toString(L) + ": the offset is negative");
  std::vector<Layout> Parts = parts(L.Inner, K);
  std::vector<Column> Columns;
  if (Error E = collectColumns(Parts, Values, Columns))
    return inContext(L, std::move(E));
  if (Error E = checkColumns(Columns, Offsets))
    return inContext(L, std::move(E));

  auto Swizzled = [&](uint64_t X) {
    return L.Outer ? uint64_t((*L.Outer)(int64_t(X))) : X;
  };
  LayoutSpec Spec;
  std::vector<uint64_t> Used(Axes);
  for (unsigned Axis = 0; Axis < Axes; ++Axis) {
    Spec.Offset.push_back(Swizzled(uint64_t(Offsets[Axis])));
    Used[Axis] = Spec.Offset.back();
  }
  LinearForm Result;
  size_t Next = 0;
  for (unsigned I = 0; I < Parts.size(); ++I) {
    std::string Name = K == CoordinateKind::Integral ? "c" : "c" + utostr(I);
    LayoutSpec::Input Input{Name, {}};
    Result.Domain.push_back(Parts[I].size());
    for (unsigned Bit = 0; Bit < Log2_64_Ceil(Parts[I].size()); ++Bit) {
      const Column &C = Columns[Next++];
      LayoutPoint Image(Axes, 0);
      Image[C.Axis] = Swizzled(C.bits());
      Used[C.Axis] |= Image[C.Axis];
      Input.Images.push_back(Image);
    }
    Spec.Inputs.push_back(std::move(Input));
  }
  for (unsigned Axis = 0; Axis < Axes; ++Axis)
    Spec.Outputs.push_back(
        {Axes == 1 && !Values.isTuple() ? "offset" : defaultName(Axis),
         PowerOf2Ceil(Used[Axis] + 1)});
  Expected<LinearLayout> Map = LinearLayout::create(Spec);
  if (!Map)
    return inContext(L, Map.takeError());
  Result.Map = std::move(*Map);
  return Result;
}

//===----------------------------------------------------------------------===//
// F2 to CuTe
//===----------------------------------------------------------------------===//

namespace {

/// The columns of a map to numbers, dim0 fastest, and its constant.
struct Images {
  std::vector<std::vector<uint64_t>> OfInput;
  uint64_t Constant = 0;
};

} // namespace

static uint64_t columnMajor(const LinearLayout &L, ArrayRef<uint64_t> Point) {
  uint64_t Number = 0;
  unsigned Shift = 0;
  for (size_t I = 0; I < Point.size(); ++I) {
    Number |= Point[I] << Shift;
    Shift += L.outputs()[I].Bits;
  }
  return Number;
}

static Images imagesOf(const LinearLayout &L) {
  Images Result;
  LayoutSpec Spec = L.spec();
  for (const LayoutSpec::Input &Input : Spec.Inputs) {
    auto &Columns = Result.OfInput.emplace_back();
    for (const LayoutPoint &P : Input.Images)
      Columns.push_back(columnMajor(L, P));
  }
  if (!Spec.Offset.empty())
    Result.Constant = columnMajor(L, Spec.Offset);
  return Result;
}

/// Why sums of these columns are not xors, or nothing.
static std::string whyNoStrides(const Images &M, const LinearLayout &L,
                                const Swizzle &S) {
  struct Place {
    StringRef Name;
    size_t Bit;
    uint64_t Bits;
    std::string text() const {
      return ("bit " + Twine(Bit) + " of " + Name + " (" + Twine(Bits) + ")")
          .str();
    }
  };
  std::vector<Place> Before;
  uint64_t All = 0, Constant = uint64_t(S(int64_t(M.Constant)));
  for (size_t I = 0; I < M.OfInput.size(); ++I)
    for (size_t Bit = 0; Bit < M.OfInput[I].size(); ++Bit) {
      uint64_t Column = uint64_t(S(int64_t(M.OfInput[I][Bit])));
      Place Here{L.inputs()[I].Name, Bit, Column};
      if (All & Column)
        for (const Place &P : Before)
          if (P.Bits & Column)
            return P.text() + " and " + Here.text() + " have common bits";
      if ((Constant & Column) != 0 && (Constant & Column) != Column)
        return Here.text() + " has some of the bits of the constant " +
               utostr(Constant) + ", and not all";
      All |= Column;
      Before.push_back(Here);
    }
  return "";
}

/// The modes of one input.
static std::vector<Mode> strides(ArrayRef<uint64_t> Columns, uint64_t Constant,
                                 const Swizzle &S) {
  std::vector<Mode> Modes;
  for (uint64_t Column : Columns) {
    int64_t Stride = S(int64_t(Column));
    if (Column != 0 && (Constant & uint64_t(Stride)) != 0)
      Stride = -Stride;
    if (!Modes.empty() &&
        Modes.back().Stride.Value * Modes.back().Size.Value == Stride)
      Modes.back().Size.Value *= 2;
    else
      Modes.push_back({fixed(2), fixed(Stride)});
  }
  if (Modes.empty())
    Modes.push_back({fixed(1), fixed(0)});
  return Modes;
}

/// Whether whyNoStrides has no reason, without the text.
static bool hasStrides(const Images &M, const Swizzle &S) {
  uint64_t All = 0, Constant = uint64_t(S(int64_t(M.Constant)));
  for (const std::vector<uint64_t> &Columns : M.OfInput)
    for (uint64_t Image : Columns) {
      uint64_t Column = uint64_t(S(int64_t(Image))), Common = Constant & Column;
      if ((All & Column) != 0 || (Common != 0 && Common != Column))
        return false;
      All |= Column;
    }
  return true;
}

/// The first swizzle of the fewest bits that separates the columns.
static std::optional<Swizzle> separating(const Images &M,
                                         const LinearLayout &L) {
  int Bits = int(L.outputBits());
  for (int B = 1; 2 * B <= Bits; ++B)
    for (int Distance = B; B + Distance <= Bits; ++Distance)
      for (int Base = 0; Base + B + Distance <= Bits; ++Base)
        for (int Sign : {1, -1}) {
          Swizzle S = cantFail(Swizzle::create(B, Base, Sign * Distance));
          if (hasStrides(M, S))
            return S;
        }
  return std::nullopt;
}

Expected<ComposedLayout> cute::fromLinear(const LinearLayout &L) {
  if (L.outputBits() > 61 || L.inputBits() > 61)
    return cuteError("the layout has more than 61 bits on a side");
  if (L.inputs().empty())
    return cuteError("the layout has no inputs");
  Images M = imagesOf(L);
  std::optional<Swizzle> Outer;
  std::string Why = whyNoStrides(M, L, Swizzle());
  if (!Why.empty()) {
    Outer = separating(M, L);
    if (!Outer)
      return cuteError(
          "the layout has no stride form, also behind a swizzle: " + Why);
  }
  Swizzle S = Outer.value_or(Swizzle());
  uint64_t Constant = uint64_t(S(int64_t(M.Constant)));
  std::vector<Layout> Inputs;
  for (const std::vector<uint64_t> &Columns : M.OfInput) {
    Expected<Layout> Input = Layout::create(strides(Columns, Constant, S));
    if (!Input)
      return Input.takeError();
    Inputs.push_back(std::move(*Input));
  }
  // One input of several modes is a tuple in a tuple.
  bool Single = Inputs.size() == 1 && !Inputs[0].shape().isTuple();
  Expected<Layout> Inner =
      Single ? Expected<Layout>(Inputs[0]) : joined(Inputs);
  if (!Inner)
    return Inner.takeError();
  std::optional<IntTuple> Offset;
  if (Outer || Constant != 0)
    Offset = IntTuple(fixed(int64_t(Constant)));
  return ComposedLayout::create(Outer, Offset, std::move(*Inner));
}
