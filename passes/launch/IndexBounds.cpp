//===- IndexBounds.cpp - Threads that a kernel tells from the others ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/IndexBounds.h"
#include "layouts/machine/Limits.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// Casts between the read of an index and its comparison, and conditions that
/// a comparison is a part of.
static constexpr unsigned MaxDepth = 4;
/// Empty blocks between a comparison and the header of a loop.
static constexpr unsigned MaxEmptyBlocks = 3;

/// V is computed from the size of the block.
static bool readsBlockSize(const Value *V,
                           SmallPtrSetImpl<const Value *> &Seen) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Seen.insert(I).second)
    return false;
  if (const std::optional<LaunchRead> Read = classifyLaunchRead(I))
    return Read->K == LaunchRead::BlockSize;
  return any_of(I->operands(), [&](const Value *Operand) {
    return readsBlockSize(Operand, Seen);
  });
}

bool f2layout::readsBlockSize(const Value *V) {
  SmallPtrSet<const Value *, 16> Seen;
  return ::readsBlockSize(V, Seen);
}

/// V is computed from sizes of the block and constants alone.
static bool isOfBlockSize(const Value *V, unsigned Depth = 0) {
  if (isa<Constant>(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxDepth)
    return false;
  if (const std::optional<LaunchRead> Read = classifyLaunchRead(I))
    return Read->K == LaunchRead::BlockSize;
  return !I->mayReadFromMemory() && !isa<PHINode, AllocaInst>(I) &&
         all_of(I->operands(), [&](const Value *Operand) {
           return isOfBlockSize(Operand, Depth + 1);
         });
}

static std::optional<unsigned> dimensionOf(const Value *V) {
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth)
    if (auto *Cast = dyn_cast<CastInst>(V))
      V = Cast->getOperand(0);
  const std::optional<LaunchRead> Read = classifyLaunchRead(V);
  if (!Read || Read->K != LaunchRead::ThreadIndex)
    return std::nullopt;
  return Read->Dim;
}

/// The smallest size of a block that the comparison of an index with C is
/// likely to be written for.
static unsigned leastSize(CmpInst::Predicate P, const APInt &C) {
  if (C.isNegative() || C.uge(MaxBlockThreads))
    return 1;
  const unsigned Value = C.getZExtValue();
  switch (P) {
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_UGE:
  case CmpInst::ICMP_SGE:
    return std::max(Value, 1u);
  default:
    return Value + 1;
  }
}

/// The branch decides whether a loop runs at all.
static bool leadsToLoop(const BranchInst &Branch, const LoopInfo &LI) {
  return any_of(Branch.successors(), [&](const BasicBlock *BB) {
    for (unsigned N = 0; BB && N < MaxEmptyBlocks; ++N) {
      if (LI.isLoopHeader(BB) && !LI.getLoopFor(BB)->contains(&Branch))
        return true;
      BB = BB->getSingleSuccessor();
    }
    return false;
  });
}

/// The comparison, or a condition that it is a part of, is in vain in some
/// blocks: it takes their size into account, or says whether a loop runs.
static bool isRelative(const Value &Condition, const LoopInfo &LI,
                       unsigned Depth = 0) {
  return any_of(Condition.users(), [&](const User *U) {
    if (auto *Branch = dyn_cast<BranchInst>(U))
      return leadsToLoop(*Branch, LI);
    return U->getType()->isIntegerTy(1) &&
           (Depth > MaxDepth ||
            any_of(U->operands(),
                   [](const Value *Other) {
                     return !isa<Constant>(Other) && isOfBlockSize(Other);
                   }) ||
            isRelative(*U, LI, Depth + 1));
  });
}

/// BB runs only where a condition on the size of the block holds.
static bool dependsOnBlockSize(const BasicBlock &BB, const DominatorTree &DT,
                               const PostDominatorTree &PDT) {
  const DomTreeNode *Node = DT.getNode(&BB);
  while (Node && (Node = Node->getIDom())) {
    const BasicBlock *Before = Node->getBlock();
    auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
    if (Branch && Branch->isConditional() && !PDT.dominates(&BB, Before) &&
        isOfBlockSize(Branch->getCondition()))
      return true;
  }
  return false;
}

namespace {

/// What the places of comparisons are judged by.
struct ControlFlow {
  explicit ControlFlow(Function &F) : DT(F), PDT(F), LI(DT) {}
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo LI;
};

} // namespace

std::array<unsigned, 3> f2layout::comparedIndices(const Function &F) {
  std::array<unsigned, 3> Least = {1, 1, 1};
  // Few kernels have such comparisons, and promised shapes are read where no
  // analyses are at hand.
  std::optional<ControlFlow> Flow;
  for (const Instruction &I : instructions(F)) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    auto *C = Compare ? dyn_cast<ConstantInt>(Compare->getOperand(1)) : nullptr;
    const std::optional<unsigned> Dim =
        C ? dimensionOf(Compare->getOperand(0)) : std::nullopt;
    if (!Dim)
      continue;
    const unsigned Size = leastSize(Compare->getPredicate(), C->getValue());
    if (Size <= Least[*Dim])
      continue;
    if (!Flow)
      Flow.emplace(const_cast<Function &>(F));
    if (!isRelative(I, Flow->LI) &&
        !dependsOnBlockSize(*I.getParent(), Flow->DT, Flow->PDT))
      Least[*Dim] = Size;
  }
  return Least;
}
