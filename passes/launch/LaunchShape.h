//===- LaunchShape.h - What is known of the block a kernel runs in --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which lane a thread sits in, and whether its warp neighbours exist, follows
// from its index and the shape of the block. CUDA states little of that:
//
//   __global__ void __launch_bounds__(128) k()   ->  "nvvm.maxntid"="128"
//
// is an upper bound and says nothing of x, y and z. An exact shape is proved
// by OpenCL's reqd_work_group_size, CUDA's __block_size__, or promised by the
// user's "f2layout-block"="32,8,1".
//
// Reading the index has many spellings, too: intrinsics, inline assembly, a
// pair of mbcnt on AMD, loads from the implicit arguments, calls into a device
// library that is not linked. classifyLaunchRead knows them, so that nobody
// else need.
//
// A malformed or contradictory attribute is an Error. The numbers of a shape
// with an Error are what they would be without any attribute.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_LAUNCHSHAPE_H
#define F2LAYOUT_PASSES_LAUNCH_LAUNCHSHAPE_H

#include "layouts/machine/Limits.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include <array>
#include <optional>

namespace f2layout {
inline namespace passes {

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
    BlockIndex,  ///< blockIdx, Dim 0-2. Dim 3-5: block within its cluster, 6:
                 ///< its rank there, 7-9: cluster within the grid.
    GridSize,    ///< gridDim, Dim 0-2. Dim 3-5: blocks of a cluster, 6: their
                 ///< product, 7-9: clusters of the grid.
    Lane,        ///< Lane number within the warp.
    LaneMask,    ///< Dim: 0 eq, 1 lt, 2 le, 3 gt, 4 ge.
    WarpSize
  };
  Kind K;
  unsigned Dim = 0;
};
std::optional<LaunchRead> classifyLaunchRead(const llvm::Value *V);

/// Dimensions whose thread index or block size F reads, Except aside.
std::array<bool, 3>
dimensionsRead(const llvm::Function &F,
               llvm::ArrayRef<const llvm::Instruction *> Except = {});

/// The block size that a kernel reads is that of every block. CUDA and HIP
/// promise it; OpenCL lets the last block of a grid be smaller than what was
/// asked for, and a kernel on AMD says if it is not of that kind.
bool hasUniformBlocks(const llvm::Function &F);

/// F is launched, not called: its calling convention says so.
bool isKernel(const llvm::Function &F);

/// log2 of the warp size F is compiled for: 5 on NVPTX; from "target-features",
/// else "target-cpu", on AMDGPU.
unsigned laneBits(const llvm::Function &F);

struct LaunchShape {
  bool IsKernel = false;
  unsigned LaneBits = 5;
  /// The most threads a block may have (maxntid product, upper end of
  /// flat-work-group-size, reqntid, attribute "f2layout-block"; else 1024).
  unsigned MaxThreads = MaxBlockThreads;
  /// The fewest (lower end of flat-work-group-size).
  unsigned MinThreads = 1;
  /// The upper bound that the compiler knows, and allots registers for:
  /// maxntid, reqntid or flat-work-group-size, whatever is promised besides.
  std::optional<unsigned> BoundThreads;
  /// Exact size, when proved (reqntid, reqd_work_group_size) or promised
  /// (function attribute "f2layout-block"="x,y,z", module option).
  std::optional<std::array<unsigned, 3>> Exact;
  /// Exact number of threads though not their shape: equal
  /// amdgpu-flat-work-group-size bounds.
  std::optional<unsigned> ExactThreads;
  /// Dimensions whose thread index or block size the function reads.
  std::array<bool, 3> ReadsDim = {false, false, false};
  /// The threads of a block fill whole warps: known from ExactThreads, or
  /// promised.
  bool WholeWarps = false;
  /// Promised: threads that store to one place at once store the same.
  bool RacesAgree = false;
  /// A malformed attribute: what it says and what was expected. The function
  /// is then left alone.
  std::string Error;

  /// Takes Size for the exact shape, as the user promises. Why the bounds say
  /// otherwise, and nothing is changed; empty if they do not. A shape that is
  /// Exact already stays, whatever is promised.
  std::string promise(const std::array<unsigned, 3> &Size);

  /// The bounds, in words.
  std::string boundsText() const;
  bool allows(const std::array<unsigned, 3> &Size) const;
  /// Makes the shape exact.
  void take(const std::array<unsigned, 3> &Size);

  void print(llvm::raw_ostream &OS) const;
};

class LaunchShapeAnalysis
    : public llvm::AnalysisInfoMixin<LaunchShapeAnalysis> {
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

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_LAUNCHSHAPE_H
