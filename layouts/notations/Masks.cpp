//===- Masks.cpp - A layout as the masks of its output bits ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/Masks.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/TextReader.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace f2layout;

namespace {

class Parser {
public:
  explicit Parser(StringRef Text) : Text(Text) {}

  Expected<LinearLayout> run() {
    if (Text.at("["))
      if (Error E = header())
        return E;
    while (Text.at(Token::Name)) {
      if (Error E = mask())
        return E;
      Text.takeIf(",");
    }
    size_t AfterMasks = Text.next().Position;
    LayoutPoint Offset;
    if (Text.takeIf("^"))
      if (Error E = Text.point(Offset, "[", "]"))
        return E;
    if (!Text.at(Token::End))
      return Text.unexpected("a mask, as m0 = (1,0,1), or the end of the text");
    if (!HasHeader)
      if (Error E = defaultDims())
        return E;
    if (Error E = checkMasks(AfterMasks))
      return E;
    return layout(AfterMasks, Offset);
  }

private:
  struct Mask {
    size_t Position = 0;
    LayoutPoint Bits; ///< The highest first.
  };

  Error header() {
    HasHeader = true;
    if (Error E = dims(Ins))
      return E;
    if (Error E = Text.expect("->"))
      return E;
    if (Error E = dims(Outs))
      return E;
    Text.takeIf(":");
    return Error::success();
  }

  Error dims(std::vector<LayoutDim> &Dims) {
    return Text.list("[", "]", [&]() -> Error {
      if (!Text.at(Token::Name))
        return Text.unexpected("a dimension, as lane:32");
      Token Name = Text.take();
      if (Error E = Text.expect(":"))
        return E;
      size_t Position = Text.next().Position;
      uint64_t Size;
      if (Error E = Text.number(Size, "a size"))
        return E;
      if (!isPowerOf2_64(Size))
        return Text.fail(Position, "size of '" + Name.Text + "' is " +
                                       Twine(Size) +
                                       ", expected a power of two");
      Dims.push_back({Name.Text.str(), Log2_64(Size)});
      return Error::success();
    });
  }

  Error mask() {
    Token Name = Text.take();
    StringRef Digits = Name.Text;
    unsigned Number;
    if (!Digits.consume_front("m") ||
        (Digits.consume_front("_"), Digits.getAsInteger(10, Number)))
      return Text.fail(Name.Position,
                       "expected a mask, as m0 = (1,0,1), found " +
                           quoted(Name.Text));
    if (Error E = Text.expect("="))
      return E;
    auto [Place, IsNew] = Masks.try_emplace(Number);
    if (!IsNew)
      return Text.fail(Name.Position,
                       "mask " + Twine(Number) + " comes twice, expected once");
    Place->second.Position = Text.next().Position;
    LayoutPoint &Bits = Place->second.Bits;
    return Text.list("(", ")", [&]() -> Error {
      size_t Position = Text.next().Position;
      if (Error E = Text.number(Bits.emplace_back(), "0 or 1"))
        return E;
      if (Bits.back() > 1)
        return Text.fail(Position, "bit of a mask is " + Twine(Bits.back()) +
                                       ", expected 0 or 1");
      return Error::success();
    });
  }

  /// offset and dim0, of the sizes that the masks determine.
  Error defaultDims() {
    if (Masks.empty())
      return Text.unexpected("a mask, as m0 = (1,0,1)");
    size_t Bits = Masks.begin()->second.Bits.size();
    if (Bits > 63 || Masks.size() > 63)
      return Text.fail(0, "there are " + Twine(Masks.size()) + " masks of " +
                              Twine(Bits) + " bits, expected at most 63");
    Ins = {{"offset", unsigned(Bits)}};
    Outs = {{"dim0", unsigned(Masks.size())}};
    return Error::success();
  }

  Error checkMasks(size_t AfterMasks) {
    unsigned Rows = sumBits(Outs), Columns = sumBits(Ins);
    for (const auto &[Number, M] : Masks) {
      if (Number >= Rows)
        return Text.fail(M.Position, "there is a mask " + Twine(Number) +
                                         ", expected m0 and up for the " +
                                         Twine(Rows) + " output bits of " +
                                         dimText(Outs));
      if (M.Bits.size() != Columns)
        return Text.fail(M.Position, "mask " + Twine(Number) + " has " +
                                         Twine(M.Bits.size()) +
                                         " bits, expected " + Twine(Columns) +
                                         " for " + dimText(Ins));
    }
    if (Masks.size() != Rows)
      return Text.fail(AfterMasks, "there are " + Twine(Masks.size()) +
                                       " masks, expected " + Twine(Rows) +
                                       ", one for each output bit of " +
                                       dimText(Outs));
    return Error::success();
  }

  Expected<LinearLayout> layout(size_t AfterMasks, const LayoutPoint &Offset) {
    SmallVector<LongWord> Matrix(sumBits(Ins));
    for (const auto &[Number, M] : Masks)
      for (auto [I, Bit] : enumerate(reverse(M.Bits)))
        Matrix[I].addAt(Number, Bit);
    Expected<LinearLayout> L = LinearLayout::fromMatrix(
        Ins, Outs, BitMatrix::fromLongColumns(sumBits(Outs), Matrix));
    if (!L)
      return Text.fail(0, toString(L.takeError()));
    if (Offset.empty())
      return L;
    LayoutSpec Spec = L->spec();
    Spec.Offset = Offset;
    if (std::optional<LayoutFault> F = findFault(Spec))
      return Text.fail(AfterMasks, F->Message);
    return LinearLayout::create(Spec);
  }

  TextReader Text;
  std::vector<LayoutDim> Ins, Outs;
  bool HasHeader = false;
  std::map<unsigned, Mask> Masks;
};

} // namespace

Expected<LinearLayout> f2layout::parseMasks(StringRef Text) {
  return Parser(Text).run();
}

static void printDims(raw_ostream &OS, ArrayRef<LayoutDim> Dims) {
  OS << '[';
  interleaveComma(Dims, OS,
                  [&](const LayoutDim &D) { OS << D.Name << ':' << D.size(); });
  OS << ']';
}

std::string f2layout::toMasks(const LinearLayout &L) {
  std::string Text;
  raw_string_ostream OS(Text);
  printDims(OS, L.inputs());
  OS << " -> ";
  printDims(OS, L.outputs());
  OS << '\n';
  for (unsigned Row = 0; Row < L.outputBits(); ++Row) {
    OS << 'm' << Row << " = (";
    for (unsigned Column = L.inputBits(); Column-- > 0;)
      OS << unsigned(L.matrix().longColumn(Column)[Row]) << (Column ? "," : "");
    OS << ")\n";
  }
  if (!L.isLinear())
    OS << "^ " << pointText(L.point(L.longOffset())) << '\n';
  return Text;
}
