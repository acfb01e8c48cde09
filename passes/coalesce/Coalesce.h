//===- Coalesce.h - f2layout-coalesce: stores of structures ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Each thread stores one structure of an array, or a few neighbouring
// elements:
//
//   struct P { float x, y, z; };
//   out[i].x = a; out[i].y = b; out[i].z = c;     // i: thread of the grid
//
// The three stores of a warp each touch 12 sectors of 32 bytes, a third of each
// one. L1 caches write through, so L2 gets 36 partial sectors where 12 whole
// ones hold all the data.
//
// Example. Lane l stores words l, l + 32 and l + 64 of the warp's 96 words
// instead of words 3 l, 3 l + 1 and 3 l + 2. Before that, the lanes exchange
// their words by shuffles. This is what CUB's warp-transposed store does by
// hand, through shared memory.
//
// Algorithm.
//   1. Find stores of one block that fill a structure in each lane, with
//      structures that are probably neighbours in neighbouring lanes, and that
//      may be made at one place (StoreGroups.h).
//   2. Plan the exchange, and compare the clocks of the sectors that are saved
//      with its own (CoalescePlan.h).
//   3. Test at run time that all lanes of the warp are there, with structures
//      one behind the other; otherwise the original stores run
//      (CoalesceEmit.h).
//
// Loads of structures stay as they are: the first of them brings the sectors of
// the others into L1.
//
// Legality. O48 in docs/how-it-works.md.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COALESCE_COALESCE_H
#define F2LAYOUT_PASSES_COALESCE_COALESCE_H

#include "passes/support/PassBases.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

class CoalescePass : public PassWithOptions<CoalescePass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COALESCE_COALESCE_H
