//===- ThreadReach.h - Which threads never come to a block ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a block must come to a conversion together. BlockUniformity.h
// proves that of most code, but what it cannot prove is not wrong:
//
//   if (n < limit[0]) convert();                      // from memory
//   if (threadIdx.x / 128 == 0) convert();            // in blocks of 128
//   for (i = threadIdx.x; i < 512; i += 128) convert(); // four times, all
//
// To ask for a conversion is a promise, as __syncthreads() is. An error needs
// two threads of which one comes and the other never does:
//
//   if (threadIdx.x < 7 && n > 3) convert();
//
// Algorithm. Conditions of branches that may diverge are evaluated for every
// thread (ThreadEval.h); n > 3 has no value, and 9 < 7 && n > 3 is false. Then
// each thread walks over the blocks: one way where the condition has a value,
// all ways elsewhere. Where it does not come then, it never does. Threads that
// decide alike walk once.
//
// Shapes. Where the block's shape is not known, it is taken to have a first row
// as long as a warp, unless the function reads threadIdx.y or z, too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_THREADREACH_H
#define F2LAYOUT_PASSES_EVALUATE_THREADREACH_H

#include "passes/evaluate/ThreadEval.h"
#include "llvm/ADT/BitVector.h"

namespace f2layout {
inline namespace passes {

/// Answers for one function, which must not change meanwhile.
class ThreadReach {
public:
  ThreadReach(llvm::Function &F, const LaunchShape &Launch,
              llvm::FunctionAnalysisManager &FAM);

  /// The branch at which a thread that never comes to BB parts from one that
  /// may; null if none is seen.
  const llvm::Instruction *partingBefore(const llvm::BasicBlock *BB) const;

private:
  using Ways = std::vector<int>;

  void evaluate(ThreadEval &Eval, const LaunchShape &Launch);
  llvm::BitVector walk(const Ways &Chosen) const;
  const llvm::Instruction *parting(const llvm::BasicBlock *BB,
                                   const llvm::BitVector &Comes,
                                   const llvm::BitVector &Stays) const;

  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Number;
  /// Blocks whose branch may diverge, to their place in Ways.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Deciding;
  const llvm::BasicBlock *Entry;
  /// The blocks that threads which decide alike may come to, by Number.
  std::vector<llvm::BitVector> Reached;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_THREADREACH_H
