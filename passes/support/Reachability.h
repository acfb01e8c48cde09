//===- Reachability.h - Paths between instructions, asked often -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A proof about one exchange calls reaches() (PathQueries.h) for every
// store, barrier and load. A kernel of n accesses takes n^2 walks over its
// control flow graph. Nearly all of them start at the same instructions and
// avoid the same barriers.
//
// Algorithm. One walk from the end of a block, around the blocks that hold an
// avoided instruction, finds all blocks that are entered. The walk is kept and
// answers every query with that start and those blocks: the target is ahead in
// the first block, or its block is entered and no avoided instruction precedes
// it there. Sets of avoided instructions that are used often are prepared once.
//
// The answers hold until the function changes. The class is an LLVM function
// analysis, which is then dropped.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_REACHABILITY_H
#define F2LAYOUT_PASSES_SUPPORT_REACHABILITY_H

#include "compat/LLVMCompat.h"
#include "passes/support/PathQueries.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"
#include <map>
#include <memory>
#include <vector>

namespace f2layout {
inline namespace passes {

/// Some instructions of a function, in program order, by block.
class InstructionsByBlock {
public:
  using Ordered = llvm::ArrayRef<const llvm::Instruction *>;

  void add(const llvm::Instruction &I) { Lists[I.getParent()].push_back(&I); }
  /// After the last one was added. Each counts once.
  void sort();
  bool empty() const { return Lists.empty(); }
  Ordered in(const llvm::BasicBlock *BB) const;
  /// Those of the block that are before To; all if it is null.
  Ordered before(const llvm::BasicBlock *BB, const llvm::Instruction *To) const;
  /// Those of the block that are behind From; all if it is null.
  Ordered behind(const llvm::BasicBlock *BB,
                 const llvm::Instruction *From) const;

private:
  friend class Reachability;
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<const llvm::Instruction *, 2>>
      Lists;
};

class Reachability {
public:
  explicit Reachability(const llvm::Function &F);
  Reachability(Reachability &&);
  ~Reachability();

  /// Instructions that paths must not execute.
  class AvoidedSet : public InstructionsByBlock {
    friend class Reachability;
    unsigned Blocks = 0; ///< The number of the set of blocks.
  };
  /// Prepares a set for many queries.
  const AvoidedSet &prepare(const InstructionSet &Avoid);

  /// As the free function of the same name.
  bool reaches(const llvm::Instruction *From, const llvm::Instruction *To,
               const AvoidedSet &Avoid);
  bool reaches(const llvm::Instruction *From, const llvm::Instruction *To,
               const InstructionSet &Avoid) {
    return reaches(From, To, prepare(Avoid));
  }

  /// How many blocks all walks so far have entered.
  uint64_t steps() const { return Steps; }

private:
  using BlockList = std::vector<const llvm::BasicBlock *>;
  const llvm::BitVector &enteredFrom(const llvm::BasicBlock *Start,
                                     unsigned Blocks);

  compat::BlockNumbers Order;
  uint64_t Steps = 0;
  /// Sets of instructions, sorted by address. Those of one instruction are
  /// found faster.
  std::map<std::vector<const llvm::Instruction *>, std::unique_ptr<AvoidedSet>>
      Sets;
  llvm::DenseMap<const llvm::Instruction *, std::unique_ptr<AvoidedSet>>
      Singles;
  /// Sets of blocks, sorted by address, and their numbers.
  std::map<BlockList, unsigned> NumberOf;
  std::vector<const BlockList *> Numbered;
  /// The blocks that are entered at their beginnings, by numbers of Order,
  /// from the end of a block around a set of blocks.
  llvm::DenseMap<std::pair<const llvm::BasicBlock *, unsigned>, llvm::BitVector>
      Walks;
};

class ReachabilityAnalysis
    : public llvm::AnalysisInfoMixin<ReachabilityAnalysis> {
  friend llvm::AnalysisInfoMixin<ReachabilityAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = Reachability;
  Reachability run(llvm::Function &F, llvm::FunctionAnalysisManager &);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_REACHABILITY_H
