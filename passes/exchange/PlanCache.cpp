//===- PlanCache.cpp - Plans of conversions that occur again --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/PlanCache.h"
#include "llvm/ADT/Hashing.h"

using namespace llvm;
using namespace f2layout;

/// With a table, the map is a function of the table.
static bool areSame(const Conversion &A, const Conversion &B) {
  return A.ElementBits == B.ElementBits && A.LaneBits == B.LaneBits &&
         A.Group == B.Group && A.NumThreads == B.NumThreads &&
         A.NumSources == B.NumSources && A.NumResults == B.NumResults &&
         A.PackedSources == B.PackedSources &&
         A.PackedResults == B.PackedResults && A.Duplicates == B.Duplicates &&
         A.Table == B.Table;
}

static bool areSame(const PlanOptions &A, const PlanOptions &B) {
  return A.AllowShuffle == B.AllowShuffle && A.AllowShared == B.AllowShared &&
         A.AllLanes == B.AllLanes && A.Converged == B.Converged &&
         A.WideStores == B.WideStores && A.ScratchLimit == B.ScratchLimit;
}

static size_t hashOf(const Conversion &C, const PlanOptions &O) {
  hash_code H = hash_combine(C.ElementBits, C.NumThreads, C.NumSources,
                             C.NumResults, O.AllowShared, O.ScratchLimit);
  for (const Holder &At : C.Table)
    H = hash_combine(H, At.Register, At.Thread);
  return H;
}

PlanResult PlanCache::plan(const Conversion &C, const Function &F,
                           const Machine &M, const PlanOptions &O) {
  const StringRef Cpu = F.getFnAttribute("target-cpu").getValueAsString();
  const StringRef Features =
      F.getFnAttribute("target-features").getValueAsString();
  if (!C.hasTable())
    return planConversion(C, M, O);
  const size_t Hash = hashOf(C, O);
  auto [Begin, End] = ByHash.equal_range(Hash);
  for (auto It = Begin; It != End; ++It) {
    const Entry &E = *It->second;
    if (E.Cpu == Cpu && E.Features == Features &&
        E.NumShapes == M.Shapes.size() && areSame(E.O, O) && areSame(E.C, C))
      return E.Result;
  }
  PlanResult Result = planConversion(C, M, O);
  if (Entries.size() < MaxEntries) {
    Entries.push_back(
        {C, Cpu.str(), Features.str(), M.Shapes.size(), O, Result});
    ByHash.emplace(Hash, &Entries.back());
  }
  return Result;
}
