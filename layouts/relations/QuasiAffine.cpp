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
    return Total - floorDivide(Total, Number) * Number;
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

Error QuasiAffineReader::expression(QuasiAffine &E) {
  E = {QuasiAffine::Sum, 0, {}};
  int64_t Sign = Text.takeIf("-") ? -1 : 1;
  while (true) {
    QuasiAffine Part;
    if (Error Failure = term(Part))
      return Failure;
    E.Parts.push_back(scaled(std::move(Part), Sign));
    if (Text.takeIf("+"))
      Sign = 1;
    else if (Text.takeIf("-"))
      Sign = -1;
    else
      break;
  }
  if (E.Parts.size() == 1) {
    QuasiAffine Only = std::move(E.Parts.front());
    E = std::move(Only);
  }
  return Error::success();
}

Error QuasiAffineReader::term(QuasiAffine &E) {
  if (Error Failure = factor(E))
    return Failure;
  while (takeCharacter(Text, "*")) {
    size_t Position = Text.next().Position;
    QuasiAffine Other;
    if (Error Failure = factor(Other))
      return Failure;
    if (std::optional<int64_t> Factor = E.constant())
      E = scaled(std::move(Other), *Factor);
    else if ((Factor = Other.constant()))
      E = scaled(std::move(E), *Factor);
    else
      return Text.fail(Position, "expected one of two factors to be a number");
  }
  if (!Text.takeIfName("mod"))
    return Error::success();
  int64_t Divisor;
  if (Error Failure = divisor(Divisor))
    return Failure;
  E = {QuasiAffine::Mod, Divisor, {std::move(E)}};
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

Error QuasiAffineReader::factor(QuasiAffine &E) {
  if (Text.takeIf("(")) {
    if (Error Failure = expression(E))
      return Failure;
    return Text.expect(")");
  }
  if (Text.at(Token::Number)) {
    int64_t Value;
    if (Error Failure = integer(Value))
      return Failure;
    E = {QuasiAffine::Constant, Value, {}};
    StringRef Next = Text.next().Text;
    if (!Text.at(Token::Name) || Next == "mod" || Next == "and")
      return Error::success();
    if (Error Failure = factor(E))
      return Failure;
    E = scaled(std::move(E), Value);
    return Error::success();
  }
  if (Text.takeIfName("floor"))
    return floorOf(E);
  return variable(E);
}

Error QuasiAffineReader::floorOf(QuasiAffine &E) {
  if (Error Failure = Text.expect("("))
    return Failure;
  if (Error Failure = expression(E))
    return Failure;
  if (!takeCharacter(Text, "/"))
    return Text.unexpected("'/'");
  int64_t Divisor;
  if (Error Failure = divisor(Divisor))
    return Failure;
  E = {QuasiAffine::Floor, Divisor, {std::move(E)}};
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
