//===- LoopWeights.cpp - How often the instructions of a block run --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/LoopWeights.h"
#include "compat/LLVMCompat.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace f2layout;
using namespace llvm::PatternMatch;

/// A loop of unknown trip count is assumed to run UsualTripCount times, and a
/// long one MaxTripCount times; the innermost MaxDepth loops count.
static constexpr unsigned UsualTripCount = 8, MaxTripCount = 64;
static constexpr unsigned MaxDepth = 4;

static bool comparesWithConstant(const BasicBlock *Exiting) {
  auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (!Branch || !Branch->isConditional())
    return !Branch;
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  return !Compare || any_of(Compare->operands(), [](const Use &U) {
    return isa<Constant>(U.get());
  });
}

unsigned f2layout::constantTripCount(const Loop &L, ScalarEvolution &SE) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  return any_of(Exiting, comparesWithConstant)
             ? SE.getSmallConstantTripCount(&L)
             : 0;
}

static unsigned tripCountOf(const Loop &L, ScalarEvolution &SE) {
  if (unsigned Known = constantTripCount(L, SE))
    return std::min(Known, MaxTripCount);
  // Branch weights. LLVM takes a loop that may change, and changes nothing.
  if (auto Measured = getLoopEstimatedTripCount(const_cast<Loop *>(&L)))
    return std::clamp(*Measured, 1u, MaxTripCount);
  return UsualTripCount;
}

/// The loop counts in steps of several to a number that is a multiple of them
/// for every trip count.
static bool runsUnrolledRounds(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  auto *Compare = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  if (!Compare || !Compare->isEquality())
    return false;
  const APInt *Step = nullptr;
  if (!match(Compare->getOperand(0), m_c_Add(m_Value(), m_APInt(Step))) ||
      !Step->isPowerOf2() || Step->isOne())
    return false;
  const Value *End = Compare->getOperand(1);
  return !isa<Constant>(End) && L.isLoopInvariant(End) &&
         computeKnownBits(End, Latch->getDataLayout())
                 .countMinTrailingZeros() >= Step->logBase2();
}

bool f2layout::isInInnerRounds(const LoopInfo &LI, const BasicBlock *BB) {
  for (const Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop())
    if (L->getParentLoop() && runsUnrolledRounds(*L))
      return true;
  return false;
}

double f2layout::weightIn(const LoopInfo &LI, ScalarEvolution &SE,
                          const BasicBlock *BB) {
  double Weight = 1;
  unsigned Depth = 0;
  for (const Loop *L = LI.getLoopFor(BB); L && Depth < MaxDepth;
       L = L->getParentLoop(), ++Depth)
    Weight *= tripCountOf(*L, SE);
  return Weight;
}
