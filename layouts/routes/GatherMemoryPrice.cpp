//===- GatherMemoryPrice.cpp - What gathers in memory cost ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wavefronts of stores are counted exactly, those of loads at random
// indices, always the same ones.
//
//===----------------------------------------------------------------------===//

#include "layouts/machine/Wavefronts.h"
#include "layouts/routes/GatherRoutes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <random>

using namespace llvm;
using namespace f2layout;

/// Loads that are counted at random indices.
static constexpr unsigned Samples = 24;

/// Of one store, if all threads that hold copies are inactive.
static unsigned storeWavefronts(const ScratchPlaces &P, unsigned Bytes,
                                unsigned Elements, const Machine &M) {
  SmallVector<uint32_t, 64> Addresses;
  for (unsigned L = 0; L < M.lanes(); ++L)
    Addresses.push_back(L & P.SpareThreads ? ~0u : P.Source.at(0, L) * Bytes);
  return countWavefronts(Addresses, Bytes * Elements, /*IsStore=*/true, M);
}

/// Of one load at random indices, on average.
static double loadWavefronts(const ScratchPlaces &P, unsigned Bytes,
                             const Machine &M) {
  std::minstd_rand Random(1);
  SmallVector<uint32_t, 64> Addresses(M.lanes());
  unsigned Sum = 0;
  for (unsigned Sample = 0; Sample < Samples; ++Sample) {
    for (auto [L, Address] : enumerate(Addresses)) {
      uint64_t Place = P.Result.at(0, L);
      const uint64_t Index = Random() >> 4;
      for (auto [J, Column] : enumerate(P.IndexColumns))
        Place ^= Index >> J & 1 ? Column : 0;
      Address = Place * Bytes;
    }
    Sum += countWavefronts(Addresses, Bytes, /*IsStore=*/false, M);
  }
  return double(Sum) / Samples;
}

/// Instructions that bring narrow elements into the words of the stores, or out
/// of those of the source.
static unsigned packs(const GatherMemory &Memory, const Gather &G) {
  if (G.ElementBits >= 32)
    return 0;
  unsigned Packs = 0;
  const unsigned PerWord = 32 / G.ElementBits;
  for (const auto &Registers : Memory.Stores) {
    bool Whole = Registers.size() >= PerWord;
    for (auto [I, R] : enumerate(Registers))
      Whole &= R == Registers[0] + I && (I || R % PerWord == 0);
    if (G.PackedSources)
      Packs += Whole ? 0 : Registers.size();
    else
      Packs += Registers.size() - divideCeil(Registers.size(), PerWord);
  }
  return Packs;
}

void f2layout::priceMemory(GatherPlan &P, const Gather &G, const Machine &M) {
  const GatherMemory &Memory = *P.Memory;
  const ScratchPlaces &At = Memory.Places;
  const unsigned Bytes = G.ElementBits / 8;
  GatherCost &C = P.Cost;
  // Windows that look at all registers.
  const bool Knows = Memory.knowsWindows();
  const double Windows = Knows ? 1 : Memory.windows();
  const unsigned Results = 1u << G.ResultBits;
  // Of warps that hold copies, one stores.
  const double Storing =
      1.0 / (uint64_t(1) << popcount(At.SpareThreads >> G.LaneBits));
  C.Stores = Memory.Stores.size();
  C.Loads = Results;
  C.StoreWavefronts = C.Stores * Storing *
                      storeWavefronts(At, Bytes, Memory.Stores[0].size(), M);
  C.LoadWavefronts = Results * Windows * loadWavefronts(At, Bytes, M);
  C.Packs = packs(Memory, G);
  C.Permutes = joinsOf(G);
  SmallVector<uint64_t> Offsets;
  for (uint64_t Column : At.IndexColumns)
    Offsets.push_back(Column * Bytes);
  C.IndexSteps = Results * indexSteps(Offsets, 0, /*AddsOther=*/true);
  // Each place is compared with the window.
  C.Selects = Knows ? 0 : unsigned(Windows * (Results + C.Stores));
  (Memory.Group == Scope::Warp ? C.WarpBarriers : C.BlockBarriers) =
      2 * Memory.windows() - Knows;
  C.MemoryClocks = (C.StoreWavefronts + C.LoadWavefronts) * M.Costs.Wavefront;
  C.AluClocks =
      C.Packs * (G.ElementBits == 8 ? M.Costs.Pack : M.Costs.Permute) +
      C.Permutes * M.Costs.Permute +
      (C.IndexSteps + C.Selects) * M.Costs.Select;
  C.BarrierClocks = C.WarpBarriers * M.Costs.WarpBarrier +
                    C.BlockBarriers * M.Costs.BlockBarrier;
  sumUp(C);
}
