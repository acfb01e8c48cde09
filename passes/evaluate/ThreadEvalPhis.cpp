//===- ThreadEvalPhis.cpp - Phis and inductions ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadEval.h"
#include "passes/evaluate/ThreadEvalZip.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

/// The longest ways to a join are followed through so many blocks.
static constexpr unsigned MaxBetween = 12;

/// phi [start, entry], [phi + step, latch] is start + step * (iteration of the
/// loop); the loop's header stands for the iteration.
std::optional<ThreadEval::Entry> ThreadEval::induction(const PHINode *P,
                                                       unsigned Depth) {
  const Loop *L = LI.getLoopFor(P->getParent());
  if (!L || L->getHeader() != P->getParent() || P->getNumIncomingValues() != 2)
    return std::nullopt;
  unsigned Back = L->contains(P->getIncomingBlock(0)) ? 0 : 1;
  if (L->contains(P->getIncomingBlock(1 - Back)) ||
      !leavesLoopsTogether(P->getParent()))
    return std::nullopt;
  unsigned Width = widthOf(P);
  std::optional<uint64_t> Step;
  const Value *Next = P->getIncomingValue(Back);
  if (auto *O = dyn_cast<BinaryOperator>(Next)) {
    auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
    if (C && O->getOperand(0) == P && O->getOpcode() == Instruction::Add)
      Step = C->getZExtValue();
  } else if (auto *G = dyn_cast<GEPOperator>(Next)) {
    APInt Offset(DL.getIndexTypeSizeInBits(G->getType()), 0);
    if (G->getPointerOperand() == P && Offset.getBitWidth() == Width &&
        G->accumulateConstantOffset(DL, Offset))
      Step = Offset.getZExtValue();
  }
  if (!Step)
    return std::nullopt;
  Entry E = lookup(P->getIncomingValue(1 - Back), Depth);
  SymbolicInt Iteration =
      Terms.mul(Terms.opaque(P->getParent(), KnownBits(Width)), *Step, Width);
  map(P, E, [&](SymbolicInt X) { return Terms.add(X, Iteration, Width); });
  return E;
}

/// In the example of one iteration.
std::optional<ThreadEval::Entry> ThreadEval::iterated(const PHINode *P,
                                                      unsigned Depth) {
  const Loop *L = LI.getLoopFor(P->getParent());
  const BasicBlock *Latch = L->getLoopLatch();
  const BasicBlock *Outside = L->getLoopPredecessor();
  if (!Shape.Iteration || !Latch || !Outside)
    return std::nullopt;
  if (!Previous)
    return lookup(P->getIncomingValueForBlock(Outside), Depth);
  return Previous->lookup(P->getIncomingValueForBlock(Latch), Depth);
}

/// The threads for which no condition on the way is false.
ThreadEval::RunningThreads ThreadEval::threadsOnWay(const Path &Way) {
  RunningThreads R;
  R.Active.assign(NumThreads, true);
  for (const PathLiteral &L : Way) {
    for (auto [Thread, Value] : enumerate(eval(L.Condition)))
      if (Value.isConst() && (Value.Const != 0) != L.Wanted)
        R.Active[Thread] = false;
    R.Reads |= reads(L.Condition);
  }
  return R;
}

const std::vector<bool> &ThreadEval::threadsIn(const BasicBlock *BB) {
  auto [It, New] = Runs.try_emplace(BB);
  if (!New)
    return It->second;
  Path Way = pathCondition(&F.getEntryBlock(), BB).value_or(Path());
  return Runs[BB] = threadsOnWay(Way).Active;
}

const ThreadEval::RunningThreads &
ThreadEval::threadsBehindBranches(const BasicBlock *BB) {
  auto [It, New] = BehindBranches.try_emplace(BB);
  if (!New)
    return It->second;
  std::optional<Path> Way = pathCondition(&F.getEntryBlock(), BB);
  if (!Way) {
    Way.emplace();
    const DomTreeNode *N = DT.getNode(BB);
    for (N = N ? N->getIDom() : nullptr; N; N = N->getIDom()) {
      auto *Br = dyn_cast<BranchInst>(N->getBlock()->getTerminator());
      if (!Br || !Br->isConditional())
        continue;
      for (unsigned Side : {0u, 1u})
        if (DT.dominates({N->getBlock(), Br->getSuccessor(Side)}, BB))
          Way->push_back({Br->getCondition(), Side == 0});
    }
  }
  return BehindBranches[BB] = threadsOnWay(*Way);
}

void ThreadEval::removeLeft(const BasicBlock *BB, std::vector<bool> &Active) {
  for (const Loop *L = LI.getLoopFor(BB); L && Previous;
       L = L->getParentLoop()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (const BasicBlock *From : Exiting) {
      auto *Br = dyn_cast<BranchInst>(From->getTerminator());
      // Other exits need not run in each iteration.
      if (!Br || !Br->isConditional() || !L->getLoopLatch() ||
          !DT.dominates(From, L->getLoopLatch()))
        continue;
      const bool LeavesIf = !L->contains(Br->getSuccessor(0));
      for (ThreadEval *E = Previous; E; E = E->Previous)
        for (auto [Thread, Way] : enumerate(E->eval(Br->getCondition())))
          if (Way.isConst() && (Way.Const != 0) == LeavesIf)
            Active[Thread] = false;
    }
  }
}

/// The blocks on the ways from a block to one that it dominates, without both.
/// None if there are many, or if only the first one decides about the way.
static SmallPtrSet<const BasicBlock *, 16> between(const BasicBlock *From,
                                                   const BasicBlock *To) {
  SmallPtrSet<const BasicBlock *, 16> Found;
  SmallVector<const BasicBlock *, 16> Work = {To};
  bool Decides = false;
  while (!Work.empty())
    for (const BasicBlock *BB : predecessors(Work.pop_back_val())) {
      if (BB == From || BB == To || !Found.insert(BB).second)
        continue;
      Decides |= !BB->getSingleSuccessor();
      Work.push_back(BB);
      if (Found.size() > MaxBetween)
        return {};
    }
  if (!Decides)
    Found.clear();
  return Found;
}

/// A phi's value in a thread whose way is not known, if all ways that it may
/// take bring the same:
///
///   if (inA) { if (n) x = load; p = a; } else { if (m) x = load; p = b; }
///
/// where LLVM has one join for all four ways.
///
/// ValueOf gives a value in the thread.
static std::optional<SymbolicInt>
commonOf(const PHINode *P, const BasicBlock *From,
         const SmallPtrSetImpl<const BasicBlock *> &Between,
         function_ref<SymbolicInt(const Value *)> ValueOf) {
  std::optional<SymbolicInt> Common;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work = {From};
  while (!Work.empty()) {
    const BasicBlock *At = Work.pop_back_val();
    std::optional<unsigned> Only;
    if (auto *Br = dyn_cast<BranchInst>(At->getTerminator());
        Br && Br->isConditional())
      if (const SymbolicInt Way = ValueOf(Br->getCondition()); Way.isConst())
        Only = Way.Const ? 0 : 1;
    for (auto [N, Next] : enumerate(successors(At))) {
      if (Only && N != *Only)
        continue;
      if (Next != P->getParent()) {
        if (Between.contains(Next) && Seen.insert(Next).second)
          Work.push_back(Next);
        continue;
      }
      const SymbolicInt Value = ValueOf(P->getIncomingValueForBlock(At));
      if (isVarying(Value) || (Common && *Common != Value))
        return std::nullopt;
      Common = Value;
    }
  }
  return Common;
}

ThreadEval::Entry ThreadEval::computePhi(const PHINode *P, unsigned Depth) {
  const BasicBlock *Join = P->getParent();
  if (LI.isLoopHeader(Join)) {
    if (auto E = iterated(P, Depth))
      return *E;
    if (auto E = induction(P, Depth))
      return *E;
    return uniformOr(P, 0);
  }
  const auto *Node = DT.getNode(Join);
  const auto *IDom = Node ? Node->getIDom() : nullptr;
  if (!IDom)
    return uniformOr(P, 0);
  // Follow each thread from the immediate dominator to the join.
  std::optional<SmallPtrSet<const BasicBlock *, 16>> Between;
  Entry R;
  std::vector<SymbolicInt> Values;
  Values.reserve(NumThreads);
  std::optional<Entry> Leaf;
  for (unsigned T = 0; T < NumThreads; ++T) {
    const BasicBlock *At = IDom->getBlock();
    const BasicBlock *Pred = nullptr;
    for (unsigned Steps = 0; Steps < 32 && At; ++Steps) {
      const BasicBlock *Next = At->getSingleSuccessor();
      if (auto *Br = dyn_cast<BranchInst>(At->getTerminator());
          Br && Br->isConditional()) {
        Entry &C = lookup(Br->getCondition(), Depth);
        R.Reads |= C.Reads;
        if (!C.Values[T].isConst())
          break;
        Next = Br->getSuccessor(C.Values[T].Const ? 0 : 1);
      }
      if (Next == Join) {
        Pred = At;
        break;
      }
      At = Next;
    }
    if (Pred) {
      Entry &E = lookup(P->getIncomingValueForBlock(Pred), Depth);
      R.Reads |= E.Reads;
      Values.push_back(E.Values[T]);
      continue;
    }
    // Which way it came does not matter if all bring one constant.
    std::optional<SymbolicInt> Common;
    for (const Value *In : P->incoming_values()) {
      Entry &E = lookup(In, Depth);
      R.Reads |= E.Reads;
      if (!E.Values[T].isConst() || (Common && *Common != E.Values[T])) {
        Common.reset();
        break;
      }
      Common = E.Values[T];
    }
    if (!Common && !Between)
      Between = between(IDom->getBlock(), Join);
    if (!Common && !Between->empty())
      Common = commonOf(P, IDom->getBlock(), *Between, [&](const Value *V) {
        const Entry &E = lookup(V, Depth);
        R.Reads |= E.Reads;
        return E.Values[T];
      });
    if (!Common) {
      if (!Leaf)
        Leaf = uniformOr(P, 0);
      Common = Leaf->Values[T];
    }
    Values.push_back(*Common);
  }
  R.Values = ThreadValues(std::move(Values));
  return R;
}

std::optional<Path> ThreadEval::pathCondition(const BasicBlock *From,
                                              const BasicBlock *To,
                                              bool IntoLoops) const {
  return f2layout::pathCondition(From, To, DT, PDT, LI, IntoLoops);
}
