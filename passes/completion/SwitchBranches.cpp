//===- SwitchBranches.cpp - Switches over threads as branches -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/completion/SwitchBranches.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace f2layout;

/// Of more cases, NVPTX makes a table of jumps.
static constexpr unsigned MaxCases = 3;

static RewriteKind Replaced("f2layout-switches",
                            "Switches that become branches");

/// If several cases led to one block, one comparison might do for all of them.
static bool isCandidate(const SwitchInst &S) {
  SmallPtrSet<const BasicBlock *, MaxCases + 1> Ways = {S.getDefaultDest()};
  return S.getNumCases() > 0 && S.getNumCases() <= MaxCases &&
         all_of(S.cases(), [&](const auto &Case) {
           return Ways.insert(Case.getCaseSuccessor()).second;
         });
}

static void replace(SwitchInst &S) {
  BasicBlock *From = S.getParent(), *At = From, *Default = S.getDefaultDest();
  IRBuilder<> B(&S);
  unsigned Left = S.getNumCases();
  for (const auto &Case : S.cases()) {
    BasicBlock *Next = Default;
    if (--Left)
      Next = BasicBlock::Create(S.getContext(), From->getName(),
                                From->getParent(), At->getNextNode());
    Value *Is = B.CreateICmpEQ(S.getCondition(), Case.getCaseValue());
    B.CreateCondBr(Is, Case.getCaseSuccessor(), Next);
    Case.getCaseSuccessor()->replacePhiUsesWith(From, At);
    if (Next == Default) {
      Default->replacePhiUsesWith(From, At);
      break;
    }
    At = Next;
    B.SetInsertPoint(At);
    B.SetCurrentDebugLocation(S.getDebugLoc());
  }
  S.eraseFromParent();
}

bool f2layout::branchInsteadOfSwitches(Function &F, FunctionAnalysisManager &AM,
                                       KernelRemarks &Out) {
  SmallVector<SwitchInst *, 4> Found;
  for (BasicBlock &BB : F)
    if (auto *S = dyn_cast<SwitchInst>(BB.getTerminator());
        S && isCandidate(*S))
      Found.push_back(S);
  bool Changed = false;
  for (SwitchInst *S : Found)
    if (Replaced.mayRewrite(Out, "f2layout-reroute", *S)) {
      replace(*S);
      Changed = true;
    }
  if (Changed)
    AM.invalidate(F, PreservedAnalyses::none());
  return Changed;
}
