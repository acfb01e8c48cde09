//===- PlanCost.cpp - What a plan costs and what any plan must cost -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/machine/Wavefronts.h"
#include "layouts/plan/Atoms.h"
#include "layouts/plan/ElementTrace.h"
#include "layouts/plan/LaneFunctions.h"
#include "layouts/plan/MovedAtoms.h"
#include "layouts/plan/PlanPrice.h"
#include "layouts/plan/PlanSteps.h"
#include "layouts/plan/ShuffleRounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace llvm;
using namespace f2layout;

namespace {

/// The wavefronts of the accesses of a plan. All warps see the same, and so do
/// accesses that differ in the constant of their address only: a xor with a
/// constant permutes banks and words alike, if there are 2^n banks. A plan has
/// many accesses but only a few columns of addresses, so each is counted once.
class WavefrontCounts {
public:
  WavefrontCounts(const Machine &M, unsigned LaneBits)
      : M(M), LaneBits(LaneBits),
        Repeats(isPowerOf2_32(M.Banks) && isPowerOf2_32(M.BankBytes)) {}

  unsigned of(const Step &S) {
    if (Repeats)
      for (auto [Like, Count] : Known)
        if (Like->K == S.K && Like->Bytes == S.Bytes &&
            Like->Address.Columns == S.Address.Columns &&
            (!isMatrixAccess(S) ||
             (Like->Tile == S.Tile && numMatrices(*Like) == numMatrices(S))))
          return Count;
    unsigned Bits = isMatrixAccess(S) ? rowBits(S) : LaneBits;
    unsigned Count = countWavefronts(S.Address, Bits, S.Bytes, isStore(S), M);
    Known.emplace_back(&S, Count);
    return Count;
  }

private:
  const Machine &M;
  unsigned LaneBits;
  bool Repeats;
  SmallVector<std::pair<const Step *, unsigned>, 4> Known;
};

} // namespace

/// F(lane) ^ F(0) is linear over F2.
template <typename T> static bool isAffine(const std::vector<T> &F) {
  for (unsigned L = 1; L < F.size(); ++L) {
    unsigned Low = L & -L;
    if ((F[L] ^ F[0]) != ((F[Low] ^ F[0]) ^ (F[L ^ Low] ^ F[0])))
      return false;
  }
  return true;
}

/// F(lane) is (a * lane + b) mod the warp: a rotation, say.
static bool isModular(const std::vector<uint8_t> &F) {
  unsigned Lanes = F.size();
  if (Lanes < 2)
    return true;
  unsigned Factor = F[1] - F[0];
  for (unsigned L = 0; L < Lanes; ++L)
    if (F[L] != ((F[0] + Factor * L) & (Lanes - 1)))
      return false;
  return true;
}

/// A mask takes a shift, an and, a compare; a lane number or a selector of
/// several bits about one such group per bit. Equal ones are computed once.
static unsigned setupInstructions(const Plan &P) {
  std::set<uint64_t> Masks;
  std::set<std::vector<uint8_t>> Lanes;
  std::set<std::vector<uint16_t>> Selectors;
  for (const Step &S : P.Steps) {
    if (S.K == Step::Select)
      Masks.insert(S.Mask);
    if (S.K == Step::Shuffle)
      Lanes.insert(S.FromLane);
    if (S.K == Step::Permute && S.Selector.size() > 1)
      Selectors.insert(S.Selector);
  }
  unsigned N = 0;
  for (uint64_t M : Masks) {
    std::vector<uint8_t> Bits;
    for (unsigned L = 0; L < 1u << P.LaneBits; ++L)
      Bits.push_back(M >> L & 1);
    N += isAffine(Bits) ? 0 : 3;
  }
  for (const auto &F : Lanes)
    N += isAffine(F) ? 0 : isModular(F) ? 2 : 12;
  for (const auto &F : Selectors)
    N += isAffine(F) ? 0 : 12;
  return N;
}

void f2layout::pricePlan(Plan &P, const Machine &M) {
  PlanCost C;
  ElementTrace Trace(P);
  WavefrontCounts Wavefronts(M, P.LaneBits);
  double Memory = 0, Barriers = 0, AluMoves = 0;
  Word Made = P.NumInputs;
  for (const Step &S : P.Steps) {
    switch (S.K) {
    case Step::Select:
      C.Selects += Trace.isNeeded(Made++);
      break;
    case Step::Permute:
      ++(Trace.isNeeded(Made) && Trace.packedFrom(Made).empty()
             ? C.Permutes
             : C.FreePermutes);
      ++Made;
      break;
    case Step::Shuffle:
      if (!Trace.isNeeded(Made++))
        break;
      ++C.Shuffles;
      if (!isButterfly(S.FromLane) || !(M.Butterflies >> S.FromLane[0] & 1))
        Memory += M.Costs.Shuffle;
      else
        (M.ButterflyPipe == Pipe::Alu ? AluMoves : Memory) += M.Costs.Butterfly;
      break;
    case Step::Swap:
      C.Swaps += Trace.isNeeded(Made) || Trace.isNeeded(Made + 1);
      Made += 2;
      break;
    case Step::Transpose:
      if (!Trace.isNeeded(Made++))
        break;
      ++C.Transposes;
      Memory += M.Costs.Transpose;
      break;
    case Step::Store:
    case Step::Load:
    case Step::StoreMatrix:
    case Step::LoadMatrix: {
      ++(isStore(S) ? C.Stores : C.Loads);
      Made += wordsMade(S);
      unsigned W = Wavefronts.of(S);
      C.Wavefronts += W;
      Memory += W * M.Costs.Wavefront;
      break;
    }
    case Step::Barrier:
      ++(S.Sync == Scope::Warp ? C.WarpBarriers : C.BlockBarriers);
      Barriers +=
          S.Sync == Scope::Warp ? M.Costs.WarpBarrier : M.Costs.BlockBarrier;
      break;
    }
  }
  if (C.BlockBarriers && C.Shuffles + C.Transposes)
    Barriers += countShuffleRounds(P) * M.Costs.WarpBarrier;
  // Two halves make a word by one permute. Bytes are merged as the target does
  // it best (intrinsics/words/Packing.h).
  double ToPack = P.ElementBits == 8 ? M.Costs.Pack : M.Costs.Permute;
  C.Packs = Trace.packed();
  C.Unpacks = Trace.unpacked();
  // A warp waits for the permutes that pack its words and then for the chain of
  // shuffles, each time as at a barrier for accesses. Whole words do not wait
  // so long. Where that was not measured (on AMD), the price does not have it.
  const bool HasChains = C.Shuffles + C.Transposes > 0 &&
                         C.Selects + C.Permutes + C.Packs + C.Unpacks > 0 &&
                         P.ElementBits < 32;
  if (HasChains && !M.JoinsNeighbours)
    Barriers = std::max(Barriers, 2 * M.Costs.WarpBarrier);
  double Alu = C.Selects * M.Costs.Select + C.Permutes * M.Costs.Permute +
               C.Swaps * M.Costs.Swap + C.Packs * ToPack +
               C.Unpacks * M.Costs.Permute + AluMoves +
               elementClocks(M, P.PackedSources && P.PackedResults,
                             P.Outputs.size(), P.ElementBits);
  C.MemoryClocks = Memory;
  C.AluClocks = Alu;
  C.BarrierClocks = Barriers;
  C.Clocks = std::max(Memory, Alu) + Barriers;
  C.Setup = setupInstructions(P);
  P.Cost = C;
}

PlanPrice f2layout::priceOf(const Plan &P, bool WideStores) {
  unsigned Alu = P.Cost.Selects + P.Cost.Permutes + P.Cost.Swaps;
  unsigned Memory =
      P.Cost.Shuffles + P.Cost.Transposes + P.Cost.Loads + P.Cost.Stores;
  return {P.Cost.Clocks, Memory + Alu, Alu,
          WideStores ? P.Cost.Stores : P.Cost.Loads};
}

/// Bytes that all lanes together can give or take in one wavefront.
static unsigned widestWavefront(const Machine &M, bool IsStore) {
  unsigned Most = M.Banks * M.BankBytes;
  for (const AccessShape &S : M.Shapes) {
    size_t Bits = std::min<size_t>(
        (IsStore ? S.StorePhase : S.LoadPhase).size(), M.LaneBits);
    Most = std::max(Most, S.Bytes << Bits);
  }
  return std::max(Most, 1u);
}

/// Clocks for one word from another lane in every lane, by each pipe; infinite
/// for a pipe that cannot.
struct MovedWord {
  double OnMemory, OnAlu = HUGE_VAL;
  explicit MovedWord(const Machine &M) : OnMemory(M.Costs.Shuffle) {
    double &ByButterfly = M.ButterflyPipe == Pipe::Alu ? OnAlu : OnMemory;
    ByButterfly = std::min(ByButterfly, M.Costs.Butterfly);
    if (M.Transposes)
      OnMemory = std::min(OnMemory, M.Costs.Transpose);
    if (M.SwapLaneBits)
      OnAlu = std::min(OnAlu, M.Costs.Swap);
  }
};

/// The least time for what only the memory pipe can do (Far) and what takes it
/// OnMemory clocks or the ALU OnAlu clocks, in shares that end together.
static double sharedOut(double Far, double OnMemory, double OnAlu) {
  if (OnAlu <= Far)
    return Far;
  if (OnAlu == HUGE_VAL)
    return Far + OnMemory;
  return Far + OnMemory * (OnAlu - Far) / (OnMemory + OnAlu);
}

double f2layout::boundClocks(const Conversion &Atoms, const Machine &M,
                             const PlanOptions &O) {
  const MovedAtoms Moved = countMovedAtoms(Atoms);
  const double Near = Moved.NearReceived, Far = Moved.FarReceived;
  if (Near + Far == 0)
    return 0;

  const double Lanes = 1u << Atoms.LaneBits;
  const double Warps = std::max(1.0, Atoms.NumThreads / Lanes);
  const double Bytes = atomBytes(Atoms);
  // A load wavefront carries so many bytes, and where lanes read the same in
  // pairs, twice as many lanes get them. What is given must be carried once.
  const double PerLoad = widestWavefront(M, false);
  auto Shared = [&](double Got, double Given) {
    return (std::max(Got / (M.JoinsPairs ? 2 : 1), std::min(Got, Given)) /
                PerLoad +
            Given / widestWavefront(M, true)) *
           Bytes * M.Costs.Wavefront / Warps;
  };
  const MovedWord Word(M);
  if (!O.AllowShared && Far == 0) {
    const double Words = std::ceil(Moved.MostNearReceived * Bytes / 4);
    return sharedOut(0, Words * Word.OnMemory, Words * Word.OnAlu);
  }
  const double ByFar = Shared(Far, Moved.FarGiven),
               ByShared = Shared(Near, Moved.NearGiven);
  if (!O.AllowShuffle)
    return ByFar + ByShared;
  if (Near == 0)
    return ByFar;
  const double Words = Near * Bytes / (4 * Lanes * Warps);
  return sharedOut(ByFar, std::min(ByShared, Words * Word.OnMemory),
                   Words * Word.OnAlu);
}
