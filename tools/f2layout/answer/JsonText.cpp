//===- JsonText.cpp - Layouts as JSON -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/answer/JsonText.h"
#include "layouts/notations/LayoutJson.h"
#include "tools/f2layout/answer/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

void writeJson(json::OStream &J, ArrayRef<uint64_t> Numbers) {
  J.rawValue([&](raw_ostream &OS) {
    OS << '[';
    interleave(Numbers, OS, ",");
    OS << ']';
  });
}

void writeJson(json::OStream &J, ArrayRef<LongWord> Numbers) {
  J.rawValue([&](raw_ostream &OS) {
    OS << '[' << join(map_range(Numbers, numberText), ",") << ']';
  });
}

void writeJson(json::OStream &J, const LinearLayout &L) {
  writeLayoutJson(J, PaddedLayout{L, {}});
}

void printObject(function_ref<void(json::OStream &)> Fill) {
  json::OStream J(outs(), /*IndentSize=*/2);
  J.object([&] { Fill(J); });
  outs() << "\n";
}

} // namespace f2layout::calc
