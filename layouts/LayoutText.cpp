//===- LayoutText.cpp - Layouts as text, both ways ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader is a tokenizer, a parser that makes a LayoutSpec and remembers
// where each part stood, and findFault(), whose findings are given these
// positions.
//
//===----------------------------------------------------------------------===//

#include "layouts/LayoutText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace f2layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string defaultName(size_t Index) {
  return ("dim" + Twine(Index)).str();
}

static void printPoint(llvm::raw_ostream &OS, ArrayRef<uint64_t> P) {
  OS << '[';
  llvm::interleave(P, OS, ",");
  OS << ']';
}

void f2layout::printLayout(llvm::raw_ostream &OS, const LinearLayout &L) {
  LayoutSpec Spec = L.spec();
  llvm::interleave(
      Spec.Inputs, OS,
      [&](const LayoutSpec::Input &In) {
        OS << In.Name << "=[";
        llvm::interleave(
            In.Images, OS, [&](const LayoutPoint &P) { printPoint(OS, P); },
            ",");
        OS << ']';
      },
      ", ");
  bool Named = false;
  for (auto [I, Out] : llvm::enumerate(Spec.Outputs))
    Named |= Out.Name != defaultName(I);
  OS << (Spec.Inputs.empty() ? "-> [" : " -> [");
  llvm::interleave(
      Spec.Outputs, OS,
      [&](const LayoutSpec::Output &Out) {
        if (Named)
          OS << Out.Name << ':';
        OS << Out.Size;
      },
      ",");
  OS << ']';
  if (!Spec.Offset.empty()) {
    OS << " ^ ";
    printPoint(OS, Spec.Offset);
  }
}

std::string f2layout::toString(const LinearLayout &L) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printLayout(OS, L);
  return Text;
}

//===----------------------------------------------------------------------===//
// Reading: tokens
//===----------------------------------------------------------------------===//

namespace {

struct Token {
  /// Symbol is one of [ ] , = : ^ -> and Bad any other character.
  enum Kind { End, Name, Number, Symbol, Bad };
  Kind K = End;
  StringRef Text;
  size_t Position = 0; ///< In the whole text.
};

/// Cuts tokens off the front of the text. Next is the first that is not yet
/// taken.
class Tokenizer {
public:
  explicit Tokenizer(StringRef Whole) : Whole(Whole) { advance(); }

  const Token &next() const { return Next; }
  Token take() {
    Token T = Next;
    advance();
    return T;
  }
  bool takeIf(StringRef Symbol) {
    if (Next.K != Token::Symbol || Next.Text != Symbol)
      return false;
    advance();
    return true;
  }

  /// "line:column: Message"
  Error fail(size_t Position, const Twine &Message) const {
    StringRef Before = Whole.take_front(Position);
    size_t Line = Before.count('\n') + 1;
    size_t Column = Position - (Before.rfind('\n') + 1) + 1;
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Twine(Line) + ":" + Twine(Column) + ": " +
                                       Message);
  }
  Error unexpected(const Twine &Expected) const {
    return fail(Next.Position, "expected " + Expected + ", found " + found());
  }

private:
  void advance() {
    size_t Start = Whole.find_first_not_of(" \t\r\n", End);
    if (Start == StringRef::npos)
      Start = Whole.size();
    StringRef Rest = Whole.drop_front(Start);
    Next.Position = Start;
    Next.K = Token::Bad;
    Next.Text = Rest.take_front(1);
    if (Rest.empty())
      Next.K = Token::End;
    else if (llvm::isDigit(Rest[0]))
      Next = {Token::Number, Rest.take_while(llvm::isDigit), Start};
    else if (llvm::isAlpha(Rest[0]) || Rest[0] == '_')
      Next = {Token::Name, Rest.take_while([](char C) {
                return llvm::isAlnum(C) || C == '_' || C == '.';
              }),
              Start};
    else if (Rest.starts_with("->"))
      Next = {Token::Symbol, Rest.take_front(2), Start};
    else if (StringRef("[],=:^").contains(Rest[0]))
      Next.K = Token::Symbol;
    End = Start + Next.Text.size();
  }

  std::string found() const {
    if (Next.K == Token::End)
      return "the end of the text";
    // What is quoted stays short and printable, whatever the text.
    constexpr size_t Longest = 32;
    std::string Quoted;
    llvm::raw_string_ostream OS(Quoted);
    OS << '\'';
    llvm::printEscapedString(Next.Text.take_front(Longest), OS);
    OS << (Next.Text.size() > Longest ? "...'" : "'");
    return Quoted;
  }

  StringRef Whole;
  size_t End = 0; ///< Of the token Next.
  Token Next;
};

//===----------------------------------------------------------------------===//
// Reading: the grammar
//===----------------------------------------------------------------------===//

/// A point and where it and its coordinates stand.
struct PlacedPoint {
  LayoutPoint Point;
  size_t Position = 0;
  llvm::SmallVector<size_t, 4> Coordinates;
};

class Parser {
public:
  Parser(StringRef Text, bool Inverse) : Tokens(Text), Inverse(Inverse) {}

  Expected<LinearLayout> run() {
    if (Error E = parseInputs())
      return E;
    size_t Arrow = Tokens.next().Position;
    if (Error E = parseOutputs())
      return E;
    if (Inverse && llvm::none_of(Spec.Outputs, [](const LayoutSpec::Output &O) {
          return isPlace(O.Name);
        }))
      return Tokens.fail(Arrow, "expected an output named register, lane, "
                                "warp, block or offset, as an inverse has");
    if (Error E = parseOffset())
      return E;
    if (Tokens.next().K != Token::End)
      return Tokens.unexpected(HasOffset ? "the end of the text"
                                         : "'^' or the end of the text");
    if (std::optional<LayoutFault> F = findFault(Spec))
      return Tokens.fail(position(*F), F->Message);
    if (!Inverse)
      llvm::stable_sort(Spec.Inputs, [](const LayoutSpec::Input &A,
                                        const LayoutSpec::Input &B) {
        return rank(A.Name) < rank(B.Name);
      });
    return LinearLayout::create(Spec);
  }

private:
  static constexpr StringRef InputNames[] = {"register", "lane", "warp",
                                             "block", "offset"};
  static size_t rank(StringRef Name) {
    return llvm::find(InputNames, Name) - std::begin(InputNames);
  }
  static bool isPlace(StringRef Name) {
    return rank(Name) != std::size(InputNames);
  }

  Error expect(StringRef Symbol) {
    if (Tokens.takeIf(Symbol))
      return Error::success();
    return Tokens.unexpected("'" + Symbol + "'");
  }

  /// "[" [item {"," item}] "]"
  template <typename ParseItem> Error parseList(ParseItem Item) {
    if (Error E = expect("["))
      return E;
    if (Tokens.takeIf("]"))
      return Error::success();
    while (true) {
      if (Error E = Item())
        return E;
      if (Tokens.takeIf("]"))
        return Error::success();
      if (!Tokens.takeIf(","))
        return Tokens.unexpected("',' or ']'");
    }
  }

  Error parseNumber(uint64_t &Value, StringRef What) {
    if (Tokens.next().K != Token::Number)
      return Tokens.unexpected(What);
    Token T = Tokens.take();
    if (T.Text.getAsInteger(10, Value))
      return Tokens.fail(T.Position,
                         "number is too large, expected less than 2^64");
    return Error::success();
  }

  Error parsePoint(PlacedPoint &P) {
    P.Position = Tokens.next().Position;
    return parseList([&]() -> Error {
      P.Coordinates.push_back(Tokens.next().Position);
      return parseNumber(P.Point.emplace_back(), "a coordinate");
    });
  }

  /// Everything before the arrow.
  Error parseInputs() {
    if (Tokens.takeIf("->"))
      return Error::success();
    while (true) {
      if (Error E = parseInput())
        return E;
      if (Tokens.takeIf("->"))
        return Error::success();
      if (!Tokens.takeIf(","))
        return Tokens.unexpected("',' or '->'");
    }
  }

  Error parseInput() {
    if (Inverse ? Tokens.next().K != Token::Name
                : !isPlace(Tokens.next().Text))
      return Tokens.unexpected(
          Inverse ? "an input dimension"
                  : "an input dimension (register, lane, warp, block or "
                    "offset)");
    Token Name = Tokens.take();
    if (!Inverse && !Spec.Inputs.empty() &&
        (Name.Text == "offset") != (Spec.Inputs[0].Name == "offset"))
      return Tokens.fail(Name.Position,
                         "expected 'offset' (memory) alone or without it "
                         "register, lane, warp, block; found '" +
                             Name.Text + "' after '" + Spec.Inputs[0].Name +
                             "'");
    if (Error E = expect("="))
      return E;
    LayoutSpec::Input &In = Spec.Inputs.emplace_back();
    In.Name = Name.Text.str();
    InputPositions.push_back(Name.Position);
    Images.emplace_back();
    return parseList([&]() -> Error {
      PlacedPoint &P = Images.back().emplace_back();
      if (Error E = parsePoint(P))
        return E;
      In.Images.push_back(P.Point);
      return Error::success();
    });
  }

  Error parseOutputs() {
    bool FirstNamed = false;
    return parseList([&]() -> Error {
      LayoutSpec::Output &Out = Spec.Outputs.emplace_back();
      size_t Index = Spec.Outputs.size() - 1;
      if (Index == 0)
        FirstNamed = Tokens.next().K == Token::Name;
      Out.Name = defaultName(Index);
      OutputPositions.push_back(Tokens.next().Position);
      if (Index != 0 && FirstNamed && Tokens.next().K == Token::Number)
        return Tokens.unexpected("a name, as for the first output");
      if (Tokens.next().K == Token::Name) {
        if (!FirstNamed)
          return Tokens.unexpected("a size without a name, as for the first "
                                   "output");
        Out.Name = Tokens.take().Text.str();
        if (Error E = expect(":"))
          return E;
      }
      return parseNumber(Out.Size, Index == 0 && !FirstNamed
                                       ? "an output size or a name"
                                       : "an output size");
    });
  }

  Error parseOffset() {
    if (!Tokens.takeIf("^"))
      return Error::success();
    HasOffset = true;
    if (Error E = parsePoint(Offset))
      return E;
    Spec.Offset = Offset.Point;
    // In a spec an empty offset stands for zero; in a text it must match.
    if (Spec.Offset.empty() && !Spec.Outputs.empty())
      return Tokens.fail(Offset.Position,
                         "offset has 0 coordinates, expected " +
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

  Tokenizer Tokens;
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
