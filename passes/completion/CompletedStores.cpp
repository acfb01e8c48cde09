//===- CompletedStores.cpp - Conditional writes that run for all ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/completion/CompletedStores.h"
#include "compat/LLVMCompat.h"
#include "passes/completion/CompletableStores.h"
#include "passes/completion/MergedBranches.h"
#include "passes/exchange/KernelCopy.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/support/RewriteKind.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind
    Completed("f2layout-complete",
              "Kernels whose conditional stores hid an exchange");

/// Marks completed stores while the kernel may still be copied, and, by the
/// same node, the instruction that each was before.
static constexpr char Mark[] = "f2layout.completed";
static constexpr char Behind[] = "f2layout.behind";

/// The block where just the two predecessors meet.
static BasicBlock *joinOf(const CompletableStore &C,
                          SmallVectorImpl<WeakVH> &Made) {
  BasicBlock *Join = C.Taken->getSingleSuccessor();
  if (Join->hasNPredecessors(2))
    return Join;
  BasicBlock *New =
      SplitBlockPredecessors(Join, {C.Taken, C.Other}, ".f2.both");
  Made.push_back(New);
  return New;
}

/// The first access to the array behind the store that does not move, too.
static Instruction *nextAccess(const CompletableStore &C,
                               const SmallPtrSetImpl<const Value *> &Moving) {
  SmallPtrSet<const Instruction *, 16> Accesses;
  for (const SharedAccess &A : C.Object->Accesses)
    if (A.I->getParent() == C.Taken && !Moving.contains(A.I))
      Accesses.insert(A.I);
  for (Instruction *I = C.Store; I; I = I->getNextNode())
    if (Accesses.contains(I))
      return I;
  return nullptr;
}

/// Marks each store with a node that is its own, or that of the access behind
/// it.
static void mark(ArrayRef<CompletableStore> Found, LLVMContext &Context) {
  SmallPtrSet<const Value *, 8> Moving;
  for (const CompletableStore &C : Found)
    if (C.Load)
      Moving.insert(C.Store);
  for (const CompletableStore &C : Found) {
    if (!C.Load)
      continue;
    MDNode *Node = nullptr;
    Instruction *Next = nextAccess(C, Moving);
    if (Next)
      Node = Next->getMetadata(Behind);
    if (!Node)
      Node = MDNode::getDistinct(Context, {});
    if (Next)
      Next->setMetadata(Behind, Node);
    C.Store->setMetadata(Mark, Node);
  }
}

/// The stores of F that are worth a trial.
static SmallVector<CompletableStore, 8>
storesToComplete(Function &F, FunctionAnalysisManager &AM,
                 const LaunchShape &Launch, const SearchBudget &Budget) {
  const FunctionAnalyses C = FunctionAnalyses::of(F, AM, Launch);
  SmallVector<CompletableStore, 8> Found =
      findCompletableStores(C.Memory.objects(), C.Syncs, C.DT);
  dropUnprovable(Found, C, Launch, Budget);
  return Found;
}

CompletedStores::CompletedStores(Function &F, FunctionAnalysisManager &AM,
                                 SmallVector<CompletableStore, 8> Found) {
  const auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  for (CompletableStore &C : Found) {
    SmallVector<WeakVH, 2> Moved;
    if (!C.Load &&
        makeAvailable(C.Store->getPointerOperand(), *C.Fork, DT, Moved)) {
      auto *L = new LoadInst(C.Store->getValueOperand()->getType(),
                             C.Store->getPointerOperand(), "f2.kept", false,
                             C.Store->getAlign(),
                             C.Fork->getTerminator()->getIterator());
      L->setDebugLoc(C.Store->getDebugLoc());
      L->setAAMetadata(C.Store->getAAMetadata());
      C.Load = L;
      Stores.push_back(
          {C.Store, L, true, std::move(C.Between), std::move(Moved)});
    } else if (C.Load) {
      Stores.push_back({C.Store, C.Load, false, std::move(C.Between), {}});
    }
  }
  mark(Found, F.getContext());
  DenseMap<const BasicBlock *, Instruction *> Begin;
  for (const CompletableStore &C : Found) {
    if (!C.Load)
      continue;
    BasicBlock *Join = joinOf(C, Joins);
    auto [It, New] = Begin.try_emplace(Join, nullptr);
    if (New)
      It->second = &*Join->getFirstInsertionPt();
    Value *V = C.Store->getValueOperand();
    auto *Phi = PHINode::Create(V->getType(), 2, "f2.value", Join->begin());
    Phi->addIncoming(V, C.Taken);
    Phi->addIncoming(C.Load, C.Other);
    C.Store->setOperand(0, Phi);
    compat::moveBefore(*C.Store, It->second->getIterator());
  }
  for (const CompletableStore &C : Found)
    if (C.Load)
      Arrays.insert(C.Object->Arrays.begin(), C.Object->Arrays.end());
  if (!Stores.empty())
    AM.invalidate(F, PreservedAnalyses::none());
}

static void undo(StoreInst &S) {
  auto *Phi = cast<PHINode>(S.getValueOperand());
  auto *Load = dyn_cast<Instruction>(Phi->getIncomingValue(1));
  BasicBlock *Taken = Phi->getIncomingBlock(0);
  const auto Next = find_if(*Taken, [&](const Instruction &I) {
    return I.isTerminator() || I.getMetadata(Behind) == S.getMetadata(Mark);
  });
  S.setOperand(0, Phi->getIncomingValue(0));
  compat::moveBefore(S, Next);
  S.setMetadata(Mark, nullptr);
  if (Phi->use_empty())
    Phi->eraseFromParent();
  if (Load && isInstructionTriviallyDead(Load))
    Load->eraseFromParent();
}

bool CompletedStores::contains(const Instruction &I) const {
  return any_of(Stores, [&](const CompletedStore &C) {
    return static_cast<const Value *>(C.Store) == &I;
  });
}

void CompletedStores::keepReplaced() {
  for (CompletedStore &C : Stores)
    if (auto *S = cast_or_null<StoreInst>(C.Store); S && !C.Load)
      S->setMetadata(Mark, nullptr);
}

void CompletedStores::undoInCopies(Function &F) {
  SmallPtrSet<const Value *, 8> Originals;
  for (const CompletedStore &C : Stores)
    Originals.insert(C.Store);
  SmallVector<StoreInst *, 8> Copies;
  for (Instruction &I : instructions(F))
    if (auto *S = dyn_cast<StoreInst>(&I);
        S && S->hasMetadata(Mark) && !Originals.contains(S))
      Copies.push_back(S);
  for (StoreInst *S : Copies)
    undo(*S);
}

static void dropMarks(Function &F) {
  for (Instruction &I : instructions(F)) {
    I.setMetadata(Mark, nullptr);
    I.setMetadata(Behind, nullptr);
  }
}

/// Orders the predecessors of the blocks as they are when the text of the
/// function is read.
static void sortPredecessors(Function &F, ArrayRef<WeakVH> Blocks) {
  DenseMap<const BasicBlock *, unsigned> Place;
  for (const BasicBlock &BB : F)
    Place.try_emplace(&BB, Place.size());
  auto PlaceOf = [&](const Use &U) {
    return Place.lookup(cast<Instruction>(U.getUser())->getParent());
  };
  for (Value *BB : Blocks)
    if (BB)
      BB->sortUseList(
          [&](const Use &A, const Use &B) { return PlaceOf(A) > PlaceOf(B); });
}

/// Instructions that were moved before a condition go back behind it, each to
/// the first of its users, if all of them are in the block behind it.
static void moveBack(ArrayRef<WeakVH> Moved) {
  for (Value *V : reverse(Moved)) {
    auto *I = cast_or_null<Instruction>(V);
    if (!I || I->use_empty())
      continue;
    auto *First = cast<Instruction>(*I->user_begin());
    BasicBlock *There = First->getParent();
    if (There->getSinglePredecessor() != I->getParent())
      continue;
    const bool AllThere = all_of(I->users(), [&](User *U) {
      auto *By = cast<Instruction>(U);
      if (By->getParent() != There || isa<PHINode>(By))
        return false;
      if (By->comesBefore(First))
        First = By;
      return true;
    });
    if (AllThere)
      compat::moveBefore(*I, First->getIterator());
  }
}

void CompletedStores::undoUnneeded(Function &F) {
  for (CompletedStore &C : Stores) {
    auto *S = cast_or_null<StoreInst>(C.Store);
    if (S && C.Load)
      undo(*S);
  }
  for (const CompletedStore &C : reverse(Stores))
    moveBack(C.Moved);
  if (!Stores.empty())
    dropMarks(F);
  SmallVector<WeakVH, 8> Left;
  for (WeakVH &Join : Joins) {
    auto *BB = cast_or_null<BasicBlock>(Join);
    if (!BB)
      continue;
    BasicBlock *Next = BB->getSingleSuccessor();
    if (isa<BranchInst>(BB->getFirstNonPHIOrDbg()) &&
        TryToSimplifyUncondBranchFromEmptyBlock(BB))
      BB = Next;
    Left.push_back(BB);
  }
  if (!Left.empty())
    sortPredecessors(F, Left);
  Stores.clear();
  Joins.clear();
}

/// The same stores in the copy. Nothing is proved a second time.
static SmallVector<CompletableStore, 8>
storesOfCopy(ArrayRef<CompletableStore> Stores, Function &F,
             const KernelCopy &Copy, FunctionAnalysisManager &AM) {
  const ArrayRef<SharedObject> From =
      AM.getResult<SharedMemoryInfoAnalysis>(F).objects();
  const ArrayRef<SharedObject> To =
      AM.getResult<SharedMemoryInfoAnalysis>(Copy.get()).objects();
  assert(From.size() == To.size() && "a copy uses the same arrays");
  SmallVector<CompletableStore, 8> Found;
  for (const CompletableStore &S : Stores) {
    CompletableStore C;
    C.Object = &To[S.Object - From.begin()];
    C.Store = Copy.of(S.Store);
    C.Load = Copy.of(S.Load);
    C.InPlace = S.InPlace;
    C.Fork = Copy.of(S.Fork);
    C.Taken = Copy.of(S.Taken);
    C.Other = Copy.of(S.Other);
    for (Instruction *I : S.Between)
      C.Between.push_back(Copy.of(I));
    Found.push_back(std::move(C));
  }
  return Found;
}

ExchangeGain f2layout::gainCompleted(Function &F, FunctionAnalysisManager &AM,
                                     const LaunchShape &Launch,
                                     const SearchBudget &Budget,
                                     const SharedArraySet &Arrays,
                                     GainOfKernel GainOf) {
  ExchangeGain Gain;
  mergeBranches(F, AM);
  if (auto Found = storesToComplete(F, AM, Launch, Budget); !Found.empty()) {
    CompletedStores Trial(F, AM, std::move(Found));
    Gain = GainOf(F, &Trial, Arrays);
    Trial.undoUnneeded(F);
    AM.invalidate(F, PreservedAnalyses::none());
  }
  return Gain.Saved > 0 ? Gain : GainOf(F, nullptr, Arrays);
}

CompletedStores f2layout::completeIfBetter(Function &F,
                                           FunctionAnalysisManager &AM,
                                           const LaunchShape &Launch,
                                           const SearchBudget &Budget,
                                           GainOfKernel GainOf) {
  const bool Merges = hasBranchesToMerge(F, AM);
  SmallVector<CompletableStore, 8> Found;
  if (!Merges)
    Found = storesToComplete(F, AM, Launch, Budget);
  if (!Merges && Found.empty())
    return {};
  ExchangeGain Gain;
  SharedArraySet Arrays;
  {
    const KernelCopy Copy(F, AM);
    SmallVector<CompletableStore, 8> OfCopy;
    if (Merges) {
      mergeBranches(Copy.get(), AM);
      OfCopy = storesToComplete(Copy.get(), AM, Launch, Budget);
      if (OfCopy.empty())
        return {};
    } else {
      OfCopy = storesOfCopy(Found, F, Copy, AM);
    }
    CompletedStores Trial(Copy.get(), AM, std::move(OfCopy));
    Arrays = Trial.arrays();
    Gain = GainOf(Copy.get(), &Trial, Arrays);
  }
  // F is searched only if that can change the answer.
  if (!Gain.paysBeside({}) ||
      !(Gain.paysBesideOwn() || Gain.paysBeside(GainOf(F, nullptr, Arrays))))
    return {};
  KernelRemarks Remarks(F, AM);
  if (!Completed.mayRewrite(Remarks, "f2layout-reroute",
                            F.getEntryBlock().front()))
    return {};
  if (Merges) {
    mergeBranches(F, AM);
    Found = storesToComplete(F, AM, Launch, Budget);
  }
  return CompletedStores(F, AM, std::move(Found));
}
