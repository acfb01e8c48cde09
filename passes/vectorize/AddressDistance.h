//===- AddressDistance.h - Accesses of one thread that never meet ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A double buffer is written between two reads of its other half:
//
//   x0 = s[at];  s[at ^ 1024] = y;  x1 = s[at + 1];     // float s[2048]
//
// Whether the two reads may be joined depends on whether the store can overlap
// the second one. No alias analysis looks through the xor.
//
// Algorithm. The difference of two addresses is a sum of affine bits with
// weights, plus a constant (BitForms.h). Terms of both addresses cancel, and
// complements are rewritten. Where x10 is bit 10 of `at`,
//
//   (4 at + 4) - 4 (at ^ 1024) = 8192 * x10 - 4096 + 4
//
// which is 4100 or -4092, never from -3 to 3. So both values of the bits with
// large weights are tried, up to MaxCases of them, and the rest is bounded by
// an interval. If the difference contains unknown words, it is taken modulo
// their common power of two: an even and an odd row never overlap, whichever
// rows they are.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ADDRESSDISTANCE_H
#define F2LAYOUT_PASSES_VECTORIZE_ADDRESSDISTANCE_H

#include "passes/bits/BitForms.h"

namespace f2layout {
inline namespace passes {

/// True if BytesA bytes at A and BytesB bytes at B have none in common, in any
/// thread. A and B are addresses in one address space that are both known where
/// the two accesses are. False says nothing.
bool neverMeet(BitForms &Forms, const AddressFacts &A, uint64_t BytesA,
               const AddressFacts &B, uint64_t BytesB);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ADDRESSDISTANCE_H
