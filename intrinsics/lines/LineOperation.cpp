//===- LineOperation.cpp - What reductions and scans combine with ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lines/LineOperation.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

namespace {

struct OperationRow {
  LineOperation Op;
  StringLiteral Name;
  /// Another name, of operations on floats.
  StringLiteral Other;
  bool OnFloats;
  bool Idempotent;
  /// The instruction that combines a warp.
  Intrinsic::ID OfWarp;
};

} // namespace

static constexpr OperationRow Rows[] = {
    {LineOperation::Add, "add", "", false, false,
     Intrinsic::nvvm_redux_sync_add},
    {LineOperation::Mul, "mul", "", false, false, Intrinsic::not_intrinsic},
    {LineOperation::And, "and", "", false, true,
     Intrinsic::nvvm_redux_sync_and},
    {LineOperation::Or, "or", "", false, true, Intrinsic::nvvm_redux_sync_or},
    {LineOperation::Xor, "xor", "", false, false,
     Intrinsic::nvvm_redux_sync_xor},
    {LineOperation::SMin, "smin", "", false, true,
     Intrinsic::nvvm_redux_sync_min},
    {LineOperation::SMax, "smax", "", false, true,
     Intrinsic::nvvm_redux_sync_max},
    {LineOperation::UMin, "umin", "", false, true,
     Intrinsic::nvvm_redux_sync_umin},
    {LineOperation::UMax, "umax", "", false, true,
     Intrinsic::nvvm_redux_sync_umax},
    {LineOperation::FAdd, "fadd", "add", true, false, Intrinsic::not_intrinsic},
    {LineOperation::FMul, "fmul", "mul", true, false, Intrinsic::not_intrinsic},
    {LineOperation::FMin, "fmin", "min", true, true, Intrinsic::not_intrinsic},
    {LineOperation::FMax, "fmax", "max", true, true, Intrinsic::not_intrinsic},
    {LineOperation::FMinimum, "fminimum", "", true, true,
     Intrinsic::not_intrinsic},
    {LineOperation::FMaximum, "fmaximum", "", true, true,
     Intrinsic::not_intrinsic},
};

static const OperationRow &rowOf(LineOperation Op) {
  return *find_if(Rows, [&](const OperationRow &R) { return R.Op == Op; });
}

std::optional<LineOperation> lineOperation(StringRef Name,
                                           const Type *Element) {
  if (!Element->isIntegerTy() && !Element->isFloatingPointTy())
    return std::nullopt;
  for (const OperationRow &R : Rows)
    if (R.OnFloats == Element->isFloatingPointTy() &&
        (Name == R.Name || (!R.Other.empty() && Name == R.Other)))
      return R.Op;
  return std::nullopt;
}

std::optional<LineOperation> lineOperation(StringRef Name) {
  for (const OperationRow &R : Rows)
    if (Name == R.Name)
      return R.Op;
  return std::nullopt;
}

SmallVector<StringRef> lineOperationNames() {
  SmallVector<StringRef> Names;
  for (const OperationRow &R : Rows)
    Names.push_back(R.Name);
  return Names;
}

StringRef nameOf(LineOperation Op) { return rowOf(Op).Name; }

StringRef operationNames(const Type *Element) {
  if (Element->isIntegerTy())
    return "add, mul, and, or, xor, smin, smax, umin or umax";
  if (Element->isFloatingPointTy())
    return "fadd, fmul, fmin, fmax, fminimum or fmaximum";
  return "integers or floats";
}

FoldTraits traitsOf(LineOperation Op, const Target &T) {
  const OperationRow &R = rowOf(Op);
  FoldTraits Traits;
  Traits.AnyOrder = !R.OnFloats || R.Idempotent;
  Traits.Idempotent = R.Idempotent;
  // Measured on Hopper (docs/performance.md, "Reductions and scans").
  Traits.OneByOne = !R.OnFloats && T.Maker == Vendor::NVIDIA;
  Traits.Invertible = Op == LineOperation::Add || Op == LineOperation::Xor;
  if (R.OfWarp != Intrinsic::not_intrinsic)
    Traits.WarpReduceClocks = T.WarpReduceClocks;
  return Traits;
}

Value *emitOperation(IRBuilder<> &B, LineOperation Op, Value *Left,
                     Value *Right) {
  switch (Op) {
  case LineOperation::Add:
    return B.CreateAdd(Left, Right);
  case LineOperation::Mul:
    return B.CreateMul(Left, Right);
  case LineOperation::And:
    return B.CreateAnd(Left, Right);
  case LineOperation::Or:
    return B.CreateOr(Left, Right);
  case LineOperation::Xor:
    return B.CreateXor(Left, Right);
  case LineOperation::SMin:
    return B.CreateBinaryIntrinsic(Intrinsic::smin, Left, Right);
  case LineOperation::SMax:
    return B.CreateBinaryIntrinsic(Intrinsic::smax, Left, Right);
  case LineOperation::UMin:
    return B.CreateBinaryIntrinsic(Intrinsic::umin, Left, Right);
  case LineOperation::UMax:
    return B.CreateBinaryIntrinsic(Intrinsic::umax, Left, Right);
  case LineOperation::FAdd:
    return B.CreateFAdd(Left, Right);
  case LineOperation::FMul:
    return B.CreateFMul(Left, Right);
  case LineOperation::FMin:
    return B.CreateBinaryIntrinsic(compat::MinimumNumber, Left, Right);
  case LineOperation::FMax:
    return B.CreateBinaryIntrinsic(compat::MaximumNumber, Left, Right);
  case LineOperation::FMinimum:
    return B.CreateBinaryIntrinsic(Intrinsic::minimum, Left, Right);
  case LineOperation::FMaximum:
    return B.CreateBinaryIntrinsic(Intrinsic::maximum, Left, Right);
  }
  llvm_unreachable("covered switch");
}

Value *emitInverse(IRBuilder<> &B, LineOperation Op, Value *A, Value *Right) {
  return Op == LineOperation::Xor ? B.CreateXor(A, Right)
                                  : B.CreateSub(A, Right);
}

Constant *neutralElement(LineOperation Op, Type *Element) {
  const unsigned Bits = Element->getScalarSizeInBits();
  switch (Op) {
  case LineOperation::Add:
  case LineOperation::Or:
  case LineOperation::Xor:
  case LineOperation::UMax:
    return Constant::getNullValue(Element);
  case LineOperation::Mul:
    return ConstantInt::get(Element, 1);
  case LineOperation::And:
  case LineOperation::UMin:
    return Constant::getAllOnesValue(Element);
  case LineOperation::SMin:
    return ConstantInt::get(Element, APInt::getSignedMaxValue(Bits));
  case LineOperation::SMax:
    return ConstantInt::get(Element, APInt::getSignedMinValue(Bits));
  case LineOperation::FAdd:
    return ConstantFP::getNegativeZero(Element);
  case LineOperation::FMul:
    return ConstantFP::get(Element, 1.0);
  case LineOperation::FMin:
  case LineOperation::FMax:
    return ConstantFP::getNaN(Element);
  case LineOperation::FMinimum:
    return ConstantFP::getInfinity(Element);
  case LineOperation::FMaximum:
    return ConstantFP::getInfinity(Element, /*Negative=*/true);
  }
  llvm_unreachable("covered switch");
}

Constant *firstElement(LineOperation Op, Type *Element) {
  switch (Op) {
  case LineOperation::FAdd:
    return Constant::getNullValue(Element);
  case LineOperation::FMin:
    return ConstantFP::getInfinity(Element);
  case LineOperation::FMax:
    return ConstantFP::getInfinity(Element, /*Negative=*/true);
  default:
    return neutralElement(Op, Element);
  }
}

Value *emitWarpReduction(IRBuilder<> &B, LineOperation Op, Value *V) {
  Type *Own = V->getType();
  const bool IsSigned = Op == LineOperation::SMin || Op == LineOperation::SMax;
  V = IsSigned ? B.CreateSExt(V, B.getInt32Ty())
               : B.CreateZExt(V, B.getInt32Ty());
  V = B.CreateIntrinsic(rowOf(Op).OfWarp, {}, {V, B.getInt32(~0u)});
  return B.CreateTrunc(V, Own);
}

} // namespace intrinsics
} // namespace f2layout
