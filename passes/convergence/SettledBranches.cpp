//===- SettledBranches.cpp - Branches that a group takes together ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/convergence/SettledBranches.h"
#include "passes/convergence/EarlyExits.h"

using namespace llvm;
using namespace f2layout;

/// More branches than this before one block are not evaluated.
static constexpr unsigned MaxBranches = 64;

/// The condition is known to have one value in each group.
static bool agrees(ThreadEval &Eval, const Value *Condition, unsigned Group) {
  const ThreadValues &V = Eval.eval(Condition);
  for (unsigned T = 0; T < V.size(); ++T)
    if (V[T] != V[T / Group * Group] || Eval.terms().isVarying(V[T].Sym))
      return false;
  return true;
}

BranchSettlement f2layout::settleBranches(BlockUniformity &U, ThreadEval &Eval,
                                          const BasicBlock &BB, unsigned Group,
                                          const SyncPoints *Syncs) {
  BranchSettlement S;
  while (!U.isUniformlyReached(&BB)) {
    S.Open = U.divergenceOf(&BB);
    auto *Branch = dyn_cast_or_null<BranchInst>(S.Open);
    if (!Branch || !Branch->isConditional() ||
        S.Conditions.size() == MaxBranches)
      return S;
    if (!agrees(Eval, Branch->getCondition(), Group)) {
      if (!Syncs || !blocksOfLeaving(*Branch, BB, *Syncs))
        return S;
      S.Exits.push_back(Branch);
    }
    // In a block of several rows the condition may have other values than those
    // that were evaluated.
    S.NeedsShape = !Eval.shape().SizeIsExact &&
                   (Eval.reads(Branch->getCondition()) & (ReadsY | ReadsZ));
    if (S.NeedsShape)
      return S;
    S.Conditions.push_back(Branch->getCondition());
    U.assumeUniformBranch(Branch->getParent());
  }
  S.Settled = true;
  S.Open = nullptr;
  return S;
}
