//===- KeptTileShapes.h - Block shapes kept while a kernel changes --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Which block shapes the tiles of a kernel suggest (TileShapes.h)
// takes many evaluations. A pass that tries changes on copies of the kernel
// would find the same shapes for each copy, and again for the kernel after the
// change.
//
// Rule. The shapes are dropped with all other facts when the function changes,
// unless a pass holds them. They are guesses: code for a guessed shape runs
// behind a test, so shapes of the kernel as it was are never wrong.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KEPTTILESHAPES_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KEPTTILESHAPES_H

#include "passes/launch/EvalShape.h"
#include "llvm/IR/PassManager.h"
#include <optional>

namespace f2layout {
inline namespace passes {

class KeptTileShapes {
public:
  using Shapes = llvm::SmallVector<EvalShape, 4>;

  std::optional<Shapes> Found;
  /// The shapes outlive changes of the function.
  bool IsHeld = false;

  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &PA,
                  llvm::FunctionAnalysisManager::Invalidator &);
};

class KeptTileShapesAnalysis
    : public llvm::AnalysisInfoMixin<KeptTileShapesAnalysis> {
  friend llvm::AnalysisInfoMixin<KeptTileShapesAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = KeptTileShapes;
  KeptTileShapes run(llvm::Function &, llvm::FunctionAnalysisManager &) {
    return {};
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KEPTTILESHAPES_H
