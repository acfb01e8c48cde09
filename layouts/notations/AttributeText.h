//===- AttributeText.h - The syntax of MLIR's attributes ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Triton prints a layout as an MLIR attribute: a name and parameters. Some
// parameters are attributes, for which a file may define short names.
//
//   #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0,
//                           warpsPerCTA = [2, 2], instrShape = [16, 8]}>
//   #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
//
// This file parses the syntax and does not interpret layouts. It builds
//
//   Attribute "ttg.dot_op"
//     opIdx = Number 0
//     parent = Attribute "ttg.nvidia_mma" { versionMajor = Number 2, ... }
//     kWidth = Number 2
//
// Types of tensors and of memory contain a layout, and state its shape and its
// elements:
//
//   tensor<64x32xf16, #mma>
//   !ttg.memdesc<64x32xf16, #ttg.swizzled_shared<{...}>, #smem, mutable>
//
//   Type "tensor"   Shape 64x32   Element "f16"   Items { Attribute ... }
//
// A text consists of definitions of short names, followed by an attribute or a
// type; if neither follows, the last definition is the result. Parameters are
// in angle brackets, with or without braces; the forms `{...}, alignment = 16`
// and `[32:+4] {...}` of some attributes can also be read. A parameter without
// a value is true.
//
//   text  := {alias "=" value} [value]
//   value := number [":" name] | name | "[" [value {"," value}] "]"
//          | "{" [entry {"," entry}] "}" | attribute | alias | type
//   attribute := alias ["<" [part {[","] part}] ">"]
//   part  := "[" number ":" "+" number {"," ...} "]" | "{" ... "}" | entry
//   entry := name ["=" value]
//   type  := ("tensor" | "!" name ".memdesc") "<" shape element "," value
//            ["," anything] ">"
//   shape := {number "x"}
//   element := name | alias ["<" anything ">"]
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_ATTRIBUTETEXT_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_ATTRIBUTETEXT_H

#include "layouts/algebra/TextReader.h"
#include <memory>
#include <utility>
#include <vector>

namespace f2layout {
inline namespace layouts {

struct AttributeValue;
using AttributePointer = std::shared_ptr<const AttributeValue>;

struct AttributeEntry {
  std::string Key;
  size_t Position = 0; ///< Of the key, in the text.
  AttributePointer Value;
};

struct AttributeValue {
  enum Kind { Number, Word, List, Dictionary, Attribute, Type };
  Kind K = Number;
  size_t Position = 0;
  uint64_t Integer = 0; ///< Number
  /// Word: true, f32. Attribute: "ttg.blocked". Type: "tensor", "ttg.memdesc".
  std::string Name;
  std::vector<AttributePointer> Items; ///< List. Type: its layout.
  std::vector<AttributeEntry> Entries; ///< Dictionary, Attribute
  /// Attribute: the pairs of `[32:+4, 512:+8]`.
  std::vector<std::pair<uint64_t, uint64_t>> Paddings;
  llvm::SmallVector<uint64_t> Shape; ///< Type
  /// Type: the shape of the allocation of which this is a part, if one is
  /// stated at the end.
  llvm::SmallVector<uint64_t> Allocation;
  size_t AllocationPosition = 0; ///< Type
  std::string Element;           ///< Type: "f16", "!tt.ptr".
  size_t ShapePosition = 0;      ///< Type
  unsigned Depth = 1;            ///< Of the tree below, itself included.

  /// The value of a parameter, or null.
  const AttributeValue *find(llvm::StringRef Key) const;
};

/// Reads a text. Trees are at most 32 deep.
llvm::Expected<AttributePointer> parseAttributeText(llvm::StringRef Text);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_ATTRIBUTETEXT_H
