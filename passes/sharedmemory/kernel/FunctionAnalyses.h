//===- FunctionAnalyses.h - The analyses that proofs need -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_FUNCTIONANALYSES_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_FUNCTIONANALYSES_H

#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/Reachability.h"
#include "passes/uniformity/BlockUniformity.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

namespace f2layout {
inline namespace passes {

/// The analyses of a function that proofs about its shared memory need.
struct FunctionAnalyses {
  llvm::Function &F;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const llvm::LoopInfo &LI;
  const SyncPoints &Syncs;
  const BlockUniformity &Uniformity;
  const LaunchShape &Launch;
  const StatedLayouts &Stated;
  Reachability &Paths;
  SharedMemoryInfo &Memory;
  llvm::ScalarEvolution &SE;

  static FunctionAnalyses of(llvm::Function &F,
                             llvm::FunctionAnalysisManager &AM,
                             const LaunchShape &Launch);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_FUNCTIONANALYSES_H
