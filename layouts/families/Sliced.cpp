//===- Sliced.cpp - Layouts without one dimension -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Sliced.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/families/Family.h"

using namespace llvm;
using namespace f2layout;

/// Drops register bits that make no difference: they select copies.
static void dropFreeRegisters(LayoutSpec &Spec) {
  for (LayoutSpec::Input &In : Spec.Inputs)
    if (In.Name == "register")
      erase_if(In.Images, [](const LayoutPoint &P) {
        return all_of(P, [](uint64_t X) { return X == 0; });
      });
}

Expected<LinearLayout> f2layout::sliceOf(const LinearLayout &L, unsigned Dim) {
  unsigned Rank = L.outputs().size();
  if (Dim >= Rank)
    return familyError("slice", "dim is " + Twine(Dim) +
                                    ", expected less than the parent's " +
                                    Twine(Rank) + " dimensions");
  LayoutSpec Spec = L.spec();
  auto Drop = [&](auto &List) { List.erase(List.begin() + Dim); };
  for (LayoutSpec::Input &In : Spec.Inputs)
    for_each(In.Images, Drop);
  if (!Spec.Offset.empty())
    Drop(Spec.Offset);
  Drop(Spec.Outputs);
  for (auto [I, Out] : enumerate(Spec.Outputs))
    Out.Name = defaultName(I);
  dropFreeRegisters(Spec);
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::sliceLayout(const SliceParams &P,
                                             ArrayRef<uint64_t> Shape) {
  if (!P.Parent)
    return familyError("slice", "there is no parent");
  if (P.Dim > Shape.size())
    return familyError("slice", "dim is " + Twine(P.Dim) +
                                    ", expected at most the tensor's " +
                                    Twine(Shape.size()) + " dimensions");
  SmallVector<uint64_t> Whole(Shape.begin(), Shape.end());
  Whole.insert(Whole.begin() + P.Dim, 1);
  Expected<LinearLayout> L = distributedLayout(*P.Parent, Whole);
  return L ? sliceOf(*L, P.Dim) : std::move(L);
}
