//===- SwitchBranches.cpp - Switches over threads as branches -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/SwitchBranches.h"
#include "intrinsics/AddressSpaces.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace f2layout;

/// Of more cases, NVPTX makes a table of jumps.
static constexpr unsigned MaxCases = 3;

static RewriteKind Replaced("f2layout-switches",
                            "Switches that become branches");

static bool accessesShared(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    const Value *Of = Pointer ? getUnderlyingObject(Pointer) : nullptr;
    return Of && (Of->getType()->getPointerAddressSpace() == SharedSpace);
  });
}

static bool isCandidate(const SwitchInst &S) {
  return S.getNumCases() > 0 && S.getNumCases() <= MaxCases &&
         any_of(successors(&S), [&](const BasicBlock *BB) {
           // Several cases may lead to it.
           return BB->getUniquePredecessor() == S.getParent() &&
                  accessesShared(*BB);
         });
}

/// Of the edges from From to To, one is left, and comes from Now.
static void keepOneEdge(BasicBlock &To, BasicBlock &From, BasicBlock &Now) {
  for (PHINode &Phi : To.phis()) {
    int Kept = Phi.getBasicBlockIndex(&From);
    for (int N = Phi.getNumIncomingValues() - 1; N > Kept; --N)
      if (Phi.getIncomingBlock(N) == &From)
        Phi.removeIncomingValue(N, /*DeletePHIIfEmpty=*/false);
    Phi.setIncomingBlock(Kept, &Now);
  }
}

static void replace(SwitchInst &S) {
  BasicBlock *From = S.getParent(), *Default = S.getDefaultDest();
  MapVector<BasicBlock *, SmallVector<ConstantInt *, MaxCases>> Ways;
  for (const auto &Case : S.cases())
    if (Case.getCaseSuccessor() != Default)
      Ways[Case.getCaseSuccessor()].push_back(Case.getCaseValue());
  IRBuilder<> B(&S);
  BasicBlock *At = From;
  for (auto [N, Way] : enumerate(Ways)) {
    auto &[To, Values] = Way;
    Value *Takes = nullptr;
    for (ConstantInt *Value : Values) {
      llvm::Value *Is = B.CreateICmpEQ(S.getCondition(), Value);
      Takes = Takes ? B.CreateOr(Takes, Is) : Is;
    }
    BasicBlock *Next = Default;
    if (N + 1 < Ways.size())
      Next = BasicBlock::Create(S.getContext(), From->getName(),
                                From->getParent(), At->getNextNode());
    B.CreateCondBr(Takes, To, Next);
    keepOneEdge(*To, *From, *At);
    if (Next == Default) {
      keepOneEdge(*Default, *From, *At);
      break;
    }
    At = Next;
    B.SetInsertPoint(At);
    B.SetCurrentDebugLocation(S.getDebugLoc());
  }
  if (Ways.empty()) {
    B.CreateBr(Default);
    keepOneEdge(*Default, *From, *From);
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
