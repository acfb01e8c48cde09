//===- WholeWords.cpp - Narrow values that are parts of a word ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/words/WholeWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace f2layout;

bool f2layout::isInside(const Type *Vector, const Value *Index) {
  auto *Ty = dyn_cast<FixedVectorType>(Vector);
  auto *Number = dyn_cast<ConstantInt>(Index);
  return Ty && Number && Number->getValue().ult(Ty->getNumElements());
}

static unsigned narrowBits(const Value *V) {
  Type *Ty = V->getType();
  return Ty->isIntegerTy(8) || Ty->isIntegerTy(16) ? Ty->getIntegerBitWidth()
                                                   : 0;
}

namespace {

/// A byte of a value of integers, counted from the least significant one; of no
/// value: zero.
struct ByteOf {
  Value *V;
  unsigned Byte;
};

} // namespace

static unsigned elementBytes(const Value *V) {
  return V->getType()->getScalarSizeInBits() / 8;
}

/// A constant of whole bytes that every element is shifted by. Elements of a
/// vector may differ.
static std::optional<unsigned> shiftBytes(const Value *Amount,
                                          unsigned Element) {
  auto *C = dyn_cast<Constant>(Amount);
  if (C && C->getType()->isVectorTy())
    C = C->getAggregateElement(Element);
  auto *Number = dyn_cast_or_null<ConstantInt>(C);
  if (!Number || Number->getValue().uge(64) || Number->getZExtValue() % 8)
    return std::nullopt;
  return Number->getZExtValue() / 8;
}

/// One step back from a byte to what it is a copy of; itself if that is all.
static ByteOf stepBack(ByteOf B) {
  constexpr ByteOf Zero{nullptr, 0};
  const unsigned Size = elementBytes(B.V);
  const unsigned Element = B.Byte / Size, Inside = B.Byte % Size;
  auto *I = dyn_cast<Instruction>(B.V);
  if (!I)
    return B;
  Value *From = I->getNumOperands() ? I->getOperand(0) : nullptr;
  switch (I->getOpcode()) {
  case Instruction::Trunc:
    return {From, Element * elementBytes(From) + Inside};
  case Instruction::ZExt:
    if (From->getType()->getScalarSizeInBits() % 8)
      return B;
    return Inside < elementBytes(From)
               ? ByteOf{From, Element * elementBytes(From) + Inside}
               : Zero;
  case Instruction::LShr:
    if (auto Shift = shiftBytes(I->getOperand(1), Element))
      return Inside + *Shift < Size ? ByteOf{From, B.Byte + *Shift} : Zero;
    return B;
  case Instruction::BitCast:
    return From->getType()->isIntOrIntVectorTy() ? ByteOf{From, B.Byte} : B;
  case Instruction::ExtractElement: {
    if (!isInside(From->getType(), I->getOperand(1)))
      return B;
    auto *Index = cast<ConstantInt>(I->getOperand(1));
    return {From, unsigned(Index->getZExtValue()) * Size + B.Byte};
  }
  case Instruction::InsertElement: {
    if (!isInside(I->getType(), I->getOperand(2)))
      return B;
    auto *Index = cast<ConstantInt>(I->getOperand(2));
    return Index->getZExtValue() == Element ? ByteOf{I->getOperand(1), Inside}
                                            : ByteOf{From, B.Byte};
  }
  case Instruction::ShuffleVector: {
    auto *Ty = dyn_cast<FixedVectorType>(From->getType());
    const int Source =
        Ty ? cast<ShuffleVectorInst>(I)->getMaskValue(Element) : -1;
    if (Source < 0)
      return B;
    const unsigned Count = Ty->getNumElements();
    return {I->getOperand(Source / Count), Source % Count * Size + Inside};
  }
  default:
    return B;
  }
}

/// A vector that makes whole words.
static bool hasWords(const Type *Ty) {
  return isa<FixedVectorType>(Ty) && Ty->getPrimitiveSizeInBits() % 32 == 0;
}

/// The farthest word of 32 bits, and the byte of it, that the byte comes from.
/// What that is a part of may be a vector, as a wide load gives it. A vector
/// that comes from no word, as a phi gives it, consists of words itself.
static std::optional<ByteOf> wordOf(ByteOf B) {
  std::optional<ByteOf> Word;
  for (unsigned Steps = 0; B.V && Steps < 32; ++Steps) {
    if (!B.V->getType()->isIntOrIntVectorTy() ||
        B.V->getType()->getScalarSizeInBits() % 8)
      return Word;
    if (B.V->getType()->isIntegerTy(32))
      Word = B;
    ByteOf Before = stepBack(B);
    if (Before.V == B.V && !Word && hasWords(B.V->getType()))
      return B;
    if (Before.V == B.V)
      return Word;
    B = Before;
  }
  return B.V ? Word : std::nullopt;
}

std::optional<WordPlace> f2layout::takenFrom(const Value *Narrow, unsigned Bits,
                                             unsigned Chunk) {
  const unsigned Size = Bits / 8;
  if (!Narrow->getType()->isIntOrIntVectorTy() || (Bits != 8 && Bits != 16))
    return std::nullopt;
  std::optional<ByteOf> First;
  for (unsigned I = 0; I < Size; ++I) {
    std::optional<ByteOf> B =
        wordOf({const_cast<Value *>(Narrow), Chunk * Size + I});
    if (!B || (First && (B->V != First->V || B->Byte != First->Byte + I)))
      return std::nullopt;
    if (!First)
      First = B;
  }
  if (First->Byte % Size)
    return std::nullopt;
  return WordPlace{First->V, First->Byte / Size};
}

/// Files the integers that are put together by zext, shl and or. False if there
/// is anything else, or two in one place.
static bool collectParts(const Value *V, unsigned Bits,
                         SmallVectorImpl<const Value *> &Parts) {
  Value *A = nullptr, *B = nullptr;
  uint64_t Shift = 0;
  if (match(V, m_Or(m_Value(A), m_Value(B))))
    return collectParts(A, Bits, Parts) && collectParts(B, Bits, Parts);
  if (!match(V, m_ZExt(m_Value(A))) &&
      !match(V, m_Shl(m_ZExt(m_Value(A)), m_ConstantInt(Shift))))
    return false;
  if (narrowBits(A) != Bits || Shift % Bits || Shift >= 32 ||
      Parts[Shift / Bits])
    return false;
  Parts[Shift / Bits] = A;
  return true;
}

/// The place in a vector that consists of such integers only, inserted one
/// after the other.
static std::optional<WordPlace> putIntoVector(const Value *Narrow) {
  const auto *Last = dyn_cast<InsertElementInst>(Narrow->user_back());
  if (!Last || !hasWords(Last->getType()))
    return std::nullopt;
  auto Next = [](const Value *V) {
    auto *I =
        V->hasOneUse() ? dyn_cast<InsertElementInst>(V->user_back()) : nullptr;
    return I && I->getOperand(0) == V ? I : nullptr;
  };
  while (const InsertElementInst *I = Next(Last))
    Last = I;
  SmallVector<const Value *, 16> Parts(
      cast<FixedVectorType>(Last->getType())->getNumElements());
  const Value *V = Last;
  for (; auto *I = dyn_cast<InsertElementInst>(V); V = I->getOperand(0)) {
    if (!isInside(I->getType(), I->getOperand(2)))
      return std::nullopt;
    const Value *&Part =
        Parts[cast<ConstantInt>(I->getOperand(2))->getZExtValue()];
    if (Part)
      return std::nullopt;
    Part = I->getOperand(1);
  }
  if (is_contained(Parts, nullptr))
    return std::nullopt;
  return WordPlace{const_cast<InsertElementInst *>(Last),
                   unsigned(find(Parts, Narrow) - Parts.begin())};
}

std::optional<WordPlace> f2layout::putInto(const Value *Narrow) {
  const unsigned Bits = narrowBits(Narrow);
  if (!Bits || !Narrow->hasOneUse())
    return std::nullopt;
  if (auto Place = putIntoVector(Narrow))
    return Place;
  const Value *Word = Narrow->user_back();
  if (!isa<ZExtInst>(Word) || !Word->getType()->isIntegerTy(32))
    return std::nullopt;
  auto GoesOn = [](const Value *V) {
    return V->hasOneUse() && match(V->user_back(), m_Or(m_Value(), m_Value()));
  };
  if (Word->hasOneUse() &&
      match(Word->user_back(), m_Shl(m_Specific(Word), m_ConstantInt())))
    Word = Word->user_back();
  while (GoesOn(Word))
    Word = Word->user_back();
  SmallVector<const Value *, 4> Parts(32 / Bits);
  if (!collectParts(Word, Bits, Parts) || is_contained(Parts, nullptr))
    return std::nullopt;
  return WordPlace{const_cast<Value *>(Word),
                   unsigned(find(Parts, Narrow) - Parts.begin())};
}
