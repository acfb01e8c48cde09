//===- Relations.cpp - What translate --to isl prints ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commands/Relations.h"
#include "layouts/cute/CuteText.h"
#include "layouts/relations/CuteRelation.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

std::optional<Relations> relationsOfCute(StringRef Text) {
  Expected<cute::ComposedLayout> L = cute::parseComposed(Text);
  if (L)
    return Relations{relationOf(*L), relationSteps(*L)};
  consumeError(L.takeError());
  Expected<cute::Swizzle> S = cute::parseSwizzle(Text);
  if (S)
    return Relations{relationOf(*S), relationSteps(*S)};
  consumeError(S.takeError());
  return std::nullopt;
}

void printRelations(const Relations &R, const Invocation &I) {
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("notation", "isl");
      J.attribute("layout", toString(R.Whole));
      if (!I.has("steps"))
        return;
      J.attributeArray("steps", [&] {
        for (const Relation &Step : R.Steps)
          J.object([&] {
            J.attribute("name", Step.Title);
            J.attribute("relation", toString(Step));
          });
      });
    });
    return;
  }
  if (!I.has("steps")) {
    outs() << toString(R.Whole) << "\n";
    return;
  }
  for (const Relation &Step : R.Steps)
    outs() << Step.Title << ": " << toString(Step) << "\n";
}

} // namespace f2layout::calc
