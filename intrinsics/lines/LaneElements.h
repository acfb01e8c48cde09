//===- LaneElements.h - Elements of any type from other lanes -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LaneMove.h moves one word of 32 bits. Elements of 8 and 16 bits share words,
// those of 64 bits take two. Elements of other widths are extended.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LINES_LANEELEMENTS_H
#define F2LAYOUT_INTRINSICS_LINES_LANEELEMENTS_H

#include "intrinsics/lanes/LaneValues.h"
#include "intrinsics/target/Target.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// The elements of lane FromLane[l] in every lane l, in the same order. All
/// lanes must be active.
llvm::SmallVector<llvm::Value *, 16>
emitLaneElements(llvm::IRBuilder<> &B, LaneValues &Lanes,
                 llvm::ArrayRef<llvm::Value *> Elements,
                 llvm::ArrayRef<uint8_t> FromLane);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LINES_LANEELEMENTS_H
