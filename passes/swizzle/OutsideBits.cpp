//===- OutsideBits.cpp - Bits of an address that no iteration changes -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/OutsideBits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The search looks at so many values.
static constexpr size_t MaxValues = 24;

/// A header phi to which each iteration adds something: if its first value is
/// poison, all are.
static bool isCounter(const Instruction &I, const LoopInfo &LI) {
  auto *Phi = dyn_cast<PHINode>(&I);
  if (!Phi || !LI.isLoopHeader(Phi->getParent()))
    return false;
  const Loop *L = LI.getLoopFor(Phi->getParent());
  return all_of(Phi->blocks(), [&](const BasicBlock *From) {
    auto *Next = dyn_cast<BinaryOperator>(Phi->getIncomingValueForBlock(From));
    return !L->contains(From) || (Next && is_contained(Next->operands(), Phi));
  });
}

/// Values outside of the loop from which V is made. If one is poison, V is.
static SmallVector<Value *, 8> valuesOutside(Value *V, const Loop &L,
                                             const LoopInfo &LI) {
  SmallSetVector<Value *, 16> Seen;
  Seen.insert(V);
  SmallVector<Value *, 8> Found;
  for (size_t N = 0; N < Seen.size() && N < MaxValues; ++N) {
    auto *I = dyn_cast<Instruction>(Seen[N]);
    if (!I || !L.contains(I)) {
      if (Seen[N]->getType()->isIntegerTy() && !isa<Constant>(Seen[N]))
        Found.push_back(Seen[N]);
      continue;
    }
    if (isa<BinaryOperator, CastInst>(I) || isCounter(*I, LI))
      Seen.insert(I->op_begin(), I->op_end());
  }
  return Found;
}

/// The positions of A whose bits are those of B that are Distance lower, except
/// for constants.
static uint32_t equalBits(ArrayRef<Bit> A, ArrayRef<Bit> B, int Distance) {
  uint32_t Equal = 0;
  for (int To = 0; To < 32 && To < int(A.size()); ++To) {
    const int From = To - Distance;
    if (From >= 0 && From < int(B.size()) && From < 32 && !A[To].isConstant() &&
        A[To] == B[From])
      Equal |= uint32_t(1) << To;
  }
  return Equal;
}

OutsideBits f2layout::findOutsideBits(const AddressSum::Part &Of,
                                      BitForms &Forms, const LoopInfo &LI) {
  OutsideBits Best;
  auto *I = dyn_cast<Instruction>(Of.V);
  const Loop *L = I ? LI.getLoopFor(I->getParent()) : nullptr;
  if (!L || !Of.V->getType()->isIntegerTy() || !isPowerOf2_32(Of.Times))
    return Best;
  const unsigned Scale = Log2_32(Of.Times);
  for (Value *V : valuesOutside(Of.V, *L, LI)) {
    // Facts of one value may move when those of another are computed.
    const BitFacts *Facts = Forms.of(V);
    if (!Facts)
      continue;
    const BitWord From = Facts->Bits;
    Facts = Forms.of(Of.V);
    if (!Facts)
      return Best;
    for (int Distance = -31; Distance < 32; ++Distance) {
      const uint32_t Bits = equalBits(Facts->Bits, From, Distance) << Scale;
      if (popcount(Bits) <= popcount(Best.Bits))
        continue;
      Best.V = V;
      Best.Up = Distance + int(Scale);
      Best.Bits = Bits;
    }
  }
  return Best;
}
