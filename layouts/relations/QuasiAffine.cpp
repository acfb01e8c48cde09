//===- QuasiAffine.cpp - Expressions of isl's relations -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/relations/QuasiAffine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Rounded down; Divisor is positive.
static int64_t floorDivide(int64_t Value, int64_t Divisor) {
  return Value / Divisor - (Value % Divisor < 0);
}

std::optional<int64_t> QuasiAffine::evaluate(ArrayRef<int64_t> Values) const {
  if (K == Constant)
    return Number;
  if (K == Variable)
    return Values[size_t(Number)];
  int64_t Total = 0;
  for (const QuasiAffine &Part : Parts) {
    std::optional<int64_t> Value = Part.evaluate(Values);
    if (!Value || AddOverflow(Total, *Value, Total))
      return std::nullopt;
  }
  if (K == Scale && MulOverflow(Total, Number, Total))
    return std::nullopt;
  if (K == Floor)
    return floorDivide(Total, Number);
  if (K == Mod)
    return Total % Number + (Total % Number < 0 ? Number : 0);
  return Total;
}

bool QuasiAffine::mentions(function_ref<bool(unsigned)> F) const {
  if (K == Variable)
    return F(unsigned(Number));
  return any_of(Parts, [&](const QuasiAffine &P) { return P.mentions(F); });
}

std::optional<int64_t> QuasiAffine::constant() const {
  if (mentions([](unsigned) { return true; }))
    return std::nullopt;
  return evaluate({});
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool f2layout::takeCharacter(TextReader &Text, StringRef Character) {
  if (!Text.at(Token::Bad) || Text.next().Text != Character)
    return false;
  Text.take();
  return true;
}

std::string f2layout::takePrimedName(TextReader &Text) {
  std::string Name = Text.take().Text.str();
  while (takeCharacter(Text, "'"))
    Name += '\'';
  return Name;
}

bool f2layout::atWord(const TextReader &Text, StringRef Word) {
  if (!Text.at(Token::Name) || Text.next().Text != Word)
    return false;
  TextReader Ahead = Text;
  Ahead.take();
  return !takeCharacter(Ahead, "'");
}

bool f2layout::takeWord(TextReader &Text, StringRef Word) {
  if (!atWord(Text, Word))
    return false;
  Text.take();
  return true;
}

static QuasiAffine scaled(QuasiAffine E, int64_t Factor) {
  if (Factor == 1)
    return E;
  return {QuasiAffine::Scale, Factor, {std::move(E)}};
}

Error QuasiAffineReader::integer(int64_t &Value) {
  size_t Position = Text.next().Position;
  uint64_t Number;
  if (Error E = Text.number(Number, "a number"))
    return E;
  if (Number > uint64_t(INT64_MAX))
    return Text.fail(Position, "number is " + Twine(Number) +
                                   ", expected less than 2^63");
  Value = int64_t(Number);
  return Error::success();
}

Error QuasiAffineReader::nested(function_ref<Error()> Part) {
  constexpr unsigned DeepestExpression = 64;
  if (Depth == DeepestExpression)
    return Text.fail(Text.next().Position,
                     "the expression is nested more than " +
                         Twine(DeepestExpression) + " deep");
  ++Depth;
  if (Error E = Part())
    return E;
  --Depth;
  return Error::success();
}

bool QuasiAffineReader::takeMinus() {
  bool Odd = false;
  while (Text.takeIf("-"))
    Odd = !Odd;
  return Odd;
}

Error QuasiAffineReader::expression(QuasiAffine &E) {
  E = {QuasiAffine::Sum, 0, {}};
  bool Minus = takeMinus();
  while (true) {
    QuasiAffine Part;
    if (Error Failure = term(Part))
      return Failure;
    E.Parts.push_back(scaled(std::move(Part), Minus ? -1 : 1));
    if (Text.takeIf("+"))
      Minus = takeMinus();
    else if (Text.takeIf("-"))
      Minus = !takeMinus();
    else
      break;
  }
  if (E.Parts.size() == 1) {
    QuasiAffine Only = std::move(E.Parts.front());
    E = std::move(Only);
  }
  return Error::success();
}

static bool atOperator(const TextReader &Text) {
  return atWord(Text, "mod") || atWord(Text, "and") || atWord(Text, "floor");
}

/// Unlike a factor, a number at the front has no mod behind it.
Error QuasiAffineReader::term(QuasiAffine &E) {
  if (!Text.at(Token::Number))
    return factor(E);
  int64_t Number;
  if (Error Failure = integer(Number))
    return Failure;
  bool NameFollows = Text.at(Token::Name) && !atOperator(Text);
  if (NameFollows || takeCharacter(Text, "*"))
    return factorAfterNumber(Number, E);
  E = {QuasiAffine::Constant, Number, {}};
  MayDivide = false;
  if (atWord(Text, "mod"))
    return Text.fail(Text.next().Position,
                     "expected brackets around the number before 'mod'");
  return Error::success();
}

Error QuasiAffineReader::factorAfterNumber(int64_t Number, QuasiAffine &E) {
  if (Error Failure = nested([&] { return factor(E); }))
    return Failure;
  E = scaled(std::move(E), Number);
  return Error::success();
}

Error QuasiAffineReader::factor(QuasiAffine &E) {
  if (Error Failure = operand(E))
    return Failure;
  MayDivide = true;
  if (takeCharacter(Text, "*"))
    return moreFactors(E);
  if (!takeWord(Text, "mod"))
    return Error::success();
  MayDivide = false;
  int64_t Divisor;
  if (Error Failure = divisor(Divisor))
    return Failure;
  E = {QuasiAffine::Mod, Divisor, {std::move(E)}};
  return Error::success();
}

/// Numbers behind an operand and "*". They are multiplied first, so that a long
/// row of them is no deep tree.
Error QuasiAffineReader::moreFactors(QuasiAffine &E) {
  int64_t Product = 1;
  do {
    size_t Position = Text.next().Position;
    if (!Text.at(Token::Number))
      return Text.unexpected("a number as the factor behind '*'");
    int64_t Number;
    if (Error Failure = integer(Number))
      return Failure;
    if (MulOverflow(Product, Number, Product))
      return Text.fail(Position, "the product of numbers does not fit into 64 "
                                 "bits");
  } while (takeCharacter(Text, "*"));
  E = scaled(std::move(E), Product);
  return Error::success();
}

Error QuasiAffineReader::divisor(int64_t &Divisor) {
  size_t Position = Text.next().Position;
  if (Error Failure = integer(Divisor))
    return Failure;
  if (Divisor == 0)
    return Text.fail(Position, "expected a divisor other than 0");
  return Error::success();
}

Error QuasiAffineReader::operand(QuasiAffine &E) {
  if (Text.takeIf("(")) {
    if (Error Failure = nested([&] { return expression(E); }))
      return Failure;
    return Text.expect(")");
  }
  if (Text.at(Token::Number)) {
    int64_t Number;
    if (Error Failure = integer(Number))
      return Failure;
    if (takeCharacter(Text, "*"))
      return factorAfterNumber(Number, E);
    E = {QuasiAffine::Constant, Number, {}};
    return Error::success();
  }
  if (takeWord(Text, "floor"))
    return nested([&] { return floorOf(E); });
  return variable(E);
}

Error QuasiAffineReader::floorOf(QuasiAffine &E) {
  if (Error Failure = Text.expect("("))
    return Failure;
  bool Minus = takeMinus();
  if (Error Failure = term(E))
    return Failure;
  if (Text.at("+") || Text.at("-"))
    return Text.fail(Text.next().Position,
                     "expected brackets around the sum before '/'");
  size_t Position = Text.next().Position;
  if (!takeCharacter(Text, "/"))
    return Text.unexpected("'/'");
  if (!MayDivide)
    return Text.fail(Position, "expected brackets around what is divided");
  int64_t Divisor;
  if (Error Failure = divisor(Divisor))
    return Failure;
  E = {QuasiAffine::Floor, Divisor, {scaled(std::move(E), Minus ? -1 : 1)}};
  return Text.expect(")");
}

Error QuasiAffineReader::variable(QuasiAffine &E) {
  if (!Text.at(Token::Name))
    return Text.unexpected("an expression");
  size_t Position = Text.next().Position;
  std::string Name = takePrimedName(Text);
  auto Found = find(Names, Name);
  if (Found == Names.end())
    return Text.fail(Position, "there is no integer " + quoted(Name));
  E = {QuasiAffine::Variable, Found - Names.begin(), {}};
  return Error::success();
}
