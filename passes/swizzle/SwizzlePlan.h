//===- SwizzlePlan.h - The choice of a swizzle, and its cost --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate xors n adjacent bits of the address above the banks into n of the
// bank's bits, above the widest access. The term that saves most clocks is
// chosen, then the next one beside it, as long as each saves more than its
// arithmetic costs:
//
//   bits 7..11 to 2..6   a ^ ((a >> 5) & 0x7c)        two instructions or three
//
// Where conflicts remain, the first term is tried with its target bits rotated,
// which makes it two terms. In tiles of 48 words by 48, a warp may hold the end
// of one column and the beginning of the next one. Pairs of rows in the even
// banks and in the odd ones keep them apart:
//
//   bits 7..9 to 3..5, bit 10 to 2    a ^ ((a >> 4) & 0x38) ^ ((a >> 8) & 4)
//
// It may take a sixteenth of the clocks before more than the single term, if it
// leaves no conflicts.
//
// Arithmetic is shared. Addresses that differ by a constant have a common Root,
// the rest of their sums. Where the root has zeros at all of the constant's
// bits, in every thread, their sum is an xor, and the swizzle is linear:
//
//   place(root + c) = place(root) ^ place(c)
//
// Bits of place(c) that place(root) never has are added: a constant offset,
// which is free in the instruction. The remaining bits are one xor.
//
// Loops are treated in the same way. For place(128 * x + 4 * k), where k is the
// loop's counter, place(128 * x) stays outside of the loop, and place(4 * k) is
// 4 * k itself where no term reads its bits. Bits of the inner sum that no
// iteration changes are read from a value outside of the loop (OutsideBits.h).
//
// Padding. An address is P * row + column, with P bytes from row to row, if
// each value's factor and the constant are split in this way. No access touches
// the padding if the column is in 0 .. Kept - Bytes in every thread that runs
// the access. Then the packed address is the same sum with Kept in place of P.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPLAN_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPLAN_H

#include "passes/bits/BitForms.h"
#include "passes/evaluate/AddressSum.h"
#include "passes/sharedmemory/changes/PrivateArray.h"
#include "passes/swizzle/OutsideBits.h"
#include "passes/swizzle/SwizzleTraffic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"

namespace llvm {
class ScalarEvolution;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// place(root + Constant); the sum is one without carries if IsXor.
struct SwizzledAddress {
  unsigned Root = 0;
  uint32_t Constant = 0;
  bool IsXor = false;
};

/// A sum of values.
struct SwizzleSum {
  llvm::SmallVector<AddressSum::Part, 4> Parts;
  uint32_t Zeros = 0; ///< Bits that are zero in every thread.
  double Weight = 1;  ///< How often it is computed.
  /// The same in all threads: computed by the scalar unit, at no cost.
  bool IsUniform = false;
  /// Those of its bits that are known outside of the loop that computes it.
  OutsideBits Outside;

  /// The term reads a bit that may be set.
  bool meets(const SwizzleTerm &T) const { return ~Zeros & T.Mask; }
};

/// A sum with which several addresses begin. Where a loop computes only some of
/// its parts, and these share no bits with the others, it is split into an
/// Inner sum and the rest, and so is its place: that of the rest stays outside
/// of the loop.
struct SwizzleRoot : SwizzleSum {
  SwizzleSum Outer, Inner; ///< Inner without Parts: not split.

  bool isCut() const { return !Inner.Parts.empty(); }
};

/// Addresses of a packed array, before the swizzle, and their roots.
struct SwizzleAddresses {
  std::vector<SwizzleRoot> Roots;
  std::vector<SwizzledAddress> Of; ///< In the order of the object's accesses.

  /// The bits of place(A.Constant) that can be added, and the others.
  uint32_t added(const SwizzledAddress &A, const SwizzleMap &Map) const;
  uint32_t rotated(const SwizzledAddress &A, const SwizzleMap &Map) const {
    return Map.swizzled(A.Constant) & ~added(A, Map);
  }
  /// Instructions of one thread for the terms; OfTerm: for one of them.
  double operations(const SwizzleMap &Map, unsigned OfTerm) const;
};

/// What the removal of the last conflicts may take, of the clocks before:
/// counts of wavefronts do not say how long all other warps wait for one.
inline constexpr double LastConflicts = 1.0 / 16;

struct SwizzlePlan {
  SwizzleMap Map;
  SwizzleAddresses Addresses;
  SwizzleCost Before, After;
  double ArithmeticClocks = 0; ///< For a block.

  bool removesPadding() const { return !Map.Pads.empty(); }
};

using SwizzleTrips = llvm::DenseMap<const llvm::Loop *, unsigned>;

/// The values of an address, as far as they are known.
struct SwizzleContext {
  llvm::Function &F;
  const SharedObject &Object;
  uint64_t Bytes; ///< Of the array, or the most that a dynamic one may have.
  const Machine &M;
  unsigned TermOperations;                ///< Instructions of one term.
  llvm::ArrayRef<SwizzleAccess> Accesses; ///< In the shape used for costs.
  unsigned Threads;                       ///< Of that shape.
  ThreadEval &Eval; ///< For the launch's shape, for proofs.
  BitForms &Forms;
  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  llvm::ScalarEvolution &SE;
  /// How often loops run, where the examples of their iterations show it.
  const SwizzleTrips &Trips;

  /// How often a block runs.
  double weightIn(const llvm::BasicBlock *BB) const;
};

class SwizzleProof;

/// No plan: the array stays unchanged. Left: the conflicts or padding that
/// remain, and why.
struct SwizzleChoice {
  std::optional<SwizzlePlan> Plan;
  std::optional<Refusal> Left;
};
SwizzleChoice planSwizzle(const SwizzleContext &C, SwizzleProof &Proof);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLEPLAN_H
