//===- UnfinishedCopies.cpp - Slots whose copies nobody waited for --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second dataflow of Staging.h. A copy is known by its ring and by the
// number of stages of that ring behind its own, which also says when its slot
// is taken again. Of all stages behind its own, the state has the least number
// over all paths: a wait that leaves so many copies unfinished, or fewer,
// finishes this one.
//
// A stage that takes the slot of an unfinished copy gets a wait, and the
// dataflow starts again with it, until no stage needs another one.
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/staging/Staging.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// By ring and age in the ring: the least number of later stages of any ring.
using Unfinished = std::map<std::pair<unsigned, unsigned>, unsigned>;

} // namespace

/// At most so many of the last copies may be unfinished behind a wait.
static void waitFor(Unfinished &Copies, unsigned AtMost) {
  for (auto It = Copies.begin(); It != Copies.end();)
    It = It->second >= AtMost ? Copies.erase(It) : std::next(It);
}

static void join(Unfinished &Into, const Unfinished &From) {
  for (auto [Copy, Later] : From) {
    auto [It, New] = Into.try_emplace(Copy, Later);
    if (!New)
      It->second = std::min(It->second, Later);
  }
}

void Staging::findUnfinished(const TensorProgram &P, Function &F) {
  DenseMap<const BasicBlock *, SmallVector<NodeId, 4>> Events;
  for (NodeId N = 0; N < P.size(); ++N)
    if (P[N].is(TensorOp::Stage) || P[N].is(TensorOp::Wait))
      Events[cast<Instruction>(P[N].V)->getParent()].push_back(N);
  ReversePostOrderTraversal<Function *> Order(&F);
  DenseMap<const BasicBlock *, Unfinished> Out;
  bool Changed = true;
  auto Pass = [&](NodeId N, Unfinished &Copies) {
    if (P[N].is(TensorOp::Wait)) {
      if (const Wait &W = Waits.at(N); W.Waits)
        waitFor(Copies, W.Unfinished);
      return;
    }
    const unsigned Ring = RingOf.lookup(N);
    if (auto It = WaitsBefore.find(N); It != WaitsBefore.end())
      waitFor(Copies, It->second);
    // The oldest one's slot is taken.
    if (auto It = Copies.find({Ring, Rings[Ring].Slots - 1});
        It != Copies.end()) {
      WaitsBefore[N] = It->second; // Less than before, or new.
      Changed = true;
      Out.clear();
      waitFor(Copies, It->second);
    }
    Unfinished Older;
    for (auto [Copy, Later] : Copies)
      Older[{Copy.first, Copy.second + (Copy.first == Ring)}] = Later + 1;
    Older[{Ring, 0}] = 0;
    Copies = std::move(Older);
  };
  while (Changed) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      Unfinished Copies;
      for (BasicBlock *Before : predecessors(BB))
        if (auto It = Out.find(Before); It != Out.end())
          join(Copies, It->second);
      for (NodeId N : Events.lookup(BB))
        Pass(N, Copies);
      auto [It, New] = Out.try_emplace(BB);
      if (!New && It->second == Copies)
        continue;
      It->second = std::move(Copies);
      Changed = true;
    }
  }
}
