//===- TensorCalls.cpp - Operations on tensors as calls on IR -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/tensors/TensorCalls.h"
#include "intrinsics/calls/LayoutCalls.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

namespace {
struct OpName {
  TensorOp Op;
  const char *Verb;
};
} // namespace

static constexpr OpName OpNames[] = {
    {TensorOp::Load, "load"},
    {TensorOp::Store, "store"},
    {TensorOp::Stage, "stage"},
    {TensorOp::Wait, "wait"},
    {TensorOp::Splat, "splat"},
    {TensorOp::Iota, "iota"},
    {TensorOp::Map, "map"},
    {TensorOp::Trans, "trans"},
    {TensorOp::Reshape, "reshape"},
    {TensorOp::ExpandDims, "expand_dims"},
    {TensorOp::Broadcast, "broadcast"},
    {TensorOp::Join, "join"},
    {TensorOp::Split, "split"},
    {TensorOp::Reduce, "reduce"},
    {TensorOp::Scan, "scan"},
    {TensorOp::Gather, "gather"},
    {TensorOp::Dot, "dot"},
    {TensorOp::Convert, "convert"},
};

bool f2layout::isTensorCallName(StringRef Name) {
  return Name.starts_with(TensorCallPrefix);
}

std::optional<TensorOp> f2layout::tensorOpOf(StringRef Name) {
  if (!Name.consume_front(TensorCallPrefix))
    return std::nullopt;
  const StringRef Verb = Name.split('.').first;
  for (const OpName &N : OpNames)
    if (Verb == N.Verb)
      return N.Op;
  return std::nullopt;
}

StringRef f2layout::verbOf(TensorOp Op) {
  for (const OpName &N : OpNames)
    if (N.Op == Op)
      return N.Verb;
  llvm_unreachable("every operation has a name");
}

StringRef f2layout::lineOperationIn(StringRef Name) {
  Name.consume_front(TensorCallPrefix);
  return Name.split('.').second.split('.').first;
}

std::string f2layout::knownTensorOps() {
  std::string Text;
  for (const OpName &N : OpNames)
    Text += (Text.empty() ? "" : ", ") + std::string(N.Verb);
  return Text;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// "128x64xf32" of a tensor, "f32" of a scalar.
static std::string suffixOf(const Type *Ty) {
  std::optional<TensorType> T = TensorType::of(Ty);
  if (!T)
    return typeSuffix(Ty);
  std::string Text;
  for (uint64_t Size : T->Shape)
    Text += utostr(Size) + "x";
  return Text + typeSuffix(T->Element);
}

CallInst *TensorBuilder::emit(TensorOp Op, Type *Result, Values Operands,
                              StringRef Operation) {
  Module &M = *B.GetInsertBlock()->getModule();
  SmallVector<Type *> Types;
  std::string Name = (TensorCallPrefix + verbOf(Op)).str();
  if (!Operation.empty())
    Name += "." + Operation.str();
  if (!Result->isVoidTy())
    Name += "." + suffixOf(Result);
  for (Value *V : Operands) {
    Types.push_back(V->getType());
    if (isTensorType(V->getType()) || V->getType()->isPointerTy())
      Name += "." + suffixOf(V->getType());
  }
  auto *Ty = FunctionType::get(Result, Types, false);
  Function *F = declareLayoutFunction(M, Name, Ty);
  if (Op == TensorOp::Map)
    F->removeFnAttr(Attribute::NoCallback);
  return B.CreateCall(F, Operands);
}

static TensorType typeOf(const Value *Tensor) {
  return *TensorType::of(Tensor->getType());
}

static Type *withShape(const Value *Tensor, ArrayRef<uint64_t> Sizes) {
  TensorType T = typeOf(Tensor);
  T.Shape.assign(Sizes.begin(), Sizes.end());
  return T.get();
}

static Type *tensorOf(Type *Element, ArrayRef<uint64_t> Sizes) {
  TensorType T;
  T.Element = Element;
  T.Shape.assign(Sizes.begin(), Sizes.end());
  return T.get();
}

Value *TensorBuilder::load(Value *Base, Type *Element, Shape Sizes,
                           Values Strides, Values Bounds, Value *Other) {
  SmallVector<Value *> Operands{Base};
  append_range(Operands, Strides);
  append_range(Operands, Bounds);
  if (!Bounds.empty())
    Operands.push_back(Other ? Other : Constant::getNullValue(Element));
  return emit(TensorOp::Load, tensorOf(Element, Sizes), Operands);
}

CallInst *TensorBuilder::store(Value *Base, Value *Tensor, Values Strides,
                               Values Bounds) {
  SmallVector<Value *> Operands{Base, Tensor};
  append_range(Operands, Strides);
  append_range(Operands, Bounds);
  return emit(TensorOp::Store, B.getVoidTy(), Operands);
}

Value *TensorBuilder::stage(Value *Base, Type *Element, Shape Sizes,
                            Values Strides) {
  SmallVector<Value *> Operands{Base};
  append_range(Operands, Strides);
  return emit(TensorOp::Stage, tensorOf(Element, Sizes), Operands);
}

Value *TensorBuilder::wait(Value *Staged) {
  return emit(TensorOp::Wait, Staged->getType(), {Staged});
}

Value *TensorBuilder::splat(Value *Scalar, Shape Sizes) {
  return emit(TensorOp::Splat, tensorOf(Scalar->getType(), Sizes), {Scalar});
}

Value *TensorBuilder::iota(Type *Integer, Shape Sizes, unsigned Axis) {
  return emit(TensorOp::Iota, tensorOf(Integer, Sizes), {B.getInt32(Axis)});
}

Value *TensorBuilder::map(Function *F, Values Tensors) {
  SmallVector<Value *> Operands{F};
  append_range(Operands, Tensors);
  return emit(TensorOp::Map,
              tensorOf(F->getReturnType(), typeOf(Tensors[0]).Shape), Operands);
}

Value *TensorBuilder::map(Values Tensors,
                          function_ref<Value *(IRBuilderBase &, Values)> Body,
                          const Twine &Name) {
  Module &M = *B.GetInsertBlock()->getModule();
  SmallVector<Type *> Types;
  for (Value *V : Tensors)
    Types.push_back(typeOf(V).Element);
  // The type of the result is known when the body is there.
  auto *Draft = Function::Create(FunctionType::get(B.getVoidTy(), Types, false),
                                 GlobalValue::InternalLinkage, Name, M);
  IRBuilder<> Inner(BasicBlock::Create(M.getContext(), "entry", Draft));
  Inner.setFastMathFlags(B.getFastMathFlags());
  SmallVector<Value *> Arguments;
  for (Argument &A : Draft->args())
    Arguments.push_back(&A);
  Value *Result = Body(Inner, Arguments);
  Inner.CreateRet(Result);
  auto *F = Function::Create(FunctionType::get(Result->getType(), Types, false),
                             GlobalValue::InternalLinkage, "", M);
  F->takeName(Draft);
  F->addFnAttr(Attribute::AlwaysInline);
  F->addFnAttr(Attribute::NoUnwind);
  for (auto [From, To] : zip_equal(Draft->args(), F->args()))
    From.replaceAllUsesWith(&To);
  F->splice(F->end(), Draft);
  Draft->eraseFromParent();
  return map(F, Tensors);
}

Value *TensorBuilder::trans(Value *Tensor, ArrayRef<unsigned> Order) {
  const TensorType T = typeOf(Tensor);
  SmallVector<uint64_t, 4> Sizes;
  SmallVector<Value *> Operands{Tensor};
  for (unsigned D : Order) {
    Sizes.push_back(D < T.rank() ? T.Shape[D] : 1);
    Operands.push_back(B.getInt32(D));
  }
  return emit(TensorOp::Trans, withShape(Tensor, Sizes), Operands);
}

Value *TensorBuilder::reshape(Value *Tensor, Shape Sizes) {
  return emit(TensorOp::Reshape, withShape(Tensor, Sizes), {Tensor});
}

Value *TensorBuilder::expandDims(Value *Tensor, unsigned Axis) {
  TensorType T = typeOf(Tensor);
  T.Shape.insert(T.Shape.begin() + std::min(Axis, T.rank()), 1);
  return emit(TensorOp::ExpandDims, T.get(), {Tensor, B.getInt32(Axis)});
}

Value *TensorBuilder::broadcast(Value *Tensor, Shape Sizes) {
  return emit(TensorOp::Broadcast, withShape(Tensor, Sizes), {Tensor});
}

Value *TensorBuilder::broadcastTo(Value *Tensor, Shape Sizes) {
  while (typeOf(Tensor).rank() < Sizes.size())
    Tensor = expandDims(Tensor, 0);
  return Shape(typeOf(Tensor).Shape) == Sizes ? Tensor
                                              : broadcast(Tensor, Sizes);
}

Value *TensorBuilder::join(Value *A, Value *C) {
  TensorType T = typeOf(A);
  T.Shape.push_back(2);
  return emit(TensorOp::Join, T.get(), {A, C});
}

Value *TensorBuilder::split(Value *Tensor, unsigned Which) {
  TensorType T = typeOf(Tensor);
  if (T.rank())
    T.Shape.pop_back();
  return emit(TensorOp::Split, T.get(), {Tensor, B.getInt32(Which)});
}

Value *TensorBuilder::reduce(LineOperation Op, Value *Tensor, unsigned Axis) {
  TensorType T = typeOf(Tensor);
  if (Axis < T.rank())
    T.Shape.erase(T.Shape.begin() + Axis);
  return emit(TensorOp::Reduce, T.get(), {Tensor, B.getInt32(Axis)},
              nameOf(Op));
}

Value *TensorBuilder::scan(LineOperation Op, Value *Tensor, unsigned Axis,
                           bool Reverse, bool Exclusive) {
  return emit(
      TensorOp::Scan, Tensor->getType(),
      {Tensor, B.getInt32(Axis), B.getInt1(Reverse), B.getInt1(Exclusive)},
      nameOf(Op));
}

Value *TensorBuilder::gather(Value *Tensor, Value *Index, unsigned Axis) {
  return emit(TensorOp::Gather, withShape(Tensor, typeOf(Index).Shape),
              {Tensor, Index, B.getInt32(Axis)});
}

Value *TensorBuilder::dot(Value *A, Value *C, Value *Sum, bool MayRound) {
  if (MayRound)
    return emit(TensorOp::Dot, Sum->getType(), {A, C, Sum, B.getTrue()});
  return emit(TensorOp::Dot, Sum->getType(), {A, C, Sum});
}

Value *TensorBuilder::convert(Value *Tensor, const LinearLayout &Layout) {
  return emit(TensorOp::Convert, Tensor->getType(),
              {Tensor, layoutConstant(B, Layout)});
}

//===----------------------------------------------------------------------===//
// By map
//===----------------------------------------------------------------------===//

static bool isFloat(const Value *V) {
  return V->getType()->isFloatingPointTy();
}

Value *TensorBuilder::add(Value *A, Value *C) {
  return map(
      {A, C},
      [](IRBuilderBase &B, Values V) {
        return isFloat(V[0]) ? B.CreateFAdd(V[0], V[1])
                             : B.CreateAdd(V[0], V[1]);
      },
      "add");
}

Value *TensorBuilder::sub(Value *A, Value *C) {
  return map(
      {A, C},
      [](IRBuilderBase &B, Values V) {
        return isFloat(V[0]) ? B.CreateFSub(V[0], V[1])
                             : B.CreateSub(V[0], V[1]);
      },
      "sub");
}

Value *TensorBuilder::mul(Value *A, Value *C) {
  return map(
      {A, C},
      [](IRBuilderBase &B, Values V) {
        return isFloat(V[0]) ? B.CreateFMul(V[0], V[1])
                             : B.CreateMul(V[0], V[1]);
      },
      "mul");
}

Value *TensorBuilder::div(Value *A, Value *C) {
  return map(
      {A, C},
      [](IRBuilderBase &B, Values V) { return B.CreateFDiv(V[0], V[1]); },
      "div");
}

Value *TensorBuilder::exp(Value *A) {
  return map(
      {A},
      [](IRBuilderBase &B, Values V) {
        Type *Ty = V[0]->getType();
        Value *Scaled =
            B.CreateFMul(V[0], ConstantFP::get(Ty, 1.4426950408889634));
        return B.CreateUnaryIntrinsic(Intrinsic::exp2, Scaled);
      },
      "exp");
}

Value *TensorBuilder::cast(Value *A, Type *To) {
  return map(
      {A},
      [&](IRBuilderBase &B, Values V) -> Value * {
        Type *From = V[0]->getType();
        if (From->isFloatingPointTy())
          return To->isFloatingPointTy() ? B.CreateFPCast(V[0], To)
                                         : B.CreateFPToSI(V[0], To);
        return To->isFloatingPointTy() ? B.CreateSIToFP(V[0], To)
                                       : B.CreateSExtOrTrunc(V[0], To);
      },
      "cast");
}
