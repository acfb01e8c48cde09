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

unsigned Reachability::numberOf(const InstructionSet &Avoid) {
  if (Avoid.empty())
    return 0;
  std::vector<const Instruction *> Sorted(Avoid.begin(), Avoid.end());
  llvm::sort(Sorted);
  return Sets.try_emplace(std::move(Sorted), Sets.size() + 1).first->second;
}

/// Whether control that is behind After in BB, or at its beginning if After is
/// null, executes To before any of Avoid.
static bool isAhead(const Instruction *After, const BasicBlock *BB,
                    const Instruction *To, const InstructionSet &Avoid) {
  auto LiesAhead = [&](const Instruction *I) {
    return I->getParent() == BB && (!After || After->comesBefore(I));
  };
  return LiesAhead(To) && none_of(Avoid, [&](const Instruction *I) {
           return LiesAhead(I) && I->comesBefore(To);
         });
}

const BitVector &Reachability::entered(const Instruction *From,
                                       const InstructionSet &Avoid,
                                       unsigned Set) {
  auto [It, New] = Walks.try_emplace({From, Set});
  if (!New)
    return It->second;
  BitVector &Seen = It->second;
  Seen.resize(F.getMaxBlockNumber());
  const BasicBlock *Start = From->getParent();
  BitVector Closed(F.getMaxBlockNumber());
  bool StartIsClosed = false;
  for (const Instruction *I : Avoid) {
    Closed.set(I->getParent()->getNumber());
    StartIsClosed |= I->getParent() == Start && From->comesBefore(I);
  }
  SmallVector<const BasicBlock *, 16> Work;
  auto Push = [&](const BasicBlock *BB) {
    for (const BasicBlock *S : successors(BB))
      if (!Seen.test(S->getNumber())) {
        Seen.set(S->getNumber());
        Work.push_back(S);
      }
  };
  if (!StartIsClosed)
    Push(Start);
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (!Closed.test(BB->getNumber()))
      Push(BB);
  }
  return Seen;
}

bool Reachability::reaches(const Instruction *From, const Instruction *To,
                           const InstructionSet &Avoid) {
  if (isAhead(From, From->getParent(), To, Avoid))
    return true;
  return entered(From, Avoid, numberOf(Avoid))
             .test(To->getParent()->getNumber()) &&
         isAhead(nullptr, To->getParent(), To, Avoid);
}
