//===- Packing.cpp - Elements in 32-bit words -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/Packing.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace f2layout {

static const DataLayout &layoutOf(IRBuilder<> &B) {
  return B.GetInsertBlock()->getModule()->getDataLayout();
}

static Value *freezeIfNeeded(IRBuilder<> &B, Value *V) {
  return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
}

/// V as bits of type To, which is an integer or a vector of integers.
static Value *toBits(IRBuilder<> &B, Value *V, Type *To) {
  Type *Ty = V->getType();
  assert(layoutOf(B).getTypeSizeInBits(Ty) == To->getPrimitiveSizeInBits() &&
         "a source of the plan's element size");
  if (Ty->isPtrOrPtrVectorTy())
    V = B.CreatePtrToInt(V, layoutOf(B).getIntPtrType(Ty));
  return B.CreateBitCast(V, To);
}

/// The reverse.
static Value *fromBits(IRBuilder<> &B, Value *Bits, Type *To) {
  assert(layoutOf(B).getTypeSizeInBits(To) ==
             Bits->getType()->getPrimitiveSizeInBits() &&
         "a result of the plan's element size");
  if (!To->isPtrOrPtrVectorTy())
    return B.CreateBitCast(Bits, To);
  Type *IntTy = layoutOf(B).getIntPtrType(To);
  return B.CreateIntToPtr(B.CreateBitCast(Bits, IntTy), To);
}

/// Elements that share a word.
static unsigned perWord(unsigned ElementBits) {
  return ElementBits < 32 ? 32 / ElementBits : 1;
}

/// A word of the sources from First on.
static Value *packShort(IRBuilder<> &B, ArrayRef<Value *> Sources,
                        unsigned First, unsigned ElementBits) {
  unsigned N = perWord(ElementBits);
  Type *ElementTy = B.getIntNTy(ElementBits);
  Type *VectorTy = FixedVectorType::get(ElementTy, N);
  bool IsFull = First + N <= Sources.size();
  Value *Vector =
      IsFull ? PoisonValue::get(VectorTy) : Constant::getNullValue(VectorTy);
  for (unsigned I = 0; I < N && First + I < Sources.size(); ++I)
    Vector = B.CreateInsertElement(
        Vector, toBits(B, Sources[First + I], ElementTy), uint64_t(I));
  return B.CreateBitCast(Vector, B.getInt32Ty());
}

SmallVector<Value *, 16> packWords(IRBuilder<> &B, ArrayRef<Value *> Sources,
                                   unsigned ElementBits, unsigned NumWords) {
  SmallVector<Value *, 16> Frozen, Words;
  for (Value *V : Sources)
    Frozen.push_back(freezeIfNeeded(B, V));
  if (ElementBits == 64) {
    Type *Pair = FixedVectorType::get(B.getInt32Ty(), 2);
    for (Value *V : Frozen) {
      Value *Halves = toBits(B, V, Pair);
      Words.push_back(B.CreateExtractElement(Halves, uint64_t(0)));
      Words.push_back(B.CreateExtractElement(Halves, uint64_t(1)));
    }
  } else if (ElementBits == 32) {
    for (Value *V : Frozen)
      Words.push_back(toBits(B, V, B.getInt32Ty()));
  } else {
    for (unsigned I = 0; I < Frozen.size(); I += perWord(ElementBits))
      Words.push_back(packShort(B, Frozen, I, ElementBits));
  }
  while (Words.size() < NumWords)
    Words.push_back(B.getInt32(0));
  return Words;
}

/// Element R of the words as an integer or a vector of them.
static Value *elementBits(IRBuilder<> &B, ArrayRef<Value *> Words,
                          unsigned ElementBits, unsigned R) {
  if (ElementBits == 32)
    return Words[R];
  if (ElementBits == 64) {
    Type *Pair = FixedVectorType::get(B.getInt32Ty(), 2);
    Value *V = B.CreateInsertElement(PoisonValue::get(Pair), Words[2 * R],
                                     uint64_t(0));
    return B.CreateInsertElement(V, Words[2 * R + 1], uint64_t(1));
  }
  unsigned N = perWord(ElementBits);
  Type *VectorTy = FixedVectorType::get(B.getIntNTy(ElementBits), N);
  return B.CreateExtractElement(B.CreateBitCast(Words[R / N], VectorTy),
                                uint64_t(R % N));
}

SmallVector<Value *, 8> unpackWords(IRBuilder<> &B, ArrayRef<Value *> Words,
                                    unsigned ElementBits,
                                    ArrayRef<Type *> Types) {
  SmallVector<Value *, 8> Results;
  for (unsigned R = 0; R < Types.size(); ++R)
    Results.push_back(
        fromBits(B, elementBits(B, Words, ElementBits, R), Types[R]));
  return Results;
}

} // namespace f2layout
