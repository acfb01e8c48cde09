//===- Relax.cpp - f2layout-relax -----------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/relax/Relax.h"
#include "intrinsics/steps/Barrier.h"
#include "passes/convergence/BlockBarriers.h"
#include "passes/launch/TestedShape.h"
#include "passes/launch/Versioning.h"
#include "passes/price/RegisterBudget.h"
#include "passes/relax/BarrierRemarks.h"
#include "passes/relax/GuessedBarriers.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/Options.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "f2layout-relax"

using namespace llvm;
using namespace f2layout;

static RewriteKind Barriers("f2layout-barrier", "Barriers removed or weakened");

namespace {

/// The barriers of one kernel, or of a part of it.
class Relaxer {
public:
  using Part = function_ref<bool(const BasicBlock *)>;

  /// Judges the barriers in Where, for the given Launch.
  /// Version is the shape that a test before this part states.
  Relaxer(Function &F, FunctionAnalysisManager &AM, const LaunchShape &Launch,
          Part Where, KernelRemarks &Remarks,
          std::optional<std::array<unsigned, 3>> Version = std::nullopt)
      : F(F), Where(Where), Remarks(Remarks), Judge(F, AM, Launch),
        Version(Version) {}

  bool run();
  /// The block barriers that stay, in the order in which they were judged. What
  /// keeps them has not been reported yet.
  BarrierVerdicts takeKept() { return std::move(Kept); }

private:
  bool runOn(SyncPoint::Kind K);

  Function &F;
  Part Where;
  KernelRemarks &Remarks;
  BarrierJudge Judge;
  const std::optional<std::array<unsigned, 3>> Version;
  BarrierVerdicts Kept;
};

} // namespace

/// If a barrier is not selected, or cannot be weakened, V becomes Keep.
static void checkVerdict(BarrierVerdict &V, const Function &F) {
  if (V.What == BarrierVerdict::Keep)
    return;
  if (!Barriers.selectsNext()) {
    V.What = BarrierVerdict::Keep;
    V.Reason = Barriers.refusal();
  } else if (Expected<Target> T = getTarget(F); !T) {
    std::string Reason = toString(T.takeError());
    if (V.What != BarrierVerdict::Weaken)
      return;
    V.What = BarrierVerdict::Keep;
    V.Reason = std::move(Reason);
  }
}

/// Removes or weakens the barrier.
static void applyVerdict(const BarrierVerdict &V, const SyncPoint &P,
                         const Function &F) {
  if (V.What == BarrierVerdict::Weaken) {
    IRBuilder<> B(P.First);
    B.SetCurrentDebugLocation(P.At->getDebugLoc());
    emitBarrier(cantFail(getTarget(F)), B, Scope::Warp);
  }
  const SmallVector<Instruction *, 4> Instructions = P.instructions();
  for (Instruction *I : reverse(Instructions))
    I->eraseFromParent();
  Barriers.count(1);
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
    const SyncPoint *Found = Syncs->of(At);
    if (!Found || Found->K != K)
      continue;
    const SyncPoint P = *Found;
    BarrierVerdict V;
    if (++Judged <= MaxBarriers)
      V = Judge.judge(*Found, *Syncs);
    else
      V.Reason = "the kernel has more than " + std::to_string(MaxBarriers) +
                 " barriers of this kind; the last ones were examined";
    checkVerdict(V, F);
    if (V.What == BarrierVerdict::Keep && K == SyncPoint::Block) {
      Kept.insert({At, std::move(V)});
      continue;
    }
    remarkVerdict(Remarks, V, At, K == SyncPoint::Warp, Version);
    if (V.What == BarrierVerdict::Keep)
      continue;
    const auto Beside = SyncPoints::neighboursOf(P);
    applyVerdict(V, P, F);
    Changed = true;
    if (Beside)
      Syncs->replace(P, *Beside);
    else
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

/// Says of barriers that are not proved to be of the whole block why they stay.
static void remarkLoose(KernelRemarks &Remarks, Function &F,
                        const BlockUniformity &Uniformity) {
  BlockBarriers Barriers(F, [&](const BasicBlock &BB) {
    return Uniformity.isUniformlyReached(&BB);
  });
  for (const CallBase *At : Barriers.all()) {
    BarrierVerdict V;
    Instruction *Obstacle = Barriers.obstacleTo(*At);
    if (!Obstacle)
      continue; // Left out by its counter, or the pass did not run.
    if (Obstacle == At) {
      V.Reason = "it could not be shown that all threads of the block reach it "
                 "together";
    } else {
      V.Orders = Obstacle;
      V.Why = "may be where threads meet others that have come to it";
    }
    remarkVerdict(Remarks, V, At, /*OfWarp=*/false);
  }
}

static void
remarkKept(KernelRemarks &Remarks, const BarrierVerdicts &Kept,
           std::optional<std::array<unsigned, 3>> Version = std::nullopt) {
  for (const auto &[At, V] : Kept)
    remarkVerdict(Remarks, V, At, /*OfWarp=*/false, Version);
}

/// Makes a second version of F for blocks of the guessed shape, if that pays.
/// Reports all barriers that are Kept without it.
static bool relaxGuessed(Function &F, FunctionAnalysisManager &AM,
                         const LaunchShape &Launch, const RelaxOptions &Opts,
                         BarrierVerdicts Kept, KernelRemarks &Remarks) {
  auto KeepAll = [&] {
    remarkKept(Remarks, Kept);
    return false;
  };
  Expected<Target> T = getTarget(F);
  if (!T) {
    consumeError(T.takeError());
    return KeepAll();
  }
  SearchBudget Budget(Opts.Search);
  GuessedBarriers G = guessBarriers(F, AM, Launch, *T, Kept, Budget);
  if (G.Gone.empty())
    return KeepAll();
  const bool LacksRegisters =
      G.Pays && remarkRegisters(Remarks, F, Launch, *T, DEBUG_TYPE,
                                "barriers of a guessed shape of the block");
  if (!G.Pays || LacksRegisters) {
    for (const auto &Gone : G.Gone)
      Kept.erase(Gone.first);
    if (!G.Pays)
      remarkUnpaid(Remarks, *G.Gone.front().first, G);
    return KeepAll();
  }
  for (auto &[At, V] : G.Gone) {
    checkVerdict(V, F);
    if (V.What != BarrierVerdict::Keep)
      Kept.erase(At);
    remarkVerdict(Remarks, V, At, /*OfWarp=*/false, G.Size);
  }
  // The tested version needs the others for pairs of its own.
  Kept.remove_if([](const auto &K) {
    return K.second.isForPair() && K.second.Hit.Why == Collision::NeedsShape;
  });
  KeepAll();
  G.Gone.remove_if(
      [](const auto &D) { return D.second.What == BarrierVerdict::Keep; });
  if (G.Gone.empty())
    return false;
  const SyncPoints Syncs(F);
  versionForShape(F, *T, G.Size);
  // What was found is in the tested version.
  for (const auto &[At, V] : G.Gone)
    applyVerdict(V, *Syncs.of(At), F);
  limitRegisters(F, Launch, *T);
  return true;
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
  if (Remarks.isWanted())
    remarkLoose(Remarks, F, AM.getResult<BlockUniformityAnalysis>(F));
  std::optional<TestedShape> Tested;
  if (!Launch.Exact)
    Tested = findTestedShape(F);
  if (Tested) // The test's own reads of blockDim are no sign of rows.
    Launch.ReadsDim = dimensionsRead(F, Tested->Reads);
  const auto &Trees = AM.getResult<DominatorTreeAnalysis>(F);
  auto IsTested = [&](const BasicBlock *BB) {
    return Tested && Trees.dominates(Tested->Taken, BB);
  };
  auto IsNotTested = [&](const BasicBlock *BB) { return !IsTested(BB); };
  Relaxer Stated(F, AM, Launch, IsNotTested, Remarks);
  bool Changed = Stated.run();
  BarrierVerdicts Kept = Stated.takeKept();
  if (Changed) { // Who guesses must not see the barriers that are gone.
    PreservedAnalyses Still;
    Still.preserveSet<CFGAnalyses>();
    AM.invalidate(F, Still);
  }
  // A kernel that tests its block's shape already has both versions; where
  // blocks may differ in size, the test would not show what this one has.
  if (Opts.Guess && !Launch.Exact && !Tested && hasUniformBlocks(F)) {
    if (relaxGuessed(F, AM, Launch, Opts, std::move(Kept), Remarks))
      return PreservedAnalyses::none();
  } else if (!Tested) {
    // Of the same barriers in a tested version more is known.
    remarkKept(Remarks, Kept);
  }
  if (Tested) {
    // If the bounds contradict the test, the tested version never runs.
    if (Launch.allows(Tested->Size))
      Launch.take(Tested->Size);
    Relaxer InTested(F, AM, Launch, IsTested, Remarks, Tested->Size);
    Changed |= InTested.run();
    remarkKept(Remarks, InTested.takeKept(), Tested->Size);
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
    } else if (Word == "no-guess") {
      Opts.Guess = false;
    } else if (StringRef Block = Word; Block.consume_front("block=")) {
      Opts.Block = parseBlock(Block);
      if (!Opts.Block)
        return createStringError("f2layout-relax: 'block=" + Block +
                                 "': expected 128, 32x8 or 32x8x1, at most "
                                 "1024 threads");
    } else {
      return createStringError("f2layout-relax: unknown parameter '" + Word +
                               "'; there are: all, no-guess, block=, "
                               "whole-warps, races-agree");
    }
  }
  return Opts;
}

void RelaxOptions::print(raw_ostream &OS) const {
  SmallVector<std::string, 4> Words;
  if (All)
    Words.push_back("all");
  if (!Guess)
    Words.push_back("no-guess");
  if (Block)
    Words.push_back(
        formatv("block={0}x{1}x{2}", (*Block)[0], (*Block)[1], (*Block)[2])
            .str());
  if (WholeWarps)
    Words.push_back("whole-warps");
  if (RacesAgree)
    Words.push_back("races-agree");
  if (!Words.empty())
    OS << '<' << join(Words, ";") << '>';
}
