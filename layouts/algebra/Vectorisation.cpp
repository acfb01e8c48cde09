//===- Vectorisation.cpp - The widest access a layout allows --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Vectorisation.h"
#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static Error checkSizes(unsigned ElementBits, unsigned MaxBits) {
  if (!isPowerOf2_32(ElementBits))
    return layoutError("element size of " + Twine(ElementBits) +
                       " bits is not a power of two");
  if (!isPowerOf2_32(MaxBits))
    return layoutError("largest access of " + Twine(MaxBits) +
                       " bits is not a power of two");
  return Error::success();
}

Expected<Vectorisation> f2layout::largestVector(const LinearLayout &L,
                                                unsigned ElementBits,
                                                unsigned MaxBits,
                                                StringRef Dim) {
  if (Error E = checkSizes(ElementBits, MaxBits))
    return E;
  if (!indexOf(L.inputs(), Dim))
    return noSuchDim("input", Dim, L.inputs());
  if (L.outputs().size() != 1)
    return layoutError("cannot vectorise: the layout has the outputs " +
                       dimText(L.outputs()) +
                       ", expected one, the offset in memory");
  unsigned Bits = std::min(L.inputBits(Dim), L.outputBits());
  if (ElementBits < MaxBits)
    Bits = std::min(Bits, Log2_32(MaxBits / ElementBits));
  else
    Bits = 0;
  while (true) {
    Expected<LinearLayout> Tile =
        LinearLayout::identity(Bits, Dim, L.outputs().front().Name);
    if (!Tile)
      return Tile.takeError();
    Expected<TileDivision> D = divideByTile(L, *Tile, Dim);
    if (D)
      return Vectorisation{uint64_t(1) << Bits, D->Action, D->Quotient};
    if (Bits == 0)
      return D.takeError();
    consumeError(D.takeError());
    --Bits;
  }
}
