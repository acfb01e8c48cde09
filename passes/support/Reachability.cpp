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

Reachability ReachabilityAnalysis::run(Function &F, FunctionAnalysisManager &) {
  return Reachability(F);
}

Reachability::Reachability(const Function &F) : Order(F) {}
Reachability::Reachability(Reachability &&) = default;
Reachability::~Reachability() = default;

void InstructionsByBlock::sort() {
  for (auto &[BB, List] : Lists) {
    llvm::sort(List, [](const Instruction *A, const Instruction *B) {
      return A != B && A->comesBefore(B);
    });
    List.erase(llvm::unique(List), List.end());
  }
}

InstructionsByBlock::Ordered
InstructionsByBlock::in(const BasicBlock *BB) const {
  auto It = Lists.find(BB);
  return It == Lists.end() ? Ordered() : Ordered(It->second);
}

InstructionsByBlock::Ordered
InstructionsByBlock::before(const BasicBlock *BB, const Instruction *To) const {
  const Ordered All = in(BB);
  if (!To)
    return All;
  const auto *End = partition_point(
      All, [&](const Instruction *I) { return I != To && I->comesBefore(To); });
  return All.take_front(End - All.begin());
}

InstructionsByBlock::Ordered
InstructionsByBlock::behind(const BasicBlock *BB,
                            const Instruction *From) const {
  const Ordered All = in(BB);
  if (!From)
    return All;
  const auto *First = partition_point(All, [&](const Instruction *I) {
    return I == From || I->comesBefore(From);
  });
  return All.drop_front(First - All.begin());
}

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
    New->add(*I);
  New->sort();
  BlockList Blocks;
  for (const auto &Of : New->Lists)
    Blocks.push_back(Of.first);
  llvm::sort(Blocks);
  auto [It, First] = NumberOf.try_emplace(std::move(Blocks), Numbered.size());
  if (First)
    Numbered.push_back(&It->first);
  New->Blocks = It->second;
  *Known = std::move(New);
  return **Known;
}

const BitVector &Reachability::enteredFrom(const BasicBlock *Start,
                                           unsigned Blocks) {
  auto [It, New] = Walks.try_emplace({Start, Blocks});
  if (!New)
    return It->second;
  BitVector &Seen = It->second;
  Seen.resize(Order.bound());
  BitVector Closed(Order.bound());
  for (const BasicBlock *BB : *Numbered[Blocks])
    Closed.set(Order.of(BB));
  SmallVector<const BasicBlock *, 16> Work;
  auto Push = [&](const BasicBlock *BB) {
    for (const BasicBlock *S : successors(BB))
      if (!Seen.test(Order.of(S))) {
        Seen.set(Order.of(S));
        Work.push_back(S);
      }
  };
  Push(Start);
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    ++Steps;
    if (!Closed.test(Order.of(BB)))
      Push(BB);
  }
  return Seen;
}

bool Reachability::reaches(const Instruction *From, const Instruction *To,
                           const AvoidedSet &Avoid) {
  // To is executed before the first avoided instruction behind After.
  const auto IsAhead = [&](const Instruction *After) {
    const auto Ahead = Avoid.behind(To->getParent(), After);
    return Ahead.empty() || !Ahead.front()->comesBefore(To);
  };
  const BasicBlock *Start = From->getParent();
  if (Start == To->getParent() && From->comesBefore(To) && IsAhead(From))
    return true;
  // The last one tells whether any is behind From.
  const auto InStart = Avoid.in(Start);
  if (!InStart.empty() && InStart.back() != From &&
      !InStart.back()->comesBefore(From))
    return false;
  return IsAhead(nullptr) &&
         enteredFrom(Start, Avoid.Blocks).test(Order.of(To->getParent()));
}
