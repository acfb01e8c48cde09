//===- TripCounts.cpp - f2layout-trip-counts ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/TripCounts.h"
#include "passes/launch/BlockSize.h"
#include "passes/launch/LaunchShape.h"
#include "passes/launch/PromisedShapes.h"
#include "passes/support/RewriteKind.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Counts("f2layout-trip-counts",
                          "Loop exits whose iteration the block's shape tells");

/// The number of the iteration, from 0 on, in which the exit is taken if none
/// is taken before, if there is only one such number although it is computed
/// from values that are not constant.
static std::optional<APInt> onlyCount(const Loop &L, BasicBlock *Exiting,
                                      ScalarEvolution &SE) {
  const SCEV *Count = SE.getExitCount(&L, Exiting);
  if (isa<SCEVCouldNotCompute, SCEVConstant>(Count))
    return std::nullopt;
  const ConstantRange Range = SE.getUnsignedRange(Count);
  if (const APInt *Only = Range.getSingleElement())
    return *Only;
  return std::nullopt;
}

/// A counter of iterations, which begins at 0.
static PHINode *addCounter(Loop &L, Type *Ty) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  IRBuilder<> B(Header, Header->begin());
  PHINode *Counter = B.CreatePHI(Ty, 2, "f2.iteration");
  B.SetInsertPoint(Latch->getTerminator());
  Value *Next = B.CreateNUWAdd(Counter, ConstantInt::get(Ty, 1));
  Counter->addIncoming(ConstantInt::get(Ty, 0), L.getLoopPreheader());
  Counter->addIncoming(Next, Latch);
  return Counter;
}

/// Lets the branch leave the loop in iteration Last.
static void leaveIn(const APInt &Last, Loop &L, BranchInst &Branch) {
  const bool LeavesIfTrue = !L.contains(Branch.getSuccessor(0));
  Type *Ty = IntegerType::get(Branch.getContext(), Last.getBitWidth());
  IRBuilder<> B(&Branch);
  Value *IsLast = B.getTrue();
  if (!Last.isZero())
    IsLast = B.CreateICmpEQ(addCounter(L, Ty), ConstantInt::get(Ty, Last));
  Branch.setCondition(LeavesIfTrue ? IsLast : B.CreateNot(IsLast));
}

PreservedAnalyses TripCountsPass::run(Loop &L, LoopAnalysisManager &,
                                      LoopStandardAnalysisResults &AR,
                                      LPMUpdater &) {
  Function &F = *L.getHeader()->getParent();
  if (!isForGpu(*F.getParent()) || !L.getLoopLatch() || !L.getLoopPreheader() ||
      !PromisedShapes(Block).of(F))
    return PreservedAnalyses::all();
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  bool Changed = false;
  for (BasicBlock *BB : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Branch || !AR.DT.dominates(BB, L.getLoopLatch()))
      continue;
    const auto Last = onlyCount(L, BB, AR.SE);
    if (!Last || !Counts.selectsNext())
      continue;
    leaveIn(*Last, L, *Branch);
    AR.SE.forgetLoop(&L);
    Counts.count(1);
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA = getLoopPassPreservedAnalyses();
  PA.preserveSet<CFGAnalyses>();
  if (AR.MSSA)
    PA.preserve<MemorySSAAnalysis>();
  return PA;
}

void TripCountsPass::printPipeline(raw_ostream &OS,
                                   function_ref<StringRef(StringRef)> MapName) {
  PassInfoMixin<TripCountsPass>::printPipeline(OS, MapName);
  printBlockSizeOptions(OS, Block);
}
