//===- ShuffleRounds.cpp - Shuffles that hold up a barrier ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ShuffleRounds.h"
#include "layouts/plan/PlanSteps.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

/// How a word came to be.
struct Chain {
  bool Loaded = false;   ///< From shared memory.
  unsigned Shuffles = 0; ///< One after another, since then.

  Chain behind(const Chain &Other) const {
    if (Loaded != Other.Loaded)
      return Loaded ? *this : Other;
    return {Loaded, std::max(Shuffles, Other.Shuffles)};
  }
};

} // namespace

unsigned f2layout::countShuffleRounds(const Plan &P) {
  SmallVector<Chain, 64> Words(P.NumInputs);
  unsigned Before = 0, Behind = 0;
  for (const Step &S : P.Steps) {
    Chain C;
    if (isStore(S)) {
      for (Word W : S.Words)
        Before = std::max(Before, Words[W].Shuffles);
      continue;
    }
    if (isAccess(S))
      C.Loaded = true;
    else if (S.K == Step::Shuffle || S.K == Step::Transpose)
      C = {Words[S.A].Loaded, Words[S.A].Shuffles + 1};
    else if (S.K != Step::Barrier)
      C = Words[S.A].behind(Words[S.B]);
    Words.append(wordsMade(S), C);
    if (C.Loaded)
      Behind = std::max(Behind, C.Shuffles);
  }
  return Before + Behind;
}
