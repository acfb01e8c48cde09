//===- MarkedPaths.cpp - Paths from and to one of many instructions -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/MarkedPaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace f2layout;

using Ordered = InstructionsByBlock::Ordered;

static const Instruction *last(Ordered All, const Instruction *Except) {
  if (!All.empty() && All.back() == Except)
    All = All.drop_back();
  return All.empty() ? nullptr : All.back();
}

static const Instruction *first(Ordered All, const Instruction *Except) {
  if (!All.empty() && All.front() == Except)
    All = All.drop_front();
  return All.empty() ? nullptr : All.front();
}

MarkedPaths::Nearest MarkedPaths::before(const BasicBlock &BB,
                                         const Instruction *To) const {
  const Instruction *Mark = last(Marks.before(&BB, To), Except);
  const Instruction *Barrier = last(Avoid.before(&BB, To), nullptr);
  if (!Mark)
    return Barrier ? Nearest::Avoided : Nearest::None;
  return Barrier && Mark != Barrier && Mark->comesBefore(Barrier)
             ? Nearest::Avoided
             : Nearest::Mark;
}

MarkedPaths::Nearest MarkedPaths::behind(const BasicBlock &BB,
                                         const Instruction *From) const {
  const Instruction *Mark = first(Marks.behind(&BB, From), Except);
  const Instruction *Barrier = first(Avoid.behind(&BB, From), nullptr);
  if (!Mark)
    return Barrier ? Nearest::Avoided : Nearest::None;
  return Barrier && Mark != Barrier && Barrier->comesBefore(Mark)
             ? Nearest::Avoided
             : Nearest::Mark;
}

MarkedPaths::MarkedPaths(const Function &F, const InstructionsByBlock &Marks,
                         const AvoidedSet &Avoid, const Instruction *Except)
    : Marks(Marks), Avoid(Avoid), Except(Except), Numbers(F),
      Entered(Numbers.bound()), Leading(Numbers.bound()) {
  // Paths go on through blocks that have neither.
  BitVector Open(Numbers.bound());
  SmallVector<const BasicBlock *, 16> Ends, Begins;
  for (const BasicBlock &BB : F) {
    if (before(BB, nullptr) == Nearest::Mark)
      Ends.push_back(&BB);
    if (behind(BB, nullptr) == Nearest::Mark)
      Begins.push_back(&BB);
    if (Marks.in(&BB).empty() || Marks.in(&BB) == Ordered(Except))
      Open[Numbers.of(&BB)] = Avoid.in(&BB).empty();
  }
  while (!Ends.empty())
    for (const BasicBlock *Next : successors(Ends.pop_back_val()))
      if (!Entered.test(Numbers.of(Next))) {
        Entered.set(Numbers.of(Next));
        if (Open.test(Numbers.of(Next)))
          Ends.push_back(Next);
      }
  while (!Begins.empty())
    for (const BasicBlock *Before : predecessors(Begins.pop_back_val()))
      if (!Leading.test(Numbers.of(Before))) {
        Leading.set(Numbers.of(Before));
        if (Open.test(Numbers.of(Before)))
          Begins.push_back(Before);
      }
}

bool MarkedPaths::comesFromMark(const Instruction *To) const {
  const BasicBlock &BB = *To->getParent();
  const Nearest N = before(BB, To);
  return N == Nearest::Mark ||
         (N == Nearest::None && Entered.test(Numbers.of(&BB)));
}

bool MarkedPaths::leadsToMark(const Instruction *From) const {
  const BasicBlock &BB = *From->getParent();
  const Nearest N = behind(BB, From);
  return N == Nearest::Mark ||
         (N == Nearest::None && Leading.test(Numbers.of(&BB)));
}
