//===- SplitDots.h - Matrix products in pieces along k --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A thread that multiplies needs whole rows of A and columns of B. If
// k is large, they are more than a thread can hold, though the matrices
// themselves, shared by all threads, are small:
//
//   64 x 64, k = 512, 128 threads     of A a thread holds   256 elements
//                                     and multiplies by     16 x 512 of them
//
// Rewrite. Such a product becomes two, one after the other:
//
//   dot A, B, C
//     ->  dot A[:, k/2:], B[k/2:, :], (dot A[:, :k/2], B[:k/2, :], C)
//
// until each has a layout that leaves registers for the result
// (comfortableFactorWords). Parts of loads are loads, parts of maps and splats
// are maps and splats of parts, if nobody else uses them. Of other tensors they
// are made by reshape, trans and split.
//
// Legality. D[i,j] = C[i,j] + sum over k of A[i,k] B[k,j], whose terms may be
// added in any order (TensorCalls.h). A load in two parts reads the same
// elements. It stands where the load stood, or at the product if nothing in
// between writes to memory or waits for threads.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_LAYOUTS_SPLITDOTS_H
#define F2LAYOUT_PASSES_TENSORS_LAYOUTS_SPLITDOTS_H

#include "intrinsics/target/Target.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// Cuts products in F until each has a layout in blocks of 2^(LaneBits +
/// WarpBits) threads, unless its sum has none. Returns true if F changed.
bool splitDots(llvm::Function &F, const Target &T, unsigned LaneBits,
               unsigned WarpBits);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_LAYOUTS_SPLITDOTS_H
