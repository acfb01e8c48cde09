//===- Dpas.cpp - Tensors in fragments of Intel's DPAS --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/Dpas.h"
#include "layouts/families/DotOperand.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Error checkOne(StringRef Parameter, unsigned Value,
                      ArrayRef<unsigned> Allowed) {
  if (is_contained(Allowed, Value))
    return Error::success();
  std::string List;
  for (unsigned A : Allowed)
    List += (Twine(List.empty()          ? ""
                   : A == Allowed.back() ? " or "
                                         : ", ") +
             Twine(A))
                .str();
  return familyError("dpas",
                     Parameter + " is " + Twine(Value) + ", expected " + List);
}

static Error checkInstruction(const DpasParams &P) {
  if (Error E = checkOne("repeatCount", P.RepeatCount, {1, 2, 4, 8}))
    return E;
  if (Error E = checkOne("systolicDepth", P.SystolicDepth, {8}))
    return E;
  if (Error E = checkOne("executionSize", P.ExecutionSize, {8, 16}))
    return E;
  if (Error E = checkOne("opsPerChannel", P.OpsPerChannel, {1, 2, 4}))
    return E;
  if (Error E = checkOne("threadsPerWarp", P.ThreadsPerWarp, {8, 16, 32}))
    return E;
  if (P.ThreadsPerWarp >= P.ExecutionSize)
    return Error::success();
  return familyError("dpas", "threadsPerWarp is " + Twine(P.ThreadsPerWarp) +
                                 ", expected at least the execution size, " +
                                 Twine(P.ExecutionSize));
}

static Error check(const DpasParams &P, ArrayRef<uint64_t> Shape) {
  if (Error E = checkInstruction(P))
    return E;
  unsigned Rank = P.WarpsPerCta.size();
  if (Error E = checkWarps("dpas", P.WarpsPerCta))
    return E;
  if (Error E = checkTiles("dpas", "repCluster", P.RepCluster, Rank))
    return E;
  return checkShape("dpas", Shape, Rank);
}

static unsigned cluster(const DpasParams &P, unsigned Dim) {
  return P.RepCluster.empty() ? 1 : P.RepCluster[Dim];
}

//===----------------------------------------------------------------------===//
// Single instructions
//===----------------------------------------------------------------------===//

/// Rows of C, or channels of B: columns run along the lanes, and Count of them
/// are below each other, first in the remaining lanes and then in registers.
/// With a small repeat count some lanes remain unused and hold copies.
static void addBelow(TileBuilder &T, unsigned Lanes, unsigned Count,
                     unsigned Dim) {
  unsigned InLanes = std::min(Lanes, Count);
  T.run("lane", InLanes, Dim);
  T.copies("lane", Lanes / InLanes);
  T.run("register", Count / InLanes, Dim);
}

static void addResult(TileBuilder &T, const DpasParams &P, unsigned M,
                      unsigned N) {
  T.run("lane", P.ExecutionSize, N);
  addBelow(T, P.ThreadsPerWarp / P.ExecutionSize, P.RepeatCount, M);
}

static void addB(TileBuilder &T, const DpasParams &P, unsigned K, unsigned N) {
  T.run("register", P.OpsPerChannel, K);
  T.run("lane", P.ExecutionSize, N);
  addBelow(T, P.ThreadsPerWarp / P.ExecutionSize, P.SystolicDepth, K);
}

static void addA(TileBuilder &T, const DpasParams &P, unsigned M, unsigned K) {
  unsigned Row = P.SystolicDepth * P.OpsPerChannel;
  unsigned In16Bits = std::max(1u, P.OpsPerChannel / 2);
  unsigned Neighbours = std::max(In16Bits, Row / P.ThreadsPerWarp);
  unsigned LanesOfRow = Row / Neighbours;
  T.run("register", Neighbours, K);
  T.run("lane", LanesOfRow, K);
  addBelow(T, P.ThreadsPerWarp / LanesOfRow, P.RepeatCount, M);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Expected<LinearLayout> f2layout::dpasLayout(const DpasParams &P,
                                            ArrayRef<uint64_t> Shape) {
  if (Error E = check(P, Shape))
    return E;
  unsigned Rank = Shape.size(), M = Rank - 2, N = Rank - 1;
  TileBuilder T(Rank);
  addResult(T, P, M, N);
  T.run("register", cluster(P, N), N);
  T.run("register", cluster(P, M), M);
  T.box("warp", P.WarpsPerCta, minorLast(Rank));
  Expected<LinearLayout> Tile = T.finish();
  return Tile ? tileToShape(*Tile, Shape, minorLast(Rank)) : std::move(Tile);
}

Expected<LinearLayout> f2layout::dpasOperandLayout(const DpasParams &Parent,
                                                   const DotOperandParams &P,
                                                   ArrayRef<uint64_t> Shape) {
  if (Error E = check(Parent, Shape))
    return E;
  unsigned Rank = Shape.size();
  Expected<unsigned> K = contractedDim("operand of dpas", P, Rank);
  if (!K)
    return K.takeError();
  unsigned Other = P.OpIdx == 0 ? Rank - 2 : Rank - 1;
  TileBuilder T(Rank);
  if (P.OpIdx == 0)
    addA(T, Parent, Other, *K);
  else
    addB(T, Parent, *K, Other);
  T.run("register", cluster(Parent, Other), Other);
  T.box("warp", Parent.WarpsPerCta, minorLast(Rank), *K);
  Expected<LinearLayout> Tile = T.finish();
  return Tile ? tileToShape(*Tile, Shape, contractedFirst(Rank, *K))
              : std::move(Tile);
}
