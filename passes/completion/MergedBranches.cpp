//===- MergedBranches.cpp - Branches that lead to the same stores ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/completion/MergedBranches.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace f2layout;

/// Each side computes its condition with no more instructions than this.
static constexpr unsigned MaxSide = 4, MaxOneSide = 8;

namespace {

/// Fork branches to Sides, and each of these to Taken or Join.
struct TwoBranches {
  BranchInst *Fork = nullptr;
  BranchInst *Sides[2] = {nullptr, nullptr};
  BasicBlock *Taken = nullptr, *Join = nullptr;
};

/// Fork branches to Side and, perhaps through Between, to Common, which is one
/// of Taken and Join. Side branches to these two.
struct OneBranch {
  BranchInst *Fork = nullptr, *Side = nullptr;
  BasicBlock *Between = nullptr;
  BasicBlock *Taken = nullptr, *Join = nullptr, *Common = nullptr;
};

} // namespace

static bool isShared(const Value *Pointer) {
  auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(Pointer));
  return G && G->getAddressSpace() == SharedSpace;
}

static bool storesToShared(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    auto *S = dyn_cast<StoreInst>(&I);
    return S && isShared(S->getPointerOperand());
  });
}

/// What a loop's last branch says of the loop would be lost with it.
static BranchInst *conditionalBranch(BasicBlock &BB) {
  auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  const bool IsPlain = Br && Br->isConditional() &&
                       Br->getSuccessor(0) != Br->getSuccessor(1) &&
                       !Br->hasMetadata(LLVMContext::MD_loop);
  return IsPlain ? Br : nullptr;
}

/// The block does nothing but to compute the condition of its branch.
static bool onlyDecides(const BasicBlock &BB) {
  return BB.size() <= MaxSide + 1 &&
         all_of(make_range(BB.begin(), std::prev(BB.end())),
                [](const Instruction &I) {
                  return !isa<PHINode>(I) && isSafeToSpeculativelyExecute(&I);
                });
}

static bool seesTheSame(const BasicBlock &BB, const BasicBlock *X,
                        const BasicBlock *Y) {
  return all_of(BB.phis(), [&](const PHINode &Phi) {
    return Phi.getIncomingValueForBlock(X) == Phi.getIncomingValueForBlock(Y);
  });
}

static std::optional<TwoBranches> findBranches(BasicBlock &Taken) {
  if (!Taken.hasNPredecessors(2) || !storesToShared(Taken))
    return std::nullopt;
  BasicBlock *X = *pred_begin(&Taken), *Y = *std::next(pred_begin(&Taken));
  BasicBlock *Fork = X->getSinglePredecessor();
  if (X == Y || !Fork || Fork == &Taken || Y->getSinglePredecessor() != Fork)
    return std::nullopt;
  TwoBranches B;
  B.Taken = &Taken;
  B.Fork = conditionalBranch(*Fork);
  if (!B.Fork || !onlyDecides(*X) || !onlyDecides(*Y))
    return std::nullopt;
  if (B.Fork->getSuccessor(0) != X)
    std::swap(X, Y);
  for (auto [Side, BB] : zip(B.Sides, std::array{X, Y})) {
    Side = conditionalBranch(*BB);
    if (!Side)
      return std::nullopt;
    BasicBlock *Join = Side->getSuccessor(Side->getSuccessor(0) == &Taken);
    if (B.Join && B.Join != Join)
      return std::nullopt;
    B.Join = Join;
  }
  if (B.Join == Fork || !seesTheSame(Taken, X, Y) ||
      !seesTheSame(*B.Join, X, Y))
    return std::nullopt;
  return B;
}

/// The array that a pointer to shared memory goes to, by its address alone.
static const GlobalVariable *arrayAt(const Value *Base) {
  auto *G = dyn_cast<GlobalVariable>(Base->stripPointerCasts());
  return G && G->getAddressSpace() == SharedSpace ? G : nullptr;
}

/// The access runs before, and shows that as many bytes as the load's are
/// there, with its alignment.
static bool covers(const Instruction *I, const Value *Pointer,
                   const LoadInst &L, const Instruction &Before,
                   const DominatorTree &DT) {
  const DataLayout &DL = L.getDataLayout();
  // A pointer that is a constant has users in other functions.
  return I && I->getFunction() == L.getFunction() && !I->isVolatile() &&
         getLoadStorePointerOperand(I) == Pointer &&
         TypeSize::isKnownGE(DL.getTypeStoreSize(getLoadStoreType(I)),
                             DL.getTypeStoreSize(L.getType())) &&
         getLoadStoreAlignment(I) >= L.getAlign() && DT.dominates(I, &Before);
}

static bool anyCovers(const Value *Pointer, const LoadInst &L,
                      const Instruction &Before, const DominatorTree &DT) {
  return any_of(Pointer->users(), [&](const User *U) {
    return covers(dyn_cast<Instruction>(U), Pointer, L, Before, DT);
  });
}

/// The thread has accessed the bytes of shared memory before, by the same
/// pointer, or those at the same place of an array that is no larger: v[t + d]
/// shows that i[t + d] is there.
static bool isThere(const LoadInst &L, const Instruction &Before,
                    const DominatorTree &DT) {
  const Value *Pointer = L.getPointerOperand();
  if (!isShared(Pointer))
    return false;
  if (anyCovers(Pointer, L, Before, DT))
    return true;
  const DataLayout &DL = L.getDataLayout();
  auto *GEP = dyn_cast<GetElementPtrInst>(Pointer);
  const GlobalVariable *To = GEP && GEP->getNumIndices() == 1
                                 ? arrayAt(GEP->getPointerOperand())
                                 : nullptr;
  if (!To || To->isDeclaration() ||
      To->getAlign().valueOrOne() < L.getAlign() ||
      isa<Constant>(GEP->getOperand(1)))
    return false;
  const auto ElementBytes = [&](const GetElementPtrInst &Of) {
    return DL.getTypeAllocSize(Of.getSourceElementType());
  };
  return any_of(GEP->getOperand(1)->users(), [&](const User *U) {
    auto *Other = dyn_cast<GetElementPtrInst>(U);
    if (!Other || Other->getNumIndices() != 1 ||
        Other->getOperand(1) != GEP->getOperand(1) ||
        ElementBytes(*Other) != ElementBytes(*GEP))
      return false;
    const GlobalVariable *From = arrayAt(Other->getPointerOperand());
    return From && From->getAlign().valueOrOne() >= L.getAlign() &&
           !From->isDeclaration() &&
           TypeSize::isKnownLE(DL.getTypeAllocSize(From->getValueType()),
                               DL.getTypeAllocSize(To->getValueType())) &&
           anyCovers(Other, L, Before, DT);
  });
}

/// The instructions of the block may run at the end of Fork.
static bool mayRunBefore(const BasicBlock &Side, const Instruction &Fork,
                         const DominatorTree &DT) {
  return Side.size() <= MaxOneSide + 1 &&
         all_of(make_range(Side.begin(), std::prev(Side.end())),
                [&](const Instruction &I) {
                  if (isa<PHINode>(I))
                    return false;
                  auto *L = dyn_cast<LoadInst>(&I);
                  return isSafeToSpeculativelyExecute(&I) ||
                         (L && L->isSimple() && isThere(*L, Fork, DT));
                });
}

static std::optional<OneBranch> findOneSide(BasicBlock &Taken, BasicBlock &Side,
                                            const DominatorTree &DT) {
  BasicBlock *Fork = Side.getSinglePredecessor();
  if (!Fork || Fork == &Taken || Fork == &Side)
    return std::nullopt;
  OneBranch B;
  B.Taken = &Taken;
  B.Fork = conditionalBranch(*Fork);
  B.Side = conditionalBranch(Side);
  if (!B.Fork || !B.Side)
    return std::nullopt;
  B.Join = B.Side->getSuccessor(B.Side->getSuccessor(0) == &Taken);
  B.Common = B.Fork->getSuccessor(B.Fork->getSuccessor(0) == &Side);
  if (B.Common != &Taken && B.Common != B.Join) {
    B.Between = B.Common;
    auto *Out = dyn_cast<BranchInst>(B.Between->getTerminator());
    if (!Out || Out->isConditional() || Out->hasMetadata(LLVMContext::MD_loop))
      return std::nullopt;
    B.Common = Out->getSuccessor(0);
    if (B.Between->getSinglePredecessor() != Fork ||
        (B.Common != &Taken && B.Common != B.Join) ||
        !mayRunBefore(*B.Between, *B.Fork, DT))
      return std::nullopt;
  }
  if (B.Join == &Taken || B.Join == Fork || B.Between == &Side ||
      !storesToShared(Taken) || !dependsOnShared(B.Fork->getCondition()) ||
      !mayRunBefore(Side, *B.Fork, DT))
    return std::nullopt;
  return B;
}

static std::optional<OneBranch> findOneSide(BasicBlock &Taken,
                                            const DominatorTree &DT) {
  if (Taken.hasNPredecessorsOrMore(4))
    return std::nullopt;
  for (BasicBlock *Side : predecessors(&Taken))
    if (auto B = findOneSide(Taken, *Side, DT))
      return B;
  return std::nullopt;
}

bool f2layout::hasBranchesToMerge(Function &F, FunctionAnalysisManager &AM) {
  return any_of(F, [&](BasicBlock &BB) {
    return findBranches(BB) ||
           findOneSide(BB, AM.getResult<DominatorTreeAnalysis>(F));
  });
}

static void moveToFork(BranchInst &Fork, Instruction &Terminator) {
  BasicBlock *From = Terminator.getParent();
  for (Instruction &I : make_range(From->begin(), Terminator.getIterator()))
    I.dropUBImplyingAttrsAndMetadata();
  Fork.getParent()->splice(Fork.getIterator(), From, From->begin(),
                           Terminator.getIterator());
}

/// The condition on which the branch leads to the block.
static Value *conditionFor(const BranchInst &Br, const BasicBlock &To,
                           IRBuilder<> &Build) {
  Value *C = Br.getCondition();
  return Br.getSuccessor(0) == &To ? C : Build.CreateNot(C);
}

static void merge(const OneBranch &B) {
  BasicBlock *Fork = B.Fork->getParent(), *Side = B.Side->getParent();
  if (B.Between)
    moveToFork(*B.Fork, *B.Between->getTerminator());
  moveToFork(*B.Fork, *B.Side);
  IRBuilder<> Build(B.Fork);
  Value *Goes = conditionFor(*B.Fork, *Side, Build);
  Value *Takes = conditionFor(*B.Side, *B.Taken, Build);
  Value *C =
      Build.CreateSelect(Goes, Takes, Build.getInt1(B.Common == B.Taken));
  for (PHINode &Phi : B.Common->phis()) {
    Value *BySide = Phi.getIncomingValueForBlock(Side);
    const int At = Phi.getBasicBlockIndex(B.Between ? B.Between : Fork);
    Value *Else = Phi.getIncomingValue(At);
    Phi.setIncomingBlock(At, Fork);
    if (BySide != Else)
      Phi.setIncomingValue(At, Build.CreateSelect(Goes, BySide, Else));
    Phi.removeIncomingValue(Side, /*DeletePHIIfEmpty=*/false);
  }
  BasicBlock *Apart = B.Common == B.Taken ? B.Join : B.Taken;
  Apart->replacePhiUsesWith(Side, Fork);
  Build.CreateCondBr(C, B.Taken, B.Join);
  B.Fork->eraseFromParent();
  B.Side->eraseFromParent();
  Side->eraseFromParent();
  if (B.Between)
    B.Between->eraseFromParent();
}

static void merge(const TwoBranches &B) {
  IRBuilder<> Build(B.Fork);
  Value *Takes[2];
  BasicBlock *Fork = B.Fork->getParent();
  for (auto [Side, Condition] : zip(B.Sides, Takes)) {
    moveToFork(*B.Fork, *Side);
    Condition = conditionFor(*Side, *B.Taken, Build);
  }
  Value *Both = Build.CreateSelect(B.Fork->getCondition(), Takes[0], Takes[1]);
  Build.CreateCondBr(Both, B.Taken, B.Join);
  for (BasicBlock *To : {B.Taken, B.Join})
    for (PHINode &Phi : To->phis())
      Phi.addIncoming(Phi.getIncomingValueForBlock(B.Sides[0]->getParent()),
                      Fork);
  B.Fork->eraseFromParent();
  for (BranchInst *Side : B.Sides) {
    BasicBlock *BB = Side->getParent();
    B.Taken->removePredecessor(BB);
    B.Join->removePredecessor(BB);
    Side->eraseFromParent();
    BB->eraseFromParent();
  }
}

void f2layout::mergeBranches(Function &F, FunctionAnalysisManager &AM) {
  SmallVector<BasicBlock *, 16> Taken;
  std::optional<DominatorTree> DT;
  for (BasicBlock &BB : F)
    if (findBranches(BB) ||
        findOneSide(BB, AM.getResult<DominatorTreeAnalysis>(F)))
      Taken.push_back(&BB);
  for (BasicBlock *BB : Taken)
    if (std::optional<TwoBranches> B = findBranches(*BB)) {
      merge(*B);
      DT.reset();
    } else {
      // One side after the other: a || b || c.
      while (true) {
        if (!DT)
          DT.emplace(F);
        std::optional<OneBranch> One = findOneSide(*BB, *DT);
        if (!One)
          break;
        merge(*One);
        DT.reset();
      }
    }
  if (!Taken.empty())
    AM.invalidate(F, PreservedAnalyses::none());
}
