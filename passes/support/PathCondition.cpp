//===- PathCondition.cpp - The conditions under which a block is reached --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/PathCondition.h"
#include "passes/support/PathQueries.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// Splits a conjunction into its parts; only a wanted one can be split. Parts
/// may be shared, so a value that was visited is not split again.
static void addLiterals(Path &P, const Value *C, bool Wanted,
                        SmallSet<std::pair<const Value *, bool>, 8> &Seen) {
  if (!Seen.insert({C, Wanted}).second)
    return;
  auto *Not = dyn_cast<BinaryOperator>(C);
  if (Not && Not->getOpcode() == Instruction::Xor)
    if (auto *One = dyn_cast<ConstantInt>(Not->getOperand(1));
        One && One->isOne())
      return addLiterals(P, Not->getOperand(0), !Wanted, Seen);
  const Value *A = nullptr, *B = nullptr;
  auto *Sel = dyn_cast<SelectInst>(C);
  auto IsBool = [](const Value *V, bool What) {
    auto *K = dyn_cast<ConstantInt>(V);
    return K && K->isOne() == What;
  };
  if (Wanted) { // a && b
    if (Sel && IsBool(Sel->getFalseValue(), false))
      A = Sel->getCondition(), B = Sel->getTrueValue();
    else if (Not && Not->getOpcode() == Instruction::And)
      A = Not->getOperand(0), B = Not->getOperand(1);
  } else { // !(a || b)
    if (Sel && IsBool(Sel->getTrueValue(), true))
      A = Sel->getCondition(), B = Sel->getFalseValue();
    else if (Not && Not->getOpcode() == Instruction::Or)
      A = Not->getOperand(0), B = Not->getOperand(1);
  }
  if (!A) {
    P.push_back({C, Wanted});
    return;
  }
  addLiterals(P, A, Wanted, Seen);
  addLiterals(P, B, Wanted, Seen);
}

/// Control at the end of Up reaches At before a loop around both begins its
/// next iteration. It is not enough that At post-dominates Up: if every exit of
/// the loop passes At, it may be reached only in a later iteration.
static bool alwaysMeets(const BasicBlock *Up, const BasicBlock *At,
                        const PostDominatorTree &PDT, const LoopInfo &LI) {
  if (!PDT.dominates(At, Up))
    return false;
  InstructionSet Met = {&At->front()};
  for (const Loop *L = LI.getLoopFor(Up); L; L = L->getParentLoop())
    if (L->contains(At) &&
        reaches(Up->getTerminator(), &L->getHeader()->front(), Met))
      return false;
  return true;
}

std::optional<Path>
f2layout::pathCondition(const BasicBlock *From, const BasicBlock *To,
                        const DominatorTree &DT, const PostDominatorTree &PDT,
                        const LoopInfo &LI, bool IntoLoops) {
  Path P;
  SmallSet<std::pair<const Value *, bool>, 8> Seen;
  const BasicBlock *At = To;
  for (unsigned Steps = 0; At != From; ++Steps) {
    const auto *Node = DT.getNode(At);
    if (!Node || !Node->getIDom() || Steps > 64)
      return std::nullopt;
    const BasicBlock *Up = Node->getIDom()->getBlock();
    // No condition is added by a join that every path from its dominator
    // reaches, by a block after a loop that is always left, or by the header of
    // a loop.
    bool After = LI.getLoopDepth(At) < LI.getLoopDepth(Up);
    if ((LI.getLoopFor(At) == LI.getLoopFor(Up) || After ||
         LI.isLoopHeader(At)) &&
        alwaysMeets(Up, At, PDT, LI)) {
      At = Up;
      continue;
    }
    // A loop is entered once, from its one predecessor outside.
    const BasicBlock *Before = IntoLoops && LI.isLoopHeader(At)
                                   ? LI.getLoopFor(At)->getLoopPredecessor()
                                   : At->getSinglePredecessor();
    if (Before != Up)
      return std::nullopt;
    auto *Br = dyn_cast<BranchInst>(Up->getTerminator());
    if (!Br)
      return std::nullopt;
    if (Br->isConditional()) {
      if (Br->getSuccessor(0) == Br->getSuccessor(1))
        return std::nullopt;
      addLiterals(P, Br->getCondition(), Br->getSuccessor(0) == At, Seen);
    }
    At = Up;
  }
  return P;
}
