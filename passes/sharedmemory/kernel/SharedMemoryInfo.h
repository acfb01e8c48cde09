//===- SharedMemoryInfo.h - What a kernel does with shared memory ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Every rewrite needs the shared arrays of a kernel, their accesses,
// and the address of each access in each thread. Most kernels are not changed,
// so these facts hold from the first pass to the last.
//
// Rule. This analysis computes each fact on demand and keeps it until the
// function changes: the arrays once (with and without accesses of matrices),
// the evaluations once per block shape. It is an LLVM function analysis, so its
// result is dropped unless a pass preserves it. A pass that continues after it
// has changed the function must not use facts that it obtained before.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_SHAREDMEMORYINFO_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_SHAREDMEMORYINFO_H

#include "passes/evaluate/ThreadEval.h"
#include "passes/sharedmemory/kernel/KeptTileShapes.h"
#include "passes/sharedmemory/kernel/Segments.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class SharedMemoryInfo {
public:
  SharedMemoryInfo(llvm::Function &F, const BlockUniformity &Uniformity,
                   const llvm::DominatorTree &DT,
                   const llvm::PostDominatorTree &PDT, const llvm::LoopInfo &LI,
                   const SyncPoints &Syncs, Reachability &Paths,
                   KeptTileShapes &Tiles);
  SharedMemoryInfo(SharedMemoryInfo &&);
  ~SharedMemoryInfo();

  /// The shared arrays that the function uses, with all their accesses
  /// (SharedObjects.h). With matrices: accesses of whole matrices are listed;
  /// else an array that has one is refused.
  llvm::ArrayRef<SharedObject> objects(bool WithMatrices = false);

  /// Which barriers come before an access, and what may run after a barrier.
  Segments &segments() { return Between; }

  const llvm::LoopInfo &loops() const { return LI; }

  /// Evaluates values for every thread of a block of this shape.
  ThreadEval &evaluation(const EvalShape &Shape);
  /// An evaluation that the caller owns, for blocks of the given shape. It
  /// shares the table of symbolic integers with the evaluation for the shape
  /// Like, so that values of the two shapes can be compared.
  std::unique_ptr<ThreadEval> evaluationLike(const EvalShape &Like,
                                             const EvalShape &Shape);

  /// The shape that the kernel tests for, else the likeliest one that its tiles
  /// suggest (TileShapes.h), if any; for costs. It is looked for once.
  std::optional<EvalShape> tileShape(const LaunchShape &L);
  /// All shapes that the tiles suggest. They are looked for once.
  llvm::ArrayRef<EvalShape> shapesOfTiles(const LaunchShape &L);

  /// The info refers to the analyses that it was made from.
  bool invalidate(llvm::Function &F, const llvm::PreservedAnalyses &PA,
                  llvm::FunctionAnalysisManager::Invalidator &Inv);

private:
  struct Evaluation {
    EvalShape Shape;
    /// Examples of iterations have that of the first one.
    std::shared_ptr<SymbolicIntTable> Terms;
    std::unique_ptr<ThreadEval> Eval;
  };
  Evaluation &find(const EvalShape &Shape);

  llvm::Function &F;
  const BlockUniformity &Uniformity;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const llvm::LoopInfo &LI;
  Segments Between;
  std::optional<llvm::SmallVector<SharedObject, 4>> Objects[2];
  std::vector<std::unique_ptr<Evaluation>> Evaluations;
  std::optional<std::optional<EvalShape>> OfTiles;
  KeptTileShapes &Tiles;
};

class SharedMemoryInfoAnalysis
    : public llvm::AnalysisInfoMixin<SharedMemoryInfoAnalysis> {
  friend llvm::AnalysisInfoMixin<SharedMemoryInfoAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = SharedMemoryInfo;
  SharedMemoryInfo run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

/// Preserved without the info, for a pass after which no other pass evaluates
/// the function soon. The values of all threads would take much memory while
/// the other functions of the module are rewritten.
inline llvm::PreservedAnalyses
withoutEvaluations(llvm::PreservedAnalyses Preserved) {
  Preserved.abandon<SharedMemoryInfoAnalysis>();
  return Preserved;
}

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_SHAREDMEMORYINFO_H
