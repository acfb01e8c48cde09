//===- IdleWarps.h - f2layout-idle ------------------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. In the last rounds of a reduction only one warp has something to
// add. Once the rounds are shuffles, all warps run them, and the others throw
// the results away. LLVM does not branch around shuffles, since it must not
// change which threads run them together.
//
// Example.
//
//   before                                  after
//     br %t < 32, %add, %join                 br %t < 32, %add, %end
//   add:                                    add:
//     ...                                     ...
//   join:                                   join:
//     %x = phi [%sum, %add], [poison, ..]     %x = phi [%sum, %add]
//     %y = shuffle %x, 16                     %y = shuffle %x, 16
//     br %t < 16, %add16, %join16             br %t < 16, %add16, %join16
//     ...                                     ...
//   join1:                                  join1:
//     br %t == 0, %store, %end                br %t == 0, %store, %end
//
// Algorithm. A branch is evaluated for every thread of the block. If each warp
// takes one side as a whole, the path of the warps on either side is followed:
// through blocks that only compute and shuffle, and past branches that all
// threads of these warps take alike. The branch then goes to the last block on
// the path that needs no value from the blocks before it. It must pass a
// shuffle; LLVM removes the rest.
//
// Legality. O51 in docs/how-it-works.md.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_IDLE_IDLEWARPS_H
#define F2LAYOUT_PASSES_IDLE_IDLEWARPS_H

#include "passes/support/PassBases.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

class IdleWarpsPass : public PassWithOptions<IdleWarpsPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_IDLE_IDLEWARPS_H
