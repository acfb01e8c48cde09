//===- PitchAddresses.cpp - Addresses among pads --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/PitchAddresses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// ALU instructions: a product in place of a shift; the high half of a product
/// and a shift; a product and an add.
static constexpr unsigned ScaleOps = 1, DivideOps = 2, AddOps = 2;
/// A shift, or the add of a constant; or of a further pad, a power of two,
/// which LEA and v_lshl_add_u32 multiply and add.
static constexpr unsigned SingleOp = 1;

PitchAddresses::PitchAddresses(const SwizzleContext &C, SwizzleProof &Proof)
    : C(C), Proof(Proof) {
  for (auto [Number, A] : enumerate(C.Accesses)) {
    Sums.push_back(sumOfAddress(A.A->pointerUse(), *C.Object.Arrays.front(),
                                C.F.getDataLayout()));
    Proof.shareQuotients(Sums.back(), Number);
  }
}

const PitchAddresses::Cuts &PitchAddresses::cuts(uint32_t Interval) {
  auto [At, IsNew] = Known.try_emplace(Interval);
  if (IsNew)
    for (auto [Number, Sum] : enumerate(Sums))
      At->second.push_back(Proof.cut(Sum, Number, Interval, Interval));
  return At->second;
}

unsigned PitchAddresses::rootFor(PitchRoot R) {
  for (auto [Number, Old] : enumerate(Roots))
    if (Old.Sum.Constant == R.Sum.Constant && Old.Sum.Parts == R.Sum.Parts &&
        Old.Quotients == R.Quotients) {
      Old.IsSmall &= R.IsSmall;
      return Number;
    }
  Roots.push_back(std::move(R));
  return Roots.size() - 1;
}

/// Adds Pad * (Of / Interval) for each of the pads. Returns what is added
/// besides, for the constant's whole intervals.
int64_t PitchAddresses::addQuotients(PitchRoot &R, const AddressSum &Of,
                                     ArrayRef<RowPad> Pads, bool OfRows) const {
  const uint32_t By = Pads.front().Interval;
  const int64_t Constant = int32_t(Of.Constant);
  int64_t Whole = 0;
  const bool IsInFirst = Constant >= 0 && Constant < By;
  if (Of.Parts.empty() || (!IsInFirst && std::abs(Constant) < (1 << 28) &&
                           Proof.zerosOf(Of.Parts) >> 31))
    Whole = divideFloorSigned(Constant, int64_t(By));
  PadQuotient Q;
  Q.Of = Of;
  Q.Of.Constant = uint32_t(Constant - Whole * By);
  Q.By = By;
  Q.IsOfRows = OfRows;
  int64_t Added = 0;
  for (const RowPad &P : Pads) {
    const int64_t Ratio = P.Interval / By;
    const int64_t Units = divideFloorSigned(Whole, Ratio);
    Added += Units * P.Pad;
    Q.Plus = uint32_t(Whole - Units * Ratio);
    Q.Shift = Log2_64(Ratio);
    Q.Times = P.Pad;
    if (!Of.Parts.empty())
      R.Quotients.push_back(Q);
  }
  return Added;
}

PitchedAddress PitchAddresses::addressOf(unsigned Access, const SwizzleMap &Map,
                                         uint32_t Pitch) {
  const AddressSum &Sum = Sums[Access];
  PitchRoot R;
  int64_t Added = int32_t(Sum.Constant);
  SmallVector<RowPad, 2> Left;
  SmallVector<int64_t, 4> Times;
  for (const AddressSum::Part &P : Sum.Parts)
    Times.push_back(int32_t(P.Times));
  R.IsSmall = true;
  for (const RowPad &P : Map.Pads) {
    const std::optional<CutSum> &Cut = cuts(P.Interval)[Access];
    if (!Cut) {
      Left.push_back(P);
      continue;
    }
    Added += Cut->Rows * P.Pad;
    R.IsSmall &= Cut->IsSmall;
    for (auto [Factor, Of] : zip_equal(Times, Cut->Parts)) {
      Factor += Of.Rows * P.Pad;
      R.IsScaled |= Of.Rows != 0 && isPowerOf2_32(P.Interval);
    }
  }
  R.IsSmall &= Left.size() < Map.Pads.size();
  for (auto [Factor, P] : zip_equal(Times, Sum.Parts))
    if (uint32_t(Factor))
      R.Sum.Parts.push_back({P.V, uint32_t(Factor)});
  if (Left.empty())
    return {rootFor(std::move(R)), Added};
  if (const std::optional<CutSum> &Rows = cuts(Pitch)[Access]) {
    AddressSum Row;
    Row.Constant = uint32_t(Rows->Rows);
    for (const CutSum::Part &P : Rows->Parts)
      if (P.Rows)
        Row.Parts.push_back({P.V, uint32_t(P.Rows)});
    for (RowPad &P : Left)
      P.Interval /= Pitch;
    Added += addQuotients(R, Row, Left, /*OfRows=*/true);
    return {rootFor(std::move(R)), Added};
  }
  Added += addQuotients(R, Sum, Left, /*OfRows=*/false);
  // The dividend is needed anyway.
  if (!R.Quotients.empty()) {
    R.Sum.Constant = R.Quotients.front().Of.Constant;
    Added -= int32_t(R.Sum.Constant);
  }
  return {rootFor(std::move(R)), Added};
}

void PitchAddresses::make(const SwizzleMap &Map, uint32_t Pitch) {
  Roots.clear();
  Addresses.clear();
  for (unsigned Access = 0; Access < Sums.size(); ++Access)
    Addresses.push_back(addressOf(Access, Map, Pitch));
}

double PitchAddresses::weightOf(const AddressSum &S) const {
  double Weight = 1;
  for (const AddressSum::Part &P : S.Parts)
    if (auto *I = dyn_cast<Instruction>(P.V))
      Weight = std::max(Weight, C.weightIn(I->getParent()));
  return Weight;
}

double PitchAddresses::clocks() const {
  double Operations = 0;
  std::vector<const PadQuotient *> Made;
  for (const PitchRoot &R : Roots) {
    if (R.Sum.Parts.empty() || Proof.isUniform(R.Sum.Parts))
      continue;
    const double Weight = weightOf(R.Sum);
    if (R.IsScaled)
      Operations += Weight * ScaleOps;
    for (const PadQuotient &Q : R.Quotients) {
      const double OfQuotient = weightOf(Q.Of);
      if (none_of(Made, [&](auto *Old) { return Old->hasDividend(Q); }))
        Operations += OfQuotient * (Q.By == 1    ? 0
                                    : Q.IsOfRows ? SingleOp
                                                 : DivideOps);
      if (none_of(Made, [&](auto *Old) {
            return Old->hasDividend(Q) && Old->Plus == Q.Plus &&
                   Old->Shift == Q.Shift;
          }))
        Operations += OfQuotient * SingleOp * ((Q.Plus != 0) + (Q.Shift != 0));
      Operations +=
          Weight * (Q.Shift && isPowerOf2_32(Q.Times) ? SingleOp : AddOps);
      Made.push_back(&Q);
    }
  }
  return divideCeil(C.Threads, C.M.lanes()) * Operations * C.M.Costs.Select;
}
