//===- Packing.cpp - Elements in 32-bit words -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/words/Packing.h"
#include "intrinsics/words/WholeWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static const DataLayout &layoutOf(IRBuilder<> &B) {
  return B.GetInsertBlock()->getModule()->getDataLayout();
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

Value *fromBits(IRBuilder<> &B, Value *Bits, Type *To) {
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

/// Four bytes, as the lower halves of two pairs.
static Value *packBytes(IRBuilder<> &B, ArrayRef<Value *> Bytes) {
  auto *PairTy = FixedVectorType::get(B.getInt16Ty(), 2);
  auto *BytesTy = FixedVectorType::get(B.getInt8Ty(), 4);
  Value *Pairs[2];
  for (unsigned P = 0; P < 2; ++P) {
    Value *Pair = Constant::getNullValue(PairTy);
    for (unsigned I = 0; I < 2; ++I)
      if (Value *Byte = Bytes[2 * P + I])
        Pair = B.CreateInsertElement(
            Pair, B.CreateZExt(toBits(B, Byte, B.getInt8Ty()), B.getInt16Ty()),
            uint64_t(I));
    Pairs[P] = B.CreateBitCast(Pair, BytesTy);
  }
  Value *Word = B.CreateShuffleVector(Pairs[0], Pairs[1], {0, 2, 4, 6});
  return B.CreateBitCast(Word, B.getInt32Ty());
}

Value *wordOfVector(IRBuilder<> &B, Value *Vector, unsigned W) {
  const unsigned Words = Vector->getType()->getPrimitiveSizeInBits() / 32;
  if (Words == 1)
    return B.CreateBitCast(Vector, B.getInt32Ty());
  return B.CreateExtractElement(
      B.CreateBitCast(Vector, FixedVectorType::get(B.getInt32Ty(), Words)),
      uint64_t(W));
}

/// The word of the vector that all elements come from, in its order; null if
/// they come from elsewhere.
static Value *commonWord(IRBuilder<> &B, ArrayRef<Value *> Elements) {
  Value *Vector = nullptr;
  uint64_t First = 0;
  for (auto [I, Element] : enumerate(Elements)) {
    auto *Extract = dyn_cast_or_null<ExtractElementInst>(Element);
    if (!Extract ||
        !isInside(Extract->getVectorOperandType(), Extract->getIndexOperand()))
      return nullptr;
    const uint64_t At =
        cast<ConstantInt>(Extract->getIndexOperand())->getZExtValue();
    if (I == 0) {
      First = At;
      Vector = Extract->getVectorOperand();
    }
    if (At != First + I || Vector != Extract->getVectorOperand())
      return nullptr;
  }
  auto *Ty = dyn_cast<FixedVectorType>(Vector->getType());
  const unsigned N = Elements.size();
  if (!Ty || First % N != 0 || Ty->getNumElements() % N != 0 ||
      Ty->isPtrOrPtrVectorTy())
    return nullptr;
  return wordOfVector(B, Vector, First / N);
}

Value *packElements(IRBuilder<> &B, const Target &T, ArrayRef<Value *> Elements,
                    unsigned ElementBits) {
  assert(Elements.size() == perWord(ElementBits) && "a word of elements");
  if (Value *Word = commonWord(B, Elements))
    return Word;
  if (ElementBits == 8 && T.Maker == Vendor::NVIDIA)
    return packBytes(B, Elements);
  Type *ElementTy = B.getIntNTy(ElementBits);
  Type *VectorTy = FixedVectorType::get(ElementTy, Elements.size());
  Value *Vector = is_contained(Elements, nullptr)
                      ? Constant::getNullValue(VectorTy)
                      : PoisonValue::get(VectorTy);
  for (auto [I, Element] : enumerate(Elements))
    if (Element)
      Vector = B.CreateInsertElement(Vector, toBits(B, Element, ElementTy),
                                     uint64_t(I));
  return B.CreateBitCast(Vector, B.getInt32Ty());
}

Value *wideWord(IRBuilder<> &B, ArrayRef<Value *> Sources, unsigned ElementBits,
                unsigned W) {
  unsigned First = ElementBits == 64 ? W / 2 : W;
  if (First >= Sources.size())
    return B.getInt32(0);
  if (ElementBits == 32)
    return toBits(B, Sources[First], B.getInt32Ty());
  Type *Pair = FixedVectorType::get(B.getInt32Ty(), 2);
  return B.CreateExtractElement(toBits(B, Sources[First], Pair),
                                uint64_t(W % 2));
}

/// The element as an integer or a vector of them.
static Value *elementBits(IRBuilder<> &B, const Target &T,
                          ArrayRef<Value *> Words, unsigned ElementBits,
                          unsigned First, bool IsExtended) {
  if (ElementBits == 32)
    return Words[0];
  if (ElementBits == 64) {
    Type *Pair = FixedVectorType::get(B.getInt32Ty(), 2);
    Value *V =
        B.CreateInsertElement(PoisonValue::get(Pair), Words[0], uint64_t(0));
    return B.CreateInsertElement(V, Words[1], uint64_t(1));
  }
  unsigned N = perWord(ElementBits), Bytes = ElementBits / 8;
  assert(First % Bytes == 0 && "plans move whole elements");
  if (Bytes == 1 && T.Maker == Vendor::NVIDIA && !IsExtended)
    return B.CreateTrunc(First ? B.CreateLShr(Words[0], 8 * First) : Words[0],
                         B.getInt8Ty());
  Type *VectorTy = FixedVectorType::get(B.getIntNTy(ElementBits), N);
  return B.CreateExtractElement(B.CreateBitCast(Words[0], VectorTy),
                                uint64_t(First / Bytes));
}

Value *unpackElement(IRBuilder<> &B, const Target &T, ArrayRef<Value *> Words,
                     unsigned ElementBits, unsigned First, Type *To,
                     bool IsExtended) {
  return fromBits(B, elementBits(B, T, Words, ElementBits, First, IsExtended),
                  To);
}

Value *toInteger(IRBuilder<> &B, Value *V) {
  unsigned Bits = layoutOf(B).getTypeSizeInBits(V->getType());
  return toBits(B, V, B.getIntNTy(Bits));
}

} // namespace intrinsics
} // namespace f2layout
