//===- ExpressionParser.cpp - Recursive descent over index expressions ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ElementType.h"
#include "tools/f2layout/expressions/Expression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

using Node = ExpressionNode;

Error errorAtOffset(const SourceText &Source, size_t At, const Twine &Message) {
  StringRef Before = StringRef(Source.Text).take_front(At);
  size_t Line = Before.count('\n') + 1;
  size_t Column = At - (Before.rfind('\n') + 1) + 1; // npos + 1 is 0.
  return errorAt(Source, Line, Column, Message);
}

bool looksLikeAccess(StringRef Text) {
  Text = Text.ltrim();
  if (Text.empty() || StringRef("#{[(-@!").contains(Text.front()) ||
      Text.starts_with("tensor<") || Text.contains("->"))
    return false;
  return Text.contains('[');
}

namespace {

struct BinaryOperator {
  StringRef Sign;
  Node::Kind K;
  unsigned Level; ///< Binds the tighter, the higher.
};

// Longer signs first, so that << is not read as <.
constexpr BinaryOperator BinaryOperators[] = {
    {"||", Node::Or, 1},        {"&&", Node::And, 2},
    {"==", Node::Equal, 6},     {"!=", Node::NotEqual, 6},
    {"<<", Node::ShiftLeft, 8}, {">>", Node::ShiftRight, 8},
    {"<=", Node::LessEqual, 7}, {">=", Node::GreaterEqual, 7},
    {"|", Node::BitOr, 3},      {"^", Node::BitXor, 4},
    {"&", Node::BitAnd, 5},     {"<", Node::Less, 7},
    {">", Node::Greater, 7},    {"+", Node::Add, 9},
    {"-", Node::Subtract, 9},   {"*", Node::Multiply, 10},
    {"/", Node::Divide, 10},    {"%", Node::Remainder, 10},
};

struct NamedValue {
  StringRef Name;
  ThreadName Which;
};

constexpr NamedValue NamedValues[] = {
    {"threadIdx.x", ThreadName::ThreadX}, {"threadIdx.y", ThreadName::ThreadY},
    {"threadIdx.z", ThreadName::ThreadZ}, {"blockDim.x", ThreadName::BlockX},
    {"blockDim.y", ThreadName::BlockY},   {"blockDim.z", ThreadName::BlockZ},
    {"tx", ThreadName::SignedX},          {"ty", ThreadName::SignedY},
    {"tz", ThreadName::SignedZ},          {"t", ThreadName::Thread},
    {"lane", ThreadName::Lane},           {"warp", ThreadName::Warp},
    {"warpSize", ThreadName::WarpSize},   {"i", ThreadName::Access},
};

struct NamedType {
  StringRef Name;
  IntType Type;
  unsigned Narrow = 0; ///< Bits of a type narrower than int; 1 is bool.
};

// Longer names first.
constexpr NamedType NamedTypes[] = {
    {"unsigned char", {true, false}, 8},
    {"unsigned short", {true, false}, 16},
    {"unsigned long long", {true, true}},
    {"unsigned long", {true, true}},
    {"unsigned int", {true, false}},
    {"unsigned", {true, false}},
    {"long long", {false, true}},
    {"long", {false, true}},
    {"int", {false, false}},
    {"size_t", {true, true}},
    {"int32_t", {false, false}},
    {"uint32_t", {true, false}},
    {"int64_t", {false, true}},
    {"uint64_t", {true, true}},
    {"bool", {true, false}, 1},
    {"signed char", {}, 8},
    {"char", {}, 8},
    {"int8_t", {}, 8},
    {"uint8_t", {true, false}, 8},
    {"short", {}, 16},
    {"int16_t", {}, 16},
    {"uint16_t", {true, false}, 16},
};

struct NamedFunction {
  StringRef Name;
  Node::Kind K;
  unsigned Arguments;
};

constexpr NamedFunction NamedFunctions[] = {
    {"min", Node::Min, 2},
    {"max", Node::Max, 2},
    {"__popc", Node::PopCount, 1},
};

/// Parentheses and unary signs that may be inside each other.
constexpr unsigned MostNesting = 200;

class Parser {
public:
  explicit Parser(const SourceText &Source) { Result.Source = Source; }
  Expected<IndexText> run();

private:
  StringRef rest() const {
    return StringRef(Result.Source.Text).drop_front(At);
  }
  void skipSpace() { At += rest().size() - rest().ltrim().size(); }
  bool takeIf(StringRef Sign);
  /// Takes the word if no letter or digit follows.
  bool takeWord(StringRef Word);
  std::string found();
  bool failed() const { return Wrong.has_value(); }
  unsigned fail(size_t Where, const Twine &Message);
  unsigned add(Node N);
  IntType typeOf(const Node &N) const;
  std::string takeName();
  const NamedType *takeType();
  unsigned cast(const NamedType &To, size_t Where, unsigned Operand);
  unsigned call(const NamedFunction &F, size_t Where);
  unsigned number();
  unsigned named();
  unsigned primary();
  unsigned unary();
  unsigned binary(unsigned Level);
  unsigned expression();
  void access(const std::string &Name, size_t Where);
  void castAccess();
  void item();

  IndexText Result;
  size_t At = 0;
  unsigned Depth = 0;
  std::optional<std::pair<size_t, std::string>> Wrong;
};

bool Parser::takeIf(StringRef Sign) {
  skipSpace();
  if (!rest().starts_with(Sign))
    return false;
  At += Sign.size();
  return true;
}

static bool isWordChar(char C) { return isAlnum(C) || C == '_'; }

bool Parser::takeWord(StringRef Word) {
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

std::string Parser::found() {
  skipSpace();
  if (rest().empty())
    return "found the end";
  StringRef Text = rest();
  StringRef Word = Text.take_while(isWordChar);
  return ("found '" + (Word.empty() ? Text.take_front(1) : Word) + "'").str();
}

/// Notes the first fault. The node that it returns is never evaluated.
unsigned Parser::fail(size_t Where, const Twine &Message) {
  if (!Wrong)
    Wrong = {Where, Message.str()};
  return 0;
}

/// As in C, whose comparisons are ints. Operands of a shift do not meet.
IntType Parser::typeOf(const Node &N) const {
  auto Of = [&](unsigned Operand) { return Result.Nodes[Operand].Type; };
  switch (N.K) {
  case Node::Number:
    return N.Value.Type;
  case Node::Cast: // What is narrower than int becomes an int.
    return N.Narrow ? IntType{} : N.Type;
  case Node::Name:
    return {N.Which <= ThreadName::BlockZ, false};
  case Node::Definition: {
    const ExpressionDefinition &D = Result.Definitions[N.A];
    return D.Type.value_or(Of(D.Root));
  }
  case Node::Complement:
  case Node::Negate:
  case Node::Plus:
  case Node::ShiftLeft:
  case Node::ShiftRight:
    return Of(N.A);
  case Node::Choose:
    return commonType(Of(N.B), Of(N.C));
  case Node::Min:
  case Node::Max:
  case Node::Multiply:
  case Node::Divide:
  case Node::Remainder:
  case Node::Add:
  case Node::Subtract:
  case Node::BitAnd:
  case Node::BitXor:
  case Node::BitOr:
    return commonType(Of(N.A), Of(N.B));
  default:
    return {};
  }
}

/// After a fault, operands may not exist.
unsigned Parser::add(Node N) {
  if (failed())
    return 0;
  N.Type = typeOf(N);
  Result.Nodes.push_back(N);
  return Result.Nodes.size() - 1;
}

std::string Parser::takeName() {
  skipSpace();
  StringRef Text = rest();
  if (Text.empty() || isDigit(Text.front()))
    return "";
  StringRef Name = Text.take_while(isWordChar);
  At += Name.size();
  return Name.str();
}

const NamedType *Parser::takeType() {
  for (const NamedType &T : NamedTypes)
    if (takeWord(T.Name))
      return &T;
  return nullptr;
}

unsigned Parser::cast(const NamedType &To, size_t Where, unsigned Operand) {
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
unsigned Parser::call(const NamedFunction &F, size_t Where) {
  Node N;
  N.K = F.K;
  N.At = Where;
  if (!takeIf("("))
    return fail(At, "expected '(' after '" + F.Name + "', " + found());
  N.A = expression();
  if (F.Arguments == 2) {
    if (!takeIf(","))
      return fail(At, "expected an operator or ',', " + found());
    N.B = expression();
  }
  if (!takeIf(")"))
    return fail(At, "expected an operator or ')', " + found());
  return add(N);
}

unsigned Parser::number() {
  size_t Where = At;
  StringRef Digits = rest().take_while(isAlnum);
  At += Digits.size();
  StringRef Number = Digits;
  Node N;
  N.At = Where;
  while (!Number.empty() && StringRef("uUlL").contains(Number.back())) {
    (StringRef("uU").contains(Number.back()) ? N.Value.Type.IsUnsigned
                                             : N.Value.Type.IsLong) = true;
    Number = Number.drop_back();
  }
  // Octal numbers (a zero in front) are more often a mistake.
  bool Octal = Number.size() > 1 && Number[0] == '0' && isDigit(Number[1]);
  if (Octal || Number.getAsInteger(0, N.Value.Bits))
    return fail(Where, "'" + Digits + "' is no number of 64 bits");
  const bool Based = Number.starts_with("0x") || Number.starts_with("0b");
  IntType &T = N.Value.Type;
  const uint64_t Bits = N.Value.Bits;
  if (!T.IsLong && Bits >> 32)
    T.IsLong = true;
  else if (!T.IsLong && !T.IsUnsigned && Bits >> 31)
    (Based ? T.IsUnsigned : T.IsLong) = true;
  if (T.IsLong && Bits >> 63)
    T.IsUnsigned = true;
  return add(N);
}

/// Names that have the members x, y and z.
static bool isOfGrid(StringRef Name) {
  return Name == "threadIdx" || Name == "blockDim" || Name == "blockIdx" ||
         Name == "gridDim";
}

unsigned Parser::named() {
  size_t Where = At;
  std::string Name = takeName();
  Node N;
  N.At = Where;
  if (isOfGrid(Name) && takeIf("."))
    Name += "." + takeName();
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
  for (const NamedFunction &F : NamedFunctions)
    if (F.Name == Name)
      return call(F, Where);
  for (const NamedValue &V : NamedValues)
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
  std::string All = join(
      map_range(NamedValues, [](const NamedValue &V) { return V.Name.str(); }),
      ", ");
  return fail(Where, "'" + Name + "' is not defined, expected an earlier " +
                         "definition, --let '" + Name + " = ...', or one of " +
                         All);
}

unsigned Parser::primary() {
  skipSpace();
  size_t Where = At;
  if (takeIf("(")) {
    const size_t Inside = At;
    const NamedType *Type = takeType();
    if (Type && takeIf(")"))
      return cast(*Type, Where, unary());
    At = Inside; // Perhaps (int(x)).
    unsigned Inner = expression();
    if (!takeIf(")"))
      return fail(At, "expected an operator or ')', " + found());
    return Inner;
  }
  if (!rest().empty() && isDigit(rest().front()))
    return number();
  const bool IsStatic = takeWord("static_cast"); // static_cast<int>(x)
  if (IsStatic && !takeIf("<"))
    return fail(At, "expected '<', " + found());
  const NamedType *Type = takeType(); // int(x)
  if (IsStatic && (!Type || !takeIf(">")))
    return fail(At, "expected a type of whole numbers and '>', " + found());
  if (Type) {
    if (!takeIf("("))
      return fail(At, "expected '(' after the type, " + found());
    unsigned Operand = expression();
    if (!takeIf(")"))
      return fail(At, "expected an operator or ')', " + found());
    return cast(*Type, Where, Operand);
  }
  if (!rest().empty() && isWordChar(rest().front()))
    return named();
  return fail(At, "expected a number, a name or '(', " + found());
}

unsigned Parser::unary() {
  skipSpace();
  if (++Depth > MostNesting)
    return fail(At, "the expression is nested more than " + Twine(MostNesting) +
                        " deep");
  Node N;
  N.At = At;
  unsigned Operand;
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

unsigned Parser::binary(unsigned Level) {
  if (Level > 10)
    return unary();
  unsigned Left = binary(Level + 1);
  while (!failed()) {
    skipSpace();
    const BinaryOperator *Op =
        find_if(BinaryOperators, [&](const BinaryOperator &B) {
          return rest().starts_with(B.Sign);
        });
    if (Op == std::end(BinaryOperators) || Op->Level != Level)
      break;
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

unsigned Parser::expression() {
  unsigned Condition = binary(1);
  skipSpace();
  Node N;
  N.At = At;
  if (failed() || !takeIf("?"))
    return Condition;
  if (++Depth > MostNesting)
    return fail(At, "the expression is nested more than " + Twine(MostNesting) +
                        " deep");
  N.K = Node::Choose;
  N.A = Condition;
  N.B = expression();
  if (!takeIf(":"))
    return fail(At, "expected an operator or ':', " + found());
  N.C = expression();
  --Depth;
  return add(N);
}

void Parser::access(const std::string &Name, size_t Where) {
  ArrayAccess A;
  A.Array = Name;
  A.At = Where;
  while (!failed() && takeIf("[")) {
    size_t Start = At;
    A.Subscripts.push_back(expression());
    A.Texts.push_back(
        StringRef(Result.Source.Text).slice(Start, At).trim().str());
    if (!failed() && !takeIf("]"))
      fail(At, "expected an operator or ']', " + found());
  }
  Result.Access = std::move(A);
}

/// *(float4 *)&tile[row][8 * t]
void Parser::castAccess() {
  if (!takeIf("(")) {
    fail(At, "expected '(' and a type of elements, " + found());
    return;
  }
  takeWord("const");
  skipSpace();
  const size_t TypeAt = At;
  std::string Type = takeName();
  std::optional<unsigned> Bytes = bytesOfType(Type);
  if (!Bytes) {
    fail(TypeAt, "'" + Type +
                     "' is no type of elements, expected one such as "
                     "float4 or half2");
    return;
  }
  if (!takeIf("*") || !takeIf(")") || !takeIf("&")) {
    fail(At, "expected '*)&' after the type, " + found());
    return;
  }
  skipSpace();
  const size_t Where = At;
  std::string Name = takeName();
  skipSpace();
  if (Name.empty() || !rest().starts_with("[")) {
    fail(At, "expected an element such as tile[t], " + found());
    return;
  }
  access(Name, Where);
  Result.Access->Bytes = *Bytes;
}

void Parser::item() {
  if (takeIf("*")) {
    castAccess();
    return;
  }
  skipSpace();
  while (takeWord("const"))
    ;
  ExpressionDefinition D;
  const NamedType *Type = takeWord("auto") ? nullptr : takeType();
  if (Type)
    D.Type = Type->Narrow ? IntType{} : Type->Type;
  skipSpace();
  size_t Where = At;
  D.Name = takeName();
  if (isOfGrid(D.Name) && takeIf("."))
    D.Name += "." + takeName();
  if (D.Name.empty()) {
    fail(Where, "expected a name, " + found());
    return;
  }
  skipSpace();
  if (rest().starts_with("[") && !D.Type) {
    access(D.Name, Where);
    return;
  }
  if (rest().starts_with("==") || !takeIf("=")) {
    fail(At, "expected '=' or '[', " + found());
    return;
  }
  D.Root = expression();
  if (Type && Type->Narrow && !failed())
    D.Root = cast(*Type, Where, D.Root);
  if (StringRef(D.Name).starts_with("threadIdx.") ||
      StringRef(D.Name).starts_with("blockDim."))
    fail(Where, "'" + D.Name + "' is the thread's, expected another name");
  // blockIdx and gridDim are unsigned, as in CUDA.
  if (StringRef(D.Name).contains('.'))
    D.Type = IntType{true, false};
  Result.Definitions.push_back(std::move(D));
}

Expected<IndexText> Parser::run() {
  if (Result.Source.Text.size() > MostIndexText)
    return errorAtOffset(Result.Source, MostIndexText,
                         "the text goes on, expected at most " +
                             Twine(MostIndexText) + " characters");
  do {
    item();
    if (failed() || Result.Access)
      break;
    if (!takeIf(",") && !takeIf(";"))
      break;
    skipSpace();
  } while (!rest().empty());
  takeIf(";");
  skipSpace();
  if (!failed() && !rest().empty())
    fail(At, Result.Access ? "expected the end after the access, " + found()
                           : "expected an operator, ',' or ';', " + found());
  if (Wrong)
    return errorAtOffset(Result.Source, Wrong->first, Wrong->second);
  return std::move(Result);
}

} // namespace

Expected<IndexText> parseIndexText(const SourceText &Source) {
  return Parser(Source).run();
}

} // namespace f2layout::calc
