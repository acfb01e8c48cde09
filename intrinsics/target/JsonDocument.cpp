//===- JsonDocument.cpp - JSON whose mistakes have a place ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's reader keeps no positions. They are found when they are needed, by
// walking through the text again on the path of the invalid value. The text has
// been parsed by then, so it is known to be well formed.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/JsonDocument.h"
#include "layouts/notations/LayoutJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

namespace {

/// Walks through a well-formed text.
class Walker {
public:
  explicit Walker(StringRef Text) : Text(Text) {}
  size_t At = 0;

  void skipSpace() {
    At = std::min(Text.find_first_not_of(" \t\r\n", At), Text.size());
  }
  bool take(char C) {
    skipSpace();
    if (At == Text.size() || Text[At] != C)
      return false;
    ++At;
    return true;
  }
  /// The letters of a string as they are written.
  StringRef string() {
    take('"');
    size_t Begin = At;
    while (At < Text.size() && Text[At] != '"')
      At += Text[At] == '\\' ? 2 : 1;
    return Text.slice(Begin, At++);
  }
  /// Past a value.
  void skip();
  /// To a member's value, the last of that name; false if there is none.
  bool toMember(StringRef Key);
  /// To an item of an array.
  bool toItem(size_t Index);

private:
  StringRef Text;
};

} // namespace

void Walker::skip() {
  skipSpace();
  if (At < Text.size() && Text[At] == '"') {
    string();
    return;
  }
  unsigned Depth = 0;
  while (At < Text.size()) {
    char C = Text[At];
    if (C == '"') {
      string();
      continue;
    }
    if (Depth == 0 && (C == ',' || C == '}' || C == ']'))
      return;
    ++At;
    Depth += C == '{' || C == '[';
    if ((C == '}' || C == ']') && --Depth == 0)
      return;
  }
}

bool Walker::toMember(StringRef Key) {
  std::optional<size_t> Found;
  if (!take('{'))
    return false;
  while (!take('}') && At < Text.size()) {
    bool Wanted = string() == Key;
    take(':');
    skipSpace();
    if (Wanted)
      Found = At;
    skip();
    take(',');
    skipSpace();
  }
  At = Found.value_or(At);
  return Found.has_value();
}

bool Walker::toItem(size_t Index) {
  if (!take('['))
    return false;
  for (; Index > 0; --Index) {
    skip();
    take(',');
  }
  skipSpace();
  return true;
}

size_t JsonPlace::offset() const {
  Walker W(Document->Text);
  W.skipSpace();
  size_t Last = W.At;
  for (const Turn &T : Way) {
    if (!(T.Item ? W.toItem(*T.Item) : W.toMember(T.Key)))
      break;
    Last = W.At;
  }
  return Last;
}

std::string JsonPlace::path() const {
  std::string Path;
  for (const Turn &T : Way) {
    if (T.Item)
      Path += "[" + utostr(*T.Item) + "]";
    else
      Path += (Path.empty() ? "" : ".") + T.Key.str();
  }
  return Path;
}

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

void JsonPlace::mistake(const Twine &Message) const {
  if (Document->hasMistake())
    return;
  StringRef Before = StringRef(Document->Text).take_front(offset());
  size_t LineBegin = Before.rfind('\n') + 1; // npos + 1 is the begin.
  std::string Name = Way.empty() ? "the document" : "\"" + path() + "\"";
  Document->FirstMistake =
      (Twine(Before.count('\n') + 1) + ":" +
       Twine(Before.size() - LineBegin + 1) + ": " + Name + " " + Message)
          .str();
}

/// As it is written, of long ones the beginning.
static std::string shown(const json::Value &V) {
  std::string Text;
  raw_string_ostream(Text) << formatv("{0}", V);
  constexpr size_t Longest = 40;
  if (Text.size() > Longest)
    Text = Text.substr(0, Longest) + "...";
  return Text;
}

void JsonPlace::expected(const Twine &What) const {
  if (Value)
    mistake("is " + Twine(shown(*Value)) + ", expected " + What);
  else
    mistake("is missing, expected " + What);
}

Error JsonDocument::takeError() {
  if (FirstMistake.empty())
    return Error::success();
  return createStringError(FirstMistake);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Expected<JsonDocument> JsonDocument::parse(StringRef Text) {
  if (Error E = checkJsonDepth(Text, "a table of a target, which has 5"))
    return E;
  Expected<json::Value> Root = json::parse(Text);
  if (Root)
    return JsonDocument(Text, std::move(*Root));
  // LLVM's "[line:column, byte=n]: message" in the form of all others.
  std::string Found = toString(Root.takeError());
  auto [Place, Message] = StringRef(Found).split("]: ");
  if (!Place.consume_front("["))
    return createStringError(Found);
  return createStringError(Place.split(',').first + ": " + Message);
}

JsonPlace JsonPlace::member(StringRef Key) const {
  JsonPlace Member = *this;
  const json::Object *O = Value ? Value->getAsObject() : nullptr;
  if (Value && !O)
    expected("an object");
  Member.Value = O ? O->get(Key) : nullptr;
  Member.Way.push_back({Key, std::nullopt});
  return Member;
}

void JsonPlace::expectOnly(ArrayRef<StringRef> Keys) const {
  const json::Object *O = Value ? Value->getAsObject() : nullptr;
  if (!O)
    return;
  SmallVector<StringRef> Unknown; // The object has no order.
  for (const auto &Member : *O)
    if (!is_contained(Keys, StringRef(Member.first)))
      Unknown.push_back(Member.first);
  if (!Unknown.empty())
    member(*min_element(Unknown))
        .mistake("is unknown, expected one of " + Twine(join(Keys, ", ")));
}

std::vector<JsonPlace> JsonPlace::items() const {
  std::vector<JsonPlace> Items;
  const json::Array *A = Value ? Value->getAsArray() : nullptr;
  if (!A) {
    expected("an array");
    return Items;
  }
  for (size_t I = 0; I < A->size(); ++I) {
    JsonPlace Item = *this;
    Item.Value = &(*A)[I];
    Item.Way.push_back({"", I});
    Items.push_back(std::move(Item));
  }
  return Items;
}

std::string JsonPlace::text() const {
  if (Value)
    if (std::optional<StringRef> S = Value->getAsString())
      return S->str();
  expected("a string");
  return "";
}

bool JsonPlace::flag() const {
  if (Value)
    if (std::optional<bool> B = Value->getAsBoolean())
      return *B;
  expected("true or false");
  return false;
}

double JsonPlace::number(double Least, double Most) const {
  std::optional<double> N;
  if (Value)
    N = Value->getAsNumber();
  if (N && *N >= Least && *N <= Most)
    return *N;
  std::string Range;
  raw_string_ostream(Range) << "a number from " << format("%g", Least) << " to "
                            << format("%g", Most);
  expected(Range);
  return Least;
}

unsigned JsonPlace::whole(unsigned Least, unsigned Most) const {
  std::optional<int64_t> N;
  if (Value)
    N = Value->getAsInteger();
  if (N && *N >= int64_t(Least) && *N <= int64_t(Most))
    return *N;
  expected("a whole number from " + Twine(Least) + " to " + Twine(Most));
  return Least;
}

} // namespace intrinsics
} // namespace f2layout
