//===- OverlapStretch.cpp - Which runs of a stretch are moved -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/OverlapStretch.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Chooses the runs of a stretch that are moved.
class Stretch {
public:
  /// All is its simple accesses, in order.
  Stretch(ArrayRef<Instruction *> All, AccessBetween &Between)
      : All(All), Between(Between) {
    for (auto [N, I] : enumerate(All))
      PlaceOf[I] = N;
  }
  std::optional<OverlapPart> choose(std::vector<MovedRun> Candidates);

private:
  /// Two runs, or a run and an access, that are compared; runs by number.
  struct Pair {
    unsigned Run = 0;
    std::optional<unsigned> Other;
    SpanPair Spans;
    SpanRelation Relation = SpanRelation::Unknown;
  };
  void place(ArrayRef<MovedRun> Runs);
  bool isInPairs(const Pair &P, std::vector<Pair> &Pairs);
  std::vector<Pair> compare(ArrayRef<MovedRun> Runs);
  bool dropHopeless(std::vector<MovedRun> &Runs, ArrayRef<Pair> Pairs);
  bool dropDear(std::vector<MovedRun> &Runs, ArrayRef<Pair> Pairs);

  ArrayRef<Instruction *> All;
  AccessBetween &Between;
  DenseMap<const Instruction *, unsigned> PlaceOf;
  /// By number of the access: its run, and its new place.
  SmallVector<std::optional<unsigned>, 64> RunOf;
  SmallVector<unsigned, 64> NewPlace;
  Instruction *Begin = nullptr, *End = nullptr;
};

} // namespace

void Stretch::place(ArrayRef<MovedRun> Runs) {
  RunOf.assign(All.size(), std::nullopt);
  NewPlace.resize(All.size());
  for (unsigned N = 0; N < All.size(); ++N)
    NewPlace[N] = N;
  unsigned First = All.size(), Last = 0;
  for (auto [R, Run] : enumerate(Runs))
    for (const Instruction *I : Run.accesses()) {
      const unsigned N = PlaceOf.lookup(I);
      RunOf[N] = R;
      NewPlace[N] = PlaceOf.lookup(Run.At);
      First = std::min(First, N);
      Last = std::max(Last, N);
    }
  Begin = All[First];
  End = All[Last];
}

static AccessSpan spanOf(Instruction *I) {
  return {I, 0, I->getDataLayout().getTypeStoreSize(getLoadStoreType(I))};
}

/// Neighbours are compared as one: extends the latest pair of the same run.
bool Stretch::isInPairs(const Pair &P, std::vector<Pair> &Pairs) {
  if (P.Other || P.Relation != SpanRelation::Open)
    return false;
  auto It = find_if(reverse(Pairs), [&](const Pair &Before) {
    return Before.Run == P.Run && !Before.Other;
  });
  if (It == Pairs.rend() || It->Relation != SpanRelation::Open)
    return false;
  Pair Both = *It;
  if (!extend(Both.Spans.A, P.Spans.A) ||
      relationOf(Both.Spans, *Begin) != SpanRelation::Open)
    return false;
  *It = Both;
  return true;
}

/// What must be apart for the runs to be moved, beyond what is known.
std::vector<Stretch::Pair> Stretch::compare(ArrayRef<MovedRun> Runs) {
  place(Runs);
  std::vector<Pair> Pairs;
  SmallSetVector<std::pair<unsigned, unsigned>, 16> Done;
  for (unsigned B = 0; B < All.size(); ++B)
    for (unsigned A = 0; A < B; ++A) {
      const bool IsKept = NewPlace[A] < NewPlace[B] ||
                          (RunOf[A] && RunOf[A] == RunOf[B]) ||
                          (isa<LoadInst>(All[A]) && isa<LoadInst>(All[B]));
      if (IsKept)
        continue;
      // Stores come second: a thread reads more places than it writes.
      unsigned X = A, Y = B;
      if (!RunOf[Y] || (RunOf[X] && Runs[*RunOf[X]].isStore()))
        std::swap(X, Y);
      const unsigned Key = RunOf[X] ? All.size() + *RunOf[X] : X;
      if (Done.contains({Key, *RunOf[Y]}) ||
          Between.mayExchange(*All[A], *All[B]))
        continue;
      Done.insert({Key, *RunOf[Y]});
      Pair P;
      P.Run = *RunOf[Y];
      P.Other = RunOf[X];
      P.Spans = {RunOf[X] ? Runs[*RunOf[X]].Span : spanOf(All[X]),
                 Runs[P.Run].Span};
      P.Relation = relationOf(P.Spans, *Begin);
      if (P.Relation != SpanRelation::Apart && !isInPairs(P, Pairs))
        Pairs.push_back(P);
    }
  return Pairs;
}

/// Drops a run whose test cannot be made, or is known to fail.
bool Stretch::dropHopeless(std::vector<MovedRun> &Runs, ArrayRef<Pair> Pairs) {
  for (const Pair &P : Pairs) {
    if (P.Relation == SpanRelation::Open)
      continue;
    unsigned Dropped = P.Run;
    if (P.Other && Runs[*P.Other].Saved < Runs[Dropped].Saved)
      Dropped = *P.Other;
    Runs.erase(Runs.begin() + Dropped);
    return true;
  }
  return false;
}

/// Drops a run that saves less than the pairs take that it alone needs.
bool Stretch::dropDear(std::vector<MovedRun> &Runs, ArrayRef<Pair> Pairs) {
  for (unsigned N = 0; N < Runs.size(); ++N) {
    std::vector<MovedRun> Others = Runs;
    Others.erase(Others.begin() + N);
    const size_t Without = Others.empty() ? 0 : compare(Others).size();
    if (Runs[N].Saved >= (double(Pairs.size()) - Without) * ClocksOfPair)
      continue;
    Runs = std::move(Others);
    return true;
  }
  return false;
}

std::optional<OverlapPart> Stretch::choose(std::vector<MovedRun> Runs) {
  for (;;) {
    if (Runs.empty())
      return std::nullopt;
    const std::vector<Pair> Pairs = compare(Runs);
    if (dropHopeless(Runs, Pairs) || dropDear(Runs, Pairs))
      continue;
    if (Pairs.empty())
      return std::nullopt;
    OverlapPart Part;
    place(Runs);
    for (const Pair &P : Pairs)
      Part.Pairs.push_back(P.Spans);
    Part.Runs = std::move(Runs);
    Part.Region.Begin = Begin;
    Part.Region.Last = End->getParent();
    Part.Region.Final = End;
    for (const Instruction &I :
         make_range(Begin->getIterator(), std::next(End->getIterator())))
      Part.Region.Instructions += !I.isDebugOrPseudoInst();
    return Part;
  }
}

std::optional<OverlapPart>
f2layout::chooseRuns(ArrayRef<Instruction *> All, AccessBetween &Between,
                     std::vector<MovedRun> Candidates) {
  return Stretch(All, Between).choose(std::move(Candidates));
}
