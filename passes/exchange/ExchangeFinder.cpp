//===- ExchangeFinder.cpp - The search for exchanges of one array ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeFinder.h"
#include "passes/launch/ShapeAdvice.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// More exchanges of one kernel are not looked for: choosing takes time that
/// grows with their square, since each is weighed with all others.
static constexpr size_t MaxExchanges = 256;

ExchangeFinder::ExchangeFinder(const FunctionAnalyses &C, ThreadEval &Eval,
                               SearchBudget &Budget, Exchanges &Out,
                               unsigned Object)
    : C(C), Eval(Eval), Budget(Budget), Out(Out), Object(Object),
      WithCandidates(Out.Objects[Object]), O(WithCandidates),
      StepsPaid(C.Paths.steps()) {}

/// Where an integer leads, metadata must say.
bool ExchangeFinder::integersAreStated() const {
  bool Any = false;
  for (const SharedAccess &A : O.Accesses) {
    if (A.ThroughInteger && C.Stated.offsets(A.I).empty())
      return false;
    Any |= A.ThroughInteger;
  }
  return Any;
}

bool ExchangeFinder::anyStoreHasPlace(const SyncPoint &P) const {
  return any_of(IsStore.set_bits(), [&](unsigned A) {
    return WriterTable::anchorOf(C, O.Accesses[A].I, P) != nullptr;
  });
}

/// Lists the loads and the barriers before them. Returns false, with the reason
/// for each load, if control flow alone shows that none can be explained: no
/// address need be evaluated then.
bool ExchangeFinder::listLoads() {
  IsStore.resize(O.Accesses.size());
  for (unsigned A = 0; A < O.Accesses.size(); ++A)
    if (O.Accesses[A].isStore()) {
      IsStore.set(A);
    } else if (O.Accesses[A].isVolatile()) {
      Out.Missed.push_back(
          {Object, O.Accesses[A].I, "Volatile", "it is volatile", nullptr});
    } else {
      Pending.push_back(A);
      BarriersOf[A] = C.Memory.segments().barriersBefore(O.Accesses[A].I);
    }
  SmallPtrSet<const SyncPoint *, 8> Without;
  for (unsigned A : Pending)
    for (const SyncPoint *P : BarriersOf[A])
      if (Without.insert(P).second && anyStoreHasPlace(*P))
        return true;
  for (unsigned A : Pending) {
    Reason R = {"Unwritten",
                "no store is known to run before a barrier that runs before "
                "the load, except perhaps in another loop or iteration",
                nullptr};
    if (BarriersOf[A].empty())
      R = noBarrier(*O.Accesses[A].I);
    else if (Instruction *Store = storeByBlockSize())
      R = {"Unwritten",
           "a store before it is in a loop in which the block's size is the "
           "step; " +
               shapeAdvice(C.F),
           Store};
    Out.Missed.push_back({Object, O.Accesses[A].I, R.Name, R.Why, R.Witness});
  }
  return false;
}

void ExchangeFinder::run() {
  const size_t Found = Out.Found.size(), Missed = Out.Missed.size();
  if (O.Refusal.empty() || O.OnlyVolatile)
    search();
  if (O.Refusal.empty() || Out.Found.size() != Found)
    return;
  // Nothing is gained by the reasons against single loads.
  Out.Missed.truncate(Missed);
  Out.Missed.push_back(
      {Object, nullptr, "ArrayNotPrivate", O.Refusal, O.RefusedAt});
}

void ExchangeFinder::search() {
  if (O.AsInteger && !integersAreStated()) {
    Out.Missed.push_back({Object, nullptr, "ArrayNotPrivate",
                          "its address is converted to an integer",
                          O.Accesses.front().I});
    return;
  }
  if (!listLoads())
    return;
  if (!Budget.spend(uint64_t(O.Accesses.size()) * Eval.threads())) {
    const Reason R = searchEnded();
    Out.Missed.push_back({Object, nullptr, R.Name, R.Why, R.Witness});
    return;
  }
  ObjectFacts Evaluated = evaluateObject(Eval, O, C.Stated);
  Facts = std::move(Evaluated.Accesses);
  WantsShape = Evaluated.WantsShape;
  listGathers();
  Known.emplace(C, Eval, O, Facts);

  for (unsigned Nth = 0; Nth < Segments::MaxBarriers && !Pending.empty();
       ++Nth) {
    MapVector<const SyncPoint *, SmallVector<unsigned, 8>> ByBarrier;
    SmallVector<unsigned, 8> Left;
    for (unsigned A : Pending) {
      const auto &Barriers = BarriersOf[A];
      if (Nth < Barriers.size()) {
        ByBarrier[Barriers[Nth]].push_back(A);
        continue;
      }
      Left.push_back(A);
      if (Nth == 0)
        miss(A, noBarrier(*O.Accesses[A].I));
    }
    for (auto &[P, Loads] : ByBarrier) {
      findAt(*P, Loads);
      Left.append(Loads.begin(), Loads.end());
    }
    Pending = std::move(Left);
  }
  llvm::sort(Pending);
  for (unsigned A : Pending) {
    Reason &R = Why[A];
    Out.Missed.push_back({Object, O.Accesses[A].I, R.Name, R.Why, R.Witness});
  }
}

/// Why the table of another barrier is not made.
ExchangeFinder::Reason ExchangeFinder::refuseTable() const {
  if (Out.Found.size() >= MaxExchanges)
    return {"TooManyExchanges",
            "the kernel has more than " + std::to_string(MaxExchanges) +
                " exchanges, and this one comes behind them",
            nullptr};
  return TablesEnded ? searchEnded() : Reason();
}

/// Why the table is the last one that is made, and is not used.
ExchangeFinder::Reason ExchangeFinder::payForTable(const WriterTable &W) {
  TablesEnded = !Budget.spend(W.cost());
  if (TablesEnded)
    return searchEnded();
  StepsPaid = C.Paths.steps();
  return {};
}

/// Takes the loads that the barrier explains off the list.
void ExchangeFinder::findAt(const SyncPoint &P,
                            SmallVectorImpl<unsigned> &Loads) {
  auto MissAll = [&](const Reason &R) {
    for (unsigned A : Loads)
      miss(A, R);
  };
  if (Reason R = checkBarrier(P))
    return MissAll(R);
  const StoreFacts::Way &Here =
      Known->way(&C.F.getEntryBlock(), P.At->getParent());
  if (Here.Guards &&
      all_of(*Here.Guards, [](const ThreadGuard &G) { return G.Never; }))
    return MissAll({"NotReached",
                    "no thread of a block of this shape reaches the barrier",
                    P.At});
  SmallVector<Match, 8> Matches;
  SmallVector<GatherMatch, 2> Gathers;
  SmallVector<unsigned, 8> Left, Readable, Tabulated;
  for (unsigned A : Loads) {
    if (auto It = GatherSources.find(A); It != GatherSources.end()) {
      Gathers.emplace_back().Access = A;
      for (unsigned N = 0; N < It->second.Index.count(); ++N)
        Tabulated.push_back(It->second.First + N);
    } else if (Reason R = findUnknown(A)) {
      miss(A, R);
      Left.push_back(A);
    } else {
      Readable.push_back(A);
    }
  }
  append_range(Tabulated, Readable);
  if (Tabulated.empty())
    return;
  if (Reason R = refuseTable())
    return MissAll(R);
  Opaque.clear();
  WithComing.clear();
  Coming Who = Coming::All;
  if (!Exits.empty())
    Who = Coming::Remaining;
  else if (P.K != SyncPoint::Block && !BarrierConditions.empty())
    Who = Coming::ByWarps;
  WriterTable W(C, Eval, O, Facts, *Known, P, Who, Tabulated,
                {StepsPaid, Budget.left(), true});
  if (Reason R = payForTable(W))
    return MissAll(R);
  for (unsigned A : Readable) {
    Match M;
    M.Access = A;
    if (Reason R = match(P, W, M)) {
      miss(A, R);
      Left.push_back(A);
    } else {
      Matches.push_back(std::move(M));
    }
  }
  if (!Matches.empty())
    if (Reason R = buildApart(P, W, Matches, Left)) {
      for (unsigned A : Left)
        miss(A, R);
    }
  append_range(Left, buildGathers(P, W, Gathers));
  Loads.assign(Left.begin(), Left.end());
}

ExchangeFinder::Reason ExchangeFinder::match(const SyncPoint &P, WriterTable &W,
                                             Match &M) {
  const Instruction *L = O.Accesses[M.Access].I;
  const AccessFacts &F = Facts[M.Access];
  // The conditions of the reader between the barrier and the load, if they are
  // a chain of branches. A reader without known conditions may read everything.
  M.Reads = F.Reads;
  const StoreFacts::Way &Way = Known->way(P.At->getParent(), L->getParent());
  if (Way.Guards) {
    M.Guards = Way.Guards;
    M.Reads |= Way.Reads;
    for (const PathLiteral &L : Way.Literals)
      M.Conditions.push_back(L.Condition);
  }
  requireComing(W, M);
  std::shared_ptr<std::vector<ThreadGuard>> Coming;
  for (unsigned T = 0; T < W.limit(); ++T)
    if (!W.comes(T) && !M.isOff(T)) {
      if (!Coming)
        M.Guards = Coming =
            M.Guards
                ? std::make_shared<std::vector<ThreadGuard>>(*M.Guards)
                : std::make_shared<std::vector<ThreadGuard>>(Eval.threads());
      (*Coming)[T].Never = true;
    }
  if (const auto Bad = W.unreadable(M.Access))
    return twoWriters(W, *Bad);
  if (Reason R = readBytes(P, W, M))
    return R;
  if (P.K == SyncPoint::Warp) {
    unsigned LaneBits = Eval.shape().LaneBits;
    for (unsigned I = 0; I < M.Writers.size(); ++I)
      if (M.Writers[I].Store >= 0 &&
          unsigned(M.Writers[I].Thread) >> LaneBits != I / M.Units >> LaneBits)
        return crossesWarps(P, *W.stores()[M.Writers[I].Store].Anchor, *L);
  }
  if (Reason R = checkLastWriter(P, W, M))
    return R;
  return checkIterations(W, M);
}

ExchangeFinder::Reason ExchangeFinder::readBytes(const SyncPoint &P,
                                                 WriterTable &W, Match &M) {
  const AccessFacts &F = Facts[M.Access];
  const unsigned Bytes = O.Accesses[M.Access].Bytes;
  const int64_t Granule = W.granule(F.Sym);
  const int64_t InGranule = Granule - 1;
  const uint64_t Aligned = Granule | Bytes | Known->bits(M.Access);
  M.Unit = Aligned & -Aligned;
  M.Units = Bytes / M.Unit;
  M.Writers.resize(size_t(W.limit()) * M.Units);
  BitVector Winners(W.stores().size());
  const bool AllCome = !W.conditionsToCome();
  for (unsigned T = 0; T < W.limit(); ++T) {
    if (M.isOff(T))
      continue;
    for (unsigned B = 0; B < Bytes; B += M.Unit) {
      Writer &V = M.Writers[T * M.Units + B / M.Unit];
      if (B && ((F.At[T] + B) & InGranule)) {
        // The same store wrote the whole granule, so the checks below hold.
        V = (&V)[-1];
        V.Byte += M.Unit;
        continue;
      }
      V = W.at(F.Sym, F.At[T] + B);
      auto Place = [&] { return placeText(T, F.At[T] + B); };
      if (V.Store < 0)
        return unwritten(P, W, F, T, F.At[T] + B);
      const AnchoredStore &S = W.stores()[V.Store];
      Instruction *SI = O.Accesses[S.Access].I;
      const bool IsNew = !Winners[V.Store];
      if (IsNew && O.Accesses[S.Access].isVolatile())
        return {"Volatile", Place() + ", which a volatile store writes", SI};
      if (V.Bad != Writer::None)
        return twoWriters(W, {T, F.At[T] + B, V});
      const bool Runs = AllCome && S.guard(V.Thread).Needs.empty();
      if (!Runs)
        if (Reason R = checkWriterRuns(P, W, M, T, V, F.At[T] + B))
          return R;
      if (IsNew)
        Winners.set(V.Store);
    }
  }
  M.Winners.append(Winners.set_bits_begin(), Winners.set_bits_end());
  return {};
}
