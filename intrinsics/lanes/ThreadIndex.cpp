//===- ThreadIndex.cpp - Lane, thread index and block size ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                 NVIDIA          AMD
//   lane          %laneid         mbcnt of all lanes below
//   thread x      %tid.x          workitem.id.x
//   block size x  %ntid.x         i16 at implicitarg.ptr + 12 (code object 5
//                                 and later), or at dispatch.ptr + 4
//
// The offsets are those of LLVM's AMDGPU usage guide, "Kernarg Segment" and
// "HSA AQL packet". Blocks are taken to be uniform: the last block of a
// dimension has the same size as the others.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lanes/ThreadIndex.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/lanes/AMDAttributes.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static Value *call(IRBuilder<> &B, Intrinsic::ID ID) {
  return B.CreateIntrinsic(ID, ArrayRef<Type *>(), {});
}

Value *emitLane(const Target &T, IRBuilder<> &B) {
  if (T.Maker == Vendor::NVIDIA)
    return call(B, Intrinsic::nvvm_read_ptx_sreg_laneid);
  Value *AllLanes = B.getInt32(~0u);
  Value *Below = B.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_lo, {},
                                   {AllLanes, B.getInt32(0)});
  if (T.M.LaneBits == 5)
    return Below;
  return B.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_hi, {}, {AllLanes, Below});
}

/// threadIdx in dimension Dim.
static Value *emitThread(const Target &T, IRBuilder<> &B, unsigned Dim) {
  static const Intrinsic::ID NvidiaIds[] = {
      Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
      Intrinsic::nvvm_read_ptx_sreg_tid_z};
  static const Intrinsic::ID AmdIds[] = {Intrinsic::amdgcn_workitem_id_x,
                                         Intrinsic::amdgcn_workitem_id_y,
                                         Intrinsic::amdgcn_workitem_id_z};
  static const char *const Promises[] = {"amdgpu-no-workitem-id-x",
                                         "amdgpu-no-workitem-id-y",
                                         "amdgpu-no-workitem-id-z"};
  if (T.Maker == Vendor::NVIDIA)
    return call(B, NvidiaIds[Dim]);
  dropPromise(*B.GetInsertBlock()->getParent(), Promises[Dim]);
  return call(B, AmdIds[Dim]);
}

Value *emitLinearThread(const Target &T, IRBuilder<> &B, bool OneD) {
  Value *X = emitThread(T, B, 0);
  if (OneD)
    return X;
  // x + X * (y + Y * z), all below the 1024 threads of a block.
  Value *Y = emitThread(T, B, 1);
  Value *Z = emitThread(T, B, 2);
  Value *Planes = B.CreateMul(emitBlockSize(T, B, 1), Z, "", true, true);
  Value *Row = B.CreateAdd(Y, Planes, "", true, true);
  Value *Rows = B.CreateMul(emitBlockSize(T, B, 0), Row, "", true, true);
  return B.CreateAdd(X, Rows, "", true, true);
}

/// Code object 5 and later pass the block size in the implicit arguments. LLVM
/// 22 writes version 6 where a module does not say.
static bool hasImplicitBlockSize(const Module &M) {
  auto *Version = mdconst::dyn_extract_or_null<ConstantInt>(
      M.getModuleFlag("amdhsa_code_object_version"));
  return !Version || Version->getZExtValue() >= 500;
}

/// The pointer that the block size is read from, and its byte offset there.
static std::pair<Value *, unsigned> blockSizeSource(IRBuilder<> &B) {
  Function &F = *B.GetInsertBlock()->getParent();
  if (!hasImplicitBlockSize(*F.getParent())) {
    dropPromise(F, "amdgpu-no-dispatch-ptr");
    return {call(B, Intrinsic::amdgcn_dispatch_ptr), 4};
  }
  needImplicitArguments(F, 18); // Three i16 from byte 12 on.
  return {call(B, Intrinsic::amdgcn_implicitarg_ptr), 12};
}

Value *emitBlockSize(const Target &T, IRBuilder<> &B, unsigned Dim) {
  static const Intrinsic::ID NvidiaIds[] = {
      Intrinsic::nvvm_read_ptx_sreg_ntid_x,
      Intrinsic::nvvm_read_ptx_sreg_ntid_y,
      Intrinsic::nvvm_read_ptx_sreg_ntid_z};
  assert(Dim < 3 && "blocks have three dimensions");
  if (T.Maker == Vendor::NVIDIA)
    return call(B, NvidiaIds[Dim]);
  auto [Source, Offset] = blockSizeSource(B);
  Value *Address =
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Source, Offset + 2 * Dim);
  LoadInst *Size =
      B.CreateAlignedLoad(B.getInt16Ty(), Address, Align(Dim == 1 ? 2 : 4));
  MDBuilder MD(B.getContext());
  Size->setMetadata(LLVMContext::MD_range,
                    MD.createRange(APInt(16, 1), APInt(16, T.MaxThreads + 1)));
  MDNode *Empty = MDNode::get(B.getContext(), {});
  Size->setMetadata(LLVMContext::MD_invariant_load, Empty);
  Size->setMetadata(LLVMContext::MD_noundef, Empty);
  return B.CreateZExt(Size, B.getInt32Ty());
}

} // namespace intrinsics
} // namespace f2layout
