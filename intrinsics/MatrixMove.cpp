//===- MatrixMove.cpp - Matrices of halves between lanes and memory -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/MatrixMove.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout {

Value *emitTranspose(IRBuilder<> &B, Value *Word) {
  auto *Ty = FunctionType::get(B.getInt32Ty(), {B.getInt32Ty()}, false);
  InlineAsm *Asm =
      InlineAsm::get(Ty, "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;",
                     "=r,r", /*hasSideEffects=*/false);
  CallInst *Call = B.CreateCall(Ty, Asm, {Word});
  Call->addFnAttr(Attribute::Convergent);
  Call->addFnAttr(Attribute::NoUnwind);
  Call->setDoesNotAccessMemory();
  return Call;
}

static Intrinsic::ID storeOf(unsigned Count, bool Turned) {
  switch (Count) {
  case 1:
    return Turned ? Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_trans_b16
                  : Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_b16;
  case 2:
    return Turned ? Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_trans_b16
                  : Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_b16;
  default:
    return Turned ? Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_trans_b16
                  : Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_b16;
  }
}

static Intrinsic::ID loadOf(unsigned Count, bool Turned) {
  switch (Count) {
  case 1:
    return Turned ? Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_trans_b16
                  : Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_b16;
  case 2:
    return Turned ? Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_trans_b16
                  : Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_b16;
  default:
    return Turned ? Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16
                  : Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16;
  }
}

void emitStoreMatrix(IRBuilder<> &B, Value *Row, ArrayRef<Value *> Words,
                     bool Turned) {
  SmallVector<Value *, 5> Operands{Row};
  Operands.append(Words.begin(), Words.end());
  B.CreateIntrinsic(storeOf(Words.size(), Turned), {Row->getType()}, Operands);
}

SmallVector<Value *, 4> emitLoadMatrix(IRBuilder<> &B, Value *Row,
                                       unsigned Count, bool Turned) {
  Value *Loaded =
      B.CreateIntrinsic(loadOf(Count, Turned), {Row->getType()}, {Row});
  if (Count == 1)
    return {Loaded};
  SmallVector<Value *, 4> Words;
  for (unsigned I = 0; I < Count; ++I)
    Words.push_back(B.CreateExtractValue(Loaded, I));
  return Words;
}

} // namespace f2layout
