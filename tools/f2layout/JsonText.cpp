//===- JsonText.cpp - Layouts as JSON -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/JsonText.h"
#include "layouts/LayoutText.h"
#include "llvm/ADT/STLExtras.h"
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

void writeJson(json::OStream &J, const LinearLayout &L) {
  LayoutSpec Spec = L.spec();
  J.object([&] {
    J.attribute("text", toString(L));
    J.attributeArray("inputs", [&] {
      for (const LayoutSpec::Input &In : Spec.Inputs)
        J.object([&] {
          J.attribute("name", In.Name);
          J.attributeArray("bases", [&] {
            for (const LayoutPoint &Image : In.Images)
              writeJson(J, Image);
          });
        });
    });
    J.attributeArray("outputs", [&] {
      for (const LayoutSpec::Output &Out : Spec.Outputs)
        J.object([&] {
          J.attribute("name", Out.Name);
          J.attribute("size", Out.Size);
        });
    });
    J.attributeBegin("offset");
    writeJson(J, L.point(L.flatOffset()));
    J.attributeEnd();
  });
}

void printObject(function_ref<void(json::OStream &)> Fill) {
  json::OStream J(outs(), /*IndentSize=*/2);
  J.object([&] { Fill(J); });
  outs() << "\n";
}

} // namespace f2layout::calc
