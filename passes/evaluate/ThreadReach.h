//===- ThreadReach.h - Which threads never reach a block ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a block must reach a conversion together. BlockUniformity.h
// proves this for most code, but code for which it has no proof may be correct:
//
//   if (n < limit[0]) convert();                      // from memory
//   if (threadIdx.x / 128 == 0) convert();            // in blocks of 128
//   for (i = threadIdx.x; i < 512; i += 128) convert(); // four times, all
//
// Like __syncthreads(), a conversion is a promise that all threads reach it. To
// report an error there must be two threads of which one reaches the conversion
// and the other never does:
//
//   if (threadIdx.x < 7 && n > 3) convert();
//
// Algorithm. The conditions of branches that may diverge are evaluated for
// every thread (ThreadEval.h); n > 3 has no value, and 9 < 7 && n > 3 is false.
// Then each thread is followed through the blocks: along one edge where the
// condition has a value, and along all edges elsewhere. A thread that does not
// reach a block in this way never reaches it. Threads with equal decisions are
// followed only once.
//
// Shapes. If the block's shape is not known, its first row is assumed to be as
// long as a warp, unless the function also reads threadIdx.y or z.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_THREADREACH_H
#define F2LAYOUT_PASSES_EVALUATE_THREADREACH_H

#include "passes/evaluate/ThreadEval.h"
#include "llvm/ADT/BitVector.h"

namespace f2layout {
inline namespace passes {

/// The answers for one function, which must not change while they are in use.
class ThreadReach {
public:
  ThreadReach(llvm::Function &F, const LaunchShape &Launch,
              llvm::FunctionAnalysisManager &FAM);

  /// The branch at which a thread that never reaches BB parts from a thread
  /// that may reach it; null if none is found.
  const llvm::Instruction *partingBefore(const llvm::BasicBlock *BB) const;

private:
  using Ways = std::vector<int>;

  void evaluate(ThreadEval &Eval, const LaunchShape &Launch);
  llvm::BitVector walk(const Ways &Chosen) const;
  const llvm::Instruction *parting(const llvm::BasicBlock *BB,
                                   const llvm::BitVector &Comes,
                                   const llvm::BitVector &Stays) const;

  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Number;
  /// The position in Ways of each block whose branch may diverge.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Deciding;
  const llvm::BasicBlock *Entry;
  /// The blocks that threads with equal decisions may reach, by Number.
  std::vector<llvm::BitVector> Reached;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_THREADREACH_H
