//===- EarlyExits.cpp - Branches at which threads leave the kernel --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/convergence/EarlyExits.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

/// More branches than this before one block are not looked at.
static constexpr unsigned MaxExits = 16;

using BlockSet = SmallPtrSet<const BasicBlock *, 16>;

/// The blocks that control may come to from Start, itself among them.
static BlockSet reachableFrom(const BasicBlock *Start) {
  BlockSet Seen = {Start};
  SmallVector<const BasicBlock *, 16> Work = {Start};
  while (!Work.empty())
    for (const BasicBlock *Next : successors(Work.pop_back_val()))
      if (Seen.insert(Next).second)
        Work.push_back(Next);
  return Seen;
}

std::optional<SmallPtrSet<const BasicBlock *, 4>>
f2layout::blocksOfLeaving(const BranchInst &Branch, const BasicBlock &BB,
                          const SyncPoints &Syncs) {
  SmallPtrSet<const BasicBlock *, 4> Leaving;
  std::optional<BlockSet> Behind;
  bool Any = false;
  for (const BasicBlock *Side : successors(&Branch)) {
    const BlockSet Run = reachableFrom(Side);
    if (Run.contains(&BB))
      continue;
    Any = true;
    if (!Behind)
      Behind = reachableFrom(&BB);
    for (const BasicBlock *Block : Run) {
      if (!Behind->contains(Block))
        Leaving.insert(Block);
      else if (!isa<ReturnInst>(Block->getFirstNonPHIIt()))
        return std::nullopt;
    }
  }
  if (!Any)
    return std::nullopt;
  for (const SyncPoint &P : Syncs.all())
    if (Leaving.contains(P.At->getParent()))
      return std::nullopt;
  return Leaving;
}

bool f2layout::isReachedByRemaining(const BlockUniformity &Uniformity,
                                    const BasicBlock &BB,
                                    const SyncPoints &Syncs) {
  if (Uniformity.isUniformlyReached(&BB))
    return true;
  BlockUniformity U = Uniformity;
  for (unsigned Exits = 0; !U.isUniformlyReached(&BB); ++Exits) {
    auto *Branch = dyn_cast_or_null<BranchInst>(U.divergenceOf(&BB));
    if (!Branch || !Branch->isConditional() || Exits == MaxExits)
      return false;
    const auto Leaving = blocksOfLeaving(*Branch, BB, Syncs);
    if (!Leaving)
      return false;
    for (const BasicBlock *Block : *Leaving)
      for (const Instruction &I : *Block)
        if (I.mayReadOrWriteMemory())
          return false;
    U.assumeUniformBranch(Branch->getParent());
  }
  return true;
}

SmallVector<const Instruction *, 4>
f2layout::divergencesBefore(const BlockUniformity &Uniformity,
                            const BasicBlock &BB) {
  SmallVector<const Instruction *, 4> Divergences;
  if (Uniformity.isUniformlyReached(&BB))
    return Divergences;
  BlockUniformity U = Uniformity;
  while (!U.isUniformlyReached(&BB)) {
    const Instruction *At = U.divergenceOf(&BB);
    auto *Branch = dyn_cast_or_null<BranchInst>(At);
    Divergences.push_back(At);
    if (!Branch || Divergences.size() == MaxExits) {
      Divergences.push_back(nullptr);
      break;
    }
    U.assumeUniformBranch(Branch->getParent());
  }
  return Divergences;
}
