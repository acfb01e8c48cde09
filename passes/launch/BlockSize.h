//===- BlockSize.h - f2layout-block-size: promises before the optimiser ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. block= and "f2layout-block" promise the shape of a kernel's blocks.
// If only the passes at the end of the pipeline know it, LLVM has optimised a
// kernel for any block:
//
//   for (int i = threadIdx.x; i < 512; i += blockDim.x)   256 threads: twice
//     tile[i] = in[i];
//
// The loop stays, and a store in a loop has no fixed place before a barrier.
//
//   before   %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
//            %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
//            %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
//   after    256, 0,
//            %x = call range(i32 0, 256) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
//
// Algorithm. A read of the block's size becomes a constant, and so does a read
// of the thread's index in a dimension of one thread; other reads of the index
// get their range. classifyLaunchRead knows the reads: intrinsics and assembly
// on NVIDIA; intrinsics, implicit arguments, dispatch packet and functions of
// the device library on AMD. AMD's library also asks whether the block is a
// smaller one at the end of the grid. There is none.
//
// Where it runs. The names blockDim.x and threadIdx.x are functions of CUDA's
// and HIP's headers, and are reads of the kernel once they are inlined. In
// clang and in opt's default<O3> the pass runs at the beginning of the pipeline
// and behind each run of InstCombine. The first of these in a kernel comes
// after all inlining into it, and before loops are unrolled.
//
// Legality. The user promises the shape for every launch of the kernel.
// PromisedShapes.h says which device functions it holds for.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_BLOCKSIZE_H
#define F2LAYOUT_PASSES_LAUNCH_BLOCKSIZE_H

#include "passes/support/Options.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class BlockSizePass : public llvm::PassInfoMixin<BlockSizePass> {
  /// The shape that is promised for all kernels.
  std::optional<std::array<unsigned, 3>> Block;

public:
  explicit BlockSizePass(std::optional<std::array<unsigned, 3>> Block = {})
      : Block(Block) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  void
  printPipeline(llvm::raw_ostream &OS,
                llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapName);
};

/// The parameter of f2layout-block-size and f2layout-trip-counts: "", or
/// "block=32x8".
llvm::Expected<std::optional<std::array<unsigned, 3>>>
parseBlockSizeOptions(llvm::StringRef Parameters);
void printBlockSizeOptions(llvm::raw_ostream &OS,
                           const std::optional<std::array<unsigned, 3>> &Block);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_BLOCKSIZE_H
