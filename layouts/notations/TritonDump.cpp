//===- TritonDump.cpp - Linear layouts as Triton prints them --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/TritonDump.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/TextReader.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

namespace {

class Parser {
public:
  explicit Parser(StringRef Text) : Text(Text) {}

  Expected<LinearLayout> run() {
    if (Text.at("("))
      return empty();
    while (!Text.takeIfName("where"))
      if (Error E = line())
        return E;
    for (StringRef Word : {"out", "dims", "are"})
      if (Error E = Text.expectName(Word))
        return E;
    if (Error E = Text.expect(":"))
      return E;
    size_t Outputs = Text.next().Position;
    if (Error E = Text.list("[", "]", [&] { return output(); }))
      return E;
    if (!Text.at(Token::End))
      return Text.unexpected("the end of the text");
    if (Error E = checkRanks(Outputs))
      return E;
    for (auto [Axis, Out] : enumerate(Spec.Outputs))
      if (!Out.Size)
        Out.Size = leastSize(Axis);
    if (std::optional<LayoutFault> F = findFault(Spec))
      return Text.fail(position(*F, Outputs), F->Message);
    return LinearLayout::create(Spec);
  }

private:
  Expected<LinearLayout> empty() {
    Text.take();
    for (StringRef Word : {"empty", "layout"})
      if (Error E = Text.expectName(Word))
        return E;
    if (Error E = Text.expect(")"))
      return E;
    if (!Text.at(Token::End))
      return Text.unexpected("the end of the text");
    return LinearLayout();
  }

  /// `- lane=1 -> (0, 2)`, `lane=2 -> (0, 4)` or `- lane is a size 1 dimension`
  Error line() {
    bool First = Text.takeIf("-");
    if (!Text.at(Token::Name))
      return Text.unexpected("an input dimension or 'where out dims are'");
    Token Name = Text.take();
    if (First || Spec.Inputs.empty()) {
      for (const LayoutSpec::Input &Before : Spec.Inputs)
        if (excludeEachOther(Before.Name, Name.Text))
          return Text.fail(Name.Position,
                           exclusionText(Before.Name, Name.Text));
      Spec.Inputs.push_back({Name.Text.str(), {}});
      Positions.push_back({Name.Position, {}});
    } else if (Spec.Inputs.back().Name != Name.Text) {
      return Text.fail(Name.Position,
                       "expected '" + Spec.Inputs.back().Name +
                           "' or '-' before another input, found " +
                           quoted(Name.Text));
    }
    if (Text.takeIfName("is"))
      return sizeOne();
    return image();
  }

  Error sizeOne() {
    if (Error E = Text.expectName("a"))
      return E;
    if (Error E = Text.expectName("size"))
      return E;
    size_t Position = Text.next().Position;
    uint64_t Size;
    if (Error E = Text.number(Size, "1"))
      return E;
    if (Size != 1 || !Spec.Inputs.back().Images.empty())
      return Text.fail(Position, "input '" + Spec.Inputs.back().Name +
                                     "' has size " + Twine(Size) + " and " +
                                     Twine(Spec.Inputs.back().Images.size()) +
                                     " images, expected size 1 and none");
    return Text.expectName("dimension");
  }

  Error image() {
    if (Error E = Text.expect("="))
      return E;
    LayoutSpec::Input &In = Spec.Inputs.back();
    size_t Position = Text.next().Position;
    uint64_t Index;
    if (Error E = Text.number(Index, "a power of two"))
      return E;
    if (In.Images.size() > 63 || Index != uint64_t(1) << In.Images.size())
      return Text.fail(Position, "image of " + In.Name + "=" + Twine(Index) +
                                     " after " + Twine(In.Images.size()) +
                                     " others, expected that of the next power "
                                     "of two");
    if (Error E = Text.expect("->"))
      return E;
    Positions.back().Images.push_back(Text.next().Position);
    return Text.point(In.Images.emplace_back(), "(", ")");
  }

  /// `dim0 (size 16)`, or without the size.
  Error output() {
    if (!Text.at(Token::Name))
      return Text.unexpected("the name of an output dimension");
    Spec.Outputs.push_back({Text.take().Text.str(), 0});
    if (!Text.takeIf("("))
      return Error::success();
    if (Error E = Text.expectName("size"))
      return E;
    size_t Position = Text.next().Position;
    if (Error E = Text.number(Spec.Outputs.back().Size, "a size"))
      return E;
    if (!Spec.Outputs.back().Size)
      return Text.fail(Position, "size is 0, expected a power of two");
    return Text.expect(")");
  }

  /// Missing sizes can only be derived from images with that many coordinates.
  Error checkRanks(size_t Outputs) {
    for (auto [In, At] : zip_equal(Spec.Inputs, Positions))
      for (auto [Image, Position] : zip_equal(In.Images, At.Images))
        if (Image.size() != Spec.Outputs.size())
          return Text.fail(Position, "image has " + Twine(Image.size()) +
                                         " coordinates, expected " +
                                         Twine(Spec.Outputs.size()) +
                                         ", one for each output");
    return Error::success();
  }

  uint64_t leastSize(size_t Axis) const {
    uint64_t Reached = 0;
    for (const LayoutSpec::Input &In : Spec.Inputs)
      for (const LayoutPoint &Image : In.Images)
        Reached |= Image[Axis];
    return Reached >> 63 ? 0 : bit_floor(Reached) * 2 + !Reached;
  }

  size_t position(const LayoutFault &F, size_t Outputs) const {
    switch (F.Where) {
    case LayoutFault::InputName:
      return Positions[F.Dim].Name;
    case LayoutFault::Image:
    case LayoutFault::Coordinate:
      return Positions[F.Dim].Images[F.Bit];
    case LayoutFault::Output:
    case LayoutFault::Offset:
      return Outputs;
    }
    return Outputs;
  }

  struct Place {
    size_t Name;
    std::vector<size_t> Images;
  };

  TextReader Text;
  LayoutSpec Spec;
  std::vector<Place> Positions; ///< Of the inputs.
};

} // namespace

Expected<LinearLayout> f2layout::parseTritonDump(StringRef Text) {
  return Parser(Text).run();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void printInput(raw_ostream &OS, const LayoutSpec::Input &In) {
  if (In.Images.empty())
    OS << " - " << In.Name << " is a size 1 dimension\n";
  for (auto [Bit, Image] : enumerate(In.Images)) {
    OS << (Bit ? "   " : " - ") << In.Name << '=' << (uint64_t(1) << Bit)
       << " -> (";
    interleaveComma(Image, OS);
    OS << ")\n";
  }
}

Expected<std::string> f2layout::toTritonDump(const LinearLayout &L) {
  if (!L.isLinear())
    return layoutError("Triton's dump has no place for the offset " +
                       pointText(L.point(L.longOffset())) +
                       " of an affine layout");
  std::string Text;
  raw_string_ostream OS(Text);
  LayoutSpec Spec = L.spec();
  if (Spec.Inputs.empty() && Spec.Outputs.empty())
    return std::string("(empty layout)\n");
  for (const LayoutSpec::Input &In : Spec.Inputs)
    printInput(OS, In);
  OS << "where out dims are: [";
  interleaveComma(Spec.Outputs, OS, [&](const LayoutSpec::Output &Out) {
    OS << Out.Name << " (size " << Out.Size << ')';
  });
  OS << "]\n";
  return Text;
}
