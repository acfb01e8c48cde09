//===- BlockRows.cpp - Kernels that depend on a second dimension ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/BlockRows.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::isLibraryFunction(const Function &F) {
  StringRef Name = F.getName();
  for (StringRef Prefix : {"__nv_", "__ocml_", "__ockl_"})
    if (Name.starts_with(Prefix))
      return true;
  return is_contained({"__atomic_work_item_fence", "vprintf", "__assertfail",
                       "__assert_fail", "malloc", "free"},
                      Name);
}

bool f2layout::readsWarpNumber(const CallBase &Call) {
  const Intrinsic::ID ID = Call.getIntrinsicID();
  return ID == Intrinsic::nvvm_read_ptx_sreg_warpid ||
         ID == Intrinsic::amdgcn_wave_id;
}

static bool mayAskForRow(const CallBase &Call) {
  if (readsWarpNumber(Call))
    return true;
  if (Call.getIntrinsicID() != Intrinsic::not_intrinsic ||
      classifyLaunchRead(&Call))
    return false;
  if (Call.isInlineAsm()) {
    RegisterAsm Asm = parseRegisterAsm(Call);
    return !(Asm.Known || isCompilerBarrier(Call)) ||
           any_of(Asm.SpecialRegisters, [](StringRef R) {
             return R.starts_with("%tid") || R.starts_with("%ntid") ||
                    R.starts_with("%warpid");
           });
  }
  const Function *Callee = Call.getCalledFunction();
  return !Callee || !isLibraryFunction(*Callee);
}

bool f2layout::mayKnowRows(const Function &F, const LaunchShape &L) {
  if (L.ReadsDim[1] || L.ReadsDim[2])
    return true;
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && mayAskForRow(*Call);
  });
}
