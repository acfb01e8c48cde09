//===- Emit.cpp - From plan steps to IR -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs through the steps and keeps the value of every word. Each kind of step
// has a separate file; this one only knows their order.
//
//   w2 = select(lane in 0xAAAAAAAA, w0, w1)  ->  %p = (lane & 1) != 0   (once)
//                                                %2 = select %p, %0, %1
//   w3 = shuffle(w2, lane ^ 1)               ->  %3 = shfl.sync.bfly(%2, 1)
//
//===----------------------------------------------------------------------===//

#include "intrinsics/emit/Emit.h"
#include "intrinsics/steps/Barrier.h"
#include "intrinsics/steps/BytePermute.h"
#include "intrinsics/steps/LaneMove.h"
#include "intrinsics/steps/LaneSwap.h"
#include "intrinsics/steps/MatrixMove.h"
#include "intrinsics/steps/SharedAccess.h"
#include "intrinsics/words/Packing.h"
#include "intrinsics/words/WholeWords.h"
#include "layouts/plan/ElementTrace.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

namespace {

class PlanEmitter {
public:
  PlanEmitter(const Plan &P, EmitContext &C)
      : P(P), C(C), Lanes(C.T, C.B, C.LanePoint), Shared(P, C, Lanes),
        Trace(P) {
    assert(P.LaneBits == C.T.M.LaneBits && "a plan for this target");
  }

  SmallVector<Value *, 8> emit(ArrayRef<Value *> Elements,
                               ArrayRef<Type *> ResultTypes);

private:
  void emitStep(const Step &S);
  Value *emitSelect(const Step &S);
  Value *emitPermute(const Step &S);
  bool isUnused(const Step &S) const;
  Value *parityOfWarp(uint32_t WarpBits);
  void emitStore(const Step &S);
  Value *sourceAt(ElementTrace::Bytes Origin, unsigned Bytes) const;
  Value *result(unsigned R, Type *Ty);
  Value *packed(Word W);
  Value *inputWord(Word W);
  void addSources(ArrayRef<Value *> Elements);

  const Plan &P;
  EmitContext &C;
  LaneValues Lanes;
  SharedEmitter Shared;
  ElementTrace Trace;
  DenseMap<uint32_t, Value *> WarpParities;
  SmallVector<Value *, 16> Sources; ///< Frozen.
  SmallVector<Value *, 32> Words;   ///< Null where none is needed.
};

} // namespace

/// Returns true if an odd number of these bits of the thread is set.
Value *PlanEmitter::parityOfWarp(uint32_t WarpBits) {
  Value *&Parity = WarpParities[WarpBits];
  if (Parity)
    return Parity;
  IRBuilder<> B(C.LanePoint);
  B.SetCurrentDebugLocation(C.B.getCurrentDebugLocation());
  Value *Bits = B.CreateAnd(C.LinearThread, WarpBits);
  if (!isPowerOf2_32(WarpBits))
    Bits = B.CreateAnd(B.CreateUnaryIntrinsic(Intrinsic::ctpop, Bits), 1);
  return Parity = B.CreateIsNotNull(Bits);
}

Value *PlanEmitter::emitSelect(const Step &S) {
  Value *Predicate = Lanes.predicate(S.Mask);
  if (S.WarpBits)
    Predicate = C.B.CreateXor(Predicate, parityOfWarp(S.WarpBits));
  if (auto *Same = dyn_cast<ConstantInt>(Predicate))
    return Words[Same->isOne() ? S.A : S.B];
  return C.B.CreateSelect(Predicate, Words[S.A], Words[S.B]);
}

/// An operand of which no byte is used may have no value.
Value *PlanEmitter::emitPermute(const Step &S) {
  if (Value *Packed = packed(Words.size()))
    return Packed;
  Value *A = Words[S.A] ? Words[S.A] : Words[S.B];
  Value *Other = Words[S.B] ? Words[S.B] : A;
  return emitBytePermute(C.B, Lanes, A, Other, S.Selector);
}

/// The source element that these bytes are, or null.
Value *PlanEmitter::sourceAt(ElementTrace::Bytes Origin, unsigned Bytes) const {
  auto E = Trace.sourceElement(Origin, Bytes);
  return E && *E < Sources.size() ? Sources[*E] : nullptr;
}

void PlanEmitter::emitStore(const Step &S) {
  if (S.Bytes < 4) {
    auto Origin = Trace.origin({S.Words[0], S.FirstByte}, S.Bytes);
    if (Value *V = sourceAt(Origin, S.Bytes))
      return Shared.storeElement(S, toInteger(C.B, V));
    return Shared.store(S, {Words[Origin.W]}, Origin.First);
  }
  SmallVector<Value *, 4> Stored;
  for (Word W : S.Words)
    Stored.push_back(Words[W]);
  if (S.K == Step::StoreMatrix)
    return Shared.storeMatrix(S, Stored);
  Shared.store(S, Stored, 0);
}

/// Returns true if no register needs the result of the step.
bool PlanEmitter::isUnused(const Step &S) const {
  switch (S.K) {
  case Step::Select:
  case Step::Permute:
  case Step::Shuffle:
  case Step::Transpose:
    return !Trace.isNeeded(Words.size());
  case Step::Swap:
    return !Trace.isNeeded(Words.size()) && !Trace.isNeeded(Words.size() + 1);
  case Step::Store:
  case Step::Load:
  case Step::StoreMatrix:
  case Step::LoadMatrix:
  case Step::Barrier:
    return false;
  }
  llvm_unreachable("covered switch");
}

void PlanEmitter::emitStep(const Step &S) {
  if (isUnused(S)) {
    Words.append(S.K == Step::Swap ? 2 : 1, nullptr);
    return;
  }
  switch (S.K) {
  case Step::Select:
    Words.push_back(emitSelect(S));
    return;
  case Step::Permute:
    Words.push_back(emitPermute(S));
    return;
  case Step::Shuffle:
    Words.push_back(
        emitLaneMove(C.B, Lanes, Words[S.A], S.FromLane, C.WarpMask));
    return;
  case Step::Swap:
    Words.append(emitLaneSwap(C.B, Words[S.A], Words[S.B], S.LaneBit));
    return;
  case Step::Transpose:
    Words.push_back(emitTranspose(C.B, Words[S.A]));
    return;
  case Step::Store:
  case Step::StoreMatrix:
    emitStore(S);
    return;
  case Step::Load:
    Words.append(Shared.load(S));
    return;
  case Step::LoadMatrix:
    Words.append(Shared.loadMatrix(S));
    return;
  case Step::Barrier:
    emitBarrier(C.T, C.B, S.Sync, C.WarpMask);
    return;
  }
}

/// Result R. A plan may end before results that are not used, or take them from
/// an element that fills the last word of the sources up and has no value; any
/// value will do for those.
Value *PlanEmitter::result(unsigned R, Type *Ty) {
  unsigned Bytes = P.ElementBits / 8;
  if (R * Bytes >= P.Outputs.size() * 4)
    return Constant::getNullValue(Ty);
  if (Bytes == 8)
    return unpackElement(C.B, C.T,
                         {Words[P.Outputs[2 * R]], Words[P.Outputs[2 * R + 1]]},
                         P.ElementBits, 0, Ty, /*IsExtended=*/false);
  const bool IsExtended = R < C.Extended.size() && C.Extended[R];
  ElementTrace::Bytes Origin = Trace.result(R);
  Value *W = Words[Origin.W];
  if (P.PackedResults)
    return unpackElement(C.B, C.T, {W}, P.ElementBits, Origin.First, Ty,
                         IsExtended);
  if (Value *V = sourceAt(Origin, Bytes))
    return fromBits(C.B, toInteger(C.B, V), Ty);
  if (!W)
    return Constant::getNullValue(Ty);
  if (auto *Extended = dyn_cast<ZExtInst>(W);
      Extended && Bytes < 4 && Trace.isLoadedAlone(Origin, Bytes))
    return fromBits(C.B, Extended->getOperand(0), Ty);
  return unpackElement(C.B, C.T, {W}, P.ElementBits, Origin.First, Ty,
                       IsExtended);
}

/// The frozen value of each vector.
using FrozenVectors = SmallDenseMap<Value *, Value *, 8>;

static Value *freezeOnce(IRBuilder<> &B, Value *Vector, FrozenVectors &Frozen) {
  Value *&V = Frozen[Vector];
  if (!V)
    V = B.CreateFreeze(Vector);
  return V;
}

/// The word that these elements are, in order; null if they are not. That of a
/// vector is frozen, since one poison element would spoil the others.
static Value *wholeWord(IRBuilder<> &B, ArrayRef<Value *> Elements,
                        unsigned Bits, FrozenVectors &Frozen) {
  std::optional<WordPlace> First;
  for (auto [I, Element] : enumerate(Elements)) {
    std::optional<WordPlace> Place = takenFrom(Element, Bits);
    if (!Place || (First && (Place->Word != First->Word ||
                             Place->Index != First->Index + I)))
      return nullptr;
    if (!First)
      First = Place;
  }
  if (First->Index % Elements.size())
    return nullptr;
  if (!First->Word->getType()->isVectorTy())
    return First->Word;
  return wordOfVector(B, freezeOnce(B, First->Word, Frozen),
                      First->Index / Elements.size());
}

/// The word packed from source elements, or null if it is not.
Value *PlanEmitter::packed(Word W) {
  SmallVector<Value *, 4> Elements;
  for (std::optional<unsigned> E : Trace.packedFrom(W))
    Elements.push_back(E && *E < Sources.size() ? Sources[*E] : nullptr);
  return Elements.empty() ? nullptr
                          : packElements(C.B, C.T, Elements, P.ElementBits);
}

Value *PlanEmitter::inputWord(Word W) {
  if (P.ElementBits >= 32)
    return wideWord(C.B, Sources, P.ElementBits, W);
  if (Value *Packed = packed(W))
    return Packed;
  // Whole words were announced, but are none.
  const unsigned PerWord = 32 / P.ElementBits;
  SmallVector<Value *, 4> Elements(PerWord);
  for (unsigned I = 0; I < PerWord && W * PerWord + I < Sources.size(); ++I)
    Elements[I] = Sources[W * PerWord + I];
  return packElements(C.B, C.T, Elements, P.ElementBits);
}

/// The input words: whole words unchanged, others packed. Of a vector, the
/// whole is frozen, so that its elements can be taken by words.
void PlanEmitter::addSources(ArrayRef<Value *> Elements) {
  FrozenVectors Vectors;
  auto Frozen = [&](Value *V) -> Value * {
    if (isGuaranteedNotToBeUndefOrPoison(V))
      return V;
    auto *Extract = dyn_cast<ExtractElementInst>(V);
    if (!Extract ||
        !isInside(Extract->getVectorOperandType(), Extract->getIndexOperand()))
      return C.B.CreateFreeze(V);
    return C.B.CreateExtractElement(
        freezeOnce(C.B, Extract->getVectorOperand(), Vectors),
        Extract->getIndexOperand());
  };
  const unsigned PerWord = P.PackedSources ? 32 / P.ElementBits : 1;
  for (Word W = 0; P.PackedSources && W < P.NumInputs; ++W)
    Words.push_back(wholeWord(C.B, Elements.slice(W * PerWord, PerWord),
                              P.ElementBits, Vectors));
  const bool AllWhole = !Words.empty() && !is_contained(Words, nullptr);
  for (Value *&W : Words)
    W = AllWhole ? Frozen(W) : nullptr;
  if (AllWhole)
    return;
  Words.clear();
  for (Value *V : Elements)
    Sources.push_back(Frozen(V));
  for (Word W = 0; W < P.NumInputs; ++W)
    Words.push_back(Trace.isNeeded(W) ? inputWord(W) : nullptr);
}

SmallVector<Value *, 8> PlanEmitter::emit(ArrayRef<Value *> Elements,
                                          ArrayRef<Type *> ResultTypes) {
  addSources(Elements);
  for (const Step &S : P.Steps)
    emitStep(S);
  SmallVector<Value *, 8> Results;
  for (unsigned R = 0; R < ResultTypes.size(); ++R)
    Results.push_back(result(R, ResultTypes[R]));
  C.OutputWords.clear();
  for (Word W : P.Outputs)
    C.OutputWords.push_back(Words[W]);
  return Results;
}

SmallVector<Value *, 8> emitPlan(const Plan &P, ArrayRef<Value *> Sources,
                                 ArrayRef<Type *> ResultTypes, EmitContext &C) {
  return PlanEmitter(P, C).emit(Sources, ResultTypes);
}

} // namespace intrinsics
} // namespace f2layout
