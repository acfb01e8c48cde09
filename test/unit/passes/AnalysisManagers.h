//===- AnalysisManagers.h - LLVM's analyses, for tests of passes ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_PASSES_ANALYSISMANAGERS_H
#define F2LAYOUT_TEST_UNIT_PASSES_ANALYSISMANAGERS_H

#include "llvm/Passes/PassBuilder.h"

namespace f2layout {

/// The managers with LLVM's analyses. A test registers the project's analyses
/// that it asks for in Functions.
class AnalysisManagers {
  llvm::LoopAnalysisManager Loops;
  llvm::CGSCCAnalysisManager CallGraphs;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder;

public:
  llvm::FunctionAnalysisManager Functions;

  AnalysisManagers() {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(CallGraphs);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, CallGraphs, Modules);
  }
};

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_PASSES_ANALYSISMANAGERS_H
