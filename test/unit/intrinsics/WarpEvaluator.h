//===- WarpEvaluator.h - Straight-line code on all lanes of a warp --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds a block's instructions with one set of constants per lane, in step.
// LLVM's constant folder knows the arithmetic; what reads the lane number or
// another lane is written here after the manuals. No memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_INTRINSICS_WARPEVALUATOR_H
#define F2LAYOUT_TEST_UNIT_INTRINSICS_WARPEVALUATOR_H

#include "intrinsics/Target.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Constants.h"
#include <map>
#include <vector>

namespace f2layout {

class WarpEvaluator {
public:
  explicit WarpEvaluator(const Target &T)
      : NumLanes(T.M.lanes()), BpermuteReach(T.Moves.BpermuteReach) {}

  /// The value of V, which is no instruction of the blocks run, in every lane.
  void set(llvm::Value *V, std::vector<llvm::Constant *> PerLane) {
    Values[V] = std::move(PerLane);
  }
  /// Runs instructions from the first to the terminator, which is not run.
  void run(llvm::BasicBlock &BB);
  /// The value in one lane as a number.
  uint64_t number(llvm::Value *V, unsigned Lane);

private:
  llvm::Constant *at(llvm::Value *V, unsigned Lane);
  unsigned sourceLane(llvm::CallInst &Call, unsigned Lane);
  llvm::Constant *evaluate(llvm::Instruction &I, unsigned Lane);
  llvm::Constant *evaluateCall(llvm::CallInst &Call, unsigned Lane);

  unsigned NumLanes, BpermuteReach;
  std::map<llvm::Value *, std::vector<llvm::Constant *>> Values;
};

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_INTRINSICS_WARPEVALUATOR_H
