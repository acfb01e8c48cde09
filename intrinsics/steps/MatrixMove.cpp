//===- MatrixMove.cpp - Matrices between lanes and memory -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/MatrixMove.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/TargetRows.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

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

namespace {

/// What does a tile: accesses of 1, 2 and 4 matrices.
struct MatrixInstructions {
  Table::Tile By;
  Intrinsic::ID Loads[3], Stores[3];
};

} // namespace

static constexpr MatrixInstructions Instructions[] = {
    {Table::Matrix,
     {Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_b16,
      Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_b16,
      Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16},
     {Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_b16,
      Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_b16,
      Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_b16}},
    {Table::TransposedMatrix,
     {Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_trans_b16,
      Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_trans_b16,
      Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16},
     {Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_trans_b16,
      Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_trans_b16,
      Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_trans_b16}},
    {Table::TransposedBytes,
     {Intrinsic::nvvm_ldmatrix_sync_aligned_m16n16_x1_trans_b8,
      Intrinsic::nvvm_ldmatrix_sync_aligned_m16n16_x2_trans_b8},
     {}},
    {Table::TransposedByteStore,
     {},
     {Intrinsic::nvvm_stmatrix_sync_aligned_m16n8_x1_trans_b8,
      Intrinsic::nvvm_stmatrix_sync_aligned_m16n8_x2_trans_b8,
      Intrinsic::nvvm_stmatrix_sync_aligned_m16n8_x4_trans_b8}},
    {Table::ReadTr16, {Intrinsic::amdgcn_ds_read_tr16_b64}, {}},
    {Table::ReadTr8, {Intrinsic::amdgcn_ds_read_tr8_b64}, {}},
};

static const MatrixInstructions &instructionsFor(const MatrixTile &Tile) {
  for (const MatrixInstructions &I : Instructions)
    if (Table::tile(I.By) == Tile)
      return I;
  llvm_unreachable("machines of targets have the tiles of their rows");
}

void emitStoreMatrix(IRBuilder<> &B, Value *Row, ArrayRef<Value *> Words,
                     const MatrixTile &Tile) {
  SmallVector<Value *, 5> Operands{Row};
  Operands.append(Words.begin(), Words.end());
  const unsigned Matrices = Words.size() / Tile.words();
  B.CreateIntrinsic(instructionsFor(Tile).Stores[Log2_32(Matrices)],
                    {Row->getType()}, Operands);
}

/// ds_read_tr: one matrix, as a vector of halves or of words.
static Value *emitReadTr(IRBuilder<> &B, Value *Row, Intrinsic::ID ID) {
  const bool Halves = ID == Intrinsic::amdgcn_ds_read_tr16_b64;
  Type *Words = FixedVectorType::get(B.getInt32Ty(), 2);
  Type *Loaded = Halves ? FixedVectorType::get(B.getInt16Ty(), 4) : Words;
  return B.CreateBitCast(B.CreateIntrinsic(ID, {Loaded}, {Row}), Words);
}

SmallVector<Value *, 4> emitLoadMatrix(IRBuilder<> &B, Value *Row,
                                       unsigned Count, const MatrixTile &Tile) {
  const unsigned Matrices = Count / Tile.words();
  Intrinsic::ID ID = instructionsFor(Tile).Loads[Log2_32(Matrices)];
  SmallVector<Value *, 4> Words;
  if (Tile.rowBytes() == 8) {
    Value *Loaded = emitReadTr(B, Row, ID);
    for (uint64_t I = 0; I < Count; ++I)
      Words.push_back(B.CreateExtractElement(Loaded, I));
    return Words;
  }
  Value *Loaded = B.CreateIntrinsic(ID, {Row->getType()}, {Row});
  if (Count == 1)
    return {Loaded};
  for (unsigned I = 0; I < Count; ++I)
    Words.push_back(B.CreateExtractValue(Loaded, I));
  return Words;
}

} // namespace intrinsics
} // namespace f2layout
