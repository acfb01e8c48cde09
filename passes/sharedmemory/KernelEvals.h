//===- KernelEvals.h - One evaluation of a kernel for all its arrays ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of a kernel share their address arithmetic. Two shapes of the
// block are evaluated: the largest one that the launch allows, for proofs, and
// a likely one, for costs. Most often they are the same.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNELEVALS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNELEVALS_H

#include "passes/evaluate/ThreadEval.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class KernelEvals {
public:
  KernelEvals(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
              const LaunchShape &L)
      : F(F), AM(AM), L(L) {}

  /// For what holds in every block of this launch.
  ThreadEval &forProofs();
  /// For one shape: the stated one or, if that is not known and matters, a
  /// likely one. One-dimensional blocks have the largest possible size; threads
  /// that would access memory outside of an array are assumed not to exist.
  ThreadEval &forCosts();
  EvalShape shapeForCosts() const;
  /// For rows of threads that begin at this lane.
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

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNELEVALS_H
