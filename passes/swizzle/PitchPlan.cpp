//===- PitchPlan.cpp - Rows that are farther apart ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/PitchPlan.h"
#include "passes/swizzle/PitchFragments.h"
#include "passes/swizzle/SwizzleProof.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;
using namespace f2layout;

/// What a plan must save of the clocks, at the least.
static constexpr double Margin = 1.0 / 16;
/// Pitches that are tried, and addresses that are evaluated for it.
static constexpr size_t MaxPitches = 6;
/// Lists of two pads that are tried for a pitch: as many as single ones.
static constexpr size_t MaxPairs = 32;
static constexpr double MaxAddresses = 1 << 21;

namespace {

/// The accesses of one basic block.
struct BlockOfAccesses {
  std::vector<SwizzleAccess> Accesses;
  SwizzleCost Before;
  double Weight = 1;
  unsigned Round = 0; ///< What runs in one iteration of a loop, or once.
  bool RunsInEach = true;
};

class Planner {
public:
  Planner(const SwizzleContext &C, SwizzleProof &Proof,
          const PitchLimits &Limits);
  PitchChoice run();

private:
  SmallVector<uint32_t, 8> pitches() const;
  bool suitsFragments(uint32_t Pitch);
  bool keepsFragmentsAligned(const SwizzleMap &Map);
  void setRounds();
  std::optional<SwizzleCost> cost(const SwizzleMap &Map, bool Joined,
                                  double MostClocks) const;
  unsigned stepOf(bool Joined) const;
  double arithmetic(const SwizzleMap &Map, uint32_t Pitch);
  bool isBetter(double Clocks, bool MayGrow, double Extra) const;
  void tryPitch(uint32_t Pitch, bool Joined);
  std::vector<SwizzleMap> pairsOfPads(uint32_t Pitch, bool Joined) const;
  void tryPairs(uint32_t Pitch, bool Joined);
  bool tryMap(const SwizzleMap &Map, uint32_t Pitch, double Arithmetic,
              bool Joined, double Extra);

  const SwizzleContext &C;
  PitchLimits Limits;
  SwizzleProof &Proof;
  PitchAddresses Addresses;
  std::vector<BlockOfAccesses> Blocks;
  unsigned Rounds = 0;
  SwizzleCost Before;
  unsigned Widest = 1, WidestJoined = 1;
  double Evaluated = 0, AddressesOfMap = 0;
  PitchChoice Choice;
};

} // namespace

Planner::Planner(const SwizzleContext &C, SwizzleProof &Proof,
                 const PitchLimits &L)
    : C(C), Limits(L), Proof(Proof), Addresses(C, Proof) {
  MapVector<const BasicBlock *, BlockOfAccesses> ByBlock;
  for (const SwizzleAccess &A : C.Accesses) {
    ByBlock[A.A->I->getParent()].Accesses.push_back(A);
    Widest = std::max(Widest, A.A->Bytes);
    for (const SwizzleCase &Case : A.Cases)
      AddressesOfMap += double(Case.Active.size()) * (Case.Step ? 16 : 1) *
                        std::max<size_t>(A.Pieces.size(), 1);
  }
  for (auto &[BB, Here] : ByBlock) {
    const SwizzleTraffic Traffic(Here.Accesses, C.Bytes, {}, /*Joined=*/true,
                                 C.M);
    WidestJoined = std::max(WidestJoined, Traffic.widest());
    Here.Before = Traffic.cost({});
    Before.Wavefronts += Here.Before.Wavefronts;
    Before.Least += Here.Before.Least;
    Before.Clocks += Here.Before.Clocks;
    Before.LeastClocks += Here.Before.LeastClocks;
    Blocks.push_back(std::move(Here));
  }
  setRounds();
  Limits.MaxClocks = std::min(Limits.MaxClocks, Before.Clocks);
}

/// The blocks of a loop, without those of loops in it, are a round. Others are
/// one each, since nothing says how often they run.
void Planner::setRounds() {
  SmallDenseMap<const Loop *, unsigned> OfLoop;
  for (BlockOfAccesses &B : Blocks) {
    const BasicBlock *BB = B.Accesses.front().A->I->getParent();
    const Loop *L = C.LI.getLoopFor(BB);
    B.Weight = C.weightIn(BB);
    if (!L) {
      B.Round = Rounds++;
      continue;
    }
    auto [At, IsNew] = OfLoop.try_emplace(L, Rounds);
    Rounds += IsNew;
    B.Round = At->second;
    SmallVector<BasicBlock *, 2> Latches;
    L->getLoopLatches(Latches);
    B.RunsInEach = all_of(Latches, [&](const BasicBlock *Latch) {
      return C.DT.dominates(BB, Latch);
    });
  }
}

/// Distances of rows, the shortest first: factors of addresses, and the sizes
/// of inner arrays.
SmallVector<uint32_t, 8> Planner::pitches() const {
  SmallSetVector<uint32_t, 16> Found;
  for (const AddressSum &S : Addresses.sums())
    for (const AddressSum::Part &P : S.Parts)
      if (int32_t(P.Times) > 0)
        Found.insert(P.Times);
  // Rows of fragments, where there are some, are rows of the pitch.
  uint32_t Common = 0;
  for (const SwizzleAccess &A : C.Accesses) {
    Common = std::gcd(Common, A.Distance);
    if (A.Distance)
      Found.insert(Common);
  }
  const DataLayout &DL = C.F.getDataLayout();
  Type *Ty = C.Object.Arrays.front()->getValueType();
  while (auto *Array = dyn_cast<ArrayType>(Ty)) {
    Ty = Array->getElementType();
    Found.insert(DL.getTypeAllocSize(Ty));
  }
  SmallVector<uint32_t, 8> Usable;
  for (uint32_t Pitch : Found)
    if (Pitch > Widest && Pitch % Widest == 0 && Common % Pitch == 0 &&
        2 * uint64_t(Pitch) <= C.Bytes &&
        (Limits.Powers || !isPowerOf2_32(Pitch)))
      Usable.push_back(Pitch);
  sort(Usable);
  Usable.truncate(std::min(Usable.size(), MaxPitches));
  return Usable;
}

/// Nothing if all accesses together take more clocks, or if a round takes more
/// wavefronts than before, or may do so because the blocks that take fewer do
/// not run in it.
std::optional<SwizzleCost> Planner::cost(const SwizzleMap &Map, bool Joined,
                                         double MostClocks) const {
  constexpr double Rounding = 1e-6;
  SwizzleCost Sum;
  SmallVector<double, 8> More(Rounds);
  for (const BlockOfAccesses &B : Blocks) {
    const SwizzleCost Here =
        SwizzleTraffic(B.Accesses, C.Bytes, Map, Joined, C.M).cost({});
    const double Added = (Here.Wavefronts - B.Before.Wavefronts) / B.Weight;
    if (Added > 0 || B.RunsInEach)
      More[B.Round] += Added;
    Sum.Wavefronts += Here.Wavefronts;
    Sum.Least += Here.Least;
    Sum.Clocks += Here.Clocks;
    if (Sum.Clocks > MostClocks)
      return std::nullopt;
  }
  if (any_of(More, [](double Added) { return Added > Rounding; }))
    return std::nullopt;
  return Sum;
}

bool Planner::suitsFragments(uint32_t Pitch) {
  const PitchAddresses::Cuts &Cuts = Addresses.cuts(Pitch);
  return all_of(seq(Cuts.size()), [&](size_t N) {
    const SwizzleAccess &A = C.Accesses[N];
    return !A.A->IsFragment ||
           isOfRows(A, Pitch, Addresses.sums()[N], Cuts[N], Proof);
  });
}

bool Planner::keepsFragmentsAligned(const SwizzleMap &Map) {
  const PitchAddresses::Cuts &Cuts = Addresses.cuts(Map.Pads.front().Interval);
  return all_of(seq(Cuts.size()), [&](size_t N) {
    const SwizzleAccess &A = C.Accesses[N];
    return !A.A->IsFragment || staysAligned(A, Map, Cuts[N], Proof);
  });
}

/// Pads are multiples of it.
unsigned Planner::stepOf(bool Joined) const {
  const unsigned Granule = Joined ? WidestJoined : Widest;
  return std::lcm(std::max(Granule, C.M.BankBytes), Widest);
}

double Planner::arithmetic(const SwizzleMap &Map, uint32_t Pitch) {
  Addresses.make(Map, Pitch);
  return Addresses.clocks();
}

/// A plan takes fewer clocks than the array as it is, and than other plans.
/// Extra: how many more it may take than plans with conflicts.
bool Planner::isBetter(double Clocks, bool MayGrow, double Extra) const {
  const std::optional<PitchPlan> &Best = MayGrow ? Choice.Plan : Choice.Wanted;
  const double Most =
      Extra > 0 ? Limits.MaxClocks + Extra : Limits.MaxClocks * (1 - Margin);
  return Clocks <= std::min(Most, Before.Clocks * (1 - Margin)) &&
         (!Best ||
          Clocks < Best->clocks() + (Best->After.hasConflicts() ? Extra : 0));
}

/// Returns true if no conflict is left. Extra: clocks that are granted for it.
bool Planner::tryMap(const SwizzleMap &Map, uint32_t Pitch, double Arithmetic,
                     bool Joined, double Extra) {
  const bool MayGrow = Map.bytes(C.Bytes) <= Limits.MostBytes;
  const std::optional<SwizzleCost> After =
      cost(Map, Joined, Limits.MaxClocks + Extra - Arithmetic);
  Evaluated += AddressesOfMap;
  if (!After || After->Wavefronts >= Before.Wavefronts ||
      !keepsFragmentsAligned(Map))
    return false;
  if (!isBetter(After->Clocks + Arithmetic, MayGrow,
                After->hasConflicts() ? 0 : Extra))
    return false;
  Addresses.make(Map, Pitch);
  PitchPlan &Best = (MayGrow ? Choice.Plan : Choice.Wanted).emplace();
  Best.Map = Map;
  Best.Roots = Addresses.roots();
  Best.Addresses = Addresses.addresses();
  Best.Before = Before;
  Best.After = *After;
  Best.ArithmeticClocks = Arithmetic;
  return !After->hasConflicts();
}

void Planner::tryPitch(uint32_t Pitch, bool Joined) {
  const unsigned Step = stepOf(Joined);
  if (Pitch % (Joined ? WidestJoined : Widest) || !suitsFragments(Pitch))
    return;
  auto MapTo = [&](uint32_t Kept) {
    SwizzleMap Map;
    Map.Pads.push_back({Pitch, int32_t(Kept - Pitch)});
    return Map;
  };
  uint32_t Kept = alignTo(Pitch + 1, Step);
  // The same for all of them.
  const double Arithmetic = arithmetic(MapTo(Kept), Pitch);
  const unsigned Turn = C.M.Banks * C.M.BankBytes;
  const unsigned End = Pitch + std::min(Pitch, Turn);
  for (; Kept <= End && Evaluated <= MaxAddresses; Kept += Step)
    if (tryMap(MapTo(Kept), Pitch, Arithmetic, Joined, /*Extra=*/0))
      return;
}

/// Those that the array has room for, by its growth.
std::vector<SwizzleMap> Planner::pairsOfPads(uint32_t Pitch,
                                             bool Joined) const {
  const unsigned Step = stepOf(Joined);
  const unsigned Turn = C.M.Banks * C.M.BankBytes;
  // Rows are in banks so far apart, all of which this many rows take.
  const uint32_t Apart = std::gcd(Pitch, Turn), Rows = Turn / Apart;
  std::vector<SwizzleMap> Found;
  for (uint32_t First = 2 * Step; First < Apart && Apart % First == 0;
       First *= 2) {
    const uint64_t Short = uint64_t(Rows) * Pitch;
    const uint64_t Long = Short * (Apart / First);
    if (!isPowerOf2_32(Apart / First) || Long >= C.Bytes)
      continue;
    for (uint32_t Second = Step; Second < Apart; Second += Step) {
      SwizzleMap Map;
      Map.Pads = {{uint32_t(Short), int32_t(First)},
                  {uint32_t(Long), int32_t(Second)}};
      if (Second % First && Map.bytes(C.Bytes) <= Limits.MostBytes)
        Found.push_back(std::move(Map));
    }
  }
  stable_sort(Found, [&](const SwizzleMap &A, const SwizzleMap &B) {
    return A.bytes(C.Bytes) < B.bytes(C.Bytes);
  });
  return Found;
}

void Planner::tryPairs(uint32_t Pitch, bool Joined) {
  if (Pitch % (Joined ? WidestJoined : Widest) ||
      any_of(C.Accesses,
             [](const SwizzleAccess &A) { return A.A->IsFragment; }))
    return;
  const double Extra = Before.Clocks * LastConflicts;
  size_t Tried = 0;
  for (const SwizzleMap &Map : pairsOfPads(Pitch, Joined)) {
    if (Tried >= MaxPairs || Evaluated > MaxAddresses)
      return;
    const double Arithmetic = arithmetic(Map, Pitch);
    if (!isBetter(Before.LeastClocks + Arithmetic, /*MayGrow=*/true, Extra))
      continue;
    ++Tried;
    if (tryMap(Map, Pitch, Arithmetic, Joined, Extra))
      return;
  }
}

PitchChoice Planner::run() {
  if (!Before.hasConflicts())
    return {};
  const SmallVector<uint32_t, 8> Pitches = pitches();
  auto TryAll = [&](auto Try) {
    for (uint32_t Pitch : Pitches) {
      (this->*Try)(Pitch, /*Joined=*/true);
      if (WidestJoined != Widest)
        (this->*Try)(Pitch, /*Joined=*/false);
    }
  };
  TryAll(&Planner::tryPitch);
  if (Limits.Powers && (!Choice.Plan || Choice.Plan->After.hasConflicts()))
    TryAll(&Planner::tryPairs);
  if (Choice.Plan && Choice.Wanted &&
      Choice.Plan->clocks() <= Choice.Wanted->clocks())
    Choice.Wanted.reset();
  return std::move(Choice);
}

PitchChoice f2layout::planPitch(const SwizzleContext &C, SwizzleProof &Proof,
                                const PitchLimits &Limits) {
  return Planner(C, Proof, Limits).run();
}
