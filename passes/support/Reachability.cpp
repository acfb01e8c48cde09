//===- Reachability.cpp - Paths between instructions, asked often ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/Reachability.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace f2layout;

AnalysisKey ReachabilityAnalysis::Key;

const Reachability::AvoidedSet &
Reachability::prepare(const InstructionSet &Avoid) {
  std::unique_ptr<AvoidedSet> *Known;
  if (Avoid.size() == 1) {
    Known = &Singles[*Avoid.begin()];
  } else {
    std::vector<const Instruction *> Sorted(Avoid.begin(), Avoid.end());
    llvm::sort(Sorted);
    Known = &Sets[std::move(Sorted)];
  }
  if (*Known)
    return **Known;
  auto New = std::make_unique<AvoidedSet>();
  for (const Instruction *I : Avoid)
    New->In[I->getParent()].push_back(I);
  BlockList Blocks;
  for (auto &[BB, Of] : New->In) {
    Blocks.push_back(BB);
    llvm::sort(Of, [](const Instruction *A, const Instruction *B) {
      return A != B && A->comesBefore(B);
    });
  }
  llvm::sort(Blocks);
  auto [It, First] = NumberOf.try_emplace(std::move(Blocks), Numbered.size());
  if (First)
    Numbered.push_back(&It->first);
  New->Blocks = It->second;
  *Known = std::move(New);
  return **Known;
}

/// Those of the sorted instructions that are behind After; all if it is null.
static ArrayRef<const Instruction *>
behind(const Instruction *After, ArrayRef<const Instruction *> Sorted) {
  if (!After)
    return Sorted;
  const auto *First = partition_point(Sorted, [&](const Instruction *I) {
    return I == After || I->comesBefore(After);
  });
  return Sorted.drop_front(First - Sorted.begin());
}

const BitVector &Reachability::enteredFrom(const BasicBlock *Start,
                                           unsigned Blocks) {
  auto [It, New] = Walks.try_emplace({Start, Blocks});
  if (!New)
    return It->second;
  BitVector &Seen = It->second;
  Seen.resize(F.getMaxBlockNumber());
  BitVector Closed(F.getMaxBlockNumber());
  for (const BasicBlock *BB : *Numbered[Blocks])
    Closed.set(BB->getNumber());
  SmallVector<const BasicBlock *, 16> Work;
  auto Push = [&](const BasicBlock *BB) {
    for (const BasicBlock *S : successors(BB))
      if (!Seen.test(S->getNumber())) {
        Seen.set(S->getNumber());
        Work.push_back(S);
      }
  };
  Push(Start);
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    ++Steps;
    if (!Closed.test(BB->getNumber()))
      Push(BB);
  }
  return Seen;
}

bool Reachability::reaches(const Instruction *From, const Instruction *To,
                           const AvoidedSet &Avoid) {
  // To is executed before the first avoided instruction behind After.
  const auto IsAhead = [&](const Instruction *After) {
    const auto Ahead = behind(After, Avoid.in(To->getParent()));
    return Ahead.empty() || !Ahead.front()->comesBefore(To);
  };
  const BasicBlock *Start = From->getParent();
  if (Start == To->getParent() && From->comesBefore(To) && IsAhead(From))
    return true;
  return behind(From, Avoid.in(Start)).empty() && IsAhead(nullptr) &&
         enteredFrom(Start, Avoid.Blocks).test(To->getParent()->getNumber());
}
