//===- AlignBarriers.cpp - f2layout-align-barriers ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/convergence/AlignBarriers.h"
#include "compat/LLVMCompat.h"
#include "passes/convergence/BlockBarriers.h"
#include "passes/convergence/SettledBranches.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Aligned("f2layout-aligned",
                           "Barriers that all threads of the block reach");

namespace {

/// Which basic blocks all threads of the block run together.
class TogetherInBlock {
public:
  TogetherInBlock(Function &F, FunctionAnalysisManager &AM,
                  const LaunchShape &Launch)
      : F(F), AM(AM), Launch(Launch),
        Uniformity(AM.getResult<BlockUniformityAnalysis>(F).forLaunch(Launch)) {
  }

  bool operator()(const BasicBlock &BB) {
    return Uniformity.isUniformlyReached(&BB) || isSettled(BB);
  }

private:
  bool isSettled(const BasicBlock &BB) {
    // A copy, since a settled branch may hold in a block of one row only.
    BlockUniformity Trial = Uniformity;
    ThreadEval &Eval = AM.getResult<SharedMemoryInfoAnalysis>(F).evaluation(
        statedShape(Launch));
    const BranchSettlement S = settleBranches(Trial, Eval, BB, Eval.threads());
    if (!S.Settled)
      return false;
    // Which lane a thread is depends on the block's shape.
    if (!Eval.shape().SizeIsExact && any_of(S.Conditions, [&](const Value *V) {
          return Eval.reads(V) & ReadsLane;
        }))
      return false;
    Uniformity = std::move(Trial);
    return true;
  }

  Function &F;
  FunctionAnalysisManager &AM;
  const LaunchShape &Launch;
  BlockUniformity Uniformity;
};

} // namespace

/// Makes the call one of __syncthreads().
static void align(CallBase &Barrier) {
  Function *Plain = Intrinsic::getOrInsertDeclaration(
      Barrier.getModule(), Intrinsic::nvvm_barrier_cta_sync_aligned_all);
  if (Barrier.isInlineAsm()) {
    IRBuilder<> B(&Barrier);
    B.CreateCall(Plain, B.getInt32(0));
    Barrier.eraseFromParent();
    return;
  }
  // In place, so that what refers to the instruction stays valid.
  Barrier.setCalledFunction(Plain);
  Barrier.setArgOperand(
      0, ConstantInt::get(Barrier.getArgOperand(0)->getType(), 0));
}

static bool hasLooseBarrier(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && looseBarrier(*Call);
  });
}

PreservedAnalyses AlignBarriersPass::run(Function &F,
                                         FunctionAnalysisManager &AM) {
  if (F.isDeclaration() || !isKernel(F) ||
      !compat::targetTriple(*F.getParent()).isNVPTX() || !hasLooseBarrier(F))
    return PreservedAnalyses::all();
  const LaunchShape Launch = launchOf(F, AM, Opts);
  if (!Launch.Error.empty() ||
      mayContainIrreducibleControl(F, &AM.getResult<LoopAnalysis>(F)))
    return PreservedAnalyses::all();
  TogetherInBlock Together(F, AM, Launch);
  BlockBarriers Barriers(F, Together);
  SmallVector<CallBase *, 8> Proved;
  for (CallBase *Barrier : Barriers.all())
    if (!Barriers.obstacleTo(*Barrier))
      Proved.push_back(Barrier);
  bool ChangesCalls = false;
  uint64_t Changed = 0;
  for (CallBase *Barrier : Proved) {
    if (!Aligned.selectsNext())
      continue;
    ChangesCalls |= Barrier->isInlineAsm();
    align(*Barrier);
    ++Changed;
  }
  Aligned.count(Changed);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  PA.preserve<LaunchShapeAnalysis>();
  // Aligned or not, a barrier's result is none, and it ends no thread.
  if (!ChangesCalls)
    PA.preserve<BlockUniformityAnalysis>();
  return PA;
}
