//===- AccessPlaces.h - Addresses that differ by constants ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The load/store vectorizer recognises two addresses as neighbours if
// their difference folds to a constant. It does not fold if the number of the
// element is inside a swizzle:
//
//   %o1 = or i32 %base, 1                       ; base: a multiple of 8
//   %m  = and i32 %o1, 448
//   %s  = lshr i32 %m, 3
//   %x1 = xor i32 %o1, %s                       ; o ^ ((o & 0x1c0) >> 3)
//   %p1 = getelementptr half, ptr addrspace(3) @tile, i32 %x1
//
// Contiguity knows that element 1 is 2 bytes after element 0 in every thread.
// After rewriting the address to
//
//   %p1 = getelementptr i8, ptr addrspace(3) %p0, i32 2
//
// the vectorizer knows it, too. The swizzle is computed once, and eight loads
// of halves become one of 16 bytes.
//
// Algorithm. For every run of accesses in one order (Contiguity.h), the first
// access that the block executes keeps its pointer. The others' pointers become
// that one plus the difference of their offsets, unless they have that form
// already. Where no access becomes wider, a pointer stays, too, if it differs
// only by what is added to an index,
//
//   gep float, %base, %i    and    gep float, %base, (add nuw nsw i32 %i, 7)
//
// since every pass of LLVM sees that. There would be nothing to gain, and for
// another address the assembler may take other registers: 74 instead of 68 in a
// kernel of HIP, of which 6 waves instead of 7 then ran. Code that computed the
// old pointers is deleted if it has no other uses. Every access gets the
// alignment that is known for the run.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSPLACES_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSPLACES_H

#include "passes/contiguity/Contiguity.h"
#include "passes/vectorize/AccessRemarks.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace f2layout {
inline namespace passes {

/// Rewrites addresses; returns true if anything changed. C describes the
/// function as it was before, and is invalid afterwards. AA is used for remarks
/// only.
bool statePlaces(Contiguity &C, llvm::AAResults &AA, AccessRemarks &Remarks);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSPLACES_H
