//===- KernelEvals.h - A kernel evaluated once for all its arrays ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays of one kernel share their address arithmetic, and those who look at
// them ask for two shapes of the block: the largest that the launch allows, for
// proofs, and a likely one, for costs. Most often they are the same.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_KERNELEVALS_H
#define F2LAYOUT_PASSES_EVALUATE_KERNELEVALS_H

#include "passes/evaluate/ThreadEval.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class KernelEvals {
public:
  KernelEvals(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
              const LaunchShape &L)
      : F(F), AM(AM), L(L) {}

  /// What holds in every block of this launch.
  ThreadEval &forProofs();
  /// Of one shape: the stated one, or if that is not known and matters, a
  /// likely one. One-dimensional blocks are as large as they may be; threads
  /// outside of an array do not exist.
  ThreadEval &forCosts();
  EvalShape shapeForCosts() const;
  /// In rows of threads that begin at this lane.
  std::unique_ptr<ThreadEval> fromLane(unsigned Lane);

private:
  std::unique_ptr<ThreadEval> make(const EvalShape &Shape,
                                   SymbolicIntTable &Terms);

  llvm::Function &F;
  llvm::FunctionAnalysisManager &AM;
  const LaunchShape &L;
  SymbolicIntTable Terms, TermsOfCosts;
  std::unique_ptr<ThreadEval> Proofs, Costs;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_KERNELEVALS_H
