//===- BlockEvaluator.h - Straight-line code on all threads ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds the instructions of a block with one set of constants per thread, in
// step. LLVM's constant folder handles arithmetic; instructions that read the
// thread or lane number, another lane, or shared memory are implemented here
// after the manuals. Global memory is not read; stores to it are skipped.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_INTRINSICS_BLOCKEVALUATOR_H
#define F2LAYOUT_TEST_UNIT_INTRINSICS_BLOCKEVALUATOR_H

#include "intrinsics/target/Target.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <vector>

namespace f2layout {

class BlockEvaluator {
public:
  /// Evaluates one warp if NumThreads is not given.
  explicit BlockEvaluator(const Target &T, unsigned NumThreads = 0)
      : NumLanes(T.M.lanes()), NumThreads(NumThreads ? NumThreads : NumLanes),
        BpermuteReach(std::min(T.Moves.BpermuteReach, NumLanes)) {}

  /// Sets the value of V in every thread. V is not an instruction of the blocks
  /// that are run.
  void set(llvm::Value *V, std::vector<llvm::Constant *> PerThread) {
    Values[V] = std::move(PerThread);
  }
  /// Runs the instructions before the terminator.
  void run(llvm::BasicBlock &BB);
  /// The value in one thread as a number.
  uint64_t number(llvm::Value *V, unsigned Thread);

private:
  llvm::Constant *at(llvm::Value *V, unsigned Thread);
  unsigned sourceLane(llvm::CallInst &Call, unsigned Thread);
  llvm::Constant *evaluate(llvm::Instruction &I, unsigned Thread);
  llvm::Constant *swapped(llvm::CallInst &Call, unsigned Thread, unsigned K);
  llvm::Constant *evaluateCall(llvm::CallInst &Call, unsigned Thread);
  uint64_t sharedAddress(llvm::Value *Pointer, unsigned Thread,
                         llvm::Align Alignment);
  llvm::Constant *load(llvm::LoadInst &Load, unsigned Thread);
  void store(llvm::StoreInst &Store, unsigned Thread);

  unsigned NumLanes, NumThreads, BpermuteReach;
  std::map<llvm::Value *, std::vector<llvm::Constant *>> Values;
  std::map<uint64_t, uint8_t> Shared;
};

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_INTRINSICS_BLOCKEVALUATOR_H
