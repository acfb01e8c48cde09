//===- TableText.cpp - A function as a table of numbers -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/tables/TableText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

namespace {

class TableReader {
public:
  explicit TableReader(const SourceText &Source)
      : Source(Source), Text(Source.Text) {}

  Expected<FunctionTable> run() {
    skip();
    uint64_t Next = 0;
    while (Position < Text.size()) {
      if (Error E = readEntry(Next))
        return E;
      skip();
    }
    if (Table.empty())
      return failHere("expected numbers, or pairs such as 3 -> 5");
    return std::move(Table);
  }

private:
  /// Reads a pair, or a number that is the place of index Next.
  Error readEntry(uint64_t &Next) {
    size_t Begin = Position;
    Expected<LayoutPoint> First = readPoint();
    if (!First)
      return First.takeError();
    skipSpace();
    bool IsPair = rest().starts_with("->");
    if (!Table.empty() && IsPair != Pairs)
      return failAt(Begin, Pairs ? "expected a pair such as 3 -> 5, as before"
                                 : "expected a number, as before");
    Pairs = IsPair;
    if (!IsPair)
      return add(Begin, Next++, *First);
    if (First->size() != 1)
      return failAt(Begin, "expected an index that is one number");
    Position += 2;
    skipSpace();
    Expected<LayoutPoint> Place = readPoint();
    if (!Place)
      return Place.takeError();
    return add(Begin, First->front(), *Place);
  }

  Error add(size_t At, uint64_t Index, const LayoutPoint &Place) {
    if (!Table.empty() && Table.begin()->second.size() != Place.size())
      return failAt(At, "place has " + Twine(Place.size()) +
                            " coordinates, expected " +
                            Twine(Table.begin()->second.size()) + " as before");
    if (!Table.try_emplace(Index, Place).second)
      return failAt(At, "index " + Twine(Index) + " is given twice");
    return Error::success();
  }

  /// Reads a number, or several numbers in brackets.
  Expected<LayoutPoint> readPoint() {
    LayoutPoint Point;
    bool Brackets = take("(");
    do {
      skipSpace();
      size_t Begin = Position;
      StringRef Digits = rest().take_while(isAlnum);
      Position += Digits.size();
      if (Digits.getAsInteger(0, Point.emplace_back()))
        return failAt(Begin, "expected a number");
      if (Point.back() >> 32)
        return failAt(Begin, "number is too large, expected less than 2^32");
      skipSpace(Brackets);
    } while (Brackets && take(","));
    if (Brackets && !take(")"))
      return failHere("expected ',' or ')'");
    return Point;
  }

  StringRef rest() const { return Text.drop_front(Position); }
  bool take(StringRef Symbol) {
    if (!rest().starts_with(Symbol))
      return false;
    Position += Symbol.size();
    return true;
  }
  void skipSpace(bool Wanted = true) {
    if (Wanted)
      Position += rest().take_while(isSpace).size();
  }
  /// Skips white space, separators and comments.
  void skip() {
    while (Position < Text.size()) {
      if (isSpace(Text[Position]) || Text[Position] == ',' ||
          Text[Position] == ';')
        ++Position;
      else if (Text[Position] == '#')
        Position += rest().take_until([](char C) { return C == '\n'; }).size();
      else
        return;
    }
  }

  Error failAt(size_t At, const Twine &Message) const {
    StringRef Before = Text.take_front(At);
    return errorAt(Source, Before.count('\n') + 1,
                   At - (Before.rfind('\n') + 1) + 1, Message);
  }
  Error failHere(const Twine &Message) const {
    return failAt(Position, Message);
  }

  const SourceText &Source;
  StringRef Text;
  size_t Position = 0;
  bool Pairs = false;
  FunctionTable Table;
};

} // namespace

Expected<FunctionTable> readTable(const SourceText &Source) {
  return TableReader(Source).run();
}

} // namespace f2layout::calc
