//===- RowInvariance.cpp - Values that are the same in every row ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/convergence/RowInvariance.h"
#include "passes/launch/BlockRows.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// The result may differ between threads even if the operands do not.
static bool mayShowRow(const Instruction &I) {
  if (auto R = classifyLaunchRead(&I))
    return R->K == LaunchRead::Lane || R->K == LaunchRead::LaneMask ||
           (R->K == LaunchRead::ThreadIndex && R->Dim != 0);
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isInlineAsm()) {
      const RegisterAsm Asm = parseRegisterAsm(*Call);
      return !Asm.Known || Asm.ExchangesLanes || !Asm.SpecialRegisters.empty();
    }
    return readsWarpNumber(*Call) || !Call->doesNotAccessMemory() ||
           Call->isConvergent() || !Call->hasFnAttr(Attribute::Speculatable);
  }
  return I.mayReadFromMemory() || isa<FreezeInst, AllocaInst>(I);
}

RowInvariance::RowInvariance(const Function &F) {
  SmallVector<const Instruction *, 32> Work;
  auto See = [&](const Instruction &I) {
    if (Seeing.insert(&I).second)
      Work.push_back(&I);
  };
  for (const Instruction &I : instructions(F))
    if (mayShowRow(I))
      See(I);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      if (auto *I = dyn_cast<Instruction>(U))
        See(*I);
  for (const BasicBlock &BB : F)
    OneWay &= !Seeing.contains(BB.getTerminator());
}
