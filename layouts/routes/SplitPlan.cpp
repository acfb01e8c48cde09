//===- SplitPlan.cpp - Only what changes warps goes through memory --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A register bit changes places with a bit of the warp. Half of a
// thread's elements stay in their warp; but the half depends on the warp, so no
// register stays in every thread:
//
//   warp 0 keeps w0 and sends w1         warp 1 keeps w1 and sends w0
//
// Algorithm. Rename the registers depending on the thread (RegisterShift.h):
// "the one that stays" and "the one that goes". In these names the conversion
// divides into two, one within the warp and one across:
//
//   stays = select(warp 1, w1, w0)       goes = select(warp 1, w0, w1)
//   came  = goes, through memory
//   result 0 = select(warp 1, came, stays)  ...
//
// and as select(p, came, select(p, w1, w0)) is select(p, came, w0), three
// selects per pair remain.
//
// Let the map send (r, t) to a source whose warp differs from that of t by
// Gr r + Gt t. New names r + C t with Gr C = Gt make that a function of the new
// name alone; they exist if for every warp each thread wants some register from
// it. The same is done for the source, with the inverse map.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "layouts/plan/PlanAssembly.h"
#include "layouts/routes/Planner.h"
#include "layouts/routes/RegisterHalves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// New names for the registers of one side, such that only the name determines
/// whether an element leaves its warp.
struct Names {
  SmallVector<uint64_t> OfThreadBit; ///< C.
  SmallVector<uint64_t> Leaving;     ///< Of each warp bit: the name's bits that
                                     ///< change it.
};

class Splitter {
public:
  Splitter(const Conversion &Atoms, const Machine &M, const PlanOptions &O)
      : Atoms(Atoms), M(M), O(O), A(*Atoms.Affine),
        Registers(A.SourceRegisterBits), Bits(Registers + A.ThreadBits),
        Slots(Log2_32(4 / atomBytes(Atoms))) {}

  std::optional<Plan> plan();

private:
  std::optional<Names> name(const BitMatrix &Map) const;
  BitMatrix renaming(const Names &N) const;
  Conversion renamed(const BitMatrix &Map) const;
  bool divide(const Conversion &Renamed);
  bool planParts();
  std::optional<Plan> assemble();

  const Conversion &Atoms;
  const Machine &M;
  const PlanOptions &O;
  const AffineMove &A;
  const unsigned Registers, Bits, Slots;
  Names Source, Result;
  std::vector<RegisterHalf> Parts; ///< The first one stays in its warp.
  std::vector<Plan> Plans;
};

} // namespace

std::optional<Names> Splitter::name(const BitMatrix &Map) const {
  const unsigned Shift = Registers + Atoms.LaneBits;
  SmallVector<uint64_t> OfRegisters;
  for (unsigned J = 0; J < Registers; ++J)
    OfRegisters.push_back(Map.column(J) >> Shift);
  for (unsigned J = 0; J < Slots; ++J)
    if (OfRegisters[J])
      return std::nullopt; // Words would be split.
  BitMatrix Changes(Bits - Shift, ArrayRef(OfRegisters).drop_front(Slots));
  Names N;
  for (unsigned J = Registers; J < Bits; ++J) {
    uint64_t Own = J < Shift ? 0 : uint64_t(1) << (J - Shift);
    std::optional<uint64_t> C = Changes.solve(Map.column(J) >> Shift ^ Own);
    if (!C)
      return std::nullopt;
    N.OfThreadBit.push_back(*C << Slots);
  }
  for (unsigned I = 0; I < Bits - Shift; ++I) {
    uint64_t Mask = 0;
    for (unsigned J = 0; J < Registers; ++J)
      Mask |= (OfRegisters[J] >> I & 1) << J;
    N.Leaving.push_back(Mask);
  }
  return N;
}

/// From new names to registers, and back.
BitMatrix Splitter::renaming(const Names &N) const {
  BitMatrix Map = BitMatrix::identity(Bits);
  for (auto [J, C] : enumerate(N.OfThreadBit))
    Map.setColumn(Registers + J, uint64_t(1) << (Registers + J) | C);
  return Map;
}

Conversion Splitter::renamed(const BitMatrix &Map) const {
  Conversion C = Atoms;
  C.PackedSources = C.PackedResults = true;
  AffineMove &New = *C.Affine;
  BitMatrix FromSource = renaming(Source);
  BitMatrix Whole = FromSource * Map * renaming(Result);
  for (unsigned J = 0; J < Registers; ++J)
    New.RegisterColumns[J] = Whole.column(J);
  for (unsigned J = Registers; J < Bits; ++J)
    New.ThreadColumns[J - Registers] = Whole.column(J);
  New.Offset = FromSource.apply(A.Offset);
  return C;
}

/// Cuts off what leaves the warp, one warp bit after the other.
bool Splitter::divide(const Conversion &Renamed) {
  RegisterHalf Stays{Renamed, {}, {}};
  for (Word W = 0; W < wordsOf(Atoms, Atoms.NumSources); ++W) {
    Stays.Sources.push_back(W);
    Stays.Results.push_back(W);
  }
  const uint64_t Offset = A.Offset >> (Registers + Atoms.LaneBits);
  SmallVector<uint64_t> OfSource(Source.Leaving), OfResult(Result.Leaving);
  for (unsigned I = 0; I < OfSource.size(); ++I) {
    if (!OfResult[I] && !OfSource[I] && !(Offset >> I & 1))
      continue; // Nothing changes this bit of the warp.
    auto Halves = halveBy(Stays.Atoms, OfSource[I]);
    if (!Halves || !OfResult[I])
      return false;
    const bool Second = Offset >> I & 1;
    for (RegisterHalf &Half : *Halves) {
      for (Word &W : Half.Sources)
        W = Stays.Sources[W];
      for (Word &W : Half.Results)
        W = Stays.Results[W];
    }
    Parts.push_back(std::move((*Halves)[!Second]));
    for (unsigned K = I + 1; K < OfSource.size(); ++K) {
      OfSource[K] = inHalf(OfSource[K], OfSource[I]);
      OfResult[K] = inHalf(OfResult[K], OfResult[I]);
    }
    Stays = std::move((*Halves)[Second]);
  }
  Parts.insert(Parts.begin(), std::move(Stays));
  return Parts.size() > 1;
}

bool Splitter::planParts() {
  std::string WhyNot;
  for (auto [I, Part] : enumerate(Parts)) {
    std::optional<Plan> P;
    if (I > 0)
      P = bestShared(Part.Atoms, M, O, WhyNot);
    else if (std::optional<Conversion> Warp = asWarp(Part.Atoms))
      P = planAtoms(*Warp, M, O, WhyNot);
    if (!P || (I == 0 && P->usesMemory()))
      return false;
    Plans.push_back(std::move(*P));
  }
  return true;
}

std::optional<Plan> Splitter::assemble() {
  PlanAssembly Whole(Atoms);
  PlanAssembly::Words Inputs;
  for (Word W = 0; W < wordsOf(Atoms, Atoms.NumSources); ++W)
    Inputs.push_back(W);
  PlanAssembly::Words Named = Whole.rename(Inputs, Source.OfThreadBit, Slots);
  std::vector<PlanAssembly::Part> Each;
  for (auto [Part, P] : zip(Parts, Plans)) {
    Each.push_back({&P, {}});
    for (Word W : Part.Sources)
      Each.back().Inputs.push_back(Named[W]);
  }
  PlanAssembly::Words Came(Named.size(), 0);
  for (auto [Results, Part] : zip(Whole.beside(Each), Parts))
    for (auto [Place, W] : zip(Part.Results, Results))
      Came[Place] = W;
  Plan P =
      Whole.finish(Whole.rename(Came, Result.OfThreadBit, Slots), Route::Mixed);
  if (P.ScratchBytes > O.ScratchLimit)
    return std::nullopt;
  pricePlan(P, M);
  return P;
}

std::optional<Plan> Splitter::plan() {
  SmallVector<uint64_t> Columns(ArrayRef<uint64_t>(A.RegisterColumns));
  append_range(Columns, A.ThreadColumns);
  BitMatrix Map(Bits, Columns);
  std::optional<BitMatrix> Back = Map.inverse();
  if (!Back)
    return std::nullopt;
  std::optional<Names> OfResult = name(Map), OfSource = name(*Back);
  if (!OfResult || !OfSource)
    return std::nullopt;
  Result = std::move(*OfResult);
  Source = std::move(*OfSource);
  if (!divide(renamed(Map)) || !planParts())
    return std::nullopt;
  return assemble();
}

std::optional<Plan> f2layout::planSplit(const Conversion &Atoms,
                                        const Machine &M,
                                        const PlanOptions &O) {
  if (Atoms.hasTable() || !Atoms.Affine || !O.AllLanes ||
      Atoms.Group != Scope::Block || Atoms.NumSources < 4 / atomBytes(Atoms) ||
      Atoms.Affine->RegisterColumns.size() != Atoms.Affine->SourceRegisterBits)
    return std::nullopt;
  // Some register must come from another warp than others, or names change
  // nothing.
  const unsigned Warp = Atoms.Affine->SourceRegisterBits + Atoms.LaneBits;
  if (none_of(Atoms.Affine->RegisterColumns,
              [&](uint64_t Column) { return Column >> Warp; }))
    return std::nullopt;
  return Splitter(Atoms, M, O).plan();
}
