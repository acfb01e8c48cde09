//===- MaySync.cpp - Instructions that may order threads ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/MaySync.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

/// Target intrinsics that wait, signal or fence although their attributes need
/// not show it, by family name.
static bool isSyncFamily(StringRef Name) {
  for (StringRef Family : {"llvm.nvvm.bar",
                           "llvm.nvvm.mbarrier",
                           "llvm.nvvm.membar",
                           "llvm.nvvm.fence",
                           "llvm.nvvm.cp.async.wait",
                           "llvm.nvvm.cp.async.commit",
                           "llvm.nvvm.cp.async.mbarrier",
                           "llvm.nvvm.cp.async.bulk.wait",
                           "llvm.nvvm.cp.async.bulk.commit",
                           "llvm.nvvm.elect",
                           "llvm.nvvm.griddepcontrol",
                           "llvm.nvvm.tcgen05",
                           "llvm.nvvm.wgmma",
                           "llvm.nvvm.setmaxnreg",
                           "llvm.nvvm.clusterlaunchcontrol",
                           "llvm.nvvm.shfl",
                           "llvm.nvvm.vote",
                           "llvm.nvvm.match",
                           "llvm.nvvm.redux",
                           "llvm.amdgcn.s.barrier",
                           "llvm.amdgcn.s.cluster",
                           "llvm.amdgcn.s.wait",
                           "llvm.amdgcn.wave.barrier",
                           "llvm.amdgcn.ds.gws",
                           "llvm.amdgcn.s.sendmsg",
                           "llvm.amdgcn.s.get.",
                           "llvm.amdgcn.s.wakeup",
                           "llvm.amdgcn.ds.atomic.barrier",
                           "llvm.amdgcn.ds.atomic.async.barrier",
                           "llvm.amdgcn.ds.ordered"})
    if (Name.starts_with(Family))
      return true;
  return false;
}

/// Sleep and scheduling hints: they have side effects but order nothing.
static bool isHint(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::amdgcn_sched_barrier:
  case Intrinsic::amdgcn_sched_group_barrier:
  case Intrinsic::amdgcn_iglp_opt:
  case Intrinsic::amdgcn_s_setprio:
  case Intrinsic::amdgcn_s_sleep:
  case Intrinsic::nvvm_nanosleep:
  case Intrinsic::nvvm_exit:
  case Intrinsic::amdgcn_endpgm:
    return true;
  default:
    return false;
  }
}

static bool intrinsicMaySync(const CallBase &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  StringRef Name = Intrinsic::getBaseName(ID);
  bool IsNV = Name.starts_with("llvm.nvvm.");
  bool IsAMD = Name.starts_with("llvm.amdgcn.");
  if ((!IsNV && !IsAMD) || isHint(ID))
    return false; // LLVM's own intrinsics concern one thread.
  if (isSyncFamily(Name))
    return true;
  // On NVIDIA the lanes of a warp wait for each other at convergent
  // instructions. On AMD they run in lockstep, so only memory could be ordered.
  if (Call.isConvergent() && (IsNV || !Call.doesNotAccessMemory()))
    return true;
  return !Call.hasFnAttr(Attribute::NoSync) && !Call.doesNotAccessMemory() &&
         !Call.onlyReadsMemory() && !Call.onlyAccessesArgMemory();
}

static bool callMaySync(const CallBase &Call) {
  if (Call.isInlineAsm()) {
    RegisterAsm Asm = parseRegisterAsm(Call);
    return !Asm.Known || Asm.ExchangesLanes;
  }
  if (Call.getIntrinsicID() != Intrinsic::not_intrinsic)
    return intrinsicMaySync(Call);
  if (classifyLaunchRead(&Call))
    return false;
  // A function that is not convergent may still contain a fence.
  return !Call.hasFnAttr(Attribute::NoSync) && !Call.onlyReadsMemory();
}

/// A relaxed atomic by itself orders nothing.
static bool atomicMaySync(const Instruction &I) {
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return Fence->getSyncScopeID() != SyncScope::SingleThread;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isStrongerThanMonotonic(Load->getOrdering());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isStrongerThanMonotonic(Store->getOrdering());
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return isStrongerThanMonotonic(RMW->getOrdering());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isStrongerThanMonotonic(Exchange->getMergedOrdering());
  return false;
}

bool maySync(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return callMaySync(*Call);
  return atomicMaySync(I);
}

bool isTransparent(const Instruction &I) {
  if (I.isDebugOrPseudoInst() || isa<AssumeInst>(I))
    return true;
  return !I.mayReadOrWriteMemory() && !I.isTerminator() && !maySync(I);
}

} // namespace passes
} // namespace f2layout
