//===- PlanSteps.cpp - What every reader of plans must know of steps ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/PlanSteps.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static const char *findStoreFault(const Step &S, Word Next) {
  if (any_of(S.Words, [&](Word W) { return W >= Next; }))
    return "store of an unknown word";
  if (S.Bytes < 4 ? S.Words.size() != 1 || S.FirstByte + S.Bytes > 4
                  : S.Words.size() * 4 != S.Bytes)
    return "store of the wrong number of words";
  return "";
}

static const char *findFormFault(const Step &S, Word Next, unsigned Lanes) {
  switch (S.K) {
  case Step::Select:
    return std::max(S.A, S.B) < Next ? "" : "select of an unknown word";
  case Step::Permute:
    if (std::max(S.A, S.B) >= Next)
      return "permute of an unknown word";
    return S.Selector.size() == 1 || S.Selector.size() == Lanes
               ? ""
               : "permute without a selector for each lane";
  case Step::Shuffle:
    if (S.A >= Next || S.FromLane.size() != Lanes)
      return "malformed shuffle";
    return all_of(S.FromLane, [&](uint8_t L) { return L < Lanes; })
               ? ""
               : "shuffle from a lane that does not exist";
  case Step::Store:
    return findStoreFault(S, Next);
  case Step::Load:
    return S.Count == std::max(1u, S.Bytes / 4)
               ? ""
               : "load of the wrong number of words";
  case Step::Barrier:
    return "";
  }
  return "unknown step";
}

std::string f2layout::findStepFault(const Step &S, Word Next, const Plan &P) {
  const char *Fault = findFormFault(S, Next, 1u << P.LaneBits);
  if (!*Fault && Next + wordsMade(S) > P.NumWords)
    Fault = "more words than announced";
  return Fault;
}

bool f2layout::hasOnlyWarpBarriers(const Plan &P) {
  return none_of(P.Steps, [](const Step &S) {
    return S.K == Step::Barrier && S.Sync == Scope::Block;
  });
}
