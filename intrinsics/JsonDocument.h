//===- JsonDocument.h - JSON whose mistakes have a place ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that people write by hand is read with messages that say where:
//
//   7:28: "costs.select.clocks" is "fast", expected a number from 0 to 1e+06
//
// Values know their way from the document's root. Reading one that is wrong
// notes the mistake and returns a default, so that readers go straight on; the
// first mistake is the document's error. Line and column count from 1.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_JSONDOCUMENT_H
#define F2LAYOUT_INTRINSICS_JSONDOCUMENT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace f2layout {
inline namespace intrinsics {

class JsonDocument;

/// A value of a document, or the place where one is missing.
class JsonPlace {
public:
  bool isThere() const { return Value; }

  /// Of an object. Anything else has no members.
  JsonPlace member(llvm::StringRef Key) const;
  /// Notes members of other names than these.
  void expectOnly(llvm::ArrayRef<llvm::StringRef> Keys) const;
  /// Of an array; what is none is noted and has no items.
  std::vector<JsonPlace> items() const;

  std::string text() const;
  bool flag() const;
  double number(double Least, double Most) const;
  unsigned whole(unsigned Least, unsigned Most) const;

  /// Notes that the value is not as expected: "…, expected " and what.
  void expected(const llvm::Twine &What) const;
  /// Notes any other mistake here.
  void mistake(const llvm::Twine &Message) const;

private:
  friend class JsonDocument;
  /// To a member, or to an item of an array.
  struct Turn {
    llvm::StringRef Key;
    std::optional<size_t> Item;
  };
  JsonPlace(JsonDocument &Document, const llvm::json::Value *Value)
      : Document(&Document), Value(Value) {}
  std::string path() const;
  /// Where in the text the value begins, or the one that lacks it.
  size_t offset() const;

  JsonDocument *Document;
  const llvm::json::Value *Value;
  llvm::SmallVector<Turn, 4> Way;
};

class JsonDocument {
public:
  /// Fails for what is no JSON, or deeper than any table.
  static llvm::Expected<JsonDocument> parse(llvm::StringRef Text);

  /// Places refer to the document, which must stay where it is.
  JsonPlace root() { return JsonPlace(*this, &Root); }
  bool hasMistake() const { return !FirstMistake.empty(); }
  /// "line:column: ..." of the first mistake that reading noted.
  llvm::Error takeError();

private:
  friend class JsonPlace;
  JsonDocument(llvm::StringRef Text, llvm::json::Value Root)
      : Text(Text), Root(std::move(Root)) {}

  std::string Text;
  llvm::json::Value Root;
  std::string FirstMistake;
};

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_JSONDOCUMENT_H
