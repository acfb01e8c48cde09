//===- EmitTest.cpp - Plans in the emitter and the back ends --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEvaluator.h"
#include "HandPlans.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Whether this LLVM knows all processors of allCpus().
const bool KnowsAll = compat::knowsCpu("sm_100");

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

/// A swap by one instruction has the same effect as selects and a shuffle.
TEST(Emit, LaneSwaps) {
  for (const TestCpu &Cpu : allCpus())
    for (unsigned Bit = 0; Bit < Cpu.LaneBits; ++Bit) {
      TestKernel K(Cpu);
      if (!(K.T.M.SwapLaneBits >> Bit & 1))
        continue;
      Plan P = emptyPlan(Cpu.LaneBits, 32, 2);
      P.Steps.push_back(laneSwapStep(0, 1, Bit));
      P.NumWords = 4;
      P.Outputs = {2, 3};
      emitInto(K, P, words(K, 2), words(K, 2));
      std::string Assembly = K.assemble();
      EXPECT_EQ(countOf(Assembly, Bit == 4 ? "v_permlane16_swap_b32"
                                           : "v_permlane32_swap_b32"),
                1u)
          << Assembly;
      EXPECT_EQ(countOf(Assembly, "cndmask") + countOf(Assembly, "ds_"), 0u);
    }
  auto HasSwaps = [](const char *Cpu) {
    return cantFail(findTarget(Cpu)).M.SwapLaneBits;
  };
  EXPECT_EQ(HasSwaps("gfx950"), 0x30u);
  EXPECT_EQ(HasSwaps("gfx942"), 0u);
  EXPECT_EQ(HasSwaps("sm_90"), 0u);
}

/// The instruction for the tile, with that many matrices.
static std::string matrixName(const TestCpu &Cpu, bool IsStore,
                              const MatrixTile &Tile, unsigned Matrices) {
  if (!Cpu.isNvidia())
    return Tile.unitBits() == 1 ? "ds_read_b64_tr_b16" : "ds_read_b64_tr_b8";
  const bool Bytes = Tile.unitBits() == 0;
  const char *Shape = !Bytes ? "m8n8" : IsStore ? "m16n8" : "m16n16";
  return std::string(IsStore ? "st" : "ld") + "matrix.sync.aligned." + Shape +
         ".x" + std::to_string(Matrices) + (Tile.transposed() ? ".trans" : "") +
         ".shared" + (Bytes ? ".b8" : ".b16");
}

/// Every tile and count, on every processor that has them.
TEST(Emit, Matrices) {
  unsigned Seen = 0;
  for (const TestCpu &Cpu : allCpus())
    for (bool IsStore : {false, true}) {
      const Machine M = cantFail(findTarget(Cpu.Cpu, Cpu.LaneBits)).M;
      for (const MatrixTile &Tile : IsStore ? M.MatrixStores : M.MatrixLoads)
        for (unsigned Matrices = 1; Matrices <= Tile.MostMatrices;
             Matrices *= 2) {
          TestKernel K(Cpu);
          if ((IsStore ? K.T.M.MatrixStores : K.T.M.MatrixLoads).empty())
            continue; // not available in its PTX version
          const unsigned Count = Matrices * Tile.words();
          Plan P = emptyPlan(Cpu.LaneBits, 32, IsStore ? Count : 1);
          SmallVector<Word, 4> Stored;
          for (Word W = 0; W < Count; ++W)
            Stored.push_back(W);
          P.Steps.push_back(IsStore ? storeMatrixStep(Stored, Tile)
                                    : loadMatrixStep(Count, Tile));
          for (Word W = 0; W < Count && !IsStore; ++W)
            P.Outputs.push_back(P.NumWords++);
          P.ScratchBytes = Tile.rowBytes() * Tile.numRows() * Matrices;
          P.ScratchAlign = 16;
          emitInto(K, P, words(K, P.NumInputs), words(K, P.Outputs.size()),
                   1024);
          std::string Assembly = K.assemble();
          EXPECT_EQ(countOf(Assembly, matrixName(Cpu, IsStore, Tile, Matrices)),
                    1u)
              << Assembly;
          ++Seen;
        }
    }
  // Six of halves on each side: loads on 12 of NVIDIA's (not on sm_75 in PTX
  // 6.3), stores on 8; of bytes two and three on two of them; two of gfx950.
  // LLVM 19 knows six of these, and only their loads.
  EXPECT_EQ(Seen, KnowsAll ? 12u * 6 + 8u * 6 + 2u * (2 + 3) + 2 : 6u * 6);
}

TEST(Emit, Transposes) {
  unsigned Seen = 0;
  for (const TestCpu &Cpu : allCpus()) {
    TestKernel K(Cpu);
    if (!K.T.M.Transposes)
      continue;
    Plan P = emptyPlan(5, 32, 1);
    P.Steps.push_back(transposeStep(0));
    P.NumWords = 2;
    P.Outputs = {1};
    emitInto(K, P, words(K, 1), words(K, 1));
    EXPECT_EQ(countOf(K.assemble(), "movmatrix.sync.aligned.m8n8.trans.b16"),
              1u);
    ++Seen;
  }
  EXPECT_GE(Seen, KnowsAll ? 5u : 3u);
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
      // LLVM 19 makes shifts and an or of it.
      EXPECT_EQ(countOf(Assembly, KnowsAll ? "shf." : "or.b32"), 1u)
          << Assembly;
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

// Two constants that no column touches share one base; a constant that some
// column touches needs its own.
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

// Values that depend on the lane alone move to the lane point, out of the loop.
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

// -g: every instruction has the exchange's line, also those at the lane point.
TEST(Emit, DebugLocations) {
  for (TestCpu Cpu : {TestCpu{"sm_90", "", 5}, TestCpu{"gfx942", "", 6}}) {
    TestKernel K(Cpu);
    DIBuilder DI(K.M);
    DIFile *File = DI.createFile("k.cu", ".");
    DI.createCompileUnit(dwarf::DW_LANG_C_plus_plus, File, "test", true, "", 0);
    DISubprogram *SP =
        DI.createFunction(File, "kernel", "", File, 1,
                          DI.createSubroutineType(DI.getOrCreateTypeArray({})),
                          1, DINode::FlagZero, DISubprogram::SPFlagDefinition);
    K.F->setSubprogram(SP);
    Value *V = K.source(K.B.getInt32Ty(), 0);
    Value *Thread = emitLinearThread(K.T, K.B, true);
    std::vector<Instruction *> Before;
    for (Instruction &I : *K.Entry)
      Before.push_back(&I);
    K.B.SetCurrentDebugLocation(DILocation::get(K.Context, 42, 7, SP));
    EmitContext C{K.T, K.B, &*K.B.GetInsertPoint()};
    C.LinearThread = Thread;
    Plan P = sharedPlan(Cpu.LaneBits, 4, Scope::Warp, Cpu.LaneBits);
    C.Scratch = K.shared(P.ScratchBytes * 4, 16);
    C.ScratchStride = P.ScratchBytes;
    emitPlan(P, {V, V}, words(K, 2), C);
    emitPlan(swapPlan(Cpu.LaneBits, 1), {V, V}, words(K, 2), C);
    DI.finalize();
    for (Instruction &I : *K.Entry) {
      if (!is_contained(Before, &I)) {
        EXPECT_TRUE(I.getDebugLoc() && I.getDebugLoc().getLine() == 42u);
      }
    }
    EXPECT_NE(K.assemble(), "");
  }
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
