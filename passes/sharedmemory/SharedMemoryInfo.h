//===- SharedMemoryInfo.h - What a kernel does with shared memory ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Every rewrite asks the same of a kernel: which shared arrays there
// are, who accesses them, and at which address in each thread. In most kernels
// no rewrite changes anything, so the answers stay true from the first pass to
// the last.
//
// Rule. This analysis holds the answers. Each is computed when somebody asks for
// it, once for each block shape, and kept until the function changes. It is a
// function analysis of LLVM's: a pass that changes the function drops it by what
// it preserves. A pass that goes on after a change of its own must not use what
// it got before.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_SHAREDMEMORYINFO_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_SHAREDMEMORYINFO_H

#include "passes/evaluate/ThreadEval.h"
#include "passes/sharedmemory/SharedObjects.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

class SharedMemoryInfo {
public:
  SharedMemoryInfo(llvm::Function &F, const BlockUniformity &Uniformity,
                   const llvm::DominatorTree &DT,
                   const llvm::PostDominatorTree &PDT, const llvm::LoopInfo &LI)
      : F(F), Uniformity(Uniformity), DT(DT), PDT(PDT), LI(LI) {}

  /// The shared arrays that the function uses, with all their accesses
  /// (SharedObjects.h). With matrices: accesses of whole matrices are listed;
  /// else an array that has one is refused.
  llvm::ArrayRef<SharedObject> objects(bool WithMatrices = false);

  /// The values of every thread of a block of this shape.
  ThreadEval &evaluation(const EvalShape &Shape);
  /// An evaluation that is not kept, whose terms compare with those of the
  /// evaluation for the shape Like.
  std::unique_ptr<ThreadEval> evaluationLike(const EvalShape &Like,
                                             const EvalShape &Shape);

private:
  struct Evaluation {
    EvalShape Shape;
    SymbolicIntTable Terms;
    std::unique_ptr<ThreadEval> Eval;
  };
  Evaluation &find(const EvalShape &Shape);

  llvm::Function &F;
  const BlockUniformity &Uniformity;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const llvm::LoopInfo &LI;
  std::optional<llvm::SmallVector<SharedObject, 4>> Objects[2];
  std::vector<std::unique_ptr<Evaluation>> Evaluations;
};

class SharedMemoryInfoAnalysis
    : public llvm::AnalysisInfoMixin<SharedMemoryInfoAnalysis> {
  friend llvm::AnalysisInfoMixin<SharedMemoryInfoAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = SharedMemoryInfo;
  SharedMemoryInfo run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_SHAREDMEMORYINFO_H
