//===- Segments.cpp - Accesses between synchronisation points -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/kernel/Segments.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace f2layout;

const std::vector<const SyncPoint *> &
Segments::barriersIn(const BasicBlock *BB) {
  static const std::vector<const SyncPoint *> None;
  if (!Barriers) {
    Barriers.emplace();
    for (const SyncPoint &P : Syncs.all())
      if (P.K != SyncPoint::Other)
        (*Barriers)[P.At->getParent()].push_back(&P);
    for (auto &[Block, Of] : *Barriers)
      llvm::sort(Of, [](const SyncPoint *A, const SyncPoint *B) {
        return A != B && A->At->comesBefore(B->At);
      });
  }
  auto It = Barriers->find(BB);
  return It == Barriers->end() ? None : It->second;
}

SmallVector<const SyncPoint *, 4>
Segments::barriersBefore(const Instruction *I) {
  SmallVector<const SyncPoint *, 4> Found;
  const auto *Node = DT.getNode(I->getParent());
  for (; Node && Found.size() < MaxBarriers; Node = Node->getIDom()) {
    ArrayRef<const SyncPoint *> Here = barriersIn(Node->getBlock());
    if (Node->getBlock() == I->getParent()) // else all of them are before it
      Here = Here.take_front(partition_point(Here,
                                             [&](const SyncPoint *P) {
                                               return P->Last != I &&
                                                      P->Last->comesBefore(I);
                                             }) -
                             Here.begin());
    Here = Here.take_back(MaxBarriers - Found.size());
    Found.append(Here.rbegin(), Here.rend());
  }
  return Found;
}

bool Segments::mayFollow(const Instruction *I, const SyncPoint &Barrier) {
  return Paths.reaches(Barrier.At, I, {Barrier.At});
}

InstructionSet Segments::allBlockBarriers() const {
  InstructionSet All;
  for (const SyncPoint &P : Syncs.all())
    if (P.K == SyncPoint::Block)
      All.insert(P.At);
  return All;
}

const Reachability::AvoidedSet &Segments::blockBarriers() {
  if (!Blocks)
    Blocks = &Paths.prepare(allBlockBarriers());
  return *Blocks;
}

const Reachability::AvoidedSet &Segments::blockBarriers(const SyncPoint &More) {
  if (More.K == SyncPoint::Block)
    return blockBarriers();
  const Reachability::AvoidedSet *&Known = WithMore[&More];
  if (!Known) {
    InstructionSet All = allBlockBarriers();
    All.insert(More.At);
    Known = &Paths.prepare(All);
  }
  return *Known;
}

const Reachability::AvoidedSet &Segments::fullBarriers() {
  if (Full)
    return *Full;
  InstructionSet All = allBlockBarriers();
  for (const SyncPoint &P : Syncs.all()) {
    // A warp barrier of some lanes orders only those.
    auto *Mask = dyn_cast_or_null<ConstantInt>(P.Mask);
    if (P.K == SyncPoint::Warp && (!P.Mask || (Mask && Mask->isMinusOne())))
      All.insert(P.At);
  }
  return *(Full = &Paths.prepare(All));
}
