//===- RegisterPairs.cpp - Two tensors in one list of registers -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/RegisterPairs.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/Slicing.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

Expected<LinearLayout> f2layout::withRegisters(const LinearLayout &L) {
  if (indexOf(L.inputs(), "register"))
    return L;
  LayoutSpec Spec = L.spec();
  Spec.Inputs.insert(Spec.Inputs.begin(), {"register", {}});
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::pairRegisters(const LinearLayout &L,
                                               unsigned Bit) {
  if (Bit > L.inputBits("register"))
    return layoutError("cannot pair registers at bit " + Twine(Bit) +
                       ", expected at most " + Twine(L.inputBits("register")));
  Expected<LinearLayout> One = withRegisters(L);
  if (!One)
    return One;
  LayoutSpec Spec = One->spec();
  LayoutPoint Which(Spec.Outputs.size() + 1, 0);
  Which.back() = 1;
  Spec.Outputs.push_back({defaultName(Spec.Outputs.size()), 2});
  for (LayoutSpec::Input &In : Spec.Inputs)
    for (LayoutPoint &Image : In.Images)
      Image.push_back(0);
  if (!Spec.Offset.empty())
    Spec.Offset.push_back(0);
  auto &Images = Spec.Inputs[*indexOf(One->inputs(), "register")].Images;
  Images.insert(Images.begin() + Bit, Which);
  return LinearLayout::create(Spec);
}

/// A register that differs from register 0 only in the last coordinate, which
/// has size 2. A single bit is preferred.
static std::optional<uint64_t> otherOfPair(const LinearLayout &L) {
  BitMatrix Images = columnsOf(L, "register");
  // The last output has the lowest flat bit.
  for (unsigned Bit = 0; Bit < Images.cols(); ++Bit)
    if (Images.longColumn(Bit) == LongWord(1))
      return uint64_t(1) << Bit;
  std::optional<LongWord> Least = Images.solve(LongWord(1));
  return Least ? std::optional(Least->low()) : std::nullopt;
}

static Error checkOnlyRegisters(const LayoutSpec &Spec) {
  for (const LayoutSpec::Input &In : Spec.Inputs)
    for (auto [Bit, Image] : enumerate(In.Images))
      if (In.Name != "register" && Image.back())
        return layoutError("cannot take pairs apart: " + In.Name + " bit " +
                           Twine(Bit) + " moves along '" +
                           Spec.Outputs.back().Name +
                           "', expected registers only");
  return Error::success();
}

Expected<LinearLayout> f2layout::unpairRegisters(const LinearLayout &L) {
  if (L.outputs().empty() || L.outputs().back().Bits != 1)
    return layoutError("cannot take pairs apart: the outputs are " +
                       dimText(L.outputs()) +
                       ", expected the last one to have size 2");
  std::string Last = L.outputs().back().Name;
  std::optional<uint64_t> Other = otherOfPair(L);
  if (!Other)
    return layoutError("cannot take pairs apart: no two registers of a thread "
                       "hold elements that differ in '" +
                       Last + "' only");
  LayoutSpec Spec = L.spec();
  if (Error E = checkOnlyRegisters(Spec))
    return E;
  auto &Images = Spec.Inputs[*indexOf(L.inputs(), "register")].Images;
  Images.erase(Images.begin() + Log2_64(*Other));
  Expected<LinearLayout> Half = LinearLayout::create(Spec);
  if (!Half)
    return Half;
  return sliceOutput(*Half, Last);
}
