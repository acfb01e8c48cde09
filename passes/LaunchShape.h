//===- LaunchShape.h - What is known of the block a kernel runs in --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCHSHAPE_H
#define F2LAYOUT_PASSES_LAUNCHSHAPE_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include <array>
#include <optional>

namespace f2layout {

/// Which dimension's index, size or other launch value an instruction reads.
/// Recognises the intrinsics of both targets, register-only inline asm of the
/// whitelist (%laneid, %tid.*, %ntid.*, lane masks), mbcnt pairs, loads of the
/// block size from AMD's implicit arguments or dispatch packet, and the
/// __ockl_get_local_id / __ockl_get_local_size calls of HIP without device
/// libraries.
struct LaunchRead {
  enum Kind {
    ThreadIndex, ///< threadIdx, Dim 0-2.
    BlockSize,   ///< blockDim, Dim 0-2.
    BlockIndex,  ///< blockIdx, Dim 0-2 (also cluster coordinates).
    GridSize,    ///< gridDim, Dim 0-2.
    Lane,        ///< Lane number within the warp.
    LaneMask,    ///< Dim: 0 eq, 1 lt, 2 le, 3 gt, 4 ge.
    WarpSize
  };
  Kind K;
  unsigned Dim = 0;
};
std::optional<LaunchRead> classifyLaunchRead(const llvm::Value *V);

struct LaunchShape {
  bool IsKernel = false;
  unsigned LaneBits = 5;
  /// The most threads a block may have (maxntid product, upper end of
  /// flat-work-group-size, reqntid, attribute "f2layout-block"; else 1024).
  unsigned MaxThreads = 1024;
  /// Exact size, when proved (reqntid, reqd_work_group_size) or promised
  /// (function attribute "f2layout-block"="x,y,z", module option).
  std::optional<std::array<unsigned, 3>> Exact;
  /// Exact number of threads though not their shape: equal
  /// amdgpu-flat-work-group-size bounds.
  std::optional<unsigned> ExactThreads;
  /// Dimensions whose thread index or block size the function reads.
  std::array<bool, 3> ReadsDim = {false, false, false};
  /// A malformed attribute: what it says and what was expected. The function
  /// is then left alone.
  std::string Error;

  void print(llvm::raw_ostream &OS) const;
};

class LaunchShapeAnalysis : public llvm::AnalysisInfoMixin<LaunchShapeAnalysis> {
  friend llvm::AnalysisInfoMixin<LaunchShapeAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = LaunchShape;
  Result run(llvm::Function &F, llvm::FunctionAnalysisManager &);
};

/// print<f2layout-launch>
class LaunchShapePrinterPass
    : public llvm::PassInfoMixin<LaunchShapePrinterPass> {
  llvm::raw_ostream &OS;

public:
  explicit LaunchShapePrinterPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCHSHAPE_H
