//===- ElementTrace.cpp - Elements that need no word ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ElementTrace.h"
#include "layouts/plan/PlanSteps.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

ElementTrace::ElementTrace(const Plan &P)
    : P(P), ElementBytes(std::min(4u, P.ElementBits / 8)),
      PerWord(4 / ElementBytes) {
  MadeBy.reserve(P.NumWords);
  MadeBy.assign(P.NumInputs, nullptr);
  for (const Step &S : P.Steps)
    MadeBy.insert(MadeBy.end(), wordsMade(S), &S);
  Needed.resize(MadeBy.size());

  for (unsigned I = 0; I < P.Outputs.size(); ++I)
    needResults(I);
  Word End = MadeBy.size();
  for (const Step &S : reverse(P.Steps)) {
    End -= wordsMade(S);
    if (isMadeHere(S, End))
      needOperands(S);
  }
  for (Word W = 0; W < P.NumInputs && !P.PackedSources; ++W)
    if (Needed.test(W))
      Packed += std::min(PerWord, P.NumSources - W * PerWord) - 1;
}

/// Returns true if the step has an effect; its first word is First, if any.
bool ElementTrace::isMadeHere(const Step &S, Word First) const {
  if (S.K == Step::Swap && Needed.test(First + 1))
    return true;
  return wordsMade(S) == 0 || isAccess(S) || Needed.test(First);
}

void ElementTrace::need(Bytes At, unsigned Count) {
  if (sourceElement(At, Count))
    return;
  Needed.set(At.W);
  // The lowest element of a word needs no extraction.
  if (Count == ElementBytes && PerWord > 1 && At.First != 0)
    ++Unpacked;
}

/// The elements of an output word.
void ElementTrace::needResults(unsigned Output) {
  const Word W = P.Outputs[Output];
  if (P.PackedResults) {
    Needed.set(W);
    return;
  }
  const Step *S = MadeBy[W];
  if (S && S->K == Step::Permute) {
    for (unsigned I = 0; I < PerWord; ++I)
      need(result(Output * PerWord + I), ElementBytes);
    return;
  }
  // Either all of them are source elements in their places, or none is.
  if (sourceElement({W, 0}, ElementBytes))
    return;
  Needed.set(W);
  Unpacked += PerWord - 1;
}

void ElementTrace::needOperands(const Step &S) {
  switch (S.K) {
  case Step::Select:
  case Step::Permute:
  case Step::Swap:
    Needed.set(S.B);
    [[fallthrough]];
  case Step::Shuffle:
  case Step::Transpose:
    Needed.set(S.A);
    return;
  case Step::Store:
    if (S.Bytes < 4)
      return need(origin({S.Words[0], S.FirstByte}, S.Bytes), S.Bytes);
    [[fallthrough]];
  case Step::StoreMatrix:
    for (Word W : S.Words)
      Needed.set(W);
    return;
  case Step::Load:
  case Step::LoadMatrix:
  case Step::Barrier:
    return;
  }
}

ElementTrace::Bytes ElementTrace::origin(Bytes At, unsigned Count) const {
  for (;;) {
    const Step *S = MadeBy[At.W];
    if (!S || S->K != Step::Permute || !all_equal(S->Selector))
      return At;
    auto Chosen = [&](unsigned I) -> unsigned {
      return S->Selector[0] >> (4 * (At.First + I)) & 7;
    };
    unsigned From = Chosen(0);
    if (From % 4 % Count != 0)
      return At; // pieces of two elements
    for (unsigned I = 1; I < Count; ++I)
      if (Chosen(I) != From + I)
        return At;
    At = {From < 4 ? S->A : S->B, From % 4};
  }
}

std::optional<unsigned> ElementTrace::sourceElement(Bytes Origin,
                                                    unsigned Count) const {
  if (PerWord == 1 || P.PackedSources || Origin.W >= P.NumInputs ||
      Count != ElementBytes || Origin.First % ElementBytes != 0)
    return std::nullopt;
  return Origin.W * PerWord + Origin.First / ElementBytes;
}

bool ElementTrace::isLoadedAlone(Bytes Origin, unsigned Count) const {
  const Step *S = MadeBy[Origin.W];
  return S && S->K == Step::Load && S->Bytes == Count && Origin.First == 0;
}

ElementTrace::Bytes ElementTrace::result(unsigned R) const {
  Bytes At{P.Outputs[R / PerWord], R % PerWord * ElementBytes};
  return P.PackedResults ? At : origin(At, ElementBytes);
}
