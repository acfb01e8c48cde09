//===- GuessedBarriers.cpp - Barriers and a likely shape of the block -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/relax/GuessedBarriers.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/VersionPrice.h"
#include "passes/sharedmemory/AccessFacts.h"
#include "passes/sharedmemory/SharedMemoryInfo.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// The shape
//===----------------------------------------------------------------------===//

namespace {

/// A store that all threads of the block run if one does.
struct StoreOfAll {
  const SharedObject *Object;
  const SharedAccess *Access;
};

/// What the stores make of a shape.
struct Sense {
  bool IsPossible = true; ///< Each thread has its place inside of the array.
  bool HasStores = false; ///< At least one store has a place for each thread.
  bool Fills = false;     ///< All of an array but an eighth, or all of it.
};

} // namespace

static SmallVector<StoreOfAll, 8> storesOfAll(Function &F,
                                              FunctionAnalysisManager &AM) {
  const auto &Uniformity = AM.getResult<BlockUniformityAnalysis>(F);
  SmallVector<StoreOfAll, 8> Found;
  for (const SharedObject &O :
       AM.getResult<SharedMemoryInfoAnalysis>(F).objects())
    for (const SharedAccess &A : O.Accesses)
      if (O.Refusal.empty() && A.isStore() &&
          Uniformity.isUniformlyReached(A.I->getParent()))
        Found.push_back({&O, &A});
  return Found;
}

static Sense senseOf(ArrayRef<StoreOfAll> Stores, ThreadEval &Eval) {
  Sense S;
  for (const StoreOfAll &Store : Stores) {
    const SharedObject &O = *Store.Object;
    const AccessFacts Facts = evaluateInArray(Eval, O, *Store.Access);
    if (!Facts.Known)
      continue;
    std::vector<int64_t> At = Facts.At;
    llvm::sort(At);
    const int64_t Bytes = Store.Access->Bytes;
    if (At.front() == At.back())
      continue; // one value for the whole block
    S.HasStores = true;
    for (size_t I = 1; I < At.size(); ++I)
      S.IsPossible &= At[I] - At[I - 1] >= Bytes;
    if (O.Dynamic || Facts.Sym)
      continue;
    const int64_t End = At.back() + Bytes, Size = O.Bytes;
    S.IsPossible &= At.front() >= 0 && End <= Size;
    S.Fills |= End > Size - Size / 8;
  }
  return S;
}

SmallVector<EvalShape, 4> f2layout::sensibleShapes(Function &F,
                                                   FunctionAnalysisManager &AM,
                                                   const LaunchShape &L,
                                                   SearchBudget &Budget) {
  const SmallVector<StoreOfAll, 8> Stores = storesOfAll(F, AM);
  SmallVector<EvalShape, 16> Likely = likelyShapes(L);
  stable_sort(Likely, [](const EvalShape &A, const EvalShape &B) {
    return A.threads() > B.threads();
  });
  auto &Memory = AM.getResult<SharedMemoryInfoAnalysis>(F);
  SmallVector<EvalShape, 4> Sensible;
  bool IsLargest = L.BoundThreads.has_value() || L.ExactThreads.has_value();
  for (const EvalShape &S : Likely) {
    if (!Sensible.empty() && S.threads() < Sensible.front().threads())
      break;
    if (!Budget.spend(uint64_t(S.threads()) * Stores.size()))
      break;
    const Sense Found = senseOf(Stores, Memory.evaluation(S));
    if (!Found.HasStores)
      return {};
    if (Found.IsPossible && (IsLargest || Found.Fills))
      Sensible.push_back(S);
    else if (Found.IsPossible)
      return {}; // a block of any size
    else if (Sensible.empty())
      IsLargest = true;
  }
  return Sensible;
}

//===----------------------------------------------------------------------===//
// The barriers
//===----------------------------------------------------------------------===//

/// Clocks of a warp that the verdict saves each time.
static double savedBy(const BarrierVerdict &V, const MachineCosts &Price) {
  switch (V.What) {
  case BarrierVerdict::Remove:
    return Price.BlockBarrier;
  case BarrierVerdict::Weaken:
    return std::max(0.0, Price.BlockBarrier - Price.WarpBarrier);
  case BarrierVerdict::Keep:
    return 0;
  }
  return 0;
}

GuessedBarriers f2layout::guessBarriers(Function &F,
                                        FunctionAnalysisManager &AM,
                                        const LaunchShape &L, const Target &T,
                                        const BarrierVerdicts &Kept,
                                        SearchBudget &Budget) {
  GuessedBarriers Best;
  if (none_of(Kept, [](const auto &K) { return K.second.isForPair(); }))
    return Best;
  const SyncPoints Syncs(F);
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  double Before = 0;
  for (const SyncPoint &P : Syncs.all())
    if (P.K == SyncPoint::Block)
      Before += weightIn(LI, SE, P.At->getParent()) * T.M.Costs.BlockBarrier;
  for (const EvalShape &S : sensibleShapes(F, AM, L, Budget)) {
    GuessedBarriers G;
    G.Size = S.Size;
    G.Before = Before;
    LaunchShape Taken = L;
    Taken.take(S.Size);
    BarrierJudge Judge(F, AM, Taken);
    uint64_t Paid = 0;
    for (const auto &[At, V] : Kept) {
      const SyncPoint &P = *Syncs.of(At);
      if (!Judge.mayDiffer(P, Syncs, V, G.Gone))
        continue;
      BarrierVerdict New = Judge.judge(P, Syncs, G.Gone);
      G.Saved += weightIn(LI, SE, At->getParent()) * savedBy(New, T.M.Costs);
      if (New.What != BarrierVerdict::Keep)
        G.Gone.insert({At, std::move(New)});
      const uint64_t Seen = Judge.addressesSeen();
      if (!Budget.spend(Seen - Paid))
        break;
      Paid = Seen;
    }
    G.Pays = paysForVersion(F, G.Before, G.Saved);
    if (G.Saved > Best.Saved)
      Best = std::move(G);
    if (Best.Pays)
      break;
  }
  return Best;
}
