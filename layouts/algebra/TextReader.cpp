//===- TextReader.cpp - Tokens of a text, and errors with a place ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/TextReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

void TextReader::skipBlanks() {
  while (true) {
    End = std::min(Whole.find_first_not_of(" \t\r\n", End), Whole.size());
    if (Words == Plain || !Whole.drop_front(End).starts_with("//"))
      return;
    End = std::min(Whole.find('\n', End), Whole.size());
  }
}

static bool startsName(StringRef Text) {
  return !Text.empty() && (isAlpha(Text[0]) || Text[0] == '_');
}

bool TextReader::startsAlias(StringRef Text) const {
  return Words == Mlir && (Text[0] == '#' || Text[0] == '!') &&
         startsName(Text.drop_front());
}

StringRef TextReader::nameAtFront(StringRef Text) const {
  return Text.take_while([&](char C) {
    return isAlnum(C) || C == '_' || C == '.' || (C == '$' && Words == Mlir);
  });
}

void TextReader::advance() {
  skipBlanks();
  StringRef Rest = Whole.drop_front(End);
  Next = {Token::Bad, Rest.take_front(1), End};
  if (Rest.empty())
    Next.K = Token::End;
  else if (isDigit(Rest[0]))
    Next = {Token::Number, Rest.take_while(isDigit), End};
  else if (startsName(Rest))
    Next = {Token::Name, nameAtFront(Rest), End};
  else if (startsAlias(Rest))
    Next = {Token::Alias,
            Rest.take_front(1 + nameAtFront(Rest.drop_front()).size()), End};
  else if (Rest.starts_with("->"))
    Next = {Token::Symbol, Rest.take_front(2), End};
  else if (StringRef("[](){}<>,=:^+-").contains(Rest[0]))
    Next.K = Token::Symbol;
  End += Next.Text.size();
}

Token TextReader::take() {
  Token T = Next;
  advance();
  return T;
}

bool TextReader::takeIf(StringRef Symbol) {
  if (!at(Symbol))
    return false;
  advance();
  return true;
}

bool TextReader::takeIfName(StringRef Name) {
  if (Next.K != Token::Name || Next.Text != Name)
    return false;
  advance();
  return true;
}

//===----------------------------------------------------------------------===//
// Character classes
//===----------------------------------------------------------------------===//

Error TextReader::expect(StringRef Symbol) {
  if (takeIf(Symbol))
    return Error::success();
  return unexpected("'" + Symbol + "'");
}

Error TextReader::expectName(StringRef Name) {
  if (takeIfName(Name))
    return Error::success();
  return unexpected("'" + Name + "'");
}

Error TextReader::number(uint64_t &Value, const Twine &What) {
  if (!at(Token::Number))
    return unexpected(What);
  if (Next.Text.getAsInteger(10, Value))
    return fail(Next.Position, "number is too large, expected less than 2^64");
  advance();
  return Error::success();
}

Error TextReader::list(StringRef Open, StringRef Close,
                       function_ref<Error()> Item) {
  if (Error E = expect(Open))
    return E;
  if (takeIf(Close))
    return Error::success();
  while (true) {
    if (Error E = Item())
      return E;
    if (takeIf(Close))
      return Error::success();
    if (!takeIf(","))
      return unexpected("',' or '" + Close + "'");
  }
}

Error TextReader::point(LayoutPoint &P, StringRef Open, StringRef Close) {
  return list(Open, Close,
              [&] { return number(P.emplace_back(), "a coordinate"); });
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::pair<size_t, size_t> TextReader::place(size_t Position) const {
  StringRef Before = Whole.take_front(Position);
  return {Before.count('\n') + 1, Position - (Before.rfind('\n') + 1) + 1};
}

Error TextReader::fail(size_t Position, const Twine &Message) const {
  auto [Line, Column] = place(Position);
  return createStringError(inconvertibleErrorCode(),
                           Twine(Line) + ":" + Twine(Column) + ": " + Message);
}

std::string f2layout::quoted(StringRef Text) {
  constexpr size_t Longest = 32;
  std::string Quoted;
  raw_string_ostream OS(Quoted);
  OS << '\'';
  printEscapedString(Text.take_front(Longest), OS);
  OS << (Text.size() > Longest ? "...'" : "'");
  return Quoted;
}

Error TextReader::unexpected(const Twine &Expected) const {
  return fail(Next.Position,
              "expected " + Expected + ", found " +
                  (at(Token::End) ? "the end of the text" : quoted(Next.Text)));
}
