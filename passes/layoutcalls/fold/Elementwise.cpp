//===- Elementwise.cpp - Operations on each element by itself -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/fold/Elementwise.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

static unsigned elementsOf(const Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 0;
}

/// An intrinsic all of whose operands are vectors, or the same for all.
static bool isElementwiseCall(const IntrinsicInst &I) {
  if (!isTriviallyVectorizable(I.getIntrinsicID()) || I.mayHaveSideEffects() ||
      !I.doesNotAccessMemory())
    return false;
  for (unsigned A = 0; A < I.arg_size(); ++A)
    if (compat::takesScalar(I.getIntrinsicID(), A) ==
        I.getArgOperand(A)->getType()->isVectorTy())
      return false;
  return true;
}

bool f2layout::isElementwise(const Instruction &I) {
  const unsigned Count = elementsOf(I.getType());
  if (!Count)
    return false;
  for (const Value *V : I.operand_values())
    if (V->getType()->isVectorTy() && elementsOf(V->getType()) != Count)
      return false;
  if (isa<UnaryOperator, BinaryOperator, CmpInst, SelectInst>(I))
    return true;
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return Cast->getSrcTy()->isVectorTy();
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && isElementwiseCall(*Call);
}

/// Longer chains of arithmetic are not followed.
static constexpr unsigned MaxDepth = 8;

static bool isAlike(const Value *V, unsigned Depth) {
  if (isa<Constant>(V))
    return !isa<UndefValue>(V);
  if (auto *A = dyn_cast<Argument>(V))
    return isKernel(*A->getParent());
  // No load, call, phi or freeze.
  if (Depth == MaxDepth || V->getType()->isVectorTy() ||
      !isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst>(V))
    return false;
  return all_of(cast<Instruction>(V)->operand_values(),
                [&](const Value *O) { return isAlike(O, Depth + 1); });
}

bool f2layout::isAlikeInThreads(const Value *Scalar) {
  return isAlike(Scalar, 0);
}

Value *f2layout::uniformElement(Value *Vector) {
  auto *C = dyn_cast<Constant>(Vector);
  const Value *Each = C ? C->getSplatValue() : getSplatValue(Vector);
  return Each && isAlikeInThreads(Each) ? const_cast<Value *>(Each) : nullptr;
}

/// The type with another number of elements.
static Type *withCount(Type *Ty, unsigned Count) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? FixedVectorType::get(Vector->getElementType(), Count) : Ty;
}

Value *f2layout::emitElementwise(IRBuilder<> &B, const Instruction &Like,
                                 ArrayRef<Value *> Operands, unsigned Count) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&Like)) {
    SmallVector<Type *, 2> Types;
    Type *Result = withCount(Like.getType(), Count);
    // The overloads of an intrinsic follow from its operands and its result.
    SmallVector<Type *, 4> Parameters;
    for (Value *V : Operands)
      Parameters.push_back(V->getType());
    auto *Ty = FunctionType::get(Result, Parameters, false);
    SmallVector<Intrinsic::IITDescriptor, 8> Table;
    Intrinsic::getIntrinsicInfoTableEntries(Call->getIntrinsicID(), Table);
    ArrayRef<Intrinsic::IITDescriptor> Rest = Table;
    [[maybe_unused]] const auto Match =
        Intrinsic::matchIntrinsicSignature(Ty, Rest, Types);
    assert(Match == Intrinsic::MatchIntrinsicTypes_Match && "same operation");
    CallInst *Copy = B.CreateIntrinsic(Call->getIntrinsicID(), Types, Operands);
    Copy->copyIRFlags(&Like);
    return Copy;
  }
  if (auto *Cast = dyn_cast<CastInst>(&Like)) {
    Value *V = B.CreateCast(Cast->getOpcode(), Operands[0],
                            withCount(Like.getType(), Count));
    if (auto *I = dyn_cast<Instruction>(V))
      I->copyIRFlags(&Like);
    return V;
  }
  if (auto *Compare = dyn_cast<CmpInst>(&Like)) {
    Value *V = B.CreateCmp(Compare->getPredicate(), Operands[0], Operands[1]);
    if (auto *I = dyn_cast<Instruction>(V))
      I->copyIRFlags(&Like);
    return V;
  }
  if (isa<SelectInst>(Like)) {
    Value *V = B.CreateSelect(Operands[0], Operands[1], Operands[2]);
    if (auto *I = dyn_cast<Instruction>(V))
      I->copyIRFlags(&Like);
    return V;
  }
  Value *V =
      isa<UnaryOperator>(Like)
          ? B.CreateUnOp(cast<UnaryOperator>(Like).getOpcode(), Operands[0])
          : B.CreateBinOp(cast<BinaryOperator>(Like).getOpcode(), Operands[0],
                          Operands[1]);
  if (auto *I = dyn_cast<Instruction>(V))
    I->copyIRFlags(&Like);
  return V;
}
