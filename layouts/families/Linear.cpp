//===- Linear.cpp - A layout given by its images --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

static bool isZero(const LayoutPoint &P) {
  return all_of(P, [](uint64_t X) { return X == 0; });
}

/// The dimensions in the order in which registers begin to run along them.
/// Dimensions without a register come last, in reverse order.
static SmallVector<unsigned> registerOrder(ArrayRef<LayoutPoint> Registers,
                                           unsigned Rank) {
  SmallVector<unsigned> Order;
  auto Add = [&](unsigned D) {
    if (!is_contained(Order, D))
      Order.push_back(D);
  };
  for (const LayoutPoint &P : Registers)
    for (unsigned D = 0; D < Rank; ++D)
      if (P[D])
        Add(D);
  for_each(minorLast(Rank), Add);
  return Order;
}

Expected<LinearLayout> f2layout::linearLayout(const LinearParams &P,
                                              ArrayRef<uint64_t> Shape) {
  const LinearLayout &L = P.Layout;
  if (L.inputs().empty() || L.inputs().front().Name != "register")
    return familyError("linear", "the first input is not 'register'");
  unsigned Rank = L.outputs().size();
  if (Error E = checkShape("linear", Shape, Rank))
    return E;
  LayoutSpec Given = L.spec();
  ArrayRef<LayoutPoint> Registers = Given.Inputs.front().Images;
  Expected<LinearLayout> Fitted =
      tileToShape(L, Shape, registerOrder(Registers, Rank));
  if (!Fitted)
    return Fitted;
  LayoutSpec Spec = Fitted->spec();
  std::vector<LayoutPoint> Kept;
  for (auto [Bit, Image] : enumerate(Spec.Inputs.front().Images))
    if (!isZero(Image) || (Bit < Registers.size() && isZero(Registers[Bit])))
      Kept.push_back(Image);
  Spec.Inputs.front().Images = std::move(Kept);
  return LinearLayout::create(Spec);
}
