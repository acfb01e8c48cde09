//===- LineDirections.cpp - What bits contribute to lines -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/LineDirections.h"
#include "layouts/f2/Echelon.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

namespace {

/// Differences of places, in one word: registers, then lanes, then warps.
class PlaceBits {
public:
  explicit PlaceBits(const LineImages &I)
      : LaneShift(I.Register.size()), WarpShift(LaneShift + I.Lane.size()) {}
  ThreadBits of(uint64_t Word) const {
    ThreadBits B;
    B.Register = Word & maskTrailingOnes<uint64_t>(LaneShift);
    B.Lane =
        Word >> LaneShift & maskTrailingOnes<uint64_t>(WarpShift - LaneShift);
    B.Warp = Word >> WarpShift;
    return B;
  }
  /// The bits in the order of folds, each with its image.
  SmallVector<std::pair<uint64_t, LineImage>>
  inOrder(const LineImages &I) const {
    SmallVector<std::pair<uint64_t, LineImage>> Order;
    unsigned Shift = 0;
    for (ArrayRef<LineImage> Images :
         {ArrayRef(I.Register), ArrayRef(I.Lane), ArrayRef(I.Warp)}) {
      for (unsigned J = Images.size(); J-- > 0;)
        Order.emplace_back(uint64_t(1) << (Shift + J), Images[J]);
      Shift += Images.size();
    }
    return Order;
  }

private:
  unsigned LaneShift, WarpShift;
};

} // namespace

Directions directionsOf(const LineImages &I) {
  Directions D;
  const PlaceBits Places(I);
  Echelon<uint64_t> Lines, Axis;
  for (auto [Bit, Image] : Places.inOrder(I)) {
    Echelon<uint64_t>::Entry E{Image.Line, Bit};
    if (Lines.insert(E))
      continue;
    const ThreadBits Difference = Places.of(E.Label);
    if (Axis.insert(I.of(Difference).Along))
      D.Folds.push_back(Difference);
    else if (Difference.Lane && !Difference.Warp)
      D.LaneCopies.push_back(Difference);
  }
  return D;
}

LineImages withoutAxis(LineImages I) {
  for (LineImageList *Images : {&I.Register, &I.Lane, &I.Warp})
    for (LineImage &Image : *Images)
      Image.Along = 0;
  I.Offset.Along = 0;
  I.AxisBits = 0;
  return I;
}

SpareBits spareBits(const LineImages &I) {
  SpareBits Spare;
  const PlaceBits Places(I);
  Echelon<uint64_t> Lines;
  unsigned Shift = 0;
  for (const LineImageList *Images : {&I.Register, &I.Lane, &I.Warp}) {
    for (unsigned J = 0; J < Images->size(); ++J) {
      Echelon<uint64_t>::Entry E{(*Images)[J].Line, uint64_t(1) << (Shift + J)};
      if (Lines.insert(E) || Images == &I.Register)
        continue;
      (Images == &I.Lane ? Spare.Lanes : Spare.Warps)
          .push_back({J, Places.of(E.Label)});
    }
    Shift += Images->size();
  }
  return Spare;
}

} // namespace layouts
} // namespace f2layout
