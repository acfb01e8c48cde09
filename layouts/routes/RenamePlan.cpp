//===- RenamePlan.cpp - What is already in the right thread ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No element changes threads: whole words are renamed, packed ones permuted,
// and selected where the register depends on the lane.
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/WordBuilder.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// Every column of a thread bit, and nothing else, has that thread bit; and no
/// register depends on the warp.
static bool isLocal(const AffineMove &A, unsigned LaneBits) {
  uint64_t Away = A.Offset;
  for (uint64_t Column : A.RegisterColumns)
    Away |= Column;
  for (unsigned J = 0; J < A.ThreadBits; ++J) {
    uint64_t Own = uint64_t(1) << (A.SourceRegisterBits + J);
    uint64_t Other = A.ThreadColumns[J] ^ Own;
    if (J >= LaneBits && Other)
      return false;
    Away |= Other;
  }
  return Away >> A.SourceRegisterBits == 0;
}

bool f2layout::isLocal(const Conversion &Atoms) {
  if (!Atoms.hasTable())
    return ::isLocal(*Atoms.Affine, Atoms.LaneBits);
  unsigned Lanes = 1u << Atoms.LaneBits;
  for (unsigned R = 0; R < Atoms.NumResults; ++R) {
    std::vector<unsigned> OfLane(Lanes, ~0u);
    for (unsigned T = 0; T < Atoms.NumThreads; ++T) {
      Holder H = Atoms.holder(R, T);
      if (H == DontCare)
        continue;
      unsigned &Register = OfLane[T % Lanes];
      if (H.Thread != T || (Register != ~0u && Register != H.Register))
        return false;
      Register = H.Register;
    }
  }
  return true;
}

std::vector<Plan> f2layout::planRename(const Conversion &Atoms) {
  std::vector<Plan> Plans;
  const unsigned PerWord = 4 / atomBytes(Atoms);
  const unsigned Lanes = 1u << Atoms.LaneBits;
  for (Style::Merge Merging :
       {Style::Chain, Style::ByHalves, Style::ByNumber, Style::BySlot}) {
    Plan P = startPlan(Atoms);
    Style S;
    S.Merging = Merging;
    WordBuilder B(P, atomBytes(Atoms), S);
    for (unsigned O = 0; O < wordsOf(Atoms, Atoms.NumResults); ++O) {
      Wish W = B.emptyWish();
      for (unsigned Slot = 0; Slot < PerWord; ++Slot)
        for (unsigned T = 0; T < Atoms.NumThreads; ++T) {
          unsigned R = O * PerWord + Slot;
          if (R >= Atoms.NumResults || Atoms.holder(R, T) == DontCare)
            continue;
          unsigned From = Atoms.holder(R, T).Register;
          W[T % Lanes][Slot] = {From / PerWord, uint8_t(From % PerWord)};
        }
      P.Outputs.push_back(B.build(W));
    }
    bool Same = P.Outputs.size() == P.NumInputs &&
                all_of(enumerate(P.Outputs),
                       [](const auto &E) { return E.value() == E.index(); });
    P.By = Same ? Route::Nothing : Route::Rename;
    Plans.push_back(std::move(P));
    if (PerWord == 1)
      break;
  }
  return Plans;
}
