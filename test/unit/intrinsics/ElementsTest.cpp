//===- ElementsTest.cpp - Elements of every type --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEvaluator.h"
#include "HandPlans.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

struct ElementCase {
  const char *Name;
  unsigned Bits;
  Type *(*Make)(LLVMContext &, bool IsNvidia);
};

const ElementCase ElementCases[] = {
    {"i8", 8,
     [](LLVMContext &C, bool) -> Type * { return Type::getInt8Ty(C); }},
    {"2 x i4", 8,
     [](LLVMContext &C, bool) -> Type * {
       return FixedVectorType::get(Type::getIntNTy(C, 4), 2);
     }},
    {"i16", 16,
     [](LLVMContext &C, bool) -> Type * { return Type::getInt16Ty(C); }},
    {"half", 16,
     [](LLVMContext &C, bool) -> Type * { return Type::getHalfTy(C); }},
    {"bfloat", 16,
     [](LLVMContext &C, bool) -> Type * { return Type::getBFloatTy(C); }},
    {"2 x i8", 16,
     [](LLVMContext &C, bool) -> Type * {
       return FixedVectorType::get(Type::getInt8Ty(C), 2);
     }},
    {"float", 32,
     [](LLVMContext &C, bool) -> Type * { return Type::getFloatTy(C); }},
    {"2 x half", 32,
     [](LLVMContext &C, bool) -> Type * {
       return FixedVectorType::get(Type::getHalfTy(C), 2);
     }},
    {"4 x i8", 32,
     [](LLVMContext &C, bool) -> Type * {
       return FixedVectorType::get(Type::getInt8Ty(C), 4);
     }},
    {"i64", 64,
     [](LLVMContext &C, bool) -> Type * { return Type::getInt64Ty(C); }},
    {"double", 64,
     [](LLVMContext &C, bool) -> Type * { return Type::getDoubleTy(C); }},
    {"2 x float", 64,
     [](LLVMContext &C, bool) -> Type * {
       return FixedVectorType::get(Type::getFloatTy(C), 2);
     }},
    {"ptr", 64,
     [](LLVMContext &C, bool) -> Type * { return PointerType::get(C, 0); }},
    {"ptr global", 64,
     [](LLVMContext &C, bool) -> Type * { return PointerType::get(C, 1); }},
    {"ptr shared", 0, // 64 bits on NVIDIA, 32 on AMD.
     [](LLVMContext &C, bool) -> Type * { return PointerType::get(C, 3); }},
    {"2 x ptr shared", 0,
     [](LLVMContext &C, bool IsNvidia) -> Type * {
       Type *Ptr = PointerType::get(C, 3);
       return IsNvidia ? Ptr : FixedVectorType::get(Ptr, 2);
     }},
};

TEST(Elements, ElementTypes) {
  for (const TestCpu &Cpu : allCpus())
    for (const ElementCase &E : ElementCases) {
      TestKernel K(Cpu);
      Type *Ty = E.Make(K.Context, Cpu.isNvidia());
      unsigned Bits = K.M.getDataLayout().getTypeSizeInBits(Ty);
      SCOPED_TRACE(std::string(Cpu.Cpu) + " " + E.Name);
      // Two words of elements, the last one incomplete if they are short.
      unsigned Elements = Bits == 64 ? 1 : Bits == 32 ? 2 : 64 / Bits - 1;
      SmallVector<Type *, 8> Types(Elements, Ty);
      emitInto(K, swapPlan(Cpu.LaneBits, 2, Bits), Types, Types);
      EXPECT_NE(K.assemble(), "");
    }
}

// Packing and unpacking are inverses for every size.
TEST(Elements, PackingKeepsElements) {
  for (unsigned Bits : {8u, 16u, 32u, 64u}) {
    TestKernel K(TestCpu{"sm_90", "", 5});
    Type *Ty = K.B.getIntNTy(Bits);
    unsigned N = 5;
    Plan P = emptyPlan(5, Bits, (N * Bits + 31) / 32);
    for (Word W = 0; W < P.NumInputs; ++W)
      P.Outputs.push_back(W);
    SmallVector<Type *, 8> Types(N, Ty);
    auto *Holder =
        Function::Create(FunctionType::get(K.B.getVoidTy(), Types, false),
                         GlobalValue::ExternalLinkage, "holder", K.M);
    SmallVector<Value *, 8> Sources;
    BlockEvaluator E(K.T);
    for (unsigned R = 0; R < N; ++R) {
      Sources.push_back(Holder->getArg(R));
      E.set(Sources[R],
            std::vector<Constant *>(
                32, ConstantInt::get(Ty, 0x9182736455667701 * R, false, true)));
    }
    EmitContext C{K.T, K.B, nullptr};
    auto Results = emitPlan(P, Sources, Types, C);
    E.run(*K.Entry);
    for (unsigned R = 0; R < N; ++R)
      EXPECT_EQ(E.number(Results[R], 3),
                0x9182736455667701 * R & (~0ull >> (64 - Bits)));
  }
}

// Sources that may be poison are frozen; constants and arguments marked
// noundef are not.
TEST(Elements, Freezes) {
  TestKernel K(TestCpu{"sm_90", "", 5});
  EmitContext C{K.T, K.B, nullptr};
  Value *Loaded = K.source(K.B.getInt32Ty(), 0);
  emitPlan(swapPlan(5, 0), {Loaded, K.B.getInt32(3)}, words(K, 2), C);
  EXPECT_EQ(countOf(K.text(), "freeze"), 1u) << K.text();
}

} // namespace
