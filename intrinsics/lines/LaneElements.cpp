//===- LaneElements.cpp - Elements of any type from other lanes -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lines/LaneElements.h"
#include "intrinsics/steps/LaneMove.h"
#include "intrinsics/words/Packing.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

/// The elements as integers of 8, 16, 32 or 64 bits.
static SmallVector<Value *, 16>
asIntegers(IRBuilder<> &B, ArrayRef<Value *> Elements, unsigned Bits) {
  SmallVector<Value *, 16> Integers;
  for (Value *V : Elements)
    Integers.push_back(B.CreateZExt(toInteger(B, V), B.getIntNTy(Bits)));
  return Integers;
}

static Value *asElement(IRBuilder<> &B, Value *Integer, Type *Ty) {
  return fromBits(
      B, B.CreateTrunc(Integer, B.getIntNTy(Ty->getPrimitiveSizeInBits())), Ty);
}

SmallVector<Value *, 16> emitLaneElements(IRBuilder<> &B, LaneValues &Lanes,
                                          ArrayRef<Value *> Elements,
                                          ArrayRef<uint8_t> FromLane) {
  Type *Ty = Elements[0]->getType();
  const unsigned Bits = PowerOf2Ceil(Ty->getPrimitiveSizeInBits());
  const SmallVector<Value *, 16> Integers = asIntegers(B, Elements, Bits);
  Type *Integer = B.getIntNTy(Bits);
  auto Move = [&](Value *Word) {
    return emitLaneMove(B, Lanes, Word, FromLane, nullptr);
  };
  SmallVector<Value *, 16> Moved;
  if (Bits >= 32) {
    const unsigned PerElement = Bits / 32;
    for (unsigned I = 0; I < Integers.size(); ++I) {
      SmallVector<Value *, 2> Words;
      for (unsigned W = 0; W < PerElement; ++W)
        Words.push_back(Move(wideWord(B, Integers, Bits, I * PerElement + W)));
      Moved.push_back(asElement(
          B, unpackElement(B, Lanes.target(), Words, Bits, 0, Integer, false),
          Ty));
    }
    return Moved;
  }
  const unsigned PerWord = 32 / Bits;
  for (unsigned First = 0; First < Integers.size(); First += PerWord) {
    const unsigned Count = std::min<unsigned>(PerWord, Integers.size() - First);
    SmallVector<Value *, 4> Group(PerWord);
    std::copy_n(Integers.begin() + First, Count, Group.begin());
    Value *Word =
        Move(Count == 1 ? B.CreateZExt(Group[0], B.getInt32Ty())
                        : packElements(B, Lanes.target(), Group, Bits));
    for (unsigned I = 0; I < Count; ++I)
      Moved.push_back(asElement(B,
                                unpackElement(B, Lanes.target(), {Word}, Bits,
                                              I * Bits / 8, Integer, false),
                                Ty));
  }
  return Moved;
}

} // namespace intrinsics
} // namespace f2layout
