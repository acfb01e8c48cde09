//===- EmitGather.h - Gathers by shuffles as IR ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emitter of GatherShuffles (layouts/plan/GatherPlan.h). A result of 16-bit
// elements whose axis is in register bit 0 and in five lane bits:
//
//   w = pack(x0, x1)                         NVIDIA          AMD
//   lane   = index >> 1
//   word   = w of that lane                  shfl.sync.idx   ds_bpermute
//   result = low half of word >> 16 * index  shf.r.wrap      v_alignbit
//
// With more registers along the axis there are several words, of which selects
// take two; then one byte permute chooses the word and the element in it.
//
// Only the low bits of an index count. They are not masked where the
// instruction that takes them ignores the others.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_EMIT_EMITGATHER_H
#define F2LAYOUT_INTRINSICS_EMIT_EMITGATHER_H

#include "intrinsics/steps/EmitContext.h"
#include "layouts/plan/GatherPlan.h"

namespace f2layout {
inline namespace intrinsics {

/// The context must have the linear thread index.
bool needsThread(const GatherShuffles &S, unsigned LaneBits);

/// Emits the plan, which is by shuffles. Sources are the source's registers as
/// integers of the plan's element width, without poison; Indices one i32 or i64
/// for each result register, without poison. Returns the results as integers of
/// that width, or, if the plan has packed results, as words of 32 bits.
llvm::SmallVector<llvm::Value *, 16>
emitGatherPlan(const GatherPlan &P, llvm::ArrayRef<llvm::Value *> Sources,
               llvm::ArrayRef<llvm::Value *> Indices, EmitContext &C);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_EMIT_EMITGATHER_H
