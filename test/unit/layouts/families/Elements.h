//===- Elements.h - A layout against a formula, element by element --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas of the tests are in plain arithmetic, with division and remainder,
// as manuals have them. Nothing here knows of bits or of xor.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_FAMILIES_ELEMENTS_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_FAMILIES_ELEMENTS_H

#include "test/unit/layouts/LayoutTesting.h"

namespace f2layout {

/// Takes digits of mixed radix off a number, the lowest first.
struct Digits {
  uint64_t Rest;
  uint64_t take(uint64_t Radix) {
    uint64_t Digit = Rest % Radix;
    Rest /= Radix;
    return Digit;
  }
};

/// Does every register of every lane of every warp hold the element that the
/// formula says? The first that does not is reported.
template <typename FormulaT>
void expectElements(const LinearLayout &L, FormulaT Element) {
  for (uint64_t W = 0; W < uint64_t(1) << L.inputBits("warp"); ++W)
    for (uint64_t T = 0; T < uint64_t(1) << L.inputBits("lane"); ++T)
      for (uint64_t R = 0; R < uint64_t(1) << L.inputBits("register"); ++R) {
        uint64_t Place = 0;
        auto At = [&](llvm::StringRef In, uint64_t Index) {
          if (std::optional<unsigned> Shift = L.inputShift(In))
            Place |= Index << *Shift;
        };
        At("register", R);
        At("lane", T);
        At("warp", W);
        LayoutPoint Got = L.point(L.applyFlat(Place));
        LayoutPoint Expected = Element(R, T, W);
        if (Got == Expected)
          continue;
        ADD_FAILURE() << "register " << R << " of lane " << T << " of warp "
                      << W << " holds " << toString(Got) << ", expected "
                      << toString(Expected) << ", in " << toString(L);
        return;
      }
}

/// How often a tile of this size lies in a tensor's extent; at least once.
inline uint64_t repeats(uint64_t Extent, uint64_t Tile) {
  return Extent < Tile ? 1 : Extent / Tile;
}

/// Registers of a lane.
inline uint64_t registers(const LinearLayout &L) {
  return uint64_t(1) << L.inputBits("register");
}

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_FAMILIES_ELEMENTS_H
