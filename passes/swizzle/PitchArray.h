//===- PitchArray.h - An array whose rows get another pitch -----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much one array may grow, and what the person hears about it. The pitch is
// chosen by PitchPlan.h.
//
// Room. A kernel that calls unknown code, or has dynamic shared memory, must
// not take more static shared memory, since the rest may be in use. Others stay
// within the limit of the target. As many blocks as before must run at a time,
// or three quarters of the threads that the processor holds; and a kernel's
// shared memory grows by a quarter at the most, since the block's size may be a
// guess.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_PITCHARRAY_H
#define F2LAYOUT_PASSES_SWIZZLE_PITCHARRAY_H

#include "intrinsics/target/Target.h"
#include "passes/sharedmemory/changes/PrivateArray.h"
#include "passes/sharedmemory/kernel/KernelEvals.h"
#include "passes/support/RemarkBook.h"
#include "passes/swizzle/PitchPlan.h"

namespace f2layout {
inline namespace passes {

/// How much larger the arrays of a kernel may become, together.
struct ArrayGrowth {
  uint64_t Bytes = 0;
  llvm::StringRef Limit; ///< Why no more, for remarks.
  bool IsHard = false;   ///< A kernel with more would not run.
};

/// Grow: the user allows it.
ArrayGrowth growthOfArrays(const llvm::Function &F, SharedMemoryInfo &Memory,
                           const Target &T, const KernelEvals &Evals,
                           bool Grow);

/// Applies the plan, if it is selected, and reports it. Returns true if the
/// function changed.
bool applyPitch(llvm::Function &F, const SharedObject &O, llvm::Align Need,
                const PitchPlan &P, KernelRemarks &Remarks);

/// Why there is no room for a pitch that would be better.
Refusal refusalOfPitch(const llvm::Function &F, const SharedObject &O,
                       const PitchPlan &Wanted, const ArrayGrowth &Growth);

/// Another pitch is better, but is proved only for blocks of this size.
Refusal refusalOfShape(const llvm::Function &F, const SharedObject &O,
                       const PitchPlan &Wanted,
                       const std::array<unsigned, 3> &Size);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_PITCHARRAY_H
