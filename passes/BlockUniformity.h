//===- BlockUniformity.h - What is the same for every thread of a block ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BLOCKUNIFORMITY_H
#define F2LAYOUT_PASSES_BLOCKUNIFORMITY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {

/// Answers for one function. Conservative: what is not proved uniform varies.
class BlockUniformity {
public:
  /// V has the same value in every thread of the block (same dynamic instance
  /// of every enclosing loop).
  bool isUniform(const llvm::Value *V) const;
  /// Every thread of the block that is still running takes the same successor.
  bool hasUniformBranch(const llvm::BasicBlock *BB) const;
  /// Whether BB executes depends on uniform branches only: if one thread of the
  /// block gets there, all do, the same number of times, and none has left the
  /// kernel by a divergent exit before.
  bool isUniformlyReached(const llvm::BasicBlock *BB) const;
  /// If BB is not uniformly reached, a divergent terminator that decides it.
  const llvm::Instruction *divergenceOf(const llvm::BasicBlock *BB) const;

  /// The client may know more: this branch, whose condition depends on the
  /// thread index, was evaluated for every thread and goes one way. Refines the
  /// answers above.
  void assumeUniformBranch(const llvm::BasicBlock *BB);

  void print(llvm::raw_ostream &OS) const;
  // ... state
};

} // namespace f2layout

#endif
