//===- CallerChecks.cpp - Check that all threads reach layout calls -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/calls/CallerChecks.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "f2layout-lower"

using namespace llvm;
using namespace f2layout;

const ThreadReach &CallerChecks::reachIn(Function &F) {
  std::unique_ptr<ThreadReach> &Known = Reaches[&F];
  if (!Known)
    Known = std::make_unique<ThreadReach>(F, launchOf(F, FAM, O), FAM);
  return *Known;
}

static std::string lineText(const Instruction &I) {
  const DILocation *L = userLine(I);
  return L ? ", line " + std::to_string(L->getLine()) : "";
}

void CallerChecks::checkReach(CallBase &Call) {
  Function &F = *Call.getFunction();
  const BasicBlock *BB = Call.getParent();
  const auto &Uniformity = FAM.getResult<BlockUniformityAnalysis>(F);
  if (!Checked.insert(&Call).second || Uniformity.isUniformlyReached(BB))
    return;
  if (const Instruction *Why = reachIn(F).partingBefore(BB))
    return Faults.add(
        Call, "only some threads of the block reach this call, expected "
              "all together: a branch depends on the thread's index" +
                  lineText(*Why));
  FAM.getResult<OptimizationRemarkEmitterAnalysis>(F).emit([&] {
    OptimizationRemarkAnalysis R(DEBUG_TYPE, "Promised", userLocation(Call),
                                 BB);
    R << "all threads of the block must reach this call together, which is "
         "not proved";
    if (const Instruction *Why = Uniformity.divergenceOf(BB))
      R << (Why->isTerminator() ? ": a branch may depend on the thread"
                                : ": threads may end in a call")
        << lineText(*Why);
    return R;
  });
}

/// The shape, or the number of threads if only that is known.
static std::string blockText(const LaunchShape &L) {
  if (L.Exact)
    return formatv("{0},{1},{2}", (*L.Exact)[0], (*L.Exact)[1], (*L.Exact)[2]);
  return std::to_string(*L.ExactThreads) + " threads";
}

/// Reports a fault where the facts stated around the call contradict the
/// required launch, whose number of threads is exact.
void CallerChecks::checkLaunch(const CallBase &Call,
                               const LaunchShape &Wanted) {
  const LaunchShape There =
      launchOf(const_cast<Function &>(*Call.getFunction()), FAM, O);
  if (!There.Error.empty())
    return;
  std::string Stated;
  if (There.Exact && Wanted.Exact) {
    if (*There.Exact != *Wanted.Exact)
      Stated = blockText(There);
  } else if (There.ExactThreads) {
    if (*There.ExactThreads != *Wanted.ExactThreads)
      Stated = blockText(There);
  } else if (*Wanted.ExactThreads < There.MinThreads ||
             *Wanted.ExactThreads > There.MaxThreads) {
    Stated = There.boundsText();
  }
  if (!Stated.empty())
    Faults.add(Call, "has layout calls for blocks of " + blockText(Wanted) +
                         ", expected " + Stated +
                         " as stated where it is "
                         "called");
}

/// The direct and indirect callers of F.
void CallerChecks::checkCallers(Function &F, bool Waits) {
  const LaunchShape Wanted = launchOf(F, FAM, O);
  SmallSetVector<Function *, 8> Called;
  Called.insert(&F);
  for (unsigned I = 0; I < Called.size(); ++I) {
    // The last use is the first one in the list.
    const SmallVector<User *, 8> Users(Called[I]->users());
    for (User *U : reverse(Users)) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledOperand() != Called[I])
        continue;
      if (Waits)
        checkReach(*Call);
      if (Wanted.ExactThreads)
        checkLaunch(*Call, Wanted);
      Called.insert(Call->getFunction());
    }
  }
}

void CallerChecks::check(Function &F, ArrayRef<LayoutCall> Calls) {
  bool Waits = false;
  for (const LayoutCall &C : Calls) {
    if (!C.exchanges())
      continue;
    Waits = true;
    checkReach(*C.Call);
  }
  checkCallers(F, Waits);
}
