//===- Barrier.cpp - Barriers that order shared memory --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's barriers order memory themselves. AMD's only wait; a release fence
// before and an acquire fence after state what they order. Within a wave the
// LDS serves accesses in order, so there the three cost no instruction, but
// they keep the compiler from moving accesses across.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/Barrier.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static void emitBarrierAMD(IRBuilder<> &B, Scope S) {
  SyncScope::ID Sync = B.getContext().getOrInsertSyncScopeID(
      S == Scope::Warp ? "wavefront" : "workgroup");
  B.CreateFence(AtomicOrdering::Release, Sync);
  B.CreateIntrinsic(S == Scope::Warp ? Intrinsic::amdgcn_wave_barrier
                                     : Intrinsic::amdgcn_s_barrier,
                    ArrayRef<Type *>(), {});
  B.CreateFence(AtomicOrdering::Acquire, Sync);
}

void emitBarrier(const Target &T, IRBuilder<> &B, Scope S, Value *WarpMask) {
  if (T.Maker == Vendor::AMD)
    return emitBarrierAMD(B, S);
  if (S == Scope::Block)
    B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {},
                      {B.getInt32(0)});
  else
    B.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {},
                      {WarpMask ? WarpMask : B.getInt32(~0u)});
}

} // namespace intrinsics
} // namespace f2layout
