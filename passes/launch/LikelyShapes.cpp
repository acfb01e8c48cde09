//===- LikelyShapes.cpp - Block shapes that the addresses suggest ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/LikelyShapes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace f2layout;

using Sizes = std::array<unsigned, 3>;

EvalShape f2layout::statedShape(const LaunchShape &L) {
  EvalShape S;
  S.LaneBits = L.LaneBits;
  if (L.Exact) {
    S.Size = *L.Exact;
    S.SizeIsExact = true;
    return S;
  }
  // Whole warps: no thread reads what a missing lane would hold.
  unsigned Lanes = 1u << L.LaneBits;
  unsigned Threads = (L.MaxThreads + Lanes - 1) / Lanes * Lanes;
  S.Size = {std::max(Lanes, Threads), 1, 1};
  return S;
}

/// Keeps the shapes in which all comparisons of indices make a difference. If
/// no usual one is among them, those of a power of two rows that suffice are
/// tried.
static void dropTooSmall(SmallVectorImpl<Sizes> &All, const LaunchShape &L,
                         function_ref<void(unsigned X, unsigned Y)> Add) {
  auto IsTooSmall = [&](const Sizes &S) {
    return S[0] < L.LikelyAtLeast[0] || S[1] < L.LikelyAtLeast[1];
  };
  if (!any_of(All, IsTooSmall))
    return;
  const unsigned Rows = PowerOf2Ceil(L.LikelyAtLeast[1]);
  if (all_of(All, IsTooSmall))
    for (unsigned X : {32u, 16u, 64u, 8u, 128u})
      Add(X, Rows);
  if (!all_of(All, IsTooSmall))
    erase_if(All, IsTooSmall);
}

SmallVector<EvalShape, 16> f2layout::likelyShapes(const LaunchShape &L) {
  SmallVector<Sizes, 16> All;
  unsigned Max = L.MaxThreads;
  auto Add = [&](unsigned X, unsigned Y) {
    const Sizes S = {X, Y, 1};
    unsigned Product = X * Y;
    if (Product > Max || (L.ExactThreads && Product != *L.ExactThreads))
      return;
    if (!is_contained(All, S))
      All.push_back(S);
  };
  bool Stated = L.ExactThreads || Max < MaxBlockThreads;
  unsigned Likely = L.ExactThreads ? *L.ExactThreads : Max;
  if (!L.isLikelyFlat()) {
    if (Stated)
      for (unsigned X : {32u, 16u, 64u, 8u, 128u})
        if (Likely % X == 0)
          Add(X, Likely / X);
    for (auto [X, Y] : {std::pair(32u, 32u),
                        {32u, 16u},
                        {32u, 8u},
                        {16u, 16u},
                        {64u, 4u},
                        {32u, 4u},
                        {64u, 8u},
                        {16u, 8u},
                        {8u, 8u}})
      Add(X, Y);
    // A size such as 49 or 100: the rectangle that is most like a square.
    if (All.empty())
      for (unsigned Y = std::max(1u, unsigned(std::sqrt(Likely))); Y > 0; --Y)
        if (Likely % Y == 0) {
          Add(Likely / Y, Y);
          break;
        }
  } else {
    if (Stated)
      Add(Likely, 1);
    for (unsigned X : {256u, 128u, 512u, 1024u, 64u, 32u})
      Add(X, 1);
  }
  dropTooSmall(All, L, Add);
  SmallVector<EvalShape, 16> Shapes;
  for (const Sizes &Size : All) {
    EvalShape S;
    S.Size = Size;
    S.LaneBits = L.LaneBits;
    S.SizeIsExact = true;
    Shapes.push_back(S);
  }
  return Shapes;
}
