//===- Relax.cpp - f2layout-relax -----------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/barriers/Relax.h"
#include "intrinsics/Emit.h"
#include "passes/barriers/BarrierRemarks.h"
#include "passes/launch/TestedShape.h"
#include "passes/sharedmemory/KernelContext.h"
#include "passes/sharedmemory/StatedLayouts.h"
#include "passes/support/Options.h"
#include "passes/support/PipelineAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// If there are more pairs of accesses than this, the barrier stays unchecked.
static constexpr size_t MostPairs = 4096;

namespace {

/// The barriers of one kernel, or of a part of it.
class Relaxer {
public:
  using Part = function_ref<bool(const BasicBlock *)>;

  /// Judges the barriers in Where, for the given Launch.
  Relaxer(Function &F, FunctionAnalysisManager &AM, const LaunchShape &Launch,
          Part Where, KernelRemarks &Remarks)
      : F(F), Where(Where),
        Uniformity(AM.getResult<BlockUniformityAnalysis>(F)), Remarks(Remarks),
        Meet(F, AM, Launch), Irreducible(mayContainIrreducibleControl(
                                 F, &AM.getResult<LoopAnalysis>(F))) {}

  bool run();

private:
  bool runOn(SyncPoint::Kind K);
  BarrierVerdict judge(const SyncPoint &P, const SyncPoints &Syncs);
  void judgePairs(const SyncPoint &P, const BarrierSide &Before,
                  const BarrierSide &After, BarrierVerdict &V);
  bool apply(BarrierVerdict &V, const SyncPoint &P);

  Function &F;
  Part Where;
  const BlockUniformity &Uniformity;
  KernelRemarks &Remarks;
  Collisions Meet;
  bool Irreducible;
};

} // namespace

/// Device-wide fences around a barrier order more than the block's threads.
static bool hasWiderFences(const SyncPoint &P) {
  for (const Instruction *I : {P.First, P.Last}) {
    auto *Fence = dyn_cast<FenceInst>(I);
    if (Fence &&
        Fence->getSyncScopeID() !=
            I->getContext().getOrInsertSyncScopeID("workgroup") &&
        Fence->getSyncScopeID() !=
            I->getContext().getOrInsertSyncScopeID("wavefront"))
      return true;
    auto *Call = dyn_cast<CallBase>(I);
    if (!Call || I == P.At || Call->arg_size() != 3)
      continue;
    // __atomic_work_item_fence(flags, order, scope): 1 block, 4 wave.
    auto *Scope = dyn_cast<ConstantInt>(Call->getArgOperand(2));
    if (!Scope || !(Scope->equalsInt(1) || Scope->equalsInt(4)))
      return true;
  }
  return false;
}

/// Sets the verdict that follows from the pairs of accesses across the barrier.
void Relaxer::judgePairs(const SyncPoint &P, const BarrierSide &Before,
                         const BarrierSide &After, BarrierVerdict &V) {
  bool Within = false;
  for (const BarrierAccess &A : Before.Accesses)
    for (const BarrierAccess &B : After.Accesses) {
      if (!A.Writes && !B.Writes)
        continue;
      ++V.Pairs;
      Collision C = Meet.between(A, B);
      Within |= C.WithinWarp;
      bool Needed = P.K == SyncPoint::Block ? C.AcrossWarps : C.WithinWarp;
      if (!Needed)
        continue;
      V.Before = A;
      V.After = B;
      V.Hit = C;
      return;
    }
  V.What = Within && P.K == SyncPoint::Block ? BarrierVerdict::Weaken
                                             : BarrierVerdict::Remove;
}

BarrierVerdict Relaxer::judge(const SyncPoint &P, const SyncPoints &Syncs) {
  BarrierVerdict V;
  // The evaluation of addresses assumes the iterations of natural loops.
  if (Irreducible) {
    V.Reason = "a cycle of the kernel's control flow has several entries";
    return V;
  }
  if (!Uniformity.isUniformlyReached(P.At->getParent())) {
    V.Reason = "whether a thread reaches it may depend on the thread";
    return V;
  }
  if (hasWiderFences(P)) {
    V.Reason = "its fences order memory for more than the block";
    return V;
  }
  InstructionSet Separators = separatorsOf(Syncs, P);
  BarrierSide Before = collectSide(P, /*Forward=*/false, Syncs, Separators);
  BarrierSide After = collectSide(P, /*Forward=*/true, Syncs, Separators);
  for (const BarrierSide *Side : {&Before, &After})
    if (Side->Orders) {
      V.Orders = Side->Orders;
      V.Why = Side->Why;
      return V;
    }
  if (Before.Accesses.size() * After.Accesses.size() > MostPairs) {
    V.Reason = "there are too many pairs of accesses across it";
    return V;
  }
  Meet.setBarrier(P, Separators);
  judgePairs(P, Before, After, V);
  if (V.What == BarrierVerdict::Remove && After.AsksWhoIsHere) {
    if (P.K == SyncPoint::Block) {
      V.What = BarrierVerdict::Weaken;
      return V;
    }
    V.What = BarrierVerdict::Keep;
    V.Orders = After.AsksWhoIsHere;
    V.Why = "depends on which lanes run together";
  }
  return V;
}

/// Returns true if the function changed. If the change turns out to be
/// impossible, the verdict becomes Keep.
bool Relaxer::apply(BarrierVerdict &V, const SyncPoint &P) {
  std::optional<Target> T;
  if (V.What == BarrierVerdict::Weaken) {
    if (Expected<Target> Found = getTarget(F)) {
      T = *Found;
    } else {
      V.What = BarrierVerdict::Keep;
      V.Reason = toString(Found.takeError());
    }
  }
  remarkVerdict(Remarks, V, P.At, P.K == SyncPoint::Warp);
  if (V.What == BarrierVerdict::Keep)
    return false;
  if (T) {
    IRBuilder<> B(P.First);
    B.SetCurrentDebugLocation(P.At->getDebugLoc());
    emitBarrier(*T, B, Scope::Warp);
  }
  for (Instruction *I : reverse(P.instructions()))
    I->eraseFromParent();
  return true;
}

/// More barriers of one kind are kept: examining one takes a walk through the
/// whole kernel.
static constexpr unsigned MaxBarriers = 256;

/// Judges every barrier of one kind once, from the last to the first.
bool Relaxer::runOn(SyncPoint::Kind K) {
  bool Changed = false;
  std::optional<SyncPoints> Syncs(F);
  SmallVector<Instruction *, 8> Barriers;
  for (const SyncPoint &P : Syncs->all())
    if (P.K == K && (K == SyncPoint::Block || isFullWarpBarrier(P)) &&
        Where(P.At->getParent()))
      Barriers.push_back(P.At);
  unsigned Judged = 0;
  for (Instruction *At : reverse(Barriers)) {
    const SyncPoint *P = Syncs->of(At);
    if (!P || P->K != K)
      continue;
    BarrierVerdict V;
    if (++Judged <= MaxBarriers)
      V = judge(*P, *Syncs);
    else
      V.Reason = "the kernel has more than " + std::to_string(MaxBarriers) +
                 " barriers of this kind; the last ones were examined";
    if (!apply(V, *P))
      continue;
    Changed = true;
    Syncs.emplace(F);
  }
  return Changed;
}

bool Relaxer::run() {
  bool Changed = runOn(SyncPoint::Block);
  Changed |= runOn(SyncPoint::Warp);
  return Changed;
}

static bool hasBarrier(const SyncPoints &Syncs) {
  return any_of(Syncs.all(), joinsAllLanes);
}

PreservedAnalyses RelaxPass::run(Function &F, FunctionAnalysisManager &AM) {
  if (F.isDeclaration() || !isKernel(F) || !isForGpu(*F.getParent()))
    return PreservedAnalyses::all();
  if (!Opts.All && !F.hasFnAttribute(ReroutedAttribute) &&
      !F.hasFnAttribute(WarpLocalAttribute))
    return PreservedAnalyses::all();
  if (!hasBarrier(AM.getResult<SyncPointsAnalysis>(F)))
    return PreservedAnalyses::all();
  if (AM.getResult<StatedLayoutsAnalysis>(F).isFaulty())
    return PreservedAnalyses::all();
  LaunchShape Launch = launchOf(F, AM, Opts);
  KernelRemarks Remarks(F, AM);
  if (!Launch.Error.empty()) {
    remarkLeftAlone(Remarks, F, Launch.Error);
    return PreservedAnalyses::all();
  }
  std::optional<TestedShape> Tested;
  if (!Launch.Exact)
    Tested = findTestedShape(F);
  if (Tested) // The test's own reads of blockDim are no sign of rows.
    Launch.ReadsDim = dimensionsRead(F, Tested->Reads);
  const auto &Trees = AM.getResult<DominatorTreeAnalysis>(F);
  auto IsTested = [&](const BasicBlock *BB) {
    return Tested && Trees.dominates(Tested->Taken, BB);
  };
  auto IsOther = [&](const BasicBlock *BB) { return !IsTested(BB); };
  bool Changed = Relaxer(F, AM, Launch, IsOther, Remarks).run();
  if (Tested) {
    // If the bounds contradict the test, the tested version never runs.
    if (Launch.allows(Tested->Size))
      Launch.take(Tested->Size);
    Changed |= Relaxer(F, AM, Launch, IsTested, Remarks).run();
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

Expected<RelaxOptions> f2layout::parseRelaxOptions(StringRef Parameters) {
  RelaxOptions Opts;
  while (!Parameters.empty()) {
    StringRef Word;
    std::tie(Word, Parameters) = Parameters.split(';');
    if (Word == "all") {
      Opts.All = true;
    } else if (Word == "whole-warps") {
      Opts.WholeWarps = true;
    } else if (Word == "races-agree") {
      Opts.RacesAgree = true;
    } else if (StringRef Block = Word; Block.consume_front("block=")) {
      Opts.Block = parseBlock(Block);
      if (!Opts.Block)
        return createStringError("f2layout-relax: 'block=" + Block +
                                 "': expected 128, 32x8 or 32x8x1, at most "
                                 "1024 threads");
    } else {
      return createStringError("f2layout-relax: unknown parameter '" + Word +
                               "'; there are: all, block=, whole-warps, "
                               "races-agree");
    }
  }
  return Opts;
}

void RelaxPass::printPipeline(raw_ostream &OS,
                              function_ref<StringRef(StringRef)> MapName) {
  PassInfoMixin<RelaxPass>::printPipeline(OS, MapName);
  SmallVector<std::string, 4> Words;
  if (Opts.All)
    Words.push_back("all");
  if (Opts.Block)
    Words.push_back("block=" + formatv("{0}x{1}x{2}", (*Opts.Block)[0],
                                       (*Opts.Block)[1], (*Opts.Block)[2])
                                   .str());
  if (Opts.WholeWarps)
    Words.push_back("whole-warps");
  if (Opts.RacesAgree)
    Words.push_back("races-agree");
  if (!Words.empty())
    OS << '<' << join(Words, ";") << '>';
}
