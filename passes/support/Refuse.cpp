//===- Refuse.cpp - Report an error instead of rewriting ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/Refuse.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace f2layout;

PreservedAnalyses RefusePass::run(Module &M, ModuleAnalysisManager &) {
  const Triple &TT = compat::targetTriple(M);
  if (TT.isNVPTX() || TT.isAMDGPU())
    M.getContext().diagnose(DiagnosticInfoGeneric(Why));
  return PreservedAnalyses::all();
}
