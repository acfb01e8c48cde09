//===- LayoutTable.cpp - The layouts of a kernel's tensors, numbered ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/layouts/LayoutTable.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/machine/Limits.h"

using namespace llvm;
using namespace f2layout;

Expected<LinearLayout> LayoutTable::normal(const LinearLayout &L) const {
  if (!hasThreads(L) || L.inputBits("block"))
    return layoutError("the layout " + f2layout::toString(L) +
                       ", expected register, lane and warp of one block");
  if (L.outputBits() > 63)
    return layoutError("a tensor of more than 2^63 elements");
  if (L.inputBits("lane") > LaneBits || L.inputBits("warp") > WarpBits)
    return layoutError("the layout has 2^" + Twine(L.inputBits("lane")) +
                       " lanes and 2^" + Twine(L.inputBits("warp")) +
                       " warps, expected at most 2^" + Twine(LaneBits) +
                       " and 2^" + Twine(WarpBits));
  const BitMatrix Registers = columnsOf(L, "register"),
                  Lanes = columnsOf(L, "lane"), Warps = columnsOf(L, "warp");
  const SmallVector<uint64_t> Basis = reduceBasis(Registers.columns());
  if ((1u << std::min<size_t>(Basis.size(), 31)) > MaxPlanRegisters)
    return layoutError("2^" + Twine(Basis.size()) +
                       " elements in each thread, expected at most " +
                       Twine(MaxPlanRegisters));
  BitMatrix All =
      BitMatrix::zero(L.outputBits(), Basis.size() + LaneBits + WarpBits);
  unsigned Column = 0;
  for (uint64_t B : Basis)
    All.setColumn(Column++, B);
  auto Copy = [&](const BitMatrix &From, unsigned Bits) {
    for (unsigned I = 0; I < Bits; ++I)
      All.setColumn(Column++,
                    I < From.cols() ? From.longColumn(I) : LongWord(0));
  };
  Copy(Lanes, LaneBits);
  Copy(Warps, WarpBits);
  SmallVector<LayoutDim, 4> Outputs;
  for (auto [I, D] : enumerate(L.outputs()))
    Outputs.push_back({defaultName(I), D.Bits});
  return LinearLayout::fromMatrix({{"register", unsigned(Basis.size())},
                                   {"lane", LaneBits},
                                   {"warp", WarpBits}},
                                  Outputs, All, L.longOffset());
}

Expected<LayoutId> LayoutTable::number(const LinearLayout &L) {
  Expected<LinearLayout> Normal = normal(L);
  if (!Normal)
    return Normal.takeError();
  auto [It, New] =
      Numbers.try_emplace(f2layout::toString(*Normal), LayoutId(size()));
  if (New)
    Layouts.push_back(std::move(*Normal));
  return It->second;
}

static LayoutPoint imageAt(const LinearLayout &L, unsigned Column) {
  return L.point(L.matrix().longColumn(Column));
}

LayoutPoint LayoutTable::threadImage(LayoutId Id, unsigned I) const {
  const LinearLayout &L = Layouts[Id];
  return imageAt(L, L.inputBits("register") + I);
}

LayoutPoint LayoutTable::registerImage(LayoutId Id, unsigned I) const {
  return imageAt(Layouts[Id], I);
}

LayoutPoint LayoutTable::elementAt(LayoutId Id, unsigned R) const {
  return Layouts[Id].point(Layouts[Id].applyFlat(uint64_t(R)));
}
