//===- AccessPlaces.cpp - Addresses that differ by constants --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AccessPlaces.h"
#include "passes/support/RewriteKind.h"
#include "passes/vectorize/AccessBetween.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind StatedPlaces("f2layout-places",
                                "Runs of accesses that state their places");

namespace {

/// The new form of an access.
struct Place {
  Instruction *I;
  Align Alignment;
  /// Null: the pointer stays.
  Value *Anchor = nullptr;
  int64_t FromAnchor = 0;
};

} // namespace

static unsigned pointerOperand(const Instruction &I) {
  return isa<StoreInst>(I) ? StoreInst::getPointerOperandIndex()
                           : LoadInst::getPointerOperandIndex();
}

static Value *pointerOf(const Instruction &I) {
  return I.getOperand(pointerOperand(I));
}

/// The base from which LLVM knows P to have a constant distance.
static const Value *withoutConstants(const Value *P, const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(P->getType()), 0);
  return P->stripAndAccumulateConstantOffsets(DL, Offset,
                                              /*AllowNonInbounds=*/true);
}

/// Plans the accesses of one run.
static void planRun(const Contiguity &C, const ContiguousRun &R,
                    std::vector<Place> &Places) {
  SmallVector<const ContiguousAccess *, 8> Accesses;
  for (unsigned A : R.Accesses)
    Accesses.push_back(&C.accesses()[A]);
  const ContiguousAccess *First = *min_element(
      Accesses, [](const ContiguousAccess *A, const ContiguousAccess *B) {
        return A->I->comesBefore(B->I);
      });
  const DataLayout &DL = First->I->getDataLayout();
  Value *Anchor = pointerOf(*First->I);
  const Value *Base =
      Accesses.size() > 1 ? withoutConstants(Anchor, DL) : Anchor;
  for (const ContiguousAccess *A : Accesses) {
    Place P{A->I, commonAlignment(Align(R.Align), R.Residue + A->Offset)};
    if (A != First && withoutConstants(pointerOf(*A->I), DL) != Base) {
      P.Anchor = Anchor;
      P.FromAnchor = int64_t(A->Offset) - int64_t(First->Offset);
    }
    Places.push_back(P);
  }
}

/// The access does not have this form yet.
static bool isNew(const Place &P) {
  return P.Anchor || P.Alignment > getLoadStoreAlignment(P.I);
}

static bool raiseAlignment(Instruction &I, Align A) {
  if (A <= getLoadStoreAlignment(&I))
    return false;
  setLoadStoreAlignment(&I, A);
  return true;
}

/// Reports the pieces of the run, or why there are not fewer.
static void remark(const Contiguity &C, const ContiguousRun &R, bool IsMoved,
                   AccessBetween &Between, AccessRemarks &Remarks) {
  bool IsApart = false;
  for (const auto &Accesses : C.accessesByPiece(R)) {
    if (Accesses.size() < 2)
      continue;
    const BetweenFacts Facts = Between.look(Accesses);
    if (!Facts.InTheWay)
      continue;
    Remarks.keptApart(Accesses, *Facts.InTheWay);
    IsApart = true;
  }
  if (!IsApart)
    Remarks.stated(C, R, IsMoved);
  if (R.PiecesIfAligned.size() >= R.Pieces.size())
    return;
  SmallVector<Instruction *, 8> Accesses;
  for (unsigned A : R.Accesses)
    Accesses.push_back(C.accesses()[A].I);
  Remarks.unaligned(C, R, Between.look(Accesses).InTheWay);
}

/// Gives the access its new form; returns the old pointer if it was replaced.
static Value *movePointer(const Place &P) {
  IRBuilder<> B(P.I);
  Value *Old = pointerOf(*P.I);
  Type *Offset = P.I->getDataLayout().getIndexType(Old->getType());
  Value *New =
      B.CreatePtrAdd(P.Anchor, ConstantInt::getSigned(Offset, P.FromAnchor));
  P.I->setOperand(pointerOperand(*P.I), New);
  return Old;
}

bool f2layout::statePlaces(Contiguity &C, AAResults &AA,
                           AccessRemarks &Remarks) {
  std::vector<Place> Places;
  AccessBetween Between(C, AA);
  bool Changed = false;
  for (const ContiguousRun &R : C.runs()) {
    if (!R.hasFixedOrder())
      continue;
    std::vector<Place> OfRun;
    planRun(C, R, OfRun);
    if (any_of(OfRun, isNew) &&
        !StatedPlaces.mayRewrite(Remarks.remarks(), "f2layout-access",
                                 *OfRun.front().I))
      continue;
    bool IsMoved = false;
    for (const Place &P : OfRun) {
      Changed |= raiseAlignment(*P.I, P.Alignment);
      IsMoved |= P.Anchor != nullptr;
    }
    append_range(Places, OfRun);
    if (Remarks.isWanted())
      remark(C, R, IsMoved, Between, Remarks);
  }
  SmallVector<WeakTrackingVH, 16> Dead;
  for (const Place &P : Places) {
    if (!P.Anchor)
      continue;
    Dead.push_back(movePointer(P));
    Changed = true;
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return Changed;
}
