//===- StorePressure.cpp - Registers at the stores of a structure ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/coalesce/StorePressure.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// For the address, the lane, and what selects and shuffles need.
static constexpr unsigned WordsOfArithmetic = 8;

/// The blocks that control may reach from the end of BB.
static SmallPtrSet<const BasicBlock *, 16> blocksBehind(const BasicBlock &BB) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work(successors(&BB));
  while (!Work.empty())
    if (const BasicBlock *Next = Work.pop_back_val(); Seen.insert(Next).second)
      Work.append(succ_begin(Next), succ_end(Next));
  return Seen;
}

unsigned f2layout::registersOfExchange(const StoreGroup &G,
                                       const DominatorTree &DT) {
  const BasicBlock &BB = *G.Last->getParent();
  const SmallPtrSet<const BasicBlock *, 16> Behind = blocksBehind(BB);
  const DataLayout &DL = G.Last->getDataLayout();
  auto IsUsedBehind = [&](const Instruction &I) {
    return any_of(I.users(), [&](const User *U) {
      auto *At = cast<Instruction>(U);
      if (At->getParent() == &BB && !isa<PHINode>(At))
        return G.Last->comesBefore(At) ||
               (I.getParent() != &BB && Behind.contains(&BB));
      return Behind.contains(At->getParent());
    });
  };
  unsigned Live = 0;
  for (const Instruction &I : instructions(*G.Last->getFunction())) {
    Type *Ty = I.getType();
    // A predicate; or what can be read anew.
    if (!Ty->isSized() || Ty->isIntegerTy(1) || isa<AllocaInst>(I) ||
        classifyLaunchRead(&I) || !DT.dominates(&I, G.Last) || !IsUsedBehind(I))
      continue;
    Live += divideCeil(DL.getTypeSizeInBits(Ty).getKnownMinValue(), 32);
  }
  return Live + 2 * G.words() + WordsOfArithmetic;
}
