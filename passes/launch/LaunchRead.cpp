//===- LaunchRead.cpp - Recognise reads of launch values ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

using Kind = LaunchRead::Kind;

//===----------------------------------------------------------------------===//
// Intrinsics without operands
//===----------------------------------------------------------------------===//

static std::optional<LaunchRead> fromIntrinsic(Intrinsic::ID ID) {
#define F2_XYZ(PREFIX, KIND, FIRST)                                            \
  case Intrinsic::PREFIX##_x:                                                  \
    return LaunchRead{KIND, FIRST};                                            \
  case Intrinsic::PREFIX##_y:                                                  \
    return LaunchRead{KIND, (FIRST) + 1};                                      \
  case Intrinsic::PREFIX##_z:                                                  \
    return LaunchRead{KIND, (FIRST) + 2}
  switch (ID) {
    F2_XYZ(nvvm_read_ptx_sreg_tid, Kind::ThreadIndex, 0);
    F2_XYZ(nvvm_read_ptx_sreg_ntid, Kind::BlockSize, 0);
    F2_XYZ(nvvm_read_ptx_sreg_ctaid, Kind::BlockIndex, 0);
    F2_XYZ(nvvm_read_ptx_sreg_nctaid, Kind::GridSize, 0);
    F2_XYZ(nvvm_read_ptx_sreg_cluster_ctaid, Kind::BlockIndex, 3);
    F2_XYZ(nvvm_read_ptx_sreg_clusterid, Kind::BlockIndex, 7);
    F2_XYZ(nvvm_read_ptx_sreg_cluster_nctaid, Kind::GridSize, 3);
    F2_XYZ(nvvm_read_ptx_sreg_nclusterid, Kind::GridSize, 7);
    F2_XYZ(amdgcn_workitem_id, Kind::ThreadIndex, 0);
    F2_XYZ(amdgcn_workgroup_id, Kind::BlockIndex, 0);
    F2_XYZ(amdgcn_cluster_workgroup_id, Kind::BlockIndex, 3);
    F2_XYZ(amdgcn_cluster_id, Kind::BlockIndex, 7);
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank:
  case Intrinsic::amdgcn_cluster_workgroup_flat_id:
    return LaunchRead{Kind::BlockIndex, 6};
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctarank:
    return LaunchRead{Kind::GridSize, 6};
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return LaunchRead{Kind::Lane, 0};
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_eq:
    return LaunchRead{Kind::LaneMask, 0};
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_lt:
    return LaunchRead{Kind::LaneMask, 1};
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_le:
    return LaunchRead{Kind::LaneMask, 2};
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_gt:
    return LaunchRead{Kind::LaneMask, 3};
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_ge:
    return LaunchRead{Kind::LaneMask, 4};
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
  case Intrinsic::amdgcn_wavefrontsize:
    return LaunchRead{Kind::WarpSize, 0};
  default:
    return std::nullopt;
  }
#undef F2_XYZ
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

/// %warpid is not included: the hardware may renumber warps at any time.
static std::optional<LaunchRead> fromSpecialRegister(StringRef Name) {
  unsigned Dim = 0;
  StringRef Base = Name;
  if (Name.ends_with(".x") || Name.ends_with(".y") || Name.ends_with(".z")) {
    Dim = Name.back() - 'x';
    Base = Name.drop_back(2);
    if (Base == "%tid")
      return LaunchRead{Kind::ThreadIndex, Dim};
    if (Base == "%ntid")
      return LaunchRead{Kind::BlockSize, Dim};
    if (Base == "%ctaid")
      return LaunchRead{Kind::BlockIndex, Dim};
    if (Base == "%nctaid")
      return LaunchRead{Kind::GridSize, Dim};
    return std::nullopt;
  }
  if (Name == "%laneid")
    return LaunchRead{Kind::Lane, 0};
  int Mask = StringSwitch<int>(Name)
                 .Case("%lanemask_eq", 0)
                 .Case("%lanemask_lt", 1)
                 .Case("%lanemask_le", 2)
                 .Case("%lanemask_gt", 3)
                 .Case("%lanemask_ge", 4)
                 .Default(-1);
  if (Mask < 0)
    return std::nullopt;
  return LaunchRead{Kind::LaneMask, unsigned(Mask)};
}

static std::optional<LaunchRead> fromAsm(const CallBase &Call) {
  // mov.u16 of a lane mask would give another value.
  auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  if (!Call.getType()->isIntegerTy(32) ||
      !StringRef(Asm->getAsmString()).contains('%'))
    return std::nullopt;
  StringRef Moved = parseRegisterAsm(Call).MovedRegister;
  return Moved.empty() ? std::nullopt : fromSpecialRegister(Moved);
}

//===----------------------------------------------------------------------===//
// AMD: lane numbers, implicit arguments, device library
//===----------------------------------------------------------------------===//

static bool isConstant(const Value *V, uint64_t Expected) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->getValue() == Expected;
}

static bool isAllOnes(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isMinusOne();
}

/// mbcnt.lo(-1, 0) counts the lanes below this one among the first 32, mbcnt.hi
/// the others. With 64 lanes only both together are the lane number.
static bool isLaneCount(const CallBase &Call) {
  auto IsLow = [](const Value *V) {
    auto *Low = dyn_cast<CallBase>(V);
    return Low && Low->getIntrinsicID() == Intrinsic::amdgcn_mbcnt_lo &&
           isAllOnes(Low->getArgOperand(0)) &&
           isConstant(Low->getArgOperand(1), 0);
  };
  if (Call.getIntrinsicID() == Intrinsic::amdgcn_mbcnt_hi)
    return isAllOnes(Call.getArgOperand(0)) && IsLow(Call.getArgOperand(1));
  return IsLow(&Call) && laneBits(*Call.getFunction()) == 5;
}

/// HIP code compiled without device libraries calls them by name. They return
/// i64.
static std::optional<LaunchRead> fromDeviceLibrary(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Call.arg_size() != 1)
    return std::nullopt;
  auto *Dim = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Dim || Dim->getValue().uge(3))
    return std::nullopt;
  unsigned D = Dim->getZExtValue();
  return StringSwitch<std::optional<LaunchRead>>(Callee->getName())
      .Case("__ockl_get_local_id", LaunchRead{Kind::ThreadIndex, D})
      .Case("__ockl_get_local_size", LaunchRead{Kind::BlockSize, D})
      .Case("__ockl_get_group_id", LaunchRead{Kind::BlockIndex, D})
      .Case("__ockl_get_num_groups", LaunchRead{Kind::GridSize, D})
      .Default(std::nullopt);
}

/// LLVM 22's default if the module does not state one.
static constexpr uint64_t DefaultCodeObjectVersion = 600;

static uint64_t codeObjectVersion(const Module &M) {
  auto *Flag = mdconst::extract_or_null<ConstantInt>(
      M.getModuleFlag("amdhsa_code_object_version"));
  return Flag ? Flag->getZExtValue() : DefaultCodeObjectVersion;
}

/// From code object 5 on: u32 blocks[3] at 0, u16 size[3] at 12.
static std::optional<LaunchRead> fromImplicitArgument(uint64_t Offset,
                                                      unsigned Bits) {
  if (Bits == 32 && Offset % 4 == 0 && Offset < 12)
    return LaunchRead{Kind::GridSize, unsigned(Offset / 4)};
  if (Bits == 16 && Offset % 2 == 0 && Offset >= 12 && Offset < 18)
    return LaunchRead{Kind::BlockSize, unsigned(Offset - 12) / 2};
  return std::nullopt;
}

/// hsa_kernel_dispatch_packet_t: u16 workgroup_size[3] at 4. Its grid size
/// counts threads, not blocks, so it is not one of our kinds.
static std::optional<LaunchRead> fromDispatchPacket(uint64_t Offset,
                                                    unsigned Bits) {
  if (Bits == 16 && Offset % 2 == 0 && Offset >= 4 && Offset < 10)
    return LaunchRead{Kind::BlockSize, unsigned(Offset - 4) / 2};
  return std::nullopt;
}

bool hasUniformBlocks(const Function &F) {
  if (!compat::targetTriple(*F.getParent()).isAMDGPU())
    return true;
  Attribute A = F.getFnAttribute("uniform-work-group-size");
  return A.isValid() && A.getValueAsString() != "false";
}

static std::optional<LaunchRead> fromLoad(const LoadInst &Load) {
  if (!Load.isSimple() || !Load.getType()->isIntegerTy())
    return std::nullopt;
  const Module &M = *Load.getModule();
  const DataLayout &DL = M.getDataLayout();
  const Value *Pointer = Load.getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Base = dyn_cast<CallBase>(
      Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true));
  if (!Base || Offset.getActiveBits() > 16)
    return std::nullopt;
  unsigned Bits = Load.getType()->getIntegerBitWidth();
  std::optional<LaunchRead> Read;
  if (Base->getIntrinsicID() == Intrinsic::amdgcn_implicitarg_ptr &&
      codeObjectVersion(M) >= 500)
    Read = fromImplicitArgument(Offset.getZExtValue(), Bits);
  else if (Base->getIntrinsicID() == Intrinsic::amdgcn_dispatch_ptr)
    Read = fromDispatchPacket(Offset.getZExtValue(), Bits);
  if (Read && !hasUniformBlocks(*Load.getFunction()))
    return std::nullopt;
  return Read;
}

//===----------------------------------------------------------------------===//

std::optional<LaunchRead> classifyLaunchRead(const Value *V) {
  // A value outside of a function does not belong to a launch.
  auto *I = dyn_cast_or_null<Instruction>(V);
  if (!I || !I->getParent() || !I->getFunction())
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return fromLoad(*Load);
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call)
    return std::nullopt;
  if (Call->isInlineAsm())
    return fromAsm(*Call);
  Intrinsic::ID ID = Call->getIntrinsicID();
  if (ID == Intrinsic::amdgcn_mbcnt_hi || ID == Intrinsic::amdgcn_mbcnt_lo)
    return isLaneCount(*Call) ? std::optional(LaunchRead{Kind::Lane, 0})
                              : std::nullopt;
  if (ID != Intrinsic::not_intrinsic)
    return fromIntrinsic(ID);
  return fromDeviceLibrary(*Call);
}

} // namespace passes
} // namespace f2layout
