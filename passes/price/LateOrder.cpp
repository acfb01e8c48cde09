//===- LateOrder.cpp - A basic block whose values are made late -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/LateOrder.h"
#include "passes/price/JoinedAccesses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace f2layout;

static bool isSharedLoad(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load && Load->isSimple() && Load->getPointerAddressSpace() == 3;
}

static bool isArithmetic(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return !isa<PHINode, AllocaInst>(I) && !I.isTerminator() &&
         !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects() &&
         (!Call || (isa<IntrinsicInst>(Call) && !Call->isConvergent()));
}

/// Loads, and what does not take part in a sum of the loop.
static DenseSet<const Instruction *> movableIn(const BasicBlock &BB) {
  DenseSet<const Instruction *> Movable, Carried;
  for (const Instruction &I : BB) {
    auto IsCarried = [&](const Value *V) {
      auto *Operand = dyn_cast<Instruction>(V);
      return Operand && Carried.contains(Operand);
    };
    if (isSharedLoad(I))
      Movable.insert(&I);
    else if (isa<PHINode>(I))
      Carried.insert(&I);
    else if (isArithmetic(I))
      (any_of(I.operands(), IsCarried) ? Carried : Movable).insert(&I);
  }
  return Movable;
}

namespace {

/// Between which side effects, and at which level there.
using Place = std::pair<unsigned, unsigned>;
using PlaceMap = DenseMap<const Instruction *, Place>;

} // namespace

/// A side effect has a part of the block for itself.
static PlaceMap placesByLevel(const BasicBlock &BB,
                              const DenseSet<const Instruction *> &Movable) {
  PlaceMap Places;
  unsigned Part = 0;
  for (const Instruction &I : BB) {
    const bool IsEffect = I.mayHaveSideEffects() || I.isTerminator();
    Part += IsEffect;
    unsigned Level = 0;
    if (!isa<PHINode>(I))
      for (const Value *V : I.operands())
        if (auto *Operand = dyn_cast<Instruction>(V))
          if (auto It = Places.find(Operand);
              It != Places.end() && It->second.first == Part)
            Level =
                std::max(Level, It->second.second + !Movable.contains(Operand));
    Places[&I] = {Part, Level};
    Part += IsEffect;
  }
  return Places;
}

static PlaceMap placesAsWritten(const BasicBlock &BB) {
  PlaceMap Places;
  unsigned At = 0;
  for (const Instruction &I : BB)
    Places[&I] = {At++, 0};
  return Places;
}

SmallVector<const Instruction *, 0> f2layout::lateOrder(
    const BasicBlock &BB, bool ByLevel,
    function_ref<SmallVector<const Instruction *, 4>(const Instruction &)>
        MadeWith) {
  const DenseSet<const Instruction *> Movable = movableIn(BB);
  PlaceMap Places = ByLevel ? placesByLevel(BB, Movable) : placesAsWritten(BB);
  constexpr Place End = {~0u, 0};
  Place Barrier = End;
  for (const Instruction &I : reverse(BB)) {
    if (mayWriteShared(I))
      Barrier = Places.lookup(&I);
    if (!Movable.contains(&I))
      continue;
    Place First = End;
    auto Ask = [&](const Instruction &Made) {
      for (const User *U : Made.users())
        if (auto *By = dyn_cast<Instruction>(U);
            By && By->getParent() == &BB && !isa<PHINode>(By))
          First = std::min(First, Places.lookup(By));
    };
    Ask(I);
    for (const Instruction *Other : MadeWith(I))
      Ask(*Other);
    if (First != End)
      Places[&I] = isSharedLoad(I) ? std::min(First, Barrier) : First;
  }
  SmallVector<const Instruction *, 0> Order;
  for (const Instruction &I : BB)
    Order.push_back(&I);
  stable_sort(Order, [&](const Instruction *A, const Instruction *B) {
    return Places.lookup(A) < Places.lookup(B);
  });
  return Order;
}
