//===- AssemblyReturns.cpp - State that assembly returns ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AssemblyReturns.h"
#include "passes/support/RegisterAsm.h"
#include "passes/support/RewriteKind.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Returns("f2layout-returns",
                           "Assembly that is stated to return");

bool f2layout::stateThatAssemblyReturns(Function &F) {
  uint64_t Stated = 0;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->isInlineAsm() ||
        isGuaranteedToTransferExecutionToSuccessor(Call) ||
        !asmReturns(*Call) || !Returns.selectsNext())
      continue;
    Call->addFnAttr(Attribute::WillReturn);
    Call->setDoesNotThrow();
    ++Stated;
  }
  Returns.count(Stated);
  return Stated > 0;
}
