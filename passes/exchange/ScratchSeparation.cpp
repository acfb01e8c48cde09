//===- ScratchSeparation.cpp - Plans at one barrier in the same bytes -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ScratchSeparation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::haveSameSlices(const Plan &A, const Plan &B) {
  return A.Group == Scope::Warp && B.Group == Scope::Warp &&
         A.ScratchBytes == B.ScratchBytes;
}

static bool isOfBlock(const ExchangePlan &P) {
  return P.Best->Group == Scope::Block;
}

/// Whether the plans may use a byte of the same array. Of a dynamic one, places
/// are relative to each exchange. A plan within warps has a slice for each of
/// them, and the block may have more warps than are assumed.
static bool mayOverlap(const ExchangePlan &A, const ExchangePlan &B,
                       const Exchanges &R) {
  if (A.Subject->Object != B.Subject->Object)
    return false;
  if (R.objects()[A.Subject->Object].Dynamic || !isOfBlock(A) || !isOfBlock(B))
    return true;
  return A.FirstByte < B.FirstByte + B.Best->ScratchBytes &&
         B.FirstByte < A.FirstByte + A.Best->ScratchBytes;
}

void f2layout::separateAtBarriers(MutableArrayRef<ExchangePlan> Plans,
                                  const Exchanges &R) {
  MapVector<const SyncPoint *, SmallVector<ExchangePlan *, 4>> ByBarrier;
  for (ExchangePlan &P : Plans)
    if (P.Best && P.Best->usesMemory())
      ByBarrier[P.Subject->At].push_back(&P);
  for (auto &[At, Here] : ByBarrier) {
    // Those with no block barrier behind their loads yet.
    SmallVector<const ExchangePlan *, 4> Open;
    for (ExchangePlan *P : Here) {
      if (P->BarrierBefore == Scope::Block)
        Open.clear();
      for (const ExchangePlan *Q : Open)
        if (mayOverlap(*P, *Q, R) && P->BarrierBefore != Scope::Block)
          P->BarrierBefore =
              haveSameSlices(*P->Best, *Q->Best) ? Scope::Warp : Scope::Block;
      if (P->BarrierBefore == Scope::Block || isOfBlock(*P))
        Open.clear();
      Open.push_back(P);
    }
  }
}
