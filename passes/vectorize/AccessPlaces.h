//===- AccessPlaces.h - Addresses that differ by constants ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The load/store vectorizer knows two addresses to be neighbours if
// their difference folds to a constant. It does not where the element's number
// is inside a swizzle:
//
//   %o1 = or i32 %base, 1                       ; base: a multiple of 8
//   %m  = and i32 %o1, 448
//   %s  = lshr i32 %m, 3
//   %x1 = xor i32 %o1, %s                       ; o ^ ((o & 0x1c0) >> 3)
//   %p1 = getelementptr half, ptr addrspace(3) @tile, i32 %x1
//
// Contiguity knows: element 1 lies 2 bytes behind element 0 in every thread.
// After
//
//   %p1 = getelementptr i8, ptr addrspace(3) %p0, i32 2
//
// everybody does. The swizzle is computed once, and eight loads of halves are
// one of 16 bytes.
//
// Algorithm. For every run of accesses in one order (Contiguity.h): the first
// one that the block executes keeps its pointer, and the others' become that
// one plus the difference of their offsets, unless LLVM sees it already. What
// computed the old pointers goes if nothing else uses it. Every access gets the
// alignment that is known of the run.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSPLACES_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSPLACES_H

#include "passes/contiguity/Contiguity.h"
#include "passes/vectorize/AccessRemarks.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace f2layout {
inline namespace passes {

/// Rewrites addresses; true if anything changed. C is of the function as it was
/// before, and no longer true of it afterwards. AA is asked for remarks only.
bool statePlaces(Contiguity &C, llvm::AAResults &AA, AccessRemarks &Remarks);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSPLACES_H
