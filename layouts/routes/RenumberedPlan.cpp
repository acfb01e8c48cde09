//===- RenumberedPlan.cpp - Which elements share a word -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Plans move words, and registers with neighbouring numbers share one.
// Where narrow elements are in registers of their own, that is an accident: a
// word can be packed from any of them, and unpacked to any. With other numbers
// whole words may travel that are otherwise taken apart. Two halves to a word,
// and a lane bit changes places with register bit 0:
//
//   register bit   0 <-> lane bit              1 <-> lane bit
//   packed         r1:r0  r3:r2                r1:r0  r3:r2
//                  permutes, then shuffles     1 shuffle, selects
//
// Renumbered by an exchange of register bits 0 and 1, the left one becomes the
// right one: words r2:r0 and r3:r1.
//
// Algorithm. V is what the registers of both sides have in common: vectors of
// source registers that vectors of result registers come from, in every thread.
// The source is renumbered so that the first vectors of V are the lowest bits
// of a register's number, and the result so that those that come from them are;
// the planner plans the rest. On a side that holds whole words, V is fixed.
// Permutes on either side of the plan express the numbers; they cost nothing,
// since ElementTrace.h packs each word from elements and finds each result
// where it is.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/plan/PlanAssembly.h"
#include "layouts/plan/WordBuilder.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Columns map new numbers of registers to old ones.
struct Numbering {
  BitMatrix Source, Result;
};

class Renumberings {
public:
  explicit Renumberings(const Conversion &Atoms)
      : Atoms(Atoms), A(*Atoms.Affine), Slots(Log2_32(4 / atomBytes(Atoms))),
        ResultBits(A.RegisterColumns.size()) {}

  /// Those that may help.
  std::vector<Numbering> all() const;
  Conversion renumbered(const Numbering &N) const;
  /// The plan for the conversion, from one for the renumbered conversion.
  Plan withOldNumbers(const Plan &Inner, const Numbering &N) const;

private:
  std::optional<Numbering> numbering(ArrayRef<uint64_t> Common) const;
  Plan renaming(const BitMatrix &ToHeld, unsigned Registers) const;

  const Conversion &Atoms;
  const AffineMove &A;
  const unsigned Slots, ResultBits;
};

} // namespace

/// These vectors first, then what completes them.
static BitMatrix startingWith(ArrayRef<uint64_t> First, unsigned Dim) {
  SmallVector<uint64_t> Columns(First);
  append_range(Columns, complementBasis(First, Dim));
  return BitMatrix(Dim, Columns);
}

/// The lowest bits stay the lowest bits.
static bool keepsWords(const BitMatrix &Map, unsigned Slots) {
  for (unsigned J = 0; J < std::min(Slots, Map.cols()); ++J)
    if (Map.column(J) >> Slots)
      return false;
  return true;
}

std::optional<Numbering>
Renumberings::numbering(ArrayRef<uint64_t> Common) const {
  BitMatrix OfResults(64, A.RegisterColumns);
  SmallVector<uint64_t> Held, Wanted;
  for (uint64_t V : Common) {
    if (Held.size() == Slots)
      break;
    Held.push_back(V);
    Wanted.push_back(*OfResults.solve(V));
  }
  Numbering N{Atoms.PackedSources ? BitMatrix::identity(A.SourceRegisterBits)
                                  : startingWith(Held, A.SourceRegisterBits),
              Atoms.PackedResults ? BitMatrix::identity(ResultBits)
                                  : startingWith(Wanted, ResultBits)};
  if (keepsWords(N.Source, Slots) && keepsWords(N.Result, Slots))
    return std::nullopt;
  return N;
}

std::vector<Numbering> Renumberings::all() const {
  SmallVector<uint64_t> Held;
  for (unsigned J = 0; J < A.SourceRegisterBits; ++J)
    if (!Atoms.PackedSources || J < Slots)
      Held.push_back(uint64_t(1) << J);
  ArrayRef<uint64_t> Columns = A.RegisterColumns;
  if (Atoms.PackedResults)
    Columns = Columns.take_front(Slots);
  SmallVector<uint64_t> BySource = intersectBases(Held, Columns);
  // The same vectors, in the order of the result's registers.
  BitMatrix OfResults(64, Columns);
  SmallVector<uint64_t> Wanted, ByResult;
  for (uint64_t V : BySource)
    Wanted.push_back(*OfResults.solve(V));
  for (uint64_t Y : reduceBasis(Wanted))
    ByResult.push_back(OfResults.apply(Y));

  std::vector<Numbering> All;
  for (const SmallVector<uint64_t> *Common : {&BySource, &ByResult}) {
    std::optional<Numbering> N = numbering(*Common);
    if (N && (All.empty() || All.front().Source != N->Source ||
              All.front().Result != N->Result))
      All.push_back(std::move(*N));
  }
  return All;
}

Conversion Renumberings::renumbered(const Numbering &N) const {
  Conversion C = Atoms;
  C.Table.clear();
  const uint64_t Registers = maskTrailingOnes<uint64_t>(A.SourceRegisterBits);
  const BitMatrix FromOld = *N.Source.inverse();
  auto Renumber = [&](uint64_t Image) {
    return FromOld.apply(Image & Registers) | (Image & ~Registers);
  };
  BitMatrix OfResults(64, A.RegisterColumns);
  for (auto [J, Column] : enumerate(C.Affine->RegisterColumns))
    Column = Renumber(OfResults.apply(N.Result.column(J)));
  for (uint64_t &Column : C.Affine->ThreadColumns)
    Column = Renumber(Column);
  C.Affine->Offset = Renumber(C.Affine->Offset);
  return C;
}

/// A plan that permutes registers within each thread: number r of the result is
/// number ToHeld r of the source.
Plan Renumberings::renaming(const BitMatrix &ToHeld, unsigned Registers) const {
  const unsigned PerWord = 1u << Slots;
  Conversion Like = Atoms;
  Like.NumSources = Registers;
  Plan P = startPlan(Like);
  WordBuilder B(P, atomBytes(Atoms), Style());
  for (unsigned First = 0; First < Registers; First += PerWord) {
    Wish W(1);
    for (unsigned Slot = 0; Slot < std::min(PerWord, Registers); ++Slot) {
      unsigned From = ToHeld.apply(First + Slot);
      W[0][Slot] = {From / PerWord, uint8_t(From % PerWord)};
    }
    P.Outputs.push_back(B.build(W));
  }
  return P;
}

Plan Renumberings::withOldNumbers(const Plan &Inner, const Numbering &N) const {
  const Plan First = renaming(N.Source, Atoms.NumSources),
             Last = renaming(*N.Result.inverse(), Atoms.NumResults);
  Conversion Like = Atoms;
  Like.Group = Inner.Group;
  PlanAssembly Whole(Like);
  PlanAssembly::Words Words;
  for (Word W = 0; W < First.NumInputs; ++W)
    Words.push_back(W);
  for (const Plan *Part : {&First, &Inner, &Last})
    Words = Whole.then({Part, std::move(Words)});
  return Whole.finish(Words, Inner.By);
}

std::optional<Plan> f2layout::planRenumbered(const Conversion &Atoms,
                                             const Machine &M,
                                             const PlanOptions &O) {
  std::optional<Plan> Best;
  if (atomBytes(Atoms) == 4 || !Atoms.Affine ||
      (Atoms.PackedSources && Atoms.PackedResults))
    return Best;
  const Renumberings R(Atoms);
  for (const Numbering &N : R.all()) {
    std::string WhyNot;
    std::optional<Plan> Inner = planAtoms(R.renumbered(N), M, O, WhyNot);
    if (!Inner || (Best && Best->Cost.Clocks <= Inner->Cost.Clocks))
      continue;
    Best = R.withOldNumbers(*Inner, N);
    pricePlan(*Best, M);
  }
  return Best;
}
