//===- ThreadReach.cpp - Which threads never reach a block ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadReach.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include <set>

using namespace llvm;
using namespace f2layout;

/// Of a branch that goes where it likes.
static constexpr int AnyWay = -1;

static EvalShape shapeFor(const LaunchShape &Launch) {
  EvalShape Shape;
  Shape.LaneBits = Launch.LaneBits;
  Shape.SizeIsExact = Launch.Exact.has_value();
  if (Launch.Exact)
    Shape.Size = *Launch.Exact;
  else
    Shape.Size[0] = std::min(1u << Launch.LaneBits, Launch.MaxThreads);
  return Shape;
}

/// What a terminator decides by; null if there is one way only.
static const Value *conditionOf(const Instruction &Terminator) {
  if (auto *Branch = dyn_cast<BranchInst>(&Terminator))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  auto *Switch = dyn_cast<SwitchInst>(&Terminator);
  return Switch ? Switch->getCondition() : nullptr;
}

static int wayOf(const Instruction &Terminator, SymbolicInt Condition) {
  if (!Condition.isConst())
    return AnyWay;
  if (isa<BranchInst>(Terminator))
    return Condition.Const ? 0 : 1;
  auto &Switch = cast<SwitchInst>(Terminator);
  auto *Ty = cast<IntegerType>(Switch.getCondition()->getType());
  return Switch.findCaseValue(ConstantInt::get(Ty, Condition.Const))
      ->getSuccessorIndex();
}

/// The row that is evaluated stands for the block.
static bool holdsInAnyShape(uint8_t Reads, const LaunchShape &Launch) {
  if (Launch.Exact || !(Reads & ReadsIndex))
    return true;
  return !Launch.ReadsDim[1] && !Launch.ReadsDim[2];
}

ThreadReach::ThreadReach(Function &F, const LaunchShape &Launch,
                         FunctionAnalysisManager &FAM)
    : Entry(&F.getEntryBlock()) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (mayContainIrreducibleControl(F, &LI))
    return;
  for (const BasicBlock &BB : F)
    Number.try_emplace(&BB, Number.size());
  SymbolicIntTable Terms;
  ThreadEval Eval(F, shapeFor(Launch),
                  FAM.getResult<BlockUniformityAnalysis>(F),
                  FAM.getResult<DominatorTreeAnalysis>(F),
                  FAM.getResult<PostDominatorTreeAnalysis>(F), LI, Terms);
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  const auto &Uniformity = FAM.getResult<BlockUniformityAnalysis>(F);
  for (const BasicBlock &BB : F)
    if (conditionOf(*BB.getTerminator()) && DT.isReachableFromEntry(&BB) &&
        !Uniformity.hasUniformBranch(&BB))
      Deciding.try_emplace(&BB, Deciding.size());
  evaluate(Eval, Launch);
}

void ThreadReach::evaluate(ThreadEval &Eval, const LaunchShape &Launch) {
  std::vector<Ways> Chosen(Eval.threads(), Ways(Deciding.size(), AnyWay));
  for (const auto &[BB, Place] : Deciding) {
    const Instruction &Terminator = *BB->getTerminator();
    const Value *Condition = conditionOf(Terminator);
    const ThreadValues &Values = Eval.eval(Condition);
    if (!holdsInAnyShape(Eval.reads(Condition), Launch))
      continue;
    for (unsigned T = 0; T < Eval.threads(); ++T)
      Chosen[T][Place] = wayOf(Terminator, Values[T]);
  }
  for (const Ways &Different : std::set<Ways>(Chosen.begin(), Chosen.end()))
    Reached.push_back(walk(Different));
}

BitVector ThreadReach::walk(const Ways &Chosen) const {
  BitVector Seen(Number.size());
  SmallVector<const BasicBlock *, 16> Worklist = {Entry};
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    const unsigned N = Number.lookup(BB);
    if (Seen.test(N))
      continue;
    Seen.set(N);
    auto It = Deciding.find(BB);
    const int Way = It == Deciding.end() ? AnyWay : Chosen[It->second];
    if (Way == AnyWay)
      append_range(Worklist, successors(BB));
    else
      Worklist.push_back(BB->getTerminator()->getSuccessor(Way));
  }
  return Seen;
}

/// Backwards from BB, over blocks that only the one thread comes to, to the
/// first that both do.
const Instruction *ThreadReach::parting(const BasicBlock *BB,
                                        const BitVector &Comes,
                                        const BitVector &Stays) const {
  SmallVector<const BasicBlock *, 16> Queue = {BB};
  BitVector Seen(Number.size());
  for (unsigned I = 0; I < Queue.size(); ++I)
    for (const BasicBlock *Before : predecessors(Queue[I])) {
      const unsigned N = Number.lookup(Before);
      if (!Comes.test(N) || Seen.test(N))
        continue;
      if (Stays.test(N))
        return Before->getTerminator();
      Seen.set(N);
      Queue.push_back(Before);
    }
  return nullptr;
}

const Instruction *ThreadReach::partingBefore(const BasicBlock *BB) const {
  auto It = Number.find(BB);
  if (It == Number.end())
    return nullptr;
  const unsigned N = It->second;
  auto Comes = find_if(Reached, [&](const BitVector &R) { return R.test(N); });
  auto Stays = find_if(Reached, [&](const BitVector &R) { return !R.test(N); });
  if (Comes == Reached.end() || Stays == Reached.end())
    return nullptr;
  return parting(BB, *Comes, *Stays);
}
