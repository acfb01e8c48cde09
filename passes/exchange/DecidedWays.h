//===- DecidedWays.h - Ways that the thread's number decides ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. LLVM leads a thread past tests whose results it knows:
//
//   if (t == 0)                       first:  br %t0, halo, other
//     tile[0] = n > 0 ? in[..] : 0;   halo:   .. br %t255, last, barrier
//   if (t == 255)                     other:  br %t255, last, barrier
//     tile[257] = ...;
//
// Two branches lead to last, so the condition of its store is no conjunction of
// conditions (PathCondition.h).
//
// Algorithm. Each thread walks from the first block to the last, and takes the
// sides that its conditions, by evaluation, let it take. Where a condition is
// not known, it takes both.
//
// Legality. See O78 in docs/how-it-works.md.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_DECIDEDWAYS_H
#define F2LAYOUT_PASSES_EXCHANGE_DECIDEDWAYS_H

#include "passes/evaluate/ThreadEval.h"

namespace f2layout {
inline namespace passes {

struct DecidedWay {
  std::vector<bool> Comes; ///< Of each thread.
  /// All that decide, in the order of the walks.
  llvm::SmallVector<const llvm::Value *, 4> Conditions;
};

/// Which threads come from the end of From to To, which it dominates, within
/// one iteration of the loops around both. Nothing if some thread may come or
/// not, and for ways with loops.
std::optional<DecidedWay> decidedWay(ThreadEval &Eval,
                                     const llvm::BasicBlock *From,
                                     const llvm::BasicBlock *To,
                                     const llvm::DominatorTree &DT,
                                     const llvm::LoopInfo &LI);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_DECIDEDWAYS_H
