//===- CoalescePlan.cpp - The conversion of a group, and its price --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/coalesce/CoalescePlan.h"
#include "intrinsics/target/GlobalStores.h"

using namespace llvm;
using namespace f2layout;

/// The test whether all lanes are there, side by side (CoalesceEmit.h): two
/// words of lane 0, and instructions of the ALU.
static constexpr unsigned TestShuffles = 2, TestInstructions = 12;

Conversion f2layout::structureConversion(unsigned K, unsigned LaneBits) {
  const unsigned Lanes = 1u << LaneBits;
  Conversion C;
  C.LaneBits = LaneBits;
  C.NumThreads = Lanes;
  C.NumSources = C.NumResults = K;
  for (unsigned Word = 0; Word < K * Lanes; ++Word)
    C.Table.push_back({uint16_t(Word % K), uint16_t(Word / K)});
  if (isPowerOf2_32(K))
    C.Affine = fitAffine(C);
  return C;
}

const Plan *CoalescePlanner::planOf(unsigned Words) {
  auto [It, IsNew] = Plans.try_emplace(Words);
  if (IsNew) {
    PlanOptions O;
    O.AllowShared = false;
    O.Converged = true;
    It->second =
        planConversion(structureConversion(Words, T.M.LaneBits), T.M, O).Best;
  }
  return It->second ? &*It->second : nullptr;
}

/// Stores that are wide only where a test at run time finds them aligned.
static bool needsAlignment(const StoreGroup &G) {
  const uint64_t Whole = G.Bytes & -G.Bytes;
  return G.Alignment < std::min<uint64_t>(Whole, 16);
}

CoalescePlan CoalescePlanner::plan(const StoreGroup &G) {
  const GlobalStoreCosts Price = globalStoreCosts(T);
  const MachineCosts &Costs = T.M.Costs;
  CoalescePlan Result;
  if (!MayTest && needsAlignment(G))
    return Result;
  uint64_t Offset = 0;
  for (unsigned Bytes : G.Pieces) {
    Result.Before += sectorsOfStore(T, G.Bytes, Offset, Bytes);
    Offset += Bytes;
  }
  Result.After = G.words() * sectorsOfStore(T, 4, 0, 4);
  const double Saved =
      (double(Result.Before) - Result.After) * Price.sector(G.Bytes) -
      TestShuffles * Costs.Shuffle - TestInstructions * Costs.Select;
  if (Saved <= 0)
    return Result;
  const unsigned Words = std::min(G.words() & -G.words(), 4u);
  // AMD needs no more than words.
  const unsigned Align = T.M.CutsUnaligned ? 4 * Words : 4;
  const Plan *P = planOf(G.words() / Words);
  if (!P)
    return Result;
  Result.How = P;
  Result.ElementWords = Words;
  Result.TestAlign = G.Alignment >= Align ? 1 : Align;
  Result.Gain = Saved - Words * P->Cost.Clocks - P->Cost.Setup * Costs.Select;
  return Result;
}
