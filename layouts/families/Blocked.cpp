//===- Blocked.cpp - Boxes of elements in boxes of threads ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Blocked.h"
#include "layouts/families/DotOperand.h"

using namespace llvm;
using namespace f2layout;

static Error check(const BlockedParams &P, unsigned Rank) {
  if (Error E = checkSizes("blocked", "sizePerThread", P.SizePerThread, Rank))
    return E;
  if (Error E = checkSizes("blocked", "threadsPerWarp", P.ThreadsPerWarp, Rank))
    return E;
  if (Error E = checkSizes("blocked", "warpsPerCTA", P.WarpsPerCta, Rank))
    return E;
  return checkOrder("blocked", P.Order, Rank);
}

/// Boxes of registers, lanes and warps, each around the previous one.
static Expected<LinearLayout> tile(const BlockedParams &P) {
  TileBuilder T(P.Order.size());
  T.box("register", P.SizePerThread, P.Order);
  T.box("lane", P.ThreadsPerWarp, P.Order);
  T.box("warp", P.WarpsPerCta, P.Order);
  return T.finish();
}

Expected<LinearLayout> f2layout::blockedLayout(const BlockedParams &P,
                                               ArrayRef<uint64_t> Shape) {
  if (Error E = checkShape("blocked", Shape, P.Order.size()))
    return E;
  if (Error E = check(P, Shape.size()))
    return E;
  Expected<LinearLayout> Tile = tile(P);
  return Tile ? tileToShape(*Tile, Shape, P.Order, P.Cga) : std::move(Tile);
}

Expected<LinearLayout>
f2layout::blockedOperandLayout(const BlockedParams &Parent,
                               const DotOperandParams &P,
                               ArrayRef<uint64_t> Shape) {
  unsigned Rank = Parent.Order.size();
  if (P.KWidth)
    return familyError("operand of blocked",
                       "kWidth is " + Twine(P.KWidth) + ", expected 0");
  if (Error E = checkShape("operand of blocked", Shape, Rank))
    return E;
  if (Error E = check(Parent, Rank))
    return E;
  Expected<unsigned> K = contractedDim("operand of blocked", P, Rank);
  if (!K)
    return K.takeError();
  SmallVector<unsigned> PerThread = Parent.SizePerThread;
  PerThread[*K] = Shape[*K];
  TileBuilder T(Rank);
  T.box("register", PerThread, Parent.Order);
  T.box("lane", Parent.ThreadsPerWarp, Parent.Order, *K);
  T.box("warp", Parent.WarpsPerCta, Parent.Order, *K);
  Expected<LinearLayout> Tile = T.finish();
  if (!Tile)
    return Tile;
  return tileToShape(*Tile, Shape, Parent.Order, operandCga(Parent.Cga, *K));
}
