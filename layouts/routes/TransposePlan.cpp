//===- TransposePlan.cpp - Conversions by transposed words ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a machine transposes a word as an 8 x 8 matrix of halves (Plan.h), the
// index bits (half, lane 0, lane 1) and (lane 2, lane 3, lane 4) change places
// for the price of a shuffle. Without transposes the same also takes one
// shuffle for each word, but in addition permutes on both sides, as each
// shuffle carries halves of two words.
//
//   an accumulator of mma to its transpose, 16 bits:
//     half -> lane 2, lane 0 -> lane 3, lane 1 -> lane 4, and back
//     w1 = transpose(w0)
//
// The register bit in the place of the half is free, as with swaps
// (LaneSwaps.h): any direction d and function f with f(d) = 1, at the price of
// permutes that bring the two registers of each pair into one word. With N the
// map, X a transpose (its own inverse) and R the rest,
//
//   N = X R: transpose first    or    N = R X: transpose last
//
// The other routes plan R. If R only renames registers, N determines d and f,
// as there. Otherwise a few are tried, and those that leave least are planned.
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneSteps.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

constexpr unsigned MatrixLaneBits = 5, TransposedLaneBit = 2;

/// One way to split a transpose off a map.
struct TakenTranspose {
  LaneSwap Halves;
  bool First = true; ///< Before the rest; else after it.
  AffineMove Rest;
  double Shuffles = 0; ///< About as many as the rest needs.
};

class TransposePlanner {
public:
  TransposePlanner(const Conversion &Atoms, const Machine &M,
                   const PlanOptions &O, BitMatrix Map)
      : Atoms(Atoms), M(M), O(O), N(std::move(Map)),
        RegisterBits(Atoms.Affine->SourceRegisterBits) {}

  std::vector<Plan> plan(double Clocks) const;

private:
  uint64_t registersOf(uint64_t X) const {
    return X & maskTrailingOnes<uint64_t>(RegisterBits);
  }
  SmallVector<LaneSwap, 16> choices(const BitMatrix &To,
                                    const BitMatrix &From) const;
  BitMatrix transposeOf(const LaneSwap &Halves) const;
  TakenTranspose take(const LaneSwap &Halves, bool First) const;
  double shufflesFor(const BitMatrix &Rest) const;
  double words() const { return wordsOf(Atoms, Atoms.NumResults); }
  std::optional<Plan> build(const TakenTranspose &T) const;

  const Conversion &Atoms;
  const Machine &M;
  const PlanOptions &O;
  const BitMatrix N;
  const unsigned RegisterBits;
};

} // namespace

/// Pairs and who is first of them: what the map says if there is no rest, and
/// single register bits.
SmallVector<LaneSwap, 16>
TransposePlanner::choices(const BitMatrix &To, const BitMatrix &From) const {
  const unsigned Lane = RegisterBits + TransposedLaneBit;
  SmallVector<uint64_t, 8> Pairs{registersOf(To.column(Lane))};
  SmallVector<uint64_t, 8> Firsts{registersOf(From.transpose().column(Lane))};
  for (unsigned I = 0; I < RegisterBits; ++I) {
    Pairs.push_back(uint64_t(1) << I);
    Firsts.push_back(uint64_t(1) << I);
  }
  SmallVector<LaneSwap, 16> All;
  for (uint64_t Pair : Pairs)
    for (uint64_t First : Firsts)
      if (popcount(Pair & First) % 2)
        All.push_back({TransposedLaneBit, Pair, First, false, false});
  return All;
}

BitMatrix TransposePlanner::transposeOf(const LaneSwap &Halves) const {
  BitMatrix X = matrixOf(Halves, RegisterBits, MatrixLaneBits);
  for (unsigned J : {0u, 1u}) {
    X.setColumn(RegisterBits + J, uint64_t(1) << (RegisterBits + J + 3));
    X.setColumn(RegisterBits + J + 3, uint64_t(1) << (RegisterBits + J));
  }
  return X;
}

/// All words if lanes are permuted; else those whose registers change lanes.
double TransposePlanner::shufflesFor(const BitMatrix &Rest) const {
  SmallVector<uint64_t, 8> ToLane;
  for (unsigned I = 0; I < RegisterBits; ++I)
    ToLane.push_back(Rest.column(I) >> RegisterBits);
  for (unsigned J = 0; J < MatrixLaneBits; ++J)
    if (Rest.column(RegisterBits + J) >> RegisterBits != uint64_t(1) << J)
      return words();
  const unsigned Rank = BitMatrix(MatrixLaneBits, ToLane).rank();
  return words() * (1 - 1.0 / (1u << Rank));
}

TakenTranspose TransposePlanner::take(const LaneSwap &Halves,
                                      bool First) const {
  TakenTranspose T;
  T.Halves = Halves;
  T.First = First;
  const BitMatrix X = transposeOf(Halves);
  const BitMatrix Rest = First ? X * N : N * X;
  T.Rest = *Atoms.Affine;
  for (unsigned I = 0; I < RegisterBits; ++I)
    T.Rest.RegisterColumns[I] = Rest.column(I);
  for (unsigned J = 0; J < MatrixLaneBits; ++J)
    T.Rest.ThreadColumns[J] = Rest.column(RegisterBits + J);
  if (First) {
    // Lanes that are all off by this bit: the halves are put in other order.
    const uint64_t Lane = uint64_t(1) << (RegisterBits + TransposedLaneBit);
    T.Rest.Offset = X.apply(T.Rest.Offset);
    T.Halves.TurnsLane = T.Rest.Offset & Lane;
    T.Rest.Offset &= ~Lane;
  }
  T.Shuffles = T.Rest.Offset >> RegisterBits ? words() : shufflesFor(Rest);
  return T;
}

std::optional<Plan> TransposePlanner::build(const TakenTranspose &T) const {
  std::optional<Plan> Rest = planBetween(Atoms, T.Rest, M, O);
  if (!Rest)
    return std::nullopt;
  LaneSteps Steps(Atoms);
  if (T.First) {
    Steps.transpose(T.Halves);
    if (renamesRegisters(T.Rest)) // which one permute may do with the packing
      return Steps.finish(T.Rest);
  }
  Steps.follow(*Rest);
  if (!T.First)
    Steps.transpose(T.Halves);
  return Steps.finish(identityMap(T.Rest));
}

std::vector<Plan> TransposePlanner::plan(double Clocks) const {
  const BitMatrix Inverse = *N.inverse();
  std::vector<TakenTranspose> All;
  for (bool First : {true, false})
    for (const LaneSwap &S :
         First ? choices(N, Inverse) : choices(Inverse, N)) {
      TakenTranspose T = take(S, First);
      if (words() * M.Costs.Transpose + T.Shuffles * M.Costs.Butterfly < Clocks)
        All.push_back(std::move(T));
    }
  llvm::stable_sort(All, [](const TakenTranspose &X, const TakenTranspose &Y) {
    return X.Shuffles < Y.Shuffles;
  });
  constexpr size_t Tried = 4;
  std::vector<Plan> Plans;
  for (const TakenTranspose &T : ArrayRef(All).take_front(Tried))
    if (std::optional<Plan> P = build(T)) {
      pricePlan(*P, M);
      Plans.push_back(std::move(*P));
    }
  return Plans;
}

std::vector<Plan> f2layout::planTransposes(const Conversion &Atoms,
                                           const Machine &M,
                                           const PlanOptions &O,
                                           double Clocks) {
  if (!M.Transposes || !O.Converged || !O.AllLanes || !Atoms.Affine ||
      Atoms.LaneBits != MatrixLaneBits ||
      Atoms.NumThreads != 1u << MatrixLaneBits || atomBytes(Atoms) > 2 ||
      Atoms.NumSources != Atoms.NumResults ||
      Atoms.NumSources * atomBytes(Atoms) < 4)
    return {};
  SmallVector<uint64_t> Columns{ArrayRef(Atoms.Affine->RegisterColumns)};
  append_range(Columns, Atoms.Affine->ThreadColumns);
  BitMatrix N(Columns.size(), Columns);
  if (Columns.size() > 64 || !N.inverse())
    return {};
  return TransposePlanner(Atoms, M, O, std::move(N)).plan(Clocks);
}
