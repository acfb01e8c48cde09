//===- Emit.h - From plan steps to IR -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_EMIT_H
#define F2LAYOUT_INTRINSICS_EMIT_H

#include "intrinsics/Target.h"
#include "layouts/plan/Plan.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// Metadata of the stores of a plan of narrow elements. A later run of the pass
/// would see stores of whole words, without the code that packs them, and would
/// underrate what it costs. It leaves these exchanges alone.
inline constexpr char PlannedMetadata[] = "f2.planned";

/// The place and the values that a plan is emitted with.
struct EmitContext {
  const Target &T;
  /// Steps are emitted at the builder's insertion point.
  llvm::IRBuilder<> &B;
  /// Values that depend only on the lane (lane number, predicates, selectors,
  /// addresses) are emitted here: at a point that dominates B's, normally after
  /// the allocas of the entry block, so that loops do not repeat them. May be
  /// B's insertion point.
  llvm::Instruction *LanePoint;
  /// Participants of shuffles and warp barriers; null means all lanes.
  llvm::Value *WarpMask = nullptr;
  /// Scratch: a ptr addrspace(3) aligned to the plan's ScratchAlign, that
  /// dominates B's insertion point. Null if the plan needs none. For
  /// Scope::Warp it is the base of warp 0's slice and ScratchStride the
  /// distance between slices, unless Scratch is already per warp (stride 0).
  llvm::Value *Scratch = nullptr;
  unsigned ScratchStride = 0;
  /// The linear thread index of the block as i32 (x + X*(y + Y*z)), needed by
  /// plans that use shared memory. Null otherwise.
  llvm::Value *LinearThread = nullptr;
  /// The results whose every use extends the value or makes a float of it.
  /// Results beyond the end have other uses.
  llvm::SmallBitVector Extended = {};
  /// Stores get PlannedMetadata.
  bool MarksStores = false;
  /// Set by emitPlan: the plan's output words, i32. With Plan::PackedResults
  /// they are the results' words, 32 bits of elements each, in order.
  llvm::SmallVector<llvm::Value *, 16> OutputWords = {};
};

/// Emits the plan. Sources are the registers of the source side in order, each
/// of a type of Plan::ElementBits bits (iN, half, bfloat, float, double, a
/// pointer, or a vector of that size); the results have the types ResultTypes.
/// Poison in a source does not reach other lanes: sources are frozen where a
/// masked-off lane may have poison. With Plan::PackedSources the sources are
/// parts of whole words (WholeWords.h), in order.
llvm::SmallVector<llvm::Value *, 8>
emitPlan(const Plan &P, llvm::ArrayRef<llvm::Value *> Sources,
         llvm::ArrayRef<llvm::Type *> ResultTypes, EmitContext &C);

/// The lane number (laneid, or mbcnt), as i32 at the builder's point.
llvm::Value *emitLane(const Target &T, llvm::IRBuilder<> &B);

/// The linear thread index of the block, as i32. OneD: the block is known to be
/// one-dimensional, so the index is threadIdx.x.
llvm::Value *emitLinearThread(const Target &T, llvm::IRBuilder<> &B, bool OneD);

/// The block's size in dimension 0, 1 or 2 as i32. On AMD it is read from the
/// implicit arguments (code object 5 and later) or the dispatch packet.
llvm::Value *emitBlockSize(const Target &T, llvm::IRBuilder<> &B, unsigned Dim);

/// A barrier of the given scope that also orders shared memory: bar.warp.sync /
/// barrier.cta.sync.aligned.all on NVIDIA; fence, wave.barrier / s.barrier,
/// fence on AMD.
void emitBarrier(const Target &T, llvm::IRBuilder<> &B, Scope S,
                 llvm::Value *WarpMask = nullptr);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_EMIT_H
