//===- TensorCallsTest.cpp - Operations on tensors as front ends emit them ===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/tensors/TensorCalls.h"
#include "TestKernel.h"
#include "layouts/algebra/LayoutText.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

const TestCpu Hopper{"sm_90", "", 5};

std::string nameOf(const Value *Call) {
  return cast<CallInst>(Call)->getCalledFunction()->getName().str();
}

std::string typeOf(const Value *V) {
  return TensorType::of(V->getType())->toString();
}

TEST(TensorType, OfTypes) {
  LLVMContext Context;
  Type *Float = Type::getFloatTy(Context);
  auto Of = [&](Type *Element, ArrayRef<unsigned> Sizes) {
    return TensorType::of(
        TargetExtType::get(Context, "f2.tensor", {Element}, Sizes));
  };
  EXPECT_EQ(Of(Float, {4, 2})->toString(), "4x2 x float");
  EXPECT_EQ(Of(Float, {})->toString(), "float");
  EXPECT_EQ(Of(Float, {4, 2})->elements(), 8u);
  EXPECT_EQ(Of(Float, {4, 2})->get(),
            TargetExtType::get(Context, "f2.tensor", {Float}, {4, 2}));
  EXPECT_TRUE(Of(Type::getInt1Ty(Context), {4}));
  EXPECT_FALSE(Of(Float, {3}));
  EXPECT_FALSE(Of(Float, {0}));
  EXPECT_FALSE(Of(Type::getIntNTy(Context, 12), {4}));
  EXPECT_FALSE(Of(Float, {1u << 31, 1u << 31, 2}));
  EXPECT_FALSE(TensorType::of(Float));
  EXPECT_FALSE(TensorType::of(TargetExtType::get(Context, "f2.tensor")));
  EXPECT_TRUE(isTensorType(TargetExtType::get(Context, "f2.tensor")));
}

TEST(TensorCalls, Names) {
  EXPECT_EQ(tensorOpOf("f2.tensor.expand_dims.4x1xf32"), TensorOp::ExpandDims);
  EXPECT_EQ(tensorOpOf("f2.tensor.dot"), TensorOp::Dot);
  EXPECT_EQ(tensorOpOf("f2.tensor.square.4xf32"), std::nullopt);
  EXPECT_EQ(tensorOpOf("f2.convert.v2f32"), std::nullopt);
  EXPECT_EQ(lineOperationIn("f2.tensor.reduce.fadd.4xf32"), "fadd");
  EXPECT_EQ(lineOperationIn("f2.tensor.reduce"), "");
  EXPECT_EQ(verbOf(TensorOp::Gather), "gather");
}

TEST(TensorBuilder, Shapes) {
  TestKernel K(Hopper);
  TensorBuilder T(K.B);
  Value *X = T.splat(ConstantFP::get(K.B.getFloatTy(), 1), {8, 4});
  EXPECT_EQ(nameOf(X), "f2.tensor.splat.8x4xf32");
  EXPECT_EQ(typeOf(T.trans(X, {1, 0})), "4x8 x float");
  EXPECT_EQ(typeOf(T.reshape(X, {2, 16})), "2x16 x float");
  EXPECT_EQ(typeOf(T.expandDims(X, 1)), "8x1x4 x float");
  Value *Sum = T.reduce(LineOperation::FAdd, X, 0);
  EXPECT_EQ(nameOf(Sum), "f2.tensor.reduce.fadd.4xf32.8x4xf32");
  EXPECT_EQ(typeOf(T.broadcastTo(Sum, {8, 4})), "8x4 x float");
  EXPECT_EQ(T.broadcastTo(X, {8, 4}), X);
  Value *Pair = T.join(X, X);
  EXPECT_EQ(typeOf(Pair), "8x4x2 x float");
  EXPECT_EQ(typeOf(T.split(Pair, 1)), "8x4 x float");
  EXPECT_EQ(typeOf(T.scan(LineOperation::FMax, X, 1, true, true)),
            "8x4 x float");
  Value *Index = T.iota(K.B.getInt32Ty(), {2, 4}, 0);
  EXPECT_EQ(typeOf(T.gather(X, Index, 0)), "2x4 x float");
  EXPECT_EQ(
      typeOf(T.dot(X, T.trans(X, {1, 0}),
                   T.splat(ConstantFP::get(K.B.getFloatTy(), 0), {8, 8}))),
      "8x8 x float");
  EXPECT_EQ(typeOf(T.cast(X, K.B.getInt8Ty())), "8x4 x i8");
  EXPECT_FALSE(verifyModule(*K.F->getParent(), &errs()));
}

TEST(TensorBuilder, MemoryHasBounds) {
  TestKernel K(Hopper);
  TensorBuilder T(K.B);
  Value *P = PoisonValue::get(K.B.getPtrTy(1)), *One = K.B.getInt64(1);
  auto *X = cast<CallInst>(T.load(P, K.B.getHalfTy(), {16}, {One}));
  EXPECT_EQ(X->arg_size(), 2u);
  // What is outside is zero unless said otherwise.
  auto *Y = cast<CallInst>(T.load(P, K.B.getHalfTy(), {16}, {One}, {One}));
  EXPECT_EQ(Y->arg_size(), 4u);
  EXPECT_EQ(Y->getArgOperand(3), ConstantFP::get(K.B.getHalfTy(), 0));
  EXPECT_NE(X->getCalledFunction(), Y->getCalledFunction());
  EXPECT_EQ(T.store(P, X, {One}, {One})->arg_size(), 4u);
  EXPECT_TRUE(X->getCalledFunction()->hasFnAttribute(Attribute::Convergent));
}

TEST(TensorBuilder, FunctionsOfMaps) {
  TestKernel K(Hopper);
  TensorBuilder T(K.B);
  Value *X = T.iota(K.B.getInt32Ty(), {64}, 0);
  auto *Call = cast<CallInst>(
      T.map({X, X}, [](IRBuilderBase &B, TensorBuilder::Values V) {
        return B.CreateICmpSLT(V[0], V[1]);
      }));
  EXPECT_EQ(typeOf(Call), "64 x i1");
  auto *F = cast<Function>(Call->getArgOperand(0));
  EXPECT_EQ(F->arg_size(), 2u);
  EXPECT_TRUE(F->hasLocalLinkage());
  EXPECT_FALSE(
      Call->getCalledFunction()->hasFnAttribute(Attribute::NoCallback));
  EXPECT_FALSE(verifyModule(*K.F->getParent(), &errs()));
}

} // namespace
