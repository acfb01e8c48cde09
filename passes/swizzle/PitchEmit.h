//===- PitchEmit.h - Addresses in rows of another pitch ---------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_PITCHEMIT_H
#define F2LAYOUT_PASSES_SWIZZLE_PITCHEMIT_H

#include "passes/swizzle/PitchPlan.h"

namespace f2layout {
inline namespace passes {

/// Rewrites the accesses of O as the plan says. Array is the longer array in
/// the place of O's. Each value is added right after it is known, the outermost
/// first, so that loops keep what they do not change outside of them.
void emitPitch(llvm::Function &F, const SharedObject &O,
               llvm::GlobalVariable &Array, const PitchPlan &P);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_PITCHEMIT_H
