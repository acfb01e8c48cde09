//===- NearbyWrites.h - The writes between two points of a function -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Whether another write comes between a store and a load is asked of
// every write to the array. A chain of n exchanges has n loads and n writes, of
// which few are near:
//
//   tile[t] = a; barrier; b = tile[31 - t]; barrier;
//   tile[t] = c; barrier; d = tile[31 - t]; barrier;     and so on
//
// Algorithm. The writes of each block are sorted once. A walk from one end,
// that stops at the instructions at the other end, finds those between. If it
// enters more blocks than there are writes, it is given up, and all writes must
// be asked.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_NEARBYWRITES_H
#define F2LAYOUT_PASSES_SUPPORT_NEARBYWRITES_H

#include "passes/support/Reachability.h"
#include "llvm/ADT/BitVector.h"

namespace f2layout {
inline namespace passes {

class NearbyWrites {
public:
  /// The numbers of the writes are below Size.
  explicit NearbyWrites(unsigned Size) : All(Size) {}
  void add(unsigned Number, const llvm::Instruction &I);
  /// After the last one was added.
  void sort();

  const llvm::BitVector &all() const { return All; }
  size_t size() const { return Count; }

  /// Adds the writes W with Reachability::reaches(W, To, Avoid), and perhaps
  /// others. Returns false if the walk is given up.
  bool leadingTo(const llvm::Instruction *To, const InstructionsByBlock &Avoid,
                 llvm::BitVector &Found) const;
  /// The same for reaches(From, W, Avoid).
  bool comingFrom(const llvm::Instruction *From,
                  const InstructionsByBlock &Avoid,
                  llvm::BitVector &Found) const;

private:
  using Write = std::pair<const llvm::Instruction *, unsigned>;
  using Writes = llvm::ArrayRef<Write>;
  Writes in(const llvm::BasicBlock *BB) const;

  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<Write, 2>> Lists;
  llvm::BitVector All;
  size_t Count = 0;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_NEARBYWRITES_H
