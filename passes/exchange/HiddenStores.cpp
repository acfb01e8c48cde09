//===- HiddenStores.cpp - Stores that a load never sees -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/HiddenStores.h"
#include "passes/support/PathQueries.h"

using namespace llvm;
using namespace f2layout;

/// Barriers that are tried for a store, and tables for one object: they take
/// the time of a search for exchanges.
static constexpr unsigned MaxBarriers = 3;
static constexpr size_t MaxTables = 64;

HiddenStores::HiddenStores(const FunctionAnalyses &C, const EvalShape &Shape,
                           const SharedObject &O)
    : C(C), Eval(C.Memory.evaluation(Shape)), O(O),
      Facts(evaluateObject(Eval, O, C.Stated).Accesses) {
  Known.emplace(C, Eval, O, Facts);
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K == SyncPoint::Block &&
        C.Uniformity.isUniformlyReached(P.At->getParent())) {
      Together.insert(P.At);
      TogetherIn[P.At->getParent()].push_back(&P);
    } else {
      Apart.push_back(&P);
    }
  for (auto &[BB, Here] : TogetherIn)
    sort(Here, [](const SyncPoint *A, const SyncPoint *B) {
      return A != B && A->At->comesBefore(B->At);
    });
}

/// The block barriers that postdominate the store, the nearest ones first.
HiddenStores::BarrierList
HiddenStores::barriersBehind(const Instruction &Store) {
  BarrierList Found;
  const BasicBlock *Own = Store.getParent();
  for (auto *N = C.PDT.getNode(Own); N && N->getBlock(); N = N->getIDom()) {
    const auto It = TogetherIn.find(N->getBlock());
    if (It == TogetherIn.end())
      continue;
    ArrayRef<const SyncPoint *> Here = It->second;
    if (N->getBlock() == Own)
      Here = Here.drop_front(partition_point(Here,
                                             [&](const SyncPoint *P) {
                                               return !Store.comesBefore(P->At);
                                             }) -
                             Here.begin());
    append_range(Found, Here.take_front(MaxBarriers - Found.size()));
    if (Found.size() == MaxBarriers)
      break;
  }
  return Found;
}

/// A thread may hand on what the store wrote, and the reader may wait for it,
/// by something other than a block barrier that all threads run. Then the paths
/// from the one to the other say nothing.
bool HiddenStores::mayBeHandedOn(const Instruction &Store,
                                 const Instruction &Reader) {
  if (!Stop)
    Stop = &C.Paths.prepare(Together);
  bool HandsOn = false, Waits = false;
  for (const SyncPoint *P : Apart) {
    HandsOn |= C.Paths.reaches(&Store, P->At, *Stop);
    Waits |= C.Paths.reaches(P->At, &Reader, *Stop);
  }
  if (!HandsOn || !Waits)
    return false;
  auto BeginsPhase = [&](const Instruction *I) {
    return C.Paths.reaches(I, &Store, *Stop) &&
           C.Paths.reaches(I, &Reader, *Stop);
  };
  return BeginsPhase(&C.F.getEntryBlock().front()) ||
         any_of(Together, BeginsPhase);
}

/// The access has the evaluated address in every block of the launch.
bool HiddenStores::isKnown(unsigned Access) const {
  const AccessFacts &F = Facts[Access];
  return F.Known && !F.Sym && !F.Stated && holdsInEveryBlock(Eval, F);
}

WriterTable &HiddenStores::tableAt(const SyncPoint &P, unsigned Bytes) {
  auto &Table = Tables[{&P, Bytes}];
  if (!Table)
    Table = std::make_unique<WriterTable>(C, Eval, O, Facts, *Known, P,
                                          Coming::All, Bytes);
  return *Table;
}

/// Of every byte that the access Bytes touches, the store is not the last
/// writer.
bool HiddenStores::isLastNowhere(unsigned Store, unsigned Bytes,
                                 WriterTable &W) {
  const bool SizeIsExact = Eval.shape().SizeIsExact;
  const AnchoredStore *Own = nullptr;
  for (const AnchoredStore &S : W.stores())
    if (S.Access == Store)
      Own = &S;
  if (!Own)
    return false;
  // The least thread that writes a granule by the store, and one more. No store
  // begins or ends inside of one.
  const int64_t Granule = W.granule(0);
  const auto [First, Last] = Known->range(Store);
  const int64_t Width = O.Accesses[Store].Bytes;
  const int64_t Begin = First & -Granule;
  std::vector<uint16_t> Least((Last + Width - Begin) / Granule + 1);
  for (unsigned T = W.limit(); T-- > 0;)
    if (!Own->guard(T).Never)
      for (int64_t B = 0; B < Width; B += Granule)
        Least[(Facts[Store].At[T] + B - Begin) / Granule] = T + 1;
  const int64_t End = O.Accesses[Bytes].Bytes;
  for (unsigned T = 0; T < W.limit(); ++T)
    for (int64_t At = Facts[Bytes].At[T] & -Granule;
         At < Facts[Bytes].At[T] + End; At += Granule) {
      const uint64_t Place = (At - Begin) / Granule;
      if (At < Begin || Place >= Least.size() || !Least[Place])
        continue;
      const Writer Last = W.at(0, At);
      if (Last.Store < 0 || Last.Bad != Writer::None)
        return false;
      const AnchoredStore &S = W.stores()[Last.Store];
      if (S.Access == Store || !S.guard(Last.Thread).Needs.empty())
        return false;
      if (!SizeIsExact &&
          (Last.Thread >= Least[Place] || !isKnown(S.Access) ||
           ((S.GuardReads | Own->GuardReads) & (ReadsY | ReadsZ | ReadsLane))))
        return false;
    }
  return true;
}

/// The reader may look at any byte that the access Bytes touches.
bool HiddenStores::find(unsigned Store, unsigned Bytes,
                        const Instruction &Reader) {
  const Instruction *From = O.Accesses[Store].I;
  if (isKnown(Store) && isKnown(Bytes)) {
    const auto [FirstS, LastS] = Known->range(Store);
    const auto [FirstB, LastB] = Known->range(Bytes);
    if (LastS + O.Accesses[Store].Bytes <= FirstB ||
        LastB + O.Accesses[Bytes].Bytes <= FirstS)
      return true;
  }
  // Volatile accesses may hand values on, too.
  if (O.OnlyVolatile || mayBeHandedOn(*From, Reader))
    return false;
  for (const SyncPoint *P : barriersBehind(*From)) {
    if (C.Paths.reaches(From, &Reader, {P->At}))
      return false; // and so for every barrier that is farther away
    if (Tables.size() == MaxTables)
      return false;
    if (isLastNowhere(Store, Bytes, tableAt(*P, Bytes)))
      return true;
  }
  return false;
}

bool HiddenStores::hides(unsigned Store, const Instruction &Reader,
                         std::optional<unsigned> Load) {
  auto [It, New] = Answers.try_emplace({Store, &Reader}, false);
  if (!New)
    return It->second;
  if (isKnown(Store) && Known->isNear(Store)) {
    const bool IsKnown = Load && isKnown(*Load) && Known->isNear(*Load);
    It->second = find(Store, IsKnown ? *Load : Store, Reader);
  }
  if (!It->second && Load)
    if (const auto &Stored = placeOf(Store))
      It->second = isOutside(*Load, *Stored);
  return It->second;
}

const std::optional<PlaceBounds> &HiddenStores::placeOf(unsigned Access) {
  auto [It, New] = Places.try_emplace(Access);
  if (!New)
    return It->second;
  if (isKnown(Access) && Known->isNear(Access)) {
    const auto [First, Last] = Known->range(Access);
    It->second = {First, Last + int64_t(O.Accesses[Access].Bytes)};
  } else {
    It->second = boundsOfPlace(O, O.Accesses[Access], C.SE, C.LI);
  }
  return It->second;
}

bool HiddenStores::isOutside(unsigned Access, const PlaceBounds &Bytes) {
  const auto &Place = placeOf(Access);
  return Place && Place->isApartFrom(Bytes);
}
