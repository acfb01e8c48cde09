//===- ExpressionFit.cpp - The layout that index expressions are ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ExpressionFit.h"
#include "layouts/cute/CuteText.h"
#include "tools/f2layout/commandline/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

bool ThreadPlaces::isWhole() const {
  return isPowerOf2_32(Registers) && isPowerOf2_32(Block.threads());
}
unsigned ThreadPlaces::registerBits() const { return Log2_32_Ceil(Registers); }
unsigned ThreadPlaces::laneBits() const {
  return Log2_32_Ceil(std::min(Block.threads(), Block.Lanes));
}
unsigned ThreadPlaces::warpBits() const {
  return Log2_32_Ceil(Block.threads()) - laneBits();
}

std::string ThreadPlaces::name(uint64_t Place) const {
  const uint64_t Thread = Place >> registerBits();
  std::string Name = "lane " + std::to_string(Thread % Block.Lanes);
  if (warpBits())
    Name += ", warp " + std::to_string(Thread / Block.Lanes);
  if (registerBits())
    Name += ", i = " +
            std::to_string(Place & maskTrailingOnes<uint64_t>(registerBits()));
  return Name;
}

/// The numbers of the text's own definitions that no other one uses.
static SmallVector<unsigned> coordinatesOf(const IndexText &Text) {
  SmallVector<unsigned> Numbers;
  for (auto [N, D] : enumerate(Text.Definitions))
    if (N >= Text.LetDefinitions && !D.IsUsed)
      Numbers.push_back(N);
  return Numbers;
}

static Expected<LayoutPoint> pointAt(const IndexText &Text,
                                     const ThreadPlaces &Places,
                                     unsigned Thread, unsigned Register,
                                     ArrayRef<unsigned> Coordinates,
                                     ArrayRef<uint64_t> Shape) {
  Evaluator E(Text, Places.Block, Thread, Register);
  LayoutPoint Point;
  for (auto [D, Number] : enumerate(Coordinates)) {
    Expected<IntValue> V = E.definition(Number);
    if (!V)
      return V.takeError();
    const uint64_t Size = Shape.empty() ? uint64_t(1) << 32 : Shape[D];
    if (V->isNegative() || V->Bits >= Size)
      return Text.errorAtPlace(
          Text.Nodes[Text.Definitions[Number].Root].At,
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
    Spec.Outputs[D].Size = PowerOf2Ceil(Size);
  return LinearLayout::create(Spec);
}

/// Looks for sizes and strides, where codes are small enough.
static Error addStrides(ExpressionFit &Fit, const ThreadPlaces &Places) {
  double Elements = 1;
  for (uint64_t Size : Fit.Shape)
    Elements *= double(Size);
  if (Elements > double(uint64_t(1) << 32))
    return Error::success();
  SmallVector<uint64_t, 2> Sizes = {Places.Block.threads()};
  if (Places.Registers > 1)
    Sizes.push_back(Places.Registers);
  auto Code = [&](ArrayRef<uint64_t> At) {
    int64_t Sum = 0;
    const LayoutPoint &P =
        Fit.Table.at(Places.place(At[0], At.size() > 1 ? At[1] : 0));
    for (size_t D = P.size(); D-- > 0;)
      Sum = Sum * int64_t(Fit.Shape[D]) + int64_t(P[D]);
    return Sum;
  };
  Expected<StrideFit> Found = fitStrides(Sizes, Code);
  if (!Found)
    return Found.takeError();
  Fit.Strides = std::move(*Found);
  return Error::success();
}

Expected<ExpressionFit> fitExpressions(const IndexText &Text,
                                       const ThreadPlaces &Places,
                                       ArrayRef<uint64_t> Shape) {
  if (Text.Access)
    return Text.errorAtPlace(
        Text.Access->At, "an access, expected definitions such as row = t / 4");
  SmallVector<unsigned> Coordinates = coordinatesOf(Text);
  if (!Shape.empty() && Shape.size() != Coordinates.size())
    return fail("--shape has " + Twine(Shape.size()) + " sizes, expected " +
                Twine(Coordinates.size()) + ", one for each coordinate");
  ExpressionFit Fit;
  Fit.Shape.assign(Shape.begin(), Shape.end());
  Fit.Shape.resize(Coordinates.size(), 1);
  for (unsigned Thread = 0; Thread < Places.Block.threads(); ++Thread)
    for (unsigned R = 0; R < Places.Registers; ++R) {
      Expected<LayoutPoint> Point =
          pointAt(Text, Places, Thread, R, Coordinates, Shape);
      if (!Point)
        return Point.takeError();
      for (auto [Size, X] : zip(Fit.Shape, *Point))
        Size = std::max(Size, X + 1);
      Fit.Table.emplace(Places.place(Thread, R), std::move(*Point));
    }
  Expected<TableFit> Found = fitTable(Fit.Table, "lane");
  if (!Found)
    return Found.takeError();
  Fit.Broken = std::move(Found->Broken);
  // Without a shape, coordinates that end below a power of two are no limit.
  Fit.IsWhole = Places.isWhole() && all_of(Shape, isPowerOf2_64);
  if (!Fit.Broken) {
    Expected<LinearLayout> L = splitInput(Found->Layout, Places, Shape);
    if (!L)
      return L.takeError();
    Fit.Layout = std::move(*L);
  }
  if (Fit.Broken || !Fit.IsWhole)
    if (Error E = addStrides(Fit, Places))
      return E;
  return Fit;
}

std::string strideText(const ExpressionFit &Fit, const ThreadPlaces &Places) {
  std::string Text = "(T" + std::to_string(Places.Block.threads());
  if (Places.Registers > 1)
    Text += ",V" + std::to_string(Places.Registers);
  Text += ") -> (";
  constexpr StringLiteral Dimensions = "MNKL";
  for (auto [D, Size] : enumerate(Fit.Shape))
    Text += (D ? "," : "") +
            std::string(1, Dimensions[std::min<size_t>(D, 3)]) +
            std::to_string(Size);
  return Text + ") " + toString(withStatic(Fit.Strides->Layout, false));
}

SmallVector<int64_t, 2> coordinatesOf(int64_t Code, ArrayRef<uint64_t> Shape) {
  SmallVector<int64_t, 2> Point;
  for (uint64_t Size : Shape.drop_back()) {
    Point.push_back(Code % int64_t(Size));
    Code /= int64_t(Size);
  }
  Point.push_back(Code);
  return Point;
}

} // namespace f2layout::calc
