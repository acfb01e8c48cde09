//===- NearbyWrites.cpp - The writes between two points of a function -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/NearbyWrites.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

void NearbyWrites::add(unsigned Number, const Instruction &I) {
  Lists[I.getParent()].push_back({&I, Number});
  All.set(Number);
  ++Count;
}

void NearbyWrites::sort() {
  for (auto &[BB, List] : Lists)
    llvm::sort(List, [](const Write &A, const Write &B) {
      return A.first != B.first && A.first->comesBefore(B.first);
    });
}

NearbyWrites::Writes NearbyWrites::in(const BasicBlock *BB) const {
  const auto It = Lists.find(BB);
  return It == Lists.end() ? Writes() : Writes(It->second);
}

/// The number of those, all at the front, for which IsBefore holds.
template <typename ListT, typename Fn>
static size_t firstBehind(ListT List, Fn IsBefore) {
  return partition_point(List,
                         [&](const auto &W) { return IsBefore(W.first); }) -
         List.begin();
}

/// Enters what Next gives of Start, and of each block for which Visit returns
/// true. Returns false if it enters more blocks than Most.
template <typename NextFn, typename VisitFn>
static bool walk(const BasicBlock *Start, size_t Most, NextFn Next,
                 VisitFn Visit) {
  SmallVector<const BasicBlock *, 16> Work;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  const auto Push = [&](const BasicBlock *BB) {
    for (const BasicBlock *Other : Next(BB))
      if (Seen.insert(Other).second)
        Work.push_back(Other);
  };
  Push(Start);
  while (!Work.empty()) {
    if (Seen.size() > Most)
      return false;
    const BasicBlock *BB = Work.pop_back_val();
    if (Visit(BB))
      Push(BB);
  }
  return true;
}

bool NearbyWrites::leadingTo(const Instruction *To,
                             const InstructionsByBlock &Avoid,
                             BitVector &Found) const {
  // Those of the block from its last avoided instruction before End on. Returns
  // true if paths may also come from before the block.
  const auto Visit = [&](const BasicBlock *BB, const Instruction *End) {
    const auto Stops = Avoid.before(BB, End);
    Writes Here = in(BB);
    if (End)
      Here = Here.take_front(firstBehind(Here, [&](const Instruction *I) {
        return I != End && I->comesBefore(End);
      }));
    for (const auto &[I, Number] : reverse(Here)) {
      if (!Stops.empty() && I->comesBefore(Stops.back()))
        break;
      Found.set(Number);
    }
    return Stops.empty();
  };
  const BasicBlock *Start = To->getParent();
  return !Visit(Start, To) ||
         walk(
             Start, Count,
             [](const BasicBlock *BB) { return predecessors(BB); },
             [&](const BasicBlock *BB) { return Visit(BB, nullptr); });
}

bool NearbyWrites::comingFrom(const Instruction *From,
                              const InstructionsByBlock &Avoid,
                              BitVector &Found) const {
  const auto Visit = [&](const BasicBlock *BB, const Instruction *Begin) {
    const auto Stops = Avoid.behind(BB, Begin);
    Writes Here = in(BB);
    if (Begin)
      Here = Here.drop_front(firstBehind(Here, [&](const Instruction *I) {
        return I == Begin || I->comesBefore(Begin);
      }));
    for (const auto &[I, Number] : Here) {
      if (!Stops.empty() && Stops.front()->comesBefore(I))
        break;
      Found.set(Number);
    }
    return Stops.empty();
  };
  const BasicBlock *Start = From->getParent();
  return !Visit(Start, From) ||
         walk(
             Start, Count, [](const BasicBlock *BB) { return successors(BB); },
             [&](const BasicBlock *BB) { return Visit(BB, nullptr); });
}
