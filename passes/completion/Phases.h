//===- Phases.h - Accesses between the same barriers ------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses may meet if both can be reached from one barrier, or from the
// entry, without passing another barrier:
//
//   barrier;  if (c) A; else B;  barrier;  D      A and B may meet, A and D not
//
// All threads run the same block barriers in the same order, if they are
// uniformly reached; others are not counted as barriers here, which makes more
// accesses meet. Threads of one warp are kept apart by warp barriers as well.
// A and B do not meet, either, if all threads decide together: at a branch that
// is uniform, uniformly reached, and not reached again without a block barrier.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COMPLETION_PHASES_H
#define F2LAYOUT_PASSES_COMPLETION_PHASES_H

#include "passes/sharedmemory/kernel/FunctionAnalyses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace f2layout {
inline namespace passes {

/// The accesses of one object between barriers.
class Phases {
public:
  Phases(const FunctionAnalyses &C, const SharedObject &O, bool WarpBarriers);
  /// The accesses that may meet S, which is one of them. Steps counts the
  /// blocks walked through.
  llvm::BitVector meeting(const llvm::Instruction &S, uint64_t &Steps) const;

private:
  struct Event {
    const llvm::Instruction *I;
    int Access; ///< -1: a barrier.
  };
  using Events = std::vector<Event>;
  const Events &in(const llvm::BasicBlock *BB) const {
    static const Events None;
    auto It = Of.find(BB);
    return It == Of.end() ? None : It->second;
  }
  /// Where a walk goes on: at this event of the block.
  using Place = std::pair<const llvm::BasicBlock *, size_t>;
  llvm::SmallVector<Place, 4> startsBefore(const llvm::Instruction &S,
                                           uint64_t &Steps) const;
  llvm::BitVector reachedFrom(llvm::ArrayRef<Place> Starts,
                              uint64_t &Steps) const;
  bool decidesTogether(const llvm::BasicBlock *BB) const;
  /// What may meet the access S in a phase that comes to this place; nothing if
  /// S is not in it.
  llvm::BitVector meetingFrom(
      Place At, unsigned S, uint64_t &Steps,
      llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> &Known) const;

  const FunctionAnalyses &C;
  unsigned Accesses;
  llvm::DenseMap<const llvm::BasicBlock *, Events> Of;
  /// The block barriers that all threads of the block run, or none.
  const Reachability::AvoidedSet *Together;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COMPLETION_PHASES_H
