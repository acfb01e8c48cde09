//===- CompletedStores.h - Conditional writes that run for all ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Sorting networks and reductions with an index write in place, under
// a condition that depends on the data. Nobody knows who wrote a byte last:
//
//   a = s[p];  b = s[q];                      a = s[p];  b = s[q];
//   if (a > b) { s[p] = b; s[q] = a; }        if (a > b) {}
//                                             x = phi(b, a);  y = phi(a, b);
//                                             s[p] = x;  s[q] = y;
//
// Algorithm. The thread has read the byte before, so it can write back what it
// read. Such stores move behind the condition, which makes them unconditional;
// the search for exchanges treats them as any other. It is done to a copy of
// the kernel first. If the exchanges that follow pay for it, it is done to the
// kernel, and undone afterwards for each store whose load stays: memory has
// what the load saw. A store whose load was replaced must write in any case,
// since the stores that the load would have read may be gone.
//
// Bytes that were not read, as of a second array, i[t] = i[t + d], are read for
// the purpose. That load is only kept if an exchange replaces it.
//
// Legality (O46), for the blocks of one known shape:
//   * no barrier and no write of the same thread to the bytes lies between the
//     load and the new place of the store, on any path;
//   * the thread makes no other access to the bytes between the old and the new
//     place of the store;
//   * no other thread accesses the bytes between the same barriers, whatever
//     the condition is.
// The search leaves out arrays for which this is not proved.
//
// Where the block's size is not known, the proof for the largest block of one
// row holds for every block of one row (O74). Others have a race as the kernel
// is written:
//
//   v[threadIdx.x] = in[i];   // all threads: those of two rows write the same
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COMPLETION_COMPLETEDSTORES_H
#define F2LAYOUT_PASSES_COMPLETION_COMPLETEDSTORES_H

#include "passes/completion/CompletableStores.h"
#include "passes/exchange/ExchangeGain.h"
#include "passes/launch/EvalShape.h"
#include "passes/sharedmemory/kernel/FunctionAnalyses.h"
#include "passes/support/SearchBudget.h"
#include "llvm/IR/ValueHandle.h"

namespace f2layout {
inline namespace passes {

struct CompletedStore {
  llvm::WeakVH Store; ///< In its new place; null once an exchange replaced it.
  llvm::WeakVH Load;  ///< What it writes if the condition does not hold.
  /// The load is not the program's.
  bool Added = false;
  /// Accesses to the same array that the same thread may make between the load
  /// and the new place of the store.
  llvm::SmallVector<llvm::Instruction *, 2> Between;
  /// What computes its address, if that was moved before the condition.
  llvm::SmallVector<llvm::WeakVH, 2> Moved;
};

/// The completed stores of one function.
class CompletedStores {
public:
  CompletedStores() = default;
  /// Completes these stores of F, for which the proof is up to unproved().
  CompletedStores(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                  llvm::SmallVector<CompletableStore, 8> Found);

  bool empty() const { return Stores.empty(); }
  /// The arrays that the stores write.
  const SharedArraySet &arrays() const { return Arrays; }
  /// The instruction is one of the stores.
  bool contains(const llvm::Instruction &I) const;
  /// Those of the arrays for which the proof fails in blocks of this shape.
  SharedArraySet unproved(const FunctionAnalyses &C, const EvalShape &Shape,
                          SearchBudget &Budget) const;
  /// Before F is versioned: what an exchange needs stays in both versions.
  void keepReplaced();
  /// After F was versioned: the version for other blocks is as before.
  void undoInCopies(llvm::Function &F);
  /// Undoes those whose loads are still there; all of them if no exchange was
  /// replaced.
  void undoUnneeded(llvm::Function &F);

private:
  llvm::SmallVector<const llvm::Instruction *, 4>
  storesOfOneRow(const FunctionAnalyses &C, ThreadEval &Eval,
                 SearchBudget &Budget) const;

  llvm::SmallVector<CompletedStore, 8> Stores;
  SharedArraySet Arrays;
  /// Blocks that were made for them.
  llvm::SmallVector<llvm::WeakVH, 4> Joins;
};

using GainOfKernel = llvm::function_ref<ExchangeGain(
    llvm::Function &, CompletedStores *, const SharedArraySet &)>;

/// The larger of the gains of F, a copy, with completed stores and without.
ExchangeGain gainCompleted(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                           const LaunchShape &Launch,
                           const SearchBudget &Budget,
                           const SharedArraySet &Arrays, GainOfKernel GainOf);

/// Completes stores of F if that pays. GainOf is first asked about a copy in
/// which they are completed. It is asked about F, with null as second argument,
/// only if the exchanges that need completed stores do not pay by themselves.
CompletedStores completeIfBetter(llvm::Function &F,
                                 llvm::FunctionAnalysisManager &AM,
                                 const LaunchShape &Launch,
                                 const SearchBudget &Budget,
                                 GainOfKernel GainOf);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COMPLETION_COMPLETEDSTORES_H
