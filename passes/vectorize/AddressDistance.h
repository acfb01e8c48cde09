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
// Whether the two reads may become one depends on whether the store can meet
// the second. No alias analysis looks through the xor.
//
// Algorithm. The difference of two addresses is a sum of affine bits with
// weights, plus a constant (BitForms.h). What both addresses have falls out,
// and complements are turned: where x10 is bit 10 of `at`,
//
//   (4 at + 4) - 4 (at ^ 1024) = 8192 * x10 - 4096 + 4
//
// which is 4100 or -4092, never from -3 to 3. So: heavy bits are tried with
// both values, up to MaxCases of them, and the rest lies in an interval. Where
// unknown words are in it, the difference is taken modulo their common power of
// two: an even and an odd row never meet, whichever rows they are.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ADDRESSDISTANCE_H
#define F2LAYOUT_PASSES_VECTORIZE_ADDRESSDISTANCE_H

#include "passes/bits/BitForms.h"

namespace f2layout {
inline namespace passes {

/// BytesA bytes at A and BytesB at B have none in common, whatever the thread.
/// A and B are addresses in one address space that are known where both
/// accesses are; false says nothing.
bool neverMeet(BitForms &Forms, const AddressFacts &A, uint64_t BytesA,
               const AddressFacts &B, uint64_t BytesB);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ADDRESSDISTANCE_H
