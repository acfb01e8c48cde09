//===- Division.cpp - Why one layout does not divide another --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/Division.h"
#include "tools/f2layout/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

namespace {

class Divider {
public:
  Divider(const LinearLayout &L, const LinearLayout &Tile) : L(L), Tile(Tile) {}

  std::vector<std::string> run() {
    compareSizes();
    if (!Faults.empty())
      return Faults;
    for (const LayoutDim &D : L.inputs())
      for (unsigned Bit = 0; Bit < D.Bits; ++Bit) {
        if (Bit < Tile.inputBits(D.Name))
          checkInside(D, Bit);
        else
          checkOutside(D, Bit);
      }
    checkOffset();
    return Faults;
  }

private:
  void compareSizes();
  void checkInside(const LayoutDim &D, unsigned Bit);
  void checkOutside(const LayoutDim &D, unsigned Bit);
  void checkOffset();

  /// Where the tile's element lies in a tensor of L's outputs.
  uint64_t widened(uint64_t TileElement) const;
  uint64_t image(const LinearLayout &Of, StringRef Name, unsigned Bit) const {
    return Of.matrix().column(*Of.inputShift(Name) + Bit);
  }
  /// Of an element of L, the part inside the tile.
  uint64_t inside(uint64_t Element) const;
  std::string bitName(const LayoutDim &D, unsigned Bit) const {
    return (D.Name + " " + Twine(uint64_t(1) << Bit)).str();
  }

  const LinearLayout &L, &Tile;
  std::vector<std::string> Faults;
};

/// Every dimension of the tile is one of L's, and no larger.
void Divider::compareSizes() {
  auto Compare = [&](StringRef Kind, const LayoutDim &D, unsigned Bits) {
    if (D.Bits > Bits)
      Faults.push_back((Kind + " '" + D.Name + "' has size " +
                        Twine(D.size()) + " in the tile, expected at most " +
                        Twine(uint64_t(1) << Bits) + " as in the layout")
                           .str());
  };
  for (const LayoutDim &D : Tile.inputs())
    Compare("input", D, L.inputBits(D.Name));
  for (const LayoutDim &D : Tile.outputs())
    Compare("output", D, L.outputBits(D.Name));
}

uint64_t Divider::widened(uint64_t TileElement) const {
  LayoutPoint Point = Tile.point(TileElement), Wide;
  for (const LayoutDim &D : L.outputs()) {
    uint64_t X = 0;
    for (auto [I, T] : enumerate(Tile.outputs()))
      if (T.Name == D.Name)
        X = Point[I];
    Wide.push_back(X);
  }
  return L.flatten(Wide);
}

uint64_t Divider::inside(uint64_t Element) const {
  LayoutPoint Point = L.point(Element);
  for (auto [X, D] : zip(Point, L.outputs()))
    X &= (uint64_t(1) << Tile.outputBits(D.Name)) - 1;
  return L.flatten(Point);
}

void Divider::checkInside(const LayoutDim &D, unsigned Bit) {
  uint64_t Is = image(L, D.Name, Bit);
  uint64_t Expected = widened(image(Tile, D.Name, Bit));
  if (Is != Expected)
    Faults.push_back(bitName(D, Bit) + " is at " + elementName(L, Is) +
                     ", expected " + elementName(L, Expected) +
                     " as in the tile");
}

void Divider::checkOutside(const LayoutDim &D, unsigned Bit) {
  uint64_t Is = image(L, D.Name, Bit);
  if (inside(Is) != 0)
    Faults.push_back(bitName(D, Bit) + " is at " + elementName(L, Is) +
                     ", which is inside the tile; expected multiples of the "
                     "tile's sizes");
}

void Divider::checkOffset() {
  uint64_t Is = inside(L.flatOffset()), Expected = widened(Tile.flatOffset());
  if (Is != Expected)
    Faults.push_back("index 0 is at " + elementName(L, L.flatOffset()) +
                     ", expected " + elementName(L, Expected) +
                     " inside the tile");
}

} // namespace

std::vector<std::string> whyNotDivisible(const LinearLayout &L,
                                         const LinearLayout &Tile) {
  return Divider(L, Tile).run();
}

} // namespace f2layout::calc
