//===- PlanChain.cpp - One plan after another -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/PlanChain.h"
#include "layouts/plan/PlanSteps.h"

using namespace llvm;
using namespace f2layout;

std::vector<Word> f2layout::appendPlan(Plan &P, ArrayRef<Word> Inputs,
                                       const Plan &Next) {
  const Word Made = P.NumWords;
  auto Renumbered = [&](Word W) {
    return W < Next.NumInputs ? Inputs[W] : W - Next.NumInputs + Made;
  };
  for (Step S : Next.Steps) {
    renameWords(S, Renumbered);
    P.Steps.push_back(std::move(S));
  }
  P.NumWords += Next.NumWords - Next.NumInputs;
  std::vector<Word> Outputs;
  for (Word W : Next.Outputs)
    Outputs.push_back(Renumbered(W));
  return Outputs;
}
