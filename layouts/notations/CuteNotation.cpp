//===- CuteNotation.cpp - CuTe layouts as layouts of a tensor -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/CuteNotation.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/TextReader.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Linear.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// The comment in front
//===----------------------------------------------------------------------===//

namespace {

/// `T32`, and where it is in the text.
struct Side {
  char Letter = 0;
  uint64_t Size = 1;
  size_t Position = 0;
};

struct Comment {
  std::vector<Side> From, To;
};

} // namespace

static std::optional<Side> asSide(const Token &T) {
  Side S{T.Text.empty() ? char(0) : T.Text[0], 1, T.Position};
  if (T.K != Token::Name || !isUpper(S.Letter) || T.Text.size() < 2 ||
      T.Text.drop_front().getAsInteger(10, S.Size))
    return std::nullopt;
  return S;
}

static Error readSides(TextReader &R, std::vector<Side> &Sides) {
  return R.list("(", ")", [&]() -> Error {
    std::optional<Side> S = asSide(R.next());
    if (!S)
      return R.unexpected("a letter and a size, as 'T32'");
    if (!isPowerOf2_64(S->Size))
      return R.fail(S->Position,
                    "size " + Twine(S->Size) + " is no power of two");
    R.take();
    Sides.push_back(*S);
    return Error::success();
  });
}

bool f2layout::startsCute(StringRef Text) {
  TextReader R(Text, TextReader::Plain);
  if (R.at(Token::Number) || R.at(":") ||
      (R.takeIf("-") && R.at(Token::Number)))
    return true;
  bool Bracket = R.takeIf("(");
  if (R.at(Token::Name)) {
    Token First = R.take();
    StringRef Name = First.Text;
    bool Static = Name.starts_with("_") &&
                  (Name.size() == 1 ? R.at("-") : isDigit(Name[1]));
    if (Static || Name == "Int" || Name == "C" || Name == "cute")
      return true;
    if (Bracket)
      return asSide(First).has_value();
    return Name == "Sw" || Name == "S" || Name == "Swizzle" ||
           Name == "Layout" || Name == "ComposedLayout" ||
           Name == "ArithTuple" || Name.ends_with("_ptr") ||
           Name.starts_with("SW_");
  }
  return Bracket && (R.at(Token::Number) || R.at("(") || R.at("-"));
}

/// The name of the input for a letter, or "".
static StringRef inputOf(char Letter) {
  switch (Letter) {
  case 'T':
  case 'L':
    return "lane";
  case 'V':
    return "register";
  case 'W':
    return "warp";
  case 'B':
    return "block";
  default:
    return "";
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The inverse of a map from the coordinates c0, c1, ... to offsets, with the
/// dimensions in their order.
static Expected<LinearLayout> asMemory(const cute::LinearForm &F) {
  const LinearLayout &L = F.Map;
  if (L.outputs().size() != 1 || L.outputs()[0].Name != "offset")
    return layoutError("the layout gives coordinates, expected offsets in "
                       "memory, or a comment such as '(T32,V4) -> (M16,N8)'");
  if (!L.isInjective())
    return layoutError("two elements have the same offset, expected one for "
                       "each");
  if (!L.isSurjective())
    return layoutError("the layout has gaps: " + Twine(L.inputBits()) +
                       " bits of coordinates are offsets of " +
                       Twine(L.outputBits()) + " bits");
  Expected<LinearLayout> Inverse = invert(L);
  if (!Inverse)
    return Inverse;
  // The outputs are c1, c0 as the first coordinate is fastest.
  LayoutSpec Spec = Inverse->spec();
  auto Turn = [](auto &Items) { std::reverse(Items.begin(), Items.end()); };
  Turn(Spec.Outputs);
  for (size_t I = 0; I < Spec.Outputs.size(); ++I)
    Spec.Outputs[I].Name = defaultName(I);
  for (LayoutPoint &P : Spec.Inputs[0].Images)
    Turn(P);
  Turn(Spec.Offset);
  return LinearLayout::create(Spec);
}

/// The point of a code, the first dimension fastest.
static LayoutPoint pointOf(uint64_t Code, ArrayRef<Side> Sides) {
  LayoutPoint P;
  for (const Side &S : Sides) {
    P.push_back(Code % S.Size);
    Code /= S.Size;
  }
  return P;
}

/// Makes the values of a map points of the tensor.
static Error toPoints(LayoutSpec &Spec, ArrayRef<Side> To) {
  bool Codes = Spec.Outputs.size() == 1 && Spec.Outputs[0].Name == "offset";
  uint64_t Size = 1;
  for (const Side &S : To)
    Size = SaturatingMultiply(Size, S.Size);
  if (Codes && Spec.Outputs[0].Size > Size)
    return layoutError("codes reach beyond " + Twine(Spec.Outputs[0].Size / 2) +
                       ", but the tensor has " + Twine(Size) + " elements");
  if (!Codes && Spec.Outputs.size() != To.size())
    return layoutError("coordinates have " + Twine(Spec.Outputs.size()) +
                       " axes, but the tensor has rank " + Twine(To.size()));
  for (size_t I = 0; !Codes && I < To.size(); ++I)
    if (Spec.Outputs[I].Size > To[I].Size)
      return layoutError("coordinates reach beyond " +
                         Twine(Spec.Outputs[I].Size / 2) + " along axis " +
                         Twine(I) + ", but its size is " + Twine(To[I].Size));
  Spec.Outputs.clear();
  for (size_t I = 0; I < To.size(); ++I)
    Spec.Outputs.push_back({defaultName(I), To[I].Size});
  if (!Codes)
    return Error::success();
  for (LayoutSpec::Input &Input : Spec.Inputs)
    for (LayoutPoint &P : Input.Images)
      P = pointOf(P[0], To);
  if (!Spec.Offset.empty())
    Spec.Offset = pointOf(Spec.Offset[0], To);
  return Error::success();
}

/// Names the inputs c0, c1, ... and orders them.
static Error nameInputs(LayoutSpec &Spec, ArrayRef<Side> From,
                        const TextReader &R) {
  bool Warps = any_of(From, [](const Side &S) { return S.Letter == 'W'; });
  std::vector<LayoutSpec::Input> Named;
  for (size_t I = 0; I < From.size(); ++I) {
    LayoutSpec::Input Input = Spec.Inputs[I];
    Input.Name = inputOf(From[I].Letter).str();
    if (Input.Name.empty())
      return R.fail(From[I].Position, "expected T, L, W, V or B and a size");
    if (From[I].Letter == 'T' && !Warps && Input.Images.size() > 5) {
      LayoutSpec::Input Warp{"warp", {}};
      Warp.Images.assign(Input.Images.begin() + 5, Input.Images.end());
      Input.Images.resize(5);
      Named.push_back(std::move(Warp));
    }
    Named.push_back(std::move(Input));
  }
  Spec.Inputs.clear();
  for (StringRef Name : {"register", "lane", "warp", "block"})
    for (LayoutSpec::Input &Input : Named)
      if (Input.Name == Name)
        Spec.Inputs.push_back(Input);
  return Error::success();
}

static Expected<LinearLayout> asThreads(const cute::ComposedLayout &C,
                                        const Comment &Where,
                                        const TextReader &R) {
  if (C.Inner.rank() != Where.From.size())
    return R.fail(Where.From[0].Position,
                  "the comment has " + Twine(Where.From.size()) +
                      " inputs, but the layout has rank " +
                      Twine(C.Inner.rank()));
  for (unsigned I = 0; I < C.Inner.rank(); ++I)
    if (uint64_t(C.Inner.mode(I).size()) != Where.From[I].Size)
      return R.fail(Where.From[I].Position,
                    "size " + Twine(Where.From[I].Size) +
                        " differs from that of mode " + Twine(I) +
                        " of the layout, " + Twine(C.Inner.mode(I).size()));
  Expected<cute::LinearForm> F = toLinear(C, cute::CoordinateKind::Modes);
  if (!F)
    return F.takeError();
  LayoutSpec Spec = F->Map.spec();
  if (Error E = toPoints(Spec, Where.To))
    return E;
  if (Error E = nameInputs(Spec, Where.From, R))
    return E;
  return LinearLayout::create(Spec);
}

Expected<LinearLayout> f2layout::parseCute(StringRef Text) {
  TextReader R(Text, TextReader::Plain);
  TextReader Ahead = R;
  Comment Where;
  if (Ahead.takeIf("(") && asSide(Ahead.next())) {
    if (Error E = readSides(R, Where.From))
      return E;
    if (Error E = R.expect("->"))
      return E;
    if (Error E = readSides(R, Where.To))
      return E;
    if (Where.From.empty() || Where.To.empty())
      return R.fail(0, "a comment states inputs and dimensions");
  }
  // Blanks instead of the comment keep the places of errors.
  std::string Blank = Text.str();
  std::replace_if(
      Blank.begin(), Blank.begin() + R.next().Position,
      [](char Ch) { return Ch != '\n'; }, ' ');
  Expected<cute::ComposedLayout> C = cute::parseComposed(Blank);
  if (!C)
    return C.takeError();
  if (!Where.From.empty())
    return asThreads(*C, Where, R);
  Expected<cute::LinearForm> F = toLinear(*C, cute::CoordinateKind::Modes);
  if (!F)
    return F.takeError();
  if (F->isPartial())
    return layoutError("sizes of the layout are no powers of two, so it is a "
                       "linear map on a part of a tensor only");
  return asMemory(*F);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static Error checkOutputs(const LinearLayout &L) {
  for (auto [I, D] : enumerate(L.outputs()))
    if (D.Name != defaultName(I))
      return layoutError("output '" + D.Name + "' has a name, expected '" +
                         defaultName(I) + "'");
  if (L.outputs().empty())
    return layoutError("the layout has no outputs");
  return Error::success();
}

/// The map from coordinates to offsets with dim0 as the first input.
static Expected<LinearLayout> asOffsets(const LinearLayout &L) {
  Expected<LinearLayout> Inverse = invert(L);
  if (!Inverse)
    return Inverse;
  LayoutSpec Spec = Inverse->spec();
  std::reverse(Spec.Inputs.begin(), Spec.Inputs.end());
  return LinearLayout::create(Spec);
}

/// Lanes, warps, registers and blocks in front, and their comment.
static Expected<LinearLayout> inCuteOrder(const LinearLayout &L,
                                          std::string &Text) {
  LayoutSpec Spec = L.spec(), Ordered = Spec;
  Ordered.Inputs.clear();
  bool Warps = L.inputShift("warp").has_value();
  bool OneWarp = L.inputBits("lane") <= 5 || Warps;
  const std::pair<StringRef, StringRef> Letters[] = {
      {"lane", OneWarp ? "T" : "L"},
      {"warp", "W"},
      {"register", "V"},
      {"block", "B"}};
  Text = "(";
  for (auto [Name, Letter] : Letters)
    for (const LayoutSpec::Input &Input : Spec.Inputs)
      if (Input.Name == Name) {
        Text += (Text.size() > 1 ? "," : "") + Letter.str() +
                utostr(uint64_t(1) << Input.Images.size());
        Ordered.Inputs.push_back(Input);
      }
  if (Ordered.Inputs.size() != Spec.Inputs.size() || Spec.Inputs.empty())
    return layoutError("expected the input offset, or inputs of register, "
                       "lane, warp and block");
  Text += ") -> (";
  constexpr StringLiteral Dimensions = "MNKL";
  for (auto [I, D] : enumerate(L.outputs()))
    Text += (I == 0 ? "" : ",") +
            Dimensions.substr(std::min<size_t>(I, 3), 1).str() +
            utostr(D.size());
  Text += ") ";
  return LinearLayout::create(Ordered);
}

Expected<std::string> f2layout::toCute(const LinearLayout &L, CuteForm Form) {
  if (Error E = checkOutputs(L))
    return E;
  std::string Text;
  bool Memory = L.inputs().size() == 1 && L.inputs()[0].Name == "offset";
  Expected<LinearLayout> Map = Memory ? asOffsets(L) : inCuteOrder(L, Text);
  if (!Map)
    return Map.takeError();
  Expected<cute::ComposedLayout> C = cute::fromLinear(*Map);
  if (!C)
    return C.takeError();
  if (Form == CuteForm::Cute)
    return Text + cute::toString(*C);
  Expected<std::string> Other =
      Form == CuteForm::Pycute ? cute::pycuteText(*C) : cute::typeText(*C);
  if (!Other)
    return Other;
  return Text + *Other;
}
