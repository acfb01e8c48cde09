//===- UnusedTensors.cpp - Tensors that no store needs --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/program/UnusedTensors.h"
#include "passes/tensors/program/TensorCall.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::eraseUnusedTensors(Function &F) {
  SmallVector<Instruction *, 32> Makes;
  SmallSetVector<Instruction *, 32> Needed;
  for (Instruction &I : instructions(F)) {
    if (isTensorType(I.getType()))
      Makes.push_back(&I);
    else if (any_of(I.operand_values(),
                    [](Value *V) { return isTensorType(V->getType()); }))
      Needed.insert(&I); // A store.
  }
  for (unsigned At = 0; At < Needed.size(); ++At)
    for (Value *V : Needed[At]->operand_values())
      if (auto *I = dyn_cast<Instruction>(V); I && isTensorType(I->getType()))
        Needed.insert(I);
  bool Changed = false;
  for (Instruction *I : Makes) {
    if (Needed.contains(I))
      continue;
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->eraseFromParent();
    Changed = true;
  }
  return Changed;
}
