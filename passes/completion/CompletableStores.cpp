//===- CompletableStores.cpp - Stores that could be completed -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/completion/CompletableStores.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace f2layout;

/// Between a load and its store lie no more blocks than this.
static constexpr unsigned MaxBlocks = 16;
/// So many instructions are moved.
static constexpr unsigned MaxMoved = 64;

namespace {

/// The stores of one object.
class Completable {
public:
  Completable(const SharedObject &O, const SyncPoints &Syncs,
              const DominatorTree &DT)
      : O(O), Syncs(Syncs), DT(DT) {
    for (const SharedAccess &A : O.Accesses)
      Accesses.insert(A.I);
  }
  std::optional<CompletableStore> find(StoreInst &S) const;

private:
  bool listBetween(CompletableStore &C) const;
  bool add(const Instruction &From, CompletableStore &C) const;

  const SharedObject &O;
  const SyncPoints &Syncs;
  const DominatorTree &DT;
  SmallPtrSet<const Instruction *, 16> Accesses;
};

} // namespace

static const BranchInst *branchOf(const BasicBlock *BB, bool Conditional) {
  auto *Br = dyn_cast_or_null<BranchInst>(BB ? BB->getTerminator() : nullptr);
  return Br && Br->isConditional() == Conditional ? Br : nullptr;
}

/// The store's block is one side of a branch on data, and both sides meet
/// behind it.
static std::optional<CompletableStore> findFork(StoreInst &S,
                                                const DominatorTree &DT) {
  CompletableStore C;
  C.Store = &S;
  C.Taken = S.getParent();
  C.Fork = C.Taken->getSinglePredecessor();
  const BranchInst *Out = branchOf(C.Taken, false);
  const BranchInst *Fork = branchOf(C.Fork, true);
  if (!S.isSimple() || !Out || !Fork)
    return std::nullopt;
  const BasicBlock *Join = Out->getSuccessor(0);
  BasicBlock *Side = Fork->getSuccessor(Fork->getSuccessor(0) == C.Taken);
  C.Other = C.Fork;
  if (Side != Join) {
    const BranchInst *SideOut = branchOf(Side, false);
    if (Side->getSinglePredecessor() != C.Fork || !SideOut ||
        SideOut->getSuccessor(0) != Join)
      return std::nullopt;
    C.Other = Side;
  }
  if (Join == C.Taken || DT.dominates(Join, C.Fork) ||
      // What is done under other conditions on data is seldom done in place.
      !dependsOnShared(Fork->getCondition()))
    return std::nullopt;
  return C;
}

/// Lists the other stores to the array from an instruction to the end of its
/// block. False if threads may wait for each other there.
bool Completable::add(const Instruction &From, CompletableStore &C) const {
  for (const Instruction *I = &From; I; I = I->getNextNode()) {
    if (Syncs.of(I))
      return false;
    if (I != C.Store && isa<StoreInst>(I) && Accesses.contains(I))
      C.Between.push_back(const_cast<Instruction *>(I));
  }
  return true;
}

/// What may run between the load and the join. False if that is too much, or if
/// the join may come again without the load.
bool Completable::listBetween(CompletableStore &C) const {
  C.Object = &O;
  const BasicBlock *First = C.Load ? C.Load->getParent() : C.Fork;
  const BasicBlock *Join = C.Taken->getSingleSuccessor();
  SmallSetVector<const BasicBlock *, 8> Blocks;
  Blocks.insert(C.Taken);
  if (C.Other != First)
    Blocks.insert(C.Other);
  for (unsigned N = 0; N < Blocks.size(); ++N)
    for (const BasicBlock *P : predecessors(Blocks[N]))
      if (P == Join ||
          (P != First && Blocks.insert(P) && Blocks.size() > MaxBlocks))
        return false;
  if (C.Load && !add(*C.Load->getNextNode(), C))
    return false;
  for (const BasicBlock *BB : Blocks)
    if (!add(BB->front(), C))
      return false;
  // The store moves past what is behind it.
  for (Instruction *I = C.Store->getNextNode(); I; I = I->getNextNode()) {
    if (!isGuaranteedToTransferExecutionToSuccessor(I))
      return false;
    if (isa<LoadInst>(I) && Accesses.contains(I))
      C.Between.push_back(I);
  }
  return true;
}

std::optional<CompletableStore> Completable::find(StoreInst &S) const {
  std::optional<CompletableStore> C = findFork(S, DT);
  if (!C)
    return std::nullopt;
  for (const User *U : S.getPointerOperand()->users()) {
    auto *L = const_cast<LoadInst *>(dyn_cast<LoadInst>(U));
    if (!L || !L->isSimple() || !Accesses.contains(L) ||
        !DT.dominates(L, C->Fork->getTerminator()))
      continue;
    C->InPlace = true;
    if (L->getType() == S.getValueOperand()->getType() &&
        (!C->Load || DT.dominates(C->Load, L)))
      C->Load = L;
  }
  CompletableStore Added = *C;
  if (C->Load && listBetween(*C))
    return C;
  Added.Load = nullptr;
  return listBetween(Added) ? std::optional(Added) : std::nullopt;
}

SmallVector<CompletableStore, 8>
f2layout::findCompletableStores(ArrayRef<SharedObject> Objects,
                                const SyncPoints &Syncs,
                                const DominatorTree &DT) {
  SmallVector<CompletableStore, 8> Found;
  for (const SharedObject &O : Objects) {
    std::optional<Completable> Of;
    if (!O.Refusal.empty() || O.AsInteger || !O.Opaque.empty())
      continue;
    for (const SharedAccess &A : O.Accesses)
      if (auto *S = dyn_cast<StoreInst>(A.I);
          S && branchOf(S->getParent()->getSinglePredecessor(), true)) {
        if (!Of)
          Of.emplace(O, Syncs, DT);
        if (std::optional<CompletableStore> C = Of->find(*S))
          Found.push_back(std::move(*C));
      }
  }
  // What is written beside others, such as an index, need not have been read.
  SmallPtrSet<const BasicBlock *, 8> InPlace;
  for (const CompletableStore &C : Found)
    if (C.InPlace)
      InPlace.insert(C.Taken);
  llvm::erase_if(Found, [&](const CompletableStore &C) {
    return !InPlace.contains(C.Taken);
  });
  const compat::BlockNumbers Numbers(*DT.getRoot()->getParent());
  llvm::sort(Found, [&](const CompletableStore &A, const CompletableStore &B) {
    if (A.Taken == B.Taken)
      return A.Store != B.Store && A.Store->comesBefore(B.Store);
    return Numbers.of(A.Taken) < Numbers.of(B.Taken);
  });
  return Found;
}

bool f2layout::makeAvailable(Value *V, BasicBlock &BB, const DominatorTree &DT,
                             SmallVectorImpl<WeakVH> &Moved) {
  SmallSetVector<Instruction *, 8> Move;
  auto Need = [&](Value *Of) {
    auto *I = dyn_cast<Instruction>(Of);
    if (I && !DT.dominates(I, BB.getTerminator()))
      Move.insert(I);
  };
  Need(V);
  for (unsigned N = 0; N < Move.size(); ++N) {
    if (N == MaxMoved || isa<PHINode>(Move[N]) ||
        Move[N]->mayReadOrWriteMemory() ||
        !isSafeToSpeculativelyExecute(Move[N]))
      return false;
    for (Value *Of : Move[N]->operands())
      Need(Of);
  }
  // Operands were found after what uses them, perhaps after several users.
  SmallVector<Instruction *, 8> Order(Move.begin(), Move.end());
  llvm::sort(Order, [&](Instruction *A, Instruction *B) {
    return A != B && DT.dominates(A, B);
  });
  for (Instruction *I : Order)
    compat::moveBefore(*I, BB.getTerminator()->getIterator());
  Moved.append(Order.begin(), Order.end());
  return true;
}
