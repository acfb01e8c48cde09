//===- RoundsPlan.cpp - Through less memory, one part after the other -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. 128 threads with 32 words each take 16 KiB to exchange them all at
// once. There may be 4 KiB.
//
// Algorithm. Send half, wait until all have read it, send the other half
// through the same bytes; each half likewise, until it fits. The half of an
// element is a linear function f of its source, and so, through the map, a
// function g of its destination:
//
//   f of register and thread        f = r1            store r0, r1 of one half
//   g of register and thread        g = r0 + t4       load  ...
//
// Every thread must have half of its registers in each half. So f and g must
// both depend on some register bit, and on none inside a word, which would be
// split. Their dependence on the thread is removed by renaming the registers
// (RegisterShift.h): one select per word. A function that does not depend on
// the thread needs none, and is tried first.
//
// The functions that do not depend on register bits are a subspace, those whose
// g does not are another; where neither is the whole space, some function is in
// neither.
//
// Where there is no such function, all remaining registers are sent at once,
// which determines the least memory: with 128 threads of 8 bytes each that can
// be halved once, 512 bytes.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/plan/PlanAssembly.h"
#include "layouts/routes/Planner.h"
#include "layouts/routes/RegisterHalves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// The function that separates the halves, as masks of the bits (register,
/// thread).
struct Divider {
  uint64_t OfSource = 0, OfResult = 0;
};

class Rounds {
public:
  Rounds(const Conversion &Atoms, const Machine &M, const PlanOptions &O)
      : Atoms(Atoms), M(M), O(O), Map(*Atoms.Affine),
        SourceBits(Map.SourceRegisterBits),
        ResultBits(Map.RegisterColumns.size()),
        Slots(Log2_32(4 / atomBytes(Atoms))) {}

  /// Lowers Least where rounds need less.
  std::optional<Plan> plan(unsigned &Least) const;

private:
  uint64_t resultOf(uint64_t OfSource) const;
  std::optional<Divider> find(bool AtSourceThread, bool AtResultThread) const;
  std::optional<Plan> planBy(const Divider &D, unsigned &Least) const;
  Conversion renamed(ArrayRef<uint64_t> Source, ArrayRef<uint64_t> Result,
                     uint64_t Pivot) const;

  const Conversion &Atoms;
  const Machine &M;
  const PlanOptions &O;
  const AffineMove &Map;
  const unsigned SourceBits, ResultBits, Slots;
};

} // namespace

static uint64_t lowestBit(uint64_t Mask) { return Mask & -Mask; }

static bool parity(uint64_t Mask) { return popcount(Mask) & 1; }

/// The function of the result that is this function of the source.
uint64_t Rounds::resultOf(uint64_t OfSource) const {
  uint64_t Mask = 0;
  for (auto [J, Column] : enumerate(Map.RegisterColumns))
    Mask |= uint64_t(parity(Column & OfSource)) << J;
  for (auto [J, Column] : enumerate(Map.ThreadColumns))
    Mask |= uint64_t(parity(Column & OfSource)) << (ResultBits + J);
  return Mask;
}

/// A function that depends on threads at most on these sides. If no basis
/// vector depends on registers on both sides, the sum of one that does on one
/// side and one that does on the other does, so sums of two are sufficient.
std::optional<Divider> Rounds::find(bool AtSourceThread,
                                    bool AtResultThread) const {
  SmallVector<uint64_t> Zero; // What the function must be zero on.
  for (unsigned J = 0; J < Slots; ++J) {
    if (J < SourceBits)
      Zero.push_back(uint64_t(1) << J);
    if (J < ResultBits)
      Zero.push_back(Map.RegisterColumns[J]);
  }
  for (unsigned J = 0; J < Map.ThreadBits; ++J) {
    if (!AtSourceThread)
      Zero.push_back(uint64_t(1) << (SourceBits + J));
    if (!AtResultThread)
      Zero.push_back(Map.ThreadColumns[J]);
  }
  SmallVector<uint64_t> Some =
      BitMatrix(SourceBits + Map.ThreadBits, Zero).transpose().kernel();
  for (size_t I = 0, N = Some.size(); I < N; ++I)
    for (size_t J = I + 1; J < N; ++J)
      Some.push_back(Some[I] ^ Some[J]);
  for (uint64_t OfSource : Some) {
    Divider D{OfSource, resultOf(OfSource)};
    if (D.OfSource & maskTrailingOnes<uint64_t>(SourceBits) &&
        D.OfResult & maskTrailingOnes<uint64_t>(ResultBits))
      return D;
  }
  return std::nullopt;
}

/// C of each thread bit, so that the function of the old registers and threads
/// is one of the new names alone.
static SmallVector<uint64_t> renamesOf(uint64_t Function, unsigned RegisterBits,
                                       unsigned ThreadBits) {
  SmallVector<uint64_t> OfThreadBit;
  for (unsigned J = 0; J < ThreadBits; ++J)
    OfThreadBit.push_back(
        Function >> (RegisterBits + J) & 1 ? lowestBit(Function) : 0);
  return OfThreadBit;
}

/// The conversion from new names to new names. Pivot is the source's register
/// bit that names differ by, in threads where the divider looks at them.
Conversion Rounds::renamed(ArrayRef<uint64_t> Source, ArrayRef<uint64_t> Result,
                           uint64_t Pivot) const {
  auto NewName = [&](uint64_t Image) {
    for (unsigned J = 0; J < Map.ThreadBits; ++J)
      if (Source[J] && Image >> (SourceBits + J) & 1)
        Image ^= Pivot;
    return Image;
  };
  Conversion C = Atoms;
  C.PackedSources = C.PackedResults = true;
  AffineMove &New = *C.Affine;
  for (unsigned J = 0; J < Map.ThreadBits; ++J)
    if (Result[J])
      New.ThreadColumns[J] ^= Map.RegisterColumns[countr_zero(Result[J])];
  for (uint64_t &Column : New.RegisterColumns)
    Column = NewName(Column);
  for (uint64_t &Column : New.ThreadColumns)
    Column = NewName(Column);
  New.Offset = NewName(Map.Offset);
  return C;
}

std::optional<Plan> Rounds::planBy(const Divider &D, unsigned &Least) const {
  SmallVector<uint64_t> Source =
                            renamesOf(D.OfSource, SourceBits, Map.ThreadBits),
                        Result =
                            renamesOf(D.OfResult, ResultBits, Map.ThreadBits);
  const uint64_t Registers = maskTrailingOnes<uint64_t>(SourceBits);
  auto Halves = halveBy(renamed(Source, Result, lowestBit(D.OfSource)),
                        D.OfSource & Registers);
  if (!Halves)
    return std::nullopt;

  PlanAssembly Whole(Atoms);
  PlanAssembly::Words Inputs(wordsOf(Atoms, Atoms.NumSources)),
      Came(wordsOf(Atoms, Atoms.NumResults));
  for (Word W = 0; W < Inputs.size(); ++W)
    Inputs[W] = W;
  Inputs = Whole.rename(Inputs, Source, Slots);
  for (auto [I, Half] : enumerate(*Halves)) {
    std::string WhyNot;
    std::optional<Plan> P = bestShared(Half.Atoms, M, O, WhyNot);
    unsigned LeastOfHalf = 0;
    if (!P)
      P = planRounds(Half.Atoms, M, O, LeastOfHalf);
    if (!P) {
      // The halves differ in their offset, so they need the same.
      if (LeastOfHalf)
        Least = std::min(Least, LeastOfHalf);
      return std::nullopt;
    }
    if (I > 0)
      Whole.reuseScratch();
    PlanAssembly::Part Part{&*P, {}};
    for (Word W : Half.Sources)
      Part.Inputs.push_back(Inputs[W]);
    for (auto [Place, W] : zip(Half.Results, Whole.then(Part)))
      Came[Place] = W;
  }
  Plan P = Whole.finish(Whole.rename(Came, Result, Slots), Route::Shared);
  pricePlan(P, M);
  return P;
}

std::optional<Plan> Rounds::plan(unsigned &Least) const {
  for (auto [AtSource, AtResult] :
       {std::pair(false, false), {true, false}, {false, true}, {true, true}})
    if (std::optional<Divider> D = find(AtSource, AtResult))
      if (std::optional<Plan> P = planBy(*D, Least))
        return P;
  return std::nullopt;
}

std::optional<Plan> f2layout::planRounds(const Conversion &Atoms,
                                         const Machine &M, const PlanOptions &O,
                                         unsigned &LeastScratch) {
  LeastScratch = scratchAtOnce(Atoms);
  const unsigned PerWord = 4 / atomBytes(Atoms);
  if (Atoms.hasTable() || !Atoms.Affine || !O.AllLanes ||
      Atoms.NumSources < 2 * PerWord || Atoms.NumResults < 2 * PerWord)
    return std::nullopt;
  return Rounds(Atoms, M, O).plan(LeastScratch);
}
