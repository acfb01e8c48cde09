//===- Relations.cpp - What translate --to isl prints ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commands/Relations.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Linear.h"
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

static bool isOfCute(Notation N) {
  return N == Notation::Cute || N == Notation::Pycute ||
         N == Notation::CuteType;
}

static Expected<std::string> textOf(cute::ComposedLayout L, Notation To) {
  L = cute::withStatic(L, To != Notation::Pycute);
  if (To == Notation::Cute)
    return cute::toString(L);
  return To == Notation::Pycute ? cute::pycuteText(L) : cute::typeText(L);
}

std::optional<Expected<std::string>> cuteInWordsOf(StringRef Text,
                                                   Notation To) {
  if (!isOfCute(To))
    return std::nullopt;
  Expected<cute::ComposedLayout> L = cute::parseComposed(Text);
  if (L)
    return textOf(std::move(*L), To);
  consumeError(L.takeError());
  return std::nullopt;
}

#ifdef F2_HAS_ISL
/// The layout that isl finds.
static Expected<cute::ComposedLayout> byIntegers(oracle::Context &C,
                                                 oracle::Map M) {
  // Strides are those of the differences from the value at 0.
  std::optional<std::vector<int64_t>> Zero =
      M.at(std::vector<int64_t>(M.inputs()));
  const int64_t Offset = Zero ? Zero->front() : 0;
  if (Offset)
    M = M.then(C.map("{ [x] -> [x - (" + std::to_string(Offset) + ")] }"));
  C.restart();
  Expected<cute::Layout> L = oracle::strideFormOf(C, M);
  if (!L)
    return L.takeError();
  cute::ComposedLayout Whole;
  Whole.Inner = std::move(*L);
  if (Offset)
    Whole.Offset = cute::IntTuple(cute::fixed(Offset));
  return Whole;
}

/// As a map over F2, with a swizzle in front.
static Expected<cute::ComposedLayout> byBits(Expected<PaddedLayout> L) {
  if (!L)
    return L.takeError();
  if (!L->Paddings.empty())
    return fail("the layout is padded");
  return cute::fromLinear(L->Linear);
}

std::optional<Expected<std::string>>
strideFormOfRelation(StringRef Text, Notation To,
                     function_ref<Expected<PaddedLayout>()> Linear) {
  if (!isOfCute(To) || recogniseNotation(Text) != Notation::Isl)
    return std::nullopt;
  oracle::Context C(/*MaxOperations=*/5000000);
  oracle::Map M = C.map(Text);
  if (!M || M.outputs() != 1)
    return std::nullopt;
  for (unsigned I = 0; I < M.inputs(); ++I)
    if (is_contained({"offset", "register", "lane", "warp", "block", "address"},
                     M.inputName(I)))
      return std::nullopt;
  Expected<cute::ComposedLayout> L = byIntegers(C, M);
  if (!L) {
    Expected<cute::ComposedLayout> Swizzled = byBits(Linear());
    if (!Swizzled) {
      consumeError(Swizzled.takeError());
      return Expected<std::string>(L.takeError());
    }
    consumeError(L.takeError());
    L = std::move(Swizzled);
  }
  return textOf(std::move(*L), To);
}
#else
std::optional<Expected<std::string>>
strideFormOfRelation(StringRef, Notation,
                     function_ref<Expected<PaddedLayout>()>) {
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
