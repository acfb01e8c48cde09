//===- ExchangePlan.cpp - What to do about an exchange --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/plan/PlanPrice.h"
#include "layouts/routes/RejectedPlans.h"
#include "passes/exchange/ExchangeCost.h"
#include "passes/exchange/ExchangePlanner.h"
#include "passes/exchange/ScratchDoubleBuffering.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

/// Registers to leave a thread besides the words that it exchanges, so that
/// nothing spills.
static constexpr unsigned OtherRegisters = 24;

/// How many lane bits meet register bits: the rank of c in
/// docs/how-it-works.md.
static unsigned laneRank(const Conversion &M) {
  SmallVector<uint64_t, 8> Lanes;
  for (uint64_t C : M.Affine->RegisterColumns)
    Lanes.push_back(C >> M.Affine->SourceRegisterBits);
  return BitMatrix(M.LaneBits, Lanes).rank();
}

static bool meetsOneLaneBit(const Conversion &M) {
  return M.Affine && M.Group == Scope::Warp && laneRank(M) <= 1;
}

/// What straight-line code pays for functions of the lane; a loop does not
/// repeat them.
double ExchangePlanner::setupClocks(const Plan &New, const Exchange &X) const {
  if (C.LI.getLoopFor(X.At->At->getParent()))
    return 0;
  return New.Cost.Setup * T.M.Costs.Select;
}

/// A model is not a measurement: what it says must be won by a margin. Of
/// shuffles for one lane bit it is known (docs/targets.md, "Calibration"), if
/// no elements are packed for them.
bool ExchangePlanner::beats(const Plan &New, const Exchange &X,
                            const PlanCost &Before) const {
  if (!O.Shared || New.By == Route::Nothing || New.By == Route::Rename)
    return true; // nothing travels, or the user wants shuffles
  if (New.By == Route::Shuffle && New.Cost.Permutes == 0 &&
      meetsOneLaneBit(X.Move))
    return true;
  double Clocks = New.Cost.Clocks + setupClocks(New, X);
  // Equal clocks for fewer accesses leave more of the issue slots to others,
  // unless arithmetic takes their place.
  bool Fewer = New.Cost.Shuffles == 0 &&
               New.Cost.AluClocks <= New.Cost.MemoryClocks &&
               New.Cost.Loads + New.Cost.Stores < Before.Loads + Before.Stores;
  return Clocks <= (Fewer ? 1.0 : Margin) * Before.Clocks;
}

/// Clocks of the barrier that plans do without if they take turns in parts of
/// their array (ScratchDoubleBuffering.h).
double ExchangePlanner::clocksSavedByTurns(const Plan &New,
                                           const Exchange &X) const {
  const bool Saves = New.usesMemory() && New.Group == Scope::Block &&
                     wouldSaveBarriers(X, R, C) &&
                     mayTakeTurns(X.Object, R, C, T, O.Grow);
  return Saves ? T.M.Costs.BlockBarrier : 0;
}

/// The exchange may stay and lose its conflicts. A plan by which nothing
/// travels is always better.
bool ExchangePlanner::beatsInPlace(const Plan &New, ExchangePlan &P) const {
  const Exchange &X = *P.Subject;
  if (!Placed || !O.Shared || New.By == Route::Nothing ||
      New.By == Route::Rename)
    return true;
  const double Clocks = New.Cost.Clocks + setupClocks(New, X);
  if (Clocks < leastClocksInPlace(X, object(X), T.M))
    return true;
  const Placement *Other = Placed->of(object(X));
  if (!Other)
    return true;
  P.InPlace = costInPlace(X, object(X), *Other, T.M);
  P.HowInPlace = Other->How;
  return Clocks <= P.InPlace->Clocks + clocksSavedByTurns(New, X);
}

/// Why the plan may not use the array's bytes; empty if it may, or if the user
/// forbids shared memory.
StringRef ExchangePlanner::whyNoShared(const Exchange &X) const {
  const SharedObject &Obj = object(X);
  if (!O.Shared)
    return "";
  if (NoShared.count(&X))
    return "other accesses use the array between the barriers";
  if (Obj.Arrays.size() != 1)
    return "several dynamic arrays share their bytes";
  if (!Obj.Dynamic || mayUseDynamic(X))
    return "";
  return R.shape().SizeIsExact
             ? "where the exchange begins in dynamic shared memory is not known"
             : "how much dynamic shared memory there is depends on the block's "
               "size, which is not known";
}

/// How much of the array a plan may use. Every warp must stay within what the
/// original stores of its own and lower warps touch: of a dynamic array nobody
/// knows more. In a smaller block its last warp touches less than was
/// evaluated, and the host may have made the array as small.
std::optional<PlanOptions> ExchangePlanner::sharedOptions(const ExchangePlan &P,
                                                          Machine &M) const {
  const Exchange &X = *P.Subject;
  const SharedObject &Obj = object(X);
  PlanOptions Opts;
  Opts.AllowShuffle = O.Shuffle;
  Opts.AllLanes = (R.shape().SizeIsExact || X.AnyShape) && !X.WarpMask &&
                  X.Exits.empty() && R.shape().threads() % T.M.lanes() == 0;
  // An exchange's barrier is reached by all threads of its scope or by none,
  // but for those that have left.
  Opts.Converged = Opts.AllLanes;
  Opts.AllowShared = O.Shared && whyNoShared(X).empty();
  Opts.WideStores = hasContiguousStores(X, Obj, T.M);
  uint64_t Align = Obj.Arrays.front()->getAlign().valueOrOne().value();
  uint64_t First = Obj.Dynamic ? X.FirstByte : 0;
  if (!canOwnArray(C.F, *Obj.Arrays.front())) {
    Align = MinAlign(Align, First);
    erase_if(M.Shapes, [&](const AccessShape &S) { return S.Bytes > Align; });
  }
  uint64_t Limit = ~0u;
  for (unsigned W = 0; W < X.EndOfWarp.size(); ++W) {
    uint64_t End = Obj.Dynamic ? X.EndOfWarp[W] : Obj.Bytes;
    uint64_t Bytes = End > First ? End - First : 0;
    Limit =
        std::min(Limit, X.Move.Group == Scope::Warp ? Bytes / (W + 1) : Bytes);
    if (X.Move.Group == Scope::Block && W + 1 < X.EndOfWarp.size())
      Limit = ~0u; // only the whole block's end counts
  }
  Opts.ScratchLimit = Limit;
  return Opts;
}

/// The number in a function attribute, the first of a list; 0 if there is none.
static uint64_t numberIn(const Function &F, StringRef Attribute) {
  unsigned N = 0;
  const std::string Text = compat::nvidiaBound(F, Attribute).value_or("");
  StringRef(Text).split(',').first.getAsInteger(10, N);
  return N;
}

/// Registers of a thread if its blocks are to be as large, and as many at a
/// time, as the launch bounds ask for.
uint64_t ExchangePlanner::registersOfThread() const {
  const bool IsAMD = T.Maker == Vendor::AMD;
  const bool HalfWGP = C.F.getFnAttribute("target-features")
                           .getValueAsString()
                           .contains("+cumode");
  uint64_t File = T.Resident.Registers ? T.Resident.Registers : 64 * 1024;
  if (HalfWGP)
    File /= 2;
  uint64_t Registers = T.MaxRegisters;
  // ptxas knows no bound but the stated one, and a block that is promised must
  // start; LLVM takes 1024 threads for granted on AMD.
  std::optional<unsigned> Threads = C.Launch.BoundThreads;
  if (!Threads && IsAMD)
    Threads = T.MaxThreads;
  else if (!Threads)
    Threads = C.Launch.ExactThreads;
  if (Threads)
    Registers = std::min(
        Registers, File / (*Threads * std::max<uint64_t>(
                                          1, numberIn(C.F, "nvvm.minctasm"))));
  if (uint64_t Most = numberIn(C.F, "nvvm.maxnreg"))
    Registers = std::min(Registers, Most);
  // The least number of waves that a SIMD is to hold; the file is that of four.
  if (uint64_t Waves = numberIn(C.F, "amdgpu-waves-per-eu"))
    Registers =
        std::min(Registers, File / ((HalfWGP ? 2 : 4) * T.M.lanes() * Waves));
  return Registers;
}

/// Returns true if input, output and a few words for the exchange itself fit;
/// otherwise the exchange would spill, and is left alone.
bool ExchangePlanner::keepsInRegisters(ExchangePlan &P, unsigned Words) const {
  if (Words + OtherRegisters <= registersOfThread())
    return true;
  P.Name = "RegisterPressure";
  P.Why = formatv("the plan keeps {0} words of every thread in registers, "
                  "too many for the {1} that it has",
                  Words, registersOfThread());
  return false;
}

/// Words of a thread before and after; no plan keeps fewer.
static unsigned leastWords(const Conversion &M) {
  return divideCeil(M.NumSources * M.ElementBits, 32u) +
         divideCeil(M.NumResults * M.ElementBits, 32u);
}

/// The same exchange with every narrow element in a word of its own, if that
/// takes no more shuffles than packed words are bound to: the words, or the
/// lanes that one lane must hear from.
static std::optional<Plan> planWidened(const Conversion &M, const Function &F,
                                       const Machine &On, PlanOptions Opts,
                                       PlanCache &Cache) {
  if (M.ElementBits >= 32 || M.Group != Scope::Warp || !Opts.AllowShuffle ||
      M.PackedSources || M.PackedResults)
    return std::nullopt;
  Conversion Wide = M;
  Wide.ElementBits = 32;
  Opts.AllowShared = false;
  PlanResult Result = Cache.plan(Wide, F, On, Opts);
  if (!Result.Best || Result.Best->By != Route::Shuffle)
    return std::nullopt;
  unsigned Words = divideCeil(M.NumResults * M.ElementBits, 32u);
  unsigned Bound = M.Affine ? std::max(Words, 1u << laneRank(M)) : ~0u;
  if (Result.Best->Cost.Shuffles > Bound)
    return std::nullopt;
  // Bytes are held sign-extended or masked; that is done anew on either side.
  // A half takes an instruction more, which extends it and cuts it off. Where
  // LLVM joins accesses of any width (on AMD), that was not measured.
  if (M.ElementBits == 8)
    Result.Best->Cost.Clocks +=
        3.5 * On.Costs.Permute * std::max(M.NumSources, M.NumResults);
  else if (!On.JoinsNeighbours)
    Result.Best->Cost.Clocks += On.Costs.Select * M.NumResults;
  return std::move(Result.Best);
}

void ExchangePlanner::choose(ExchangePlan &P) {
  P.Best.reset();
  P.KeepsStores = false;
  P.Late = false;
  P.IsFinal = false;
  if (!P.Subject->Gathers.empty()) {
    chooseGathers(P);
    return;
  }
  if (!keepsInRegisters(P, leastWords(P.Subject->Move)))
    return; // Before a plan is made, which takes long for so many.
  Machine M = T.M;
  auto Opts = sharedOptions(P, M);
  const Vocabulary &Words = vocabularyOf(C.F);
  const StringRef Without = whyNoShared(*P.Subject);
  PlanResult Result = Cache.plan(P.Subject->Move, C.F, M, *Opts);
  P.Widened = false;
  if (std::optional<Plan> Wide =
          planWidened(P.Subject->Move, C.F, M, *Opts, Cache))
    if (!Result.Best || Wide->Cost.Clocks <= Result.Best->Cost.Clocks) {
      // The bound of packed words is that of the exchange.
      if (Result.Best)
        Wide->BoundClocks =
            std::min(Wide->BoundClocks, Result.Best->BoundClocks);
      Result.Best = std::move(Wide);
      P.Widened = true;
    }
  if (!Result.Best) {
    P.Name = "NoPlan";
    StringRef Why = Result.WhyNot;
    // The planner knows only that it may not.
    if (!Without.empty())
      Why.consume_back("shared memory is not allowed");
    P.Why = Words.spell(Why) + Without.str();
    P.IsFinal = O.Shared && O.Shuffle && Without.empty();
    return;
  }
  if (!beats(*Result.Best, *P.Subject, P.Before) && Opts->AllowShuffle &&
      O.Shared) {
    // A plan without shuffles may take longer, but has nothing to set up.
    PlanOptions Memory = *Opts;
    Memory.AllowShuffle = false;
    PlanResult Other = Cache.plan(P.Subject->Move, C.F, M, Memory);
    if (Other.Best && beats(*Other.Best, *P.Subject, P.Before)) {
      Result = std::move(Other);
      P.Widened = false;
    }
  }
  if (!beats(*Result.Best, *P.Subject, P.Before)) {
    P.Name = "NotProfitable";
    double Setup = setupClocks(*Result.Best, *P.Subject);
    P.Why =
        formatv("{0}the best plan takes {1} clocks per {5} and {3} "
                "instructions{2}, the code as it is {4} clocks",
                Without.empty() ? "" : Without.str() + ", and without it ",
                clockText(Result.Best->Cost.Clocks),
                Setup ? ", and " + clockText(Setup) + " clocks to set up" : "",
                Result.Best->Cost.Shuffles + Result.Best->Cost.Selects +
                    Result.Best->Cost.Permutes + Result.Best->Cost.Swaps +
                    Result.Best->Cost.Transposes + Result.Best->Cost.Loads +
                    Result.Best->Cost.Stores,
                clockText(P.Before.Clocks), Words.Warp);
    P.IsFinal = Without.empty();
    return;
  }
  if (!beatsInPlace(*Result.Best, P)) {
    P.Name = "CheaperInPlace";
    P.Why = formatv("in place, {0}, it takes {1} clocks per {3}, the best "
                    "plan {2}",
                    P.HowInPlace, clockText(P.InPlace->Clocks),
                    clockText(Result.Best->Cost.Clocks +
                              setupClocks(*Result.Best, *P.Subject)),
                    Words.Warp);
    P.IsFinal = true;
    return;
  }
  if (keepsInRegisters(P, Result.Best->NumInputs + Result.Best->Outputs.size()))
    P.Best = std::move(Result.Best);
}

/// The routes of which no plan was made are planned for this list alone.
void ExchangePlanner::listWays(ExchangePlan &P) {
  const Exchange &X = *P.Subject;
  auto IsCheaper = [](const ExchangeWay &A, const ExchangeWay &B) {
    return A.Clocks < B.Clocks;
  };
  P.Ways.push_back({"as written", P.Before.Clocks});
  const Placement *Other = Placed ? Placed->of(object(X)) : nullptr;
  if (Other)
    P.Ways.push_back({std::string("in place, ") + Other->How,
                      costInPlace(X, object(X), *Other, T.M).Clocks});
  auto Add = [&](Route By, double Clocks) {
    P.Ways.push_back({routeName(By).str(), Clocks});
  };
  if (!X.Gathers.empty()) {
    if (P.Best)
      Add(P.Best->By, P.Best->Cost.Clocks);
    stable_sort(P.Ways, IsCheaper);
    return;
  }
  Machine M = T.M;
  const auto Opts = sharedOptions(P, M);
  const PlanResult Any = Cache.plan(X.Move, C.F, M, *Opts);
  const std::optional<Plan> &Cheapest = P.Best ? P.Best : Any.Best;
  if (Cheapest) {
    Add(Cheapest->By, Cheapest->Cost.Clocks + setupClocks(*Cheapest, X));
    for (const RejectedPlan &R : rejectedPlans(X.Move, M, *Opts, *Cheapest))
      if (R.Cost)
        Add(R.By, R.Cost->Clocks);
  }
  stable_sort(P.Ways, IsCheaper);
}

std::vector<ExchangePlan> ExchangePlanner::run() {
  std::vector<ExchangePlan> Plans;
  for (const Exchange &X : R.exchanges()) {
    ExchangePlan P;
    P.Subject = &X;
    P.Before = X.Gathers.empty() ? costAsWritten(X, object(X), T.M)
                                 : costOfGathersAsWritten(X);
    choose(P);
    if (ListsWays)
      listWays(P);
    Plans.push_back(std::move(P));
  }
  settle(Plans);
  return Plans;
}

std::vector<ExchangePlan> f2layout::planExchanges(const Exchanges &R,
                                                  const PlanContext &Context) {
  return ExchangePlanner(R, Context).run();
}

void f2layout::dropPlans(std::vector<ExchangePlan> &Plans, const Exchanges &R,
                         const PlanContext &Context,
                         function_ref<bool(const ExchangePlan &)> Stays,
                         StringRef Name, StringRef Why) {
  bool Dropped = false;
  for (ExchangePlan &P : Plans) {
    if (!P.Best || !Stays(P))
      continue;
    P.Best.reset();
    P.Name = Name;
    P.Why = Why;
    Dropped = true;
  }
  if (Dropped)
    ExchangePlanner(R, Context).settle(Plans);
}
