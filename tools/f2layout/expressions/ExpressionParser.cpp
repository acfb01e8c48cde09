//===- ExpressionParser.cpp - Recursive descent over expressions ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ExpressionParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

using Node = ExpressionNode;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

bool ExpressionParser::takeIf(StringRef Sign) {
  skipSpace();
  if (!rest().starts_with(Sign))
    return false;
  At += Sign.size();
  return true;
}

static bool isWordChar(char C) { return isAlnum(C) || C == '_'; }

bool ExpressionParser::takeWord(StringRef Word) {
  skipSpace();
  size_t Start = At;
  SmallVector<StringRef> Parts;
  Word.split(Parts, ' ');
  for (StringRef Part : Parts) {
    skipSpace();
    StringRef Text = rest();
    if (!Text.consume_front(Part) ||
        (!Text.empty() && isWordChar(Text.front()))) {
      At = Start;
      return false;
    }
    At += Part.size();
  }
  return true;
}

std::string ExpressionParser::found() {
  skipSpace();
  if (rest().empty())
    return "found the end";
  StringRef Text = rest();
  StringRef Word = Text.take_while(isWordChar);
  return ("found '" + (Word.empty() ? Text.take_front(1) : Word) + "'").str();
}

unsigned ExpressionParser::fail(size_t Where, const Twine &Message) {
  if (!Wrong)
    Wrong = {placeOf(Where), Message.str()};
  return 0;
}

bool ExpressionParser::expect(StringRef Sign, const Twine &Expected) {
  if (takeIf(Sign))
    return true;
  std::string Found = found(); // Skips the space.
  fail(At, "expected " + Expected + ", " + Found);
  return false;
}

std::string ExpressionParser::takeName() {
  skipSpace();
  StringRef Text = rest();
  if (Text.empty() || isDigit(Text.front()))
    return "";
  StringRef Name = Text.take_while(isWordChar);
  At += Name.size();
  return Name.str();
}

/// Names that have the members x, y and z.
static bool isOfGrid(StringRef Name) {
  return Name == "threadIdx" || Name == "blockDim" || Name == "blockIdx" ||
         Name == "gridDim";
}

std::string ExpressionParser::takeMemberName() {
  std::string Name = takeName();
  if (isOfGrid(Name) && takeIf("."))
    Name += "." + takeName();
  return Name;
}

const NamedType *ExpressionParser::takeType() {
  for (const NamedType &T : namedTypes())
    if (takeWord(T.Name))
      return &T;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// After a fault, operands may not exist.
unsigned ExpressionParser::add(Node N) {
  if (failed())
    return 0;
  N.At = placeOf(N.At);
  N.Type = typeOf(N, Result);
  Result.Nodes.push_back(N);
  return Result.Nodes.size() - 1;
}

unsigned ExpressionParser::cast(const NamedType &To, size_t Where,
                                unsigned Operand) {
  Node N;
  N.K = Node::Cast;
  N.At = Where;
  N.Type = To.Type;
  N.Narrow = To.Narrow;
  N.Value.Type = To.Type;
  N.A = Operand;
  return add(N);
}

/// The arguments of min(a, b).
unsigned ExpressionParser::call(const NamedFunction &F, size_t Where) {
  Node N;
  N.K = F.K;
  N.At = Where;
  expect("(", "'(' after '" + F.Name + "'");
  N.A = expression();
  if (F.Arguments == 2) {
    expect(",", "an operator or ','");
    N.B = expression();
  }
  expect(")", "an operator or ')'");
  return add(N);
}

/// Takes the suffixes u, l, ll and their combinations off a number.
static bool consumeSuffix(StringRef &Number, IntType &Type) {
  StringRef Digits = Number.rtrim("uUlL");
  StringRef Suffix = Number.drop_front(Digits.size());
  Number = Digits;
  Type.IsUnsigned = Suffix.consume_front_insensitive("u");
  Type.IsLong = Suffix.consume_front("ll") || Suffix.consume_front("LL") ||
                Suffix.consume_front("l") || Suffix.consume_front("L");
  if (!Type.IsUnsigned)
    Type.IsUnsigned = Suffix.consume_front_insensitive("u");
  return Suffix.empty();
}

unsigned ExpressionParser::number() {
  size_t Where = At;
  StringRef Digits = rest().take_while(isAlnum);
  At += Digits.size();
  StringRef Number = Digits;
  Node N;
  N.At = Where;
  IntType &T = N.Value.Type;
  uint64_t &Bits = N.Value.Bits;
  const bool Ends = consumeSuffix(Number, T);
  const bool Based = Number.starts_with_insensitive("0x") ||
                     Number.starts_with_insensitive("0b");
  // Octal numbers (a zero in front) are more often a mistake.
  const bool Octal = !Based && Number.size() > 1 && Number[0] == '0';
  if (!Ends || Octal || Number.getAsInteger(0, Bits))
    return fail(Where, "'" + Digits + "' is no number of 64 bits");
  if (!T.IsLong && Bits >> 32)
    T.IsLong = true;
  else if (!T.IsLong && !T.IsUnsigned && Bits >> 31)
    (Based ? T.IsUnsigned : T.IsLong) = true;
  if (T.IsLong && Bits >> 63)
    T.IsUnsigned = true;
  return add(N);
}

unsigned ExpressionParser::named() {
  size_t Where = At;
  std::string Name = takeMemberName();
  Node N;
  N.At = Where;
  for (unsigned D = Result.Definitions.size(); D-- > 0;)
    if (Result.Definitions[D].Name == Name) {
      Result.Definitions[D].IsUsed = true;
      N.K = Node::Definition;
      N.A = D;
      return add(N);
    }
  if (Name == "true" || Name == "false") {
    N.Value.Bits = Name == "true";
    return add(N);
  }
  if (const NamedFunction *F = functionNamed(Name))
    return call(*F, Where);
  for (const NamedValue &V : namedValues())
    if (V.Name == Name) {
      Result.UsesAccessNumber |= V.Which == ThreadName::Access;
      N.K = Node::Name;
      N.Which = V.Which;
      return add(N);
    }
  if (StringRef(Name).starts_with("blockIdx") ||
      StringRef(Name).starts_with("gridDim"))
    return fail(Where, "'" + Name +
                           "' has no value, expected a definition "
                           "such as blockIdx.x = 0 before, or --let");
  std::string All =
      join(map_range(namedValues(),
                     [](const NamedValue &V) { return V.Name.str(); }),
           ", ");
  return fail(Where, "'" + Name + "' is not defined, expected an earlier " +
                         "definition, --let '" + Name + " = ...', or one of " +
                         All);
}

unsigned ExpressionParser::primary() {
  skipSpace();
  size_t Where = At;
  if (takeIf("(")) {
    const size_t Inside = At;
    const NamedType *Type = takeType();
    if (Type && takeIf(")"))
      return cast(*Type, Where, unary());
    At = Inside; // Perhaps (int(x)).
    unsigned Inner = expression();
    expect(")", "an operator or ')'");
    return Inner;
  }
  if (!rest().empty() && isDigit(rest().front()))
    return number();
  const bool IsStatic = takeWord("static_cast"); // static_cast<int>(x)
  if (IsStatic && !expect("<", "'<'"))
    return 0;
  const NamedType *Type = takeType(); // int(x)
  if (IsStatic && (!Type || !takeIf(">"))) {
    std::string Found = found();
    return fail(At, "expected a type of whole numbers and '>', " + Found);
  }
  if (Type) {
    expect("(", "'(' after the type");
    unsigned Operand = expression();
    expect(")", "an operator or ')'");
    return cast(*Type, Where, Operand);
  }
  if (!rest().empty() && isWordChar(rest().front()))
    return named();
  std::string Found = found();
  return fail(At, "expected a number, a name or '(', " + Found);
}

bool ExpressionParser::isTooDeep() {
  constexpr unsigned MostNesting = 200;
  if (++Depth <= MostNesting)
    return false;
  fail(At,
       "the expression is nested more than " + Twine(MostNesting) + " deep");
  return true;
}

/// To C, `t--1` is `t-- 1`, which changes t.
bool ExpressionParser::atStep() {
  if (!rest().starts_with("--") && !rest().starts_with("++"))
    return false;
  fail(At, "'" + rest().take_front(2) +
               "' would change a value, expected a space between two signs");
  return true;
}

unsigned ExpressionParser::unary() {
  skipSpace();
  if (failed() || isTooDeep())
    return 0;
  Node N;
  N.At = At;
  unsigned Operand;
  if (atStep())
    return 0;
  if (takeIf("-"))
    N.K = Node::Negate;
  else if (takeIf("+"))
    N.K = Node::Plus;
  else if (takeIf("~"))
    N.K = Node::Complement;
  else if (!rest().starts_with("!=") && takeIf("!"))
    N.K = Node::Not;
  if (N.K == Node::Number) {
    Operand = primary();
  } else {
    N.A = unary();
    Operand = add(N);
  }
  --Depth;
  return Operand;
}

unsigned ExpressionParser::binary(unsigned Level) {
  if (Level > 10)
    return unary();
  unsigned Left = binary(Level + 1);
  while (!failed()) {
    skipSpace();
    const BinaryOperator *Op = operatorAtFront(rest());
    if (!Op || Op->Level != Level)
      break;
    if (atStep())
      return 0;
    Node N;
    N.K = Op->K;
    N.At = At;
    At += Op->Sign.size();
    N.A = Left;
    N.B = binary(Level + 1);
    Left = add(N);
  }
  return Left;
}

unsigned ExpressionParser::expression() {
  unsigned Condition = binary(1);
  skipSpace();
  Node N;
  N.At = At;
  if (failed() || !takeIf("?") || isTooDeep())
    return Condition;
  N.K = Node::Choose;
  N.A = Condition;
  N.B = expression();
  expect(":", "an operator or ':'");
  N.C = expression();
  --Depth;
  return add(N);
}

} // namespace f2layout::calc
