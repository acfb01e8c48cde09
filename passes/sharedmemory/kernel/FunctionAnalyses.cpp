//===- FunctionAnalyses.cpp - What every proof asks of a function ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/kernel/FunctionAnalyses.h"

using namespace llvm;
using namespace f2layout;

FunctionAnalyses FunctionAnalyses::of(Function &F, FunctionAnalysisManager &AM,
                                      const LaunchShape &Launch) {
  return {F,
          AM.getResult<DominatorTreeAnalysis>(F),
          AM.getResult<PostDominatorTreeAnalysis>(F),
          AM.getResult<LoopAnalysis>(F),
          AM.getResult<SyncPointsAnalysis>(F),
          AM.getResult<BlockUniformityAnalysis>(F),
          Launch,
          AM.getResult<StatedLayoutsAnalysis>(F),
          AM.getResult<ReachabilityAnalysis>(F),
          AM.getResult<SharedMemoryInfoAnalysis>(F),
          AM.getResult<ScalarEvolutionAnalysis>(F)};
}
