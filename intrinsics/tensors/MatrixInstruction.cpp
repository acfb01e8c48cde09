//===- MatrixInstruction.cpp - Instructions that multiply matrices --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/tensors/MatrixInstruction.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

namespace {

enum class Elements { Half, BFloat, Int8, Double };

/// Since is the number of the processor, 80 of sm_80.
struct Row {
  Vendor Maker;
  unsigned Since;
  Elements Factor;
  Elements Result; ///< Double stands for double, Int8 for i32.
  bool Wide;       ///< The result is float.
  MatrixInstruction I;
};

} // namespace

// PTX ISA, "Warp-level matrix instructions: mma": .f16, .bf16 with .m16n8k16
// and .s8 with .m16n8k32 require sm_80 or higher.
static const Row Rows[] = {
    {Vendor::NVIDIA,
     80,
     Elements::Half,
     Elements::Half,
     true,
     {Intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32, 16, 8, 16, 2,
      MatrixInstruction::Mma}},
    {Vendor::NVIDIA,
     80,
     Elements::Half,
     Elements::Half,
     false,
     {Intrinsic::nvvm_mma_m16n8k16_row_col_f16_f16, 16, 8, 16, 2,
      MatrixInstruction::Mma}},
    {Vendor::NVIDIA,
     80,
     Elements::BFloat,
     Elements::BFloat,
     true,
     {Intrinsic::nvvm_mma_m16n8k16_row_col_bf16, 16, 8, 16, 2,
      MatrixInstruction::Mma}},
    {Vendor::NVIDIA,
     80,
     Elements::Int8,
     Elements::Int8,
     false,
     {Intrinsic::nvvm_mma_m16n8k32_row_col_s8, 16, 8, 32, 4,
      MatrixInstruction::Mma}},
};

static bool isFactor(Elements E, const Type *Ty) {
  switch (E) {
  case Elements::Half:
    return Ty->isHalfTy();
  case Elements::BFloat:
    return Ty->isBFloatTy();
  case Elements::Int8:
    return Ty->isIntegerTy(8);
  case Elements::Double:
    return Ty->isDoubleTy();
  }
  llvm_unreachable("covered switch");
}

static bool isResult(const Row &R, const Type *Ty) {
  if (R.Wide)
    return Ty->isFloatTy();
  return R.Result == Elements::Int8 ? Ty->isIntegerTy(32)
                                    : isFactor(R.Result, Ty);
}

/// The number of the processor: 90 of sm_90a.
static unsigned numberOf(const Target &T) {
  unsigned Number = 0;
  StringRef Cpu = T.Cpu;
  if (!Cpu.consume_front("sm_") || Cpu.consumeInteger(10, Number))
    return 0;
  return Number;
}

SmallVector<const MatrixInstruction *, 2>
f2layout::matrixInstructions(const Target &T, const Type *Factor,
                             const Type *Result) {
  SmallVector<const MatrixInstruction *, 2> Found;
  for (const Row &R : Rows)
    if (R.Maker == T.Maker && numberOf(T) >= R.Since &&
        isFactor(R.Factor, Factor) && isResult(R, Result))
      Found.push_back(&R.I);
  return Found;
}

DistributedFamily
MatrixInstruction::resultFamily(ArrayRef<unsigned> Warps) const {
  MmaParams P;
  P.WarpsPerCta.assign(Warps.begin(), Warps.end());
  P.InstrShape = {M, N};
  return {P};
}

Expected<LinearLayout> MatrixInstruction::fragment(MmaMatrix Which,
                                                   unsigned ElementBits) const {
  return mmaFragment(Which, M, N, K, ElementBits);
}

/// The elements in as many values as the parameters from First on need; First
/// becomes the number of the next parameter.
static void pack(IRBuilderBase &B, const FunctionType &Ty, unsigned &First,
                 ArrayRef<Value *> Elements, SmallVectorImpl<Value *> &To) {
  const unsigned Bits = Elements[0]->getType()->getPrimitiveSizeInBits();
  for (unsigned Done = 0; Done < Elements.size();) {
    Type *Wanted = Ty.getParamType(First++);
    const unsigned Each = Wanted->getPrimitiveSizeInBits() / Bits;
    if (Each == 1) {
      To.push_back(B.CreateBitCast(Elements[Done++], Wanted));
      continue;
    }
    Value *V =
        PoisonValue::get(FixedVectorType::get(Elements[0]->getType(), Each));
    for (unsigned I = 0; I < Each; ++I)
      V = B.CreateInsertElement(V, Elements[Done++], uint64_t(I));
    To.push_back(B.CreateBitCast(V, Wanted));
  }
}

/// The elements of one value.
static void unpack(IRBuilderBase &B, Value *V, Type *Element,
                   SmallVectorImpl<Value *> &To) {
  const unsigned Each = V->getType()->getPrimitiveSizeInBits() /
                        Element->getPrimitiveSizeInBits();
  if (Each == 1) {
    To.push_back(B.CreateBitCast(V, Element));
    return;
  }
  V = B.CreateBitCast(V, FixedVectorType::get(Element, Each));
  for (unsigned I = 0; I < Each; ++I)
    To.push_back(B.CreateExtractElement(V, uint64_t(I)));
}

SmallVector<Value *, 16> f2layout::emitMatrixProduct(IRBuilderBase &B,
                                                     const MatrixInstruction &I,
                                                     ArrayRef<Value *> A,
                                                     ArrayRef<Value *> Factor,
                                                     ArrayRef<Value *> C) {
  Function *F = Intrinsic::getOrInsertDeclaration(
      B.GetInsertBlock()->getModule(), Intrinsic::ID(I.Intrinsic));
  const FunctionType &Ty = *F->getFunctionType();
  SmallVector<Value *, 16> Operands, Results;
  unsigned Parameter = 0;
  pack(B, Ty, Parameter, A, Operands);
  pack(B, Ty, Parameter, Factor, Operands);
  pack(B, Ty, Parameter, C, Operands);
  Value *D = B.CreateCall(F, Operands);
  Type *Element = C[0]->getType();
  if (auto *Struct = dyn_cast<StructType>(D->getType())) {
    for (unsigned Part = 0; Part < Struct->getNumElements(); ++Part)
      unpack(B, B.CreateExtractValue(D, Part), Element, Results);
    return Results;
  }
  unpack(B, D, Element, Results);
  return Results;
}
