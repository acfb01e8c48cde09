//===- VersionPrice.h - What a second version of a kernel must save -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. What is proved for a guessed shape of the block runs behind a test,
// with the kernel as it was behind the other branch:
//
//   if (blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1)
//     ...                          with fewer clocks
//   else
//     ...                          as it was
//
// The test takes time in every thread. The copy takes time of compilation in
// this and in every later pass, and room in the instruction cache and on disk.
// It also takes part in the allocation of registers, of which a kernel has one
// number.
//
// Rule. A version must save at least a tenth of the clocks that are at stake,
// as they will run without it (exchange/ExchangeGain.h), and of all that the
// kernel does (KernelWork.h) at least 3 hundredths, or 2 hundredths for each
// 256 instructions of the copy; and at least what the test takes, and a clock
// for each 256 instructions. Clocks are those of a warp; one in a loop counts
// as often as the loop runs (LoopWeights.h). Where only a part of a kernel has
// two versions, the choice of the part is free, and it must save a clock for
// each 32 instructions of it. None of these numbers but the time of the test is
// measured: a version that saves less is not worth the time of compilation, nor
// the trouble of debugging it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_VERSIONPRICE_H
#define F2LAYOUT_PASSES_PRICE_VERSIONPRICE_H

#include "layouts/machine/Machine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace f2layout {
inline namespace passes {

/// A second version of F that saves that many of the clocks before pays.
bool paysForVersion(const llvm::Function &F, const llvm::LoopInfo &LI,
                    llvm::ScalarEvolution &SE, const Machine &M, double Before,
                    double Saved);
/// Clocks that a second version of a part of a kernel, with that many
/// instructions, must save.
double priceOfPart(unsigned Instructions);
/// The same for as many more instructions in such a part.
double priceOfLargerPart(unsigned Instructions);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_VERSIONPRICE_H
