//===- LayoutJson.h - Layouts as JSON, both ways --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A notation for programs:
//
//   {"text": "lane=[[0,1],[1,0]] -> [2,2]",
//    "inputs": [{"name": "lane", "bases": [[0,1],[1,0]]}],
//    "outputs": [{"name": "dim0", "size": 2}, {"name": "dim1", "size": 2}],
//    "offset": [0,0]}
//
// and, for a padded layout in memory, `"paddings": [{"interval": 32, "amount":
// 4}]` at the end. Keys keep their order, so that equal layouts are equal
// bytes.
//
// When read, `offset` and `paddings` may be missing, and so may either `text`,
// or `inputs` and `outputs`. If both are present they must agree. Other keys
// are errors. An object that has none of the three, but `layout`, is an answer
// that wraps a layout; its other keys are ignored: `{"layout": {"text": ...},
// "rank": 2}`, or `{"layout": "m0 = (1,0)"}` with text in any notation.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_LAYOUTJSON_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_LAYOUTJSON_H

#include "layouts/families/PaddedShared.h"
#include "llvm/Support/JSON.h"

namespace f2layout {
inline namespace layouts {

/// Levels of brackets that a document may have.
constexpr unsigned MaxJsonDepth = 64;
/// The JSON reader recurses as deeply as the text is nested. Fails for a text
/// of more levels, with the location; Wanted describes what was expected and
/// how many levels it has.
llvm::Error checkJsonDepth(llvm::StringRef Text, const llvm::Twine &Wanted);

/// Reads an object. Errors in the syntax state the location; others name the
/// key, including an unknown one. A document deeper than MaxJsonDepth fails
/// with the location of that bracket. Shape is that of the tensor, for a
/// wrapped attribute that leaves it open.
llvm::Expected<PaddedLayout>
parseLayoutJson(llvm::StringRef Text,
                std::optional<llvm::ArrayRef<uint64_t>> Shape = std::nullopt);

/// Writes the object as part of a document.
void writeLayoutJson(llvm::json::OStream &J, const PaddedLayout &L);
/// The object as a document, indented by two, with a line break at the end.
std::string toLayoutJson(const PaddedLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_LAYOUTJSON_H
