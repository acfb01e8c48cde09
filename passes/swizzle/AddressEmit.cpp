//===- AddressEmit.cpp - Where and from what addresses are made -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/AddressEmit.h"

using namespace llvm;
using namespace f2layout;

void f2layout::insertAfter(IRBuilder<> &B, Function &F, Value *V) {
  B.SetInsertPoint(F.getEntryBlock().getFirstInsertionPt());
  B.SetCurrentDebugLocation(DebugLoc());
  if (auto *I = dyn_cast_or_null<Instruction>(V)) {
    B.SetInsertPoint(*I->getInsertionPointAfterDef());
    B.SetCurrentDebugLocation(I->getDebugLoc());
  }
}

Value *f2layout::distanceFrom(IRBuilder<> &B, GlobalVariable &Array,
                              Value *Pointer) {
  if (Pointer->getType() != Array.getType())
    Pointer = B.CreateAddrSpaceCast(Pointer, Array.getType());
  return B.CreateSub(B.CreatePtrToInt(Pointer, B.getInt32Ty()),
                     B.CreatePtrToInt(&Array, B.getInt32Ty()));
}

Align f2layout::alignmentInArray(const SharedAccess &A,
                                 const GlobalVariable &Array) {
  return std::min(std::max(A.alignment(), Array.getAlign().valueOrOne()),
                  Align(A.Bytes));
}
