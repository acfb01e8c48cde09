//===- ElementTrace.cpp - Elements that need no word ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ElementTrace.h"
#include "layouts/plan/PlanSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
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
      needOperands(S, End);
  }
  for (Word W = 0; W < P.NumInputs; ++W)
    pack(W);
}

/// Returns true if the step has an effect; its first word is First, if any.
bool ElementTrace::isMadeHere(const Step &S, Word First) const {
  if (S.K == Step::Swap && isNeeded(First + 1))
    return true;
  return wordsMade(S) == 0 || isAccess(S) || isNeeded(First);
}

void ElementTrace::need(Bytes At, unsigned Count) {
  if (sourceElement(At, Count))
    return;
  need(At.W, maskTrailingOnes<unsigned>(Count) << At.First);
  // The lowest element of a word needs no extraction.
  if (Count == ElementBytes && PerWord > 1 && At.First != 0)
    ++Unpacked;
}

/// The elements of an output word.
void ElementTrace::needResults(unsigned Output) {
  const Word W = P.Outputs[Output];
  if (P.PackedResults) {
    need(W);
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
  need(W);
  Unpacked += PerWord - 1;
}

/// The bytes of both operands that become these bytes, in some lane.
void ElementTrace::needPermuted(const Step &S, unsigned Bytes) {
  for (uint16_t Selector : S.Selector)
    for (unsigned I = 0; I < 4; ++I)
      if (Bytes >> I & 1) {
        unsigned From = Selector >> (4 * I) & 7;
        need(From < 4 ? S.A : S.B, 1u << From % 4);
      }
}

void ElementTrace::needOperands(const Step &S, Word First) {
  const unsigned Bytes = wordsMade(S) ? Needed[First] : 0;
  switch (S.K) {
  case Step::Permute:
    if (packedFrom(First).empty())
      needPermuted(S, Bytes);
    else
      pack(First);
    return;
  case Step::Select:
    need(S.A, Bytes);
    need(S.B, Bytes);
    return;
  case Step::Swap:
    need(S.A, Bytes | Needed[First + 1]);
    need(S.B, Bytes | Needed[First + 1]);
    return;
  case Step::Shuffle:
    need(S.A, Bytes);
    return;
  case Step::Transpose:
    need(S.A);
    return;
  case Step::Store:
    if (S.Bytes < 4)
      return need(origin({S.Words[0], S.FirstByte}, S.Bytes), S.Bytes);
    [[fallthrough]];
  case Step::StoreMatrix:
    for (Word W : S.Words)
      need(W);
    return;
  case Step::Load:
  case Step::LoadMatrix:
  case Step::Barrier:
    return;
  }
}

ElementTrace::Elements ElementTrace::packedFrom(Word W) const {
  Elements From;
  const Step *S = MadeBy[W];
  if (PerWord == 1 || P.PackedSources || (S && S->K != Step::Permute))
    return From;
  for (unsigned I = 0; I < PerWord; ++I) {
    const unsigned Mask = maskTrailingOnes<unsigned>(ElementBytes)
                          << I * ElementBytes;
    if (!(Needed[W] & Mask)) {
      From.push_back(std::nullopt);
      continue;
    }
    Bytes Origin = origin({W, I * ElementBytes}, ElementBytes);
    std::optional<unsigned> Element = sourceElement(Origin, ElementBytes);
    if (!Element)
      return {};
    if (*Element >= P.NumSources) // The last word may be incomplete.
      Element.reset();
    From.push_back(Element);
  }
  return From;
}

void ElementTrace::pack(Word W) {
  unsigned Elements =
      count_if(packedFrom(W), [](const auto &E) { return !!E; });
  Packed += std::max(1u, Elements) - 1;
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
