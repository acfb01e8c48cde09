//===- InlineMap.cpp - The function of a map, for one element -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/emit/InlineMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace f2layout;

/// The function is one block of instructions that can be copied.
static bool isOneBlock(const Function &F) {
  return F.size() == 1 && isa<ReturnInst>(F.front().getTerminator()) &&
         none_of(F.front(),
                 [](const Instruction &I) { return isa<AllocaInst>(I); });
}

Value *InlineMap::emit(IRBuilder<> &B, Function &F,
                       ArrayRef<Value *> Arguments) {
  if (!isOneBlock(F)) {
    CallInst *Call = B.CreateCall(&F, Arguments);
    // Inlined code needs a place in the function that it is in.
    if (DISubprogram *In = B.GetInsertBlock()->getParent()->getSubprogram();
        In && !Call->getDebugLoc())
      Call->setDebugLoc(DILocation::get(F.getContext(), 0, 0, In));
    Calls.push_back(Call);
    return Call;
  }
  ValueToValueMapTy Map;
  for (auto [A, V] : zip_equal(F.args(), Arguments))
    Map[&A] = V;
  for (const Instruction &I : F.front()) {
    if (auto *Return = dyn_cast<ReturnInst>(&I))
      return MapValue(Return->getReturnValue(), Map);
    if (isa<DbgInfoIntrinsic>(I))
      continue;
    Instruction *Copy = I.clone();
    Copy->dropDbgRecords();
    Copy->setDebugLoc(B.getCurrentDebugLocation());
    RemapInstruction(Copy, Map,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    B.Insert(Copy);
    Map[&I] = Copy;
  }
  llvm_unreachable("a block ends with a return");
}

void InlineMap::finish() {
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
  Calls.clear();
}
