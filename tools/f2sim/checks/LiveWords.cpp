//===- LiveWords.cpp - Values that a thread holds at a time ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/checks/LiveWords.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace f2layout::sim {

using Live = DenseSet<const Value *>;

/// The words of a value that takes registers; 0 for all others.
static unsigned wordsOf(const Value *V, const DataLayout &DL) {
  if (!isa<llvm::Instruction, Argument>(V) || isa<AllocaInst>(V) ||
      !V->getType()->isSized())
    return 0;
  const uint64_t Bits = DL.getTypeSizeInBits(V->getType());
  return Bits == 1 ? 0 : divideCeil(Bits, 32);
}

/// Steps backwards over one instruction. Returns how many words more are live
/// before it.
static int stepOver(const llvm::Instruction &I, Live &Now,
                    const DataLayout &DL) {
  int More = 0;
  if (Now.erase(&I))
    More -= wordsOf(&I, DL);
  if (isa<PHINode>(I))
    return More; // Its operands are live at the ends of the blocks before.
  for (const Value *V : I.operands())
    if (isa<llvm::Instruction, Argument>(V) && Now.insert(V).second)
      More += wordsOf(V, DL);
  return More;
}

/// What is live at the end of a block.
static Live liveOut(const BasicBlock &BB,
                    const DenseMap<const BasicBlock *, Live> &In) {
  Live Out;
  for (const BasicBlock *Next : successors(&BB)) {
    if (auto Found = In.find(Next); Found != In.end())
      Out.insert(Found->second.begin(), Found->second.end());
    for (const PHINode &Phi : Next->phis())
      if (const Value *V = Phi.getIncomingValueForBlock(&BB);
          isa<llvm::Instruction, Argument>(V))
        Out.insert(V);
  }
  return Out;
}

static DenseMap<const BasicBlock *, Live> liveIns(const llvm::Function &F,
                                                  const DataLayout &DL) {
  DenseMap<const BasicBlock *, Live> In;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const BasicBlock *BB : post_order(&F)) {
      Live Now = liveOut(*BB, In);
      for (const llvm::Instruction &I : reverse(*BB))
        stepOver(I, Now, DL);
      Live &Known = In[BB];
      Changed |= Now.size() != Known.size();
      Known = std::move(Now);
    }
  }
  return In;
}

static unsigned mostLiveWords(const Function &F, const DataLayout &DL) {
  if (none_of(F.Blocks, [](const Block &B) { return B.Ran; }))
    return 0;
  const DenseMap<const BasicBlock *, Live> In = liveIns(*F.F, DL);
  unsigned Most = 0;
  for (const Block &B : F.Blocks) {
    if (!B.Ran)
      continue;
    Live Now = liveOut(*B.BB, In);
    unsigned Words = 0;
    for (const Value *V : Now)
      Words += wordsOf(V, DL);
    Most = std::max(Most, Words);
    for (const llvm::Instruction &I : reverse(*B.BB)) {
      Words += stepOver(I, Now, DL);
      Most = std::max(Most, Words);
    }
  }
  return Most;
}

unsigned mostLiveWords(const Program &P) {
  unsigned Most = 0;
  for (const Function *F : P.functions())
    Most = std::max(Most, mostLiveWords(*F, P.DL));
  return Most;
}

} // namespace f2layout::sim
