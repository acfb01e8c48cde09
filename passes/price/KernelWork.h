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
// Algorithm. Every instruction that becomes code counts as one of the ALU, as
// often as its loop runs (LoopWeights.h); a vector counts once for each
// element. The latency of memory is not counted, so the estimate is low.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_KERNELWORK_H
#define F2LAYOUT_PASSES_PRICE_KERNELWORK_H

#include "layouts/machine/Machine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace f2layout {
inline namespace passes {

/// Clocks of one warp for the arithmetic of the kernel, and for issuing the
/// rest.
double kernelWork(const llvm::Function &F, const llvm::LoopInfo &LI,
                  llvm::ScalarEvolution &SE, const Machine &M);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_KERNELWORK_H
