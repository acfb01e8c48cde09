//===- LaneMoveTest.cpp - Words from other lanes --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/LaneMove.h"
#include "BlockEvaluator.h"
#include "TestKernel.h"
#include "intrinsics/steps/BytePermute.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

using Lanes8 = std::vector<uint8_t>;

Lanes8 tabulate(unsigned LaneBits, function_ref<unsigned(unsigned)> Fn) {
  Lanes8 T;
  for (unsigned L = 0; L < (1u << LaneBits); ++L)
    T.push_back(uint8_t(Fn(L) & ((1u << LaneBits) - 1)));
  return T;
}

/// Every form that some instruction has, and some that no instruction has.
std::vector<Lanes8> movesOf(unsigned LaneBits) {
  std::vector<Lanes8> Moves;
  std::mt19937 Random(LaneBits);
  for (unsigned C = 0; C < (1u << LaneBits); ++C) {
    Moves.push_back(tabulate(LaneBits, [&](unsigned L) { return L ^ C; }));
    Moves.push_back(tabulate(LaneBits, [&](unsigned L) { return C; }));
    Moves.push_back(tabulate(LaneBits, [&](unsigned L) { return L + C; }));
  }
  for (unsigned Size : {4u, 8u, 16u, 32u})
    for (unsigned Repeat = 0; Repeat < 12; ++Repeat) {
      // The same pattern in every group; in odd rounds not a permutation.
      std::vector<unsigned> Pattern(Size);
      std::iota(Pattern.begin(), Pattern.end(), 0u);
      std::shuffle(Pattern.begin(), Pattern.end(), Random);
      if (Repeat % 2)
        Pattern[0] = Pattern[1];
      unsigned Far = Repeat % 4 < 2 ? 0 : Size;
      Moves.push_back(tabulate(LaneBits, [&](unsigned L) {
        return ((L ^ Far) & ~(Size - 1)) | Pattern[L % Size];
      }));
      Moves.push_back(tabulate(LaneBits, [&](unsigned L) {
        return (L & ~(Size - 1)) | ((L + Repeat) % Size);
      }));
      Moves.push_back(tabulate(LaneBits, [&](unsigned L) {
        return (L & ~(Size - 1)) | (Repeat % Size);
      }));
      // By so many lanes within the group; others keep their own.
      const unsigned By = 1 + Repeat % (Size - 1);
      Moves.push_back(tabulate(
          LaneBits, [&](unsigned L) { return L % Size >= By ? L - By : L; }));
      Moves.push_back(tabulate(LaneBits, [&](unsigned L) {
        return L % Size + By < Size ? L + By : L;
      }));
      unsigned Keep = Random(), Set = Random();
      Moves.push_back(tabulate(LaneBits, [&](unsigned L) {
        return (L & ~(Size - 1)) | (((L & Keep) ^ Set) & (Size - 1));
      }));
    }
  for (unsigned Repeat = 0; Repeat < 20; ++Repeat)
    Moves.push_back(tabulate(LaneBits, [&](unsigned) { return Random(); }));
  return Moves;
}

std::vector<Constant *> laneNumbers(TestKernel &K, unsigned Base) {
  std::vector<Constant *> PerLane;
  for (unsigned L = 0; L < K.T.M.lanes(); ++L)
    PerLane.push_back(K.B.getInt32(Base + L));
  return PerLane;
}

TEST(LaneMove, EveryFormOnEveryTarget) {
  for (const TestCpu &Cpu : allCpus()) {
    TestKernel K(Cpu);
    LaneValues Lanes(K.T, K.B);
    // Any value that is not a constant can stand for the word.
    Value *Word = K.B.CreatePtrToInt(K.F->getArg(0), K.B.getInt32Ty());
    std::vector<Lanes8> Moves = movesOf(K.T.M.LaneBits);
    std::vector<Value *> Moved;
    for (const Lanes8 &From : Moves)
      Moved.push_back(emitLaneMove(K.B, Lanes, Word, From, nullptr));
    cast<Instruction>(Word)->removeFromParent();
    BlockEvaluator E(K.T);
    E.set(Word, laneNumbers(K, 100));
    E.run(*K.Entry);
    for (unsigned I = 0; I < Moves.size(); ++I)
      for (unsigned L = 0; L < K.T.M.lanes(); ++L)
        ASSERT_EQ(E.number(Moved[I], L), 100u + Moves[I][L])
            << Cpu.Cpu << " move " << I << " lane " << L;
    cast<Instruction>(Word)->insertBefore(K.Entry->begin());
  }
}

// The same through the real back ends: no form uses what a target lacks.
TEST(LaneMove, EveryFormCompiles) {
  for (const TestCpu &Cpu : allCpus()) {
    TestKernel K(Cpu);
    LaneValues Lanes(K.T, K.B);
    Value *Word = K.source(K.B.getInt32Ty(), 0);
    Value *Sum = Word;
    for (const Lanes8 &From : movesOf(K.T.M.LaneBits))
      Sum = K.B.CreateAdd(Sum, emitLaneMove(K.B, Lanes, Word, From, nullptr));
    K.result(Sum, 0);
    std::string Assembly = K.assemble();
    auto Has = [&](StringRef Name) { return countOf(Assembly, Name) > 0; };
    if (Cpu.isNvidia()) {
      EXPECT_TRUE(Has("shfl.sync.bfly.b32")) << Cpu.Cpu;
      EXPECT_TRUE(Has("shfl.sync.idx.b32")) << Cpu.Cpu;
      EXPECT_TRUE(Has("shfl.sync.up.b32")) << Cpu.Cpu;
      EXPECT_TRUE(Has("shfl.sync.down.b32")) << Cpu.Cpu;
      continue;
    }
    for (StringRef Name : {"ds_bpermute_b32", "ds_swizzle_b32", "quad_perm",
                           "row_ror", "v_readlane"})
      EXPECT_TRUE(Has(Name)) << Cpu.Cpu << " " << Name.str();
    bool Gfx10On = StringRef(Cpu.Cpu).size() == 7;
    for (StringRef Name :
         {"row_xmask", "dpp8", "v_permlane16_b32", "v_permlanex16_b32"})
      EXPECT_EQ(Has(Name), Gfx10On) << Cpu.Cpu << " " << Name.str();
    EXPECT_EQ(Has("v_permlane64_b32"), Gfx10On && Cpu.LaneBits == 6) << Cpu.Cpu;
  }
}

/// Moves the kernel's source from lane ^ C.
void emitButterfly(TestKernel &K, unsigned LaneBits, unsigned C,
                   Value *Mask = nullptr) {
  LaneValues Lanes(K.T, K.B);
  Lanes8 From = tabulate(LaneBits, [&](unsigned L) { return L ^ C; });
  K.result(emitLaneMove(K.B, Lanes, K.source(K.B.getInt32Ty(), 0), From, Mask),
           0);
}

// The most important property: no LDS traffic for lane ^ c below 16.
TEST(LaneMove, ShortButterfliesStayOutOfLds) {
  for (const TestCpu &Cpu : allCpus()) {
    if (Cpu.isNvidia())
      continue;
    for (unsigned C = 1; C < 16; ++C) {
      TestKernel K(Cpu);
      emitButterfly(K, Cpu.LaneBits, C);
      std::string Assembly = K.assemble();
      EXPECT_EQ(countOf(Assembly, "ds_swizzle"), 0u) << Cpu.Cpu << " " << C;
      EXPECT_EQ(countOf(Assembly, "ds_bpermute"), 0u) << Cpu.Cpu << " " << C;
    }
  }
}

// Plans count moves as butterflies of the ALU exactly if they do not use LDS.
TEST(LaneMove, ButterfliesAreWhatStaysOutOfLds) {
  for (const TestCpu &Cpu : allCpus()) {
    if (Cpu.isNvidia())
      continue;
    for (unsigned C : {1, 15, 16, 17, 31, 32, 33, 63}) {
      if (C >> Cpu.LaneBits)
        continue;
      TestKernel K(Cpu);
      emitButterfly(K, Cpu.LaneBits, C);
      EXPECT_EQ(K.T.M.Butterflies >> C & 1, countOf(K.assemble(), "\tds_") == 0)
          << Cpu.Cpu << " " << C;
    }
  }
}

TEST(LaneMove, MaskIsPassedOn) {
  TestKernel K(TestCpu{"sm_90", "", 5});
  emitButterfly(K, 5, 3, K.B.getInt32(0xff));
  EXPECT_EQ(countOf(K.assemble(), "3, 31, 255;"), 1u);
}

uint32_t permuted(uint32_t A, uint32_t B, uint16_t Selector) {
  uint32_t Result = 0;
  for (unsigned I = 0; I < 4; ++I) {
    unsigned Byte = Selector >> (4 * I) & 7;
    uint32_t Word = Byte < 4 ? A : B;
    Result |= (Word >> (8 * (Byte & 3)) & 255) << (8 * I);
  }
  return Result;
}

/// Two words that the builder cannot fold, the same in every lane.
struct TwoWords {
  static constexpr uint32_t First = 0x03a2b1c0, Second = 0xf7e6d5c4;
  explicit TwoWords(TestKernel &K) : E(K.T) {
    SmallVector<Type *, 2> Types(2, K.B.getInt32Ty());
    auto *Holder =
        Function::Create(FunctionType::get(K.B.getVoidTy(), Types, false),
                         GlobalValue::ExternalLinkage, "holder", K.M);
    A = Holder->getArg(0);
    B = Holder->getArg(1);
    E.set(A, std::vector<Constant *>(K.T.M.lanes(), K.B.getInt32(First)));
    E.set(B, std::vector<Constant *>(K.T.M.lanes(), K.B.getInt32(Second)));
  }
  Value *A, *B;
  BlockEvaluator E;
};

TEST(BytePermute, EverySelector) {
  for (TestCpu Cpu : {TestCpu{"sm_90", "", 5}, TestCpu{"gfx942", "", 6}}) {
    TestKernel K(Cpu);
    LaneValues Lanes(K.T, K.B);
    TwoWords W(K);
    std::vector<std::pair<uint16_t, Value *>> Emitted;
    for (unsigned S = 0; S < 4096; ++S) {
      uint16_t Selector = uint16_t((S & 7) | (S & 070) << 1 | (S & 0700) << 2 |
                                   (S & 07000) << 3);
      Emitted.push_back({Selector, emitBytePermute(K.B, Lanes, W.A, W.B,
                                                   ArrayRef(Selector))});
    }
    W.E.run(*K.Entry);
    for (auto [Selector, V] : Emitted)
      ASSERT_EQ(W.E.number(V, 0),
                permuted(TwoWords::First, TwoWords::Second, Selector));
  }
}

TEST(BytePermute, SelectorsByLane) {
  std::mt19937 Random(5);
  for (TestCpu Cpu : {TestCpu{"sm_90", "", 5}, TestCpu{"gfx942", "", 6},
                      TestCpu{"gfx1201", "", 5}})
    for (unsigned Repeat = 0; Repeat < 30; ++Repeat) {
      TestKernel K(Cpu);
      LaneValues Lanes(K.T, K.B);
      TwoWords W(K);
      std::vector<uint16_t> Selector;
      uint16_t Few[] = {0x5410, 0x7632, 0x6240};
      for (unsigned L = 0; L < K.T.M.lanes(); ++L)
        Selector.push_back(Repeat < 10   ? Few[Random() % 2]
                           : Repeat < 20 ? Few[Random() % 3]
                                         : Random() & 0x7777);
      Value *V = emitBytePermute(K.B, Lanes, W.A, W.B, Selector);
      W.E.run(*K.Entry);
      for (unsigned L = 0; L < K.T.M.lanes(); ++L)
        ASSERT_EQ(W.E.number(V, L),
                  permuted(TwoWords::First, TwoWords::Second, Selector[L]));
    }
}

} // namespace
