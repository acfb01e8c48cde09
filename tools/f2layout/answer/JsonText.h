//===- JsonText.h - Layouts as JSON ---------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   {"layout": {"text": "lane=[[0,1],[1,0]] -> [2,2]", "inputs": [...], ...},
//    "rank": 2}
//
// Every answer with --json is one object; layouts in it have the form of
// layouts/notations/LayoutJson.h. Keys keep their order, so that equal answers
// are equal byte for byte.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_JSONTEXT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_JSONTEXT_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace f2layout::calc {

void writeJson(llvm::json::OStream &J, const LinearLayout &L);
/// Writes numbers as a list on one line. Numbers of more than 64 bits are
/// written in full, which JSON allows.
void writeJson(llvm::json::OStream &J, llvm::ArrayRef<uint64_t> Numbers);
void writeJson(llvm::json::OStream &J, llvm::ArrayRef<LongWord> Numbers);

/// Prints one object to standard output; Fill writes its attributes.
void printObject(llvm::function_ref<void(llvm::json::OStream &)> Fill);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_JSONTEXT_H
