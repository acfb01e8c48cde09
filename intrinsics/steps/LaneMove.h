//===- LaneMove.h - A word from another lane ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan's shuffle states which lane each lane reads. NVIDIA has one unit that
// performs any such move; AMD has many special moves in the vector ALU (DPP),
// and two general ones that use the LDS pipe.
//
//   each lane l reads        NVIDIA             AMD
//   lane l ^ c               shfl.sync.bfly     DPP, swizzle, permlane
//   a fixed lane             shfl.sync.idx      readlane
//   one of its segment       shfl.sync.idx      as below
//   l - c or l + c if that
//     is in its segment      shfl.sync.up, down as below
//   a pattern in 4 lanes     shfl.sync.idx      DPP quad_perm
//   anything                 shfl.sync.idx      ds_bpermute
//   a lane known at run time shfl.sync.idx      ds_bpermute
//
// All lanes (on NVIDIA: those of the mask) must be active at the insertion
// point.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_STEPS_LANEMOVE_H
#define F2LAYOUT_INTRINSICS_STEPS_LANEMOVE_H

#include "intrinsics/lanes/LaneValues.h"
#include "intrinsics/target/Target.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// The i32 Word of lane FromLane[l] in every lane l. Mask: see
/// EmitContext::WarpMask.
llvm::Value *emitLaneMove(llvm::IRBuilder<> &B, LaneValues &Lanes,
                          llvm::Value *Word, llvm::ArrayRef<uint8_t> FromLane,
                          llvm::Value *Mask);
/// The same with AMD's instructions.
llvm::Value *emitLaneMoveAMD(llvm::IRBuilder<> &B, LaneValues &Lanes,
                             llvm::Value *Word,
                             llvm::ArrayRef<uint8_t> FromLane);

/// The i32 Word of lane From in every lane, where From is computed when the
/// kernel runs. Only its low bits count, as many as lanes have.
llvm::Value *emitLaneRead(llvm::IRBuilder<> &B, LaneValues &Lanes,
                          llvm::Value *Word, llvm::Value *From,
                          llvm::Value *Mask);

/// The same with AMD's instructions.
llvm::Value *emitLaneReadAMD(llvm::IRBuilder<> &B, LaneValues &Lanes,
                             llvm::Value *Word, llvm::Value *From);

/// Returns c if every lane l reads lane l ^ c.
std::optional<unsigned> asButterfly(llvm::ArrayRef<uint8_t> FromLane);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_STEPS_LANEMOVE_H
