//===- MergedBranches.cpp - Two branches that lead to the same stores -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/completion/MergedBranches.h"
#include "intrinsics/target/AddressSpaces.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace f2layout;

/// Each side computes its condition with no more instructions than this.
static constexpr unsigned MaxSide = 4;

namespace {

/// Fork branches to Sides, and each of these to Taken or Join.
struct TwoBranches {
  BranchInst *Fork = nullptr;
  BranchInst *Sides[2] = {nullptr, nullptr};
  BasicBlock *Taken = nullptr, *Join = nullptr;
};

} // namespace

static bool storesToShared(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    auto *S = dyn_cast<StoreInst>(&I);
    auto *G = S ? dyn_cast<GlobalVariable>(
                      getUnderlyingObject(S->getPointerOperand()))
                : nullptr;
    return G && G->getAddressSpace() == SharedSpace;
  });
}

static BranchInst *conditionalBranch(BasicBlock &BB) {
  auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  return Br && Br->isConditional() && Br->getSuccessor(0) != Br->getSuccessor(1)
             ? Br
             : nullptr;
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

bool f2layout::hasBranchesToMerge(Function &F) {
  return any_of(F, [](BasicBlock &BB) { return findBranches(BB).has_value(); });
}

static void merge(const TwoBranches &B) {
  IRBuilder<> Build(B.Fork);
  Value *Takes[2];
  BasicBlock *Fork = B.Fork->getParent();
  for (auto [Side, Condition] : zip(B.Sides, Takes)) {
    BasicBlock *BB = Side->getParent();
    Fork->splice(B.Fork->getIterator(), BB, BB->begin(), Side->getIterator());
    Condition = Side->getCondition();
    if (Side->getSuccessor(0) != B.Taken)
      Condition = Build.CreateNot(Condition);
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
  for (BasicBlock &BB : F)
    if (findBranches(BB))
      Taken.push_back(&BB);
  for (BasicBlock *BB : Taken)
    if (std::optional<TwoBranches> B = findBranches(*BB))
      merge(*B);
  if (!Taken.empty())
    AM.invalidate(F, PreservedAnalyses::none());
}
