//===- LaunchShape.h - What is known about the block of a kernel ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lane of a thread, and whether the other lanes of its warp exist, follow
// from its index and the shape of the block. CUDA states little about the
// shape:
//
//   __global__ void __launch_bounds__(128) k()   ->  "nvvm.maxntid"="128"
//
// is an upper bound on the number of threads and says nothing about x, y and z.
// An exact shape is proved by OpenCL's reqd_work_group_size or CUDA's
// __block_size__, or promised by the user's "f2layout-block"="32,8,1".
//
// IR can read the thread index in many ways: by intrinsics, inline assembly, a
// pair of mbcnt on AMD, loads from the implicit arguments, or calls of a device
// library that is not linked. classifyLaunchRead recognises all of them, so
// that no other code has to.
//
// A malformed or contradictory attribute is an Error. If there is an Error, the
// other members are what they would be without any attribute.
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

/// The dimensions whose thread index or block size F reads, not counting the
/// instructions in Except.
std::array<bool, 3>
dimensionsRead(const llvm::Function &F,
               llvm::ArrayRef<const llvm::Instruction *> Except = {});

/// The block size that a kernel reads is that of every block. CUDA and HIP
/// promise this. OpenCL allows the last block of a grid to be smaller than
/// requested; on AMD an attribute of the kernel says whether blocks are
/// uniform.
bool hasUniformBlocks(const llvm::Function &F);

/// The module is compiled for a GPU that the plugin knows something of.
bool isForGpu(const llvm::Module &M);

/// F is launched, not called, according to its calling convention.
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
  /// The fewest threads (lower end of flat-work-group-size).
  unsigned MinThreads = 1;
  /// The upper bound that the compiler knows and allocates registers for:
  /// maxntid, reqntid or flat-work-group-size, regardless of promises.
  std::optional<unsigned> BoundThreads;
  /// Exact size, when proved (reqntid, reqd_work_group_size) or promised
  /// (function attribute "f2layout-block"="x,y,z", module option).
  std::optional<std::array<unsigned, 3>> Exact;
  /// The exact number of threads, if known without their shape: equal
  /// amdgpu-flat-work-group-size bounds.
  std::optional<unsigned> ExactThreads;
  /// What a likely block has at least in each dimension (IndexBounds.h).
  std::array<unsigned, 3> LikelyAtLeast = {1, 1, 1};
  /// Dimensions whose thread index or block size the function reads.
  std::array<bool, 3> ReadsDim = {false, false, false};
  /// The y and z that the function reads number the threads of the block and
  /// serve nothing else (ThreadRank.h). Whoever launches it is likely to have
  /// blocks of one dimension.
  bool ReadsRankAlone = false;

  /// Blocks of one dimension are likely.
  bool isLikelyFlat() const {
    return ReadsRankAlone || !(ReadsDim[1] || ReadsDim[2]);
  }
  /// The threads of a block fill whole warps: known from ExactThreads, or
  /// promised.
  bool WholeWarps = false;
  /// Promised: threads that store to the same place in a race store the same
  /// value.
  bool RacesAgree = false;
  /// A malformed attribute: what it says and what was expected. The function is
  /// then left unchanged.
  std::string Error;

  /// Makes Size the exact shape, as the user promises. If the bounds contradict
  /// it, returns the reason and changes nothing; otherwise returns an empty
  /// string. A shape that is Exact already is kept.
  std::string promise(const std::array<unsigned, 3> &Size);

  /// The bounds as text.
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
