//===- DecodeMemory.cpp - Loads, stores, atomics, addresses -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/decode/Decoder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

using namespace llvm;

namespace f2layout::sim {

static uint8_t orderBits(AtomicOrdering O) {
  return (isAcquireOrStronger(O) ? 1 : 0) | (isReleaseOrStronger(O) ? 2 : 0);
}

uint8_t Decoder::scopeOf(SyncScope::ID ID) {
  SmallVector<StringRef, 16> Names;
  F.getContext().getSyncScopeNames(Names);
  StringRef Name = ID < Names.size() ? Names[ID] : "";
  if (Name.starts_with("singlethread"))
    return 0;
  return Name.starts_with("wavefront") ? 1 : 2;
}

void Decoder::leavesOf(Inst &D, Type *Ty) {
  if (auto *V = dyn_cast<FixedVectorType>(Ty))
    D.Bits = scalarBits(V);
  if (!Ty->isSized() || !P.leaves(Ty, D.Leaves))
    return unsupported(D, "type that the simulator cannot lay out");
  D.Dense = true;
  for (const Leaf &L : D.Leaves)
    D.Dense &= L.Slot == L.Mem && L.Bits == L.Bytes * 8;
}

void Decoder::decodeMemory(const Instruction &I, Inst &D) {
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    D.Code = Op::Load;
    D.Ops = {operand(L->getPointerOperand())};
    D.AS = L->getPointerAddressSpace();
    D.Align = L->getAlign().value();
    D.Atomic = L->isAtomic() || L->isVolatile();
    D.Order = L->isAtomic() ? orderBits(L->getOrdering()) : 0;
    D.Scope = scopeOf(L->getSyncScopeID());
    return leavesOf(D, L->getType());
  }
  if (auto *S = dyn_cast<StoreInst>(&I)) {
    D.Code = Op::Store;
    D.Ops = {operand(S->getPointerOperand()), operand(S->getValueOperand())};
    D.AS = S->getPointerAddressSpace();
    D.Align = S->getAlign().value();
    D.Atomic = S->isAtomic() || S->isVolatile();
    D.Order = S->isAtomic() ? orderBits(S->getOrdering()) : 0;
    D.Scope = scopeOf(S->getSyncScopeID());
    return leavesOf(D, S->getValueOperand()->getType());
  }
  if (auto *R = dyn_cast<AtomicRMWInst>(&I)) {
    D.Code = Op::AtomicRMW;
    D.Sub = R->getOperation();
    D.Ops = {operand(R->getPointerOperand()), operand(R->getValOperand())};
    D.AS = R->getPointerAddressSpace();
    D.Align = R->getAlign().value();
    D.Atomic = true;
    D.Order = orderBits(R->getOrdering());
    D.Scope = scopeOf(R->getSyncScopeID());
    D.Bits = D.DstBits;
    D.Bytes = D.DstBytes;
    D.FK = D.DstFK;
    if (D.Bits > 64 || R->getType()->isVectorTy())
      unsupported(D, "wide atomic");
    return leavesOf(D, R->getType());
  }
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
    D.Code = Op::CmpXchg;
    D.Ops = {operand(X->getPointerOperand()), operand(X->getCompareOperand()),
             operand(X->getNewValOperand())};
    D.AS = X->getPointerAddressSpace();
    D.Align = X->getAlign().value();
    D.Atomic = true;
    D.Order = orderBits(X->getSuccessOrdering());
    D.Scope = scopeOf(X->getSyncScopeID());
    D.Bits = scalarBits(X->getCompareOperand()->getType());
    D.Bytes = (D.Bits + 7) / 8;
    if (D.Bits > 64)
      unsupported(D, "wide atomic");
    return leavesOf(D, X->getCompareOperand()->getType());
  }
  if (auto *Fe = dyn_cast<FenceInst>(&I)) {
    D.Code = Op::Fence;
    D.Order = orderBits(Fe->getOrdering());
    D.Scope = scopeOf(Fe->getSyncScopeID());
    return;
  }
  auto &A = cast<AllocaInst>(I);
  D.Code = Op::Alloca;
  D.AS = A.getAddressSpace();
  D.Align = A.getAlign().value();
  D.Ops = {operand(A.getArraySize())};
  Type *Ty = A.getAllocatedType();
  if (!Ty->isSized() || DL.getTypeAllocSize(Ty).isScalable())
    return unsupported(D, "alloca of an unsized type");
  D.Offset = DL.getTypeAllocSize(Ty);
}

void Decoder::decodeGep(const GetElementPtrInst &I, Inst &D) {
  D.Code = Op::Gep;
  if (I.getType()->isVectorTy())
    return unsupported(D, "vector of pointers");
  D.Ops = {operand(I.getPointerOperand())};
  D.NUW = I.hasNoUnsignedWrap();
  D.NSW = I.hasNoUnsignedSignedWrap();
  // An add of the index width; wider pointers keep their upper bits.
  D.Bits = DL.getIndexTypeSizeInBits(I.getType());
  if (D.Bits != D.DstBits)
    return unsupported(D, "pointer wider than its index");
  for (gep_type_iterator It = gep_type_begin(I), E = gep_type_end(I); It != E;
       ++It) {
    const Value *V = It.getOperand();
    if (StructType *S = It.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(V)->getZExtValue();
      D.Offset += DL.getStructLayout(S)->getElementOffset(Field);
      continue;
    }
    TypeSize Size = It.getSequentialElementStride(DL);
    if (Size.isScalable())
      return unsupported(D, "scalable vector");
    int64_t Stride = Size.getFixedValue();
    if (auto *C = dyn_cast<ConstantInt>(V); C && C->getBitWidth() <= 64) {
      D.Offset += Stride * C->getSExtValue();
      continue;
    }
    uint32_t Bits = scalarBits(V->getType());
    if (Bits > 64)
      return unsupported(D, "index wider than 64 bits");
    D.Terms.push_back({operand(V), Bits, Stride});
  }
}

} // namespace f2layout::sim
