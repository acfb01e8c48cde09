//===- BlockUniformity.h - What is the same for every thread of a block ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier may only be inserted, moved or removed where all threads of the
// block come by together, the same number of times:
//
//   for (int k = 0; k < n; ++k) {       // uniform: n is an argument
//     if (threadIdx.x < m) s[...] = ... // divergent, but all threads rejoin
//     __syncthreads();                  // uniformly reached
//     if (k * k > n) break;             // uniform exit: no harm
//   }
//   if (threadIdx.x == 0) return;       // divergent exit
//   __syncthreads();                    // not uniformly reached
//
// LLVM has a uniformity analysis, but what its targets feed to it answers
// another question: on AMDGPU "uniform" means the same for the lanes of one
// wave (readfirstlane is uniform there, and is not for the block), and on NVPTX
// every call varies, barriers included.
//
// Algorithm. (1) LLVM's solver, which knows joins of divergent branches, cycles
// with divergent exits and irreducible control flow, gets seeds of our own: a
// TargetTransformInfo that answers for the block. (2) Control dependence: the
// branches that decide whether and how often a block runs, and transitively
// those that decide about them. If all of them are uniform, so is the reach. A
// call in which threads may vanish (assembly "exit", a function that need not
// return) counts as one more divergent branch.
//
// It is assumed that loops end, as all of LLVM does.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_BLOCKUNIFORMITY_H
#define F2LAYOUT_PASSES_UNIFORMITY_BLOCKUNIFORMITY_H

#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace f2layout {
inline namespace passes {

/// Answers for one function. Conservative: what is not proved uniform varies.
/// The function must not change while the answers are in use.
class BlockUniformity {
public:
  BlockUniformity(llvm::Function &F, const LaunchShape &Shape);
  BlockUniformity(BlockUniformity &&);
  BlockUniformity &operator=(BlockUniformity &&);
  ~BlockUniformity();

  /// V has the same value in every thread of the block (same dynamic instance
  /// of every enclosing loop). Outside of a loop that threads leave at
  /// different times, a value from inside is not uniform though it is here: ask
  /// isUniformUse for that.
  bool isUniform(const llvm::Value *V) const;
  /// The value that U reads, where U reads it.
  bool isUniformUse(const llvm::Use &U) const;
  /// Every thread of the block that is still running takes the same successor.
  bool hasUniformBranch(const llvm::BasicBlock *BB) const;
  /// Whether BB executes depends on uniform branches only: if one thread of the
  /// block gets there, all do, the same number of times, and none has left the
  /// kernel by a divergent exit before.
  bool isUniformlyReached(const llvm::BasicBlock *BB) const;
  /// If BB is not uniformly reached, a divergent terminator that decides it, or
  /// the call in which threads may end. Null if BB is uniformly reached, or if
  /// nothing is known about the function at all.
  const llvm::Instruction *divergenceOf(const llvm::BasicBlock *BB) const;

  /// The client may know more: this branch, whose condition depends on the
  /// thread index, was evaluated for every thread and goes one way each time it
  /// is executed. Refines the answers above.
  void assumeUniformBranch(const llvm::BasicBlock *BB);
  /// Several at once: each call solves anew.
  void assumeUniformBranches(llvm::ArrayRef<const llvm::BasicBlock *> Blocks);

  void print(llvm::raw_ostream &OS) const;

private:
  struct Solution;

  void solve();
  void findReach();

  llvm::Function *F;
  LaunchShape Shape;
  /// Functions with exception edges or other unusual terminators: all varies.
  bool Unknown = false;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> Assumed;
  std::unique_ptr<Solution> Solved;
  /// Blocks that are not uniformly reached, with the reason.
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
class BlockUniformityPrinterPass
    : public llvm::PassInfoMixin<BlockUniformityPrinterPass> {
  llvm::raw_ostream &OS;

public:
  explicit BlockUniformityPrinterPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_BLOCKUNIFORMITY_H
