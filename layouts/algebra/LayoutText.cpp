//===- LayoutText.cpp - Layouts as text, both ways ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader builds a LayoutSpec and records the position of each part, so that
// faults reported by findFault() have positions.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/TextReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void f2layout::printLayout(raw_ostream &OS, const LinearLayout &L) {
  LayoutSpec Spec = L.spec();
  interleave(
      Spec.Inputs, OS,
      [&](const LayoutSpec::Input &In) {
        OS << In.Name << "=[";
        interleave(
            In.Images, OS, [&](const LayoutPoint &P) { OS << pointText(P); },
            ",");
        OS << ']';
      },
      ", ");
  bool Named = false;
  for (auto [I, Out] : enumerate(Spec.Outputs))
    Named |= Out.Name != defaultName(I);
  OS << (Spec.Inputs.empty() ? "-> " : " -> ")
     << (Named ? dimText(L.outputs()) : pointText(shapeOf(L)));
  if (!Spec.Offset.empty())
    OS << " ^ " << pointText(Spec.Offset);
}

std::string f2layout::toString(const LinearLayout &L) {
  std::string Text;
  raw_string_ostream OS(Text);
  printLayout(OS, L);
  return Text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// A point, with its position and those of its coordinates.
struct PlacedPoint {
  LayoutPoint Point;
  size_t Position = 0;
  SmallVector<size_t, 4> Coordinates;
};

class Parser {
public:
  Parser(StringRef Text, bool Inverse)
      : Text(Text, TextReader::Plain), Inverse(Inverse) {}

  Expected<LinearLayout> run() {
    if (Error E = parseInputs())
      return E;
    size_t Arrow = Text.next().Position;
    if (Error E = parseOutputs())
      return E;
    if (Inverse && none_of(Spec.Outputs, [](const LayoutSpec::Output &O) {
          return isPlace(O.Name);
        }))
      return Text.fail(Arrow, "expected an output named register, lane, "
                              "warp, block or offset, as an inverse has");
    if (Error E = parseOffset())
      return E;
    if (!Text.at(Token::End))
      return Text.unexpected(HasOffset ? "the end of the text"
                                       : "'^' or the end of the text");
    if (std::optional<LayoutFault> F = findFault(Spec))
      return Text.fail(position(*F), F->Message);
    if (!Inverse)
      stable_sort(Spec.Inputs,
                  [](const LayoutSpec::Input &A, const LayoutSpec::Input &B) {
                    return rank(A.Name) < rank(B.Name);
                  });
    return LinearLayout::create(Spec);
  }

private:
  static constexpr StringRef InputNames[] = {"register", "lane", "warp",
                                             "offset", "block"};
  static size_t rank(StringRef Name) {
    return find(InputNames, Name) - std::begin(InputNames);
  }
  static bool isPlace(StringRef Name) {
    return rank(Name) != std::size(InputNames);
  }

  Error parsePoint(PlacedPoint &P) {
    P.Position = Text.next().Position;
    return Text.list("[", "]", [&]() -> Error {
      P.Coordinates.push_back(Text.next().Position);
      return Text.number(P.Point.emplace_back(), "a coordinate");
    });
  }

  /// Everything before the arrow.
  Error parseInputs() {
    if (Text.takeIf("->"))
      return Error::success();
    while (true) {
      if (Error E = parseInput())
        return E;
      if (Text.takeIf("->"))
        return Error::success();
      if (!Text.takeIf(","))
        return Text.unexpected("',' or '->'");
    }
  }

  Error parseInput() {
    if (Inverse ? !Text.at(Token::Name) : !isPlace(Text.next().Text))
      return Text.unexpected(
          Inverse ? "an input dimension"
                  : "an input dimension (register, lane, warp, block or "
                    "offset)");
    Token Name = Text.take();
    for (const LayoutSpec::Input &Before : Spec.Inputs)
      if (!Inverse && excludeEachOther(Before.Name, Name.Text))
        return Text.fail(Name.Position, exclusionText(Before.Name, Name.Text));
    if (Error E = Text.expect("="))
      return E;
    LayoutSpec::Input &In = Spec.Inputs.emplace_back();
    In.Name = Name.Text.str();
    InputPositions.push_back(Name.Position);
    Images.emplace_back();
    return Text.list("[", "]", [&]() -> Error {
      PlacedPoint &P = Images.back().emplace_back();
      if (Error E = parsePoint(P))
        return E;
      In.Images.push_back(P.Point);
      return Error::success();
    });
  }

  Error parseOutputs() {
    bool FirstNamed = false;
    return Text.list("[", "]", [&]() -> Error {
      LayoutSpec::Output &Out = Spec.Outputs.emplace_back();
      size_t Index = Spec.Outputs.size() - 1;
      if (Index == 0)
        FirstNamed = Text.at(Token::Name);
      Out.Name = defaultName(Index);
      OutputPositions.push_back(Text.next().Position);
      if (Index != 0 && FirstNamed && Text.at(Token::Number))
        return Text.unexpected("a name, as for the first output");
      if (Text.at(Token::Name)) {
        if (!FirstNamed)
          return Text.unexpected("a size without a name, as for the first "
                                 "output");
        Out.Name = Text.take().Text.str();
        if (Error E = Text.expect(":"))
          return E;
      }
      return Text.number(Out.Size, Index == 0 && !FirstNamed
                                       ? "an output size or a name"
                                       : "an output size");
    });
  }

  Error parseOffset() {
    if (!Text.takeIf("^"))
      return Error::success();
    HasOffset = true;
    if (Error E = parsePoint(Offset))
      return E;
    Spec.Offset = Offset.Point;
    // In a spec an empty offset stands for zero; in a text the numbers must
    // match.
    if (Spec.Offset.empty() && !Spec.Outputs.empty())
      return Text.fail(Offset.Position, "offset has 0 coordinates, expected " +
                                            Twine(Spec.Outputs.size()) +
                                            ", one for each output");
    return Error::success();
  }

  size_t position(const LayoutFault &F) const {
    switch (F.Where) {
    case LayoutFault::InputName:
      return InputPositions[F.Dim];
    case LayoutFault::Image:
      return Images[F.Dim][F.Bit].Position;
    case LayoutFault::Coordinate:
      return Images[F.Dim][F.Bit].Coordinates[F.Axis];
    case LayoutFault::Output:
      return OutputPositions[F.Dim];
    case LayoutFault::Offset:
      return Offset.Point.size() == Spec.Outputs.size()
                 ? Offset.Coordinates[F.Axis]
                 : Offset.Position;
    }
    return 0;
  }

  TextReader Text;
  bool Inverse;
  LayoutSpec Spec;
  bool HasOffset = false;
  std::vector<size_t> InputPositions, OutputPositions;
  std::vector<std::vector<PlacedPoint>> Images; ///< By input and bit.
  PlacedPoint Offset;
};

} // namespace

Expected<LinearLayout> f2layout::parseLayout(StringRef Text) {
  return Parser(Text, /*Inverse=*/false).run();
}

Expected<LinearLayout> f2layout::parseInverse(StringRef Text) {
  return Parser(Text, /*Inverse=*/true).run();
}
