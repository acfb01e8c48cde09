//===- LayoutCall.cpp - Read calls that state layouts from IR -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/calls/LayoutCall.h"
#include "intrinsics/tensors/TensorCalls.h"
#include "passes/layoutcalls/calls/CallForms.h"
#include "passes/layoutcalls/calls/CallReader.h"
#include "passes/support/PipelineAttributes.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::isLayoutFunction(const Function &F) {
  return F.isDeclaration() && isLayoutCallName(F.getName());
}

bool f2layout::isExchangeFunction(const Function &F) {
  if (!isLayoutFunction(F))
    return false;
  std::optional<LayoutCallKind> Kind = layoutCallOf(F.getName());
  return Kind && formOf(*Kind).Memory == Touches::Everything;
}

bool f2layout::hasLayoutCalls(const Module &M) {
  return any_of(M, isLayoutFunction);
}

/// The layout function that an instruction calls; null if none.
static const Function *calleeOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  auto *F = Call ? dyn_cast<Function>(Call->getCalledOperand()) : nullptr;
  return F && isLayoutFunction(*F) ? F : nullptr;
}

SmallVector<LayoutCall, 8> f2layout::readLayoutCalls(Function &F,
                                                     CallFaults &Faults) {
  SmallVector<LayoutCall, 8> Calls;
  for (Instruction &I : instructions(F)) {
    const Function *Callee = calleeOf(I);
    if (!Callee)
      continue;
    if (isTensorCallName(Callee->getName())) {
      if (!F.hasFnAttribute(TensorsRefusedAttribute))
        Faults.add(cast<CallBase>(I),
                   "an operation on tensors, expected it "
                   "replaced by f2layout-assign: in a kernel, "
                   "or a function that is internal and "
                   "inlined into kernels");
      continue;
    }
    std::optional<LayoutCallKind> Kind = layoutCallOf(Callee->getName());
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Kind)
      Faults.add(cast<CallBase>(I),
                 "unknown layout function, expected one of " +
                     knownLayoutCalls());
    else if (!Call)
      Faults.add(cast<CallBase>(I), "an invoke, expected a plain call");
    else if (auto Read = readLayoutCall(*Call, *Kind, Faults))
      Calls.push_back(std::move(*Read));
  }
  return Calls;
}

void f2layout::findOtherUses(Module &M, CallFaults &Faults) {
  for (const Function &F : M) {
    if (!isLayoutFunction(F))
      continue;
    for (const Use &U : F.uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      auto *Call = dyn_cast_or_null<CallBase>(I);
      if (Call && Call->isCallee(&U))
        continue;
      const std::string Message =
          ("@" + F.getName() + ": its address is used, expected calls only")
              .str();
      if (I)
        Faults.addAt(*I, Message);
      else
        Faults.add(Message);
    }
  }
}
