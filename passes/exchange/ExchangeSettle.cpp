//===- ExchangeSettle.cpp - Which plans can be had together ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Vocabulary.h"
#include "passes/exchange/ExchangeCost.h"
#include "passes/exchange/ExchangePlanner.h"
#include "passes/exchange/LateLoads.h"
#include "passes/price/AccessCost.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/RegisterBudget.h"
#include "passes/price/Residency.h"
#include "passes/support/PathQueries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace f2layout;

/// Plans are in the order of the exchanges.
bool ExchangePlanner::isReplaced(const std::vector<ExchangePlan> &Plans,
                                 unsigned Object, unsigned Access) const {
  const SharedAccess &A = object(Object).Accesses[Access];
  auto It = PartOf.find(A.I);
  return It != PartOf.end() && any_of(It->second, [&](unsigned N) {
           return Plans[N].Best && Plans[N].Subject->Object == Object &&
                  !(A.isStore() && Plans[N].KeepsStores);
         });
}

const Exchange *ExchangePlanner::exchangeOf(unsigned Object,
                                            const Instruction *Load) const {
  auto It = PartOf.find(Load);
  if (It == PartOf.end() || Load->mayWriteToMemory())
    return nullptr;
  for (unsigned N : It->second)
    if (R.exchanges()[N].Object == Object)
      return &R.exchanges()[N];
  return nullptr;
}

HiddenStores &ExchangePlanner::hiddenIn(unsigned Object) {
  auto &Of = Hidden[Object];
  if (!Of)
    Of = std::make_unique<HiddenStores>(C, R.shape(), object(Object));
  return *Of;
}

/// A load that stays, or something opaque, that may see what the stores of
/// the exchange write.
Instruction *
ExchangePlanner::otherReader(const std::vector<ExchangePlan> &Plans,
                             const ExchangePlan &P) {
  const SharedObject &Obj = object(*P.Subject);
  for (unsigned A = 0; A < Obj.Accesses.size(); ++A) {
    if (Obj.Accesses[A].isStore() || isReplaced(Plans, P.Subject->Object, A))
      continue;
    // The load's own exchange, if it has one, names the stores it reads.
    const Exchange *Own = exchangeOf(P.Subject->Object, Obj.Accesses[A].I);
    for (unsigned S : P.Subject->Stores) {
      if (Own && !is_contained(Own->Stores, S))
        continue;
      if (C.Paths.reaches(Obj.Accesses[S].I, Obj.Accesses[A].I,
                          InstructionSet()) &&
          !hiddenIn(P.Subject->Object).hides(S, *Obj.Accesses[A].I, A))
        return Obj.Accesses[A].I;
    }
  }
  for (Instruction *I : Obj.Opaque)
    for (unsigned S : P.Subject->Stores)
      if (I->mayReadFromMemory() &&
          C.Paths.reaches(Obj.Accesses[S].I, I, InstructionSet()) &&
          !hiddenIn(P.Subject->Object).hides(S, *I))
        return I;
  return nullptr;
}

/// Lets the stores stay beside the plan, if it still wins by a margin. That
/// the user wants shuffles is no reason, since shared memory remains in use.
bool ExchangePlanner::keepStores(ExchangePlan &P) {
  if (P.Best->usesMemory())
    return false;
  Plan With = *P.Best;
  With.Cost.Clocks += clocksOfStores(*P.Subject, object(*P.Subject), T.M);
  const double Clocks = With.Cost.Clocks + setupClocks(With, *P.Subject);
  if (Clocks > Margin * P.Before.Clocks || !beatsInPlace(With, P))
    return false;
  P.Best = std::move(With);
  P.KeepsStores = true;
  return true;
}

/// Drops plans whose stores must stay, unless they pay nevertheless; true if
/// there was any.
bool ExchangePlanner::settleReaders(std::vector<ExchangePlan> &Plans) {
  bool Changed = false;
  for (ExchangePlan &P : Plans) {
    const Instruction *Reader =
        P.Best && !P.KeepsStores ? otherReader(Plans, P) : nullptr;
    if (!Reader)
      continue;
    Changed = true;
    if (keepStores(P))
      continue;
    P.Best.reset();
    P.Name = "StillRead";
    P.Why = is_contained(object(*P.Subject).Opaque, Reader)
                ? "a call, assembly or an unknown pointer may read the same "
                  "stores"
                : "a load that stays in shared memory reads the same stores";
  }
  return Changed;
}

/// Accesses of an object that no plan replaces.
SmallVector<Instruction *, 16>
ExchangePlanner::staying(const std::vector<ExchangePlan> &Plans,
                         unsigned Object) const {
  const SharedObject &Obj = R.objects()[Object];
  SmallVector<Instruction *, 16> Stay(Obj.Opaque.begin(), Obj.Opaque.end());
  for (unsigned A = 0; A < Obj.Accesses.size(); ++A)
    if (!isReplaced(Plans, Object, A))
      Stay.push_back(Obj.Accesses[A].I);
  return Stay;
}

/// Something that stays writes a value before the plan's barrier that something
/// that stays reads behind it. The plan's stores could go to its bytes.
bool ExchangePlanner::livesAcross(ArrayRef<Instruction *> Stay,
                                  const ExchangePlan &P) const {
  const SharedObject &Obj = object(*P.Subject);
  const Instruction *Here = P.Subject->At->At;
  auto IsSourceOf = [&](const Exchange &X, const Instruction *Store) {
    return any_of(X.Stores,
                  [&](unsigned S) { return Obj.Accesses[S].I == Store; });
  };
  for (const Instruction *Reader : Stay) {
    if (!Reader->mayReadFromMemory())
      continue;
    // The load's own exchange, if it has one, names the stores it reads; when
    // they run again, it reads the new value.
    const Exchange *Own = exchangeOf(P.Subject->Object, Reader);
    for (const Instruction *Writer : Stay) {
      if (!Writer->mayWriteToMemory() || (Own && !IsSourceOf(*Own, Writer)))
        continue;
      InstructionSet Again;
      if (Own)
        Again.insert(Writer);
      if (C.Paths.reaches(Writer, Here, InstructionSet()) &&
          C.Paths.reaches(Here, Reader, Again))
        return true;
    }
  }
  return false;
}

/// The bytes of the array that the plan may use.
PlaceBounds ExchangePlanner::scratchOf(const ExchangePlan &P) const {
  const int64_t First = object(*P.Subject).Dynamic ? P.Subject->FirstByte : 0;
  const unsigned Groups =
      P.Best->Group == Scope::Warp
          ? divideCeil(R.shape().threads(), 1u << R.shape().LaneBits)
          : 1;
  return {First, First + int64_t(P.Best->ScratchBytes) * Groups};
}

/// Removes the accesses that touch none of the plan's bytes.
void ExchangePlanner::removeApart(SmallVectorImpl<Instruction *> &Stay,
                                  const ExchangePlan &P) {
  const SharedObject &Obj = object(*P.Subject);
  const PlaceBounds Scratch = scratchOf(P);
  for (unsigned A = 0; A < Obj.Accesses.size() && !Stay.empty(); ++A)
    if (auto *It = find(Stay, Obj.Accesses[A].I);
        It != Stay.end() && !is_contained(Obj.Opaque, *It) &&
        hiddenIn(P.Subject->Object).isOutside(A, Scratch))
      Stay.erase(It);
}

/// New accesses touch other bytes than the old ones did, so what kept the old
/// ones apart must be looked at again. False if no barrier helps.
bool ExchangePlanner::orderReuse(const std::vector<ExchangePlan> &Plans,
                                 ExchangePlan &P) {
  const Instruction *Here = P.Subject->At->At;
  // Warps that do not come to the barrier may hand values on at any time.
  if (object(*P.Subject).OnlyVolatile && P.Subject->At->K != SyncPoint::Block)
    return false;
  // These hold the barriers at both ends of the paths in question, too. That
  // makes no difference: of a path that runs one of them twice, a part does.
  const Reachability::AvoidedSet &Blocks = C.Memory.segments().blockBarriers();
  const Reachability::AvoidedSet &Any = C.Memory.segments().fullBarriers();
  SmallVector<Instruction *, 16> Stay = staying(Plans, P.Subject->Object);
  const size_t All = Stay.size();
  removeApart(Stay, P);
  P.KeepsPlace = Stay.size() < All;
  // Of the rest, nothing is known of how it overlaps.
  for (const Instruction *Old : Stay)
    if (C.Paths.reaches(Old, Here, Blocks) ||
        C.Paths.reaches(Here, Old, Blocks))
      return false;
  if (livesAcross(Stay, P))
    return false;
  // A thread that makes an old access and then leaves does not wait for the new
  // ones.
  auto MayLeaveBehind = [&](const Instruction *Old) {
    return any_of(P.Subject->Exits, [&](const BranchInst *Exit) {
      return C.Paths.reaches(Old, Exit, InstructionSet());
    });
  };
  if (any_of(Stay, MayLeaveBehind))
    return false;
  P.BarrierBefore.reset();
  for (const ExchangePlan &Q : Plans) {
    if (!Q.Best || !Q.Best->usesMemory() ||
        Q.Subject->Object != P.Subject->Object)
      continue;
    if (MayLeaveBehind(Q.Subject->At->At))
      return false;
    // Each warp keeps to its slice, and the slices are the same.
    bool SameSlices = P.Best->Group == Scope::Warp &&
                      Q.Best->Group == Scope::Warp &&
                      P.Best->ScratchBytes == Q.Best->ScratchBytes;
    if (!C.Paths.reaches(Q.Subject->At->At, Here, SameSlices ? Any : Blocks))
      continue;
    Scope Needed = SameSlices ? Scope::Warp : Scope::Block;
    if (Needed == Scope::Block && P.Subject->At->K != SyncPoint::Block)
      return false;
    if (!P.BarrierBefore || Needed == Scope::Block)
      P.BarrierBefore = Needed;
  }
  return true;
}

/// Replans without shared memory what may not reuse the array; true if any was.
bool ExchangePlanner::settleReuse(std::vector<ExchangePlan> &Plans) {
  for (ExchangePlan &P : Plans) {
    if (!P.Best || !P.Best->usesMemory() || orderReuse(Plans, P))
      continue;
    NoShared.insert(P.Subject);
    choose(P);
    return true;
  }
  return false;
}

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

/// Drops plans with which the largest block could not be launched, those of the
/// most words first; true if any was dropped. All plans count together, and
/// what is live at their barriers.
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
    return A->Best->Outputs.size() < B->Best->Outputs.size();
  });
  SmallVector<HoistedLoads, 8> Together;
  bool Changed = false;
  for (ExchangePlan *P : Chosen) {
    const size_t Others = Together.size();
    addHoisted(*P, Together);
    // If the kernel needs more than that already, the plans do not matter.
    unsigned Words = wordsAsWritten();
    if (Words <= Budget)
      Words = std::max(Words, registerPressure(C.F, Together));
    if (Words <= Budget)
      continue;
    Together.truncate(Others);
    if (wordsAsWritten() <= Budget && readLate(*P)) {
      Changed = true;
      addHoisted(*P, Together);
      if (registerPressure(C.F, Together) <= Budget)
        continue;
      Together.truncate(Others);
    }
    P->Best.reset();
    P->Name = "RegisterPressure";
    P->Why = registersText(*Bound, Words);
    Changed = true;
  }
  return Changed;
}

/// More words; of as many, less gain.
static bool isDroppedBefore(const ExchangePlan &A, const ExchangePlan &B) {
  auto Rank = [](const ExchangePlan &P) {
    return std::pair(P.Best->Outputs.size(),
                     P.Best->Cost.Clocks - P.Before.Clocks);
  };
  return Rank(A) > Rank(B);
}

/// Drops the plan of most words if the plans leave room for so few warps that
/// the kernel loses more than the exchanges gain; true if one was dropped.
bool ExchangePlanner::settleResidency(std::vector<ExchangePlan> &Plans) {
  ExchangePlan *Most = nullptr;
  double Before = 0, After = 0;
  for (ExchangePlan &P : Plans)
    if (P.Best) {
      const double Weight = weightIn(C.LI, SE, P.Subject->At->At->getParent());
      Before += Weight * P.Before.Clocks;
      After += Weight * P.Best->Cost.Clocks;
      if (!Most || isDroppedBefore(P, *Most))
        Most = &P;
    }
  // Without shared memory, the user wants shuffles at any price.
  if (!Most || !O.Shared)
    return false;
  std::optional<unsigned> Threads = C.Launch.ExactThreads;
  if (!Threads && R.shape().SizeIsExact)
    Threads = R.shape().threads();
  else if (!Threads)
    Threads = C.Launch.BoundThreads;
  const unsigned Reserve = UsualReserve;
  const unsigned Had = wordsAsWritten() + Reserve;
  const unsigned Has = std::max(Had, wordsWith(Plans) + Reserve);
  const double Slowdown = slowdownByRegisters(T, Threads, Had, Has);
  if (Slowdown == 1)
    return false;
  const double Rest = kernelWork(C.F, C.LI, SE, T.M);
  if (Slowdown * (After + Rest) <= Before + Rest)
    return false;
  if (readLate(*Most))
    return true;
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

/// Each step only takes possibilities away, so this ends.
void ExchangePlanner::settle(std::vector<ExchangePlan> &Plans) {
  do
    WithAll.reset();
  while (settleReaders(Plans) || settleReuse(Plans) || settleRegisters(Plans) ||
         settleResidency(Plans));
}
