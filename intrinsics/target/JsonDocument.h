//===- JsonDocument.h - JSON whose mistakes have a place ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON files that users edit are read with messages that state the place of an
// error:
//
//   7:28: "costs.select.clocks" is "fast", expected a number from 0 to 1e+06
//
// Values know their path from the document's root. Reading an invalid one
// records the error and returns a default, so that readers need no error
// handling; the first error is the document's. Line and column count from 1.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_JSONDOCUMENT_H
#define F2LAYOUT_INTRINSICS_TARGET_JSONDOCUMENT_H

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

  /// The member of an object. Other values have no members.
  JsonPlace member(llvm::StringRef Key) const;
  /// Records an error for members with other names.
  void expectOnly(llvm::ArrayRef<llvm::StringRef> Keys) const;
  /// The items of an array; any other value is an error and has no items.
  std::vector<JsonPlace> items() const;

  std::string text() const;
  bool flag() const;
  double number(double Least, double Most) const;
  unsigned whole(unsigned Least, unsigned Most) const;

  /// Records that the value is not as expected: "..., expected " and What.
  void expected(const llvm::Twine &What) const;
  /// Records any other error at this place.
  void mistake(const llvm::Twine &Message) const;

private:
  friend class JsonDocument;
  /// A step of the path: to a member, or to an item of an array.
  struct Turn {
    llvm::StringRef Key;
    std::optional<size_t> Item;
  };
  JsonPlace(JsonDocument &Document, const llvm::json::Value *Value)
      : Document(&Document), Value(Value) {}
  std::string path() const;
  /// The position in the text of the value, or of the value that lacks it.
  size_t offset() const;

  JsonDocument *Document;
  const llvm::json::Value *Value;
  llvm::SmallVector<Turn, 4> Way;
};

class JsonDocument {
public:
  /// Fails for text that is not JSON, or is nested deeper than any table.
  static llvm::Expected<JsonDocument> parse(llvm::StringRef Text);

  /// Places refer to the document, which must not be moved.
  JsonPlace root() { return JsonPlace(*this, &Root); }
  bool hasMistake() const { return !FirstMistake.empty(); }
  /// The first recorded error, as "line:column: ...".
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

#endif // F2LAYOUT_INTRINSICS_TARGET_JSONDOCUMENT_H
