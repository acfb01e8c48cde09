//===- Palette.h - Colours that survive grey print ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A colour stands for a number (a lane, a warp, a bank). Close numbers differ
// in hue and in lightness: lightness alone distinguishes neighbours in grey
// print, and hue distinguishes lane 3 from lane 11. There are eight hues and
// eight steps of lightness, all light enough for black text. Number i has hue i
// mod 8, and a colour repeats after 64 numbers.
//
// The lightness of a colour is its grey value in print,
//
//   (299 red + 587 green + 114 blue) / 1000,
//
// which is reached by mixing a saturated hue with white. The computation uses
// integers only, so that all machines produce the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_PALETTE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_PALETTE_H

#include <cstdint>
#include <string>

namespace f2layout::calc {

struct Colour {
  unsigned Red = 255, Green = 255, Blue = 255;
  unsigned grey() const {
    return (299 * Red + 587 * Green + 114 * Blue) / 1000;
  }
};

Colour colourOf(uint64_t Number);
/// "#a0b1c2"
std::string webColour(const Colour &C);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_PALETTE_H
