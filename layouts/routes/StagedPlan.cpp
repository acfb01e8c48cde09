//===- StagedPlan.cpp - Shuffles that make words for memory ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Memory moves 128 bytes a clock if every lane moves a word. A thread
// that holds eight neighbours of a row and wants eight of a column has no two
// elements that stay together; narrow elements must be stored or loaded one by
// one: bytes take four times as long as necessary.
//
// Idea. Exchange elements within the warp first, packed, until each word holds
// elements that stay together on the other side: the bits of the column that
// are bits of the lane become bits of the register. Or afterwards, on the side
// of the result. For 32 bytes per thread, in clocks of the memory pipe:
//
//   stores of 1 byte, loads of 16 bytes         32 + 8
//   two exchanges of 4 shuffles, then words      8 + 8 + 8
//
// Algorithm. Vectors that are registers of the result and, in the source,
// registers and lanes: those without a lane part are together already. Others
// are moved to the lowest register bits in exchange for register bits that are
// not such vectors, lowest first: that is a map N of the warp. The remaining
// conversion after N goes through memory. For the result the same is done in
// reverse.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "layouts/plan/PlanAssembly.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// A map of registers and lanes onto themselves, from new coordinates to old
/// ones.
struct Exchange {
  SmallVector<uint64_t> Columns; ///< Of register bits, then of lane bits.
};

/// Bits of the registers and threads of one side.
struct Side {
  unsigned RegisterBits, LaneBits, ThreadBits;
  unsigned near() const { return RegisterBits + LaneBits; }
  unsigned bits() const { return RegisterBits + ThreadBits; }
};

} // namespace

/// Brings vectors of the span (of this side) into the lowest Slots register
/// bits. Nothing if none has to be brought.
static std::optional<Exchange> gather(ArrayRef<uint64_t> Span, const Side &S,
                                      unsigned Slots) {
  // By lane part: what is below has none.
  SmallVector<uint64_t> Together, Coming;
  for (uint64_t V : reduceBasis(Span)) {
    if (V >> S.near())
      continue;
    (V >> S.RegisterBits ? Coming : Together).push_back(V);
  }
  const unsigned Missing = Slots - std::min<size_t>(Slots, Together.size());
  if (Coming.size() > Missing)
    Coming.resize(Missing);
  SmallVector<uint64_t> Others = complementBasis(Together, S.RegisterBits);
  if (Coming.empty() || Others.size() < Coming.size())
    return std::nullopt;

  Exchange E;
  if (Together.size() > Slots)
    Together.resize(Slots);
  append_range(E.Columns, Together);
  append_range(E.Columns, Coming);
  append_range(E.Columns, ArrayRef(Others).drop_front(Coming.size()));
  if (E.Columns.size() != S.RegisterBits)
    return std::nullopt;
  for (unsigned J = S.RegisterBits; J < S.near(); ++J)
    E.Columns.push_back(uint64_t(1) << J);
  for (auto [V, Leaving] : zip(Coming, Others))
    E.Columns[highestBit(V)] = Leaving;
  return BitMatrix(S.near(), E.Columns).inverse() ? std::optional(E)
                                                  : std::nullopt;
}

/// The exchange as a map of the whole group.
static BitMatrix whole(const Exchange &E, const Side &S) {
  SmallVector<uint64_t> Columns(E.Columns);
  for (unsigned J = S.near(); J < S.bits(); ++J)
    Columns.push_back(uint64_t(1) << J);
  return BitMatrix(S.bits(), Columns);
}

/// The conversion of a warp that the matrix of registers and lanes is.
static Conversion warpConversion(const Conversion &Like, const BitMatrix &Map,
                                 const Side &S) {
  Conversion C;
  C.ElementBits = Like.ElementBits;
  C.LaneBits = S.LaneBits;
  C.NumThreads = 1u << S.LaneBits;
  C.NumSources = C.NumResults = 1u << S.RegisterBits;
  C.PackedSources = C.PackedResults = true;
  AffineMove &A = C.Affine.emplace();
  A.SourceRegisterBits = S.RegisterBits;
  A.ThreadBits = S.LaneBits;
  for (unsigned J = 0; J < S.near(); ++J)
    (J < S.RegisterBits
         ? static_cast<SmallVectorImpl<uint64_t> &>(A.RegisterColumns)
         : A.ThreadColumns)
        .push_back(Map.column(J));
  return C;
}

/// The conversion with its map between two others: Before from source to
/// source, After from result to result.
static Conversion between(const Conversion &Atoms, const BitMatrix *Before,
                          const BitMatrix *After) {
  Conversion C = Atoms;
  const AffineMove &Old = *Atoms.Affine;
  AffineMove &A = *C.Affine;
  SmallVector<uint64_t> Columns(ArrayRef<uint64_t>(Old.RegisterColumns));
  append_range(Columns, Old.ThreadColumns);
  if (After) {
    BitMatrix Map(64, Columns);
    for (unsigned J = 0; J < Columns.size(); ++J)
      Columns[J] = Map.apply(After->column(J));
  }
  if (Before) {
    for (uint64_t &Column : Columns)
      Column = Before->apply(Column);
    A.Offset = Before->apply(A.Offset);
  }
  const unsigned Registers = Old.RegisterColumns.size();
  A.RegisterColumns.assign(Columns.begin(), Columns.begin() + Registers);
  A.ThreadColumns.assign(Columns.begin() + Registers, Columns.end());
  C.PackedSources |= Before != nullptr;
  C.PackedResults |= After != nullptr;
  return C;
}

/// What is a register of the source, in registers and threads of the result.
static SmallVector<uint64_t> heldByRegisters(const AffineMove &A) {
  SmallVector<uint64_t> Columns;
  for (uint64_t Column : A.RegisterColumns)
    Columns.push_back(Column >> A.SourceRegisterBits);
  for (uint64_t Column : A.ThreadColumns)
    Columns.push_back(Column >> A.SourceRegisterBits);
  return BitMatrix(64, Columns).kernel();
}

namespace {

class Stages {
public:
  Stages(const Conversion &Atoms, const Machine &M, const PlanOptions &O)
      : Atoms(Atoms), M(M), O(O), A(*Atoms.Affine),
        Slots(Log2_32(4 / atomBytes(Atoms))),
        Source{A.SourceRegisterBits, Atoms.LaneBits, A.ThreadBits},
        Result{unsigned(A.RegisterColumns.size()), Atoms.LaneBits,
               A.ThreadBits} {}

  /// Before memory, after it, or both.
  std::optional<Plan> plan(bool Before, bool After) const;

private:
  std::optional<Plan> assemble(const std::optional<Exchange> &Before,
                               const std::optional<Exchange> &After) const;

  const Conversion &Atoms;
  const Machine &M;
  const PlanOptions &O;
  const AffineMove &A;
  const unsigned Slots;
  const Side Source, Result;
};

} // namespace

std::optional<Plan>
Stages::assemble(const std::optional<Exchange> &Before,
                 const std::optional<Exchange> &After) const {
  std::string WhyNot;
  std::optional<BitMatrix> FromOld;
  std::optional<Plan> First, Last;
  if (Before) {
    BitMatrix ToOld = whole(*Before, Source);
    FromOld = ToOld.inverse();
    First = bestShuffles(warpConversion(Atoms, ToOld, Source), M, O, WhyNot);
  }
  std::optional<BitMatrix> OfMiddle;
  if (After) {
    OfMiddle = whole(*After, Result);
    Last = bestShuffles(warpConversion(Atoms, *OfMiddle->inverse(), Result), M,
                        O, WhyNot);
  }
  if ((Before && !First) || (After && !Last))
    return std::nullopt;
  std::optional<Plan> Middle =
      bestShared(between(Atoms, FromOld ? &*FromOld : nullptr,
                         OfMiddle ? &*OfMiddle : nullptr),
                 M, O, WhyNot);
  if (!Middle)
    return std::nullopt;

  PlanAssembly Whole(Atoms);
  PlanAssembly::Words Words;
  for (Word W = 0; W < wordsOf(Atoms, Atoms.NumSources); ++W)
    Words.push_back(W);
  for (const std::optional<Plan> *Part : {&First, &Middle, &Last})
    if (*Part)
      Words = Whole.then({&**Part, std::move(Words)});
  Plan P = Whole.finish(Words, Route::Mixed);
  pricePlan(P, M);
  return P;
}

std::optional<Plan> Stages::plan(bool AtSource, bool AtResult) const {
  std::optional<Exchange> Before, After;
  Conversion Rest = Atoms;
  if (AtSource) {
    Before = gather(A.RegisterColumns, Source, Slots);
    if (!Before)
      return std::nullopt;
    BitMatrix FromOld = *whole(*Before, Source).inverse();
    Rest = between(Atoms, &FromOld, nullptr);
  }
  if (AtResult) {
    After = gather(heldByRegisters(*Rest.Affine), Result, Slots);
    if (!After)
      return std::nullopt;
  }
  return assemble(Before, After);
}

std::optional<Plan> f2layout::planStaged(const Conversion &Atoms,
                                         const Machine &M, const PlanOptions &O,
                                         const Plan &Shared) {
  const bool AllWords = all_of(Shared.Steps, [](const Step &S) {
    return (S.K != Step::Store && S.K != Step::Load) || S.Bytes >= 4;
  });
  const unsigned PerWord = 4 / atomBytes(Atoms);
  if (AllWords || PerWord == 1 || Atoms.NumSources < PerWord ||
      Atoms.NumResults < PerWord || Atoms.hasTable() || !Atoms.Affine ||
      !O.AllLanes || !O.AllowShuffle)
    return std::nullopt;
  Stages S(Atoms, M, O);
  std::optional<Plan> Best;
  for (auto [Before, After] :
       {std::pair(true, false), {false, true}, {true, true}}) {
    std::optional<Plan> P = S.plan(Before, After);
    if (P && (!Best || P->Cost.Clocks < Best->Cost.Clocks))
      Best = std::move(P);
  }
  return Best;
}
