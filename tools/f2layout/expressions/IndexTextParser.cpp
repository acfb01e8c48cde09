//===- IndexTextParser.cpp - Definitions and accesses ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ElementType.h"
#include "tools/f2layout/expressions/ExpressionParser.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static Error errorAtOffset(const SourceText &Source, size_t At,
                           const Twine &Message) {
  StringRef Before = StringRef(Source.Text).take_front(At);
  size_t Line = Before.count('\n') + 1;
  size_t Column = At - (Before.rfind('\n') + 1) + 1; // npos + 1 is 0.
  return errorAt(Source, Line, Column, Message);
}

Error IndexText::errorAtPlace(size_t Place, const Twine &Message) const {
  if (Place < ownPlace(0))
    return errorAtOffset(Let, Place, Message);
  return errorAtOffset(Source, Place - ownPlace(0), Message);
}

bool looksLikeAccess(StringRef Text) {
  Text = Text.ltrim();
  if (Text.empty() || StringRef("#{[-@!").contains(Text.front()) ||
      Text.starts_with("tensor<") || Text.contains("->"))
    return false;
  if (Text.starts_with("*") || Text.starts_with("reinterpret_cast"))
    return true;
  return Text.contains('[') && (Text.front() != '(' || Text.contains('*'));
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

namespace {

class IndexTextParser : ExpressionParser {
public:
  IndexTextParser(const SourceText &Source, const SourceText &Let,
                  bool EndsInCondition)
      : EndsInCondition(EndsInCondition) {
    Result.Source = Source;
    Result.Let = Let;
  }
  Expected<IndexText> run();

private:
  void items();
  void item();
  bool atDefinition();
  bool atCast();
  void definition();
  void element();
  void castAccess();
  void vectors();
  void place();
  void subscript();

  const bool EndsInCondition;
  bool HasEnded = false; ///< By an access or a condition.
};

} // namespace

/// Whether a name and = follow; takes nothing.
bool IndexTextParser::atDefinition() {
  const size_t Start = At;
  while (takeWord("const"))
    ;
  if (!takeWord("auto"))
    takeType();
  const bool HasName = !takeMemberName().empty();
  skipSpace();
  const bool Is =
      HasName && rest().starts_with("=") && !rest().starts_with("==");
  At = Start;
  return Is;
}

void IndexTextParser::definition() {
  while (takeWord("const"))
    ;
  ExpressionDefinition D;
  const NamedType *Type = takeWord("auto") ? nullptr : takeType();
  if (Type)
    D.Type = Type->Narrow ? IntType{} : Type->Type;
  skipSpace();
  size_t Where = At;
  D.Name = takeMemberName();
  takeIf("=");
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

void IndexTextParser::subscript() {
  size_t Start = At;
  Result.Access->Subscripts.push_back(expression());
  Result.Access->Texts.push_back(whole().slice(Start, At).trim().str());
}

/// A name and its subscripts, of which there may be none.
void IndexTextParser::element() {
  skipSpace();
  Result.Access.emplace();
  Result.Access->At = placeOf(At);
  Result.Access->Array = takeName();
  if (Result.Access->Array.empty()) {
    fail(At, "expected an element such as tile[t], " + found());
    return;
  }
  while (!failed() && takeIf("[")) {
    subscript();
    expect("]", "an operator or ']'");
  }
}

/// tile, tile[row] + 4 * t, &tile[row][4 * t]
void IndexTextParser::place() {
  const bool HasAddressOf = takeIf("&");
  element();
  Result.Access->HasAddressOf = HasAddressOf;
}

/// Reads a cast to a pointer, and what is cast.
void IndexTextParser::vectors() {
  const bool IsReinterpret = takeWord("reinterpret_cast");
  expect(IsReinterpret ? "<" : "(",
         IsReinterpret ? "'<'" : "'(' and a type of elements");
  auto TakeQualifiers = [&] {
    while (takeWord("const") || takeWord("volatile"))
      ;
  };
  TakeQualifiers();
  skipSpace();
  const size_t TypeAt = At;
  std::optional<unsigned> Bytes;
  if (const NamedType *Type = takeType())
    Bytes = Type->bytes();
  else
    Bytes = bytesOfType(takeName());
  if (At == TypeAt) {
    fail(TypeAt, "expected a type of elements, " + found());
    return;
  }
  if (!Bytes) {
    fail(TypeAt, "'" + whole().slice(TypeAt, At) +
                     "' is no type of elements, expected one such as "
                     "float4 or half2");
    return;
  }
  TakeQualifiers();
  StringRef Close = IsReinterpret ? ">" : ")";
  if (!expect("*", "'*' after the type") ||
      !expect(Close, "'" + Close + "' after the pointer"))
    return;
  const bool InBrackets = takeIf("(");
  if (IsReinterpret && !InBrackets) {
    expect("(", "'('");
    return;
  }
  place();
  // In C, tile[row] + c is &tile[row][c].
  if (InBrackets && !Result.Access->HasAddressOf && takeIf("+")) {
    subscript();
    Result.Access->HasAddressOf = true;
  }
  if (InBrackets)
    expect(")", "an operator or ')'");
  Result.Access->Bytes = *Bytes;
}

bool IndexTextParser::atCast() {
  const size_t Start = At;
  const bool Is = takeWord("reinterpret_cast") || takeIf("(");
  At = Start;
  return Is;
}

/// *(float4 *)&tile[row][8 * t] and ((float4 *)tile)[t]
void IndexTextParser::castAccess() {
  const bool IsDereferenced = takeIf("*");
  const size_t Start = At;
  bool InBrackets = takeIf("(");
  if (InBrackets && !atCast()) { // The bracket of the cast itself.
    At = Start;
    InBrackets = false;
  }
  skipSpace();
  // A cast binds less than a subscript behind it.
  const bool TakesVector =
      !IsDereferenced && (InBrackets || !rest().starts_with("("));
  vectors();
  // In C, *(vectors + i) is vectors[i].
  std::optional<unsigned> Vector;
  if (!failed() && IsDereferenced && InBrackets && takeIf("+"))
    Vector = expression();
  if (InBrackets)
    expect(")", Vector ? "an operator or ')'" : "')'");
  if (IsDereferenced) {
    if (!failed())
      Result.Access->Vector = Vector;
    return;
  }
  if (!TakesVector) {
    std::string Found = found();
    fail(At, "expected '*' before the cast, or brackets around it and a "
             "subscript, " +
                 Found);
    return;
  }
  expect("[", "'[' after the cast, or '*' before it");
  Vector = expression();
  expect("]", "an operator or ']'");
  if (!failed())
    Result.Access->Vector = Vector;
}

void IndexTextParser::item() {
  skipSpace();
  if (atDefinition()) {
    definition();
    return;
  }
  if (EndsInCondition && !InLet) {
    ExpressionDefinition Condition;
    Condition.Root = expression();
    Result.Definitions.push_back(std::move(Condition));
    HasEnded = true;
    return;
  }
  const size_t Where = At;
  const bool IsReinterpret = takeWord("reinterpret_cast");
  At = Where;
  if (IsReinterpret || rest().starts_with("*") || rest().starts_with("(")) {
    castAccess();
    HasEnded = true;
    return;
  }
  // Either name[...], or no item.
  while (takeWord("const"))
    ;
  const bool HasType = takeWord("auto") || takeType();
  skipSpace();
  const size_t NameAt = At;
  if (takeMemberName().empty()) {
    fail(NameAt, "expected a name, " + found());
    return;
  }
  skipSpace();
  if (HasType || !rest().starts_with("[")) {
    fail(At, "expected '=' or '[', " + found());
    return;
  }
  At = NameAt;
  element();
  HasEnded = true;
}

void IndexTextParser::items() {
  At = 0;
  if (whole().size() > MostIndexText) {
    fail(MostIndexText, "the text goes on, expected at most " +
                            Twine(MostIndexText) + " characters");
    return;
  }
  do {
    item();
    if (failed() || HasEnded)
      break;
    if (!takeIf(",") && !takeIf(";"))
      break;
    skipSpace();
  } while (!rest().empty());
  takeIf(";");
  skipSpace();
  if (failed() || rest().empty())
    return;
  StringRef Expected = Result.Access ? "the end after the access"
                       : HasEnded    ? "an operator or the end"
                                     : "an operator, ',' or ';'";
  fail(At, "expected " + Expected + ", " + found());
}

Expected<IndexText> IndexTextParser::run() {
  if (!StringRef(Result.Let.Text).trim().empty()) {
    InLet = true;
    items();
    if (Result.Access)
      fail(Result.Access->At, "an access, expected definitions only");
    InLet = false;
    Result.LetDefinitions = Result.Definitions.size();
  }
  if (!failed())
    items();
  if (EndsInCondition && !HasEnded)
    fail(At, "expected a condition at the end, " + found());
  if (Wrong)
    return Result.errorAtPlace(Wrong->first, Wrong->second);
  return std::move(Result);
}

Expected<IndexText> parseIndexText(const SourceText &Source,
                                   const SourceText &Let) {
  return IndexTextParser(Source, Let, /*EndsInCondition=*/false).run();
}

Expected<IndexText> parseCondition(const SourceText &Source,
                                   const SourceText &Let) {
  return IndexTextParser(Source, Let, /*EndsInCondition=*/true).run();
}

} // namespace f2layout::calc
