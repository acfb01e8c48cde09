//===- LayoutCode.cpp - Layouts as functions of C++, CUDA and HIP ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/LayoutCode.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/cute/CuteText.h"
#include "tools/f2layout/code/CodeNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

static StringRef prefix(Dialect D) {
  return D == Dialect::Cpp ? "constexpr " : "__host__ __device__ constexpr ";
}

//===----------------------------------------------------------------------===//
// Maps over F2
//===----------------------------------------------------------------------===//

// The layouts have names of variables already.

static std::string parameters(ArrayRef<LayoutDim> Dims) {
  return join(
      map_range(Dims,
                [](const LayoutDim &D) { return "unsigned " + D.Name.str(); }),
      ", ");
}

static std::string names(ArrayRef<LayoutDim> Dims) {
  return join(map_range(Dims, [](const LayoutDim &D) { return D.Name.str(); }),
              ", ");
}

/// Dimensions in the order of those of the same names in Like.
static SmallVector<LayoutDim> inOrder(ArrayRef<LayoutDim> Dims,
                                      ArrayRef<LayoutDim> Like) {
  SmallVector<LayoutDim> Ordered;
  for (const LayoutDim &D : Like)
    Ordered.push_back(*find_if(
        Dims, [&](const LayoutDim &Other) { return Other.Name == D.Name; }));
  return Ordered;
}

/// Each output of the layout as an expression of its inputs.
static SmallVector<std::string> outputsOf(const LinearLayout &L,
                                          ArrayRef<LayoutDim> Ins,
                                          ArrayRef<LayoutDim> Outs) {
  SmallVector<std::string> Texts;
  for (const LayoutDim &Out : Outs) {
    const unsigned Shift = *L.outputShift(Out.Name);
    auto Part = [&](const LongWord &Flat) {
      uint64_t Bits = 0;
      for (unsigned J = 0; J < Out.Bits; ++J)
        Bits |= uint64_t(Flat[Shift + J]) << J;
      return Bits;
    };
    SmallVector<MappedVariable> Variables;
    for (const LayoutDim &In : Ins) {
      MappedVariable V{In.Name.str(), {}};
      for (unsigned J = 0; J < In.Bits; ++J)
        V.Images.push_back(
            Part(L.matrix().longColumn(*L.inputShift(In.Name) + J)));
      Variables.push_back(std::move(V));
    }
    Texts.push_back(xorExpression(Variables, Part(L.longOffset())));
  }
  return Texts;
}

/// A function from inputs of L to outputs, which are a struct if there are
/// several. \p Result makes the statements that return a single one.
static std::string mapFunction(const LinearLayout &L, ArrayRef<LayoutDim> Ins,
                               ArrayRef<LayoutDim> Outs, const Twine &Name,
                               const Twine &Struct, Dialect D,
                               function_ref<std::string(std::string)> Result) {
  std::string Text = "// " + names(Ins) + " -> " + names(Outs) + "\n";
  const bool Several = Outs.size() != 1;
  const std::string Members =
      Outs.empty() ? "" : " unsigned " + names(Outs) + "; ";
  if (Several)
    Text += ("struct " + Struct + " {" + Members + "};\n").str();
  Text += (prefix(D) + (Several ? Struct.str() : "unsigned") + " " + Name +
           "(" + parameters(Ins) + ") {\n")
              .str();
  const SmallVector<std::string> Outputs = outputsOf(L, Ins, Outs);
  if (Several)
    Text += "  return {" + join(Outputs, ",\n          ") + "};\n";
  else
    Text += Result(Outputs[0]);
  return Text + "}\n";
}

static std::string returned(const std::string &Value) {
  return "  return " + Value + ";\n";
}

static Error checkBits(const LinearLayout &L) {
  for (ArrayRef<LayoutDim> Dims : {L.inputs(), L.outputs()})
    for (const LayoutDim &D : Dims)
      if (D.Bits > 32)
        return layoutError("'" + D.Name + "' has " + Twine(D.Bits) +
                           " bits, expected at most 32 for code");
  if (L.outputs().empty())
    return layoutError("the layout has no coordinates, so no code");
  return Error::success();
}

template <typename DimT> static void nameVariables(std::vector<DimT> &Dims) {
  SmallVector<StringRef> Names;
  for (const DimT &D : Dims)
    Names.push_back(D.Name);
  const std::vector<std::string> Variables = variableNames(Names);
  for (auto [D, Variable] : zip(Dims, Variables))
    D.Name = Variable;
}

/// The layout without inputs of one value, with names of variables.
static Expected<LinearLayout> forCode(const LinearLayout &L) {
  LayoutSpec Spec = L.spec();
  erase_if(Spec.Inputs,
           [](const LayoutSpec::Input &I) { return I.Images.empty(); });
  nameVariables(Spec.Inputs);
  nameVariables(Spec.Outputs);
  return LinearLayout::create(Spec);
}

Expected<std::string> layoutCode(const PaddedLayout &Padded, StringRef Name,
                                 Dialect D) {
  if (Error E = checkBits(Padded.Linear))
    return E;
  Expected<LinearLayout> L = forCode(Padded.Linear);
  if (!L)
    return L.takeError();
  const bool IsPadded = !Padded.Paddings.empty();
  if (IsPadded && Padded.size() >> 32)
    return layoutError("addresses have more than 32 bits");
  std::string Text = mapFunction(*L, L->inputs(), L->outputs(), Name,
                                 Name + "_point", D, returned);
  Expected<LinearLayout> Inverse = invert(*L);
  if (!Inverse) {
    consumeError(Inverse.takeError());
    if (IsPadded)
      return layoutError("the layout is padded and has copies or blocks, so "
                         "its addresses are no function of coordinates");
    return Text;
  }
  if (IsPadded && Inverse->outputs().size() != 1)
    return layoutError("the layout is padded and has copies or blocks, so its "
                       "addresses are no function of coordinates");
  // Paddings lie behind each other: each counts those of whole intervals.
  auto Address = [&](const std::string &Offset) {
    if (!IsPadded)
      return returned(Offset);
    // A coordinate may have that name.
    std::string Local = "offset";
    while (L->outputShift(Local))
      Local += '_';
    std::string Sum = Local;
    for (const Padding &P : Padded.Paddings)
      Sum += " + " + Local + " / " + std::to_string(P.Interval) +
             (P.Amount == 1 ? "" : " * " + std::to_string(P.Amount));
    return "  const unsigned " + Local + " = " + Offset + ";\n" + returned(Sum);
  };
  return Text + (IsPadded ? "// the address, with padding:\n" : "") +
         mapFunction(*Inverse, inOrder(Inverse->inputs(), L->outputs()),
                     inOrder(Inverse->outputs(), L->inputs()),
                     Name + "_inverse", Name + "_place", D, Address);
}

//===----------------------------------------------------------------------===//
// CuTe
//===----------------------------------------------------------------------===//

/// The greatest absolute value that the sum takes, saturated.
static int64_t greatest(const cute::ComposedLayout &L) {
  int64_t Sum = std::abs(L.offset());
  for (const cute::Mode &M : L.Inner.modes())
    Sum = cute::add(Sum,
                    cute::multiply(M.Size.Value - 1, std::abs(M.Stride.Value)));
  return Sum;
}

/// "c0 % 2 * 24", "c0 / 2 * 2" of one mode.
static void addDigits(const cute::Layout &L, const std::string &Name,
                      std::string &Sum) {
  const std::vector<cute::Mode> Digits = L.modes();
  int64_t Unit = 1;
  for (auto [N, M] : enumerate(Digits)) {
    std::string Digit = Name;
    if (Unit > 1)
      Digit += " / " + std::to_string(Unit);
    if (N + 1 < Digits.size())
      Digit += " % " + std::to_string(M.Size.Value);
    Unit *= M.Size.Value;
    const int64_t Stride = M.Stride.Value;
    if (!Stride || M.Size.Value == 1)
      continue;
    if (std::abs(Stride) != 1)
      Digit += " * " + std::to_string(std::abs(Stride));
    if (Sum.empty())
      Sum = (Stride < 0 ? "-(" + Digit + ")" : Digit);
    else
      Sum += (Stride < 0 ? " - " : " + ") + Digit;
  }
}

Expected<std::string> cuteCode(const cute::ComposedLayout &L, StringRef Name,
                               Dialect D) {
  if (!L.Inner.givesNumbers() || (L.Offset && L.Offset->isTuple()))
    return layoutError("the layout gives coordinates, expected numbers for "
                       "code");
  const uint64_t Swizzled = L.Outer ? L.Outer->size() : 0;
  const bool IsLong =
      std::max<uint64_t>(uint64_t(greatest(L)), Swizzled) >> 31 ||
      L.size() >> 31;
  const std::string Type = IsLong ? "long long" : "int";
  SmallVector<std::string> Names, Parameters;
  std::string Sum = L.offset() ? std::to_string(L.offset()) : "";
  for (unsigned I = 0; I < L.Inner.rank(); ++I) {
    Names.push_back("c" + std::to_string(I));
    // A coordinate that has no effect has no name in the definition.
    std::string Before = Sum;
    addDigits(L.Inner.mode(I), Names[I], Sum);
    Parameters.push_back(Type + (Sum == Before ? "" : " " + Names[I]));
  }
  if (Sum.empty())
    Sum = "0";
  std::string Text = "// " + join(Names, ", ") + " -> index of " +
                     cute::toString(withStatic(L, false)) + "\n" +
                     prefix(D).str() + Type + " " + Name.str() + "(" +
                     join(Parameters, ", ") + ") {\n";
  if (!L.Outer || !L.Outer->bits())
    return Text + "  return " + Sum + ";\n}\n";
  const int Shift = L.Outer->shift();
  return Text + "  const " + Type + " x = " + Sum + ";\n  return x ^ ((x & 0x" +
         utohexstr(L.Outer->sources(), true) + ")" +
         (Shift
              ? (Shift < 0 ? " << " : " >> ") + std::to_string(std::abs(Shift))
              : "") +
         ");\n}\n";
}

Expected<std::string> cuteInverseCode(const LinearLayout &L, StringRef Name,
                                      Dialect D) {
  if (Error E = checkBits(L))
    return E;
  LayoutSpec Spec = L.spec();
  Spec.Inputs[0].Name = "index";
  for (auto [I, Out] : enumerate(Spec.Outputs))
    Out.Name = "c" + std::to_string(I);
  Expected<LinearLayout> Named = LinearLayout::create(Spec);
  if (!Named)
    return Named.takeError();
  return mapFunction(*Named, Named->inputs(), Named->outputs(),
                     Name + "_inverse", Name + "_coordinate", D, returned);
}

} // namespace f2layout::calc
