//===- Atoms.cpp - Elements of at most 32 bits ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/Atoms.h"

using namespace llvm;
using namespace f2layout;

/// The table of atoms of 32 bits for one of elements of 64.
static std::vector<Holder> splitTable(const Conversion &C) {
  std::vector<Holder> Table;
  if (!C.hasTable())
    return Table;
  for (unsigned R = 0; R < 2 * C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T) {
      Holder H = C.holder(R / 2, T);
      if (H != DontCare)
        H.Register = 2 * H.Register + R % 2;
      Table.push_back(H);
    }
  return Table;
}

Conversion f2layout::splitWide(const Conversion &C) {
  if (C.ElementBits != 64)
    return C;
  Conversion A = C;
  A.ElementBits = 32;
  A.NumSources = 2 * C.NumSources;
  A.NumResults = 2 * C.NumResults;
  A.Table = splitTable(C);
  if (C.Affine) {
    AffineMove &M = *A.Affine;
    ++M.SourceRegisterBits;
    M.Offset <<= 1;
    for (uint64_t &Column : M.RegisterColumns)
      Column <<= 1;
    for (uint64_t &Column : M.ThreadColumns)
      Column <<= 1;
    M.RegisterColumns.insert(M.RegisterColumns.begin(), 1);
  }
  return A;
}

Plan f2layout::startPlan(const Conversion &Atoms) {
  Plan P;
  P.Group = Atoms.Group;
  P.ElementBits = Atoms.ElementBits;
  P.LaneBits = Atoms.LaneBits;
  P.PackedSources = Atoms.PackedSources;
  P.PackedResults = Atoms.PackedResults;
  P.NumSources = Atoms.NumSources;
  P.NumInputs = P.NumWords = wordsOf(Atoms, Atoms.NumSources);
  return P;
}
