//===- TripCounts.h - f2layout-trip-counts ----------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. In blocks of 256 threads, every thread runs this loop twice:
//
//   for (int i = threadIdx.x; i < 512; i += 256)
//     tile[i] = in[i];
//
// LLVM counts (511 - threadIdx.x) / 256 + 1 iterations. It knows that this is
// between 2 and 2, since threadIdx.x is below 256, but unrolls only loops whose
// count is a constant.
//
//   before   %i = phi i32 [ %x, %entry ], [ %next, %loop ]
//            %more = icmp ult i32 %i, 256
//            br i1 %more, label %loop, label %end
//   after    %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
//            %last = icmp eq i32 %k, 1
//            br i1 %last, label %end, label %loop
//
// Algorithm. For each exit that every iteration passes, if ScalarEvolution
// knows when it is taken, as a value that is not constant but has a range of
// one number, then a counter replaces the condition. The pass runs directly
// before LLVM's full unrolling, in functions whose block is promised; others
// are compiled as without the plugin.
//
// Legality. The exit is taken in the iteration of that number, as before.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_TRIPCOUNTS_H
#define F2LAYOUT_PASSES_LAUNCH_TRIPCOUNTS_H

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"
#include <array>
#include <optional>

namespace llvm {
class LPMUpdater;
} // namespace llvm

namespace f2layout {
inline namespace passes {

class TripCountsPass : public llvm::PassInfoMixin<TripCountsPass> {
  /// The shape that is promised for all kernels.
  std::optional<std::array<unsigned, 3>> Block;

public:
  explicit TripCountsPass(std::optional<std::array<unsigned, 3>> Block = {})
      : Block(Block) {}
  llvm::PreservedAnalyses run(llvm::Loop &L, llvm::LoopAnalysisManager &AM,
                              llvm::LoopStandardAnalysisResults &AR,
                              llvm::LPMUpdater &);
  void
  printPipeline(llvm::raw_ostream &OS,
                llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapName);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_TRIPCOUNTS_H
