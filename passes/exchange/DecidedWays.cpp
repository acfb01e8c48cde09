//===- DecidedWays.cpp - Ways that the thread's number decides ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/DecidedWays.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// Blocks between two others; more are not looked at.
static constexpr unsigned MaxBlocks = 24;

namespace {

class Walker {
public:
  Walker(ThreadEval &Eval, const BasicBlock *From, const BasicBlock *To)
      : Eval(Eval), From(From), To(To) {}

  bool collect(const DominatorTree &DT, const LoopInfo &LI);
  std::optional<bool> comes(unsigned Thread);
  ArrayRef<const Value *> conditions() const {
    return Conditions.getArrayRef();
  }

private:
  ThreadEval &Eval;
  const BasicBlock *From, *To;
  /// The blocks on the ways, without the two.
  SmallSetVector<const BasicBlock *, 16> Between;
  SmallSetVector<const Value *, 8> Conditions;
};

} // namespace

/// Returns false if a way has a loop, or there are too many blocks. A way that
/// stays in blocks which From dominates, and passes neither From nor a block of
/// another loop, stays in one iteration.
bool Walker::collect(const DominatorTree &DT, const LoopInfo &LI) {
  const Loop *L = LI.getLoopFor(From);
  if (From == To || !DT.dominates(From, To) || LI.getLoopFor(To) != L ||
      LI.isLoopHeader(To))
    return false;
  SmallVector<const BasicBlock *, 16> Work = {To};
  while (!Work.empty())
    for (const BasicBlock *BB : predecessors(Work.pop_back_val())) {
      if (BB == From)
        continue;
      if (BB == To || !DT.dominates(From, BB) || LI.getLoopFor(BB) != L ||
          LI.isLoopHeader(BB))
        return false;
      if (!Between.insert(BB))
        continue;
      Work.push_back(BB);
      if (Between.size() > MaxBlocks)
        return false;
    }
  return true;
}

/// Nothing if some ways lead there, and others past it.
std::optional<bool> Walker::comes(unsigned Thread) {
  bool Reaches = false, Passes = false;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work = {From};
  while (!Work.empty()) {
    const BasicBlock *At = Work.pop_back_val();
    std::optional<unsigned> Only;
    if (auto *Br = dyn_cast<BranchInst>(At->getTerminator());
        Br && Br->isConditional()) {
      Conditions.insert(Br->getCondition());
      const SymbolicInt Way = Eval.eval(Br->getCondition())[Thread];
      if (Way.isConst())
        Only = Way.Const ? 0 : 1;
    }
    for (const auto [N, Next] : enumerate(successors(At))) {
      if (Only && N != *Only)
        continue;
      if (Next == To)
        Reaches = true;
      else if (!Between.contains(Next))
        Passes = true;
      else if (Seen.insert(Next).second)
        Work.push_back(Next);
    }
  }
  if (Reaches && Passes)
    return std::nullopt;
  return Reaches;
}

std::optional<DecidedWay> f2layout::decidedWay(ThreadEval &Eval,
                                               const BasicBlock *From,
                                               const BasicBlock *To,
                                               const DominatorTree &DT,
                                               const LoopInfo &LI) {
  Walker W(Eval, From, To);
  if (!W.collect(DT, LI))
    return std::nullopt;
  DecidedWay Found;
  for (unsigned Thread = 0; Thread < Eval.threads(); ++Thread) {
    const std::optional<bool> Comes = W.comes(Thread);
    if (!Comes)
      return std::nullopt;
    Found.Comes.push_back(*Comes);
  }
  Found.Conditions.append(W.conditions().begin(), W.conditions().end());
  return Found;
}
