//===- EmitContext.h - Where a plan is emitted ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_STEPS_EMITCONTEXT_H
#define F2LAYOUT_INTRINSICS_STEPS_EMITCONTEXT_H

#include "intrinsics/target/Target.h"
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

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_STEPS_EMITCONTEXT_H
