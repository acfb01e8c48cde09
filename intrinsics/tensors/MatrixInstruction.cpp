//===- MatrixInstruction.cpp - Instructions that multiply matrices --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/tensors/MatrixInstruction.h"
#include "compat/LLVMCompat.h"
#include "layouts/families/MfmaFragment.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

static const MatrixInstruction Rows[] = {
#define F2_MATRIX(Processors, Factor, Sum, Rounds, M, N, K, Family, KWidth,    \
                  Name, Clocks)                                                \
  {Processors,                                                                 \
   MatrixElement::Factor,                                                      \
   MatrixElement::Sum,                                                         \
   Rounds,                                                                     \
   M,                                                                          \
   N,                                                                          \
   K,                                                                          \
   MatrixInstruction::Family,                                                  \
   KWidth,                                                                     \
   Intrinsic::Name,                                                            \
   Clocks},
#include "intrinsics/tensors/MatrixInstructions.def"
};

ArrayRef<MatrixInstruction> f2layout::allMatrixInstructions() { return Rows; }

Type *f2layout::typeOf(MatrixElement E, LLVMContext &Context) {
  switch (E) {
  case MatrixElement::Half:
    return Type::getHalfTy(Context);
  case MatrixElement::BFloat:
    return Type::getBFloatTy(Context);
  case MatrixElement::Float:
    return Type::getFloatTy(Context);
  case MatrixElement::Double:
    return Type::getDoubleTy(Context);
  case MatrixElement::Int8:
    return Type::getInt8Ty(Context);
  case MatrixElement::Int32:
    return Type::getInt32Ty(Context);
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Processors
//===----------------------------------------------------------------------===//

/// The number of an NVIDIA processor: 90 of sm_90a; 0 of others.
static unsigned numberOf(StringRef Cpu) {
  unsigned Number = 0;
  if (!Cpu.consume_front("sm_") || Cpu.consumeInteger(10, Number))
    return 0;
  return Number;
}

static bool hasInstruction(const Target &T, const MatrixInstruction &I) {
  if (T.M.LaneBits != I.laneBits() || !compat::hasIntrinsic(I.Intrinsic))
    return false;
  return any_of(split(I.Processors, ' '), [&](StringRef Name) {
    // LLVM's PTX for sm_75 is older than 6.5, which has mma and ldmatrix.
    if (Name == "sm_75+" && T.Cpu == "sm_75")
      return !T.M.MatrixLoads.empty();
    if (Name.consume_back("+"))
      return numberOf(T.Cpu) >= numberOf(Name);
    return T.Cpu == Name;
  });
}

SmallVector<const MatrixInstruction *, 4>
f2layout::matrixInstructions(const Target &T, const Type *Factor,
                             const Type *Sum, bool MayRound) {
  LLVMContext &Context = Factor->getContext();
  auto Find = [&](const Type *Wanted) {
    SmallVector<const MatrixInstruction *, 4> Found;
    for (const MatrixInstruction &I : Rows)
      if (hasInstruction(T, I) && (MayRound || !I.Rounds) &&
          typeOf(I.Factor, Context) == Factor &&
          typeOf(I.Sum, Context) == Wanted)
        Found.push_back(&I);
    return Found;
  };
  SmallVector<const MatrixInstruction *, 4> Found = Find(Sum);
  if (Found.empty() && (Sum->isHalfTy() || Sum->isBFloatTy()))
    return Find(Type::getFloatTy(Context));
  return Found;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

DistributedFamily MatrixInstruction::resultFamily(ArrayRef<unsigned> Warps,
                                                  bool Transposed) const {
  const SmallVector<unsigned> PerDim(Warps.begin(), Warps.end());
  switch (Of) {
  case Mma: {
    MmaParams P;
    P.WarpsPerCta = PerDim;
    // Operands of the family have 16 rows, two tiles of m8n8k4.
    P.InstrShape = {std::max(M, 16u), N};
    return {P};
  }
  case Mfma: {
    MfmaParams P;
    P.WarpsPerCta = PerDim;
    P.InstrShape = {M, N};
    P.IsTransposed = Transposed;
    P.ElementBitWidth = Sum == MatrixElement::Double ? 64 : 32;
    return {P};
  }
  case Wmma1:
  case Wmma2: {
    WmmaParams P;
    P.Version = Of == Wmma1 ? 1 : 2;
    P.WarpsPerCta = PerDim;
    P.InstrShape = {M, N, K};
    P.IsTransposed = Transposed;
    return {P};
  }
  }
  llvm_unreachable("covered switch");
}

Expected<LinearLayout> MatrixInstruction::fragment(MmaMatrix Which) const {
  LLVMContext Context;
  switch (Of) {
  case Mma: {
    const MatrixElement E = Which == MmaMatrix::Result ? Sum : Factor;
    return mmaFragment(Which, M, N, K,
                       typeOf(E, Context)->getScalarSizeInBits());
  }
  case Mfma: {
    MfmaInstruction I;
    I.M = M;
    I.N = N;
    I.K = K;
    I.IsF64 = Sum == MatrixElement::Double;
    return mfmaFragment(Which, I);
  }
  case Wmma1:
  case Wmma2: {
    const DistributedFamily Result = resultFamily({1, 1});
    if (Which == MmaMatrix::Result)
      return distributedLayout(Result, {M, N});
    DotOperandParams P;
    P.OpIdx = Which == MmaMatrix::A ? 0 : 1;
    P.Parent = std::make_shared<const DistributedFamily>(Result);
    P.KWidth = KWidth;
    return P.OpIdx == 0 ? dotOperandLayout(P, {M, K})
                        : dotOperandLayout(P, {K, N});
  }
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Value *f2layout::emitMatrixFactor(IRBuilderBase &B, const MatrixInstruction &I,
                                  Value *Element) {
  if (!I.Rounds || I.Of != MatrixInstruction::Mma)
    return Element;
  Value *Word =
      B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::nvvm_f2tf32_rna, {Element});
  return B.CreateBitCast(Word, Element->getType());
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

/// WMMA is declared for vectors of any length: those of the result and of a
/// factor. Bytes travel as words, bfloats as integers.
static SmallVector<Type *, 2> overloads(const MatrixInstruction &I,
                                        ArrayRef<Value *> A,
                                        ArrayRef<Value *> C) {
  if (I.Of != MatrixInstruction::Wmma1 && I.Of != MatrixInstruction::Wmma2)
    return {};
  LLVMContext &Context = A[0]->getContext();
  Type *Each = A[0]->getType();
  unsigned Count = A.size();
  if (I.Factor == MatrixElement::Int8) {
    Each = Type::getInt32Ty(Context);
    Count /= 4;
  } else if (I.Factor == MatrixElement::BFloat) {
    Each = Type::getInt16Ty(Context);
  }
  return {FixedVectorType::get(C[0]->getType(), C.size()),
          FixedVectorType::get(Each, Count)};
}

SmallVector<Value *, 16> f2layout::emitMatrixProduct(IRBuilderBase &B,
                                                     const MatrixInstruction &I,
                                                     ArrayRef<Value *> A,
                                                     ArrayRef<Value *> Factor,
                                                     ArrayRef<Value *> C) {
  Function *F = Intrinsic::getOrInsertDeclaration(
      B.GetInsertBlock()->getModule(), Intrinsic::ID(I.Intrinsic),
      overloads(I, A, C));
  const FunctionType &Ty = *F->getFunctionType();
  SmallVector<Value *, 16> Operands, Results;
  unsigned Parameter = 0;
  for (ArrayRef<Value *> Elements : {A, Factor}) {
    if (Ty.getParamType(Parameter)->isIntegerTy(1)) {
      Operands.push_back(B.getTrue()); // Signed.
      ++Parameter;
    }
    pack(B, Ty, Parameter, Elements, Operands);
  }
  pack(B, Ty, Parameter, C, Operands);
  // MFMA's cbsz, abid and blgp, WMMA's clamp.
  for (; Parameter < Ty.getNumParams(); ++Parameter)
    Operands.push_back(Constant::getNullValue(Ty.getParamType(Parameter)));
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
