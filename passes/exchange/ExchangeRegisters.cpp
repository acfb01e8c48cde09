//===- ExchangeRegisters.cpp - Which plans have room in registers ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Vocabulary.h"
#include "passes/exchange/ExchangePlanner.h"
#include "passes/exchange/LateLoads.h"
#include "passes/price/AccessCost.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/Residency.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace f2layout;

void ExchangePlanner::addHoisted(const ExchangePlan &P,
                                 SmallVectorImpl<HoistedLoads> &To) const {
  HoistedLoads E;
  E.At = P.Subject->At->At;
  for (unsigned A : P.Subject->Stores)
    E.Stores.push_back(object(*P.Subject).Accesses[A].I);
  if (P.Late)
    To.append(lateLoads(P, object(*P.Subject)));
  else if (P.Gathers.empty()) // otherwise they stay where they are
    for (unsigned A : P.Subject->Loads)
      E.Loads.push_back(object(*P.Subject).Accesses[A].I);
  // Stores are through with their values before the loads begin.
  E.Together = !P.Best->usesMemory();
  E.Packed = P.Best->PackedResults;
  To.push_back(std::move(E));
}

/// Lets the plan's loads stand where their values are used, if it still wins;
/// true if it did not do so before.
bool ExchangePlanner::readLate(ExchangePlan &P) const {
  if (P.Late)
    return false;
  std::optional<Plan> Late = planWithLateLoads(P, object(*P.Subject), T.M);
  if (!Late || Late->Cost.Clocks > Margin * P.Before.Clocks)
    return false;
  Late->BoundClocks = P.Best->BoundClocks;
  P.Best = std::move(Late);
  P.Late = true;
  return true;
}

unsigned ExchangePlanner::wordsAsWritten() {
  if (!AsWritten)
    AsWritten = registerPressure(C.F);
  return *AsWritten;
}

/// With all plans that are chosen.
unsigned ExchangePlanner::wordsWith(const std::vector<ExchangePlan> &Plans) {
  if (!WithAll) {
    SmallVector<HoistedLoads, 8> Together;
    for (const ExchangePlan &P : Plans)
      if (P.Best)
        addHoisted(P, Together);
    WithAll = registerPressure(C.F, Together);
  }
  return *WithAll;
}

/// More words; of as many, less gain.
static bool isDroppedBefore(const ExchangePlan &A, const ExchangePlan &B) {
  auto Rank = [](const ExchangePlan &P) {
    return std::pair(P.Best->Outputs.size(),
                     P.Best->Cost.Clocks - P.Before.Clocks);
  };
  return Rank(A) > Rank(B);
}

SmallVector<HoistedLoads, 8>
ExchangePlanner::hoistedBy(ArrayRef<ExchangePlan *> Some) const {
  SmallVector<HoistedLoads, 8> Together;
  for (const ExchangePlan *P : Some)
    addHoisted(*P, Together);
  return Together;
}

/// With these plans, in the order of IR.
unsigned ExchangePlanner::wordsOf(ArrayRef<ExchangePlan *> Some) {
  return std::max(wordsAsWritten(), registerPressure(C.F, hoistedBy(Some)));
}

/// Lets plans read late so that all of them fit: the last one alone if that
/// does, else as few as are needed, the last ones first. If they do not fit
/// with all of them late, they stay as they were; false then.
bool ExchangePlanner::fitByLateLoads(ArrayRef<ExchangePlan *> Some,
                                     function_ref<bool()> Fits) const {
  SmallVector<std::pair<ExchangePlan *, ExchangePlan>, 8> Others;
  const ExchangePlan LastWas = *Some.back();
  if (readLate(*Some.back()) && Fits())
    return true;
  for (ExchangePlan *P : Some.drop_back()) {
    ExchangePlan Was = *P;
    if (readLate(*P))
      Others.emplace_back(P, std::move(Was));
  }
  if (!Others.empty() && Fits()) {
    for (auto &[P, Was] : Others) {
      std::swap(*P, Was);
      if (!Fits())
        std::swap(*P, Was);
    }
    return true;
  }
  for (auto &[P, Was] : Others)
    *P = std::move(Was);
  *Some.back() = LastWas;
  return false;
}

/// Drops plans with which the largest block could not be launched, those of the
/// most words and of the least gain first; true if any was dropped or reads
/// late. All plans count together, and what is live at their barriers.
bool ExchangePlanner::settleRegisters(std::vector<ExchangePlan> &Plans) {
  const std::optional<RegisterBound> Bound = boundOfExchanges(C.F, C.Launch, T);
  SmallVector<ExchangePlan *, 8> Chosen;
  for (ExchangePlan &P : Plans)
    if (P.Best)
      Chosen.push_back(&P);
  if (!Bound || Chosen.empty())
    return false;
  const unsigned Budget = Bound->words();
  if (std::max(wordsAsWritten(), wordsWith(Plans)) <= Budget)
    return false;
  stable_sort(Chosen, [](const ExchangePlan *A, const ExchangePlan *B) {
    return isDroppedBefore(*B, *A);
  });
  SmallVector<ExchangePlan *, 8> Kept;
  bool Changed = false;
  for (ExchangePlan *P : Chosen) {
    Kept.push_back(P);
    // If the kernel needs more than that already, the plans do not matter.
    const bool MayFit = wordsAsWritten() <= Budget;
    const unsigned Words = MayFit ? wordsOf(Kept) : wordsAsWritten();
    if (Words <= Budget)
      continue;
    Changed = true;
    if (MayFit && fitByLateLoads(Kept, [&] { return wordsOf(Kept) <= Budget; }))
      continue;
    Kept.pop_back();
    P->Best.reset();
    P->Name = "RegisterPressure";
    P->Why = registersText(*Bound, Words);
  }
  return Changed;
}

/// Drops the plan of most words if the plans leave room for so few warps that
/// the kernel loses more than the exchanges gain; true if one was dropped or
/// reads late.
bool ExchangePlanner::settleResidency(std::vector<ExchangePlan> &Plans) {
  SmallVector<ExchangePlan *, 8> Chosen;
  for (ExchangePlan &P : Plans)
    if (P.Best)
      Chosen.push_back(&P);
  // Without shared memory, the user wants shuffles at any price.
  if (Chosen.empty() || !O.Shared)
    return false;
  stable_sort(Chosen, [](const ExchangePlan *A, const ExchangePlan *B) {
    return isDroppedBefore(*A, *B);
  });
  std::reverse(Chosen.begin(), Chosen.end());
  std::optional<unsigned> Threads = C.Launch.ExactThreads;
  if (!Threads && R.shape().SizeIsExact)
    Threads = R.shape().threads();
  else if (!Threads)
    Threads = C.Launch.BoundThreads;
  const double Rest = kernelWork(C.F, C.LI, SE, T.M);
  const ScheduledPressure AsWritten = ScheduledPressure::of(C.F);
  const unsigned Had = AsWritten.Least + UsualReserve;
  unsigned Has = 0;
  double Before = 0, After = 0;
  auto Pays = [&] {
    Before = After = 0;
    for (const ExchangePlan *P : Chosen) {
      const double Weight = weightIn(C.LI, SE, P->Subject->At->At->getParent());
      Before += Weight * P->Before.Clocks;
      After += Weight * P->Best->Cost.Clocks;
    }
    const ScheduledPressure With =
        ScheduledPressure::of(C.F, hoistedBy(Chosen));
    const bool Fixed = any_of(
        Chosen, [](const ExchangePlan *P) { return !endsInLoads(*P->Best); });
    Has = std::max(Had, With.behind(AsWritten, Fixed) + UsualReserve);
    const double Slowdown = slowdownByRegisters(T, Threads, Had, Has);
    return Slowdown == 1 || Slowdown * (After + Rest) <= Before + Rest;
  };
  if (Pays())
    return false;
  if (fitByLateLoads(Chosen, Pays))
    return true;
  Pays(); // The plans are as they were; for the reason.
  ExchangePlan *Most = Chosen.back();
  Most->Best.reset();
  Most->Name = "Residency";
  Most->Why = formatv("about {0} registers of a thread would be in use instead "
                      "of {1}, so that {2} {7}s would run at a time instead "
                      "of {3}, which costs more than is gained: {4} -> {5} of "
                      "about {6} clocks per {7}",
                      Has, Had, residentWarps(T, Threads, Has),
                      residentWarps(T, Threads, Had), clockText(Before),
                      clockText(After), clockText(std::round(Before + Rest)),
                      vocabularyOf(C.F).Warp);
  return true;
}
