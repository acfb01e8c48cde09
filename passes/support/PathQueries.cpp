//===- PathQueries.cpp - Is there a way from here to there around that? ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/PathQueries.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::reaches(const Instruction *From, const Instruction *To,
                       const InstructionSet &Avoid) {
  bool Found = false;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work;
  // What lies behind After (null: in all of the block). Returns true if the end
  // of the block is reached. Blocks are long, and what is asked for are a few
  // instructions, whose order is known.
  auto Scan = [&](const Instruction *After, const BasicBlock *BB) {
    auto LiesAhead = [&](const Instruction *I) {
      return I->getParent() == BB && (!After || After->comesBefore(I));
    };
    const Instruction *First = nullptr;
    for (const Instruction *I : Avoid)
      if (LiesAhead(I) && (!First || I->comesBefore(First)))
        First = I;
    if (LiesAhead(To) && (!First || !First->comesBefore(To))) {
      Found = true;
      return false;
    }
    return !First;
  };
  auto Push = [&](const BasicBlock *BB) {
    for (const BasicBlock *S : successors(BB))
      if (Seen.insert(S).second)
        Work.push_back(S);
  };
  if (Scan(From, From->getParent()))
    Push(From->getParent());
  while (!Work.empty() && !Found) {
    const BasicBlock *BB = Work.pop_back_val();
    if (Scan(nullptr, BB))
      Push(BB);
  }
  return Found;
}

static void visitForward(const Instruction *From, const InstructionSet &Stop,
                         function_ref<void(Instruction &)> Visit) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<BasicBlock *, 16> Work;
  auto Scan = [&](BasicBlock::iterator I, BasicBlock *BB) {
    for (; I != BB->end(); ++I) {
      if (Stop.count(&*I))
        return;
      Visit(*I);
    }
    for (BasicBlock *S : successors(BB))
      if (Seen.insert(S).second)
        Work.push_back(S);
  };
  auto *Start = const_cast<Instruction *>(From);
  Scan(std::next(Start->getIterator()), Start->getParent());
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    Scan(BB->begin(), BB);
  }
}

static void visitBackward(const Instruction *From, const InstructionSet &Stop,
                          function_ref<void(Instruction &)> Visit) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<BasicBlock *, 16> Work;
  auto Scan = [&](BasicBlock::iterator End, BasicBlock *BB) {
    while (End != BB->begin()) {
      --End;
      if (Stop.count(&*End))
        return;
      Visit(*End);
    }
    for (BasicBlock *P : predecessors(BB))
      if (Seen.insert(P).second)
        Work.push_back(P);
  };
  auto *Start = const_cast<Instruction *>(From);
  Scan(Start->getIterator(), Start->getParent());
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    Scan(BB->end(), BB);
  }
}

void f2layout::forEachReachable(const Instruction *From, bool Forward,
                                const InstructionSet &Stop,
                                function_ref<void(Instruction &)> Visit) {
  if (Forward)
    visitForward(From, Stop, Visit);
  else
    visitBackward(From, Stop, Visit);
}
