//===- ElementsTest.cpp - Elements of every type --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEvaluator.h"
#include "HandPlans.h"
#include "compat/LLVMCompat.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Pointers to shared memory have 64 bits on NVIDIA, 32 on AMD.
constexpr const char *ElementTypes[] = {
    "i8",    "<2 x i4>",         "i16",
    "half",  "bfloat",           "<2 x i8>",
    "float", "<2 x half>",       "<4 x i8>",
    "i64",   "double",           "<2 x float>",
    "ptr",   "ptr addrspace(1)", "ptr addrspace(3)"};

TEST(Elements, ElementTypes) {
  for (const TestCpu &Cpu : allCpus()) {
    std::vector<const char *> Names(std::begin(ElementTypes),
                                    std::end(ElementTypes));
    if (!Cpu.isNvidia())
      Names.push_back("<2 x ptr addrspace(3)>");
    for (const char *Name : Names) {
      TestKernel K(Cpu);
      SMDiagnostic Error;
      Type *Ty = parseType(Name, Error, K.M);
      ASSERT_TRUE(Ty) << Name;
      unsigned Bits = K.M.getDataLayout().getTypeSizeInBits(Ty);
      SCOPED_TRACE(std::string(Cpu.Cpu) + " " + Name);
      // Two words of elements, the last one incomplete if they are short.
      unsigned Elements = Bits == 64 ? 1 : Bits == 32 ? 2 : 64 / Bits - 1;
      SmallVector<Type *, 8> Types(Elements, Ty);
      emitInto(K, swapPlan(Cpu.LaneBits, 2, Bits), Types, Types);
      EXPECT_NE(K.assemble(), "");
    }
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
                32, ConstantInt::get(
                        Ty, compat::lowBits(Bits, 0x9182736455667701 * R))));
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
