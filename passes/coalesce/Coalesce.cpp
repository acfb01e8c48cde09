//===- Coalesce.cpp - f2layout-coalesce -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/coalesce/Coalesce.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/GlobalStores.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/coalesce/CoalesceEmit.h"
#include "passes/coalesce/CoalescePlan.h"
#include "passes/coalesce/StorePressure.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/RegisterPressure.h"
#include "passes/price/Residency.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/DisplayName.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "passes/support/UserLocation.h"
#include "passes/uniformity/SyncPoints.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <cmath>

#define DEBUG_TYPE "f2layout-coalesce"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

static RewriteKind CoalescedStores(DEBUG_TYPE,
                                   "Structures stored side by side");

namespace {

class Coalescer {
public:
  Coalescer(Function &F, FunctionAnalysisManager &AM, const KernelContext &C,
            bool TestAlign)
      : F(F), AM(AM), T(C.T), Launch(C.Launch),
        Planner(C.T, TestAlign && !F.hasFnAttribute(TestedArgumentsAttribute)),
        Out(F, AM), DT(AM.getResult<DominatorTreeAnalysis>(F)),
        Found(findStoreGroups(F, AM, C.T)) {}
  bool run();

private:
  struct Chosen {
    const StoreGroup *G = nullptr;
    CoalescePlan How;
  };
  void passed(const StoreGroup &G, const CoalescePlan &P);
  void missed(const StoreMiss &M);
  bool losesWarps(unsigned Words);
  std::optional<StoreMiss> pressure(const StoreGroup &G);
  bool matterForKernel(ArrayRef<Chosen> All);
  SmallVector<Chosen, 8> choose();

  Function &F;
  FunctionAnalysisManager &AM;
  const Target &T;
  const LaunchShape &Launch;
  CoalescePlanner Planner;
  KernelRemarks Out;
  const DominatorTree &DT;
  FoundStores Found;
  std::optional<unsigned> Had; ///< Registers of F's values, once known.
};

} // namespace

/// "argument 1", "points"; empty if it is not known.
static std::string arrayOf(const StoreInst &S) {
  const Value *Object = getUnderlyingObject(S.getPointerOperand(), 0);
  if (auto *A = dyn_cast<Argument>(Object))
    return A->hasName() ? "'" + displayName(A->getName()) + "'"
                        : "argument " + std::to_string(A->getArgNo() + 1);
  return isa<GlobalVariable>(Object) ? displayName(Object->getName()) : "";
}

void Coalescer::passed(const StoreGroup &G, const CoalescePlan &P) {
  Out.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Coalesced", *G.Last);
    const std::string Array = arrayOf(*G.Last);
    R << NV("Bytes", unsigned(G.Bytes)) << " bytes a thread";
    if (!Array.empty())
      R << " of " << NV("Array", Array);
    const Vocabulary &Words = vocabularyOf(F);
    R << " are stored side by side: a " << Words.Warp << " writes "
      << NV("SectorsBefore", P.Before) << " -> " << NV("SectorsAfter", P.After)
      << " sectors of " << NV("SectorBytes", globalStoreCosts(T).SectorBytes)
      << " bytes, after ";
    const PlanCost &Cost = P.How->Cost;
    R.count("Shuffles", P.ElementWords * (Cost.Shuffles + Cost.Swaps),
            "shuffle");
    R << " and ";
    R.count("Selects", P.ElementWords * Cost.Selects, "select");
    R << ", where all its threads are there, which is tested at run time";
    R.Worth = P.Gain * Out.timesOf(*G.Last->getParent());
    return R;
  });
}

void Coalescer::missed(const StoreMiss &M) {
  Out.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, M.Name, *M.At);
    const std::string Array = arrayOf(cast<StoreInst>(*M.At));
    R << "stores of structures";
    if (!Array.empty())
      R << " to " << NV("Array", Array);
    R << " stay apart: " << NV("Reason", M.Why);
    if (M.Witness)
      if (const DILocation *Line = userLine(*M.Witness))
        R << " (see line " << NV("Line", Line->getLine()) << ")";
    R.Subject = Array;
    R.IsFinal = M.Name == "NotProfitable";
    R.Worth = Out.timesOf(*M.At->getParent());
    return R;
  });
}

/// So many words in use at some place would leave room for fewer warps.
bool Coalescer::losesWarps(unsigned Words) {
  std::optional<unsigned> Threads = Launch.ExactThreads;
  if (!Threads)
    Threads = Launch.BoundThreads;
  if (!Had)
    Had = registerPressure(F);
  const unsigned Has = std::max(*Had, Words);
  return slowdownByRegisters(T, Threads, *Had + UsualReserve,
                             Has + UsualReserve) > 1;
}

/// Why the kernel has no registers for the exchange, if so. What the kernel
/// needs elsewhere does not change.
std::optional<StoreMiss> Coalescer::pressure(const StoreGroup &G) {
  const unsigned Words = registersOfExchange(G, DT);
  if (const auto Bound = boundOfRewrites(F, Launch, T);
      Bound && Words > Bound->words())
    return StoreMiss{G.Last, "RegisterPressure", registersText(*Bound, Words),
                     nullptr};
  if (losesWarps(Words))
    return StoreMiss{
        G.Last, "Residency",
        "the exchange takes registers, and fewer warps would run at a time",
        nullptr};
  return std::nullopt;
}

/// The stores are not hidden behind all else that the kernel does.
bool Coalescer::matterForKernel(ArrayRef<Chosen> All) {
  const auto &LI = AM.getResult<LoopAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  const GlobalStoreCosts Price = globalStoreCosts(T);
  double Clocks = 0;
  for (const Chosen &C : All)
    Clocks += C.How.Before * Price.sector(C.G->Bytes) *
              weightIn(LI, SE, C.G->Last->getParent());
  return !hidesStores(kernelWork(F, LI, SE, T.M), Clocks);
}

/// The groups that are converted; remarks of the others.
SmallVector<Coalescer::Chosen, 8> Coalescer::choose() {
  SmallVector<Chosen, 8> All;
  for (const StoreGroup &G : Found.Groups) {
    const CoalescePlan P = Planner.plan(G);
    // Where no sector is saved, nothing is worth a word.
    if (P.Before <= P.After)
      continue;
    if (!P.How || P.Gain <= 0)
      missed({G.Last, "NotProfitable",
              "the exchange would take longer than the sectors that it saves",
              nullptr});
    else if (const auto Why = pressure(G))
      missed(*Why);
    else
      All.push_back({&G, P});
  }
  if (!All.empty() && !matterForKernel(All)) {
    for (const Chosen &C : All)
      missed({C.G->Last, "NotProfitable",
              "they take less than a quarter of the time in which the kernel "
              "issues its instructions, and other warps hide them",
              nullptr});
    return {};
  }
  erase_if(All, [&](const Chosen &C) {
    return !CoalescedStores.mayRewrite(Out, DEBUG_TYPE, *C.G->Last);
  });
  return All;
}

/// The kernel's lanes synchronise now, and they know each other's arrays. What
/// LLVM concluded before about a kernel that did neither is no longer true. An
/// argument that is passed in memory keeps what it says about captures, without
/// which NVPTX copies it to each thread's stack: no store is to its memory, so
/// other lanes see its address only where it is stored, as they did before.
static void dropPromises(Function &F) {
  F.addFnAttr(Attribute::Convergent);
  F.removeFnAttr(Attribute::NoSync);
  F.removeFnAttr(Attribute::Memory);
  for (Argument &A : F.args())
    if (!A.hasPointeeInMemoryValueAttr())
      compat::removeCaptures(A);
}

bool Coalescer::run() {
  for (const StoreMiss &M : Found.Missed)
    missed(M);
  const SmallVector<Chosen, 8> All = choose();
  for (const Chosen &C : All)
    passed(*C.G, C.How);
  // A block is split behind its last group first.
  for (const Chosen &C : reverse(All))
    emitCoalesced(*C.G, C.How, T);
  if (All.empty())
    return false;
  dropPromises(F);
  F.addFnAttr(CoalescedAttribute);
  limitRegisters(F, Launch, T);
  return true;
}

PreservedAnalyses CoalescePass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!Opts.Shuffle || !Opts.Coalesce || !isKernel(F) ||
      F.hasFnAttribute(CoalescedAttribute) || !mayStoreStructures(F))
    return PreservedAnalyses::all();
  const auto C = KernelContext::of(F, AM, Opts);
  if (!C || C->isRefused() || hasConvergenceTokens(F) ||
      !canTestLanes(F, C->T) || !Coalescer(F, AM, *C, Opts.TestAlign).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}
