//===- MatrixEffects.h - Effects of other instructions on shared arrays ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A load by each lane becomes a load by the warp: a lane's data is
// read by another lane. The other lane may not see the same stores. A lane
// always sees its own stores; other lanes see them only after a barrier:
//
//   s[lane * 8] = x;              no other lane sees this yet
//   a = s[...];                   each lane reads only what it has stored
//
// So the loads need a barrier on every path from instructions that may write
// the array, or that may wait for such writes. If there is none, a warp barrier
// is inserted before the loads, which makes every lane's knowledge available to
// all. The same holds after the loads: as soon as a lane has read its own data,
// it may store to the same place, or signal others to do so. The same holds for
// stores, where reads count, too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_MATRIXEFFECTS_H
#define F2LAYOUT_PASSES_MATRIX_MATRIXEFFECTS_H

#include "passes/sharedmemory/objects/SharedObjects.h"
#include "passes/support/PathQueries.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/Analysis/LoopInfo.h"
#include <memory>

namespace f2layout {
inline namespace passes {

/// The effect of an instruction on an array.
struct Effect {
  bool Reads = false, Writes = false;
  /// Threads wait there, end, or learn what other threads have done. If so for
  /// one array, then for all.
  bool Orders = false;
  bool touches(bool IsStore) const {
    return Orders || Writes || (IsStore && Reads);
  }
};

class MatrixEffects {
public:
  /// The object number of an address that may be in any array.
  static constexpr unsigned Anywhere = 0;

  MatrixEffects(llvm::Function &F, const SyncPoints &Syncs,
                const llvm::LoopInfo &LI);

  /// The number of the array that the address is in.
  unsigned objectOf(const llvm::Value *Pointer) const;
  unsigned numObjects() const { return Arrays.size() + 1; }
  /// f2layout-lower made the array and planned its accesses.
  bool isPlanned(unsigned Object) const;
  Effect of(const llvm::Instruction &I, unsigned Object) const;
  /// A lane may come from (if not Forward) or continue to a use of the array
  /// that conflicts with accesses which other lanes make for it, without a
  /// point in between at which all lanes wait for each other. For instructions
  /// in the same iteration of the loops around both, IsApart tells whether they
  /// access other bytes than the same lane would access at At. Other lanes'
  /// bytes are then different, too; otherwise there would be a race already.
  bool needsBarrier(
      const llvm::Instruction &At, bool Forward, bool IsStore, unsigned Object,
      llvm::function_ref<bool(const llvm::Instruction &)> IsApart) const;
  /// Registers a point at which all lanes wait for each other.
  void addBarrier(const llvm::Instruction &I) { Barriers.insert(&I); }
  /// Registers an instruction that repeats accesses that still exist.
  void addCopy(const llvm::Instruction &I) { Copies.insert(&I); }

private:
  using Origins = llvm::SmallVector<const llvm::Value *, 2>;
  /// The values that the address is computed from: arrays, arguments and
  /// others.
  const Origins &originsOf(const llvm::Value *Pointer) const;
  bool mayBeIn(const llvm::Value *Pointer, unsigned Object) const;
  Effect ofCall(const llvm::CallBase &Call, unsigned Object) const;
  bool inOneIteration(const llvm::Instruction &First,
                      const llvm::Instruction &Second) const;

  const SyncPoints &Syncs;
  const llvm::LoopInfo &LI;
  llvm::SmallVector<const llvm::GlobalVariable *, 4> Arrays;
  llvm::DenseMap<const llvm::GlobalVariable *, unsigned> NumberOf;
  /// Known holds the origins of pointers that are not computed from exactly
  /// one other pointer. Roots maps every other pointer to one of these, since
  /// chains are long.
  mutable llvm::DenseMap<const llvm::Value *, std::unique_ptr<Origins>> Known;
  mutable llvm::DenseMap<const llvm::Value *, const llvm::Value *> Roots;
  bool IsKernel;
  InstructionSet Barriers, Copies;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_MATRIXEFFECTS_H
