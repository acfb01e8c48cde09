//===- Sweep.cpp - f2layout-sweep -----------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/choose/Sweep.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

/// Assembly that only computes registers, and that its author did not mark as
/// volatile.
static bool isDeadAsm(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Asm && I.use_empty() && !Asm->hasSideEffects() &&
         parseRegisterAsm(*Call).Known;
}

/// Users come after what they use, or anywhere in loops: repeat until nothing
/// changes.
static void sweepInstructions(Function &F) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    SmallVector<WeakTrackingVH, 16> Dead;
    SmallVector<Instruction *, 4> DeadAsm;
    for (Instruction &I : instructions(F)) {
      if (isInstructionTriviallyDead(&I))
        Dead.push_back(&I);
      else if (isDeadAsm(I))
        DeadAsm.push_back(&I);
    }
    Changed |= !Dead.empty() || !DeadAsm.empty();
    for (Instruction *I : DeadAsm) {
      for (Use &Operand : I->operands())
        Dead.push_back(Operand.get());
      I->eraseFromParent();
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  }
}

static void sweepArrays(Module &M) {
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    if (G.getAddressSpace() != SharedSpace || !G.isDiscardableIfUnused())
      continue;
    G.removeDeadConstantUsers();
    if (G.use_empty())
      G.eraseFromParent();
  }
}

static void sweepDeclarations(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.isIntrinsic() && F.use_empty())
      F.eraseFromParent();
}

PreservedAnalyses SweepPass::run(Module &M, ModuleAnalysisManager &) {
  bool Marked = false;
  for (Function &F : M) {
    F.removeFnAttr(WarpLocalAttribute);
    if (!F.hasFnAttribute(ReroutedAttribute))
      continue;
    Marked = true;
    sweepInstructions(F);
    F.removeFnAttr(ReroutedAttribute);
  }
  if (!Marked)
    return PreservedAnalyses::all();
  sweepArrays(M);
  sweepDeclarations(M);
  return PreservedAnalyses::none();
}
