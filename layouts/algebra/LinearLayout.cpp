//===- LinearLayout.cpp - Labelled linear and affine maps over F2 ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LinearLayout.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {
/// The size of a dimension must fit into a word.
constexpr unsigned MaxDimBits = 63;
} // namespace

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef Name) {
  if (Name.empty() || !(isAlpha(Name[0]) || Name[0] == '_'))
    return false;
  return all_of(Name,
                [](char C) { return isAlnum(C) || C == '_' || C == '.'; });
}

/// Whether an earlier dimension has the same name as number I. There are few
/// dimensions: comparing all of them is cheaper than a table.
template <typename DimRange>
static bool isSeenBefore(const DimRange &Dims, size_t I) {
  for (size_t J = 0; J < I; ++J)
    if (Dims[J].Name == Dims[I].Name)
      return true;
  return false;
}

/// Describes what is wrong with the name of a dimension; empty if it is valid.
static std::string nameFault(StringRef Kind, StringRef Name, bool SeenBefore) {
  if (!isIdentifier(Name))
    return (Kind + " dimension '" + Name +
            "' is not named by letters, digits, '_' and '.', a letter first")
        .str();
  if (SeenBefore)
    return (Kind + " dimension '" + Name + "' appears twice").str();
  return "";
}

/// Describes what is wrong with the number of dimensions; empty if it is valid.
static std::string countFault(StringRef Kind, size_t Count) {
  if (Count <= MaxLayoutDims)
    return "";
  return ("the layout has " + Twine(Count) + " " + Kind +
          " dimensions, expected at most " + Twine(MaxLayoutDims))
      .str();
}

static std::optional<LayoutFault> outputFault(const LayoutSpec &Spec) {
  std::string TooMany = countFault("output", Spec.Outputs.size());
  if (!TooMany.empty())
    return LayoutFault{LayoutFault::Output, MaxLayoutDims, 0, MaxLayoutDims,
                       TooMany};
  for (auto [I, Out] : enumerate(Spec.Outputs)) {
    LayoutFault F{LayoutFault::Output, unsigned(I), 0, unsigned(I), ""};
    F.Message = nameFault("output", Out.Name, isSeenBefore(Spec.Outputs, I));
    if (F.Message.empty() && !isPowerOf2_64(Out.Size))
      F.Message = ("size " + Twine(Out.Size) + " of output '" + Out.Name +
                   "' is not a power of two")
                      .str();
    if (!F.Message.empty())
      return F;
  }
  return std::nullopt;
}

/// The first coordinate outside its dimension.
static std::optional<unsigned> axisOutOfRange(const LayoutPoint &P,
                                              const LayoutSpec &Spec) {
  for (auto [Axis, Out] : enumerate(Spec.Outputs))
    if (P[Axis] >= Out.Size)
      return Axis;
  return std::nullopt;
}

/// \p What names the point in messages: "image of lane bit 2".
static std::string pointFault(const Twine &What, const LayoutPoint &P,
                              const LayoutSpec &Spec,
                              std::optional<unsigned> &Axis) {
  size_t Expected = Spec.Outputs.size();
  if (P.size() != Expected)
    return (What + " has " + Twine(P.size()) + " coordinates, expected " +
            Twine(Expected) + ", one for each output")
        .str();
  Axis = axisOutOfRange(P, Spec);
  if (!Axis)
    return "";
  const LayoutSpec::Output &Out = Spec.Outputs[*Axis];
  return (What + " is " + Twine(P[*Axis]) + " in '" + Out.Name +
          "', expected less than its size " + Twine(Out.Size))
      .str();
}

static std::optional<LayoutFault> inputFault(const LayoutSpec &Spec) {
  std::string TooMany = countFault("input", Spec.Inputs.size());
  if (!TooMany.empty())
    return LayoutFault{LayoutFault::InputName, MaxLayoutDims, 0, 0, TooMany};
  for (auto [I, In] : enumerate(Spec.Inputs)) {
    LayoutFault F{LayoutFault::InputName, unsigned(I), 0, 0, ""};
    F.Message = nameFault("input", In.Name, isSeenBefore(Spec.Inputs, I));
    if (F.Message.empty() && In.Images.size() > MaxDimBits)
      F.Message =
          ("input dimension '" + In.Name + "' has " + Twine(In.Images.size()) +
           " bits, expected at most " + Twine(MaxDimBits))
              .str();
    if (!F.Message.empty())
      return F;
    for (auto [Bit, P] : enumerate(In.Images)) {
      std::optional<unsigned> Axis;
      F.Message = pointFault("image of " + In.Name + " bit " + Twine(Bit), P,
                             Spec, Axis);
      if (F.Message.empty())
        continue;
      F.Where = Axis ? LayoutFault::Coordinate : LayoutFault::Image;
      F.Bit = Bit;
      F.Axis = Axis.value_or(0);
      return F;
    }
  }
  return std::nullopt;
}

std::optional<LayoutFault> f2layout::findFault(const LayoutSpec &Spec) {
  if (std::optional<LayoutFault> F = outputFault(Spec))
    return F;
  if (std::optional<LayoutFault> F = inputFault(Spec))
    return F;
  if (Spec.Offset.empty())
    return std::nullopt;
  std::optional<unsigned> Axis;
  std::string Message = pointFault("offset", Spec.Offset, Spec, Axis);
  if (Message.empty())
    return std::nullopt;
  return LayoutFault{LayoutFault::Offset, 0, 0, Axis.value_or(0), Message};
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Expected<LinearLayout> LinearLayout::create(const LayoutSpec &Spec) {
  if (std::optional<LayoutFault> F = findFault(Spec))
    return layoutError(F->Message);
  LinearLayout L;
  unsigned OutputBits = 0;
  for (const LayoutSpec::Output &Out : Spec.Outputs) {
    unsigned Bits = Log2_64(Out.Size);
    L.Outs.push_back({Out.Name, Bits});
    OutputBits += Bits;
  }
  unsigned InputBits = 0;
  for (const LayoutSpec::Input &In : Spec.Inputs) {
    L.Ins.push_back({In.Name, unsigned(In.Images.size())});
    InputBits += In.Images.size();
  }
  L.Matrix = BitMatrix::zero(OutputBits, InputBits);
  unsigned Column = 0;
  for (const LayoutSpec::Input &In : Spec.Inputs)
    for (const LayoutPoint &P : In.Images)
      L.Matrix.setColumn(Column++, L.flattenLong(P));
  L.FlatOffset = L.flattenLong(Spec.Offset);
  return L;
}

/// The sum of the bits, or an error that names the invalid dimension.
static Expected<unsigned> countBits(StringRef Kind, ArrayRef<LayoutDim> Dims) {
  std::string TooMany = countFault(Kind, Dims.size());
  if (!TooMany.empty())
    return layoutError(TooMany);
  uint64_t Sum = 0;
  for (auto [I, D] : enumerate(Dims)) {
    std::string Fault = nameFault(Kind, D.Name, isSeenBefore(Dims, I));
    if (!Fault.empty())
      return layoutError(Fault);
    if (D.Bits > MaxDimBits)
      return layoutError(Kind + " dimension '" + D.Name + "' has " +
                         Twine(D.Bits) + " bits, expected at most " +
                         Twine(MaxDimBits));
    Sum += D.Bits;
  }
  return unsigned(Sum);
}

static std::string offsetText(const LongWord &Offset) {
  if (Offset.isWord())
    return ("flat offset " + Twine(Offset.low())).str();
  return ("flat offset of " + Twine(Offset.highestBit() + 1) + " bits").str();
}

Expected<LinearLayout> LinearLayout::fromMatrix(ArrayRef<LayoutDim> Inputs,
                                                ArrayRef<LayoutDim> Outputs,
                                                const BitMatrix &Matrix,
                                                const LongWord &FlatOffset) {
  Expected<unsigned> InBits = countBits("input", Inputs);
  if (!InBits)
    return InBits.takeError();
  Expected<unsigned> OutBits = countBits("output", Outputs);
  if (!OutBits)
    return OutBits.takeError();
  if (Matrix.rows() != *OutBits || Matrix.cols() != *InBits)
    return layoutError("matrix has " + Twine(Matrix.rows()) + " rows and " +
                       Twine(Matrix.cols()) + " columns, expected " +
                       Twine(*OutBits) + " (output bits) and " +
                       Twine(*InBits) + " (input bits)");
  if (FlatOffset && FlatOffset.highestBit() >= *OutBits)
    return layoutError(offsetText(FlatOffset) + " does not fit " +
                       Twine(*OutBits) + " output bits");
  LinearLayout L;
  L.Ins.assign(Inputs.begin(), Inputs.end());
  L.Outs.assign(Outputs.begin(), Outputs.end());
  L.Matrix = Matrix;
  L.FlatOffset = FlatOffset;
  return L;
}

Expected<LinearLayout> LinearLayout::identity(unsigned Bits, StringRef In,
                                              StringRef Out) {
  return fromMatrix({LayoutDim{In.str(), Bits}}, {LayoutDim{Out.str(), Bits}},
                    BitMatrix::identity(std::min(Bits, MaxDimBits)));
}

Expected<LinearLayout> LinearLayout::strided(unsigned Bits, uint64_t Stride,
                                             StringRef In, StringRef Out) {
  if (!isPowerOf2_64(Stride))
    return layoutError("stride " + Twine(Stride) + " from '" + In + "' to '" +
                       Out + "' is not a power of two");
  unsigned Shift = Log2_64(Stride);
  if (Bits > MaxDimBits || Bits + Shift > MaxDimBits)
    return layoutError("output dimension '" + Out + "' has " +
                       Twine(uint64_t(Bits) + Shift) +
                       " bits, expected at most " + Twine(MaxDimBits));
  SmallVector<uint64_t, 16> Columns;
  for (unsigned Bit = 0; Bit < Bits; ++Bit)
    Columns.push_back(Stride << Bit);
  return fromMatrix({LayoutDim{In.str(), Bits}},
                    {LayoutDim{Out.str(), Bits + Shift}},
                    BitMatrix(Bits + Shift, Columns));
}

Expected<LinearLayout> LinearLayout::zeros(unsigned Bits, StringRef In,
                                           StringRef Out) {
  return fromMatrix({LayoutDim{In.str(), Bits}}, {LayoutDim{Out.str(), 0}},
                    BitMatrix::zero(0, std::min(Bits, MaxDimBits)));
}

LayoutSpec LinearLayout::spec() const {
  LayoutSpec Spec;
  unsigned Column = 0;
  for (const LayoutDim &In : Ins) {
    LayoutSpec::Input &Input = Spec.Inputs.emplace_back();
    Input.Name = In.Name;
    for (unsigned Bit = 0; Bit < In.Bits; ++Bit)
      Input.Images.push_back(point(Matrix.longColumn(Column++)));
  }
  for (const LayoutDim &Out : Outs)
    Spec.Outputs.push_back({Out.Name, Out.size()});
  if (!isLinear())
    Spec.Offset = point(FlatOffset);
  return Spec;
}

//===----------------------------------------------------------------------===//
// Use
//===----------------------------------------------------------------------===//

/// The bits of all dimensions before the named one, and its own bits.
template <typename DimRange>
static std::optional<std::pair<unsigned, unsigned>> locate(const DimRange &Dims,
                                                           StringRef Name) {
  unsigned Shift = 0;
  for (const LayoutDim &D : Dims) {
    if (D.Name == Name)
      return std::make_pair(Shift, D.Bits);
    Shift += D.Bits;
  }
  return std::nullopt;
}

unsigned LinearLayout::inputBits(StringRef Name) const {
  auto Found = locate(Ins, Name);
  return Found ? Found->second : 0;
}

unsigned LinearLayout::outputBits(StringRef Name) const {
  auto Found = locate(Outs, Name);
  return Found ? Found->second : 0;
}

std::optional<unsigned> LinearLayout::inputShift(StringRef Name) const {
  if (auto Found = locate(Ins, Name))
    return Found->first;
  return std::nullopt;
}

std::optional<unsigned> LinearLayout::outputShift(StringRef Name) const {
  if (auto Found = locate(reverse(Outs), Name))
    return Found->first;
  return std::nullopt;
}

static Error noSuchInput(const LinearLayout &L, StringRef Name) {
  return layoutError("layout has no input dimension '" + Name +
                     "', expected one of: " + join(namesOf(L.inputs()), ", "));
}

Expected<LayoutPoint>
LinearLayout::apply(ArrayRef<std::pair<StringRef, uint64_t>> Indices) const {
  LongWord Flat;
  for (auto [Name, Index] : Indices) {
    auto Found = locate(Ins, Name);
    if (!Found)
      return noSuchInput(*this, Name);
    auto [Shift, Bits] = *Found;
    if (Index >> Bits)
      return layoutError("index " + Twine(Index) + " of '" + Name +
                         "' is out of range, expected less than " +
                         Twine(uint64_t(1) << Bits));
    // If an input is given twice, the last value counts.
    Flat.addAt(Shift, Flat.bits(Shift, Bits) ^ Index);
  }
  return isOfWords() ? point(applyFlat(Flat.low())) : point(applyFlat(Flat));
}

LayoutPoint LinearLayout::point(uint64_t FlatOutput) const {
  LayoutPoint P(Outs.size(), 0);
  for (size_t I = Outs.size(); I-- > 0;) {
    P[I] = FlatOutput & (Outs[I].size() - 1);
    FlatOutput >>= Outs[I].Bits;
  }
  return P;
}

LayoutPoint LinearLayout::point(const LongWord &FlatOutput) const {
  if (FlatOutput.isWord())
    return point(FlatOutput.low());
  LayoutPoint P(Outs.size(), 0);
  unsigned Shift = 0;
  for (size_t I = Outs.size(); I-- > 0; Shift += Outs[I].Bits)
    P[I] = FlatOutput.bits(Shift, Outs[I].Bits);
  return P;
}

uint64_t LinearLayout::flatten(ArrayRef<uint64_t> Point) const {
  return flattenLong(Point).low();
}

LongWord LinearLayout::flattenLong(ArrayRef<uint64_t> Point) const {
  LongWord Flat;
  unsigned Shift = 0;
  for (size_t I = Outs.size(); I-- > 0; Shift += Outs[I].Bits)
    if (I < Point.size())
      Flat.addAt(Shift, Point[I] & (Outs[I].size() - 1));
  return Flat;
}

bool LinearLayout::operator==(const LinearLayout &O) const {
  return Ins == O.Ins && Outs == O.Outs && Matrix == O.Matrix &&
         FlatOffset == O.FlatOffset;
}
