//===- CallRegisters.cpp - The registers of a layout call -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/calls/CallRegisters.h"
#include "intrinsics/words/Packing.h"

using namespace llvm;
using namespace f2layout;

unsigned f2layout::registersOf(const Type *Ty) {
  auto *V = dyn_cast<FixedVectorType>(Ty);
  return V ? V->getNumElements() : 1;
}

/// Elements of a vector of whole words, as parts of these words, so that a plan
/// can join them again.
static SmallVector<Value *, 16> cutWords(IRBuilder<> &B, Value *V,
                                         unsigned Bits) {
  const unsigned PerWord = 32 / Bits,
                 Words = registersOf(V->getType()) / PerWord;
  // A poison element would make its whole word poison.
  V = B.CreateBitCast(B.CreateFreeze(V),
                      FixedVectorType::get(B.getInt32Ty(), Words));
  SmallVector<Value *, 16> Elements;
  for (unsigned W = 0; W < Words; ++W) {
    Value *Word = B.CreateExtractElement(V, uint64_t(W));
    for (unsigned I = 0; I < PerWord; ++I)
      Elements.push_back(
          B.CreateTrunc(B.CreateLShr(Word, I * Bits), B.getIntNTy(Bits)));
  }
  return Elements;
}

Value *f2layout::integers(IRBuilder<> &B, const LayoutCall &C, Value *V) {
  const DataLayout &DL = C.Call->getDataLayout();
  auto OfShape = [&](Type *Element) -> Type * {
    return V->getType()->isVectorTy()
               ? FixedVectorType::get(Element, registersOf(V->getType()))
               : Element;
  };
  Type *Own = OfShape(B.getIntNTy(DL.getTypeSizeInBits(C.Element)));
  V = C.Element->isPointerTy() ? B.CreatePtrToInt(V, Own)
                               : B.CreateBitCast(V, Own);
  return B.CreateZExt(V, OfShape(B.getIntNTy(C.ElementBits)));
}

SmallVector<Value *, 16> f2layout::travellers(IRBuilder<> &B,
                                              const LayoutCall &C, Value *V,
                                              bool Words) {
  if (Words)
    return cutWords(B, V, C.ElementBits);
  V = integers(B, C, V);
  if (!V->getType()->isVectorTy())
    return {V};
  SmallVector<Value *, 16> Elements;
  for (unsigned R = 0; R < registersOf(V->getType()); ++R)
    Elements.push_back(B.CreateExtractElement(V, uint64_t(R)));
  return Elements;
}

static Value *arrived(IRBuilder<> &B, const LayoutCall &C, Value *Integer) {
  const unsigned Bits =
      C.Call->getDataLayout().getTypeSizeInBits(C.Element).getFixedValue();
  return fromBits(B, B.CreateTrunc(Integer, B.getIntNTy(Bits)), C.Element);
}

Value *f2layout::fromWords(IRBuilder<> &B, ArrayRef<Value *> Words, Type *Ty) {
  Value *V =
      PoisonValue::get(FixedVectorType::get(B.getInt32Ty(), Words.size()));
  for (auto [I, Word] : enumerate(Words))
    V = B.CreateInsertElement(V, Word, uint64_t(I));
  return B.CreateBitCast(V, Ty);
}

Value *f2layout::resultOf(IRBuilder<> &B, const LayoutCall &C,
                          ArrayRef<Value *> Integers) {
  Type *Ty = C.Call->getType();
  if (!Ty->isVectorTy())
    return arrived(B, C, Integers[0]);
  Value *V = PoisonValue::get(Ty);
  for (auto [R, Integer] : enumerate(Integers))
    V = B.CreateInsertElement(V, arrived(B, C, Integer), uint64_t(R));
  return V;
}
