//===- ResidencyRemark.h - Tell how many warps fewer run ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Every rewrite prices the registers that it takes (Residency.h), and
// may be worth them. The user who compares the assembler's figures should read
// why they differ:
//
//   k.cu:31:1: remark: by estimate, about 41 registers of a thread will be in
//   use instead of 25, so that 42 warps run at a time instead of 64, which are
//   taken to be enough; __launch_bounds__(threads, blocks) states how many must
//   fit
//
// Algorithm. The estimate of RegisterPressure.h, with the accesses that LLVM
// will join (StatedVectors.h), is made at the beginning of the pipeline and at
// its end, if somebody listens to remarks. In between it is an attribute of the
// kernel, which no other pass reads.
//
// The assembler may take more registers with no change of the estimate. Where
// sizes or alignments of the kernel's accesses changed, and fewer warps would
// run in one of 20 such kernels or more (Residency.h), an analysis says so:
//
//   k.cu:31:1: remark: the new accesses may take more registers, and fewer
//   warps run at a time: by estimate a thread has about 37, in nine kernels of
//   ten 22 to 50, with which 64 to 36 warps run; ...
//
// A kernel that states how many blocks or waves must fit keeps them, and
// nothing is said. f2layout-try has the assembler's figures.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_RESIDENCYREMARK_H
#define F2LAYOUT_PASSES_PRICE_RESIDENCYREMARK_H

#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

/// Keeps the estimate of each kernel as it is written.
class KeepPressurePass : public llvm::PassInfoMixin<KeepPressurePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// Passed, if the kernel's estimate has grown so that fewer warps run at a
/// time; Analysis, if it has not, but they may become fewer.
class ResidencyRemarkPass : public PassWithOptions<ResidencyRemarkPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_RESIDENCYREMARK_H
