//===- ExchangeLastWriter.cpp - No write comes between --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeFinder.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace f2layout;

/// Up to this number of writes, each of them is asked.
static constexpr size_t FewWrites = 16;

const BitVector &ExchangeFinder::bytesOf(unsigned Access, unsigned Limit) {
  auto &[Of, Set] = Bytes[Access];
  if (!Set.empty() && Of == Limit)
    return Set;
  const auto [First, Last] = Known->range(Access);
  const unsigned Width = O.Accesses[Access].Bytes;
  Of = Limit;
  Set.clear();
  Set.resize(Last - First + Width);
  for (unsigned T = 0; T < Limit; ++T)
    Set.set(Facts[Access].At[T] - First, Facts[Access].At[T] - First + Width);
  return Set;
}

bool ExchangeFinder::disjoint(unsigned StoreAccess, unsigned LoadAccess,
                              unsigned Limit) {
  const auto [It, IsNew] =
      Disjoint.try_emplace({StoreAccess, LoadAccess, Limit}, false);
  if (IsNew)
    It->second = findDisjoint(StoreAccess, LoadAccess, Limit);
  return It->second;
}

const std::optional<PlaceBounds> &ExchangeFinder::placeOf(unsigned Access) {
  auto [It, IsNew] = Places.try_emplace(Access);
  if (!IsNew)
    return It->second;
  const AccessFacts &F = Facts[Access];
  if (F.Known && !F.Sym && Known->isNear(Access)) {
    const auto [First, Last] = Known->range(Access);
    It->second = {First, Last + int64_t(O.Accesses[Access].Bytes)};
  } else {
    It->second = boundsOfPlace(O, O.Accesses[Access], C.SE, C.LI);
  }
  return It->second;
}

/// In every block and in every iteration, whatever the addresses are.
bool ExchangeFinder::areApart(unsigned One, unsigned Other) {
  const std::optional<PlaceBounds> A = placeOf(One), B = placeOf(Other);
  return A && B && A->isApartFrom(*B);
}

bool ExchangeFinder::findDisjoint(unsigned StoreAccess, unsigned LoadAccess,
                                  unsigned Limit) {
  const AccessFacts &S = Facts[StoreAccess], &L = Facts[LoadAccess];
  if (!S.Known || !L.Known || S.Sym != L.Sym)
    return areApart(StoreAccess, LoadAccess);
  const auto [FirstS, LastS] = Known->range(StoreAccess);
  const auto [FirstL, LastL] = Known->range(LoadAccess);
  const unsigned Width = O.Accesses[StoreAccess].Bytes;
  if (LastS + Width <= FirstL || LastL + O.Accesses[LoadAccess].Bytes <= FirstS)
    return true;
  // Too far apart for a set of bytes: assume that they overlap.
  if (!Known->isNear(LoadAccess))
    return false;
  const BitVector &Read = bytesOf(LoadAccess, Limit);
  const int64_t End = FirstL + Read.size();
  for (unsigned T = 0; T < Limit; ++T) {
    const int64_t From = std::max(S.At[T], FirstL);
    const int64_t To = std::min<int64_t>(S.At[T] + Width, End);
    if (From < To && Read.find_first_in(From - FirstL, To - FirstL) != -1)
      return false;
  }
  return true;
}

const NearbyWrites &ExchangeFinder::writes() {
  if (Writes)
    return *Writes;
  const unsigned Accesses = O.Accesses.size();
  Writes.emplace(Accesses + O.Opaque.size());
  for (unsigned A : IsStore.set_bits())
    Writes->add(A, *O.Accesses[A].I);
  for (const auto &[N, I] : enumerate(O.Opaque))
    if (I->mayWriteToMemory())
      Writes->add(Accesses + N, *I);
  Writes->sort();
  return *Writes;
}

/// All writes for which comesBetween() may give a reason, and perhaps others.
BitVector ExchangeFinder::writesNear(const SyncPoint &P, WriterTable &W,
                                     const Match &M) {
  const NearbyWrites &All = writes();
  if (All.size() <= FewWrites)
    return All.all();
  // The anchors dominate the barrier: behind the first are all others.
  const Instruction *First = nullptr;
  for (unsigned Store : M.Winners) {
    const Instruction *Anchor = W.stores()[Store].Anchor;
    if (!First || C.DT.dominates(Anchor, First))
      First = Anchor;
  }
  if (Near.Of != &P || Near.Anchor != First) {
    Near = {&P, First, BitVector(All.all().size()), BitVector(All.all().size()),
            true};
    if (First)
      Near.Few = All.leadingTo(P.At, C.Paths.prepare({First}), Near.Before);
    const Handovers &H = handovers();
    if (Near.Few && (!H.OfBlock.empty() || !H.OfWarp.empty())) {
      const Reachability::AvoidedSet &Barriers =
          C.Memory.segments().blockBarriers(P);
      Near.Few = All.leadingTo(P.At, Barriers, Near.Before) &&
                 All.comingFrom(P.At, Barriers, Near.Behind);
    }
  }
  BitVector Found = Near.Before;
  Found.reset(W.accessesAt(Facts[M.Access].Sym));
  Found |= Near.Behind;
  if (!Near.Few ||
      !All.leadingTo(O.Accesses[M.Access].I, C.Paths.prepare({P.At}), Found))
    return All.all();
  return Found;
}

ExchangeFinder::Handovers &ExchangeFinder::handovers() {
  if (Hands)
    return *Hands;
  Hands.emplace();
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K == SyncPoint::Warp)
      Hands->OfWarp.add(*P.At);
    else if (P.K == SyncPoint::Other && !P.staysInWarp())
      Hands->OfBlock.add(*P.At);
  for (const Instruction &I : instructions(C.F))
    if ((I.isAtomic() || I.isVolatile()) && !isa<FenceInst>(I))
      Hands->OfBlock.add(I);
  Hands->OfBlock.sort();
  Hands->OfWarp.sort();
  return *Hands;
}

/// One thread may execute From and then let another go on to To, although no
/// path leads from From to To:
///
///   if (warp == 0) { s[i] = 1; bar.sync 1; } else { bar.sync 1; ... = s[j]; }
///
/// Both are between the same block barriers.
bool ExchangeFinder::mayHandOn(const Instruction *From, const Instruction *To,
                               const SyncPoint &P) {
  const Reachability::AvoidedSet &Barriers =
      C.Memory.segments().blockBarriers(P);
  // The block barriers are the same for all of them.
  const Instruction *Own = P.K == SyncPoint::Block ? nullptr : P.At;
  auto MayHandOn = [&](const InstructionsByBlock &Marks, auto &Known) {
    if (Marks.empty())
      return false;
    if (!Known.second || Known.first != Own)
      Known = {Own, std::make_unique<MarkedPaths>(C.F, Marks, Barriers, Own)};
    return Known.second->comesFromMark(To) && Known.second->leadsToMark(From);
  };
  Handovers &H = handovers();
  // Lanes that make both accesses meet at their barriers in one order.
  return MayHandOn(H.OfBlock, H.ByBlock) ||
         (!H.OfWarp.empty() && !C.Paths.reaches(To, From, Barriers) &&
          MayHandOn(H.OfWarp, H.ByWarp));
}

/// Why the write may come between what M matches: the stores and the barrier,
/// or the barrier and the load. Empty if it does not.
StringRef ExchangeFinder::comesBetween(const SyncPoint &P, const WriterTable &W,
                                       const Match &M, const Instruction *Write,
                                       bool Later, bool Tabulated) {
  const Instruction *L = O.Accesses[M.Access].I;
  const Reachability::AvoidedSet &Barriers =
      C.Memory.segments().blockBarriers(P);
  if (Later && C.Paths.reaches(Write, L, {P.At}))
    return "another write to the array may come between the barrier and the "
           "load";
  if (Later && mayHandOn(Write, L, P) && C.Paths.reaches(P.At, Write, Barriers))
    return "another thread may write to the array between the barrier and the "
           "load, since threads may wait for each other there";
  if (Tabulated)
    return "";
  for (unsigned Store : M.Winners) {
    const AnchoredStore &S = W.stores()[Store];
    const InstructionSet Again = {S.Anchor};
    if (C.Paths.reaches(S.Anchor, Write, Again) &&
        C.Paths.reaches(Write, P.At, Again))
      return "another write to the array may come between the store and the "
             "barrier";
    if (mayHandOn(S.Anchor, Write, P) && C.Paths.reaches(Write, P.At, Barriers))
      return "another thread may write to the array between the store and the "
             "barrier, since threads may wait for each other there";
  }
  return "";
}

/// On no path does another write come between the matched store and the load.
ExchangeFinder::Reason ExchangeFinder::checkLastWriter(const SyncPoint &P,
                                                       WriterTable &W,
                                                       const Match &M) {
  const BitVector &InTable = W.accessesAt(Facts[M.Access].Sym);
  const unsigned Accesses = O.Accesses.size();
  const BitVector Others = writesNear(P, W, M);
  for (unsigned N : Others.set_bits()) {
    const bool IsStore = N < Accesses;
    Instruction *I = IsStore ? O.Accesses[N].I : O.Opaque[N - Accesses];
    const bool Later = C.Memory.segments().mayFollow(I, P);
    const StringRef Why =
        comesBetween(P, W, M, I, Later, IsStore && InTable[N]);
    // Whether they touch the same bytes takes longest to find out.
    if (!Why.empty() && !(IsStore && disjoint(N, M.Access, W.limit())))
      return {"Overwritten", Why.str(), I};
  }
  return {};
}

/// The instructions that compute what is opaque in the addresses and conditions
/// of a store.
const SmallVector<const Instruction *, 4> &
ExchangeFinder::opaquePartsOf(WriterTable &W, unsigned Store) {
  Opaque.resize(W.stores().size());
  auto &Parts = Opaque[Store];
  if (Parts)
    return *Parts;
  Parts.emplace();
  const AnchoredStore &S = W.stores()[Store];
  SmallVector<const Value *, 8> Leaves;
  Eval.terms().collectLeaves(Facts[S.Access].Sym, Leaves);
  DenseMap<SymId, bool> Seen;
  auto AddNeeds = [&](const ThreadGuard &G) {
    for (const SymbolicInt &T : G.Needs)
      if (Seen.try_emplace(T.Sym, true).second)
        Eval.terms().collectLeaves(T.Sym, Leaves);
  };
  for (unsigned Thread = 0; S.Guards && Thread < Eval.threads(); ++Thread)
    AddNeeds(S.guard(Thread));
  if (const auto Come = W.conditionsToCome())
    for_each(*Come, AddNeeds);
  for (const Value *V : Leaves) {
    const Instruction *Def = dyn_cast<Instruction>(V);
    if (auto *Header = dyn_cast<BasicBlock>(V))
      Def = &Header->front();
    if (Def)
      Parts->push_back(Def);
  }
  return *Parts;
}

/// What is opaque in the addresses and conditions has one value from the store
/// to the load: no path between them computes it anew.
ExchangeFinder::Reason ExchangeFinder::checkIterations(WriterTable &W,
                                                       const Match &M) {
  const Instruction *L = O.Accesses[M.Access].I;
  for (unsigned Store : M.Winners) {
    const AnchoredStore &S = W.stores()[Store];
    const InstructionSet Again = {S.Anchor};
    for (const Instruction *Def : opaquePartsOf(W, Store))
      if (C.Paths.reaches(S.Anchor, Def, Again) &&
          C.Paths.reaches(Def, L, Again))
        return {"OtherIteration",
                "store and load may belong to different iterations of a loop",
                const_cast<Instruction *>(Def)};
  }
  return {};
}
