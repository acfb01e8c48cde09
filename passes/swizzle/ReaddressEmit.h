//===- ReaddressEmit.h - New addresses for every access of an array -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_READDRESSEMIT_H
#define F2LAYOUT_PASSES_SWIZZLE_READDRESSEMIT_H

#include "passes/swizzle/ReaddressPlan.h"

namespace f2layout {
inline namespace passes {

/// Rewrites the accesses of O, an array of its own (ownArray), as the plan
/// says. Values derived from a root are computed right after it, so that they
/// stay outside of the loops that the root is outside of.
void emitReaddress(llvm::Function &F, const SharedObject &O,
                   llvm::GlobalVariable &Array, const ReaddressPlan &P);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_READDRESSEMIT_H
