//===- ScratchSeparation.cpp - Plans at one barrier in the same bytes -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ScratchSeparation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::haveSameSlices(const Plan &A, const Plan &B) {
  return A.Group == Scope::Warp && B.Group == Scope::Warp &&
         A.ScratchBytes == B.ScratchBytes;
}

static bool isOfBlock(const ExchangePlan &P) {
  return P.Best->Group == Scope::Block;
}

/// Whether the plans use a byte of the same array. Of a dynamic one, places are
/// relative to each exchange.
static bool overlap(const ExchangePlan &A, const ExchangePlan &B,
                    const Exchanges &R) {
  if (A.Subject->Object != B.Subject->Object)
    return false;
  const SharedObject &O = R.objects()[A.Subject->Object];
  if (O.Dynamic)
    return true;
  auto End = [&](const ExchangePlan &P) {
    const unsigned Warps = isOfBlock(P) ? 1
                                        : divideCeil(R.shape().threads(),
                                                     1u << R.shape().LaneBits);
    return P.FirstByte + uint64_t(P.Best->ScratchBytes) * Warps;
  };
  return A.FirstByte < End(B) && B.FirstByte < End(A);
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
        if (overlap(*P, *Q, R) && P->BarrierBefore != Scope::Block)
          P->BarrierBefore =
              haveSameSlices(*P->Best, *Q->Best) ? Scope::Warp : Scope::Block;
      if (P->BarrierBefore == Scope::Block || isOfBlock(*P))
        Open.clear();
      Open.push_back(P);
    }
  }
}
