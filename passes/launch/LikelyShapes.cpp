//===- LikelyShapes.cpp - Block shapes that the addresses suggest ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/LikelyShapes.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace f2layout;

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

SmallVector<EvalShape, 16> f2layout::likelyShapes(const LaunchShape &L) {
  SmallVector<std::array<unsigned, 3>, 16> Sizes;
  unsigned Max = L.MaxThreads;
  auto Add = [&](unsigned X, unsigned Y) {
    std::array<unsigned, 3> S = {X, Y, 1};
    unsigned Product = X * Y;
    if (Product > Max || (L.ExactThreads && Product != *L.ExactThreads))
      return;
    if (!is_contained(Sizes, S))
      Sizes.push_back(S);
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
    if (Sizes.empty())
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
  SmallVector<EvalShape, 16> Shapes;
  for (const auto &Size : Sizes) {
    EvalShape S;
    S.Size = Size;
    S.LaneBits = L.LaneBits;
    S.SizeIsExact = true;
    Shapes.push_back(S);
  }
  return Shapes;
}
