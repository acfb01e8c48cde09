//===- Reroute.cpp - f2layout-reroute -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/reroute/Reroute.h"
#include "passes/completion/CompletedStores.h"
#include "passes/completion/SwitchBranches.h"
#include "passes/exchange/ExchangeEmit.h"
#include "passes/exchange/ExchangeGain.h"
#include "passes/exchange/ExchangePlan.h"
#include "passes/exchange/ScratchDoubleBuffering.h"
#include "passes/exchange/ScratchSeparation.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/launch/TestedShape.h"
#include "passes/launch/Versioning.h"
#include "passes/loops/UnrollExchange.h"
#include "passes/loops/WarpRounds.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/RegisterPressure.h"
#include "passes/reroute/RerouteRemarks.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/kernel/TileShapes.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "passes/support/SearchBudget.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Replaced("f2layout-exchange",
                            "Exchanges replaced by cheaper ones");

/// Millions of addresses that the search for races may look at.
static constexpr unsigned MaxRaceSearch = 4;

namespace {

/// One function, from search to emission.
class Rerouter {
public:
  /// With Only, exchanges through these arrays alone are searched for.
  /// Completed are the stores of F that were completed, if any. Placed are
  /// prices that were asked for before that. They are kept, since a store stays
  /// completed only if an exchange needs it.
  Rerouter(Function &F, FunctionAnalysisManager &AM, const Target &T,
           const Options &O, PlanCache &Cache, SearchBudget &Budget,
           const MakePlacements &Place, CompletedStores *Completed = nullptr,
           const SharedArraySet *Only = nullptr,
           std::shared_ptr<Placements> Placed = nullptr)
      : F(F), AM(AM), T(T), O(O), Cache(Cache), Budget(Budget), Place(Place),
        Completed(Completed), Only(Only), Placed(std::move(Placed)) {}

  bool run(KernelRemarks &Out);
  /// Made when first asked for. Answers are kept until an exchange is replaced.
  std::shared_ptr<Placements> placements();
  /// What run() would gain by the exchanges through these arrays.
  ExchangeGain gain(const SharedArraySet &Arrays);

private:
  FunctionAnalyses context(const LaunchShape &L);
  PlanContext planContext(const FunctionAnalyses &C);
  const Exchanges &search(const FunctionAnalyses &C, const EvalShape &S);
  bool affords(const FunctionAnalyses &C, const EvalShape &S);
  const std::vector<ExchangePlan> &plans(const Exchanges &R,
                                         const FunctionAnalyses &C);
  bool needsCompleted(const Exchanges &R, const ExchangePlan &P) const;
  bool rewriteStated(const LaunchShape &L, KernelRemarks &Out);
  std::optional<EvalShape> likeliestShape(const FunctionAnalyses &C);
  bool rewriteGuessed(const LaunchShape &L, const Exchanges &Stated,
                      KernelRemarks &Out);
  std::vector<ExchangePlan>
  planAndSay(const Exchanges &R, const FunctionAnalyses &C, KernelRemarks &Out);
  void markWarpLocal(const std::vector<ExchangePlan> &Plans,
                     const LaunchShape &L);
  void rewrite(const Exchanges &R, const std::vector<ExchangePlan> &Plans,
               const FunctionAnalyses &C);

  Function &F;
  FunctionAnalysisManager &AM;
  const Target &T;
  const Options &O;
  PlanCache &Cache;
  SearchBudget &Budget;
  const MakePlacements &Place;
  CompletedStores *Completed;
  const SharedArraySet *Only;
  std::shared_ptr<Placements> Placed;
  /// The searches made so far and their plans, until the function changes.
  std::vector<std::unique_ptr<Exchanges>> Searches;
  DenseMap<const Exchanges *, std::vector<ExchangePlan>> PlansOf;
  /// Those without arrays of which not all completed stores are proved.
  SmallPtrSet<const Exchanges *, 2> LeavesOut;
};

} // namespace

/// The exchanges for blocks of one shape, searched for once.
const Exchanges &Rerouter::search(const FunctionAnalyses &C,
                                  const EvalShape &S) {
  for (const auto &R : Searches)
    if (R->shape() == S)
      return *R;
  SharedArraySet Without;
  if (Completed)
    Without = Completed->unproved(C, S, Budget);
  const Exchanges &R = *Searches.emplace_back(
      std::make_unique<Exchanges>(C, S, Budget, Only, Without));
  if (!Without.empty())
    LeavesOut.insert(&R);
  return R;
}

/// The search was made already, or may be made.
bool Rerouter::affords(const FunctionAnalyses &C, const EvalShape &S) {
  return any_of(Searches, [&](const auto &R) { return R->shape() == S; }) ||
         Budget.affords(Exchanges::addresses(C, S, Only));
}

/// The plans for the exchanges of one search, made once. Those for a guessed
/// shape must pay for a second version of the kernel.
const std::vector<ExchangePlan> &Rerouter::plans(const Exchanges &R,
                                                 const FunctionAnalyses &C) {
  auto [It, New] = PlansOf.try_emplace(&R);
  if (New) {
    const PlanContext Context = planContext(C);
    It->second = planExchanges(R, Context);
    if (O.Shared && !(R.shape() == statedShape(C.Launch)))
      dropUnlessVersionPays(It->second, R, Context);
  }
  return It->second;
}

std::shared_ptr<Placements> Rerouter::placements() {
  if (!Placed && Place)
    Placed = Place(F, AM, T);
  return Placed;
}

PlanContext Rerouter::planContext(const FunctionAnalyses &C) {
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  return {C, T, O, Cache, SE, placements().get()};
}

FunctionAnalyses Rerouter::context(const LaunchShape &L) {
  return FunctionAnalyses::of(F, AM, L);
}

static bool anyChosen(const std::vector<ExchangePlan> &Plans) {
  return any_of(Plans,
                [](const ExchangePlan &P) { return P.Best.has_value(); });
}

/// Plans with their places in the arrays, and the remarks on them.
std::vector<ExchangePlan> Rerouter::planAndSay(const Exchanges &R,
                                               const FunctionAnalyses &C,
                                               KernelRemarks &Out) {
  std::vector<ExchangePlan> Plans = plans(R, C);
  dropPlans(
      Plans, R, planContext(C),
      [](const ExchangePlan &) { return !Replaced.selectsNext(); },
      "NotSelected", Replaced.refusal());
  // A version for a likely block may do without the stores.
  if (Completed && !R.shape().SizeIsExact)
    dropPlans(
        Plans, R, planContext(C),
        [&](const ExchangePlan &P) {
          return P.KeepsStores &&
                 Completed->arrays().contains(
                     R.objects()[P.Subject->Object].Arrays.front());
        },
        "StillRead",
        "a load that stays in shared memory reads the same stores, which are "
        "under a condition");
  std::optional<std::array<unsigned, 3>> Version;
  if (!(R.shape() == statedShape(C.Launch)))
    Version = R.shape().Size;
  remarkPlans(Out, R, Plans, T, Version);
  SmallVector<DoubleBufferedArray, 2> Parted =
      doubleBufferScratch(Plans, R, C, T, O.Grow);
  remarkDoubleBuffering(Out, R, Parted);
  separateAtBarriers(Plans, R);
  return Plans;
}

/// Marks the kernel for f2layout-relax if an exchange that is not replaced
/// stays within each warp. Its block barriers (the one between store and load,
/// and the one before the array is used again) may then become warp barriers.
/// The mark invalidates no analysis.
void Rerouter::markWarpLocal(const std::vector<ExchangePlan> &Plans,
                             const LaunchShape &L) {
  bool Found = any_of(Plans, [](const ExchangePlan &P) {
    return !P.Best && P.Subject->Move.Group == Scope::Warp;
  });
  // Without its barriers, more of the kernel is in flight at a time.
  if (Found && !lacksRegisters(F, L, T))
    F.addFnAttr(WarpLocalAttribute);
}

void Rerouter::rewrite(const Exchanges &R,
                       const std::vector<ExchangePlan> &Plans,
                       const FunctionAnalyses &C) {
  Replaced.count(count_if(
      Plans, [](const ExchangePlan &P) { return P.Best.has_value(); }));
  const unsigned Had = registerPressure(F);
  emitExchanges(F, R, Plans, C, T);
  limitRegisters(F, C.Launch, T, /*Added=*/0, Had);
  F.addFnAttr(ReroutedAttribute);
  Searches.clear();
  PlansOf.clear();
  LeavesOut.clear();
  Placed.reset();
  AM.getResult<KeptTileShapesAnalysis>(F).Found.reset();
  AM.invalidate(F, PreservedAnalyses::none());
}

/// Refused for want of the block's shape only.
static bool wantsShape(const MissedExchange &M) {
  return M.Name == "NeedsBlockShape";
}

/// With the shape that the launch states, or for every one-dimensional block.
bool Rerouter::rewriteStated(const LaunchShape &L, KernelRemarks &Out) {
  FunctionAnalyses C = context(L);
  const Exchanges &R = search(C, statedShape(L));
  std::vector<ExchangePlan> Plans = planAndSay(R, C, Out);
  remarkMissed(Out, F, R,
               [](const MissedExchange &M) { return !wantsShape(M); });
  markWarpLocal(Plans, L);
  if (!anyChosen(Plans))
    return false;
  if (!L.Exact && any_of(Plans, [](const ExchangePlan &P) {
        return P.Best && !P.Subject->NeedsShape && !P.Subject->AnyShape;
      }))
    F.addFnAttr(OneRowAttribute);
  rewrite(R, Plans, C);
  return true;
}

static unsigned countLoads(const Exchanges &R) {
  unsigned Loads = 0;
  for (const Exchange &X : R.exchanges())
    Loads += X.Loads.size();
  return Loads;
}

/// The first of the likely shapes for which exchanges are found. If threads may
/// race, several may store the same element. A smaller block then seems to fit
/// the tile, but some loads find no store. So the first shape is preferred for
/// which every load belongs to an exchange, else the one with the most such
/// loads.
std::optional<EvalShape> Rerouter::likeliestShape(const FunctionAnalyses &C) {
  std::optional<EvalShape> Best;
  unsigned Most = 0;
  for (const EvalShape &S : shapesToTry(C.Memory, C.Launch)) {
    if (!affords(C, S))
      break;
    const Exchanges &R = search(C, S);
    unsigned Loads = countLoads(R);
    if (Loads > Most) {
      Most = Loads;
      Best = S;
    }
    if (Loads > 0 && (!C.Launch.RacesAgree || R.missed().empty()))
      break;
  }
  return Best;
}

/// With the likeliest shape for which exchanges are found, behind a test.
bool Rerouter::rewriteGuessed(const LaunchShape &L, const Exchanges &Stated,
                              KernelRemarks &Out) {
  auto WantedShape = [&](const MissedExchange &M) {
    return any_of(Stated.missed(), [&](const MissedExchange &Before) {
      return Before.Load == M.Load && wantsShape(Before);
    });
  };
  FunctionAnalyses C = context(L);
  std::optional<EvalShape> S = likeliestShape(C);
  if (!S) {
    remarkMissed(Out, F, Stated, wantsShape);
    return false;
  }
  const Exchanges &R = search(C, *S);
  std::vector<ExchangePlan> Plans = planAndSay(R, C, Out);
  const std::string Block = blockText(S->Size);
  remarkMissed(Out, F, R, WantedShape,
               anyChosen(Plans)
                   ? " in the version for blocks of " + Block
                   : " in blocks of " + Block + ", a guessed shape");
  markWarpLocal(Plans, L);
  if (!anyChosen(Plans))
    return false;
  if (Completed)
    Completed->keepReplaced();
  versionForShape(F, T, S->Size);
  if (Completed)
    Completed->undoInCopies(F);
  rewrite(R, Plans, C);
  return true;
}

/// Completed stores write all of the values. If they write some, the others may
/// be an exchange by themselves.
bool Rerouter::needsCompleted(const Exchanges &R, const ExchangePlan &P) const {
  const SharedObject &Object = R.objects()[P.Subject->Object];
  return Completed && all_of(P.Subject->Stores, [&](unsigned A) {
           return Completed->contains(*Object.Accesses[A].I);
         });
}

/// With the shapes that run() would search with. If the user wants shuffles,
/// each exchange that is replaced counts, whatever it saves.
ExchangeGain Rerouter::gain(const SharedArraySet &Arrays) {
  const LaunchShape L = launchOf(F, AM, O);
  if (!L.Error.empty())
    return {};
  // No plan could be chosen, so no exchange need be looked for.
  if (const auto Bound = boundOfExchanges(F, L, T);
      Bound && registerPressure(F) > Bound->words())
    return {};
  FunctionAnalyses C = context(L);
  auto GainOf = [&](const std::vector<ExchangePlan> &Chosen) {
    ExchangeGain G =
        ExchangeGain::of(Chosen, C, AM.getResult<ScalarEvolutionAnalysis>(F));
    if (!O.Shared)
      G.Saved = G.SavedByMoves = G.SavedByOwn = G.Before;
    return G;
  };
  auto Gain = [&](const EvalShape &S) {
    const Exchanges &R = search(C, S);
    std::vector<ExchangePlan> Chosen;
    copy_if(
        plans(R, C), std::back_inserter(Chosen), [&](const ExchangePlan &P) {
          const SharedObject &Object = R.objects()[P.Subject->Object];
          return P.Best && any_of(Object.Arrays, [&](const GlobalVariable *G) {
                   return Arrays.contains(G);
                 });
        });
    ExchangeGain G = GainOf(Chosen);
    // Arrays that were left out may have exchanges by the program's own stores.
    if (Completed && !LeavesOut.contains(&R)) {
      llvm::erase_if(
          Chosen, [&](const ExchangePlan &P) { return needsCompleted(R, P); });
      G.SavedByOwn = GainOf(Chosen).Saved;
    }
    return G;
  };
  const EvalShape Stated = statedShape(L);
  if (!affords(C, Stated))
    return {};
  const ExchangeGain Found = Gain(Stated);
  if (!O.Guess || L.Exact || !hasUniformBlocks(F) ||
      none_of(search(C, Stated).missed(), wantsShape))
    return Found;
  const std::optional<EvalShape> Likely = likeliestShape(C);
  if (!Likely)
    return Found;
  const ExchangeGain Guessed = Gain(*Likely);
  ExchangeGain Best = Guessed.Saved > Found.Saved ? Guessed : Found;
  // Without completed stores, the shape with the larger gain would be chosen.
  Best.SavedByOwn = std::max(Guessed.SavedByOwn, Found.SavedByOwn);
  return Best;
}

bool Rerouter::run(KernelRemarks &Out) {
  const LaunchShape L = launchOf(F, AM, O);
  bool Changed = rewriteStated(L, Out);
  const FunctionAnalyses C = context(L);
  const Exchanges &Left = search(C, statedShape(L));
  if (none_of(Left.missed(), wantsShape))
    return Changed;
  // A kernel that tests its block's shape already has both bodies; where blocks
  // may differ in size, the test would not show what this one has.
  if (O.Guess && !L.Exact && hasUniformBlocks(F) && !findTestedShape(F))
    return rewriteGuessed(L, Left, Out) || Changed;
  remarkMissed(Out, F, Left, wantsShape);
  return Changed;
}

/// Kernels that use shared memory and synchronise; all others cost a look at
/// the module's globals and their users.
static bool isCandidate(const Function &F) {
  if (F.isDeclaration() || !isKernel(F))
    return false;
  return any_of(F.getParent()->globals(), [](const GlobalVariable &G) {
    return G.getAddressSpace() == 3 && !G.use_empty();
  });
}

PreservedAnalyses ReroutePass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!isForGpu(*F.getParent()) || !isCandidate(F))
    return PreservedAnalyses::all();
  if (AM.getResult<SyncPointsAnalysis>(F).all().empty() ||
      hasConvergenceTokens(F))
    return PreservedAnalyses::all();
  const auto C = KernelContext::of(F, AM, Opts);
  KernelRemarks Out(F, AM);
  if (C->isRefused()) {
    remarkFunction(Out, F, C->RefusalName, C->Refusal);
    return PreservedAnalyses::all();
  }
  const bool Branches = branchInsteadOfSwitches(F, AM, Out);
  const Target &T = C->T;
  KeptTileShapes &Tiles = AM.getResult<KeptTileShapesAnalysis>(F);
  SaveAndRestore HoldTiles(Tiles.IsHeld, true);
  SearchBudget Budget(Opts.Search);
  if (Out.isWanted()) {
    SearchBudget OfRaces(MaxRaceSearch);
    remarkRaces(Out,
                findWarpRaces(FunctionAnalyses::of(F, AM, C->Launch), OfRaces));
  }
  std::optional<Rerouter> R(std::in_place, F, AM, T, Opts, *Cache, Budget,
                            Place);
  auto GainOf = [&](Function &G, CompletedStores *Completed,
                    const SharedArraySet &Arrays,
                    std::shared_ptr<Placements> Placed) {
    // As much as the search of the changed kernel will have.
    SearchBudget OfTrial(Opts.Search);
    const ExchangeGain Gain = Rerouter(G, AM, T, Opts, *Cache, OfTrial, Place,
                                       Completed, &Arrays, std::move(Placed))
                                  .gain(Arrays);
    return OfTrial.hasEnded() ? ExchangeGain() : Gain;
  };
  auto SearchAgain = [&](CompletedStores *Completed = nullptr) {
    Budget = SearchBudget(Opts.Search);
    R.emplace(F, AM, T, Opts, *Cache, Budget, Place, Completed,
              /*Only=*/nullptr, Completed ? R->placements() : nullptr);
  };
  auto GainUnrolled = [&](Function &G, const SharedArraySet &Arrays) {
    if (&G == &F)
      return R->gain(Arrays);
    return gainCompleted(G, AM, C->Launch, SearchBudget(Opts.Search), Arrays,
                         [&](Function &Copy, CompletedStores *Completed,
                             const SharedArraySet &Of) {
                           return GainOf(Copy, Completed, Of, nullptr);
                         });
  };
  std::optional<ExchangeGain> GainBySplit;
  auto GainOfCompleted = [&](Function &G, CompletedStores *Completed,
                             const SharedArraySet &Arrays) {
    if (!Completed)
      return R->gain(Arrays);
    // splitWarpRounds() has searched a copy of this kernel with its stores
    // completed. It looked at more arrays, so the threshold was higher.
    if (GainBySplit && GainBySplit->paysBesideOwn())
      return *GainBySplit;
    return GainOf(G, Completed, Arrays, R->placements());
  };
  bool Changed = Branches;
  const auto Bound = boundOfExchanges(F, C->Launch, T);
  if (unrollExchanges(F, AM, Bound ? Bound->words() : T.MaxRegisters,
                      GainUnrolled)) {
    Changed = true;
    SearchAgain();
  }
  GainBySplit = splitWarpRounds(F, AM, 1u << C->Launch.LaneBits, GainUnrolled);
  if (GainBySplit) {
    Changed = true;
    SearchAgain();
  }
  CompletedStores Completed = completeIfBetter(
      F, AM, C->Launch, SearchBudget(Opts.Search), GainOfCompleted);
  if (!Completed.empty()) {
    Changed = true;
    SearchAgain(&Completed);
  }
  Changed |= R->run(Out);
  Completed.undoUnneeded(F);
  if (Budget.hasEnded())
    remarkSearchEnded(Out, F, Opts.Search);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void ReroutePass::printPipeline(raw_ostream &OS,
                                function_ref<StringRef(StringRef)> MapName) {
  PassInfoMixin<ReroutePass>::printPipeline(OS, MapName);
  Opts.print(OS);
}

PreservedAnalyses ExchangesPrinterPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  OS << "exchanges in '" << F.getName() << "':\n";
  const LaunchShape L = launchOf(F, AM, {});
  if (!L.IsKernel || !L.Error.empty()) {
    OS << "  not searched: "
       << (L.IsKernel ? L.Error : std::string("not a kernel")) << "\n";
    return PreservedAnalyses::all();
  }
  if (mayContainIrreducibleControl(F, &AM.getResult<LoopAnalysis>(F))) {
    OS << "  not searched: irreducible control flow\n";
    return PreservedAnalyses::all();
  }
  const FunctionAnalyses C = FunctionAnalyses::of(F, AM, L);
  SearchBudget Budget(Options::DefaultSearch);
  Exchanges R(C, statedShape(L), Budget);
  R.print(OS);
  if (none_of(R.missed(), wantsShape))
    return PreservedAnalyses::all();
  for (const EvalShape &S : shapesToTry(C.Memory, L)) {
    Exchanges G(C, S, Budget);
    if (G.exchanges().empty())
      continue;
    G.print(OS);
    break;
  }
  return PreservedAnalyses::all();
}
