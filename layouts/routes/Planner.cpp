//===- Planner.cpp - The cheapest way -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements that stay in their thread are renamed. For all others the routes
// propose plans, which are priced, and the cheapest plan is taken. Two rules
// precede the price. Shuffles stay within the bound of a single stage where
// some plan does: several stages save selects, but many dependent shuffles have
// latency that the price does not include. And a map of whole words in which at
// most one lane bit is exchanged with register bits is always shuffled, unless
// the machine's shuffles are far more expensive. Single bytes and halves are
// not, unless lane moves are vector instructions: to pack them may take longer
// than shared memory. For the same reason, a map that consists of
// swaps of lane bits is swapped: swaps are vector instructions, while other
// moves between those lanes go through memory.
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/Planner.h"
#include "layouts/check/AffineCheck.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace llvm;
using namespace f2layout;

/// Checks the sizes of a conversion without a table against those of its map.
static std::string findFaultOfSizes(const Conversion &C) {
  const AffineMove &Map = *C.Affine;
  std::string Fault = findMapFault(Map, C.LaneBits, C.Group);
  if (Fault.empty() && (C.NumThreads != 1u << Map.ThreadBits ||
                        C.NumSources != 1u << Map.SourceRegisterBits ||
                        C.NumResults != 1u << Map.RegisterColumns.size()))
    return "a map of other registers or threads";
  return Fault;
}

/// Describes what is wrong with an invalid conversion; empty if it is valid.
static std::string findFault(const Conversion &C) {
  if (!is_contained({8u, 16u, 32u, 64u}, C.ElementBits))
    return "elements of " + std::to_string(C.ElementBits) + " bits";
  if (C.LaneBits > MaxLaneBits)
    return "more than 64 lanes";
  const unsigned Lanes = 1u << C.LaneBits;
  if (C.NumThreads == 0 || C.NumThreads > MaxBlockThreads ||
      C.NumThreads % Lanes != 0 ||
      (C.Group == Scope::Warp && C.NumThreads != Lanes))
    return "a group of " + std::to_string(C.NumThreads) + " threads";
  if (C.NumSources == 0 || C.NumResults == 0 ||
      C.NumSources > MaxPlanRegisters || C.NumResults > MaxPlanRegisters)
    return "a thread has " + std::to_string(C.NumSources) +
           " registers before and " + std::to_string(C.NumResults) +
           " after, expected 1 to " + std::to_string(MaxPlanRegisters);
  if (!C.hasTable() && C.Affine)
    return findFaultOfSizes(C);
  if (C.Table.size() != size_t(C.NumResults) * C.NumThreads)
    return "a table of the wrong size";
  for (const Holder &H : C.Table)
    if (H != DontCare &&
        (H.Register >= C.NumSources || H.Thread >= C.NumThreads))
      return "a holder that does not exist";
  return "";
}

/// The map of one warp of a block in which every warp performs the same
/// conversion within itself: no column and no offset has bits of the warp,
/// except for those that take each warp to itself.
static std::optional<AffineMove> mapOfWarp(const AffineMove &Block,
                                           unsigned LaneBits) {
  const unsigned WarpShift = Block.SourceRegisterBits + LaneBits;
  uint64_t Inside = Block.Offset;
  for (uint64_t Column : Block.RegisterColumns)
    Inside |= Column;
  for (uint64_t Column : ArrayRef(Block.ThreadColumns).take_front(LaneBits))
    Inside |= Column;
  if (Inside >> WarpShift)
    return std::nullopt;
  for (unsigned J = LaneBits; J < Block.ThreadBits; ++J)
    if (Block.ThreadColumns[J] != uint64_t(1) << (WarpShift + J - LaneBits))
      return std::nullopt;
  AffineMove Warp = Block;
  Warp.ThreadBits = LaneBits;
  Warp.ThreadColumns.truncate(LaneBits);
  return Warp;
}

/// The conversion in atoms, without its table where the map is sufficient.
static Conversion atomsOf(const Conversion &C) {
  Conversion Atoms = splitWide(C);
  Atoms.Affine = fitAffine(Atoms);
  if (Atoms.Affine && !is_contained(Atoms.Table, DontCare))
    Atoms.Table.clear();
  return Atoms;
}

/// Some value goes to another warp.
static bool crossesWarps(const Conversion &Block) {
  auto Crosses = [&](unsigned R, unsigned T) {
    const Holder H = Block.holder(R, T);
    return H != DontCare && (H.Thread ^ T) >> Block.LaneBits != 0;
  };
  for (unsigned R = 0; R < Block.NumResults; ++R)
    for (unsigned T = 0; T < Block.NumThreads; ++T)
      if (Crosses(R, T))
        return true;
  return false;
}

/// The number of lane bits that are exchanged with register bits.
static unsigned crossRank(const Conversion &Atoms) {
  SmallVector<uint64_t> ToLane;
  for (uint64_t X : Atoms.Affine->RegisterColumns)
    ToLane.push_back(X >> Atoms.Affine->SourceRegisterBits);
  return BitMatrix(64, ToLane).rank();
}

/// The number of shuffles that should suffice for a plan: one for each word,
/// or, if that is more, one for each source lane of a lane's narrow atoms.
static std::optional<unsigned> mostShuffles(const Conversion &Atoms) {
  unsigned Words = wordsOf(Atoms, Atoms.NumResults);
  if (atomBytes(Atoms) == 4)
    return Words;
  if (!Atoms.Affine)
    return std::nullopt;
  return std::max(Words, 1u << crossRank(Atoms));
}

/// Moves out the cheapest plan, among equal ones the one with fewer
/// instructions, and keeps the others.
static std::optional<Plan> cheapest(std::vector<Plan> &Plans,
                                    bool WideStores = false) {
  Plan *Best = nullptr;
  for (Plan &P : Plans)
    if (!Best || priceOf(P, WideStores) < priceOf(*Best, WideStores))
      Best = &P;
  if (!Best)
    return std::nullopt;
  return std::move(*Best);
}

static double leastClocks(ArrayRef<Plan> Plans) {
  double Least = std::numeric_limits<double>::infinity();
  for (const Plan &P : Plans)
    Least = std::min(Least, P.Cost.Clocks);
  return Least;
}

/// Empty if the plan performs the conversion.
static std::string findWrong(const Plan &P, const Conversion &Atoms,
                             const Conversion &C) {
  if (!Atoms.hasTable())
    if (std::optional<std::string> Wrong = checkAffinePlan(P, Atoms))
      return std::move(*Wrong);
  return checkPlan(P, C);
}

/// Returns true if the plan moves data between lanes only by swaps of lane
/// bits.
static bool isSwapsAlone(const Plan &P) {
  auto Has = [&](Step::Kind K) {
    return any_of(P.Steps, [&](const Step &S) { return S.K == K; });
  };
  return Has(Step::Swap) && !Has(Step::Shuffle);
}

std::optional<Conversion> f2layout::asWarp(const Conversion &C) {
  if (C.Group == Scope::Warp)
    return C;
  Conversion W;
  W.ElementBits = C.ElementBits;
  W.LaneBits = C.LaneBits;
  W.NumThreads = 1u << C.LaneBits;
  W.NumSources = C.NumSources;
  W.NumResults = C.NumResults;
  W.PackedSources = C.PackedSources;
  W.PackedResults = C.PackedResults;
  if (C.hasTable()) {
    std::optional<std::vector<Holder>> Table = tableOfWarp(C);
    if (!Table)
      return std::nullopt;
    W.Table = std::move(*Table);
    W.Affine = fitAffine(W);
    return W;
  }
  W.Affine = mapOfWarp(*C.Affine, C.LaneBits);
  if (!W.Affine)
    return std::nullopt;
  return W;
}

std::optional<Plan> f2layout::bestShuffles(const Conversion &Warp,
                                           const Machine &M,
                                           const PlanOptions &O,
                                           std::string &WhyNot) {
  SwapPlans Swaps = planSwaps(Warp, M, O);
  if (std::optional<Plan> Alone = cheapest(Swaps.Alone))
    return Alone;
  std::vector<Plan> Plans = planShuffles(Warp, M, O);
  move(Swaps.Mixed, std::back_inserter(Plans));
  move(planTransposes(Warp, M, O, leastClocks(Plans)),
       std::back_inserter(Plans));
  if (std::optional<unsigned> Most = mostShuffles(Warp)) {
    auto TooMany = [&](const Plan &P) {
      return count_if(P.Steps, [](const Step &S) {
               return S.K == Step::Shuffle || S.K == Step::Transpose;
             }) > *Most;
    };
    if (!all_of(Plans, TooMany))
      erase_if(Plans, TooMany);
  }
  std::optional<Plan> Best = cheapest(Plans);
  if (!Best)
    WhyNot = "no schedule of shuffles was found";
  return Best;
}

std::optional<Plan> f2layout::bestShared(const Conversion &Atoms,
                                         const Machine &M, const PlanOptions &O,
                                         std::string &WhyNot) {
  std::vector<Plan> Plans = planShared(Atoms, M, O, WhyNot);
  return cheapest(Plans, O.WideStores);
}

/// The cheapest plan if no element changes threads: words are renamed,
/// permuted, selected.
static std::optional<Plan> bestRename(const Conversion &Warp,
                                      const Machine &M) {
  std::vector<Plan> Plans = planRename(Warp);
  for (Plan &P : Plans)
    pricePlan(P, M);
  return cheapest(Plans);
}

/// Returns true if the machine's shuffles take several times the least cost of
/// memory, so that no rule may precede the price.
static bool areExpensive(const Plan &Shuffles, const Conversion &Warp,
                         const Machine &M) {
  PlanOptions ByMemory;
  ByMemory.AllowShuffle = false;
  return Shuffles.Cost.MemoryClocks > 4 * boundClocks(Warp, M, ByMemory);
}

/// No register holds a single element that is narrower than a word.
static bool movesWords(const Conversion &Warp) {
  return Warp.ElementBits >= 32 || (Warp.PackedSources && Warp.PackedResults);
}

std::optional<Plan> f2layout::planAtoms(const Conversion &Atoms,
                                        const Machine &M, const PlanOptions &O,
                                        std::string &WhyNot) {
  std::optional<Conversion> Warp = asWarp(Atoms);
  if (Warp && isLocal(*Warp))
    return bestRename(*Warp, M);

  std::vector<Plan> Plans;
  auto Propose = [&](std::optional<Plan> P) {
    if (P)
      Plans.push_back(std::move(*P));
  };
  std::string NoShuffle = "shuffles are not allowed",
              NoShared = "shared memory is not allowed";
  if (O.AllowShuffle && Warp) {
    Propose(bestShuffles(*Warp, M, O, NoShuffle));
    if (!Plans.empty() && Warp->Affine &&
        (((movesWords(*Warp) || M.ButterflyPipe == Pipe::Alu) &&
          crossRank(*Warp) <= 1 && !areExpensive(Plans.front(), *Warp, M)) ||
         isSwapsAlone(Plans.front())))
      return std::move(Plans.front());
  } else if (O.AllowShuffle)
    NoShuffle = crossesWarps(Atoms) ? "values cross warps"
                                    : "each warp moves values in its own way";
  if (O.AllowShared) {
    if (std::optional<Plan> Shared = bestShared(Atoms, M, O, NoShared)) {
      std::optional<Plan> Mixed;
      if (!Plans.empty())
        Mixed = planMixed(Atoms, M, O, Plans.front(), *Shared);
      std::optional<Plan> Staged = planStaged(Atoms, M, O, *Shared);
      Plans.push_back(std::move(*Shared));
      Propose(std::move(Mixed));
      Propose(std::move(Staged));
      if (!Warp)
        Propose(planSplit(Atoms, M, O));
    } else {
      unsigned Least = 0;
      Propose(planRounds(Atoms, M, O, Least));
      if (Least && Least < scratchAtOnce(Atoms))
        NoShared += "; in rounds " + std::to_string(Least) + " would do";
    }
  }
  Propose(planShares(Atoms, M, O));
  if (Plans.empty())
    WhyNot = "no shuffles: " + NoShuffle + "; no shared memory: " + NoShared;
  // Among plans of equal clocks, take the first route.
  auto Least = min_element(Plans, [](const Plan &X, const Plan &Y) {
    return X.Cost.Clocks < Y.Cost.Clocks;
  });
  if (Least == Plans.end())
    return std::nullopt;
  for (const Plan &P : Plans)
    if (P.By != Least->By && (Least->RunnerUp == Route::Nothing ||
                              P.Cost.Clocks < Least->RunnerUpClocks)) {
      Least->RunnerUp = P.By;
      Least->RunnerUpClocks = P.Cost.Clocks;
    }
  return std::move(*Least);
}

/// The cheapest plan, checked.
static PlanResult planChecked(const Conversion &C, const Machine &M,
                              const PlanOptions &O) {
  PlanResult R;
  const Conversion Atoms = atomsOf(C);
  R.Best = planAtoms(Atoms, M, O, R.WhyNot);
  if (!R.Best)
    return R;
  std::optional<Plan> Renumbered = planRenumbered(Atoms, M, O);
  if (Renumbered && Renumbered->Cost.Clocks < R.Best->Cost.Clocks)
    R.Best = std::move(Renumbered);
  R.Best->ElementBits = C.ElementBits;
  R.Best->BoundClocks = boundClocks(Atoms, M, O);
  std::string Wrong = findWrong(*R.Best, Atoms, C);
  if (!Wrong.empty()) {
    R.Best.reset();
    R.WhyNot = "internal error, the plan is wrong: " + Wrong;
  }
  return R;
}

PlanResult f2layout::planConversion(const Conversion &C, const Machine &M,
                                    const PlanOptions &O) {
  std::string Fault = findFault(C);
  if (!Fault.empty()) {
    PlanResult R;
    R.WhyNot = std::move(Fault);
    return R;
  }
  PlanResult R = planChecked(C, M, O);
  if (std::optional<Conversion> Shared = distribute(C)) {
    PlanResult Other = planChecked(*Shared, M, O);
    if (Other.Best &&
        (!R.Best || Other.Best->Cost.Clocks < R.Best->Cost.Clocks))
      R = std::move(Other);
  }
  return R;
}
