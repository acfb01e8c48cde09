//===- KernelWork.h - What a kernel does besides its exchanges ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Registers that a plan takes slow down the whole kernel, not only the
// exchange that it replaces:
//
//   for each tile:
//     exchange                    136 -> 76 clocks
//     512 multiply-adds           256 clocks, which take a third longer with
//                                 three quarters of the warps
//
// The same work hides accesses to memory: while some warps wait, others issue.
// A rewrite that removes hidden accesses in exchange for arithmetic makes the
// kernel slower:
//
//   for (i = t; i < 48 * 48; i += 256)     37 instructions, 18 clocks
//     .. = tile[i % 48 * 48 + i / 48];     13 wavefronts, nobody waits for them
//
// The estimate misses this loop, which is changed and loses 6%: the back end
// widens its divisions to 64 bits, so it issues more than is counted here.
//
// Algorithm. Every instruction that becomes code counts as one of the ALU, as
// often as its loop runs (LoopWeights.h); a vector counts once for each
// element, and a division by a constant as the four instructions that it
// becomes. The latency of memory is not counted, so the estimate is low.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_KERNELWORK_H
#define F2LAYOUT_PASSES_PRICE_KERNELWORK_H

#include "layouts/machine/Machine.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace f2layout {
inline namespace passes {

/// Clocks of one warp for the arithmetic of the kernel, and for issuing the
/// rest.
double kernelWork(const llvm::Function &F, const llvm::LoopInfo &LI,
                  llvm::ScalarEvolution &SE, const Machine &M);
/// WeightOf: how often the instructions of a block run.
double kernelWork(const llvm::Function &F,
                  llvm::function_ref<double(const llvm::BasicBlock *)> WeightOf,
                  const Machine &M);

/// Stores to global memory that take so many clocks of a warp make no
/// difference for a kernel with that work.
bool hidesStores(double Work, double Clocks);
/// Whether the other work of a kernel hides its accesses to shared memory, so
/// that they had better stay as they are. The clocks are those of one warp: the
/// kernel's work, the accesses before and after a change, and the arithmetic
/// that the change adds.
///
/// Accesses and arithmetic go through two units, which work at the same time
/// for different warps: together they take more than the longer of the two, and
/// less than both. The root of the sum of their squares lies between.
///
/// Measured on an H200 with 200 random transposes (tiles of 24 to 96 columns,
/// four types, six forms, 0 to 48 products for an element), of which 187 have
/// other addresses to choose. If all take them, 17 lose more than 1.5%, and the
/// mean is 1.278x. This rule leaves 4 such losses, and 1.271x. Two thresholds,
/// of `Before` and of `Added` in `Work`, left 14, and 1.252x.
bool hidesWavefronts(double Work, double Before, double After, double Added);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_KERNELWORK_H
