//===- HiddenStores.h - Stores that a load never sees -----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The stores of an exchange can go if no load that stays sees what
// they write. In a reduction, the last load seems to see all of them, since
// there is a path from each:
//
//   if (t < 8) s[t] += s[t + 8];   barrier
//   if (t < 4) s[t] += s[t + 4];   barrier
//   if (t < 2) s[t] += s[t + 2];   barrier
//   if (t < 1) s[t] += s[t + 1];   barrier
//   result = s[0];
//
// But s[0] was written anew each time, and the last load does not read s[1] to
// s[7].
//
// Algorithm. Every path from the store to the load contains a certain block
// barrier. Of each byte that the load reads in any thread, the table of the
// writers before that barrier (WriterTable.h) says that another store was the
// last; or the store does not write the byte at all. If it is not known what
// the load reads, this must hold for each byte that the store writes. The
// barriers that postdominate the store are tried, the nearest ones first.
//
// Legality. All threads of the block run the barrier, or none. If store and
// load may run between the same two barriers, nothing else hands on what the
// store wrote: a flag, a named barrier, a barrier that some threads run. The
// writer that the table names is a store that stays, or that is hidden itself,
// so the load sees what it saw. If the block's size is unknown, the last writer
// may not exist. So every thread from which the store writes the byte must have
// at least that thread's index: it then exists only if the last writer does.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_HIDDENSTORES_H
#define F2LAYOUT_PASSES_EXCHANGE_HIDDENSTORES_H

#include "passes/exchange/WriterTable.h"
#include "passes/sharedmemory/accesses/PlaceBounds.h"
#include "passes/sharedmemory/accesses/StatedFacts.h"

namespace f2layout {
inline namespace passes {

/// The answers for one shared object in blocks of one shape.
class HiddenStores {
public:
  HiddenStores(const FunctionAnalyses &C, const EvalShape &Shape,
               const SharedObject &O);

  /// The reader sees nothing that the store writes. Store and Load are indices
  /// into the object's accesses. A reader that is not a load may read every
  /// byte.
  bool hides(unsigned Store, const llvm::Instruction &Reader,
             std::optional<unsigned> Load = std::nullopt);

  /// The access touches none of these bytes, in any block of the launch.
  bool isOutside(unsigned Access, const PlaceBounds &Bytes);

private:
  const std::optional<PlaceBounds> &placeOf(unsigned Access);
  using BarrierList = llvm::SmallVector<const SyncPoint *, 4>;

  BarrierList barriersBehind(const llvm::Instruction &Store);
  bool isKnown(unsigned Access) const;
  bool mayBeHandedOn(const llvm::Instruction &Store,
                     const llvm::Instruction &Reader);
  bool isLastNowhere(unsigned Store, unsigned Bytes, WriterTable &W);
  bool find(unsigned Store, unsigned Bytes, const llvm::Instruction &Reader);
  WriterTable &tableAt(const SyncPoint &P, unsigned Bytes);

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  const SharedObject &O;
  std::vector<AccessFacts> Facts;
  std::optional<StoreFacts> Known;
  /// The block barriers that all threads of the block run, or none.
  InstructionSet Together;
  /// The same by block, in order; all other sync points.
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<const SyncPoint *, 1>>
      TogetherIn;
  llvm::SmallVector<const SyncPoint *, 4> Apart;
  /// Together, once it is prepared.
  const Reachability::AvoidedSet *Stop = nullptr;
  std::map<std::pair<const SyncPoint *, unsigned>, std::unique_ptr<WriterTable>>
      Tables;
  llvm::DenseMap<std::pair<unsigned, const llvm::Instruction *>, bool> Answers;
  llvm::DenseMap<unsigned, std::optional<PlaceBounds>> Places; ///< By access.
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_HIDDENSTORES_H
