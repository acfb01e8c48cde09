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
//   taken to be enough; __launch_bounds__ limits registers
//
// Algorithm. The estimate of RegisterPressure.h is made at the beginning of the
// pipeline and at its end, if somebody listens to remarks. In between it is an
// attribute of the kernel, which no other pass reads.
//
// What it is not. The assembler may take more or fewer registers with no change
// of the estimate. f2layout-try has its figures.
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
/// time.
class ResidencyRemarkPass : public PassWithOptions<ResidencyRemarkPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_RESIDENCYREMARK_H
