//===- PlanSteps.h - What every reader of plans must know of steps --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/. A step makes the next words in order, so a reader of a
// plan must count them. In
//
//   w4, w5 = load.b64 [...]        makes 2
//   store.b32 [...], w4            makes 0
//   w6 = select(..., w4, w7)       makes 1, but w7 does not exist yet: a fault
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_PLANSTEPS_H
#define F2LAYOUT_LAYOUTS_PLAN_PLANSTEPS_H

#include "layouts/plan/Plan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace f2layout {
inline namespace layouts {

/// The words that the step appends.
inline unsigned wordsMade(const Step &S) {
  switch (S.K) {
  case Step::Store:
  case Step::StoreMatrix:
  case Step::Barrier:
    return 0;
  case Step::Load:
  case Step::LoadMatrix:
    return S.Count;
  case Step::Swap:
    return 2;
  default:
    return 1;
  }
}

inline bool isMatrixAccess(const Step &S) {
  return S.K == Step::StoreMatrix || S.K == Step::LoadMatrix;
}
inline bool isStore(const Step &S) {
  return S.K == Step::Store || S.K == Step::StoreMatrix;
}
inline bool isAccess(const Step &S) {
  return isStore(S) || S.K == Step::Load || S.K == Step::LoadMatrix;
}

/// Renames the words that the step reads.
void renameWords(Step &S, llvm::function_ref<Word(Word)> NewName);

/// The number of matrices of an access of matrices.
inline unsigned numMatrices(const Step &S) {
  return (S.K == Step::StoreMatrix ? S.Words.size() : S.Count) / S.Tile.words();
}
/// log2 of the rows of all of them, and so of the lanes that point at rows.
unsigned rowBits(const Step &S);

/// An access of matrices as accesses of every lane, whose addresses are affine
/// as well. Row r of matrix m is at an address R r ^ M m. A lane bit that the
/// tile has in the row's number moves the address by a column of R, one in the
/// place inside the row by a power of two, and so do bits of the byte. With the
/// tile of a plain ldmatrix, lane 4 r + c has its word at R r ^ M m ^ 4 c:
///
///   storematrix.x2 [...], w0, w1           store.b32 [...], w0
///                                          store.b32 [...], w1
///   w2 = loadmatrix.x1.transposed [...]    2 loads of halves, low half first
///
/// Accesses are in the order of the words, and within a word from its lowest
/// byte up.
llvm::SmallVector<Step, 8> accessesOfLanes(const Step &S);

/// Describes how the plan's header differs from the conversion: other lanes,
/// other input words, memory of another group. Empty if it does not.
std::string findPlanFault(const Plan &P, const Conversion &C);

/// Describes what is wrong with the form of a step before which Next words
/// exist, in a plan that announces NumWords, for a group whose threads have
/// ThreadBits bits. Empty if nothing is wrong.
std::string findStepFault(const Step &S, Word Next, const Plan &P,
                          unsigned ThreadBits);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_PLANSTEPS_H
