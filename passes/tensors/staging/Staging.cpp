//===- Staging.cpp - Tensors on their way to shared memory ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/staging/Staging.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// No staged tensor may be older.
constexpr unsigned OldestAge = 16;

/// How old a staged tensor is.
struct Age {
  unsigned Least = 0, Greatest = 0;
  NodeId Oldest = 0; ///< The stage that is so old.
  bool operator==(const Age &O) const {
    return Least == O.Least && Greatest == O.Greatest;
  }
  void join(const Age &O) {
    Least = std::min(Least, O.Least);
    if (O.Greatest > Greatest)
      Oldest = O.Oldest;
    Greatest = std::max(Greatest, O.Greatest);
  }
};

/// The greatest age of what was read since the last barrier.
struct ReadAge {
  unsigned Greatest = 0;
  NodeId Wait = 0;
  bool operator==(const ReadAge &O) const { return Greatest == O.Greatest; }
  void join(const ReadAge &O) {
    if (O.Greatest >= Greatest)
      *this = O;
  }
};

/// What is known at a place.
struct State {
  std::map<NodeId, Age> Ages;
  std::map<unsigned, ReadAge> Read; ///< By ring.
  bool operator==(const State &O) const {
    return Ages == O.Ages && Read == O.Read;
  }
};

class Ages {
public:
  Ages(const TensorProgram &P, Function &F,
       const DenseMap<NodeId, unsigned> &RingOf)
      : P(P), RingOf(RingOf), Order(&F) {
    for (NodeId N = 0; N < P.size(); ++N) {
      const TensorNode &Node = P[N];
      if (!Node.Staged && !Node.is(TensorOp::Wait))
        continue;
      BasicBlock *BB = cast<Instruction>(Node.V)->getParent();
      (Node.K == TensorNode::Phi ? Phis : Events)[BB].push_back(N);
    }
    findLive();
    findShared();
  }

  /// Fills LeastAtWait, and GreatestInRing of the tensors that are kept. False
  /// if a tensor becomes too old.
  bool solve();
  bool sharesBarrier(NodeId Wait) const { return Shares.count(Wait); }

  std::map<NodeId, unsigned> LeastAtWait;
  std::map<unsigned, unsigned> GreatestInRing;
  /// The stage of a tensor that became too old, and a wait for it; Read: one
  /// that was read at the wait.
  struct TooOld {
    NodeId Stage = 0, Wait = 0;
    bool Read = false;
  };
  std::optional<TooOld> Found;

private:
  void findLive();
  void findShared();
  NodeId waitFor(NodeId Staged) const;
  State into(BasicBlock *BB) const;
  State through(BasicBlock *BB, State S);

  const TensorProgram &P;
  const DenseMap<NodeId, unsigned> &RingOf;
  ReversePostOrderTraversal<Function *> Order;
  DenseMap<BasicBlock *, SmallVector<NodeId, 4>> Events, Phis;
  DenseMap<BasicBlock *, SmallSet<NodeId, 8>> LiveOut;
  SmallSet<NodeId, 8> Shares;
  DenseMap<BasicBlock *, State> Out;
};

} // namespace

/// Staged tensors that are used behind a block, phis of its successors
/// included.
void Ages::findLive() {
  bool Changed = true;
  auto Add = [&](BasicBlock *BB, NodeId N) {
    Changed |= LiveOut[BB].insert(N).second;
  };
  while (Changed) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      SmallSet<NodeId, 8> In = LiveOut[BB];
      const SmallVector<NodeId, 4> &Here = Events[BB];
      for (NodeId N : reverse(Here)) {
        In.erase(N);
        if (P[N].is(TensorOp::Wait))
          In.insert(P[N].Operands[0]);
      }
      for (NodeId N : Phis[BB]) {
        In.erase(N);
        auto *Phi = cast<PHINode>(P[N].V);
        for (auto [I, Operand] : enumerate(P[N].Operands))
          Add(Phi->getIncomingBlock(I), Operand);
      }
      for (BasicBlock *Before : predecessors(BB))
        for (NodeId N : In)
          Add(Before, N);
    }
  }
}

/// Waits that follow another one, with nothing between them that touches memory
/// or is an operation on tensors.
void Ages::findShared() {
  for (auto &[BB, Here] : Events)
    for (size_t I = 1; I < Here.size(); ++I) {
      if (!P[Here[I]].is(TensorOp::Wait) || !P[Here[I - 1]].is(TensorOp::Wait))
        continue;
      const auto *First = cast<Instruction>(P[Here[I - 1]].V);
      const auto *Second = cast<Instruction>(P[Here[I]].V);
      bool Near = true;
      for (const Instruction *At = First->getNextNode(); At != Second;
           At = At->getNextNode())
        Near &= !At->mayReadOrWriteMemory();
      if (Near)
        Shares.insert(Here[I]);
    }
}

/// The nearest wait that may get this staged tensor.
NodeId Ages::waitFor(NodeId Staged) const {
  SmallVector<NodeId, 8> Work{Staged};
  SmallSet<NodeId, 8> Seen;
  for (size_t At = 0; At < Work.size(); ++At)
    for (NodeId U : P[Work[At]].Users) {
      if (P[U].is(TensorOp::Wait))
        return U;
      if (Seen.insert(U).second)
        Work.push_back(U);
    }
  return Staged;
}

State Ages::into(BasicBlock *BB) const {
  State S;
  auto Join = [&](NodeId N, Age A) {
    auto [It, New] = S.Ages.try_emplace(N, A);
    if (!New)
      It->second.join(A);
  };
  for (BasicBlock *Before : predecessors(BB)) {
    auto Known = Out.find(Before);
    if (Known == Out.end())
      continue; // Not reached yet.
    for (auto [N, A] : Known->second.Ages)
      Join(N, A);
    for (auto [Ring, A] : Known->second.Read)
      S.Read[Ring].join(A);
  }
  State Result = S;
  auto Here = Phis.find(BB);
  if (Here == Phis.end())
    return Result;
  for (NodeId N : Here->second) {
    Result.Ages.erase(N);
    auto *Phi = cast<PHINode>(P[N].V);
    std::optional<Age> Joined;
    for (auto [I, Operand] : enumerate(P[N].Operands)) {
      auto Known = Out.find(Phi->getIncomingBlock(I));
      if (Known == Out.end())
        continue;
      auto It = Known->second.Ages.find(Operand);
      if (It == Known->second.Ages.end())
        continue; // Undefined.
      if (Joined)
        Joined->join(It->second);
      else
        Joined = It->second;
    }
    if (Joined)
      Result.Ages[N] = *Joined;
  }
  return Result;
}

State Ages::through(BasicBlock *BB, State S) {
  const SmallVector<NodeId, 4> Here = Events.lookup(BB);
  const SmallSet<NodeId, 8> &Live = LiveOut[BB];
  for (size_t At = 0; At < Here.size(); ++At) {
    const NodeId N = Here[At];
    if (P[N].is(TensorOp::Wait)) {
      const NodeId Operand = P[N].Operands[0];
      auto It = S.Ages.find(Operand);
      const Age A = It == S.Ages.end() ? Age{} : It->second;
      LeastAtWait[N] = A.Least;
      if (!Shares.count(N))
        S.Read.clear();
      S.Read[RingOf.lookup(N)].join({A.Greatest, N});
    } else {
      const unsigned Ring = RingOf.lookup(N);
      for (auto &[V, A] : S.Ages) {
        ++A.Least;
        A.Greatest += RingOf.lookup(V) == Ring;
      }
      if (auto It = S.Read.find(Ring); It != S.Read.end())
        ++It->second.Greatest;
      S.Ages[N] = {0, 0, N};
    }
    // What nobody waits for any more.
    const ArrayRef<NodeId> Later = ArrayRef(Here).drop_front(At + 1);
    auto IsUsed = [&](NodeId V) {
      return Live.count(V) || any_of(Later, [&](NodeId U) {
               return P[U].is(TensorOp::Wait) && P[U].Operands[0] == V;
             });
    };
    for (auto It = S.Ages.begin(); It != S.Ages.end();)
      It = IsUsed(It->first) ? std::next(It) : S.Ages.erase(It);
    for (auto &[V, A] : S.Ages) {
      if (A.Greatest > OldestAge)
        Found = TooOld{A.Oldest, waitFor(V), false};
      A.Greatest = std::min(A.Greatest, OldestAge + 1);
      A.Least = std::min(A.Least, OldestAge);
      unsigned &Most = GreatestInRing[RingOf.lookup(V)];
      Most = std::max(Most, A.Greatest);
    }
    for (auto &[Ring, A] : S.Read) {
      // The wait for one that is too old reads it, too.
      if (A.Greatest > OldestAge && (!Found || Found->Read))
        Found = TooOld{0, A.Wait, true};
      A.Greatest = std::min(A.Greatest, OldestAge + 1);
      unsigned &Most = GreatestInRing[Ring];
      Most = std::max(Most, A.Greatest);
    }
  }
  // Dead phis.
  for (auto It = S.Ages.begin(); It != S.Ages.end();)
    It = Live.count(It->first) ? std::next(It) : S.Ages.erase(It);
  return S;
}

bool Ages::solve() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    GreatestInRing.clear();
    for (BasicBlock *BB : Order) {
      State S = through(BB, into(BB));
      auto [It, New] = Out.try_emplace(BB);
      if (!New && It->second == S)
        continue;
      It->second = std::move(S);
      Changed = true;
    }
  }
  return none_of(GreatestInRing,
                 [](auto &Known) { return Known.second > OldestAge; });
}

/// The largest dimension whose elements are neighbours in memory.
static std::optional<unsigned> minorOf(const TensorCall &Stage) {
  std::optional<unsigned> Minor;
  for (unsigned D = 0; D < Stage.Type.rank(); ++D) {
    auto *Stride = dyn_cast<ConstantInt>(Stage.stride(D));
    const uint64_t Size = Stage.Type.Shape[D];
    if (Stride && Stride->isOne() && Size > 1 &&
        (!Minor || Size > Stage.Type.Shape[*Minor]))
      Minor = D;
  }
  return Minor;
}

/// "@f2.tensor.wait.128xf32 (%x)".
static std::string nameOf(const TensorNode &N) {
  const auto *I = cast<Instruction>(N.V);
  const auto *Call = dyn_cast<CallBase>(I);
  std::string Name = Call ? ("@" + Call->getCalledOperand()->getName()).str()
                          : std::string("a phi");
  return I->hasName() ? Name + (" (%" + I->getName() + ")").str() : Name;
}

static void addTooOld(const TensorProgram &P, const Ages::TooOld &Found,
                      CallFaults &Faults) {
  const TensorNode &Wait = P[Found.Wait];
  const std::string More =
      ("more than " + Twine(OldestAge) + " later stages of its ring").str();
  if (Found.Read)
    Faults.add(*Wait.Call.Call, "the tensor's slot may be taken by " + More +
                                    " before the next barrier of a wait, "
                                    "expected a wait behind fewer");
  else
    Faults.add(*P[Found.Stage].Call.Call,
               More + " may overtake the tensor before " + nameOf(Wait) +
                   " waits for it, expected at most " + Twine(OldestAge));
}

Staging::Staging(const TensorProgram &P, Function &F, CallFaults &Faults) {
  EquivalenceClasses<NodeId> Connected;
  for (NodeId N = 0; N < P.size(); ++N) {
    if (!P[N].Staged && !P[N].is(TensorOp::Wait))
      continue;
    Connected.insert(N);
    for (NodeId Operand : P[N].Operands)
      if (P[Operand].Staged)
        Connected.unionSets(N, Operand);
  }
  DenseMap<NodeId, unsigned> OfLeader;
  SmallSet<unsigned, 4> HasMinor;
  for (NodeId N = 0; N < P.size(); ++N) {
    if (!P[N].Staged && !P[N].is(TensorOp::Wait))
      continue;
    auto [It, New] = OfLeader.try_emplace(Connected.getLeaderValue(N),
                                          unsigned(Rings.size()));
    if (New)
      Rings.push_back({P[N].Type, std::max(1u, P[N].Type.rank()) - 1, 1});
    RingOf[N] = It->second;
    if (!P[N].is(TensorOp::Stage) || HasMinor.contains(It->second))
      continue;
    if (std::optional<unsigned> Minor = minorOf(P[N].Call)) {
      Rings[It->second].Minor = *Minor;
      HasMinor.insert(It->second);
    }
  }
  if (Rings.empty() || Faults.isIn(F))
    return;
  Ages Known(P, F, RingOf);
  if (!Known.solve()) {
    addTooOld(P, *Known.Found, Faults);
    return;
  }
  for (auto [Ring, Greatest] : Known.GreatestInRing)
    Rings[Ring].Slots = Greatest + 1;
  NodeId First = 0;
  for (auto [N, Least] : Known.LeastAtWait) {
    const bool Shares = Known.sharesBarrier(N);
    Waits[N] = {!Shares, Least};
    if (!Shares)
      First = N;
    else
      Waits[First].Unfinished = std::min(Waits[First].Unfinished, Least);
  }
  findUnfinished(P, F);
}

std::optional<Staging::Wait> Staging::waitBefore(NodeId Stage) const {
  auto It = WaitsBefore.find(Stage);
  if (It == WaitsBefore.end())
    return std::nullopt;
  return Wait{true, It->second};
}
