//===- LineMove.cpp - A change of layout between folds --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/LineMove.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/machine/Limits.h"
#include "layouts/machine/Wavefronts.h"
#include "layouts/plan/LayoutConversion.h"
#include "layouts/plan/PlanPrice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

double clocksBetween(ArrayRef<LineMove> Before, const LineMove &Next,
                     const Machine &M) {
  auto Uses = [](const LineMove &Move) { return Move.usesMemory(); };
  return Next.usesMemory() && any_of(Before, Uses) ? M.Costs.BlockBarrier : 0;
}

PlaceAccesses accessesOf(const ScratchPlaces &P, unsigned ElementBits) {
  PlaceAccesses A;
  A.Stores = P.Registers.size();
  A.LoadBits =
      P.Result.neighbourBits(Log2_32(MaxAccessBytes * 8 / ElementBits));
  const unsigned Results = 1u << P.Result.RegisterColumns.size();
  for (unsigned First = 0; First < Results; First += 1u << A.LoadBits)
    for (unsigned R = First; R < First + (1u << A.LoadBits); ++R)
      if (!P.ownRegister(R)) {
        ++A.Loads;
        break;
      }
  return A;
}

/// Wavefronts of an access to one side's places. Ignored are bits of threads
/// that do not store.
static unsigned wavefrontsOf(const SidePlaces &Side, uint64_t Ignored,
                             unsigned ElementBytes, unsigned AccessBytes,
                             bool IsStore, const Machine &M) {
  ThreadAddress Address;
  for (auto [J, Column] : enumerate(Side.ThreadColumns))
    Address.Columns.push_back(
        Ignored >> J & 1 ? 0 : uint32_t(Column) * ElementBytes);
  return countWavefronts(Address, M.LaneBits, AccessBytes, IsStore, M);
}

/// Clocks of one warp through places: stores under a condition, a barrier of
/// the block, loads.
static double clocksOf(const ScratchPlaces &P, unsigned ElementBits,
                       const Machine &M) {
  const PlaceAccesses A = accessesOf(P, ElementBits);
  const unsigned Bytes = ElementBits / 8;
  const unsigned Wavefronts =
      A.Stores * wavefrontsOf(P.Source, P.SpareThreads, Bytes, Bytes, true, M) +
      A.Loads * wavefrontsOf(P.Result, 0, Bytes, Bytes << A.LoadBits, false, M);
  const unsigned Results = 1u << P.Result.RegisterColumns.size();
  const double Alu =
      elementClocks(M, false, divideCeil(ElementBits * Results, 32),
                    ElementBits) +
      M.Costs.Select;
  return std::max(Wavefronts * M.Costs.Wavefront, Alu) + M.Costs.BlockBarrier;
}

Expected<LineMove> moveBetween(const LinearLayout &From, const LinearLayout &To,
                               unsigned ElementBits, const Machine &M,
                               const MovePlanner &Planner, double WithPlan) {
  Expected<MaybeConversion> Move =
      conversionBetween(From, To, ElementBits, M.LaneBits);
  if (!Move)
    return Move.takeError();
  if (!Move->Wanted)
    return layoutError(Move->WhyNot);
  LineMove New;
  New.Wanted = std::move(*Move->Wanted);
  New.Best = Planner.PlanOf(New.Wanted);
  constexpr double NoPlan = 1e6;
  New.Clocks = New.Best
                   ? New.Best->Cost.Clocks
                   : NoPlan + New.Wanted.NumSources + New.Wanted.NumResults;
  // Where no thread has a copy, plans know better.
  if (New.Wanted.Duplicates.empty() || New.Wanted.Group != Scope::Block ||
      uint64_t(ElementBits / 8) << From.outputBits() > Planner.ScratchBytes)
    return New;
  ScratchPlaces Places = placesOfElements(From, To);
  const double Clocks = clocksOf(Places, ElementBits, M);
  if (Clocks < New.Clocks + WithPlan) {
    New.Clocks = Clocks;
    New.Best.reset();
    New.Places = std::move(Places);
  }
  return New;
}

void printMove(const LineMove &M, raw_ostream &OS) {
  if (M.Best)
    return M.Best->print(OS);
  if (!M.Places) {
    OS << "no plan: through shared memory in windows\n";
    return;
  }
  const PlaceAccesses A = accessesOf(*M.Places, M.Wanted.ElementBits);
  OS << "places " << (1u << M.Places->PlaceBits) << ", " << M.Wanted.ElementBits
     << " bits\n  " << A.Stores << " stores where thread & "
     << M.Places->SpareThreads << " is " << M.Places->Storing
     << "\n  barrier block\n  " << A.Loads << " loads of " << (1u << A.LoadBits)
     << "\n  clocks: " << format("%.2f", M.Clocks) << "\n";
}

bool isIdentity(const Conversion &C) {
  if (!C.Affine || C.hasTable() || C.NumSources != C.NumResults ||
      C.Affine->Offset)
    return false;
  const AffineMove &M = *C.Affine;
  for (unsigned J = 0; J < M.RegisterColumns.size(); ++J)
    if (M.RegisterColumns[J] != uint64_t(1) << J)
      return false;
  for (unsigned J = 0; J < M.ThreadColumns.size(); ++J)
    if (M.ThreadColumns[J] != uint64_t(1) << (M.SourceRegisterBits + J))
      return false;
  return true;
}

} // namespace layouts
} // namespace f2layout
