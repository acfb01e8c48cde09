//===- InlineWaiting.cpp - Inline device functions that wait for a launch -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/import/InlineWaiting.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace f2layout;

namespace {

class Inliner {
public:
  Inliner(Module &M, FunctionAnalysisManager &FAM, const Options &O,
          LinkPhase Phase)
      : M(M), FAM(FAM), O(O), Phase(Phase) {}
  bool run();

private:
  bool waits(Function &F) const;
  bool mayMove(Function &F) const;
  void mark(Function &F);
  void inlineCallsOf(Function &F);
  void drop(Function &F, bool Moves);

  Module &M;
  FunctionAnalysisManager &FAM;
  const Options &O;
  const LinkPhase Phase;
  SmallSetVector<Function *, 8> Work;
  bool Changed = false;
};

} // namespace

/// The functions that contain calls of F.
static SmallSetVector<Function *, 8> callersOf(const Function &F) {
  SmallSetVector<Function *, 8> Callers;
  for (const User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledOperand() == &F)
      Callers.insert(const_cast<Function *>(Call->getFunction()));
  return Callers;
}

/// F has layout calls, and nothing states the blocks in which they run.
bool Inliner::waits(Function &F) const {
  const LaunchShape Launch = launchOf(F, FAM, O);
  return !Launch.IsKernel && !Launch.ExactThreads && Launch.Error.empty();
}

/// At -O0 every function is noinline.
bool Inliner::mayMove(Function &F) const {
  if (F.hasFnAttribute(Attribute::NoInline) && !F.hasOptNone())
    return false;
  return !F.isInterposable() && !callersOf(F).contains(&F) &&
         isInlineViable(F).isSuccess();
}

/// Makes passes after the link inline F and its callers.
void Inliner::mark(Function &F) {
  if (F.hasFnAttribute(Attribute::NoInline) ||
      F.hasFnAttribute(Attribute::AlwaysInline))
    return;
  F.addFnAttr(Attribute::AlwaysInline);
  Changed = true;
  compat::insertRange(Work, callersOf(F));
}

void Inliner::inlineCallsOf(Function &F) {
  SmallVector<CallBase *, 8> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledOperand() == &F &&
        Call->getFunctionType() == F.getFunctionType() &&
        !Call->isMustTailCall())
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    Function &Caller = *Call->getFunction();
    const auto &TTI = FAM.getResult<TargetIRAnalysis>(Caller);
    if (!TTI.areInlineCompatible(&Caller, &F))
      continue;
    InlineFunctionInfo Info;
    if (!InlineFunction(*Call, Info, /*MergeAttributes=*/true).isSuccess())
      continue;
    Changed = true;
    FAM.invalidate(Caller, PreservedAnalyses::none());
    Work.insert(&Caller);
  }
}

/// Functions that share a comdat are kept or dropped together.
static bool isDroppable(const Function &F) {
  const Comdat *C = F.getComdat();
  return F.isDiscardableIfUnused() && (!C || C->getUsers().size() == 1);
}

/// Deletes F, which is not used in the module. Other modules may have copies if
/// it Moves.
void Inliner::drop(Function &F, bool Moves) {
  if (isDroppable(F)) {
    FAM.clear(F, F.getName());
    F.eraseFromParent();
    Changed = true;
  } else if (Phase == LinkPhase::Part && Moves) {
    FAM.clear(F, F.getName());
    F.deleteBody();
    F.setComdat(nullptr);
    Changed = true;
  }
}

bool Inliner::run() {
  for (Function &F : M)
    if (isLayoutFunction(F))
      compat::insertRange(Work, callersOf(F));
  // Every function is visited once after its last change: a function whose
  // calls are inlined has no caller that could be visited again.
  while (!Work.empty()) {
    Function &F = *Work.pop_back_val();
    if (!waits(F))
      continue;
    if (Phase == LinkPhase::Before) {
      mark(F);
      continue;
    }
    const bool Moves = mayMove(F);
    if (Moves)
      inlineCallsOf(F);
    if (F.use_empty())
      drop(F, Moves);
  }
  return Changed;
}

PreservedAnalyses InlineWaitingPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isForGpu(M) || !hasLayoutCalls(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  return Inliner(M, FAM, Opts, Phase).run() ? PreservedAnalyses::none()
                                            : PreservedAnalyses::all();
}
