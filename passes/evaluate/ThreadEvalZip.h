//===- ThreadEvalZip.h - Operations in every thread -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most operators are computed thread by thread, and differ only in what they do
// to the operands of one thread. zip and map are the loop that they share. It
// also decides when a result varies: if an operand does,
//
//   %a = load i32, ptr %p         varies: one identifier for each thread
//   %b = add i32 %a, %tid         varies: identifiers derived from those of %a
//
// Neighbours often have the same operands, so the last result is kept.
//
// The header is for the ThreadEval*.cpp files only.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_THREADEVALZIP_H
#define F2LAYOUT_PASSES_EVALUATE_THREADEVALZIP_H

#include "passes/evaluate/ThreadEval.h"

namespace f2layout {
inline namespace passes {

inline bool isVarying(SymbolicInt A) {
  return SymbolicIntTable::isVarying(A.Sym);
}

/// Computes V in every thread by applying Each to A and B. If A or B varies in
/// a thread, so does V.
template <typename Fn>
ThreadEval::Entry ThreadEval::zip(const llvm::Value *V, const Entry &A,
                                  const Entry &B, Fn Each, unsigned As) {
  const uint8_t Reads = A.Reads | B.Reads;
  if (A.Values.isUniform() && B.Values.isUniform())
    return {ThreadValues::uniform(NumThreads,
                                  Each(A.Values.front(), B.Values.front())),
            Reads};
  std::vector<SymbolicInt> R;
  R.reserve(NumThreads);
  std::optional<SymId> First;
  SymbolicInt LastX, LastY, Last;
  bool HasLast = false;
  for (unsigned T = 0; T < NumThreads; ++T) {
    const SymbolicInt X = A.Values[T], Y = B.Values[T];
    if (!isVarying(X) && !isVarying(Y)) {
      if (!HasLast || !(X == LastX) || !(Y == LastY)) {
        Last = Each(X, Y);
        LastX = X;
        LastY = Y;
        HasLast = true;
      }
      R.push_back(Last);
      continue;
    }
    if (!First)
      First = derived(V, As);
    R.push_back({*First + T, 0});
  }
  return {ThreadValues(std::move(R)), Reads};
}

/// Replaces A by V, which is Each of A, in the same way.
template <typename Fn>
void ThreadEval::map(const llvm::Value *V, Entry &A, Fn Each, unsigned As) {
  if (A.Values.isUniform()) {
    A.Values = ThreadValues::uniform(NumThreads, Each(A.Values.front()));
    return;
  }
  std::vector<SymbolicInt> R = A.Values.vec();
  std::optional<SymId> First;
  SymbolicInt LastX, Last;
  bool HasLast = false;
  for (unsigned T = 0; T < NumThreads; ++T) {
    SymbolicInt &X = R[T];
    if (!isVarying(X)) {
      if (!HasLast || !(X == LastX)) {
        LastX = X;
        Last = Each(X);
        HasLast = true;
      }
      X = Last;
      continue;
    }
    if (!First)
      First = derived(V, As);
    X = {*First + T, 0};
  }
  A.Values = ThreadValues(std::move(R));
}

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_THREADEVALZIP_H
