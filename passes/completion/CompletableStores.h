//===- CompletableStores.h - Stores that could be completed -----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For CompletedStores.cpp and CompletionProof.cpp: which stores have the form
//
//   Fork:  a = load p                  Fork:   a = load p
//          br c, Taken, Other                  br c, Taken, Other
//   Taken: store v, p                  Taken:  br Join
//          br Join                     Other:  br Join
//   Other: br Join                     Join:   x = phi(v, a);  store x, p
//   Join:
//
// where c depends on shared memory. Other may be missing: then Fork branches to
// Join. If no load reads exactly these bytes, one is added, provided that the
// program loads from the same pointer, or Taken holds another such store.
//
// Conditions that evaluation knows, such as t < d, need no completion: guards
// of stores are about them (WriterTable.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COMPLETION_COMPLETABLESTORES_H
#define F2LAYOUT_PASSES_COMPLETION_COMPLETABLESTORES_H

#include "passes/sharedmemory/kernel/FunctionAnalyses.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "passes/support/SearchBudget.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/ValueHandle.h"

namespace f2layout {
inline namespace passes {

struct CompletableStore {
  const SharedObject *Object = nullptr;
  llvm::StoreInst *Store = nullptr;
  /// Null: to be made at the end of Fork. The pointer can be computed there.
  llvm::LoadInst *Load = nullptr;
  /// The program loads from this pointer, perhaps other bytes.
  bool InPlace = false;
  llvm::BasicBlock *Fork = nullptr, *Taken = nullptr;
  /// The other predecessor of the join: Fork, or a block of its own.
  llvm::BasicBlock *Other = nullptr;
  /// Other accesses to the array between the load and the join.
  llvm::SmallVector<llvm::Instruction *, 2> Between;
};

/// In program order within each block, by control flow alone.
llvm::SmallVector<CompletableStore, 8>
findCompletableStores(llvm::ArrayRef<SharedObject> Objects,
                      const SyncPoints &Syncs, const llvm::DominatorTree &DT);

/// Drops the stores for which the proof of O46 fails, in blocks of the shape
/// that is stated or likely, and those beside them under the same condition.
void dropUnprovable(llvm::SmallVectorImpl<CompletableStore> &Stores,
                    const FunctionAnalyses &C, const LaunchShape &Launch,
                    SearchBudget Budget);

/// Moves what computes V to the end of BB, if it is not available there, and
/// adds it to Moved in this order; false, and nothing moves, if that is not
/// possible.
bool makeAvailable(llvm::Value *V, llvm::BasicBlock &BB,
                   const llvm::DominatorTree &DT,
                   llvm::SmallVectorImpl<llvm::WeakVH> &Moved);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COMPLETION_COMPLETABLESTORES_H
