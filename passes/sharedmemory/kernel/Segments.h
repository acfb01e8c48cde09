//===- Segments.h - Accesses between synchronisation points ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Every proof about a value that crosses a barrier asks which barriers
// come before an access, and which accesses may run after a barrier before it
// runs again. The answers do not depend on the shape of the block or on the
// array, and a search asks for them again and again.
//
//   s[i] = a;            before P
//   P: barrier
//   b = s[j];            P is the nearest barrier before the load
//   s[k] = c;            after P, so it may overwrite what the load reads only
//                        if control flow leads from here to the load
//
// This class keeps the answers until the function changes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_SEGMENTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_SEGMENTS_H

#include "passes/support/Reachability.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/IR/Dominators.h"

namespace f2layout {
inline namespace passes {

/// Which barriers come before an access, and what may run after a barrier.
class Segments {
public:
  Segments(const SyncPoints &Syncs, const llvm::DominatorTree &DT,
           Reachability &Paths)
      : Syncs(Syncs), DT(DT), Paths(Paths) {}

  /// The block and warp barriers that dominate I, nearest first, at most
  /// MaxBarriers of them. Farther barriers are not tried.
  llvm::SmallVector<const SyncPoint *, 4>
  barriersBefore(const llvm::Instruction *I);
  static constexpr unsigned MaxBarriers = 4;

  /// True if control may flow from the barrier to I without running the barrier
  /// again.
  bool mayFollow(const llvm::Instruction *I, const SyncPoint &Barrier);
  /// True if control may flow from I to itself without a block barrier between.
  bool mayRepeat(const llvm::Instruction *I) {
    return Paths.reaches(I, I, blockBarriers());
  }

  /// Every block barrier of the function.
  const Reachability::AvoidedSet &blockBarriers();
  /// These, and one more barrier.
  const Reachability::AvoidedSet &blockBarriers(const SyncPoint &More);

  /// Every block barrier, and every barrier of all lanes of a warp.
  const Reachability::AvoidedSet &fullBarriers();

private:
  InstructionSet allBlockBarriers() const;
  const std::vector<const SyncPoint *> &barriersIn(const llvm::BasicBlock *BB);

  const SyncPoints &Syncs;
  const llvm::DominatorTree &DT;
  Reachability &Paths;
  /// The barriers of each block that has one, in program order.
  std::optional<
      llvm::DenseMap<const llvm::BasicBlock *, std::vector<const SyncPoint *>>>
      Barriers;
  const Reachability::AvoidedSet *Blocks = nullptr, *Full = nullptr;
  llvm::DenseMap<const SyncPoint *, const Reachability::AvoidedSet *> WithMore;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_SEGMENTS_H
