//===- ElementGroups.cpp - Elements that share an instruction -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lines/ElementGroups.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

unsigned elementsTogether(LineOperation Op, const Type *Element) {
  const unsigned Bits = Element->getScalarSizeInBits();
  const bool IsBitwise = is_contained(
      {LineOperation::And, LineOperation::Or, LineOperation::Xor}, Op);
  if (Bits >= 32 || 32 % Bits || (Bits != 16 && !IsBitwise))
    return 1;
  return 32 / Bits;
}

Value *vectorOf(IRBuilder<> &B, ArrayRef<Value *> Elements) {
  if (Elements.size() == 1)
    return Elements[0];
  Value *V = PoisonValue::get(
      FixedVectorType::get(Elements[0]->getType(), Elements.size()));
  for (auto [I, E] : enumerate(Elements))
    V = B.CreateInsertElement(V, E, I);
  return V;
}

void appendElements(IRBuilder<> &B, Value *V, unsigned Count,
                    SmallVector<Value *, 16> &To) {
  if (Count == 1)
    return To.push_back(V);
  for (unsigned I = 0; I < Count; ++I)
    To.push_back(B.CreateExtractElement(V, I));
}

SmallVector<Value *, 16>
zipElements(IRBuilder<> &B, ArrayRef<Value *> Left, ArrayRef<Value *> Right,
            unsigned Together, function_ref<Value *(Value *, Value *)> F) {
  SmallVector<Value *, 16> New;
  for (unsigned I = 0; I < Left.size(); I += Together) {
    Value *LeftOnes = vectorOf(B, Left.slice(I, Together));
    Value *RightOnes = vectorOf(B, Right.slice(I, Together));
    appendElements(B, F(LeftOnes, RightOnes), Together, New);
  }
  return New;
}

} // namespace intrinsics
} // namespace f2layout
