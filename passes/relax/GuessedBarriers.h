//===- GuessedBarriers.h - Barriers and a likely shape of the block -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Which threads are a warp, and which of them touch the same byte, is
// known only for a known shape of the block:
//
//   __global__ void __launch_bounds__(256) sort(int *p) {
//     ...
//     for (j = 16; j; j /= 2) {        // all of these steps stay in a warp,
//       if (x > s[t ^ j]) ...          // in blocks of 256 x 1 threads
//       __syncthreads();
//     }
//
// The bound allows blocks of 16 x 16 as well, where t = threadIdx.x is not the
// number of the thread, and a store under a condition on data does not show
// that such a block would race.
//
// Algorithm. The shape is guessed, and tested at the kernel's entry
// (TestedShape.h), with the kernel as it was behind the test.
//   1. The guess is the largest likely shape in which the kernel's own stores
//      to its arrays make sense (TileShapes.h). Any smaller block would need
//      fewer barriers, and one of a single warp none.
//   2. The barriers that are kept for a pair of accesses are judged for it.
//   3. The barriers that would go must pay for the test and for the copy, by
//      the price of a barrier on the target, as often as loops run it.
//
// f2layout-reroute guesses first. If it has made two versions of the kernel,
// there is a test already, and the tested version is judged for that shape.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_RELAX_GUESSEDBARRIERS_H
#define F2LAYOUT_PASSES_RELAX_GUESSEDBARRIERS_H

#include "intrinsics/target/Target.h"
#include "passes/launch/EvalShape.h"
#include "passes/relax/BarrierJudge.h"
#include "passes/support/SearchBudget.h"

namespace f2layout {
inline namespace passes {

/// What the barriers of a kernel are in blocks of one shape.
struct GuessedBarriers {
  std::array<unsigned, 3> Size = {0, 0, 0};
  /// Those that can be removed or weakened, in the order of the decisions.
  BarrierVerdicts Gone;
  /// Clocks of a warp for all block barriers, and for those that would go.
  double Before = 0, Saved = 0;
  bool Pays = false;
};

/// Judges block barriers that are kept for a pair of accesses, in the order
/// given, for the first of the shapes that the tiles suggest in which that
/// pays; else for the one in which it saves most.
GuessedBarriers guessBarriers(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM,
                              const LaunchShape &L, const Target &T,
                              const BarrierVerdicts &Kept,
                              SearchBudget &Budget);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_RELAX_GUESSEDBARRIERS_H
