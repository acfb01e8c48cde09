//===- TensorCall.cpp - Read operations on tensors from IR ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/program/TensorCall.h"
#include "passes/tensors/program/TensorCallReader.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace f2layout;

bool TensorCall::hasBounds() const {
  const unsigned Rest = Call->arg_size() - firstStride();
  return Rest > Type.rank();
}

Value *TensorCall::stride(unsigned Dim) const {
  return Call->getArgOperand(firstStride() + Dim);
}

Value *TensorCall::bound(unsigned Dim) const {
  return hasBounds() ? Call->getArgOperand(firstStride() + Type.rank() + Dim)
                     : nullptr;
}

Value *TensorCall::other() const {
  return Op == TensorOp::Load && hasBounds()
             ? Call->getArgOperand(Call->arg_size() - 1)
             : nullptr;
}

bool f2layout::isTensorFunction(const Function &F) {
  return F.isDeclaration() && isTensorCallName(F.getName());
}

bool f2layout::hasTensorCalls(const Module &M) {
  return any_of(M, isTensorFunction);
}

/// Uses of tensors that no layout can be chosen for.
static void checkUse(Instruction &I, CallFaults &Faults) {
  auto HasTensor = [](const Use &U) { return isTensorType(U->getType()); };
  const bool Concerned =
      isTensorType(I.getType()) || any_of(I.operands(), HasTensor);
  if (!Concerned)
    return;
  if (isa<PHINode, SelectInst>(I)) {
    if (!TensorType::of(I.getType()))
      Faults.addAt(I, TensorCallReader::wrongType(I.getType()));
    return;
  }
  if (auto *Call = dyn_cast<CallInst>(&I)) {
    const Function *F = Call->getCalledFunction();
    if (F && isTensorFunction(*F))
      return;
    return Faults.addAt(I, "a call with tensors of a function that is not "
                           "inlined, expected one that can be");
  }
  Faults.addAt(I, Twine("a tensor in '") + I.getOpcodeName() +
                      "', expected it only in operations on tensors, phis, "
                      "selects and calls");
}

std::vector<TensorCall> f2layout::readTensorCalls(Function &F,
                                                  CallFaults &Faults) {
  std::vector<TensorCall> Calls;
  for (Instruction &I : instructions(F)) {
    checkUse(I, Faults);
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !isTensorFunction(*Callee))
      continue;
    std::optional<TensorOp> Op = tensorOpOf(Callee->getName());
    if (!Op) {
      Faults.add(*Call,
                 "unknown operation, expected one of " + knownTensorOps());
      continue;
    }
    if (std::optional<TensorCall> Read =
            TensorCallReader(*Call, *Op, Faults).read())
      Calls.push_back(std::move(*Read));
  }
  return Calls;
}
