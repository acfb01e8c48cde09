//===- PitchFragments.cpp - Fragments in rows of another pitch ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/PitchFragments.h"
#include "passes/price/FragmentRows.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;
using namespace f2layout;

void f2layout::setFragmentRows(SwizzleAccess &S) {
  if (!S.A->IsFragment)
    return;
  const FragmentAccess Of = *fragmentOf(*cast<CallBase>(S.A->I));
  const std::optional<uint32_t> Distance = Of.distance();
  if (!Distance)
    return;
  S.RowBytes = Of.rowBytes();
  S.Distance = *Distance;
  // Times counts bytes for a distance in elements.
  const int64_t Elements = *Distance / Of.ElementBytes;
  for (const RuntimeStride &Piece : piecesOf(Of)) {
    S.Pieces.emplace_back();
    for (auto [Times, Added] : zip_equal(Piece.Times, Piece.Added))
      S.Pieces.back().push_back(Times * Elements + Added);
  }
}

int64_t f2layout::reachOf(const SwizzleAccess &S) {
  int64_t Reach = 0;
  for (ArrayRef<int64_t> Piece : S.Pieces)
    Reach = std::max(Reach, *max_element(Piece));
  return Reach;
}

/// The sum is a multiple of a power of two in every thread.
static bool isMultiple(SwizzleProof &Proof, const AddressSum &Sum,
                       uint32_t Of) {
  return Sum.Constant % Of == 0 &&
         countr_one(Proof.zerosOf(Sum.Parts)) >= int(Log2_32(Of));
}

/// Without a proof of its column, a row is within one of the pitch if both are
/// whole numbers of rows of that size.
bool f2layout::isOfRows(const SwizzleAccess &A, uint32_t Pitch,
                        const AddressSum &Sum, const std::optional<CutSum> &Cut,
                        SwizzleProof &Proof) {
  if (!A.Distance || A.Distance % Pitch)
    return false;
  return Cut || (isPowerOf2_32(A.RowBytes) && Pitch % A.RowBytes == 0 &&
                 isMultiple(Proof, Sum, A.RowBytes));
}

bool f2layout::staysAligned(const SwizzleAccess &A, const SwizzleMap &Map,
                            const std::optional<CutSum> &Cut,
                            SwizzleProof &Proof) {
  const uint32_t More = Map.Pads.front().Pad;
  if (Map.packed(A.Distance) % FragmentDistanceAlign)
    return false;
  if (More % FragmentAlign == 0)
    return true;
  if (!Cut)
    return false;
  // By how much the first row moves.
  AddressSum Moved;
  Moved.Constant = uint32_t(Cut->Rows * More);
  for (const CutSum::Part &P : Cut->Parts)
    if (const uint32_t Times = uint32_t(P.Rows * More))
      Moved.Parts.push_back({P.V, Times});
  return isMultiple(Proof, Moved, FragmentAlign);
}

void f2layout::setFragmentDistance(const SharedAccess &A,
                                   const SwizzleMap &Map) {
  auto &Call = *cast<CallBase>(A.I);
  const FragmentAccess Of = *fragmentOf(Call);
  const uint32_t New = Map.packed(*Of.distance()) / Of.ElementBytes;
  Call.setArgOperand(Of.DistanceOperand,
                     ConstantInt::get(Of.Distance->getType(), New));
  Call.removeParamAttr(0, Attribute::Alignment);
  Call.removeParamAttr(0, Attribute::Dereferenceable);
  Call.removeParamAttr(0, Attribute::DereferenceableOrNull);
}

std::optional<Refusal>
f2layout::refusalOfDistances(ArrayRef<SwizzleAccess> Accesses) {
  for (const SwizzleAccess &A : Accesses)
    if (A.A->IsFragment && !A.Distance)
      return Refusal{"FragmentDistance",
                     "the distance of a fragment's rows is not a constant",
                     A.A->I};
  return std::nullopt;
}

Refusal f2layout::refusalOfFragments(ArrayRef<SwizzleAccess> Accesses) {
  const SwizzleAccess *First = nullptr;
  uint32_t Common = 0, Widest = 0;
  for (const SwizzleAccess &A : Accesses) {
    if (!A.Distance)
      continue;
    First = First ? First : &A;
    Common = std::gcd(Common, A.Distance);
    Widest = std::max(Widest, A.RowBytes);
    if (Common < Widest && A.Distance != First->Distance)
      return {"FragmentPitches",
              "the rows of its fragments are " +
                  std::to_string(First->Distance) + " and " +
                  std::to_string(A.Distance) +
                  " bytes apart, and no other pitch suits both",
              A.A->I};
  }
  return {"FragmentStays",
          "the rows of its fragments are " + std::to_string(First->Distance) +
              " bytes apart, and a greater distance of all rows would not save "
              "clocks in each iteration",
          First->A->I};
}
