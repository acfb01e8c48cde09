//===- ExchangeBarriers.cpp - The barrier of an exchange ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Vocabulary.h"
#include "passes/convergence/BlockBarriers.h"
#include "passes/convergence/EarlyExits.h"
#include "passes/exchange/ExchangeFinder.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/support/RegisterAsm.h"
#include "passes/support/UserLocation.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// Returns true if one successor of the branch ends the kernel, and meets the
/// paths through BB at most at a bare return.
bool ExchangeFinder::leavesBefore(const Instruction &Branch,
                                  const BasicBlock &BB) const {
  return any_of(successors(Branch.getParent()), [&](const BasicBlock *S) {
    if (S == &BB || isPotentiallyReachable(S, &BB))
      return false;
    const BasicBlock *Meeting = C.PDT.findNearestCommonDominator(
        const_cast<BasicBlock *>(S), const_cast<BasicBlock *>(&BB));
    return !Meeting || isa<ReturnInst>(Meeting->getFirstNonPHIIt());
  });
}

/// Threads may leave before the barrier if it is known which of them, and if
/// they leave the array alone on their way: nothing keeps what they do there
/// apart from what the others do.
ExchangeFinder::Reason ExchangeFinder::checkExits(const SyncPoint &P,
                                                  StringRef Barrier) {
  const BasicBlock *BB = P.At->getParent();
  for (const BranchInst *Exit : Exits) {
    const auto Leaving = blocksOfLeaving(*Exit, *BB, C.Syncs);
    if (!Leaving)
      continue;
    SmallVector<Instruction *, 16> Touching(O.Opaque.begin(), O.Opaque.end());
    for (const SharedAccess &A : O.Accesses)
      Touching.push_back(A.I);
    for (Instruction *I : Touching)
      if (Leaving->contains(I->getParent()))
        return {"EarlyExit",
                "threads that leave the kernel before " + Barrier.str() +
                    " access the array on their way",
                I};
  }
  if (!Exits.empty() && !Eval.pathCondition(&C.F.getEntryBlock(), BB, true))
    return {"EarlyExit",
            "some threads may leave the kernel before " + Barrier.str() +
                ", and which of them is not known",
            const_cast<BranchInst *>(Exits.front())};
  return {};
}

/// The barrier must be reached by all threads of its scope or by none. Branches
/// that our own evaluation settles count as uniform. Threads that leave the
/// kernel are not waited for.
ExchangeFinder::Reason ExchangeFinder::checkBarrier(const SyncPoint &P) {
  BasicBlock *BB = P.At->getParent();
  BarrierConditions.clear();
  Exits.clear();
  if (C.Uniformity.isUniformlyReached(BB))
    return {};
  const BranchSettlement &S = Out.settle(
      C, Eval, *BB,
      P.K == SyncPoint::Block ? Eval.threads() : 1u << Eval.shape().LaneBits);
  BarrierConditions = S.Conditions;
  const DILocation *Line = userLine(*P.At);
  const std::string Barrier =
      Line ? formatv("the barrier at line {0}", Line->getLine()).str()
           : "the barrier";
  if (S.Settled) {
    Exits = S.Exits;
    return checkExits(P, Barrier);
  }
  auto *At = const_cast<Instruction *>(S.Open);
  if (S.NeedsShape)
    return {"NeedsBlockShape",
            "threads are indexed in several dimensions and the block's size is "
            "not known; " +
                shapeAdvice(C.F),
            At};
  if (At && leavesBefore(*At, *BB))
    return {"EarlyExit", "some threads may leave the kernel before " + Barrier,
            At};
  return {"DivergentBarrier",
          formatv("it could not be shown that all {0} reach {1} together",
                  P.K == SyncPoint::Block
                      ? "threads of the block"
                      : "lanes of the " + vocabularyOf(C.F).Warp.str(),
                  Barrier),
          At};
}

/// Why a barrier at which all threads of the block wait is none of theirs.
ExchangeFinder::Reason ExchangeFinder::looseReason(const SyncPoint &P) {
  auto [It, New] = LooseReasons.try_emplace(P.At);
  if (!New)
    return It->second;
  SyncPoint Whole = P;
  Whole.K = SyncPoint::Block;
  if (Reason R = checkBarrier(Whole))
    return It->second = R;
  if (!Exits.empty())
    return It->second = {"EarlyExit",
                         "the barrier before the load is not __syncthreads(), "
                         "and some threads may leave the kernel before it",
                         const_cast<BranchInst *>(Exits.front())};
  BlockBarriers Barriers(C.F, [&](const BasicBlock &BB) {
    return C.Uniformity.isUniformlyReached(&BB);
  });
  if (Instruction *At = Barriers.obstacleTo(cast<CallBase>(*P.At)))
    return It->second = {"NoBarrier",
                         "threads that wait at the barrier before the load may "
                         "meet others that have come to another instruction "
                         "for the same barrier",
                         At};
  return It->second = {"NoBarrier",
                       "the barrier before the load is not __syncthreads(); "
                       "f2layout-align-barriers, with which the pipeline "
                       "f2layout begins, would prove it",
                       P.At};
}

/// Why no barrier runs before the load on every path.
ExchangeFinder::Reason ExchangeFinder::noBarrier(const Instruction &Load) {
  const Vocabulary &Words = vocabularyOf(C.F);
  for (const SyncPoint &P : reverse(C.Syncs.all()))
    if (auto *Call = dyn_cast<CallBase>(P.At);
        Call && P.K == SyncPoint::Other && looseBarrier(*Call) &&
        C.DT.dominates(Call, &Load))
      return looseReason(P);
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K == SyncPoint::Other && !P.staysInWarp() && isa<CallBase>(P.At) &&
        C.DT.dominates(P.At, &Load)) {
      if (isCompilerBarrier(cast<CallBase>(*P.At)))
        return {"NoBarrier",
                "no barrier runs before the load on every path; no thread "
                "waits at a compiler "
                "barrier, while at " +
                    Words.WarpBarrier.str() + " the lanes of a " +
                    Words.Warp.str() + " do",
                P.At};
      return {"NoBarrier",
              "no barrier that is known runs before the load on every path; "
              "threads may wait "
              "for each other at another instruction, but f2layout knows "
              "__syncthreads() and " +
                  Words.WarpBarrier.str() + " alone",
              P.At};
    }
  return {"NoBarrier", "no barrier runs before the load on every path",
          nullptr};
}
