//===- LaneSwap.h - Half of two words changes lanes -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan's swap (Plan.h) exchanges a lane bit with the choice between two
// words. With shuffles this takes one shuffle and three selects:
//
//   w2 = select(lane in 0xFFFF0000FFFF0000, w0, w1)
//   w3 = shuffle(w2, lane ^ 16)
//   w4 = select(..., w3, w0)
//   w5 = select(..., w1, w3)
//
// gfx950 has one instruction for lane bits 4 and 5:
//
//   w4, w5 = v_permlane16_swap_b32 w0, w1
//
// It exchanges the odd rows of 16 lanes of its first operand with the even rows
// of its second; v_permlane32_swap_b32 exchanges the upper half of the wave of
// the first with the lower half of the second. (CDNA4 ISA, "VOP1
// Instructions".)
//
// If a lane does not exist, its partner keeps its values.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_STEPS_LANESWAP_H
#define F2LAYOUT_INTRINSICS_STEPS_LANESWAP_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// The two words (i32) that result from a swap of the lane bit, 4 or 5, in A
/// and B.
llvm::SmallVector<llvm::Value *, 2> emitLaneSwap(llvm::IRBuilder<> &B,
                                                 llvm::Value *First,
                                                 llvm::Value *Second,
                                                 unsigned LaneBit);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_STEPS_LANESWAP_H
