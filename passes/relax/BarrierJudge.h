//===- BarrierJudge.h - Whether a barrier is still needed -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The rule of Relax.h must be applied for more than one launch: to
// what is known of every block, and to blocks of a likely shape. The second
// must not change the function before the shapes have been compared.
//
// Rule. A judge examines barriers for one launch and changes nothing. What was
// decided before about other barriers is taken as done: a barrier that is to be
// removed separates nothing any more, and a block barrier that is to become a
// warp barrier separates only the accesses of warps.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_RELAX_BARRIERJUDGE_H
#define F2LAYOUT_PASSES_RELAX_BARRIERJUDGE_H

#include "passes/barriers/BarrierCollisions.h"
#include "llvm/ADT/MapVector.h"

namespace f2layout {
inline namespace passes {

/// The result for one barrier.
struct BarrierVerdict {
  enum Kind { Remove, Weaken, Keep } What = Keep;
  unsigned Pairs = 0; ///< Pairs of accesses that were checked.
  /// If the barrier is kept: the reason as a sentence, or the two accesses that
  /// collide, or an instruction that needs the barrier anyway.
  std::string Reason;
  BarrierAccess Before, After;
  Collision Hit;
  llvm::Instruction *Orders = nullptr;
  const char *Why = "";

  /// Two accesses are the reason to keep the barrier.
  bool isForPair() const {
    return What == Keep && Reason.empty() && !Orders && Before.I;
  }
};

/// Verdicts on barriers (SyncPoint::At) that are still in place.
using BarrierVerdicts = llvm::MapVector<llvm::Instruction *, BarrierVerdict>;

class BarrierJudge {
public:
  BarrierJudge(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
               const LaunchShape &Launch);

  BarrierVerdict judge(const SyncPoint &P, const SyncPoints &Syncs,
                       const BarrierVerdicts &Decided = {});
  /// V keeps the barrier for a pair of accesses, in a launch of which less is
  /// known. False if this launch needs it for the same pair; then judge() keeps
  /// it, too, since the sides of a barrier only grow by what is decided.
  bool mayDiffer(const SyncPoint &P, const SyncPoints &Syncs,
                 const BarrierVerdict &V, const BarrierVerdicts &Decided);
  /// How many addresses were looked at up to now.
  uint64_t addressesSeen() const { return Meet.addressesSeen(); }

private:
  void judgePairs(const SyncPoint &P, const BarrierSide &Before,
                  const BarrierSide &After, BarrierVerdict &V);

  InstructionSet separatorsLeft(const SyncPoints &Syncs, const SyncPoint &P,
                                const BarrierVerdicts &Decided);

  const BlockUniformity &Uniformity;
  /// By block: see divergencesBefore.
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<const llvm::Instruction *, 4>>
      Divergences;
  /// Whether all threads that have not left reach a block together (O54).
  llvm::DenseMap<const llvm::BasicBlock *, bool> Met;
  Collisions Meet;
  bool Irreducible;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_RELAX_BARRIERJUDGE_H
