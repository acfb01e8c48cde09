//===- KernelAnalysisManagers.h - For tests of passes over kernels --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_PASSES_KERNELANALYSISMANAGERS_H
#define F2LAYOUT_TEST_UNIT_PASSES_KERNELANALYSISMANAGERS_H

#include "passes/sharedmemory/kernel/FunctionAnalyses.h"
#include "test/unit/passes/AnalysisManagers.h"

namespace f2layout {

/// With the analyses of FunctionAnalyses, too.
class KernelAnalysisManagers : public AnalysisManagers {
public:
  KernelAnalysisManagers() {
    Functions.registerPass([] { return SyncPointsAnalysis(); });
    Functions.registerPass([] { return LaunchShapeAnalysis(); });
    Functions.registerPass([] { return StatedLayoutsAnalysis(); });
    Functions.registerPass([] { return BlockUniformityAnalysis(); });
    Functions.registerPass([] { return ReachabilityAnalysis(); });
    Functions.registerPass([] { return KeptTileShapesAnalysis(); });
    Functions.registerPass([] { return SharedMemoryInfoAnalysis(); });
  }
};

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_PASSES_KERNELANALYSISMANAGERS_H
