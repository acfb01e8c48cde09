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

/// ALU instructions: a product in place of a shift; and the high half of a
/// product, a shift, a product and an add.
static constexpr unsigned ScaleOps = 1, DivideOps = 4;
/// What a plan must save of the clocks, at the least.
static constexpr double Margin = 1.0 / 16;
/// Pitches that are tried, and addresses that are evaluated for it.
static constexpr size_t MaxPitches = 6;
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
  unsigned rootFor(PitchRoot R);
  PitchedAddress linear(const CutSum &S, uint32_t Kept);
  PitchedAddress divided(const AddressSum &S, const SwizzleMap &Map);
  PitchPlan addresses(const SwizzleMap &Map);
  void setRounds();
  double weightOf(const AddressSum &S) const;
  double arithmetic(const PitchPlan &P);
  std::optional<SwizzleCost> cost(const SwizzleMap &Map, bool Joined) const;
  void tryPitch(uint32_t Pitch, bool Joined);
  bool tryMap(const SwizzleMap &Map, double Arithmetic, bool Joined);

  const SwizzleContext &C;
  PitchLimits Limits;
  SwizzleProof &Proof;
  std::vector<AddressSum> Sums;
  std::vector<std::optional<CutSum>> Cuts; ///< Of the pitch that is tried.
  std::vector<BlockOfAccesses> Blocks;
  unsigned Rounds = 0;
  SwizzleCost Before;
  unsigned Widest = 1, WidestJoined = 1;
  double Evaluated = 0, AddressesOfMap = 0;
  std::vector<PitchRoot> Roots; ///< Of the plan that is made.
  PitchChoice Choice;
};

} // namespace

Planner::Planner(const SwizzleContext &C, SwizzleProof &Proof,
                 const PitchLimits &L)
    : C(C), Limits(L), Proof(Proof) {
  MapVector<const BasicBlock *, BlockOfAccesses> ByBlock;
  for (const SwizzleAccess &A : C.Accesses) {
    ByBlock[A.A->I->getParent()].Accesses.push_back(A);
    Widest = std::max(Widest, A.A->Bytes);
    for (const SwizzleCase &Case : A.Cases)
      AddressesOfMap += double(Case.Active.size()) * (Case.Step ? 16 : 1) *
                        std::max<size_t>(A.Pieces.size(), 1);
    Sums.push_back(sumOfAddress(A.A->pointerUse(), *C.Object.Arrays.front(),
                                C.F.getDataLayout()));
  }
  for (auto &[BB, Here] : ByBlock) {
    const SwizzleTraffic Traffic(Here.Accesses, C.Bytes, {}, /*Joined=*/true,
                                 C.M);
    WidestJoined = std::max(WidestJoined, Traffic.widest());
    Here.Before = Traffic.cost({});
    Before.Wavefronts += Here.Before.Wavefronts;
    Before.Least += Here.Before.Least;
    Before.Clocks += Here.Before.Clocks;
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
  for (const AddressSum &S : Sums)
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

unsigned Planner::rootFor(PitchRoot R) {
  for (auto [Number, Old] : enumerate(Roots))
    if (Old.IsDivided == R.IsDivided && Old.Sum.Constant == R.Sum.Constant &&
        Old.Sum.Parts == R.Sum.Parts) {
      Old.IsSmall &= R.IsSmall;
      return Number;
    }
  Roots.push_back(std::move(R));
  return Roots.size() - 1;
}

PitchedAddress Planner::linear(const CutSum &S, uint32_t Kept) {
  PitchRoot R;
  R.Sum = S.withPitch(Kept);
  R.IsSmall = S.IsSmall;
  const int64_t Added = int32_t(R.Sum.Constant);
  R.Sum.Constant = 0;
  return {rootFor(std::move(R)), Added};
}

/// Whole rows of the constant need no division of their own, if what is left is
/// not negative.
PitchedAddress Planner::divided(const AddressSum &S, const SwizzleMap &Map) {
  PitchRoot R;
  R.Sum = S;
  R.IsDivided = true;
  const int64_t Constant = int32_t(S.Constant);
  int64_t Rows = 0;
  const bool IsInFirstRow = Constant >= 0 && Constant < Map.Pitch;
  if (!IsInFirstRow && std::abs(Constant) < (1 << 28) &&
      Proof.zerosOf(S.Parts) >> 31)
    Rows = divideFloorSigned(Constant, int64_t(Map.Pitch));
  R.Sum.Constant = uint32_t(Constant - Rows * Map.Pitch);
  return {rootFor(std::move(R)), Rows * Map.Kept};
}

PitchPlan Planner::addresses(const SwizzleMap &Map) {
  PitchPlan P;
  P.Map = Map;
  P.Before = Before;
  Roots.clear();
  for (auto [Sum, Cut] : zip_equal(Sums, Cuts))
    P.Addresses.push_back(Cut ? linear(*Cut, Map.Kept) : divided(Sum, Map));
  P.Roots = Roots;
  P.ArithmeticClocks = arithmetic(P);
  return P;
}

double Planner::weightOf(const AddressSum &S) const {
  double Weight = 1;
  for (const AddressSum::Part &P : S.Parts)
    if (auto *I = dyn_cast<Instruction>(P.V))
      Weight = std::max(Weight, C.weightIn(I->getParent()));
  return Weight;
}

double Planner::arithmetic(const PitchPlan &P) {
  double Operations = 0;
  for (const PitchRoot &R : P.Roots)
    if (!R.Sum.Parts.empty() && !Proof.isUniform(R.Sum.Parts))
      Operations += weightOf(R.Sum) * (R.IsDivided                  ? DivideOps
                                       : isPowerOf2_32(P.Map.Pitch) ? ScaleOps
                                                                    : 0);
  return divideCeil(C.Threads, C.M.lanes()) * Operations * C.M.Costs.Select;
}

/// Nothing if a round takes more wavefronts than before, or may do so because
/// the blocks that take fewer do not run in it.
std::optional<SwizzleCost> Planner::cost(const SwizzleMap &Map,
                                         bool Joined) const {
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
  }
  if (any_of(More, [](double Added) { return Added > Rounding; }))
    return std::nullopt;
  return Sum;
}

bool Planner::suitsFragments(uint32_t Pitch) {
  return all_of(seq(Sums.size()), [&](size_t N) {
    const SwizzleAccess &A = C.Accesses[N];
    return !A.A->IsFragment || isOfRows(A, Pitch, Sums[N], Cuts[N], Proof);
  });
}

bool Planner::keepsFragmentsAligned(const SwizzleMap &Map) {
  return all_of(seq(Sums.size()), [&](size_t N) {
    const SwizzleAccess &A = C.Accesses[N];
    return !A.A->IsFragment || staysAligned(A, Map, Cuts[N], Proof);
  });
}

/// Returns true if no conflict is left.
bool Planner::tryMap(const SwizzleMap &Map, double Arithmetic, bool Joined) {
  const std::optional<SwizzleCost> After = cost(Map, Joined);
  Evaluated += AddressesOfMap;
  if (!After || After->Wavefronts >= Before.Wavefronts ||
      !keepsFragmentsAligned(Map))
    return false;
  const double Clocks = After->Clocks + Arithmetic;
  const bool MayGrow = Map.bytes(C.Bytes) <= Limits.MostBytes;
  std::optional<PitchPlan> &Best = MayGrow ? Choice.Plan : Choice.Wanted;
  if (Clocks > Limits.MaxClocks * (1 - Margin) ||
      (Best && Clocks >= Best->clocks()))
    return false;
  Best = addresses(Map);
  Best->After = *After;
  return !After->hasConflicts();
}

void Planner::tryPitch(uint32_t Pitch, bool Joined) {
  const unsigned Granule = Joined ? WidestJoined : Widest;
  const unsigned Step = std::lcm(std::max(Granule, C.M.BankBytes), Widest);
  if (Pitch % Granule || !suitsFragments(Pitch))
    return;
  SwizzleMap Map;
  Map.Pitch = Pitch;
  Map.Kept = alignTo(Pitch + 1, Step);
  // The same for all of them.
  const double Arithmetic = addresses(Map).ArithmeticClocks;
  const unsigned Turn = C.M.Banks * C.M.BankBytes;
  const unsigned End = Pitch + std::min(Pitch, Turn);
  for (; Map.Kept <= End && Evaluated <= MaxAddresses; Map.Kept += Step)
    if (tryMap(Map, Arithmetic, Joined))
      return;
}

PitchChoice Planner::run() {
  if (!Before.hasConflicts())
    return {};
  for (uint32_t Pitch : pitches()) {
    Cuts.clear();
    for (auto [Number, Sum] : enumerate(Sums))
      Cuts.push_back(Proof.cut(Sum, Number, Pitch, Pitch));
    tryPitch(Pitch, /*Joined=*/true);
    if (WidestJoined != Widest)
      tryPitch(Pitch, /*Joined=*/false);
  }
  if (Choice.Plan && Choice.Wanted &&
      Choice.Plan->clocks() <= Choice.Wanted->clocks())
    Choice.Wanted.reset();
  return std::move(Choice);
}

PitchChoice f2layout::planPitch(const SwizzleContext &C, SwizzleProof &Proof,
                                const PitchLimits &Limits) {
  return Planner(C, Proof, Limits).run();
}
