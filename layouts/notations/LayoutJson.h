//===- LayoutJson.h - Layouts as JSON, both ways --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For programs:
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
// Read back, `offset` and `paddings` may be missing, and so may either `text`,
// or `inputs` and `outputs`. If both are there they must say the same. Other
// keys are mistakes. An object that has none of the three, but `layout`, is an
// answer that wraps a layout, whatever it says beside:
// `{"layout": {"text": ...}, "rank": 2}`, or `{"layout": "m0 = (1,0)"}` with
// text in any notation.
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
/// The reader of JSON descends as deep as the text does. Fails for a text of
/// more levels, with the place; Wanted says what should have been there and how
/// many levels it has.
llvm::Error checkJsonDepth(llvm::StringRef Text, const llvm::Twine &Wanted);

/// Reads an object. Errors in the syntax say where, others name the key, also
/// one that a layout has not. A document deeper than MaxJsonDepth fails with
/// the place of that bracket. Shape is that of the tensor, for a wrapped
/// attribute that leaves it open.
llvm::Expected<PaddedLayout>
parseLayoutJson(llvm::StringRef Text,
                std::optional<llvm::ArrayRef<uint64_t>> Shape = std::nullopt);

/// Writes the object as part of a document.
void writeLayoutJson(llvm::json::OStream &J, const PaddedLayout &L);
/// The object alone, indented by two, with a line break at the end.
std::string toLayoutJson(const PaddedLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_LAYOUTJSON_H
