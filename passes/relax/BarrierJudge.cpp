//===- BarrierJudge.cpp - Whether a barrier is still needed ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/relax/BarrierJudge.h"
#include "passes/convergence/EarlyExits.h"
#include "passes/support/PathQueries.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

/// If there are more pairs of accesses than this, the barrier stays unchecked.
static constexpr size_t MostPairs = 4096;
/// So many are looked at for a better reason than the first.
static constexpr unsigned MostFurtherPairs = 256;

BarrierJudge::BarrierJudge(Function &F, FunctionAnalysisManager &AM,
                           const LaunchShape &Launch)
    : Uniformity(AM.getResult<BlockUniformityAnalysis>(F)), Meet(F, AM, Launch),
      Irreducible(
          mayContainIrreducibleControl(F, &AM.getResult<LoopAnalysis>(F))) {}

/// Device-wide fences around a barrier order more than the block's threads.
static bool hasWiderFences(const SyncPoint &P) {
  for (const Instruction *I : {P.First, P.Last}) {
    auto *Fence = dyn_cast<FenceInst>(I);
    if (Fence &&
        Fence->getSyncScopeID() !=
            I->getContext().getOrInsertSyncScopeID("workgroup") &&
        Fence->getSyncScopeID() !=
            I->getContext().getOrInsertSyncScopeID("wavefront"))
      return true;
    auto *Call = dyn_cast<CallBase>(I);
    if (!Call || I == P.At || Call->arg_size() != 3)
      continue;
    // __atomic_work_item_fence(flags, order, scope): 1 block, 4 wave.
    auto *Scope = dyn_cast<ConstantInt>(Call->getArgOperand(2));
    if (!Scope || !(Scope->equalsInt(1) || Scope->equalsInt(4)))
      return true;
  }
  return false;
}

/// As reaches, from the beginning of a block.
static bool comesTo(const BasicBlock *From, const Instruction *To,
                    const Instruction *Avoid) {
  const Instruction *First = &From->front();
  if (First == To || First == Avoid)
    return First == To;
  InstructionSet Avoided;
  Avoided.insert(Avoid);
  return reaches(First, To, Avoided);
}

/// Whether, of the threads that part here, some may come to Other and others
/// to P without having come to Other.
static bool mayBypass(const Instruction *Divergence, const Instruction *Other,
                      const SyncPoint &P) {
  if (!Divergence->isTerminator())
    return comesTo(Divergence->getParent(), P.At, Other);
  for (const BasicBlock *To : successors(Divergence))
    if (comesTo(To, Other, P.At))
      for (const BasicBlock *Past : successors(Divergence))
        if (Past != To && comesTo(Past, P.At, Other))
          return true;
  return false;
}

/// What separates accesses that this barrier need not separate. Threads that
/// come to P and then leave the kernel before another barrier do not wait
/// there, so that it does not keep what they did apart from what others do
/// behind it:
///
///   s[t] = 0;
///   P: barrier
///   if (i >= n) return;
///   barrier
///   x = s[t ^ 1];
///
/// Nor do those wait at another barrier that come to P past it:
///
///   if (t < 32) { s[t] = 0;  warp barrier; }
///   P: barrier
///   x = s[t ^ 1];
InstructionSet BarrierJudge::separatorsLeft(const SyncPoints &Syncs,
                                            const SyncPoint &P,
                                            const BarrierVerdicts &Decided) {
  InstructionSet Separators = separatorsOf(Syncs, P);
  for (const auto &[At, V] : Decided)
    if (V.What == BarrierVerdict::Remove ||
        (V.What == BarrierVerdict::Weaken && P.K == SyncPoint::Block))
      Separators.erase(At);
  SmallVector<const Instruction *, 4> Skipped;
  for (const Instruction *At : Separators) {
    auto [It, New] = Divergences.try_emplace(At->getParent());
    if (New)
      It->second = divergencesBefore(Uniformity, *At->getParent());
    if (any_of(It->second, [&](const Instruction *Divergence) {
          return !Divergence || reaches(P.At, Divergence, InstructionSet()) ||
                 mayBypass(Divergence, At, P);
        }))
      Skipped.push_back(At);
  }
  for (const Instruction *At : Skipped)
    Separators.erase(At);
  return Separators;
}

static bool isNeeded(const SyncPoint &P, const Collision &C) {
  return P.K == SyncPoint::Block ? C.AcrossWarps : C.WithinWarp;
}

bool BarrierJudge::mayDiffer(const SyncPoint &P, const SyncPoints &Syncs,
                             const BarrierVerdict &V,
                             const BarrierVerdicts &Decided) {
  if (!V.isForPair())
    return false;
  Meet.setBarrier(P, separatorsLeft(Syncs, P, Decided));
  return !isNeeded(P, Meet.between(V.Before, V.After));
}

/// Sets the verdict that follows from the pairs of accesses across the barrier.
/// One that a promise about pointers would let go is the reason only if no
/// other pair keeps the barrier all the same.
void BarrierJudge::judgePairs(const SyncPoint &P, const BarrierSide &Before,
                              const BarrierSide &After, BarrierVerdict &V) {
  bool Within = false;
  unsigned Further = 0;
  for (const BarrierAccess &A : Before.Accesses)
    for (const BarrierAccess &B : After.Accesses) {
      if (!A.Writes && !B.Writes)
        continue;
      const bool IsKept = V.isForPair();
      if (IsKept && ++Further > MostFurtherPairs)
        return;
      V.Pairs += !IsKept;
      Collision C = Meet.between(A, B);
      Within |= C.WithinWarp;
      if (!isNeeded(P, C) || (IsKept && C.RestrictWouldHelp))
        continue;
      V.Before = A;
      V.After = B;
      V.Hit = C;
      if (!C.RestrictWouldHelp)
        return;
    }
  if (V.isForPair())
    return;
  V.What = Within && P.K == SyncPoint::Block ? BarrierVerdict::Weaken
                                             : BarrierVerdict::Remove;
}

BarrierVerdict BarrierJudge::judge(const SyncPoint &P, const SyncPoints &Syncs,
                                   const BarrierVerdicts &Decided) {
  BarrierVerdict V;
  // The evaluation of addresses assumes the iterations of natural loops.
  if (Irreducible) {
    V.Reason = "a cycle of the kernel's control flow has several entries";
    return V;
  }
  const BasicBlock *BB = P.At->getParent();
  auto [Together, New] = Met.try_emplace(BB, false);
  if (New)
    Together->second = isReachedByRemaining(Uniformity, *BB, Syncs);
  if (!Together->second) {
    V.Reason = "it could not be shown that all threads of the block reach it "
               "together";
    return V;
  }
  if (hasWiderFences(P)) {
    V.Reason = "its fences order memory for more than the block";
    return V;
  }
  InstructionSet Separators = separatorsLeft(Syncs, P, Decided);
  BarrierSide Before = collectSide(P, /*Forward=*/false, Syncs, Separators);
  BarrierSide After = collectSide(P, /*Forward=*/true, Syncs, Separators);
  for (const BarrierSide *Side : {&Before, &After})
    if (Side->Orders) {
      V.Orders = Side->Orders;
      V.Why = Side->Why;
      return V;
    }
  if (Before.Accesses.size() * After.Accesses.size() > MostPairs) {
    V.Reason = "there are too many pairs of accesses across it";
    return V;
  }
  Meet.setBarrier(P, Separators);
  judgePairs(P, Before, After, V);
  if (V.What == BarrierVerdict::Remove && After.AsksWhoIsHere) {
    if (P.K == SyncPoint::Block) {
      V.What = BarrierVerdict::Weaken;
      return V;
    }
    V.What = BarrierVerdict::Keep;
    V.Orders = After.AsksWhoIsHere;
    V.Why = "depends on which lanes run together";
  }
  return V;
}
