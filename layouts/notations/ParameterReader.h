//===- ParameterReader.h - Parameters of an attribute, by name and type ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of `#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8,
// order = [1, 0]}>` are read as
//
//   ParameterReader R(Text, Attribute);
//   P.Vec = R.number("vec");
//   P.Order = R.numbers("order");
//   ...
//   if (Error E = R.finish())
//
// The first fault is stored and returned by finish(): a missing parameter, one
// of the wrong type, or one that was never read.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_PARAMETERREADER_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_PARAMETERREADER_H

#include "layouts/families/Tiling.h"
#include "layouts/notations/AttributeText.h"
#include <optional>

namespace f2layout {
inline namespace layouts {

class ParameterReader {
public:
  /// Attribute must have been read from Text.
  ParameterReader(llvm::StringRef Text, const AttributeValue &Attribute)
      : Text(Text), Attribute(Attribute) {}

  bool has(llvm::StringRef Key) const { return Attribute.find(Key); }
  /// Numbers are below 2^32. A parameter without a default is required.
  unsigned number(llvm::StringRef Key,
                  std::optional<unsigned> Default = std::nullopt);
  bool flag(llvm::StringRef Key, bool Default);
  std::string word(llvm::StringRef Key, llvm::StringRef Default);
  /// `[1, 8]`
  llvm::SmallVector<unsigned> numbers(llvm::StringRef Key);
  /// Like numbers(); empty if there is no such parameter.
  llvm::SmallVector<unsigned> optionalNumbers(llvm::StringRef Key);
  /// The sizes of a tensor, below 2^64.
  LayoutPoint sizes(llvm::StringRef Key);
  /// `[[0, 1], [0, 2]]`. All have as many coordinates as the first, below 2^64.
  /// Empty if there is no such parameter.
  std::vector<LayoutPoint> images(llvm::StringRef Key);
  /// An attribute or a dictionary.
  const AttributeValue *tree(llvm::StringRef Key);
  /// Blocks of a cluster, in the newer or the older spelling.
  CgaLayout cga();
  /// Accepts a parameter that repeats what another one states.
  void ignore(llvm::StringRef Key) { Known.push_back(Key.str()); }

  /// Stores this fault, unless there is an earlier one.
  void fail(size_t Position, const llvm::Twine &Message);
  /// The first fault, if there is one.
  llvm::Error finish();

private:
  const AttributeValue *find(llvm::StringRef Key);
  const AttributeValue *require(llvm::StringRef Key);
  void wrong(const AttributeValue &V, llvm::StringRef Key,
             const llvm::Twine &Expected);
  unsigned numberOf(const AttributeValue &V, llvm::StringRef Key);
  llvm::SmallVector<unsigned> numbersOf(const AttributeValue &V,
                                        llvm::StringRef Key);
  LayoutPoint pointOf(const AttributeValue &V, llvm::StringRef Key);

  llvm::StringRef Text;
  const AttributeValue &Attribute;
  std::vector<std::string> Known;
  std::optional<std::pair<size_t, std::string>> Fault;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_PARAMETERREADER_H
