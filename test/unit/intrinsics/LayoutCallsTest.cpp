//===- LayoutCallsTest.cpp - Calls as front ends write them ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/calls/LayoutCalls.h"
#include "TestKernel.h"
#include "layouts/algebra/LayoutText.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

const TestCpu Hopper{"sm_90", "", 5}, Mi300{"gfx942", "", 6};

LinearLayout read(StringRef Text) { return cantFail(parseLayout(Text)); }

/// The text that an operand points at.
std::string textAt(const Value *Operand) {
  auto *G = dyn_cast<GlobalVariable>(Operand);
  if (!G || !G->isConstant() || !G->hasPrivateLinkage())
    return "no private constant";
  return cast<ConstantDataArray>(G->getInitializer())->getAsCString().str();
}

TEST(LayoutCalls, ConvertStatesBothLayouts) {
  const std::string A = "register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]",
                    B = "register=[], lane=[[1],[2],[4],[8],[16]] -> [64]";
  TestKernel K(Hopper);
  Value *X = PoisonValue::get(FixedVectorType::get(K.B.getHalfTy(), 2));
  auto *Call = cast<CallInst>(emitConvert(K.B, X, read(A), read(B)));
  EXPECT_EQ(Call->getCalledFunction()->getName(), "f2.convert.v1f16.v2f16");
  EXPECT_EQ(Call->getType(), FixedVectorType::get(K.B.getHalfTy(), 1));
  EXPECT_EQ(textAt(Call->getArgOperand(1)), A);
  EXPECT_EQ(textAt(Call->getArgOperand(2)), B);
  for (auto Kind :
       {Attribute::Convergent, Attribute::NoCallback, Attribute::NoUnwind})
    EXPECT_TRUE(Call->getCalledFunction()->hasFnAttribute(Kind));
  EXPECT_FALSE(Call->doesNotAccessMemory());
  EXPECT_FALSE(verifyFunction(*K.F, &errs()));
}

TEST(LayoutCalls, OneConstantForOneLayout) {
  const LinearLayout A =
      read("register=[[1]], lane=[[2],[4],[8],[16],[32],[64]] -> [128]");
  const LinearLayout M =
      read("offset=[[1],[2],[4],[8],[16],[32],[64]] -> [128]");
  TestKernel K(Mi300);
  Value *X = PoisonValue::get(FixedVectorType::get(K.B.getPtrTy(1), 2));
  Value *Buffer = K.shared(1024, 8);
  CallInst *Store = emitStore(K.B, Buffer, X, A, M);
  auto *Load = cast<CallInst>(emitLoad(K.B, Buffer, K.B.getPtrTy(1), A, M));
  EXPECT_EQ(Store->getCalledFunction()->getName(), "f2.store.v2p1");
  EXPECT_EQ(Load->getCalledFunction()->getName(), "f2.load.v2p1");
  EXPECT_EQ(Store->getArgOperand(2), Load->getArgOperand(1));
  EXPECT_EQ(Store->getArgOperand(3), Load->getArgOperand(2));
  EXPECT_NE(Store->getArgOperand(2), Store->getArgOperand(3));
  EXPECT_EQ(textAt(Store->getArgOperand(3)), toString(M));
  EXPECT_FALSE(verifyFunction(*K.F, &errs()));
}

TEST(LayoutCalls, GatherStatesIndexAndAxis) {
  const LinearLayout A =
      read("register=[[1],[2]], lane=[[4],[8],[16],[32],[64]] -> [128]");
  const LinearLayout B = read("lane=[[1],[2],[4],[8],[16]] -> [32]");
  TestKernel K(Hopper);
  Value *X = PoisonValue::get(FixedVectorType::get(K.B.getDoubleTy(), 4));
  Value *Index = PoisonValue::get(FixedVectorType::get(K.B.getInt32Ty(), 1));
  auto *Call = cast<CallInst>(emitGather(K.B, X, Index, 3, A, B));
  EXPECT_EQ(Call->getCalledFunction()->getName(), "f2.gather.v1f64.v4f64");
  EXPECT_EQ(Call->getType(), FixedVectorType::get(K.B.getDoubleTy(), 1));
  EXPECT_EQ(Call->getArgOperand(0), X);
  EXPECT_EQ(Call->getArgOperand(1), Index);
  EXPECT_EQ(Call->getArgOperand(2), K.B.getInt32(3));
  EXPECT_EQ(textAt(Call->getArgOperand(3)), f2layout::toString(A));
  EXPECT_EQ(textAt(Call->getArgOperand(4)), f2layout::toString(B));
  EXPECT_TRUE(Call->isConvergent());
  // Indices of 64 bits have a declaration of their own.
  Value *Long = PoisonValue::get(FixedVectorType::get(K.B.getInt64Ty(), 1));
  auto *Other = cast<CallInst>(emitGather(K.B, X, Long, 3, A, B));
  EXPECT_EQ(Other->getArgOperand(1), Long);
  EXPECT_NE(Other->getCalledFunction(), Call->getCalledFunction());
  EXPECT_EQ(layoutCallOf(Other->getCalledFunction()->getName()),
            LayoutCallKind::Gather);
  EXPECT_FALSE(verifyFunction(*K.F, &errs()));
}

TEST(LayoutCalls, SomebodyElsesDeclaration) {
  const LinearLayout A = read("register=[], lane=[[1]] -> [2]");
  TestKernel K(Hopper);
  Type *Ty = FixedVectorType::get(K.B.getInt32Ty(), 1);
  K.M.getOrInsertFunction("f2.convert.v1i32", K.B.getVoidTy(), Ty);
  auto *Call = cast<CallInst>(emitConvert(K.B, PoisonValue::get(Ty), A, A));
  ASSERT_NE(Call->getCalledFunction(), nullptr);
  EXPECT_EQ(Call->getCalledFunction()->getName(), "f2.convert.v1i32.1");
  EXPECT_TRUE(layoutCallOf("f2.convert.v1i32.1") == LayoutCallKind::Convert);
}

TEST(LayoutCalls, DeclarationOfOtherAttributes) {
  const LinearLayout A = read("register=[], lane=[[1]] -> [2]");
  TestKernel K(Hopper);
  Type *Ty = FixedVectorType::get(K.B.getInt32Ty(), 1);
  auto *Found =
      cast<Function>(K.M.getOrInsertFunction("f2.convert.v1i32", Ty, Ty,
                                             K.B.getPtrTy(), K.B.getPtrTy())
                         .getCallee());
  Found->setDoesNotAccessMemory();
  auto *Call = cast<CallInst>(emitConvert(K.B, PoisonValue::get(Ty), A, A));
  EXPECT_EQ(Call->getCalledFunction(), Found);
  for (auto Kind :
       {Attribute::Convergent, Attribute::NoCallback, Attribute::NoUnwind})
    EXPECT_TRUE(Found->hasFnAttribute(Kind));
  EXPECT_TRUE(Found->getMemoryEffects() == MemoryEffects::unknown());
}

TEST(LayoutCalls, Names) {
  EXPECT_TRUE(layoutCallOf("f2.store") == LayoutCallKind::Store);
  EXPECT_TRUE(layoutCallOf("f2.load.x") == LayoutCallKind::Load);
  for (StringRef Name : {"f2.", "f2.loads.x", "f2", "convert", "f2.Convert"})
    EXPECT_FALSE(layoutCallOf(Name)) << Name.str();
  EXPECT_TRUE(isLayoutCallName("f2.gather.v2i32"));
  EXPECT_FALSE(isLayoutCallName("f2layout.convert"));
}

} // namespace
