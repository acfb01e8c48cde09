//===- Readdress.h - f2layout-readdress -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Some exchanges stay in shared memory: their map is not affine over
// F2, not all threads reach their barrier, or another instruction reads the
// array in between. Their bank conflicts can be removed all the same.
//
// Example. cub::BlockExchange<char, 128, 5>, 128 threads with five bytes each:
//
//   before   %p = gep i8, @s, %t5                     ; bytes 5 * t + j
//            store i8 %v, %p                          ; 2 wavefronts a warp
//   after    %r = gep i8, @s, (4 * %t5 - 639 * (%t5 / 160))
//            store i8 %v, %r                          ; 1 wavefront
//
// Legality. Nothing else changes: the same threads make the same accesses in
// the same order. So whatever the control flow, the barriers and the races,
// every load reads what it read before, if
//   * every access to the array is known, and no other code knows the array;
//   * all accesses are made element by element: they have the same width and
//     are aligned to it, or they are wider, unaligned, and made in pieces of
//     that width;
//   * the addresses of elements go through one bijection.
//
// Swizzles (Swizzle.h), which are bijections as well, are tried first. They are
// used where they remove all of an array's conflicts, or nothing else is found.
// Where they do not, or are mostly arithmetic, rows may get another pitch
// (PitchPlan.h).
//
// Algorithm. ReaddressPlan gives the bijection and its cost. It is applied if a
// block takes fewer clocks, of wavefronts and address arithmetic together, and
// no part of the kernel takes more wavefronts than before.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_READDRESS_H
#define F2LAYOUT_PASSES_SWIZZLE_READDRESS_H

#include "passes/price/Placement.h"
#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

/// What f2layout-readdress with these options would do with the arrays of a
/// kernel, for passes that ask first.
MakePlacements placementsOf(const Options &O);

class ReaddressPass : public PassWithOptions<ReaddressPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_READDRESS_H
