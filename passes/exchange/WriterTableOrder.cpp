//===- WriterTableOrder.cpp - Which of two stores comes before the other --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/WriterTable.h"
#include "passes/support/PathQueries.h"

using namespace llvm;
using namespace f2layout;

/// With fewer stores, all are entered at once.
static constexpr unsigned MinChain = 8;

/// 0: store A is not certainly before store B. 1: it is, for one thread. 2: for
/// any two threads, since a block barrier lies between.
unsigned WriterTable::programOrder(unsigned A, unsigned B) {
  if (LastPair.First != A || LastPair.Second != B)
    LastPair = {A, B, findProgramOrder(A, B)};
  return LastPair.Order;
}

unsigned WriterTable::findProgramOrder(unsigned A, unsigned B) {
  auto [It, New] = Order.try_emplace({A, B}, 0);
  if (!New || A == B)
    return It->second;
  const Instruction *SA = O.Accesses[Stores[A].Access].I;
  const Instruction *SB = O.Accesses[Stores[B].Access].I;
  const Reachability::AvoidedSet &Stop = C.Paths.prepare({At.At});
  if (!C.Paths.reaches(SA, SB, Stop) || C.Paths.reaches(SB, SA, Stop))
    return 0;
  const Reachability::AvoidedSet &Blocks =
      C.Memory.segments().blockBarriers(At);
  return It->second = C.Paths.reaches(SA, SB, Blocks) ? 1 : 2;
}

/// Old certainly happens before New.
bool WriterTable::ordered(const Writer &Old, const Writer &New) {
  return programOrder(Old.Store, New.Store) >=
         (Old.Thread == New.Thread ? 1u : 2u);
}

/// A runs whenever the barrier does, or whenever B does.
bool WriterTable::runsWith(const Writer &A, const Writer &B) const {
  if (!Stores[A.Store].Guards)
    return true;
  const auto &Needs = Stores[A.Store].guard(A.Thread).Needs;
  if (Needs.empty())
    return true;
  const auto &Met = Stores[B.Store].guard(B.Thread).Needs;
  return all_of(Needs,
                [&](const SymbolicInt &N) { return is_contained(Met, N); });
}

/// New runs whenever one of those runs who may have written the byte last so
/// far, and after all of them.
bool WriterTable::replaces(const Writer &New, const Writer &Old) {
  if (!runsWith(New, Old) || !ordered(Old, New))
    return false;
  for (int R = Old.Others; R >= 0; R = Rivals[R].Others)
    if (!runsWith(New, Rivals[R]) || !ordered(Rivals[R], New))
      return false;
  return true;
}

/// Every byte has one writer, which runs whenever the barrier does.
bool WriterTable::isSettled() const {
  return all_of(Regions, [&](const auto &Of) {
    return !Of.second.HasUnwritten &&
           all_of(Of.second.Granules, [&](const Writer &W) {
             return W.Store >= 0 && W.Bad == Writer::None &&
                    Stores[W.Store].guard(W.Thread).Needs.empty();
           });
  });
}

/// programOrder(S, R) is 2, or would be if a path led from S to R. Walks from R
/// alone tell, and those from S to the next block barrier.
bool WriterTable::isLongBefore(unsigned S, unsigned R) {
  const Instruction *Old = O.Accesses[Stores[S].Access].I;
  const Instruction *New = O.Accesses[Stores[R].Access].I;
  return C.DT.dominates(Stores[S].Anchor, New) &&
         !C.Paths.reaches(New, Old, C.Paths.prepare({At.At})) &&
         !C.Paths.reaches(Old, New, C.Memory.segments().blockBarriers(At));
}

/// A thread that comes to the barrier reads a byte for which stores since the
/// last block barrier compete. Stores before them do not change that.
bool WriterTable::isUnreadable(unsigned Load, const BitVector &Recent) {
  const AccessFacts &F = Facts[Load];
  const auto It = Regions.find(F.Sym);
  if (!F.Known || It == Regions.end())
    return false;
  const Region &R = It->second;
  const std::vector<ThreadGuard> *Guards =
      Known.way(At.At->getParent(), O.Accesses[Load].I->getParent())
          .Guards.get();
  const unsigned Shift = Log2_64(R.Granule);
  const int64_t Bytes = O.Accesses[Load].Bytes;
  for (unsigned T = 0; T < Limit; ++T) {
    const int64_t First = std::max(F.At[T] & -R.Granule, R.First);
    if ((Guards && (*Guards)[T].Never) || !comes(T))
      continue;
    for (int64_t B = First; B < std::min(F.At[T] + Bytes, R.End);
         B += R.Granule) {
      const Writer &W = R.Granules[(B - R.First) >> Shift];
      if (W.Bad != Writer::None && Recent[W.Store]) {
        Unreadable[Load] = {T, std::max(B, F.At[T]), W};
        return true;
      }
    }
  }
  return false;
}

void WriterTable::clear() {
  Rivals.clear();
  Unreadable.clear();
  for (auto &[Sym, R] : Regions)
    R.Granules.assign(R.Granules.size(), Writer());
}

/// The nearest stores before the last block barrier show that no load can be
/// read. Loads are asked seldom, since each is asked for all threads.
bool WriterTable::isHopeless(ArrayRef<unsigned> Loads,
                             ArrayRef<unsigned> Before,
                             const BitVector &Recent) {
  const unsigned *Next = Loads.begin();
  size_t N = 0;
  for (unsigned S : reverse(Before.take_back(MinChain))) {
    enter(S);
    if (!isPowerOf2_64(++N))
      continue;
    while (Next != Loads.end() && isUnreadable(*Next, Recent))
      ++Next;
    if (Next == Loads.end())
      return true;
  }
  return false;
}

/// In a chain of exchanges, the stores since the last block barrier often write
/// all that is read, and none that a block barrier keeps before all of them
/// changes the table: see meet(). If they write it under conditions, as
///
///   if (a > b) { s[i] = b; s[j] = a; }
///
/// in a network that sorts, a few stores before them show that nothing can be
/// read; which ones the others are does not matter.
void WriterTable::enterStores(ArrayRef<unsigned> Loads) {
  BitVector Recent(Stores.size());
  if (Stores.size() > MinChain)
    for (unsigned S = 0; S < Stores.size(); ++S)
      if (C.Paths.reaches(O.Accesses[Stores[S].Access].I, At.At,
                          C.Memory.segments().blockBarriers(At)))
        Recent.set(S);
  if (Recent.any()) {
    for (unsigned S : Recent.set_bits())
      enter(S);
    const bool Settled = isSettled();
    SmallVector<unsigned, 32> Before;
    for (unsigned S = 0; S < Stores.size(); ++S) {
      if (Recent[S])
        continue;
      if (all_of(Recent.set_bits(),
                 [&](unsigned R) { return isLongBefore(S, R); }))
        Before.push_back(S);
      else if (Settled)
        enter(S);
    }
    const bool AreAll = Before.size() + Recent.count() == Stores.size();
    if (Settled ||
        (Most.MayStop && AreAll && isHopeless(Loads, Before, Recent)))
      return;
    clear();
  }
  for (unsigned S = 0; S < Stores.size(); ++S)
    enter(S);
}
