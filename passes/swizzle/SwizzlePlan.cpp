//===- SwizzlePlan.cpp - The choice of a swizzle, and its cost ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/SwizzlePlan.h"
#include "passes/price/LoopWeights.h"
#include "passes/swizzle/SwizzleProof.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace f2layout;

/// ALU instructions for an xor with a constant.
static constexpr unsigned XorOps = 1;
static constexpr unsigned MaxTerms = 3;
/// The number of wavefront counts that one search may take.
static constexpr size_t MaxCounts = 1 << 16;

uint32_t SwizzleAddresses::added(const SwizzledAddress &A,
                                 const SwizzleMap &Map) const {
  return Map.swizzled(A.Constant) & ~Map.reach(~Roots[A.Root].Zeros);
}

/// IsInner: what is computed outside of the loop is joined with the outer sum.
static double operationsOf(const SwizzleSum &S, const SwizzleMap &Map,
                           unsigned OfTerm, bool IsInner = false) {
  double Sum = 0;
  if (S.IsUniform)
    return 0;
  for (const SwizzleTerm &T : Map.Terms) {
    if (!S.meets(T))
      continue;
    if (S.Outside.has(T, S.Zeros))
      Sum += S.Outside.Weight * OfTerm + (IsInner ? 0 : S.Weight * XorOps);
    else
      Sum += S.Weight * OfTerm;
  }
  return Sum;
}

double SwizzleAddresses::operations(const SwizzleMap &Map,
                                    unsigned OfTerm) const {
  double Sum = 0;
  std::set<unsigned> Used;
  std::set<std::pair<unsigned, uint32_t>> Rotated;
  for (const SwizzledAddress &A : Of) {
    const SwizzleRoot &R = Roots[A.Root];
    if (R.IsUniform)
      continue;
    if (!A.IsXor)
      Sum += R.Weight * OfTerm * Map.Terms.size();
    else if (Used.insert(A.Root).second)
      // The parts of a split root are joined by an xor in place of the sum's
      // add.
      Sum += R.isCut() ? operationsOf(R.Outer, Map, OfTerm) +
                             operationsOf(R.Inner, Map, OfTerm, true)
                       : operationsOf(R, Map, OfTerm);
    if (A.IsXor && rotated(A, Map) &&
        Rotated.insert({A.Root, rotated(A, Map)}).second)
      Sum += XorOps * R.Weight;
  }
  return Sum;
}

namespace {

class Planner {
public:
  Planner(const SwizzleContext &C, SwizzleProof &Proof)
      : C(C), Proof(Proof),
        AsIs(C.Accesses, C.Bytes, {}, /*Joined=*/true, C.M) {}
  SwizzleChoice run();

private:
  void findSums();
  SmallVector<std::pair<uint32_t, uint32_t>, 4> pitches() const;
  const Instruction *pack(uint32_t Pitch, uint32_t Kept);
  void tryPacked(uint32_t Pitch, uint32_t Kept);
  double weightOf(const AddressSum::Part &P) const;
  SwizzleSum sumOf(ArrayRef<AddressSum::Part> Parts);
  SwizzleRoot rootOf(ArrayRef<AddressSum::Part> Parts);
  SwizzleAddresses addressesOf(ArrayRef<AddressSum> Sums);
  void search(const SwizzleMap &Packing, ArrayRef<AddressSum> Sums);
  void search(const SwizzleTraffic &Traffic, SwizzlePlan &P);
  void turn(const SwizzleTraffic &Traffic, const SwizzleTerm &First,
            size_t Fixed, SwizzlePlan &P) const;
  double arithmetic(const SwizzleAddresses &A, const SwizzleMap &Map) const;
  bool isBetter(const SwizzlePlan &P) const;

  const SwizzleContext &C;
  SwizzleProof &Proof;
  /// The array with its padding, neighbours joined.
  const SwizzleTraffic AsIs;
  std::vector<AddressSum> Sums, Packed;
  SwizzleCost Before;
  bool IsCut = false;       ///< A search ended early.
  bool SavesLittle = false; ///< A swizzle would save something.
  std::optional<SwizzlePlan> Best;
  std::optional<Refusal> Left;
};

} // namespace

void Planner::findSums() {
  for (const SharedAccess &A : C.Object.Accesses)
    Sums.push_back(sumOfAddress(A.pointerUse(), *C.Object.Arrays.front(),
                                C.F.getDataLayout()));
}

/// Possible lengths of rows, with and without padding: factors of addresses
/// that are not powers of two.
SmallVector<std::pair<uint32_t, uint32_t>, 4> Planner::pitches() const {
  SmallSetVector<uint32_t, 8> Factors;
  for (const AddressSum &S : Sums)
    for (const AddressSum::Part &P : S.Parts)
      if (int32_t(P.Times) > 2 && !isPowerOf2_32(P.Times))
        Factors.insert(P.Times);
  SmallVector<std::pair<uint32_t, uint32_t>, 4> Found;
  // The array would have to exist beside the smaller one.
  if (C.Object.Compared || C.Object.Dynamic)
    return Found;
  for (uint32_t Pitch : Factors)
    if (Pitch < C.Bytes && C.Bytes % Pitch == 0)
      Found.push_back({Pitch, bit_floor(Pitch)});
  return Found;
}

/// An access that may touch the padding; null if there is none.
const Instruction *Planner::pack(uint32_t Pitch, uint32_t Kept) {
  Packed.clear();
  for (unsigned A = 0; A < Sums.size(); ++A) {
    std::optional<AddressSum> Sum = Proof.packed(Sums[A], A, Pitch, Kept);
    if (!Sum)
      return C.Accesses[A].A->I;
    Packed.push_back(std::move(*Sum));
  }
  return nullptr;
}

void Planner::tryPacked(uint32_t Pitch, uint32_t Kept) {
  // Otherwise it may have any value.
  const bool IsPadding = Pitch - Kept <= Pitch / 8;
  if (const Instruction *At = pack(Pitch, Kept)) {
    if (IsPadding)
      Left = Refusal{"PaddingStays",
                     "an access may touch the last " +
                         std::to_string(Pitch - Kept) + " of " +
                         std::to_string(Pitch) + " bytes of a row",
                     At};
    return;
  }
  SwizzleMap Packing;
  Packing.Pads.push_back({Pitch, int32_t(Kept) - int32_t(Pitch)});
  search(Packing, Packed);
  if (IsPadding && !Best)
    Left = Refusal{"PaddingStays",
                   "without its padding, its accesses and the arithmetic of "
                   "a swizzle would take longer",
                   C.Accesses.front().A->I};
}

double SwizzleContext::weightIn(const BasicBlock *BB) const {
  double Weight = f2layout::weightIn(LI, SE, BB);
  for (const Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop()) {
    const BasicBlock *Before = L->getLoopPredecessor();
    if (const unsigned Known = Trips.lookup(L); Known && Before)
      Weight *= Known * f2layout::weightIn(LI, SE, Before) /
                f2layout::weightIn(LI, SE, L->getHeader());
  }
  return Weight;
}

double Planner::weightOf(const AddressSum::Part &P) const {
  auto *I = dyn_cast<Instruction>(P.V);
  return I ? C.weightIn(I->getParent()) : 1;
}

SwizzleSum Planner::sumOf(ArrayRef<AddressSum::Part> Parts) {
  SwizzleSum S;
  S.Parts.assign(Parts.begin(), Parts.end());
  S.Zeros = Proof.zerosOf(Parts);
  S.IsUniform = Proof.isUniform(Parts);
  for (const AddressSum::Part &P : Parts)
    S.Weight = std::max(S.Weight, weightOf(P));
  for (const AddressSum::Part &P : Parts) {
    // Nothing is carried into its bits, or out of them; the others' are not in
    // question. The sum of the others may have bits that none of them has.
    if (S.Weight <= 1)
      continue;
    const uint32_t Own = ~Proof.zerosOf(P);
    SmallVector<AddressSum::Part, 4> Others;
    for (const AddressSum::Part &Q : Parts)
      if (&P != &Q)
        Others.push_back(Q);
    if (~Proof.zerosOf(Others) & Own)
      continue;
    OutsideBits Found = findOutsideBits(P, C.Forms, C.LI);
    Found.Bits &= Own;
    if (!Found.V || popcount(Found.Bits) <= popcount(S.Outside.Bits))
      continue;
    if (auto *I = dyn_cast<Instruction>(Found.V))
      Found.Weight = C.weightIn(I->getParent());
    S.Outside = Found;
  }
  return S;
}

SwizzleRoot Planner::rootOf(ArrayRef<AddressSum::Part> Parts) {
  SwizzleRoot R;
  static_cast<SwizzleSum &>(R) = sumOf(Parts);
  SmallVector<AddressSum::Part, 4> Outer, Inner;
  for (const AddressSum::Part &P : Parts)
    (weightOf(P) < R.Weight ? Outer : Inner).push_back(P);
  if (Outer.empty() || Inner.empty())
    return R;
  SwizzleSum Out = sumOf(Outer), In = sumOf(Inner);
  if ((Out.Zeros | In.Zeros) != ~0u)
    return R;
  R.Outer = std::move(Out);
  R.Inner = std::move(In);
  return R;
}

SwizzleAddresses Planner::addressesOf(ArrayRef<AddressSum> From) {
  SwizzleAddresses R;
  for (const AddressSum &S : From) {
    auto Same = find_if(R.Roots, [&](const SwizzleRoot &Root) {
      return ArrayRef(Root.Parts) == ArrayRef(S.Parts);
    });
    const unsigned Root = Same - R.Roots.begin();
    if (Same == R.Roots.end())
      R.Roots.push_back(rootOf(S.Parts));
    R.Of.push_back(
        {Root, S.Constant, (S.Constant & ~R.Roots[Root].Zeros) == 0});
  }
  return R;
}

double Planner::arithmetic(const SwizzleAddresses &A,
                           const SwizzleMap &Map) const {
  return divideCeil(C.Threads, C.M.lanes()) *
         A.operations(Map, C.TermOperations) * C.M.Costs.Select;
}

/// Where one term leaves conflicts, tries it with its target bits rotated, as
/// two terms, behind the first Fixed ones of P.
void Planner::turn(const SwizzleTraffic &Traffic, const SwizzleTerm &First,
                   size_t Fixed, SwizzlePlan &P) const {
  const unsigned N = popcount(First.Mask);
  const unsigned From = countr_zero(First.Mask), To = From - First.Shift;
  SwizzleMap Best = P.Map;
  double Fewest = P.After.Clocks + arithmetic(P.Addresses, P.Map) +
                  Before.Clocks * LastConflicts;
  for (unsigned By = 1; By < N; ++By) {
    SwizzleMap Next = P.Map;
    Next.Terms.truncate(Fixed);
    Next.Terms.push_back(
        {maskTrailingOnes<uint32_t>(N - By) << From, From - (To + By)});
    Next.Terms.push_back({maskTrailingOnes<uint32_t>(By) << (From + N - By),
                          From + N - By - To});
    const double Arithmetic = arithmetic(P.Addresses, Next);
    const std::optional<SwizzleCost> Cost =
        Traffic.costBelow(Fewest - Arithmetic, Next, ~0u, {});
    if (!Cost || Cost->hasConflicts() || Cost->Clocks + Arithmetic >= Fewest)
      continue;
    Fewest = Cost->Clocks + Arithmetic;
    Best = std::move(Next);
    P.After = *Cost;
  }
  P.Map = std::move(Best);
}

/// Adds terms as long as they pay off.
void Planner::search(const SwizzleTraffic &Traffic, SwizzlePlan &P) {
  const uint64_t Bytes = P.Map.bytes(C.Bytes);
  const unsigned Low = Log2_32_Ceil(Traffic.widest());
  const unsigned Top = Log2_32(C.M.Banks * C.M.BankBytes);
  const unsigned End = Log2_64_Ceil(Bytes);
  size_t Counts = 0;
  const size_t Fixed = P.Map.Terms.size();
  std::optional<SwizzleTerm> First;
  P.After = Traffic.cost(P.Map);
  while (P.Map.Terms.size() < MaxTerms && P.After.hasConflicts()) {
    SwizzleMap Least = P.Map;
    const std::vector<unsigned> Base = Traffic.wavefronts(P.Map);
    double Fewest = P.After.Clocks + arithmetic(P.Addresses, Least);
    // Among equals, prefer the one with the largest granules, which later
    // accesses may fill.
    for (unsigned To = Top; To-- > Low;)
      for (unsigned N = 1; To + N <= Top; ++N)
        for (unsigned From = Top; From + N <= End; ++From) {
          if (Bytes % (uint64_t(1) << (To + N)) || Counts > MaxCounts)
            continue;
          SwizzleMap Next = P.Map;
          Next.Terms.push_back(
              {uint32_t(maskTrailingOnes<uint64_t>(N) << From), From - To});
          Counts += Traffic.size();
          const double Arithmetic = arithmetic(P.Addresses, Next);
          const std::optional<SwizzleCost> Cost = Traffic.costBelow(
              Fewest - Arithmetic, Next, Next.Terms.back().Mask, Base);
          if (Cost && Cost->Clocks + Arithmetic < Fewest) {
            Fewest = Cost->Clocks + Arithmetic;
            Least = std::move(Next);
            P.After = *Cost;
          }
        }
    if (Least.Terms.size() == P.Map.Terms.size())
      break;
    P.Map = std::move(Least);
    if (!First)
      First = P.Map.Terms.back();
  }
  if (First && P.After.hasConflicts())
    turn(Traffic, *First, Fixed, P);
  IsCut |= Counts > MaxCounts;
  P.ArithmeticClocks = arithmetic(P.Addresses, P.Map);
}

/// A swizzle gives every access another address, and the assembler another
/// order of them. With a saving of 1.5 hundredths for the stores before a loop
/// of broadcasts, ptxas took 52 registers for an n-body kernel instead of 40.
static constexpr double LeastSaved = 0.02;

/// Without padding it must not take longer; arithmetic overlaps with memory,
/// but takes issue slots, and must save something.
bool Planner::isBetter(const SwizzlePlan &P) const {
  if (P.removesPadding()) {
    if (P.ArithmeticClocks > 0 && P.After.Wavefronts == Before.Wavefronts)
      return false;
    if (P.After.Wavefronts > Before.Wavefronts ||
        P.After.Clocks > Before.Clocks ||
        P.ArithmeticClocks >
            std::max(P.After.Clocks, Before.Clocks - P.After.Clocks))
      return false;
  } else if (P.Map.Terms.empty() || P.After.Wavefronts >= Before.Wavefronts ||
             P.After.Clocks + P.ArithmeticClocks >=
                 Before.Clocks * (1 - LeastSaved)) {
    return false;
  }
  if (!Best)
    return true;
  if (P.removesPadding() != Best->removesPadding())
    return P.removesPadding();
  return P.After.Clocks + P.ArithmeticClocks <
         Best->After.Clocks + Best->ArithmeticClocks;
}

void Planner::search(const SwizzleMap &Packing, ArrayRef<AddressSum> From) {
  SwizzlePlan P;
  P.Addresses = addressesOf(From);
  P.Before = Before;
  auto SearchIn = [&](const SwizzleTraffic &Traffic) {
    P.Map = Packing;
    search(Traffic, P);
    SavesLittle |= P.After.Clocks + P.ArithmeticClocks < Before.Clocks;
    if (isBetter(P))
      Best = P;
    return Traffic.hasJoined();
  };
  auto TrafficOf = [&](bool Joined) {
    return SwizzleTraffic(C.Accesses, C.Bytes, Packing, Joined, C.M);
  };
  if (Packing.Pads.empty() ? SearchIn(AsIs) : SearchIn(TrafficOf(true)))
    SearchIn(TrafficOf(false));
}

SwizzleChoice Planner::run() {
  findSums();
  Before = AsIs.cost({});
  for (auto [Pitch, Kept] : pitches())
    tryPacked(Pitch, Kept);
  const bool HasConflicts = Before.hasConflicts();
  if (!Best && HasConflicts)
    search({}, Sums);
  if (Best && Best->removesPadding())
    Left.reset();
  if (!Best && !Left && HasConflicts)
    Left =
        IsCut ? Refusal{"TooLarge",
                        "its accesses are of too many different kinds to try "
                        "all swizzles",
                        C.Accesses.front().A->I}
              : Refusal{"NotProfitable",
                        SavesLittle ? "the best swizzle would save less than 2 "
                                      "hundredths of the clocks of its accesses"
                                    : "no swizzle saves more clocks than its "
                                      "arithmetic takes",
                        C.Accesses.front().A->I};
  return {std::move(Best), std::move(Left)};
}

SwizzleChoice f2layout::planSwizzle(const SwizzleContext &C,
                                    SwizzleProof &Proof) {
  return Planner(C, Proof).run();
}
