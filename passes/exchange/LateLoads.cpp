//===- LateLoads.cpp - A plan's loads where their values are used ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/LateLoads.h"
#include "compat/LLVMCompat.h"
#include "layouts/plan/PlanPrice.h"
#include "layouts/plan/PlanSteps.h"
#include "passes/price/JoinedAccesses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// The load behind the last barrier that makes each output word; empty if
/// something else makes one, or if loads are of matrices.
static SmallVector<const Step *, 32> loadsOfOutputs(const Plan &P) {
  if (P.Steps.empty())
    return {}; // The outputs of gathers are no words of the plan.
  SmallVector<const Step *, 32> MadeBy(P.NumInputs, nullptr);
  for (const Step &S : P.Steps) {
    if (S.K == Step::Barrier)
      fill(MadeBy, nullptr);
    MadeBy.append(wordsMade(S), S.K == Step::Load ? &S : nullptr);
  }
  SmallVector<const Step *, 32> Loads;
  for (Word W : P.Outputs) {
    if (!MadeBy[W])
      return {};
    Loads.push_back(MadeBy[W]);
  }
  return Loads;
}

bool f2layout::endsInLoads(const Plan &P) { return !loadsOfOutputs(P).empty(); }

/// The loads follow the barrier in its block, and nothing before the last of
/// them may write.
static bool mayMoveBehind(const SyncPoint &At,
                          ArrayRef<const Instruction *> Loads) {
  const Instruction *Last = At.instructions().back();
  for (const Instruction *Load : Loads) {
    if (Load->getParent() != At.At->getParent() || !At.At->comesBefore(Load))
      return false;
    if (Last->comesBefore(Load))
      Last = Load;
  }
  for (const Instruction *I = At.instructions().back()->getNextNode();
       I && I != Last; I = I->getNextNode())
    if (mayWriteShared(*I))
      return false;
  return true;
}

static SmallVector<const Instruction *, 16> loadsOf(const ExchangePlan &P,
                                                    const SharedObject &O) {
  SmallVector<const Instruction *, 16> Loads;
  for (unsigned A : P.Subject->Loads)
    Loads.push_back(O.Accesses[A].I);
  return Loads;
}

std::optional<Plan> f2layout::planWithLateLoads(const ExchangePlan &P,
                                                const SharedObject &O,
                                                const Machine &M) {
  const SyncPoint &At = *P.Subject->At;
  if (!P.Best || P.Widened || P.KeepsStores || P.Best->By != Route::Shared ||
      loadsOfOutputs(*P.Best).empty() || !mayMoveBehind(At, loadsOf(P, O)))
    return std::nullopt;
  Plan Late = *P.Best;
  unsigned Barriers = 0;
  for (Step &S : Late.Steps)
    if (S.K == Step::Barrier) {
      ++Barriers;
      if (At.K == SyncPoint::Block)
        S.Sync = Scope::Block;
      else if (At.K != SyncPoint::Warp || S.Sync != Scope::Warp)
        return std::nullopt;
    }
  if (Barriers != 1)
    return std::nullopt;
  pricePlan(Late, M);
  return Late;
}

SmallVector<HoistedLoads, 8> f2layout::lateLoads(const ExchangePlan &P,
                                                 const SharedObject &O) {
  const SmallVector<const Step *, 32> Steps = loadsOfOutputs(*P.Best);
  const unsigned Bits = P.Subject->Move.ElementBits;
  MapVector<const Step *, HoistedLoads> Groups;
  SmallPtrSet<const Instruction *, 16> Seen;
  for (auto [R, E] : enumerate(P.Subject->Results)) {
    const Instruction *Load = O.Accesses[E.Access].I;
    HoistedLoads &Group = Groups[Steps[R * Bits / 32]];
    if (!Seen.insert(Load).second)
      continue;
    Group.Packed = P.Best->PackedResults;
    Group.Loads.push_back(Load);
    if (!Group.At || Load->comesBefore(Group.At))
      Group.At = Load;
  }
  SmallVector<HoistedLoads, 8> All;
  for (auto &[S, Group] : Groups)
    if (Group.At)
      All.push_back(std::move(Group));
  return All;
}

/// The first user of I in its block; null if there is none.
static Instruction *firstUserInBlock(Instruction &I) {
  Instruction *First = nullptr;
  for (User *U : I.users()) {
    auto *At = cast<Instruction>(U);
    if (At->getParent() == I.getParent() && !isa<PHINode>(At) &&
        (!First || At->comesBefore(First)))
      First = At;
  }
  return First;
}

void f2layout::sinkToUsers(ArrayRef<Instruction *> Made) {
  for (Instruction *I : reverse(Made)) {
    Instruction *To = firstUserInBlock(*I);
    if (!To || I->mayHaveSideEffects() || I->isTerminator())
      continue;
    Instruction *Stop = I->getNextNode();
    while (Stop != To && !(I->mayReadFromMemory() && mayWriteShared(*Stop)))
      Stop = Stop->getNextNode();
    compat::moveBefore(*I, Stop->getIterator());
  }
}
