//===- ExchangeSettle.cpp - Which plans can be had together ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeCost.h"
#include "passes/exchange/ExchangePlanner.h"
#include "passes/exchange/ScratchSeparation.h"
#include "passes/support/PathQueries.h"
#include "llvm/ADT/STLExtras.h"

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
    const bool SameSlices = haveSameSlices(*P.Best, *Q.Best);
    // At one barrier they may need a barrier between them
    // (ScratchSeparation.h), which must be one of the block's.
    if (&Q != &P && Q.Subject->At == P.Subject->At && !SameSlices &&
        P.Subject->At->K != SyncPoint::Block)
      return false;
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

/// Each step only takes possibilities away, so this ends.
void ExchangePlanner::settle(std::vector<ExchangePlan> &Plans) {
  do
    WithAll.reset();
  while (settleReaders(Plans) || settleReuse(Plans) || settleRegisters(Plans) ||
         settleResidency(Plans));
}
