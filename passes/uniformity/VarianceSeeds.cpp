//===- VarianceSeeds.cpp - Which instructions differ between threads ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/VarianceSeeds.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

static constexpr auto Never = InstructionUniformity::NeverUniform;
static constexpr auto Always = InstructionUniformity::AlwaysUniform;
static constexpr auto Default = InstructionUniformity::Default;

VarianceSeeds::VarianceSeeds(const Function &F, const LaunchShape &Shape)
    : Shape(Shape) {
  for (const Instruction &I : instructions(F))
    WritesNothing &= !I.mayWriteToMemory();
}

static bool isOneThread(const LaunchShape &S, unsigned Dim) {
  return S.Exact && (*S.Exact)[Dim] == 1;
}

bool VarianceSeeds::areSame(const LaunchShape &A, const LaunchShape &B) {
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    if (isOneThread(A, Dim) != isOneThread(B, Dim))
      return false;
  return A.IsKernel == B.IsKernel &&
         (A.ExactThreads == 1u) == (B.ExactThreads == 1u);
}

InstructionUniformity VarianceSeeds::ofLaunchRead(LaunchRead Read) const {
  switch (Read.K) {
  case LaunchRead::ThreadIndex:
    return isOneThread(Shape, Read.Dim) ? Always : Never;
  case LaunchRead::Lane:
  case LaunchRead::LaneMask:
    return Shape.ExactThreads == 1u ? Always : Never;
  case LaunchRead::BlockSize:
  case LaunchRead::BlockIndex:
  case LaunchRead::GridSize:
  case LaunchRead::WarpSize:
    return Always;
  }
  return Never;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Address space 4 is constant memory on both targets, 101 holds NVPTX kernel
/// parameters.
static bool isConstantSpace(unsigned Space, const Triple &TT) {
  return Space == 4 || (TT.isNVPTX() && Space == 101);
}

/// The memory that the load reads does not change while the kernel runs, so all
/// threads that read the same address read the same value.
bool VarianceSeeds::isInvariantLoad(const LoadInst &Load) const {
  if (!Load.isSimple())
    return false;
  if (Load.hasMetadata(LLVMContext::MD_invariant_load) || WritesNothing)
    return true;
  if (isConstantSpace(Load.getPointerAddressSpace(),
                      compat::targetTriple(*Load.getModule())))
    return true;
  const Value *Object = getUnderlyingObject(Load.getPointerOperand(), 0);
  if (auto *Global = dyn_cast<GlobalVariable>(Object))
    return Global->isConstant();
  // __restrict__ const pointers, and structures passed by value that are never
  // written.
  auto *Arg = dyn_cast<Argument>(Object);
  return Arg && Shape.IsKernel && Arg->onlyReadsMemory() &&
         (Arg->hasNoAliasAttr() || Arg->hasByValAttr() ||
          Arg->hasAttribute(Attribute::ByRef));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Registers and pointers of the whole block that are not launch reads.
static bool isBlockWideIntrinsic(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_gridid:
  case Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size:
  case Intrinsic::nvvm_read_ptx_sreg_total_smem_size:
  case Intrinsic::nvvm_read_ptx_sreg_aggr_smem_size:
  case Intrinsic::nvvm_is_explicit_cluster:
  case Intrinsic::amdgcn_implicitarg_ptr:
  case Intrinsic::amdgcn_kernarg_segment_ptr:
  case Intrinsic::amdgcn_dispatch_ptr:
  case Intrinsic::amdgcn_dispatch_id:
  case Intrinsic::amdgcn_queue_ptr:
  case Intrinsic::amdgcn_groupstaticsize:
  case Intrinsic::amdgcn_cluster_workgroup_max_flat_id:
  case Intrinsic::amdgcn_cluster_workgroup_max_id_x:
  case Intrinsic::amdgcn_cluster_workgroup_max_id_y:
  case Intrinsic::amdgcn_cluster_workgroup_max_id_z:
    return true;
  default:
    return false;
  }
}

/// Barriers that return the same reduction to every thread of the block. Those
/// with a count concern only a part of the block.
static bool isBlockReduction(const CallBase &Call) {
  const auto B = compat::blockBarrier(Call);
  return B && B->K == compat::BlockBarrier::Reduce && B->OfAll &&
         (!B->HasNumber || isa<Constant>(Call.getArgOperand(0)));
}

static InstructionUniformity ofIntrinsic(const CallBase &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (isBlockWideIntrinsic(ID) || isBlockReduction(Call))
    return Always;
  StringRef Name = Intrinsic::getBaseName(ID);
  bool OfTarget =
      Name.starts_with("llvm.nvvm.") || Name.starts_with("llvm.amdgcn.");
  // Intrinsics that compute from lanes, counters and other state. One without
  // operands can have its value only from there.
  if (OfTarget &&
      (Call.isConvergent() || Call.arg_empty() ||
       ID == Intrinsic::amdgcn_mbcnt_lo || ID == Intrinsic::amdgcn_mbcnt_hi))
    return Never;
  return Call.doesNotAccessMemory() ? Default : Never;
}

/// Mathematical functions of the device libraries. Any other function may read
/// the thread index inside, even if it has no memory effects.
static bool isDeviceMath(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Call.doesNotAccessMemory() &&
         (Callee->getName().starts_with("__nv_") ||
          Callee->getName().starts_with("__ocml_"));
}

InstructionUniformity VarianceSeeds::ofCall(const CallBase &Call) const {
  if (Call.isInlineAsm()) {
    RegisterAsm Asm = parseRegisterAsm(Call);
    bool OfInputs =
        Asm.Known && !Asm.ExchangesLanes && Asm.SpecialRegisters.empty();
    return OfInputs ? Default : Never;
  }
  if (Call.getIntrinsicID() != Intrinsic::not_intrinsic)
    return ofIntrinsic(Call);
  return isDeviceMath(Call) ? Default : Never;
}

//===----------------------------------------------------------------------===//

InstructionUniformity VarianceSeeds::of(const Value *V) const {
  if (isa<Argument>(V)) // The callers of a device function are not analyzed.
    return Shape.IsKernel ? Default : Never;
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return Default;
  if (auto Read = classifyLaunchRead(I))
    return ofLaunchRead(*Read);
  if (auto *Load = dyn_cast<LoadInst>(I))
    return isInvariantLoad(*Load) ? Default : Never;
  if (auto *Call = dyn_cast<CallBase>(I))
    return ofCall(*Call);
  // Each thread may freeze an undefined value to a different one.
  if (auto *Freeze = dyn_cast<FreezeInst>(I))
    return isGuaranteedNotToBeUndefOrPoison(Freeze->getOperand(0)) ? Default
                                                                   : Never;
  if (isa<AllocaInst>(I) || I->isAtomic() || isa<VAArgInst>(I) ||
      isa<LandingPadInst>(I))
    return Never;
  return Default;
}

} // namespace passes
} // namespace f2layout
