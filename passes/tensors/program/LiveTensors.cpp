//===- LiveTensors.cpp - How much of a kernel's tensors lives at a time ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/program/LiveTensors.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

class Lives {
public:
  Lives(const TensorProgram &P, const LoopInfo &Loops);
  /// The last place, as a node, where N's value is needed.
  NodeId lastPlace(NodeId N) const;

private:
  NodeId endOf(const BasicBlock *BB) const { return BlockEnd.lookup(BB); }

  const TensorProgram &P;
  const LoopInfo &Loops;
  DenseMap<const BasicBlock *, NodeId> BlockEnd; ///< The last node, or before.
  DenseMap<const Loop *, NodeId> LoopEnd;
};

} // namespace

static bool needsRegisters(const TensorNode &N) {
  return !N.isFree() && !N.Staged && !N.is(TensorOp::Broadcast) &&
         !N.is(TensorOp::Store);
}

Lives::Lives(const TensorProgram &P, const LoopInfo &Loops)
    : P(P), Loops(Loops) {
  for (NodeId N = 0; N < P.size(); ++N) {
    auto *I = dyn_cast<Instruction>(P[N].V);
    if (!I)
      continue;
    BlockEnd[I->getParent()] = N;
    for (const Loop *L = Loops.getLoopFor(I->getParent()); L;
         L = L->getParentLoop())
      LoopEnd[L] = std::max(LoopEnd[L], N);
  }
}

NodeId Lives::lastPlace(NodeId N) const {
  const auto *Def = dyn_cast<Instruction>(P[N].V);
  NodeId Last = N;
  for (NodeId U : P[N].Users) {
    const auto *Use = cast<Instruction>(P[U].V);
    auto UsedIn = [&](const BasicBlock *BB, NodeId At) {
      Last = std::max(Last, At);
      for (const Loop *L = Loops.getLoopFor(BB); L && Def && !L->contains(Def);
           L = L->getParentLoop())
        Last = std::max(Last, LoopEnd.lookup(L));
    };
    const auto *Phi = dyn_cast<PHINode>(Use);
    if (!Phi) {
      UsedIn(Use->getParent(), U);
      continue;
    }
    for (auto [I, Operand] : enumerate(P[U].Operands))
      if (const BasicBlock *From = Phi->getIncomingBlock(I); Operand == N)
        UsedIn(From, endOf(From));
  }
  return Last;
}

unsigned f2layout::mostLiveWords(const TensorProgram &P, const LoopInfo &Loops,
                                 unsigned ThreadBits) {
  const Lives Known(P, Loops);
  // What begins to live at a node, less what ends there.
  std::vector<int64_t> Change(P.size() + 1, 0);
  for (NodeId N = 0; N < P.size(); ++N) {
    if (!needsRegisters(P[N]))
      continue;
    uint64_t Elements = 1;
    for (uint64_t Size : P[N].Type.Shape)
      Elements *= Size;
    const auto Words =
        int64_t(divideCeil(divideCeil(Elements, uint64_t(1) << ThreadBits) *
                               P[N].Type.elementBits(),
                           uint64_t(32)));
    Change[N] += Words;
    // At its last use it makes room for the result.
    Change[Known.lastPlace(N)] -= Words;
  }
  int64_t Now = 0, Most = 0;
  for (int64_t C : Change) {
    Now += C;
    Most = std::max(Most, Now);
  }
  return unsigned(std::min<int64_t>(Most, UINT16_MAX));
}
