//===- ExpressionFit.cpp - The layout that index expressions are ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ExpressionFit.h"
#include "tools/f2layout/commandline/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

unsigned ThreadPlaces::registerBits() const { return Log2_32(Registers); }
unsigned ThreadPlaces::laneBits() const {
  return Log2_32(std::min(Block.threads(), Block.Lanes));
}
unsigned ThreadPlaces::warpBits() const {
  return Log2_32(Block.threads()) - laneBits();
}

std::string ThreadPlaces::name(uint64_t Place) const {
  const uint64_t Thread = Place >> registerBits();
  std::string Name = "lane " + std::to_string(Thread % Block.Lanes);
  if (warpBits())
    Name += ", warp " + std::to_string(Thread / Block.Lanes);
  if (registerBits())
    Name += ", i = " + std::to_string(Place & (Registers - 1));
  return Name;
}

/// The numbers of the definitions that no other one uses.
static SmallVector<unsigned> coordinatesOf(const IndexText &Text) {
  SmallVector<unsigned> Numbers;
  for (auto [N, D] : enumerate(Text.Definitions))
    if (!D.IsUsed)
      Numbers.push_back(N);
  return Numbers;
}

static Expected<LayoutPoint> pointAt(const IndexText &Text,
                                     const ThreadPlaces &Places, uint64_t Place,
                                     ArrayRef<unsigned> Coordinates,
                                     ArrayRef<uint64_t> Shape) {
  const unsigned Thread = Place >> Places.registerBits();
  const unsigned Register = Place & (Places.Registers - 1);
  Evaluator E(Text, Places.Block, Thread, Register);
  LayoutPoint Point;
  for (auto [D, Number] : enumerate(Coordinates)) {
    Expected<IntValue> V = E.definition(Number);
    if (!V)
      return V.takeError();
    const uint64_t Size = Shape.empty() ? uint64_t(1) << 32 : Shape[D];
    if (V->isNegative() || V->Bits >= Size)
      return errorAtOffset(
          Text.Source, Text.Nodes[Text.Definitions[Number].Root].At,
          threadText(Text, Places.Block, Thread, Register) + ": " +
              Text.Definitions[Number].Name + " is " + V->text() +
              ", expected 0 to " + Twine(Size - 1));
    Point.push_back(V->Bits);
  }
  return Point;
}

Expected<LinearLayout> splitInput(const LinearLayout &L,
                                  const ThreadPlaces &Places,
                                  ArrayRef<uint64_t> Shape) {
  LayoutSpec Spec = L.spec();
  std::vector<LayoutPoint> Images = std::move(Spec.Inputs[0].Images);
  Spec.Inputs.clear();
  size_t First = 0;
  for (auto [Name, Bits] :
       {std::pair<StringRef, unsigned>{"register", Places.registerBits()},
        {"lane", Places.laneBits()},
        {"warp", Places.warpBits()}}) {
    if (Bits != 0 || Name == "lane")
      Spec.Inputs.push_back(
          {Name.str(),
           {Images.begin() + First, Images.begin() + First + Bits}});
    First += Bits;
  }
  for (auto [D, Size] : enumerate(Shape))
    Spec.Outputs[D].Size = Size;
  return LinearLayout::create(Spec);
}

Expected<ExpressionFit> fitExpressions(const IndexText &Text,
                                       const ThreadPlaces &Places,
                                       ArrayRef<uint64_t> Shape) {
  if (Text.Access)
    return errorAtOffset(Text.Source, Text.Access->At,
                         "an access, expected definitions such as row = t / 4");
  SmallVector<unsigned> Coordinates = coordinatesOf(Text);
  if (!Shape.empty() && Shape.size() != Coordinates.size())
    return fail("--shape has " + Twine(Shape.size()) + " sizes, expected " +
                Twine(Coordinates.size()) + ", one for each coordinate");
  ExpressionFit Fit;
  for (unsigned Number : Coordinates)
    Fit.Coordinates.push_back(Text.Definitions[Number].Name);
  const uint64_t Count = uint64_t(Places.Block.threads()) * Places.Registers;
  for (uint64_t Place = 0; Place < Count; ++Place) {
    Expected<LayoutPoint> Point =
        pointAt(Text, Places, Place, Coordinates, Shape);
    if (!Point)
      return Point.takeError();
    Fit.Table.emplace(Place, std::move(*Point));
  }
  Expected<TableFit> Found = fitTable(Fit.Table, "lane");
  if (!Found)
    return Found.takeError();
  Fit.Broken = std::move(Found->Broken);
  if (Fit.Broken)
    return Fit;
  Expected<LinearLayout> L = splitInput(Found->Layout, Places, Shape);
  if (!L)
    return L.takeError();
  Fit.Layout = std::move(*L);
  return Fit;
}

} // namespace f2layout::calc
