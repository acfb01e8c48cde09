//===- OverlapStretch.h - Which runs of a stretch are moved ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps 3 and 4 of OverlapGuess.h. Each access of a stretch has a place before
// and after: those of a run of loads go to the first of them, those of a run of
// stores to the last.
//
//   before:  store q.x    load p     store q.y    load r     store q.z
//   after:                load p                  load r     store q.x .y .z
//
// The pairs (store q.x, load p), (store q.x, load r), and (store q.y, load r)
// change their order. Pairs are compared by their places, not by what lies
// between the accesses of one run, since two runs may pass each other.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_OVERLAPSTRETCH_H
#define F2LAYOUT_PASSES_VECTORIZE_OVERLAPSTRETCH_H

#include "passes/vectorize/AccessBetween.h"
#include "passes/vectorize/OverlapPart.h"

namespace f2layout {
inline namespace passes {

/// The candidates that are worth their tests, and the tests. All are the simple
/// accesses of the stretch, in order. No value if there is nothing to test.
std::optional<OverlapPart> chooseRuns(llvm::ArrayRef<llvm::Instruction *> All,
                                      AccessBetween &Between,
                                      std::vector<MovedRun> Candidates);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_OVERLAPSTRETCH_H
