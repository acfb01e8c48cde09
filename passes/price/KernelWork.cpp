//===- KernelWork.cpp - What a kernel does besides its exchanges ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace f2layout;

/// Instructions of the machine for one of LLVM.
static unsigned machineInstructions(const Instruction &I) {
  if (isa<PHINode, AllocaInst, GetElementPtrInst, FreezeInst,
          ExtractElementInst, InsertElementInst, ExtractValueInst,
          InsertValueInst>(I) ||
      I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() || I.isTerminator())
    return 0;
  if (auto *Cast = dyn_cast<CastInst>(&I);
      Cast && Cast->isNoopCast(I.getDataLayout()))
    return 0;
  if (I.mayReadOrWriteMemory())
    return 1;
  if (auto *Vector = dyn_cast<FixedVectorType>(I.getType()))
    return Vector->getNumElements();
  return 1;
}

double f2layout::kernelWork(const Function &F, const LoopInfo &LI,
                            ScalarEvolution &SE, const Machine &M) {
  double Instructions = 0;
  for (const BasicBlock &BB : F) {
    unsigned OfBlock = 0;
    for (const Instruction &I : BB)
      OfBlock += machineInstructions(I);
    if (OfBlock)
      Instructions += OfBlock * weightIn(LI, SE, &BB);
  }
  return Instructions * M.Costs.Select;
}
