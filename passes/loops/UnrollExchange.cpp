//===- UnrollExchange.cpp - Loops that hide an exchange -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/loops/UnrollExchange.h"
#include "compat/LLVMCompat.h"
#include "passes/exchange/KernelCopy.h"
#include "passes/launch/LaunchShape.h"
#include "passes/price/LoopWeights.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Unrolled("f2layout-unroll",
                            "Kernels whose loops hid an exchange");

/// More instructions than this are no exchange that registers could hold.
static constexpr unsigned MaxUnrolled = 8192;
static constexpr unsigned MaxTrips = 64;
/// A loop around the exchange itself, such as a butterfly's, is unrolled only
/// if its iterations are different exchanges: log2 of the block's size of them.
static constexpr unsigned MaxRounds = 10;
/// Iterations that some threads have and others have not are each behind a
/// branch.
static constexpr unsigned MaxGuarded = 8;
/// They are searched for in copies of small kernels alone: in large ones the
/// search takes long, and what threads have stored is a small part.
static constexpr unsigned MaxGuardedAccesses = 96;

SharedArraySet f2layout::exchangeArrays(ArrayRef<SharedObject> Objects) {
  SharedArraySet Arrays;
  for (const SharedObject &O : Objects) {
    const auto IsStore = [](const SharedAccess &A) { return A.isStore(); };
    if (O.Refusal.empty() && any_of(O.Accesses, IsStore) &&
        !all_of(O.Accesses, IsStore))
      Arrays.insert(O.Arrays.begin(), O.Arrays.end());
  }
  return Arrays;
}

/// The one of the arrays that the load or store accesses, if it is one.
static const GlobalVariable *accessedArray(const Instruction &I,
                                           const SharedArraySet &Arrays) {
  const Value *P = getLoadStorePointerOperand(&I);
  auto *G = P ? dyn_cast<GlobalVariable>(getUnderlyingObject(P)) : nullptr;
  return G && Arrays.contains(G) ? G : nullptr;
}

SharedArraySet f2layout::accessedIn(const Loop &L,
                                    const SharedArraySet &Arrays) {
  SharedArraySet Found;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (const GlobalVariable *G = accessedArray(I, Arrays))
        Found.insert(G);
  return Found;
}

static bool holdsSyncPoint(const Loop &L, const SyncPoints &Syncs) {
  return any_of(Syncs.all(), [&](const SyncPoint &P) {
    return L.contains(P.At->getParent());
  });
}

static bool isConvergent(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && Call->isConvergent();
    });
  });
}

/// The exit compares a constant with a counter of constant steps. In steps of
/// the block's size, the trip count would be the one of the smallest block.
static bool countsInSteps(const Loop &L, ScalarEvolution &SE) {
  const BasicBlock *Exiting = L.getExitingBlock();
  auto *Branch =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  auto *Compare = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  if (!Compare || !isa<ConstantInt>(Compare->getOperand(1)) ||
      !SE.isSCEVable(Compare->getOperand(0)->getType()))
    return false;
  auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Compare->getOperand(0)));
  return Counter && Counter->getLoop() == &L &&
         isa<SCEVConstant>(Counter->getStepRecurrence(SE));
}

/// The trip count that no thread exceeds, if some may have fewer iterations.
/// Threads leave the loop one by one, so nothing in it may concern several.
static unsigned guardedTrips(const Loop &L, const SyncPoints &Syncs,
                             ScalarEvolution &SE) {
  if (holdsSyncPoint(L, Syncs) || isConvergent(L) || !countsInSteps(L, SE))
    return 0;
  const unsigned Most = SE.getSmallConstantMaxTripCount(&L);
  return Most > MaxGuarded ? 0 : Most;
}

/// The larger of what one iteration loads from the arrays and what it stores to
/// them, in bytes.
static uint64_t bytesMoved(const Loop &L, const SharedArraySet &Arrays) {
  uint64_t Loaded = 0, Stored = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (accessedArray(I, Arrays))
        (isa<LoadInst>(I) ? Loaded : Stored) +=
            L.getHeader()->getDataLayout().getTypeStoreSize(
                getLoadStoreType(&I));
  return std::max(Loaded, Stored);
}

/// The number of iterations if the loop is worth unrolling, else 0.
static unsigned exchangeTrips(const Loop &L, const SharedArraySet &Arrays,
                              const UnrollLimits &Limits,
                              const SyncPoints &Syncs, ScalarEvolution &SE) {
  if (accessedIn(L, Arrays).empty())
    return 0;
  unsigned Trips = constantTripCount(L, SE);
  if (!Trips && Limits.Trips == UnrolledTrips::Guarded)
    Trips = guardedTrips(L, Syncs, SE);
  const bool IsRounds = holdsSyncPoint(L, Syncs);
  if (Trips > (IsRounds ? MaxRounds : MaxTrips) ||
      (!IsRounds && Trips * bytesMoved(L, Arrays) > 4ull * Limits.Words))
    return 0;
  unsigned Size = 0;
  for (const BasicBlock *BB : L.blocks())
    Size += BB->size();
  return Size * Trips > MaxUnrolled ? 0 : Trips;
}

/// No block has more threads than the kernel's attributes say.
static void boundThreadIndices(Function &F, const LaunchShape &Launch) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const auto Read = Call ? classifyLaunchRead(Call) : std::nullopt;
    if (!Read || Read->K != LaunchRead::ThreadIndex || Read->Dim > 2 ||
        !Call->getType()->isIntegerTy(32))
      continue;
    const unsigned End = Launch.Exact ? (*Launch.Exact)[Read->Dim]
                                      : Launch.BoundThreads.value_or(0);
    if (End)
      Call->addRangeRetAttr(Call->getRange()
                                .value_or(ConstantRange::getFull(32))
                                .intersectWith({APInt(32, 0), APInt(32, End)}));
  }
}

/// Exits that no thread takes, or all do. Accesses in one block may then be
/// under way at the same time.
static void foldExits(Function &F, ScalarEvolution &SE) {
  for (BasicBlock &BB : F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    auto *Compare = Branch && Branch->isConditional()
                        ? dyn_cast<ICmpInst>(Branch->getCondition())
                        : nullptr;
    if (!Compare || !isa<ConstantInt>(Compare->getOperand(1)))
      continue;
    if (const auto Known = SE.evaluatePredicate(
            Compare->getPredicate(), SE.getSCEV(Compare->getOperand(0)),
            SE.getSCEV(Compare->getOperand(1))))
      Branch->setCondition(ConstantInt::getBool(F.getContext(), *Known));
  }
}

bool f2layout::unrollExchangeLoops(Function &F, FunctionAnalysisManager &AM,
                                   const SharedArraySet &Arrays,
                                   function_ref<bool(const Loop &)> Which,
                                   const UnrollLimits &Limits) {
  const SyncPoints &Syncs = AM.getResult<SyncPointsAnalysis>(F);
  auto &LI = AM.getResult<LoopAnalysis>(F);
  auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = AM.getResult<AssumptionAnalysis>(F);
  auto &TTI = AM.getResult<TargetIRAnalysis>(F);
  bool Changed = false;
  // Inner loops first. Unrolling a loop removes it and may give its inner loops
  // constant trip counts, so the next sweep looks again.
  for (bool Again = true; Again;) {
    Again = false;
    SmallVector<Loop *, 8> Loops = LI.getLoopsInPreorder();
    for (Loop *L : reverse(Loops)) {
      unsigned Trips = !Which || Which(*L)
                           ? exchangeTrips(*L, Arrays, Limits, Syncs, SE)
                           : 0;
      if (!Trips)
        continue;
      simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
      formLCSSARecursively(*L, DT, &LI, &SE);
      UnrollLoopOptions ULO = {};
      ULO.Count = Trips;
      ULO.Force = true;
      if (UnrollLoop(L, ULO, &LI, &SE, &DT, &AC, &TTI, nullptr,
                     /*PreserveLCSSA=*/true) != LoopUnrollResult::FullyUnrolled)
        continue;
      Changed = Again = true;
    }
  }
  if (!Changed)
    return false;
  if (Limits.Trips == UnrolledTrips::Guarded) {
    boundThreadIndices(F, AM.getResult<LaunchShapeAnalysis>(F));
    AM.invalidate(F, PreservedAnalyses::none());
    foldExits(F, AM.getResult<ScalarEvolutionAnalysis>(F));
  }
  // Inner loops, too, know now whether they run.
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(F);
  AM.invalidate(F, PreservedAnalyses::none());
  return true;
}

static size_t accessesOf(ArrayRef<SharedObject> Objects,
                         const SharedArraySet &Arrays) {
  size_t Count = 0;
  for (const SharedObject &O : Objects)
    if (any_of(O.Arrays,
               [&](const GlobalVariable *G) { return Arrays.contains(G); }))
      Count += O.Accesses.size();
  return Count;
}

/// Unrolls loops within the limits if that pays.
static bool unrollIfBetter(Function &F, FunctionAnalysisManager &AM,
                           GainOfExchanges Gain, const UnrollLimits &Limits) {
  const bool IsGuarded = Limits.Trips == UnrolledTrips::Guarded;
  auto &LI = AM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return false;
  const SharedArraySet Arrays =
      exchangeArrays(AM.getResult<SharedMemoryInfoAnalysis>(F).objects());
  const SyncPoints &Syncs = AM.getResult<SyncPointsAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  SharedArraySet Hidden;
  bool Any = false; // that were not tried before
  for (const Loop *L : LI.getLoopsInPreorder())
    if (exchangeTrips(*L, Arrays, Limits, Syncs, SE)) {
      compat::insertRange(Hidden, accessedIn(*L, Arrays));
      Any |= !IsGuarded || !constantTripCount(*L, SE);
    }
  if (!Any)
    return false;
  if (IsGuarded &&
      (F.hasFnAttribute(KeptLoopsAttribute) ||
       accessesOf(AM.getResult<SharedMemoryInfoAnalysis>(F).objects(), Hidden) >
           MaxGuardedAccesses))
    return false;
  const ExchangeGain Now = Gain(F, Hidden);
  {
    const KernelCopy Copy(F, AM);
    if (!unrollExchangeLoops(Copy.get(), AM, Arrays, nullptr, Limits))
      return false;
    const ExchangeGain Then = Gain(Copy.get(), Hidden);
    if (!Then.paysBeside(Now))
      return false;
    // A swizzle needs neither branches nor registers.
    if (IsGuarded && !Then.paysInPlace(Now)) {
      F.addFnAttr(KeptLoopsAttribute);
      return false;
    }
  }
  KernelRemarks Remarks(F, AM);
  if (!Unrolled.mayRewrite(Remarks, "f2layout-reroute",
                           F.getEntryBlock().front()))
    return false;
  return unrollExchangeLoops(F, AM, Arrays, nullptr, Limits);
}

bool f2layout::unrollExchanges(Function &F, FunctionAnalysisManager &AM,
                               unsigned Words, GainOfExchanges Gain) {
  return unrollIfBetter(F, AM, Gain, {UnrolledTrips::Constant, Words}) ||
         unrollIfBetter(F, AM, Gain, {UnrolledTrips::Guarded, Words});
}
