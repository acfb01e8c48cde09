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
#ifdef F2_HAS_ISL
#include "tools/isl/StrideForm.h"
#endif
#include "llvm/ADT/STLExtras.h"
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

#ifdef F2_HAS_ISL
static Expected<std::string> textOf(const cute::Layout &L, Notation To) {
  cute::ComposedLayout Whole;
  Whole.Inner = cute::withStatic(L, To != Notation::Pycute);
  if (To == Notation::Cute)
    return cute::toString(Whole);
  return To == Notation::Pycute ? cute::pycuteText(Whole)
                                : cute::typeText(Whole);
}

std::optional<Expected<std::string>> strideFormOfRelation(StringRef Text,
                                                          Notation To) {
  bool ToCute = To == Notation::Cute || To == Notation::Pycute ||
                To == Notation::CuteType;
  if (!ToCute || recogniseNotation(Text) != Notation::Isl)
    return std::nullopt;
  oracle::Context C(/*MaxOperations=*/5000000);
  oracle::Map M = C.map(Text);
  if (!M || M.outputs() != 1)
    return std::nullopt;
  for (unsigned I = 0; I < M.inputs(); ++I)
    if (is_contained({"offset", "register", "lane", "warp", "block", "address"},
                     M.inputName(I)))
      return std::nullopt;
  Expected<cute::Layout> L = oracle::strideFormOf(C, M);
  if (!L)
    return Expected<std::string>(L.takeError());
  return textOf(*L, To);
}
#else
std::optional<Expected<std::string>> strideFormOfRelation(StringRef, Notation) {
  return std::nullopt;
}
#endif

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
