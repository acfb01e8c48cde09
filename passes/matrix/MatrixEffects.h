//===- MatrixEffects.h - What other instructions do to shared arrays ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A load by each lane becomes a load by the warp: what one lane reads,
// another reads for it. That lane may know less. A lane has always seen its own
// stores; others see them behind a barrier:
//
//   s[lane * 8] = x;              no other lane knows of this
//   a = s[...];                   by lane: those that it has stored itself
//
// So unless a barrier stands on every way from whatever may write the array, or
// wait for somebody's writing, to the loads, one of the warp is put before
// them. It passes on what any lane knows. Likewise behind: a lane may store to
// the place or tell others to do so as soon as it has read, by itself, what it
// asked for. And likewise about stores, for which reads count, too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_MATRIXEFFECTS_H
#define F2LAYOUT_PASSES_MATRIX_MATRIXEFFECTS_H

#include "passes/sharedmemory/SharedObjects.h"
#include "passes/support/PathQueries.h"
#include "passes/uniformity/SyncPoints.h"
#include <memory>

namespace f2layout {
inline namespace passes {

/// Of an instruction on an array.
struct Effect {
  bool Reads = false, Writes = false;
  /// Threads wait there, end, or learn what others have done.
  bool Orders = false;
  bool touches(bool IsStore) const {
    return Orders || Writes || (IsStore && Reads);
  }
};

class MatrixEffects {
public:
  /// The number of the object of an address that may be in any array.
  static constexpr unsigned Anywhere = 0;

  MatrixEffects(llvm::Function &F, const SyncPoints &Syncs);

  /// The array that the address is in, by number.
  unsigned objectOf(const llvm::Value *Pointer) const;
  unsigned numObjects() const { return Arrays.size() + 1; }
  /// f2layout-lower has made the array and planned its accesses.
  bool isPlanned(unsigned Object) const;
  Effect of(const llvm::Instruction &I, unsigned Object) const;
  /// A lane may come from (if not Forward) or go to a use of the array that
  /// matters to accesses which others make for it, without all lanes' waiting
  /// for each other in between. IsApart says of instructions on the straight
  /// way that they access other bytes than the same lane would at At: those of
  /// other lanes are other bytes, too, or there would be a race already.
  bool needsBarrier(
      const llvm::Instruction &At, bool Forward, bool IsStore, unsigned Object,
      llvm::function_ref<bool(const llvm::Instruction &)> IsApart) const;
  /// All lanes wait for each other there from now on.
  void addBarrier(const llvm::Instruction &I) { Barriers.insert(&I); }
  /// It does what accesses do that are still there.
  void addCopy(const llvm::Instruction &I) { Copies.insert(&I); }

private:
  using Origins = llvm::SmallVector<const llvm::Value *, 2>;
  /// What the address is computed from: arrays, arguments and the like.
  const Origins &originsOf(const llvm::Value *Pointer) const;
  bool mayBeIn(const llvm::Value *Pointer, unsigned Object) const;
  Effect ofCall(const llvm::CallBase &Call, unsigned Object) const;

  const SyncPoints &Syncs;
  llvm::SmallVector<const llvm::GlobalVariable *, 4> Arrays;
  /// Of pointers that are not computed from one other pointer, and which of
  /// these the others come from: chains are long.
  mutable llvm::DenseMap<const llvm::Value *, std::unique_ptr<Origins>> Known;
  mutable llvm::DenseMap<const llvm::Value *, const llvm::Value *> Roots;
  bool IsKernel;
  InstructionSet Barriers, Copies;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_MATRIXEFFECTS_H
