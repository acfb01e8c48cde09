//===- WriterTable.cpp - Who wrote each byte before a barrier -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/WriterTable.h"
#include "compat/LLVMCompat.h"
#include "passes/exchange/DecidedWays.h"
#include "passes/support/PathQueries.h"
#include "llvm/Analysis/PostDominators.h"

using namespace llvm;
using namespace f2layout;

/// Offsets beyond are not tabulated.
static constexpr int64_t MaxRegion = MaxSharedBytes;

WriterTable::WriterTable(const FunctionAnalyses &C, ThreadEval &Eval,
                         const SharedObject &O, ArrayRef<AccessFacts> Facts,
                         StoreFacts &Known, const SyncPoint &At, Coming Who,
                         ArrayRef<unsigned> Loads, Allowance Most)
    : C(C), Eval(Eval), O(O), Facts(Facts), Known(Known), At(At), Who(Who),
      Most(Most), Limit(Eval.threads()) {
  // checkBarrier has verified what the path to the barrier depends on.
  const BasicBlock *Entry = &C.F.getEntryBlock(), *Here = At.At->getParent();
  if (Who == Coming::ByWarps)
    Barrier = Known.way(Entry, Here).Guards;
  else if (Who == Coming::Remaining)
    Barrier = Known.wayFromEntry(Here, Here).Guards;
  for (unsigned A = 0; A < O.Accesses.size(); ++A)
    if (O.Accesses[A].isStore() && Facts[A].Known)
      anchor(A);
  // We assume that no thread writes outside of the array or races. A block in
  // which a thread would do so is therefore excluded.
  if (!Eval.shape().SizeIsExact)
    for (const AnchoredStore &S : Stores) {
      if (S.Always)
        Limit = std::min(Limit, Known.mostThreads(S.Access));
      else if (Who == Coming::Remaining && S.Anchor == O.Accesses[S.Access].I)
        Limit = std::min(Limit, Known.insideUpTo(S.Access));
    }
  // A store that is left out of stores() counts as an unknown writer.
  llvm::erase_if(Stores, [&](const AnchoredStore &S) { return !fits(S); });
  makeRegions(Loads);
  enterStores(Loads);
}

/// First and last offset of the threads that a block can have. Others may leave
/// the array.
std::pair<int64_t, int64_t> WriterTable::rangeOf(unsigned Access) const {
  if (Limit == Eval.threads())
    return Known.range(Access);
  const auto At = ArrayRef(Facts[Access].At).take_front(Limit);
  const auto [First, Last] = std::minmax_element(At.begin(), At.end());
  return {std::clamp(*First, -StoreFacts::FarAway, StoreFacts::FarAway),
          std::clamp(*Last, -StoreFacts::FarAway, StoreFacts::FarAway)};
}

void WriterTable::makeRegions(ArrayRef<unsigned> Loads) {
  for (unsigned L : Loads) {
    if (!Facts[L].Known)
      continue;
    auto [First, Last] = rangeOf(L);
    First = std::max(First, -MaxRegion);
    Last = std::min(Last, MaxRegion) + O.Accesses[L].Bytes;
    auto [It, New] = Regions.try_emplace(Facts[L].Sym);
    Region &R = It->second;
    R.First = New ? First : std::min(First, R.First);
    R.End = New ? Last : std::max(Last, R.End);
  }
  for (auto &[Sym, R] : Regions) {
    // If all stores write whole aligned words, every word has one writer.
    int64_t Bits = 0, First = MaxRegion, End = -MaxRegion;
    for (const AnchoredStore &S : Stores)
      if (Facts[S.Access].Sym == Sym) {
        const int64_t Bytes = O.Accesses[S.Access].Bytes;
        const auto [FirstOf, LastOf] = Known.range(S.Access);
        Bits |= Bytes | Known.bits(S.Access);
        First = std::min(First, FirstOf);
        End = std::max(End, LastOf + Bytes);
      }
    if (!Bits) {
      R.End = R.First; // no store writes here
      continue;
    }
    R.Granule = std::min<int64_t>(Bits & -Bits, 16);
    // Where threads do not read, loads may have any offset.
    R.HasUnwritten = R.First < First || End < R.End;
    R.First = std::max(R.First, First);
    R.End = std::min(R.End, End);
    // Offsets may be negative, so they are rounded by masks, not by division.
    R.First &= -R.Granule;
    R.End = (R.End + R.Granule - 1) & -R.Granule;
    if (R.First < R.End)
      R.Granules.assign((R.End - R.First) / R.Granule, Writer());
  }
}

const Instruction *WriterTable::anchorOf(const FunctionAnalyses &C,
                                         const Instruction *Store,
                                         const SyncPoint &At) {
  const BasicBlock *SB = Store->getParent(), *BB = At.First->getParent();
  const Loop *SL = C.LI.getLoopFor(SB);
  if (SL && !SL->contains(BB))
    return nullptr; // runs many times before the barrier
  if (C.DT.dominates(Store, At.First))
    return Store;
  if (C.DT.dominates(At.First, Store) || !C.PDT.dominates(BB, SB))
    return nullptr;
  const BasicBlock *D = C.DT.findNearestCommonDominator(SB, BB);
  // A region that holds the barrier's own block lies behind it, in the next
  // iteration.
  if (!D || D == BB || C.LI.getLoopFor(D) != SL)
    return nullptr;
  return D->getTerminator();
}

/// The store depends on the conditions of the way, by what Guards say of each
/// thread.
static void
dependOn(AnchoredStore &R, const StoreFacts::Way &W,
         const std::shared_ptr<const std::vector<ThreadGuard>> &Guards) {
  R.Guards = Guards;
  R.GuardReads |= W.Reads;
  for (const PathLiteral &L : W.Literals)
    R.Conditions.push_back(L.Condition);
}

/// Records the store if it runs a fixed number of times (once, or not at all)
/// between some dominating point and the barrier.
void WriterTable::anchor(unsigned Access) {
  const Instruction *S = O.Accesses[Access].I;
  AnchoredStore R;
  R.Access = Access;
  R.Anchor = anchorOf(C, S, At);
  if (!R.Anchor)
    return;
  if (Who == Coming::Remaining) {
    const StoreFacts::Way &W =
        Known.wayFromEntry(S->getParent(), At.At->getParent());
    if (!W.Known)
      return;
    dependOn(R, W, W.Guards);
    R.Always = R.Anchor == S && W.Literals.empty();
    Stores.push_back(std::move(R));
    return;
  }
  if (R.Anchor == S) {
    dominatingStore(std::move(R));
    return;
  }
  const StoreFacts::Way &W = Known.way(R.Anchor->getParent(), S->getParent());
  if (!W.Known)
    return;
  dependOn(R, W, W.Guards);
  Stores.push_back(std::move(R));
}

/// A store on every way to the barrier. Threads that do not come need not run
/// it.
void WriterTable::dominatingStore(AnchoredStore R) {
  R.Always = Who == Coming::All;
  if (R.Always) {
    Stores.push_back(std::move(R));
    return;
  }
  const StoreFacts::Way &W =
      Known.way(&C.F.getEntryBlock(), R.Anchor->getParent());
  if (W.Known) {
    R.Always = W.Literals.empty();
    // Values come from the own warp, which is at the barrier as a whole, and so
    // has met the conditions on the way.
    dependOn(R, W, W.Absent);
  }
  Stores.push_back(std::move(R));
}

/// One thread hands on behind the store, another waits before it, and no block
/// barrier keeps the two from being about the same run of it.
bool StoreFacts::maySerialise(unsigned Access) {
  auto [It, New] = Serialises.try_emplace(Access, false);
  if (!New)
    return It->second;
  const Instruction *I = O.Accesses[Access].I;
  const Reachability::AvoidedSet &Blocks = C.Memory.segments().blockBarriers();
  bool Waits = false, HandsOn = false;
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K == SyncPoint::Other && !P.staysInWarp()) {
      Waits |= C.Paths.reaches(P.At, I, Blocks);
      HandsOn |= C.Paths.reaches(I, P.At, Blocks);
    }
  return It->second = Waits && HandsOn;
}

unsigned StoreFacts::mostThreads(unsigned Access) {
  auto [It, New] = MostThreads.try_emplace(Access, 0);
  if (New)
    It->second = findMostThreads(Access);
  return It->second;
}

/// A table for more threads than there can be holds as well (checkShape), so a
/// warp of which some threads stay inside is kept whole.
unsigned StoreFacts::findMostThreads(unsigned Access) {
  const AccessFacts &F = Facts[Access];
  unsigned Limit = Eval.threads();
  if (F.Stated)
    return Limit; // all threads are there
  unsigned Bytes = O.Accesses[Access].Bytes;
  unsigned Lanes = 1u << Eval.shape().LaneBits;
  bool MayRace = !C.Launch.RacesAgree && !maySerialise(Access);
  // No two threads store to the same place.
  const bool AreApart =
      adjacent_find(F.At, std::greater_equal<>()) == F.At.end() ||
      adjacent_find(F.At, std::less_equal<>()) == F.At.end();
  MayRace &= !AreApart;
  DenseMap<int64_t, unsigned> First;
  for (unsigned T = 0; T < Limit; ++T) {
    bool Outside = !O.Dynamic && F.Sym == 0 &&
                   (F.At[T] < 0 || F.At[T] + Bytes > int64_t(O.Bytes));
    // Lanes of one warp may be ordered by warp barriers.
    bool Races =
        MayRace &&
        First.try_emplace(F.At[T], T).first->second / Lanes != T / Lanes;
    if (T < Lanes)
      continue;
    if (Races)
      Limit = T;
    else if (Outside)
      Limit = std::min<unsigned>(Limit, alignTo(T, Lanes));
  }
  return Limit;
}

const StoreFacts::Range &StoreFacts::rangeOf(unsigned Access) {
  auto [It, New] = Ranges.try_emplace(Access);
  if (New) {
    Range &R = It->second;
    int64_t First = FarAway, Last = -FarAway, Bits = 0;
    for (int64_t At : Facts[Access].At) {
      First = std::min(First, At);
      Last = std::max(Last, At);
      Bits |= At;
    }
    R.First = std::clamp(First, -FarAway, FarAway);
    R.Last = std::clamp(Last, -FarAway, FarAway);
    R.Bits = Bits;
  }
  return It->second;
}

const StoreFacts::Way &StoreFacts::way(const BasicBlock *From,
                                       const BasicBlock *To) {
  auto [It, New] = Ways.try_emplace({From, To});
  Way &W = It->second;
  if (!New)
    return W;
  std::optional<Path> P = Eval.pathCondition(From, To);
  W.Known = P.has_value();
  if (!P)
    decide(W, From, To);
  if (!P || P->empty())
    return W;
  W.Literals = std::move(*P);
  // Most ways are under the same few conditions.
  std::vector<std::pair<const Value *, bool>> Key;
  for (const PathLiteral &L : W.Literals)
    Key.push_back({L.Condition, L.Wanted});
  auto [Same, First] = ByConditions.try_emplace(std::move(Key), &W);
  if (!First) {
    const Way &Known = *Same->second;
    W.Guards = Known.Guards;
    W.Absent = Known.Absent;
    W.Reads = Known.Reads;
    return W;
  }
  W.Guards = std::make_shared<std::vector<ThreadGuard>>(
      evaluateGuard(Eval, W.Literals, W.Reads));
  W.Absent = W.Guards;
  if (all_of(*W.Guards, [](const ThreadGuard &G) { return G.Needs.empty(); }))
    return W;
  auto Absent = std::make_shared<std::vector<ThreadGuard>>(*W.Guards);
  for (ThreadGuard &G : *Absent)
    G.Needs.clear();
  W.Absent = std::move(Absent);
  return W;
}

/// By what each thread's number decides, if that is all.
void StoreFacts::decide(Way &W, const BasicBlock *From, const BasicBlock *To) {
  const auto Found = decidedWay(Eval, From, To, C.DT, C.LI);
  if (!Found)
    return;
  auto Guards = std::make_shared<std::vector<ThreadGuard>>(Eval.threads());
  for (unsigned T = 0; T < Eval.threads(); ++T)
    (*Guards)[T].Never = !Found->Comes[T];
  for (const Value *V : Found->Conditions) {
    W.Literals.push_back({V, true});
    W.Reads |= Eval.reads(V);
  }
  W.Known = true;
  W.Guards = W.Absent = std::move(Guards);
}

const StoreFacts::Way &StoreFacts::wayFromEntry(const BasicBlock *To,
                                                const BasicBlock *Barrier) {
  auto [It, New] = FromEntry.try_emplace({To, Barrier});
  Way &W = It->second;
  if (!New)
    return W;
  const BasicBlock *Entry = &C.F.getEntryBlock();
  const std::optional<Path> All = Eval.pathCondition(Entry, To, true);
  const std::optional<Path> Common = Eval.pathCondition(Entry, Barrier, true);
  W.Known = All && Common;
  if (!W.Known)
    return W;
  auto IsShared = [&](const PathLiteral &L) {
    const ThreadValues &V = Eval.eval(L.Condition);
    return !Eval.terms().isVarying(V.front().Sym) && all_equal(V) &&
           any_of(*Common, [&](const PathLiteral &Other) {
             return Other.Condition == L.Condition && Other.Wanted == L.Wanted;
           });
  };
  for (const PathLiteral &L : *All)
    if (!IsShared(L))
      W.Literals.push_back(L);
  if (!W.Literals.empty())
    W.Guards = std::make_shared<std::vector<ThreadGuard>>(
        evaluateGuard(Eval, W.Literals, W.Reads));
  return W;
}

unsigned StoreFacts::insideUpTo(unsigned Access) const {
  const AccessFacts &F = Facts[Access];
  unsigned Limit = Eval.threads();
  if (F.Stated || O.Dynamic || F.Sym != 0)
    return Limit;
  const int64_t Last = int64_t(O.Bytes) - O.Accesses[Access].Bytes;
  while (Limit > 1 && (F.At[Limit - 1] < 0 || F.At[Limit - 1] > Last))
    --Limit;
  const unsigned Lanes = 1u << Eval.shape().LaneBits;
  return std::min<unsigned>(Eval.threads(), alignTo(Limit, Lanes));
}

/// A table can hold every place that the store writes. A thread that never runs
/// it may have any address: tile[lane - 8] under lane >= 8.
bool WriterTable::fits(const AnchoredStore &S) const {
  const auto [First, Last] = Known.range(S.Access);
  if (First >= -MaxRegion && Last <= MaxRegion)
    return true;
  const AccessFacts &F = Facts[S.Access];
  for (unsigned T = 0; T < Limit; ++T)
    if (!S.guard(T).Never && (F.At[T] < -MaxRegion || F.At[T] > MaxRegion))
      return false;
  return true;
}

void WriterTable::enter(unsigned Index) {
  if (cost() > Most.Left)
    return;
  ++Entered;
  const AnchoredStore &S = Stores[Index];
  const AccessFacts &F = Facts[S.Access];
  auto It = Regions.find(F.Sym);
  if (It == Regions.end())
    return; // nobody reads it
  Region &R = It->second;
  const int64_t Bytes = O.Accesses[S.Access].Bytes;
  const auto [First, Last] = Known.range(S.Access);
  if (First >= R.End || Last + Bytes <= R.First)
    return;
  const unsigned Shift = Log2_64(R.Granule);
  const std::vector<ThreadGuard> *Guards = S.Guards.get();
  for (unsigned T = 0; T < Limit; ++T) {
    const int64_t At = F.At[T];
    if (At >= R.End || At + Bytes <= R.First || (Guards && (*Guards)[T].Never))
      continue;
    for (int64_t B = std::max<int64_t>(0, R.First - At);
         B < std::min(Bytes, R.End - At); B += R.Granule) {
      Writer W;
      W.Store = Index;
      W.Thread = T;
      W.Byte = B;
      Writer &Last = R.Granules[(At - R.First + B) >> Shift];
      if (Last.Store < 0)
        Last = W;
      else
        meet(Last, W);
    }
  }
}

/// Threads that run one store at once, and write this byte as the same byte of
/// values that are promised to be equal: one of them stands for all.
bool WriterTable::race(const Writer &A, const Writer &B) const {
  return C.Launch.RacesAgree && Who != Coming::Remaining &&
         A.Bad == Writer::None && A.Store == B.Store && A.Byte == B.Byte &&
         A.Thread != B.Thread &&
         Stores[A.Store].guard(A.Thread).Needs.empty() &&
         Stores[B.Store].guard(B.Thread).Needs.empty() &&
         !maySerialise(Stores[A.Store]);
}

/// New writes a byte that Old wrote.
void WriterTable::meet(Writer &Old, Writer New) {
  if (replaces(New, Old)) {
    Old = New;
    return;
  }
  if (ordered(New, Old) && runsWith(Old, New))
    return;
  if (!race(Old, New))
    Old.Bad = Old.Thread == New.Thread ? Writer::Unordered : Writer::TwoThreads;
  New.Others = Old.Others;
  Old.Others = Rivals.size();
  Rivals.push_back(New);
}

const BitVector &WriterTable::accessesAt(SymId Sym) {
  auto [It, New] = AccessesAt.try_emplace(Sym);
  if (New) {
    It->second.resize(O.Accesses.size());
    for (const AnchoredStore &S : Stores)
      if (Facts[S.Access].Sym == Sym)
        It->second.set(S.Access);
  }
  return It->second;
}

Writer WriterTable::at(SymId Sym, int64_t Offset) const {
  auto It = Regions.find(Sym);
  if (It == Regions.end() || Offset < It->second.First ||
      Offset >= It->second.End)
    return {};
  const Region &R = It->second;
  Writer W = R.Granules[(Offset - R.First) >> Log2_64(R.Granule)];
  W.Byte += (Offset - R.First) & (R.Granule - 1);
  return W;
}

int64_t WriterTable::granule(SymId Sym) const {
  auto It = Regions.find(Sym);
  return It == Regions.end() ? 1 : It->second.Granule;
}

SmallVector<uint64_t, 4> WriterTable::racing(const Writer &W) const {
  SmallVector<uint64_t, 4> Differences;
  if (W.Bad == Writer::None)
    for (int R = W.Others; R >= 0; R = Rivals[R].Others)
      Differences.push_back(W.Thread ^ Rivals[R].Thread);
  return Differences;
}
