//===- PlanAssembly.cpp - Plans made of plans -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/PlanAssembly.h"
#include "layouts/plan/PlanSteps.h"
#include "layouts/plan/RegisterShift.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace f2layout;

/// One part while it is copied.
class PlanAssembly::Copy {
public:
  Copy(const Part &From, unsigned FirstByte, Plan &To)
      : From(*From.Steps), FirstByte(FirstByte), To(To), Known(From.Inputs) {}

  bool isDone() const { return Next == From.Steps.size(); }
  /// Copies steps up to the next barrier.
  void run();
  /// Steps over the barrier that the part has reached, if it is at one.
  std::optional<Scope> pass();
  Words results() const {
    Words Results;
    for (Word W : From.Outputs)
      Results.push_back(Known[W]);
    return Results;
  }

private:
  Step renamed(Step S) const;

  const Plan &From;
  const unsigned FirstByte;
  Plan &To;
  Words Known; ///< The part's words in the whole plan.
  size_t Next = 0;
};

Step PlanAssembly::Copy::renamed(Step S) const {
  renameWords(S, [&](Word W) { return Known[W]; });
  if (isAccess(S))
    S.Address.Constant += FirstByte;
  return S;
}

void PlanAssembly::Copy::run() {
  for (; !isDone() && From.Steps[Next].K != Step::Barrier; ++Next) {
    To.Steps.push_back(renamed(From.Steps[Next]));
    for (unsigned I = wordsMade(From.Steps[Next]); I > 0; --I)
      Known.push_back(To.NumWords++);
  }
}

std::optional<Scope> PlanAssembly::Copy::pass() {
  if (isDone())
    return std::nullopt;
  return From.Steps[Next++].Sync;
}

/// Addresses are sums without carries, so that the first byte of a part must be
/// a multiple of a power of two that it does not reach.
unsigned PlanAssembly::takeScratch(const Plan &Part) {
  if (Part.ScratchBytes == 0)
    return 0;
  unsigned First = alignTo(TakenBytes, PowerOf2Ceil(Part.ScratchBytes));
  TakenBytes = First + Part.ScratchBytes;
  P.ScratchBytes = std::max(P.ScratchBytes, TakenBytes);
  P.ScratchAlign = std::max(P.ScratchAlign, Part.ScratchAlign);
  return First;
}

SmallVector<PlanAssembly::Words, 2> PlanAssembly::beside(ArrayRef<Part> Parts) {
  std::vector<Copy> Copies;
  for (const Part &Each : Parts)
    Copies.emplace_back(Each, takeScratch(*Each.Steps), P);
  while (!all_of(Copies, [](const Copy &C) { return C.isDone(); })) {
    for (Copy &Each : Copies)
      Each.run();
    std::optional<Scope> Sync;
    for (Copy &Each : Copies)
      if (std::optional<Scope> S = Each.pass())
        Sync = Sync ? std::max(*Sync, *S) : *S;
    if (!Sync)
      continue;
    Step &Barrier = P.Steps.emplace_back();
    Barrier.K = Step::Barrier;
    Barrier.Sync = *Sync;
  }
  SmallVector<Words, 2> Results;
  for (const Copy &Each : Copies)
    Results.push_back(Each.results());
  return Results;
}

void PlanAssembly::reuseScratch() {
  Step &Barrier = P.Steps.emplace_back();
  Barrier.K = Step::Barrier;
  Barrier.Sync = P.Group;
  TakenBytes = 0;
}

PlanAssembly::Words PlanAssembly::rename(ArrayRef<Word> Old,
                                         ArrayRef<uint64_t> OfThreadBit,
                                         unsigned Slots) {
  RegisterShift Shift(OfThreadBit);
  Words Now(Old.begin(), Old.end());
  for (auto [I, Distance] : enumerate(Shift.distances())) {
    Words Next;
    for (unsigned W = 0; W < Now.size(); ++W)
      Next.push_back(select(
          Shift.select(I, Now[W ^ Distance >> Slots], Now[W], P.LaneBits)));
    Now = std::move(Next);
  }
  return Now;
}

Word PlanAssembly::select(Step S) {
  auto Inner = [&](Word W) -> const Step * {
    auto It = Selects.find(W);
    return It != Selects.end() && It->second.Mask == S.Mask &&
                   It->second.WarpBits == S.WarpBits
               ? &It->second
               : nullptr;
  };
  if (const Step *Of = Inner(S.A))
    S.A = Of->A;
  if (const Step *Of = Inner(S.B))
    S.B = Of->B;
  if (S.A == S.B)
    return S.A;
  P.Steps.push_back(S);
  Selects.emplace(P.NumWords, std::move(S));
  return P.NumWords++;
}

/// Which steps do something: stores, barriers, and those that make a word which
/// such a step or a result reads.
static BitVector stepsThatCount(Plan &P) {
  BitVector Read(P.NumWords), Counts(P.Steps.size());
  for (Word W : P.Outputs)
    Read.set(W);
  Word End = P.NumWords;
  for (unsigned I = P.Steps.size(); I-- > 0;) {
    Step &S = P.Steps[I];
    const unsigned Made = wordsMade(S);
    End -= Made;
    if (Made && Read.find_first_in(End, End + Made) < 0)
      continue;
    Counts.set(I);
    renameWords(S, [&](Word W) {
      Read.set(W);
      return W;
    });
  }
  return Counts;
}

/// Where a part of the tensor is held twice, parts of a plan may work on both,
/// and the next one takes one of them.
static void dropUnread(Plan &P) {
  const BitVector Counts = stepsThatCount(P);
  if (Counts.all())
    return;
  std::vector<Word> NewName(P.NumWords);
  std::iota(NewName.begin(), NewName.begin() + P.NumInputs, 0);
  auto Renamed = [&](Word W) { return NewName[W]; };
  std::vector<Step> Steps;
  Word Old = P.NumInputs, New = P.NumInputs;
  for (unsigned I = 0; I < P.Steps.size(); ++I) {
    Step &S = P.Steps[I];
    const unsigned Made = wordsMade(S);
    if (Counts[I]) {
      std::iota(NewName.begin() + Old, NewName.begin() + Old + Made, New);
      New += Made;
      renameWords(S, Renamed);
      Steps.push_back(std::move(S));
    }
    Old += Made;
  }
  P.Steps = std::move(Steps);
  P.NumWords = New;
  for (Word &W : P.Outputs)
    W = NewName[W];
}

Plan PlanAssembly::finish(ArrayRef<Word> Outputs, Route By) {
  P.Outputs.assign(Outputs.begin(), Outputs.end());
  P.By = By;
  dropUnread(P);
  return std::move(P);
}
