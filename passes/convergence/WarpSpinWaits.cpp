//===- WarpSpinWaits.cpp - Lanes that wait for each other -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/convergence/WarpSpinWaits.h"
#include "compat/LLVMCompat.h"
#include "passes/barriers/BarrierAccesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

/// Assembly that branches: bra, brx, call.
static bool mayJump(const InlineAsm &Asm) {
  const StringRef Text = Asm.getAsmString();
  return Text.contains("bra") || Text.contains("brx") || Text.contains("call");
}

/// Code that may contain a loop of its own.
static bool isUnknownCode(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<IntrinsicInst>(I))
    return false;
  if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return mayJump(*Asm);
  return !Call->hasFnAttr(Attribute::NoSync);
}

/// The instruction may observe what other lanes do.
static bool observesOtherLanes(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return !Load->isSimple();
  if (auto *Call = dyn_cast<CallBase>(&I))
    return !Call->hasFnAttr(Attribute::NoSync) && !Call->doesNotAccessMemory();
  return isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
}

/// Lanes may leave the loop in different iterations.
static bool isLeftApart(const Loop &L, const BlockUniformity &Uniformity) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  return any_of(Exiting, [&](const BasicBlock *BB) {
    return !Uniformity.isUniformlyReached(BB) ||
           !Uniformity.hasUniformBranch(BB);
  });
}

WarpSpinWaits::WarpSpinWaits(Function &F, const LoopInfo &LI,
                             const DominatorTree &DT, const SyncPoints &Syncs)
    : LI(LI), DT(DT), Syncs(Syncs) {
  // On AMD lanes run in lockstep, and such code never terminates there.
  if (!compat::targetTriple(*F.getParent()).isNVPTX())
    return;
  for (const Instruction &I : instructions(F)) {
    const SyncPoint *Point = Syncs.of(&I);
    if (!(Point && joinsAllLanes(*Point)) &&
        DT.isReachableFromEntry(I.getParent()) &&
        (isUnknownCode(I) ||
         (LI.getLoopFor(I.getParent()) && observesOtherLanes(I))))
      Waits.push_back(&I);
  }
}

/// There is a barrier on every path from there to BB.
bool WarpSpinWaits::isOver(const Instruction &Wait, const Loop *L,
                           const BasicBlock &BB) const {
  const Instruction *From = L ? &L->getHeader()->front() : &Wait;
  return any_of(Syncs.all(), [&](const SyncPoint &P) {
    return joinsAllLanes(P) && DT.dominates(P.Last, &BB) &&
           !isPotentiallyReachable(P.Last, From, nullptr, &DT, &LI);
  });
}

const Instruction *
WarpSpinWaits::waitBefore(const BasicBlock &BB,
                          const BlockUniformity &Uniformity) const {
  for (const Instruction *Wait : Waits) {
    const Loop *Apart = nullptr;
    for (const Loop *L = LI.getLoopFor(Wait->getParent()); L;
         L = L->getParentLoop())
      if (isLeftApart(*L, Uniformity))
        Apart = L;
    if (!Apart && !isUnknownCode(*Wait))
      continue;
    if (isPotentiallyReachable(Wait->getParent(), &BB, nullptr, &DT, &LI) &&
        !isOver(*Wait, Apart, BB))
      return Wait;
  }
  return nullptr;
}
