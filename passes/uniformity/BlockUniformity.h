//===- BlockUniformity.h - Values that are the same in a whole block ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier may only be inserted, moved or removed where all threads of the
// block arrive together and equally often:
//
//   for (int k = 0; k < n; ++k) {       // uniform: n is an argument
//     if (threadIdx.x < m) s[...] = ... // divergent, but all threads rejoin
//     __syncthreads();                  // uniformly reached
//     if (k * k > n) break;             // uniform exit: harmless
//   }
//   if (threadIdx.x == 0) return;       // divergent exit
//   __syncthreads();                    // not uniformly reached
//
// LLVM has a uniformity analysis, but its targets answer another question. On
// AMDGPU "uniform" means the same in all lanes of a wave (readfirstlane is
// uniform there, but not in the block), and on NVPTX every call varies, even a
// barrier.
//
// Algorithm. (1) LLVM's solver handles joins of divergent branches, cycles with
// divergent exits, and irreducible control flow. It gets seeds of our own: a
// TargetTransformInfo that answers for the block. (2) Control dependence gives
// the branches that decide whether and how often a block runs, and transitively
// the branches that decide about those. If all of them are uniform, the block
// is uniformly reached. A call in which threads may end (assembly "exit", a
// function that may not return) counts as one more divergent branch.
//
// Like LLVM, we assume that loops terminate.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_BLOCKUNIFORMITY_H
#define F2LAYOUT_PASSES_UNIFORMITY_BLOCKUNIFORMITY_H

#include "passes/launch/LaunchShape.h"
#include "passes/support/PassBases.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace f2layout {
inline namespace passes {

/// The answers for one function. They are conservative: a value that is not
/// proved uniform varies. The function must not change while they are in use.
class BlockUniformity {
public:
  BlockUniformity(llvm::Function &F, const LaunchShape &Shape);

  /// The answers for the same function and another launch. Nothing is solved
  /// anew if the launch makes no difference.
  BlockUniformity forLaunch(const LaunchShape &Other) const;

  /// V has the same value in every thread of the block (in the same dynamic
  /// instance of every enclosing loop). If threads leave a loop at different
  /// times, a value of the loop that is uniform inside it is not uniform
  /// outside; use isUniformUse for such uses.
  bool isUniform(const llvm::Value *V) const;
  /// The value of U is uniform at the place of the use.
  bool isUniformUse(const llvm::Use &U) const;
  /// Every thread of the block that is still running takes the same successor.
  bool hasUniformBranch(const llvm::BasicBlock *BB) const;
  /// Whether BB runs depends on uniform branches only: if one thread of the
  /// block reaches it, all threads do, equally often, and no thread has left
  /// the kernel by a divergent exit before.
  bool isUniformlyReached(const llvm::BasicBlock *BB) const;
  /// If BB is not uniformly reached, a divergent terminator that it depends on,
  /// or the call in which threads may end. Null if BB is uniformly reached, or
  /// if nothing is known about the function.
  const llvm::Instruction *divergenceOf(const llvm::BasicBlock *BB) const;

  /// Refines the answers above. The client has evaluated the condition of this
  /// branch for every thread and knows that all threads take the same successor
  /// whenever it is executed, although the condition depends on the thread
  /// index.
  void assumeUniformBranch(const llvm::BasicBlock *BB);
  /// The same for several branches. Each call solves the problem anew.
  void assumeUniformBranches(llvm::ArrayRef<const llvm::BasicBlock *> Blocks);

  void print(llvm::raw_ostream &OS) const;

private:
  struct Flow;

  void solve();
  void findReach();

  llvm::Function *F;
  LaunchShape Shape;
  /// What does not depend on the assumptions. Copies share it.
  std::shared_ptr<Flow> Known;
  /// The function has exception edges or other unusual terminators: every value
  /// varies.
  bool Unknown = false;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> Assumed;
  std::shared_ptr<llvm::UniformityInfo> Solved;
  /// Blocks that are not uniformly reached, each with the reason.
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::Instruction *> Divergent;
};

class BlockUniformityAnalysis
    : public llvm::AnalysisInfoMixin<BlockUniformityAnalysis> {
  friend llvm::AnalysisInfoMixin<BlockUniformityAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = BlockUniformity;
  Result run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

/// print<f2layout-uniformity>
using BlockUniformityPrinterPass = AnalysisPrinterPass<BlockUniformityAnalysis>;

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_BLOCKUNIFORMITY_H
