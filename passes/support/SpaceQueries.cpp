//===- SpaceQueries.cpp - Code that asks for an address's space -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/SpaceQueries.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::asksForSpace(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  const StringRef Name = Intrinsic::getBaseName(Call->getIntrinsicID());
  return Name.starts_with("llvm.nvvm.isspacep.") ||
         Name == "llvm.amdgcn.is.shared" || Name == "llvm.amdgcn.is.private";
}

bool f2layout::dropAnsweredQueries(Function &F) {
  SmallVector<WeakTrackingVH, 8> Dead;
  for (Instruction &I : instructions(F))
    if (I.use_empty() && asksForSpace(I))
      Dead.push_back(&I);
  if (Dead.empty())
    return false;
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return true;
}
