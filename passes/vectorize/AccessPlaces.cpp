//===- AccessPlaces.cpp - Addresses that differ by constants --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AccessPlaces.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RewriteKind.h"
#include "passes/vectorize/AccessBetween.h"
#include "llvm/ADT/MapVector.h"
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

/// Whether Ext(X + C) is Ext(X) + Ext(C), where Ext extends to a wider integer.
static bool isSumAfter(const Value *Ext, const Value *Sum) {
  if (auto *Or = dyn_cast<PossiblyDisjointInst>(Sum))
    return Or->isDisjoint();
  auto *Add = dyn_cast<BinaryOperator>(Sum);
  if (!Add || Add->getOpcode() != Instruction::Add)
    return false;
  return !Ext || (isa<SExtInst>(Ext) ? Add->hasNoSignedWrap()
                                     : Add->hasNoUnsignedWrap());
}

/// An index without the constant that is added to it, and how that was
/// extended.
static std::pair<const Value *, unsigned> withoutAddend(const Value *Index) {
  const Value *Ext = isa<SExtInst, ZExtInst>(Index) ? Index : nullptr;
  const Value *Sum = Ext ? cast<CastInst>(Ext)->getOperand(0) : Index;
  if (isSumAfter(Ext, Sum) &&
      isa<ConstantInt>(cast<Instruction>(Sum)->getOperand(1)))
    Sum = cast<Instruction>(Sum)->getOperand(0);
  return {Sum, Ext ? cast<CastInst>(Ext)->getOpcode() : 0};
}

/// All of LLVM's passes recognise that the pointers, stripped of constants,
/// have a constant distance: they differ by what is added to an index.
static bool areApartByAddends(const Value *P, const Value *Q,
                              const DataLayout &DL) {
  auto *A = dyn_cast<GEPOperator>(P), *B = dyn_cast<GEPOperator>(Q);
  if (!A || !B || A->getPointerOperand() != B->getPointerOperand())
    return false;
  const unsigned Bits = DL.getIndexTypeSizeInBits(P->getType());
  compat::OffsetMap OfA, OfB;
  APInt Offset(Bits, 0);
  return A->collectOffset(DL, Bits, OfA, Offset) &&
         B->collectOffset(DL, Bits, OfB, Offset) && OfA.size() == OfB.size() &&
         all_of(zip(OfA, OfB), [](const auto &Both) {
           const auto &[OneA, OneB] = Both;
           return OneA.second == OneB.second &&
                  withoutAddend(OneA.first) == withoutAddend(OneB.first);
         });
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
  const bool IsWider = R.Pieces.size() < R.Accesses.size();
  for (const ContiguousAccess *A : Accesses) {
    Place P{A->I, commonAlignment(Align(R.Align), R.Residue + A->Offset)};
    const Value *Other = withoutConstants(pointerOf(*A->I), DL);
    if (A != First && Other != Base &&
        (IsWider || !areApartByAddends(Other, Base, DL))) {
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
