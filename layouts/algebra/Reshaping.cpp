//===- Reshaping.cpp - Other names and sizes for the same bits ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If flat numbers do not change, the matrix only gets other labels. If bits are
// added or removed, the work is done on the LayoutSpec, which lists the image
// of every bit.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"

using namespace llvm;
using namespace f2layout;

using DimList = std::vector<LayoutDim>;

static Expected<LinearLayout> relabelled(const LinearLayout &L,
                                         ArrayRef<LayoutDim> Inputs,
                                         ArrayRef<LayoutDim> Outputs) {
  return LinearLayout::fromMatrix(Inputs, Outputs, L.matrix(), L.longOffset());
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Checks that every dimension is named; sublayout checks that none is named
/// twice.
static Error checkAllNamed(StringRef Kind, ArrayRef<LayoutDim> Dims,
                           ArrayRef<StringRef> Order) {
  for (const LayoutDim &D : Dims)
    if (!is_contained(Order, D.Name))
      return layoutError("cannot transpose: " + Kind + " dimension '" + D.Name +
                         "' is not in the order, expected all of " +
                         dimText(Dims));
  return Error::success();
}

Expected<LinearLayout> f2layout::transposeInputs(const LinearLayout &L,
                                                 ArrayRef<StringRef> Order) {
  if (Error E = checkAllNamed("input", L.inputs(), Order))
    return E;
  return sublayout(L, Order, namesOf(L.outputs()));
}

Expected<LinearLayout> f2layout::transposeOutputs(const LinearLayout &L,
                                                  ArrayRef<StringRef> Order) {
  if (Error E = checkAllNamed("output", L.outputs(), Order))
    return E;
  return sublayout(L, namesOf(L.inputs()), Order);
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

static Error checkSameBits(StringRef Kind, ArrayRef<LayoutDim> From,
                           ArrayRef<LayoutDim> To) {
  if (sumBits(From) == sumBits(To))
    return Error::success();
  return layoutError("cannot reshape " + Kind + "s " + dimText(From) +
                     " with " + Twine(sumBits(From)) + " bits to " +
                     dimText(To) + " with " + Twine(sumBits(To)) +
                     " bits, expected equal numbers");
}

Expected<LinearLayout> f2layout::reshapeInputs(const LinearLayout &L,
                                               ArrayRef<LayoutDim> Dims) {
  if (Error E = checkSameBits("input", L.inputs(), Dims))
    return E;
  return relabelled(L, Dims, L.outputs());
}

Expected<LinearLayout> f2layout::reshapeOutputs(const LinearLayout &L,
                                                ArrayRef<LayoutDim> Dims) {
  if (Error E = checkSameBits("output", L.outputs(), Dims))
    return E;
  return relabelled(L, L.inputs(), Dims);
}

Expected<LinearLayout> f2layout::flattenInputs(const LinearLayout &L,
                                               StringRef Name) {
  return relabelled(L, LayoutDim{Name.str(), L.inputBits()}, L.outputs());
}

Expected<LinearLayout> f2layout::flattenOutputs(const LinearLayout &L,
                                                StringRef Name) {
  return relabelled(L, L.inputs(), LayoutDim{Name.str(), L.outputBits()});
}

static Expected<DimList> renamed(StringRef Kind, ArrayRef<LayoutDim> Dims,
                                 StringRef From, StringRef To) {
  std::optional<unsigned> I = indexOf(Dims, From);
  if (!I)
    return noSuchDim(Kind, From, Dims);
  DimList New(Dims.begin(), Dims.end());
  New[*I].Name = To.str();
  return New;
}

Expected<LinearLayout> f2layout::renameInput(const LinearLayout &L,
                                             StringRef From, StringRef To) {
  Expected<DimList> Dims = renamed("input", L.inputs(), From, To);
  if (!Dims)
    return Dims.takeError();
  return relabelled(L, *Dims, L.outputs());
}

Expected<LinearLayout> f2layout::renameOutput(const LinearLayout &L,
                                              StringRef From, StringRef To) {
  Expected<DimList> Dims = renamed("output", L.outputs(), From, To);
  if (!Dims)
    return Dims.takeError();
  return relabelled(L, L.inputs(), *Dims);
}

Expected<LinearLayout> f2layout::withStandardOutputs(const LinearLayout &L) {
  DimList Dims(L.outputs().begin(), L.outputs().end());
  for (auto [I, D] : enumerate(Dims))
    D.Name = defaultName(I);
  return relabelled(L, L.inputs(), Dims);
}

static Expected<DimList> squeezed(StringRef Kind, ArrayRef<LayoutDim> Dims,
                                  StringRef Name) {
  std::optional<unsigned> I = indexOf(Dims, Name);
  if (!I)
    return noSuchDim(Kind, Name, Dims);
  if (Dims[*I].Bits)
    return layoutError("cannot squeeze: " + Kind + " dimension '" + Name +
                       "' has size " + Twine(Dims[*I].size()) + ", expected 1");
  DimList Rest(Dims.begin(), Dims.end());
  Rest.erase(Rest.begin() + *I);
  return Rest;
}

Expected<LinearLayout> f2layout::squeezeInput(const LinearLayout &L,
                                              StringRef Name) {
  Expected<DimList> Dims = squeezed("input", L.inputs(), Name);
  if (!Dims)
    return Dims.takeError();
  return relabelled(L, *Dims, L.outputs());
}

Expected<LinearLayout> f2layout::squeezeOutput(const LinearLayout &L,
                                               StringRef Name) {
  Expected<DimList> Dims = squeezed("output", L.outputs(), Name);
  if (!Dims)
    return Dims.takeError();
  return relabelled(L, L.inputs(), *Dims);
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

static Error tooManyBits(StringRef Kind, StringRef Name, unsigned Bits) {
  return layoutError("cannot resize " + Kind + " dimension '" + Name + "' to " +
                     Twine(Bits) + " bits, expected at most 63");
}

Expected<LinearLayout> f2layout::resizeInput(const LinearLayout &L,
                                             StringRef Name, unsigned Bits) {
  std::optional<unsigned> I = indexOf(L.inputs(), Name);
  if (!I)
    return noSuchDim("input", Name, L.inputs());
  if (Bits > 63)
    return tooManyBits("input", Name, Bits);
  LayoutSpec Spec = L.spec();
  Spec.Inputs[*I].Images.resize(Bits, LayoutPoint(L.outputs().size(), 0));
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::resizeOutput(const LinearLayout &L,
                                              StringRef Name, unsigned Bits) {
  std::optional<unsigned> I = indexOf(L.outputs(), Name);
  if (!I)
    return noSuchDim("output", Name, L.outputs());
  if (Bits > 63)
    return tooManyBits("output", Name, Bits);
  LayoutSpec Spec = L.spec();
  uint64_t Size = uint64_t(1) << Bits;
  Spec.Outputs[*I].Size = Size;
  for (LayoutSpec::Input &In : Spec.Inputs)
    for (LayoutPoint &Image : In.Images)
      Image[*I] &= Size - 1;
  if (!Spec.Offset.empty())
    Spec.Offset[*I] &= Size - 1;
  return LinearLayout::create(Spec);
}

//===----------------------------------------------------------------------===//
// Side by side
//===----------------------------------------------------------------------===//

static Error checkEqual(StringRef Kind, ArrayRef<LayoutDim> A,
                        ArrayRef<LayoutDim> B) {
  if (A == B)
    return Error::success();
  return layoutError("cannot concatenate: the first layout has the " + Kind +
                     "s " + dimText(A) + ", the second " + dimText(B) +
                     ", expected the same");
}

Expected<LinearLayout> f2layout::concatInputs(const LinearLayout &A,
                                              const LinearLayout &B) {
  if (Error E = checkEqual("output", A.outputs(), B.outputs()))
    return E;
  LayoutSpec Spec = A.spec(), Second = B.spec();
  append_range(Spec.Inputs, Second.Inputs);
  Spec.Offset = A.point(A.longOffset() ^ B.longOffset());
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::concatOutputs(const LinearLayout &A,
                                               const LinearLayout &B) {
  if (Error E = checkEqual("input", A.inputs(), B.inputs()))
    return E;
  LayoutSpec Spec = A.spec(), Second = B.spec();
  append_range(Spec.Outputs, Second.Outputs);
  for (auto [In, Below] : zip(Spec.Inputs, Second.Inputs))
    for (auto [Image, Rest] : zip(In.Images, Below.Images))
      append_range(Image, Rest);
  Spec.Offset = A.point(A.longOffset());
  append_range(Spec.Offset, B.point(B.longOffset()));
  return LinearLayout::create(Spec);
}
