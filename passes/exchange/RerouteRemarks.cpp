//===- RerouteRemarks.cpp - What f2layout-reroute tells the user ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/RerouteRemarks.h"
#include "passes/exchange/ExchangeCost.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

#define DEBUG_TYPE "f2layout-reroute"

using namespace llvm;
using namespace f2layout;
using NV = ore::NV;

/// ", 16 selects": nothing if there are none.
template <typename Remark>
static void count(Remark &R, StringRef Key, unsigned N, StringRef One,
                  bool &First) {
  if (!N)
    return;
  R << (First ? "" : ", ") << NV(Key, N) << " " << One << (N == 1 ? "" : "s");
  First = false;
}

/// ", 2 stores of 16 bytes". A plan's stores are all of one width, and its
/// loads.
template <typename Remark>
static void countAccesses(Remark &R, StringRef One, const Plan &P, Step::Kind K,
                          bool &First) {
  unsigned N = 0, Bytes = 0;
  for (const Step &S : P.Steps)
    if (S.K == K) {
      ++N;
      Bytes = S.Bytes;
    }
  if (!N)
    return;
  count(R, (One + "s").str(), N, One.lower(), First);
  R << " of " << NV((One + "Bytes").str(), Bytes)
    << (Bytes == 1 ? " byte" : " bytes");
}

/// ", 2 matrix stores".
template <typename Remark>
static void countMatrices(Remark &R, StringRef One, const Plan &P, Step::Kind K,
                          bool &First) {
  unsigned N = count_if(P.Steps, [&](const Step &S) { return S.K == K; });
  count(R, ("Matrix" + One + "s").str(), N, ("matrix " + One.lower()), First);
}

template <typename Remark>
static void describe(Remark &R, const ExchangePlan &P) {
  const Conversion &M = P.Subject->Move;
  R << "shared exchange of " << NV("Sources", M.NumSources) << " x "
    << NV("ElementType", "i" + utostr(M.ElementBits)) << " per thread "
    << (M.Group == Scope::Warp ? "within each warp" : "across the block");
}

static void remarkPassed(OptimizationRemarkEmitter &ORE,
                         const ExchangePlan &P) {
  ORE.emit([&] {
    const Instruction *At = P.Subject->At->At;
    OptimizationRemark R(DEBUG_TYPE, "ExchangeReplaced", userLocation(*At),
                         At->getParent());
    const PlanCost &C = P.Best->Cost;
    describe(R, P);
    R << " became ";
    bool First = true;
    count(R, "Shuffles", C.Shuffles, "shuffle", First);
    count(R, "Selects", C.Selects, "select", First);
    count(R, "Permutes", C.Permutes, "byte permute", First);
    count(R, "Swaps", C.Swaps, "lane swap", First);
    count(R, "Transposes", C.Transposes, "transpose", First);
    countMatrices(R, "Store", *P.Best, Step::StoreMatrix, First);
    countMatrices(R, "Load", *P.Best, Step::LoadMatrix, First);
    countAccesses(R, "Store", *P.Best, Step::Store, First);
    countAccesses(R, "Load", *P.Best, Step::Load, First);
    if (C.Wavefronts)
      count(R, "Wavefronts", C.Wavefronts, "wavefront", First);
    if (First)
      R << "a renaming of registers";
    R << ": " << NV("ClocksBefore", clockText(P.Before.Clocks)) << " -> "
      << NV("ClocksAfter", clockText(C.Clocks)) << " clocks per warp, bound "
      << NV("ClocksBound", clockText(P.Best->BoundClocks));
    return R;
  });
}

static void remarkStays(OptimizationRemarkEmitter &ORE, const ExchangePlan &P) {
  ORE.emit([&] {
    const Instruction *At = P.Subject->At->At;
    OptimizationRemarkMissed R(DEBUG_TYPE, P.Name, userLocation(*At),
                               At->getParent());
    describe(R, P);
    R << " stays: " << NV("Reason", P.Why);
    return R;
  });
}

/// What each exchange costs as it is written.
static void remarkCost(OptimizationRemarkEmitter &ORE, const Exchanges &R,
                       const ExchangePlan &P, const Target &T) {
  ORE.emit([&] {
    const Instruction *At = P.Subject->At->At;
    OptimizationRemarkAnalysis A(DEBUG_TYPE, "ExchangeCost", userLocation(*At),
                                 At->getParent());
    unsigned Bytes = 0;
    const SharedObject &O = R.objects()[P.Subject->Object];
    for (unsigned S : P.Subject->Stores)
      Bytes += O.Accesses[S].Bytes;
    for (unsigned L : P.Subject->Loads)
      Bytes += O.Accesses[L].Bytes;
    unsigned Row = T.M.Banks * T.M.BankBytes;
    unsigned Least = (Bytes * T.M.lanes() + Row - 1) / Row;
    describe(A, P);
    A << " through " << NV("Array", O.name()) << ": "
      << NV("Stores", P.Before.Stores) << " stores and "
      << NV("Loads", P.Before.Loads) << " loads take "
      << NV("Wavefronts", P.Before.Wavefronts) << " wavefronts and "
      << NV("ClocksBefore", clockText(P.Before.Clocks))
      << " clocks per warp where the bytes need "
      << NV("LeastWavefronts", Least) << " wavefronts";
    return A;
  });
}

void f2layout::remarkPlans(OptimizationRemarkEmitter &ORE, const Exchanges &R,
                           ArrayRef<ExchangePlan> Plans, const Target &T) {
  for (const ExchangePlan &P : Plans) {
    remarkCost(ORE, R, P, T);
    if (P.Best)
      remarkPassed(ORE, P);
    else
      remarkStays(ORE, P);
  }
}

void f2layout::remarkDoubleBuffering(OptimizationRemarkEmitter &ORE,
                                     const Exchanges &R,
                                     ArrayRef<DoubleBufferedArray> Parted) {
  for (const DoubleBufferedArray &P : Parted) {
    const SharedObject &O = R.objects()[P.Object];
    if (P.Bytes <= O.Bytes)
      continue;
    ORE.emit([&] {
      const Instruction *At = P.FirstBarrier->At;
      return OptimizationRemark(DEBUG_TYPE, "ArrayGrows", userLocation(*At),
                                At->getParent())
             << "shared array " << NV("Array", O.name()) << " grows from "
             << NV("BytesBefore", O.Bytes) << " to "
             << NV("BytesAfter", P.Bytes)
             << " bytes: " << NV("Exchanges", P.Exchanges)
             << " exchanges take turns in parts of it, so that none waits "
                "until "
                "the one before is read";
    });
  }
}

void f2layout::remarkMissed(OptimizationRemarkEmitter &ORE, Function &F,
                            const Exchanges &R,
                            function_ref<bool(const MissedExchange &)> Which) {
  // The first load of each array and reason, and how many there are.
  MapVector<std::pair<unsigned, StringRef>,
            std::pair<const MissedExchange *, unsigned>>
      Groups;
  for (const MissedExchange &M : R.missed()) {
    if (!Which(M))
      continue;
    auto &[First, Loads] = Groups[{M.Object, M.Name}];
    if (!First)
      First = &M;
    ++Loads;
  }
  for (const auto &[Key, Group] : Groups) {
    const MissedExchange &M = *Group.first;
    const unsigned Loads = Group.second;
    ORE.emit([&] {
      const Instruction *At = M.Load ? M.Load : M.Witness;
      if (!At)
        At = &*F.getEntryBlock().getFirstNonPHIOrDbg();
      OptimizationRemarkMissed X(DEBUG_TYPE, M.Name, userLocation(*At),
                                 At->getParent());
      if (M.Load && Loads > 1)
        X << NV("Loads", Loads) << " loads";
      else if (M.Load)
        X << "load";
      X << (M.Load ? " from shared array " : "shared array ")
        << NV("Array", R.objects()[M.Object].name())
        << (Loads > 1 ? " stay, the first because " : " stays: ")
        << NV("Reason", M.Why);
      if (M.Witness && M.Witness != At && M.Witness->getDebugLoc())
        X << " (see line "
          << NV("WitnessLine", userLocation(*M.Witness).getLine()) << ")";
      return X;
    });
  }
}

void f2layout::remarkSearchEnded(OptimizationRemarkEmitter &ORE, Function &F,
                                 unsigned Millions) {
  ORE.emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, "SearchEnded",
                                    DiagnosticLocation(F.getSubprogram()),
                                    &F.getEntryBlock())
           << "the search for exchanges ended after "
           << NV("Millions", Millions)
           << " million addresses: not every likely shape of the block, or not "
              "every unrolled loop, was tried; a larger search=, or "
              "-f2layout-search= in clang, continues";
  });
}

void f2layout::remarkFunction(OptimizationRemarkEmitter &ORE, Function &F,
                              StringRef Name, StringRef Why) {
  ORE.emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, Name,
                                    DiagnosticLocation(F.getSubprogram()),
                                    &F.getEntryBlock())
           << "kernel left alone: " << NV("Reason", Why);
  });
}
