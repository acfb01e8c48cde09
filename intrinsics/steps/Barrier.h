//===- Barrier.h - Barriers of a warp and of a block ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_STEPS_BARRIER_H
#define F2LAYOUT_INTRINSICS_STEPS_BARRIER_H

#include "intrinsics/target/Target.h"
#include "layouts/plan/Plan.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// A barrier of the given scope that also orders shared memory: bar.warp.sync /
/// barrier.cta.sync.aligned.all on NVIDIA; fence, wave.barrier / s.barrier,
/// fence on AMD.
void emitBarrier(const Target &T, llvm::IRBuilder<> &B, Scope S,
                 llvm::Value *WarpMask = nullptr);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_STEPS_BARRIER_H
