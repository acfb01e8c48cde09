//===- Slicing.cpp - Parts of layouts, copies and free bits ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Slicing.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

Expected<LinearLayout> f2layout::sliceInput(const LinearLayout &L,
                                            StringRef Name, uint64_t Index) {
  std::optional<unsigned> I = indexOf(L.inputs(), Name);
  if (!I)
    return noSuchDim("input", Name, L.inputs());
  uint64_t Size = L.inputs()[*I].size();
  if (Index >= Size)
    return layoutError("cannot slice: index " + Twine(Index) + " of '" + Name +
                       "' is out of range, expected less than " + Twine(Size));
  Expected<LayoutPoint> Fixed = L.apply({{Name, Index}});
  if (!Fixed)
    return Fixed.takeError();
  LayoutSpec Spec = L.spec();
  Spec.Inputs.erase(Spec.Inputs.begin() + *I);
  Spec.Offset = *Fixed;
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::sliceOutput(const LinearLayout &L,
                                             StringRef Name) {
  std::optional<unsigned> I = indexOf(L.outputs(), Name);
  if (!I)
    return noSuchDim("output", Name, L.outputs());
  LayoutSpec Spec = L.spec();
  Spec.Outputs.erase(Spec.Outputs.begin() + *I);
  for (LayoutSpec::Input &In : Spec.Inputs)
    for (LayoutPoint &P : In.Images)
      P.erase(P.begin() + *I);
  if (!Spec.Offset.empty())
    Spec.Offset.erase(Spec.Offset.begin() + *I);
  return LinearLayout::create(Spec);
}

//===----------------------------------------------------------------------===//
// Free bits
//===----------------------------------------------------------------------===//

/// Numbers of the inputs, in the order in which their copies are kept.
static SmallVector<unsigned> innerFirst(ArrayRef<LayoutDim> Inputs) {
  auto Rank = [&](unsigned I) {
    return StringSwitch<unsigned>(Inputs[I].Name)
        .Case("register", 0)
        .Case("lane", 1)
        .Case("warp", 2)
        .Case("block", 3)
        .Default(4);
  };
  SmallVector<unsigned> Order = to_vector(seq<unsigned>(0, Inputs.size()));
  stable_sort(Order, [&](unsigned A, unsigned B) { return Rank(A) < Rank(B); });
  return Order;
}

std::vector<InputBits> f2layout::freeBits(const LinearLayout &L) {
  std::vector<InputBits> Free;
  for (const LayoutDim &D : L.inputs())
    Free.push_back({D.Name, 0});
  Echelon<LongWord> Seen;
  for (unsigned I : innerFirst(L.inputs())) {
    const LayoutDim &D = L.inputs()[I];
    unsigned First = *L.inputShift(D.Name);
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      if (!Seen.insert(L.matrix().longColumn(First + Bit)))
        Free[I].Bits |= uint64_t(1) << Bit;
  }
  return Free;
}

std::vector<InputBits> f2layout::broadcastBits(const LinearLayout &L) {
  std::vector<InputBits> Same;
  unsigned Column = 0;
  for (const LayoutDim &D : L.inputs()) {
    InputBits &Bits = Same.emplace_back(InputBits{D.Name, 0});
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      if (!L.matrix().longColumn(Column++))
        Bits.Bits |= uint64_t(1) << Bit;
  }
  return Same;
}

Expected<FewerRegisters> f2layout::withoutFreeRegisters(const LinearLayout &L,
                                                        StringRef Dim) {
  std::optional<unsigned> Index = indexOf(L.inputs(), Dim);
  if (!Index)
    return noSuchDim("input", Dim, L.inputs());
  // A register is free only with respect to registers; copies in other lanes do
  // not count.
  BitMatrix Images = columnsOf(L, Dim);
  SmallVector<unsigned> Kept;
  SmallVector<LongWord> KeptImages;
  Echelon<LongWord> Seen;
  for (unsigned Bit = 0; Bit < Images.cols(); ++Bit)
    if (Seen.insert(Images.longColumn(Bit))) {
      Kept.push_back(Bit);
      KeptImages.push_back(Images.longColumn(Bit));
    }
  Expected<RegisterAction> Keep = RegisterAction::ofBits(Kept, Images.cols());
  if (!Keep)
    return Keep.takeError();
  // Every image is the sum of kept images in exactly one way.
  BitMatrix Basis = BitMatrix::fromLongColumns(L.outputBits(), KeptImages);
  SmallVector<uint64_t> Sources;
  for (unsigned Bit = 0; Bit < Images.cols(); ++Bit)
    Sources.push_back(Basis.solve(Images.longColumn(Bit)).value_or(0).low());
  Expected<RegisterAction> Back =
      RegisterAction::affine(BitMatrix(Kept.size(), Sources));
  if (!Back)
    return Back.takeError();
  Expected<LinearLayout> Layout = Keep->apply(L, Dim);
  if (!Layout)
    return Layout.takeError();
  return FewerRegisters{*Keep, *Back, *Layout};
}
