//===- ScratchOrder.cpp - Order the uses of the scratch memory ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/scratch/ScratchOrder.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

ScratchUse ScratchUse::of(const Plan &P) {
  if (!P.usesMemory())
    return {};
  if (P.Group == Scope::Warp)
    return {Slices, P.ScratchBytes};
  return {All, 0};
}

void ScratchUse::join(const ScratchUse &O) {
  if (O.K == Free || *this == O)
    return;
  *this = K == Free ? O : ScratchUse{All, 0};
}

namespace {

class Flow {
public:
  using UseMap = MapVector<const Instruction *, ScratchUse>;
  Flow(const Function &F, const UseMap &Uses, const SyncPoints &Syncs,
       ScratchUse AtEntry)
      : Uses(Uses), Syncs(Syncs) {
    Before[&F.getEntryBlock()] = AtEntry;
  }

  void solve(const Function &F);
  DenseMap<const Instruction *, Scope> barriers(const Function &F);

private:
  std::optional<Scope> step(const Instruction &I, ScratchUse &State) const;

  const UseMap &Uses;
  const SyncPoints &Syncs;
  DenseMap<const BasicBlock *, ScratchUse> Before;
};

} // namespace

/// Updates the state by the instruction, and returns the barrier that the
/// instruction needs first.
std::optional<Scope> Flow::step(const Instruction &I, ScratchUse &State) const {
  const SyncPoint *S = Syncs.of(&I);
  if (S && S->K == SyncPoint::Block && S->Last == &I)
    State = {};
  const auto *Use = Uses.find(&I);
  if (Use == Uses.end())
    return std::nullopt;
  const ScratchUse Was = State, Next = Use->second;
  if (Next.K == ScratchUse::Called) {
    State = {ScratchUse::All, 0};
    return std::nullopt;
  }
  State = Next;
  if (Was.K == ScratchUse::Free)
    return std::nullopt;
  return Was.K == ScratchUse::Slices && Was == Next ? Scope::Warp
                                                    : Scope::Block;
}

void Flow::solve(const Function &F) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock &BB : F) {
      ScratchUse State = Before.lookup(&BB);
      for (const Instruction &I : BB)
        step(I, State);
      for (const BasicBlock *Next : successors(&BB)) {
        ScratchUse &There = Before[Next];
        ScratchUse Joined = There;
        Joined.join(State);
        Changed |= !(Joined == There);
        There = Joined;
      }
    }
  }
}

DenseMap<const Instruction *, Scope> Flow::barriers(const Function &F) {
  DenseMap<const Instruction *, Scope> Needed;
  for (const BasicBlock &BB : F) {
    ScratchUse State = Before.lookup(&BB);
    for (const Instruction &I : BB)
      if (std::optional<Scope> S = step(I, State))
        Needed[&I] = *S;
  }
  return Needed;
}

DenseMap<const Instruction *, Scope>
f2layout::orderScratch(const Function &F,
                       const MapVector<const Instruction *, ScratchUse> &Uses,
                       const SyncPoints &Syncs, ScratchUse AtEntry) {
  Flow Order(F, Uses, Syncs, AtEntry);
  Order.solve(F);
  return Order.barriers(F);
}
