//===- SwizzledShared.cpp - Rows of a tile, shifted by xor ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/SwizzledShared.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

Error f2layout::checkPhases(StringRef Family, unsigned Vec, unsigned PerPhase,
                            unsigned MaxPhase) {
  for (auto [Name, Value] :
       {std::make_pair("vec", Vec), std::make_pair("perPhase", PerPhase),
        std::make_pair("maxPhase", MaxPhase)})
    if (!isPowerOf2_32(Value))
      return familyError(Family, Twine(Name) + " is " + Twine(Value) +
                                     ", expected a power of two");
  return Error::success();
}

Expected<LinearLayout>
f2layout::rowSwizzledLayout(StringRef Family, ArrayRef<uint64_t> Shape,
                            ArrayRef<unsigned> Order, const CgaLayout &Cga,
                            function_ref<uint64_t(uint64_t Row)> Shift) {
  unsigned Rank = Order.size();
  if (Error E = checkOrder(Family, Order, Rank))
    return E;
  if (Error E = checkShape(Family, Shape, Rank))
    return E;
  if (Error E = checkCga(Family, Cga, Rank))
    return E;
  SmallVector<uint64_t> Piece = pieceOf(Shape, Cga);
  TileBuilder T(Rank, {"offset"});
  for (unsigned D : Order)
    T.run("offset", Piece[D], D);
  Expected<LinearLayout> Straight = T.finish();
  if (!Straight)
    return Straight;
  LayoutSpec Spec = Straight->spec();
  if (Rank >= 2)
    for (LayoutPoint &Image : Spec.Inputs[0].Images)
      if (uint64_t Row = Image[Order[1]])
        Image[Order[0]] = Shift(Row) & (Piece[Order[0]] - 1);
  Expected<LinearLayout> Tile = LinearLayout::create(Spec);
  return Tile ? tileToShape(*Tile, Shape, Order, Cga) : std::move(Tile);
}

Expected<LinearLayout>
f2layout::swizzledSharedLayout(const SwizzledSharedParams &P,
                               ArrayRef<uint64_t> Shape) {
  if (Error E = checkPhases("swizzled shared", P.Vec, P.PerPhase, P.MaxPhase))
    return E;
  return rowSwizzledLayout(
      "swizzled shared", Shape, P.Order, P.Cga,
      [&](uint64_t Row) { return P.Vec * (Row / P.PerPhase % P.MaxPhase); });
}
