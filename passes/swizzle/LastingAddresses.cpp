//===- LastingAddresses.cpp - Registers that new addresses take -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/LastingAddresses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include <map>

using namespace llvm;
using namespace f2layout;

/// From an address's first use to its last one. In a loop outside of which it
/// is computed, it lasts as long as the loop.
std::pair<unsigned, unsigned>
LastingAddresses::lifetimeOf(const Value *P,
                             ArrayRef<const Instruction *> Uses) const {
  unsigned First = ~0u, Last = 0;
  auto Cover = [&](const Instruction *I) {
    First = std::min(First, At.lookup(I));
    Last = std::max(Last, At.lookup(I));
  };
  for (const Instruction *I : Uses) {
    Cover(I);
    const Loop *L = LI.getLoopFor(I->getParent());
    if (!L || !L->isLoopInvariant(P))
      continue;
    while (L->getParentLoop() && L->getParentLoop()->isLoopInvariant(P))
      L = L->getParentLoop();
    for (const BasicBlock *BB : L->blocks()) {
      Cover(&BB->front());
      Cover(BB->getTerminator());
    }
  }
  return {First, Last};
}

LastingAddresses::LastingAddresses(const Function &F, const LoopInfo &LI)
    : LI(LI) {
  for (const BasicBlock *BB : ReversePostOrderTraversal(&F))
    for (const Instruction &I : *BB)
      At.try_emplace(&I, At.size());
}

unsigned LastingAddresses::of(const SharedObject &O) const {
  MapVector<const Value *, SmallVector<const Instruction *, 2>> UsesOf;
  for (const SharedAccess &A : O.Accesses)
    if (const Value *P = getLoadStorePointerOperand(A.I))
      UsesOf[P].push_back(A.I);
  // +1 where a lifetime begins, -1 behind its end.
  std::map<unsigned, int> Changes;
  for (const auto &[P, Uses] : UsesOf) {
    const auto [First, Last] = lifetimeOf(P, Uses);
    if (First >= Last)
      continue;
    ++Changes[First];
    --Changes[Last + 1];
  }
  int Now = 0, Most = 0;
  for (const auto &[Place, By] : Changes)
    Most = std::max(Most, Now += By);
  return Most;
}
