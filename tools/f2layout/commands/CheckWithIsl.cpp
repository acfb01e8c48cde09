//===- CheckWithIsl.cpp - f2layout check --with isl -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commands/CheckWithIsl.h"
#include "tools/f2layout/commandline/CommandLine.h"
#ifdef F2_HAS_ISL
#include "layouts/cute/CuteText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/isl/LayoutOracle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#endif

using namespace llvm;

namespace f2layout::calc {

#ifdef F2_HAS_ISL

/// About two seconds for most questions, and at most so many for one.
constexpr unsigned long MaxOperations = 5000000;

static StringRef nameOf(oracle::Answer A) {
  switch (A) {
  case oracle::Answer::No:
    return "no";
  case oracle::Answer::Yes:
    return "yes";
  case oracle::Answer::Unknown:
    return "unknown";
  }
  return "";
}

static int print(ArrayRef<oracle::Finding> Findings, const Invocation &I) {
  if (I.json())
    printObject([&](json::OStream &J) {
      for (const oracle::Finding &F : Findings)
        J.attributeObject(F.Name, [&] {
          J.attribute("isl", nameOf(F.Found));
          J.attribute("f2layout", F.Expected ? "yes" : "no");
        });
    });
  else
    for (const oracle::Finding &F : Findings) {
      outs() << F.Name << ": " << nameOf(F.Found);
      if (!F.agrees())
        outs() << ", f2layout says " << (F.Expected ? "yes" : "no");
      outs() << "\n";
    }
  return all_of(Findings, [](const auto &F) { return F.agrees(); }) ? 0 : 1;
}

Expected<int> checkWithIsl(const PaddedLayout &L, const Invocation &I) {
  oracle::Context C(MaxOperations);
  return print(examine(C, L), I);
}

std::optional<Expected<int>> checkCuteWithIsl(StringRef Text,
                                              const Invocation &I) {
  oracle::Context C(MaxOperations);
  Expected<cute::ComposedLayout> L = cute::parseComposed(Text);
  if (L)
    return Expected<int>(print(examine(C, *L), I));
  consumeError(L.takeError());
  Expected<cute::Swizzle> S = cute::parseSwizzle(Text);
  if (S)
    return Expected<int>(print(examine(C, *S), I));
  consumeError(S.takeError());
  return std::nullopt;
}

#else

static Error noIsl() {
  return fail("--with isl: f2layout was built without isl, the integer set "
              "library");
}

Expected<int> checkWithIsl(const PaddedLayout &, const Invocation &) {
  return noIsl();
}

std::optional<Expected<int>> checkCuteWithIsl(StringRef, const Invocation &) {
  return Expected<int>(noIsl());
}

#endif

} // namespace f2layout::calc
