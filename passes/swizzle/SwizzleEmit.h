//===- SwizzleEmit.h - Swizzled addresses for every access ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLEEMIT_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLEEMIT_H

#include "passes/swizzle/SwizzlePlan.h"

namespace f2layout {
inline namespace passes {

/// Rewrites the accesses of O as the plan says. Array is O's array, or a
/// smaller one in its place. Roots are computed right after their values, so
/// that they stay outside of the loops that those are outside of, or behind
/// conditions in the same loop that all their accesses depend on.
void emitSwizzle(llvm::Function &F, const SharedObject &O,
                 llvm::GlobalVariable &Array, const SwizzlePlan &P);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEEMIT_H
