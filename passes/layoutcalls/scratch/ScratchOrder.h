//===- ScratchOrder.h - Order the uses of the scratch memory --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All conversions of a kernel share one scratch array, one after the other. The
// stores of the second one must wait until every thread has done the loads of
// the first:
//
//   convert A     stores  barrier  loads
//                                           some threads are still loading
//   convert B     stores  ...               while others overwrite it
//
// The same holds for a call of a function that uses the same array
// (ScratchSharing.h); the callee itself inserts the barriers that it needs
// inside.
//
// A barrier is inserted between them, unless the code has one there already, or
// nothing has used the scratch before. Conversions within warps have a slice
// for each warp; if the slices are the same, only the warp needs to wait.
//
// Algorithm. A forward dataflow over the blocks: how the scratch may have been
// used since the last block barrier, from Free (not at all) over Slices (by
// each warp in a slice of its own, of this size) to All. Where paths meet, the
// worse state holds, and slices of different sizes are All.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHORDER_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHORDER_H

#include "layouts/plan/Plan.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"

namespace f2layout {
inline namespace passes {

/// How the scratch is used, or may have been used.
struct ScratchUse {
  enum Kind {
    Free,
    Slices,
    All,
    Called ///< By a call: all of it, as the callee decides.
  } K = Free;
  unsigned Bytes = 0; ///< Slices: size of each.

  static ScratchUse of(const Plan &P);
  void join(const ScratchUse &O);
  bool operator==(const ScratchUse &O) const {
    return K == O.K && Bytes == O.Bytes;
  }
};

/// Each call that uses scratch, with the barrier that it needs before it, if it
/// needs one. Uses holds only calls that use scratch. AtEntry is how the
/// scratch may have been used when the function begins.
llvm::DenseMap<const llvm::Instruction *, Scope>
orderScratch(const llvm::Function &F,
             const llvm::MapVector<const llvm::Instruction *, ScratchUse> &Uses,
             const SyncPoints &Syncs, ScratchUse AtEntry);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_SCRATCH_SCRATCHORDER_H
