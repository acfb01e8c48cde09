//===- EmitTest.cpp - Plans through the emitter and the back ends ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans written by hand, so that every kind of step is met on every processor.
//
//===----------------------------------------------------------------------===//

#include "BlockEvaluator.h"
#include "TestKernel.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

uint64_t maskOfBit(unsigned LaneBits, unsigned Bit) {
  uint64_t Mask = 0;
  for (unsigned L = 0; L < (1u << LaneBits); ++L)
    Mask |= uint64_t(L >> Bit & 1) << L;
  return Mask;
}

Plan emptyPlan(unsigned LaneBits, unsigned ElementBits, unsigned NumInputs) {
  Plan P;
  P.LaneBits = LaneBits;
  P.ElementBits = ElementBits;
  P.NumInputs = P.NumWords = NumInputs;
  return P;
}

Step selectStep(uint64_t Mask, Word A, Word B) {
  Step S;
  S.K = Step::Select;
  S.Mask = Mask;
  S.A = A;
  S.B = B;
  return S;
}

Step permuteStep(Word A, Word B, std::vector<uint16_t> Selector) {
  Step S;
  S.K = Step::Permute;
  S.A = A;
  S.B = B;
  S.Selector = std::move(Selector);
  return S;
}

Step butterflyStep(unsigned LaneBits, Word A, unsigned Xor) {
  Step S;
  S.K = Step::Shuffle;
  S.A = A;
  for (unsigned L = 0; L < (1u << LaneBits); ++L)
    S.FromLane.push_back(uint8_t(L ^ Xor));
  return S;
}

Step storeStep(ThreadAddress Address, unsigned Bytes, ArrayRef<Word> Words,
               unsigned FirstByte = 0) {
  Step S;
  S.K = Step::Store;
  S.Address = std::move(Address);
  S.Bytes = Bytes;
  S.Words.assign(Words.begin(), Words.end());
  S.FirstByte = FirstByte;
  return S;
}

Step loadStep(ThreadAddress Address, unsigned Bytes) {
  Step S;
  S.K = Step::Load;
  S.Address = std::move(Address);
  S.Bytes = Bytes;
  S.Count = Bytes < 4 ? 1 : Bytes / 4;
  return S;
}

Step barrierStep(Scope Sync) {
  Step S;
  S.K = Step::Barrier;
  S.Sync = Sync;
  return S;
}

/// Lane bit Bit against register bit 0: the example of Plan.h.
Plan swapPlan(unsigned LaneBits, unsigned Bit, unsigned ElementBits = 32) {
  Plan P = emptyPlan(LaneBits, ElementBits, 2);
  uint64_t Odd = maskOfBit(LaneBits, Bit);
  P.Steps.push_back(selectStep(Odd, 0, 1));
  P.Steps.push_back(butterflyStep(LaneBits, 2, 1u << Bit));
  P.Steps.push_back(selectStep(Odd, 3, 0));
  P.Steps.push_back(selectStep(Odd, 1, 3));
  P.NumWords = 6;
  P.Outputs = {4, 5};
  return P;
}

/// Each thread writes Bytes wide and reads the element of its neighbour, over
/// two rows; the address of the second row touches columns.
Plan sharedPlan(unsigned LaneBits, unsigned Bytes, Scope Group,
                unsigned ThreadBits) {
  unsigned Count = Bytes < 4 ? 1 : Bytes / 4;
  Plan P = emptyPlan(LaneBits, 32, 2 * Count);
  P.Group = Group;
  ThreadAddress Row;
  for (unsigned J = 0; J < ThreadBits; ++J)
    Row.Columns.push_back(Bytes << J);
  uint32_t RowBytes = Bytes << ThreadBits;
  ThreadAddress Second = Row, Swapped = Row;
  Second.Constant = RowBytes;
  Swapped.Constant = RowBytes | Bytes; // The neighbour, in the second row.
  std::vector<Word> First, Other;
  for (unsigned I = 0; I < Count; ++I) {
    First.push_back(I);
    Other.push_back(Count + I);
  }
  P.Steps.push_back(storeStep(Row, Bytes, First, Bytes < 4 ? 4 - Bytes : 0));
  P.Steps.push_back(storeStep(Second, Bytes, Other));
  P.Steps.push_back(barrierStep(Group));
  P.Steps.push_back(loadStep(Swapped, Bytes));
  P.Steps.push_back(loadStep(Row, Bytes));
  P.NumWords = 4 * Count;
  for (unsigned I = 0; I < 2 * Count; ++I)
    P.Outputs.push_back(2 * Count + I);
  P.ScratchBytes = 2 * RowBytes;
  P.ScratchAlign = 16;
  return P;
}

/// Sources from memory, the plan, results to memory.
SmallVector<Value *, 8> emitInto(TestKernel &K, const Plan &P,
                                 ArrayRef<Type *> SourceTypes,
                                 ArrayRef<Type *> ResultTypes,
                                 unsigned ScratchStride = 0) {
  Instruction *LanePoint = &K.Entry->front();
  EmitContext C{K.T, K.B, LanePoint};
  if (P.ScratchBytes) {
    C.LinearThread = emitLinearThread(K.T, K.B, true);
    C.Scratch = K.shared(P.ScratchBytes + 3 * ScratchStride, 16);
    C.ScratchStride = ScratchStride;
  }
  SmallVector<Value *, 8> Sources;
  for (unsigned R = 0; R < SourceTypes.size(); ++R)
    Sources.push_back(K.source(SourceTypes[R], R));
  SmallVector<Value *, 8> Results = emitPlan(P, Sources, ResultTypes, C);
  EXPECT_EQ(Results.size(), ResultTypes.size());
  for (unsigned R = 0; R < Results.size(); ++R) {
    EXPECT_EQ(Results[R]->getType(), ResultTypes[R]);
    K.result(Results[R], R);
  }
  return Results;
}

SmallVector<Type *, 8> words(TestKernel &K, unsigned N) {
  return SmallVector<Type *, 8>(N, K.B.getInt32Ty());
}

TEST(Emit, SwapOfEveryLaneBit) {
  for (const TestCpu &Cpu : allCpus())
    for (unsigned Bit = 0; Bit < Cpu.LaneBits; ++Bit) {
      TestKernel K(Cpu);
      Plan P = swapPlan(Cpu.LaneBits, Bit);
      emitInto(K, P, words(K, 2), words(K, 2));
      std::string Assembly = K.assemble();
      if (Cpu.isNvidia()) {
        EXPECT_EQ(countOf(Assembly, "shfl.sync.bfly.b32"), 1u) << Assembly;
        EXPECT_EQ(countOf(Assembly, "selp.b32"), 3u) << Assembly;
      } else {
        EXPECT_EQ(countOf(Assembly, "cndmask_b32"), 3u) << Assembly;
      }
    }
}

/// Sources of 100 + lane and 200 + lane, through the evaluator.
TEST(Emit, SwapMeansASwap) {
  for (const TestCpu &Cpu : allCpus())
    for (unsigned Bit = 0; Bit < Cpu.LaneBits; ++Bit) {
      TestKernel K(Cpu);
      Function *Holder = Function::Create(
          FunctionType::get(K.B.getVoidTy(), words(K, 2), false),
          GlobalValue::ExternalLinkage, "holder", K.M);
      EmitContext C{K.T, K.B, nullptr};
      BlockEvaluator E(K.T);
      for (unsigned R = 0; R < 2; ++R) {
        std::vector<Constant *> PerLane;
        for (unsigned L = 0; L < K.T.M.lanes(); ++L)
          PerLane.push_back(K.B.getInt32(100 * (R + 1) + L));
        E.set(Holder->getArg(R), PerLane);
      }
      auto Results =
          emitPlan(swapPlan(Cpu.LaneBits, Bit),
                   {Holder->getArg(0), Holder->getArg(1)}, words(K, 2), C);
      E.run(*K.Entry);
      for (unsigned L = 0; L < K.T.M.lanes(); ++L) {
        unsigned InLane = L >> Bit & 1, Without = L & ~(1u << Bit);
        for (unsigned R = 0; R < 2; ++R)
          ASSERT_EQ(E.number(Results[R], L),
                    100 * (InLane + 1) + (Without | R << Bit))
              << Cpu.Cpu << " bit " << Bit;
      }
    }
}

TEST(Emit, Permutes) {
  for (const TestCpu &Cpu : allCpus()) {
    TestKernel K(Cpu);
    Plan P = emptyPlan(Cpu.LaneBits, 32, 2);
    std::vector<uint16_t> ByLane;
    for (unsigned L = 0; L < K.T.M.lanes(); ++L)
      ByLane.push_back(L & 4 ? 0x7632 : 0x5410);
    P.Steps.push_back(permuteStep(0, 1, {0x6420}));
    P.Steps.push_back(permuteStep(0, 1, {0x5432}));
    P.Steps.push_back(permuteStep(0, 1, {0x3210}));
    P.Steps.push_back(permuteStep(2, 3, ByLane));
    P.NumWords = 6;
    P.Outputs = {2, 3, 4, 5};
    emitInto(K, P, words(K, 2), words(K, 4));
    std::string Assembly = K.assemble();
    if (Cpu.isNvidia()) {
      EXPECT_EQ(countOf(Assembly, "prmt.b32"), 2u) << Assembly;
      EXPECT_EQ(countOf(Assembly, "shf."), 1u) << Assembly;
    } else {
      EXPECT_EQ(countOf(Assembly, "v_perm_b32"), 2u) << Assembly;
      EXPECT_EQ(countOf(Assembly, "v_alignbit_b32") +
                    countOf(Assembly, "v_alignbyte_b32"),
                1u)
          << Assembly;
    }
  }
}

TEST(Emit, SharedAccessesOfEveryWidth) {
  for (const TestCpu &Cpu : allCpus())
    for (Scope Group : {Scope::Warp, Scope::Block})
      for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u}) {
        TestKernel K(Cpu);
        unsigned ThreadBits = Group == Scope::Warp ? Cpu.LaneBits : 7;
        Plan P = sharedPlan(Cpu.LaneBits, Bytes, Group, ThreadBits);
        unsigned N = P.NumInputs;
        emitInto(K, P, words(K, N), words(K, N),
                 Group == Scope::Warp ? P.ScratchBytes : 0);
        std::string Assembly = K.assemble();
        SCOPED_TRACE(std::string(Cpu.Cpu) + "\n" + Assembly);
        if (Cpu.isNvidia()) {
          const char *Suffix = Bytes == 16 ? ".v4" : Bytes == 8 ? ".v2" : "";
          EXPECT_EQ(countOf(Assembly, std::string("st.shared") + Suffix), 2u);
          EXPECT_EQ(countOf(Assembly, std::string("ld.shared") + Suffix), 2u);
          EXPECT_EQ(countOf(Assembly, Group == Scope::Warp ? "bar.warp.sync"
                                                           : "bar.sync"),
                    1u);
          continue;
        }
        // The back end may pair two 8-byte accesses.
        unsigned Stores =
            countOf(Assembly, "ds_write") + countOf(Assembly, "ds_store");
        unsigned Loads =
            countOf(Assembly, "ds_read") + countOf(Assembly, "ds_load");
        EXPECT_TRUE(Stores >= 1 && Stores <= 2);
        EXPECT_TRUE(Loads >= 1 && Loads <= 2);
        if (Bytes == 16) {
          unsigned Wide = 0;
          for (StringRef Name : {"ds_write_b128", "ds_store_b128",
                                 "ds_read_b128", "ds_load_b128"})
            Wide += countOf(Assembly, Name);
          EXPECT_EQ(Wide, Stores + Loads);
        }
        EXPECT_EQ(countOf(Assembly, "s_barrier"),
                  Group == Scope::Warp                      ? 0u
                  : StringRef(Cpu.Cpu).starts_with("gfx12") ? 2u
                                                            : 1u);
      }
}

// Two constants that no column touches share one base; one that some column
// touches needs its own.
TEST(Emit, ConstantsBecomeImmediateOffsets) {
  TestKernel K(TestCpu{"sm_90", "", 5});
  Plan P = emptyPlan(5, 32, 1);
  ThreadAddress A;
  A.Columns = {16, 32, 64, 128 | 16, 256 | 32};
  for (uint32_t Constant : {0u, 512u, 1024u + 4, 2048u, 16u}) {
    A.Constant = Constant;
    P.Steps.push_back(loadStep(A, 4));
    P.Outputs.push_back(P.NumWords++);
  }
  P.ScratchBytes = 4096;
  P.ScratchAlign = 16;
  emitInto(K, P, words(K, 1), words(K, 5), 4096);
  std::string Text = K.text();
  EXPECT_EQ(countOf(Text, "zext nneg"), 2u) << Text;
  EXPECT_EQ(countOf(Text, "i32 512"), 1u) << Text;
  EXPECT_EQ(countOf(Text, "i32 1028"), 1u) << Text;
  EXPECT_EQ(countOf(Text, "align 16"), 5u) << Text; // With the array's own.
  EXPECT_EQ(countOf(K.assemble(), "ld.shared"), 5u);
}

// What depends on the lane alone goes to the lane point, out of the loop.
TEST(Emit, LaneValuesLeaveTheLoop) {
  for (TestCpu Cpu : {TestCpu{"sm_90", "", 5}, TestCpu{"gfx942", "", 6}}) {
    TestKernel K(Cpu);
    Value *Thread = emitLinearThread(K.T, K.B, true);
    BasicBlock *Loop = BasicBlock::Create(K.Context, "loop", K.F);
    BasicBlock *Exit = K.Entry->splitBasicBlock(K.B.GetInsertPoint(), "exit");
    K.Entry->getTerminator()->setSuccessor(0, Loop);
    Instruction *LanePoint = K.Entry->getTerminator();
    K.B.SetInsertPoint(Loop);
    K.B.CreateCondBr(
        K.B.CreateICmpEQ(K.B.CreateLoad(K.B.getInt32Ty(), K.F->getArg(0)),
                         K.B.getInt32(0)),
        Loop, Exit);
    K.B.SetInsertPoint(Loop->getTerminator());
    EmitContext C{K.T, K.B, LanePoint};
    C.LinearThread = Thread;
    C.ScratchStride = 1024;
    Plan P = sharedPlan(Cpu.LaneBits, 4, Scope::Warp, Cpu.LaneBits);
    C.Scratch = K.shared(8192, 16);
    auto Results = emitPlan(
        P, {K.source(K.B.getInt32Ty(), 0), K.source(K.B.getInt32Ty(), 1)},
        words(K, 2), C);
    K.result(Results[0], 0);
    EXPECT_FALSE(verifyFunction(*K.F, &errs())) << K.text();
    for (Instruction &I : *Loop) {
      EXPECT_FALSE(isa<CallInst>(I) && I.getType()->isIntegerTy(1));
      EXPECT_FALSE(I.getOpcode() == Instruction::Xor ||
                   I.getOpcode() == Instruction::And)
          << K.text();
    }
    K.assemble();
  }
}

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

TEST(Emit, ElementTypes) {
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

// Packing and unpacking are each other's inverse for every size.
TEST(Emit, PackingKeepsElements) {
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
TEST(Emit, Freezes) {
  TestKernel K(TestCpu{"sm_90", "", 5});
  EmitContext C{K.T, K.B, nullptr};
  Value *Loaded = K.source(K.B.getInt32Ty(), 0);
  emitPlan(swapPlan(5, 0), {Loaded, K.B.getInt32(3)}, words(K, 2), C);
  EXPECT_EQ(countOf(K.text(), "freeze"), 1u) << K.text();
}

TEST(Emit, WarpMaskReachesShufflesAndBarriers) {
  TestKernel K(TestCpu{"sm_90", "", 5});
  EmitContext C{K.T, K.B, nullptr};
  C.WarpMask = K.B.getInt32(0xffff);
  Value *V = K.source(K.B.getInt32Ty(), 0);
  Plan P = swapPlan(5, 1);
  P.Steps.push_back(barrierStep(Scope::Warp));
  auto Results = emitPlan(P, {V, V}, words(K, 2), C);
  K.result(Results[0], 0);
  EXPECT_EQ(countOf(K.text(), "i32 65535"), 2u) << K.text();
}

} // namespace
