//===- Palette.cpp - Colours that survive grey print ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/picture/Palette.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static constexpr unsigned NumHues = 8;
/// Blue, orange, green, red, cyan, violet, yellow, pink.
static constexpr Colour Hues[NumHues] = {
    {0, 90, 220},  {225, 100, 0},  {0, 130, 40},  {205, 20, 30},
    {0, 135, 150}, {110, 40, 200}, {150, 120, 0}, {205, 0, 130}};

/// Grey values from 140 to 224. Neighbours are three steps apart; no hue has
/// the same step for two of its eight numbers.
static unsigned greyOf(uint64_t Number) {
  uint64_t Step = (3 * (Number % NumHues) + Number / NumHues) % 8;
  return 140 + 12 * unsigned(Step);
}

Colour colourOf(uint64_t Number) {
  const Colour &Hue = Hues[Number % NumHues];
  // White + Share / Whole of the way to the hue has the wanted grey value.
  const unsigned Whole = 255 - Hue.grey(), Share = 255 - greyOf(Number);
  auto Mix = [&](unsigned Channel) {
    return 255 - (255 - Channel) * Share / Whole;
  };
  return {Mix(Hue.Red), Mix(Hue.Green), Mix(Hue.Blue)};
}

std::string webColour(const Colour &C) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << format("#%02x%02x%02x", C.Red, C.Green, C.Blue);
  return Text;
}

} // namespace f2layout::calc
