//===- LaneValuesTest.cpp - Functions of the lane, in every lane ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lanes/LaneValues.h"
#include "BlockEvaluator.h"
#include "TestKernel.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

using Table = std::vector<uint32_t>;

/// Wave32, wave64 and NVIDIA: all cases that LaneValues distinguishes.
const TestCpu Kinds[] = {
    {"sm_90", "", 5}, {"gfx1100", "", 5}, {"gfx942", "", 6}};

/// Emits all tables, and predicates, and compares them in every lane.
void checkTables(const TestCpu &Cpu, ArrayRef<Table> Tables) {
  TestKernel K(Cpu);
  LaneValues Lanes(K.T, K.B);
  std::vector<Value *> Emitted;
  for (const Table &T : Tables)
    Emitted.push_back(Lanes.table(T));
  BlockEvaluator E(K.T);
  E.run(*K.Entry);
  for (unsigned I = 0; I < Tables.size(); ++I)
    for (unsigned L = 0; L < K.T.M.lanes(); ++L)
      ASSERT_EQ(E.number(Emitted[I], L), Tables[I][L])
          << Cpu.Cpu << " table " << I << " lane " << L << "\n"
          << K.text();
}

void checkPredicates(const TestCpu &Cpu, ArrayRef<uint64_t> Masks) {
  TestKernel K(Cpu);
  LaneValues Lanes(K.T, K.B);
  std::vector<Value *> Emitted;
  for (uint64_t Mask : Masks)
    Emitted.push_back(Lanes.predicate(Mask));
  BlockEvaluator E(K.T);
  E.run(*K.Entry);
  for (unsigned I = 0; I < Masks.size(); ++I)
    for (unsigned L = 0; L < K.T.M.lanes(); ++L)
      ASSERT_EQ(E.number(Emitted[I], L), Masks[I] >> L & 1)
          << Cpu.Cpu << " mask " << Masks[I] << " lane " << L;
}

/// Instructions that a table needs, without the lane number.
unsigned instructionsFor(const TestCpu &Cpu, const Table &Table) {
  TestKernel K(Cpu);
  LaneValues Lanes(K.T, K.B);
  Lanes.lane();
  size_t Before = K.Entry->size();
  Lanes.table(Table);
  return K.Entry->size() - Before;
}

Table tabulate(unsigned LaneBits, function_ref<uint32_t(unsigned)> Fn) {
  Table T;
  for (unsigned L = 0; L < (1u << LaneBits); ++L)
    T.push_back(Fn(L));
  return T;
}

TEST(LaneValues, StructuredPredicates) {
  for (const TestCpu &Cpu : Kinds) {
    unsigned Lanes = 1u << Cpu.LaneBits;
    std::vector<uint64_t> Masks = {0, ~0ull};
    for (unsigned J = 0; J < Cpu.LaneBits; ++J) {
      uint64_t Bit = 0, Pair = 0, Parity = 0;
      for (unsigned L = 0; L < Lanes; ++L) {
        Bit |= uint64_t(L >> J & 1) << L;
        Pair |= uint64_t((L >> J & 1) && !(L & 1)) << L;
        Parity |= uint64_t(((L >> J) ^ L) & 1) << L;
      }
      for (uint64_t M : {Bit, Pair, Parity}) {
        Masks.push_back(M);
        Masks.push_back(~M);
      }
    }
    for (unsigned L = 0; L < Lanes; ++L)
      for (uint64_t M : {1ull << L, (1ull << L) - 1}) {
        Masks.push_back(M);
        Masks.push_back(~M);
      }
    checkPredicates(Cpu, Masks);
  }
}

TEST(LaneValues, RandomPredicates) {
  std::mt19937_64 Random(1);
  for (const TestCpu &Cpu : Kinds) {
    std::vector<uint64_t> Masks;
    for (unsigned I = 0; I < 300; ++I)
      Masks.push_back(Random());
    checkPredicates(Cpu, Masks);
  }
}

TEST(LaneValues, RandomAffineTables) {
  std::mt19937 Random(2);
  for (const TestCpu &Cpu : Kinds) {
    std::vector<Table> Tables;
    for (unsigned I = 0; I < 400; ++I) {
      // Narrow and wide, sparse and dense.
      unsigned Width = 1 + Random() % 31;
      AffineForm Form;
      Form.Constant = Random() & ((1u << Width) - 1);
      for (unsigned J = 0; J < Cpu.LaneBits; ++J) {
        uint32_t Column = Random() & ((1u << Width) - 1);
        if (I % 3 == 0)
          Column &= Random() & Random();
        Form.Columns.push_back(I % 5 == 0 ? 1u << Random() % Width : Column);
      }
      Tables.push_back(
          tabulate(Cpu.LaneBits, [&](unsigned L) { return Form.at(L); }));
    }
    checkTables(Cpu, Tables);
  }
}

TEST(LaneValues, RandomTables) {
  std::mt19937 Random(3);
  for (const TestCpu &Cpu : Kinds) {
    std::vector<Table> Tables;
    for (unsigned I = 0; I < 200; ++I) {
      uint32_t Few[] = {uint32_t(Random()), uint32_t(Random()),
                        uint32_t(Random())};
      uint32_t Mask = I % 4 == 0 ? 31 : I % 4 == 1 ? 0x7777 : ~0u;
      Tables.push_back(tabulate(Cpu.LaneBits, [&](unsigned L) -> uint32_t {
        switch (I % 5) {
        case 0: // any
          return Random() & Mask;
        case 1: // two values
          return Few[Random() & 1];
        case 2: // three values
          return Few[Random() % 3];
        case 3: // affine except for some bits
          return (L * 8) ^ (Random() & 0x11);
        default: // a rotation by addition
          return (L + Few[0]) & 31;
        }
      }));
    }
    checkTables(Cpu, Tables);
  }
}

TEST(LaneValues, CheapForms) {
  TestCpu Nvidia = Kinds[0];
  auto Cost = [&](function_ref<uint32_t(unsigned)> Fn) {
    return instructionsFor(Nvidia, tabulate(5, Fn));
  };
  EXPECT_EQ(Cost([](unsigned L) { return 7; }), 0u);
  EXPECT_EQ(Cost([](unsigned L) { return L; }), 0u);
  EXPECT_EQ(Cost([](unsigned L) { return L ^ 5; }), 1u);
  EXPECT_EQ(Cost([](unsigned L) { return L * 16; }), 1u);
  EXPECT_EQ(Cost([](unsigned L) { return L & 24; }), 1u);
  // A rotation of the lane bits: shift, mask, shift, xor.
  EXPECT_EQ(Cost([](unsigned L) { return (L >> 2) | ((L & 3) << 3); }), 4u);
  // The swizzled row of a tile: 16 L ^ 16 (L >> 3): two diagonals.
  EXPECT_LE(Cost([](unsigned L) { return (L * 16) ^ ((L >> 3) * 16); }), 4u);
  // A dense column is handled alone: two shifts and a mask.
  EXPECT_EQ(Cost([](unsigned L) { return (L >> 3 & 1) * 0x5a3; }), 3u);
}

TEST(LaneValues, EmittedOnce) {
  for (const TestCpu &Cpu : Kinds) {
    TestKernel K(Cpu);
    LaneValues Lanes(K.T, K.B);
    Table T = tabulate(Cpu.LaneBits, [](unsigned L) { return (L * 5) & 31; });
    Value *Once = Lanes.table(T);
    Value *P = Lanes.predicate(0x6996);
    size_t Size = K.Entry->size();
    EXPECT_EQ(Lanes.table(T), Once);
    EXPECT_EQ(Lanes.predicate(0x6996), P);
    EXPECT_EQ(K.Entry->size(), Size);
  }
}

// Thread indices have more bits than an affine form has columns; the other bits
// must not affect the result.
TEST(AffineForm, OfAnyNumberOfBits) {
  std::mt19937 Random(4);
  TestKernel K(Kinds[0]);
  for (unsigned I = 0; I < 300; ++I) {
    AffineForm Form;
    Form.Constant = Random();
    for (unsigned J = 0, N = Random() % 14; J < N; ++J)
      Form.Columns.push_back(Random() & Random() & Random());
    uint32_t X = Random();
    Value *V = emitAffine(K.B, K.B.getInt32(X), 32, Form);
    ASSERT_EQ(cast<ConstantInt>(V)->getZExtValue(), Form.at(X));
  }
}

TEST(AffineForm, FitsAndRefuses) {
  Table Linear = tabulate(5, [](unsigned L) { return (L * 3) ^ 1; });
  EXPECT_FALSE(fitAffineForm(Linear)); // carries
  Table Xor = tabulate(5, [](unsigned L) { return L ^ (L << 1) ^ 9; });
  std::optional<AffineForm> Form = fitAffineForm(Xor);
  ASSERT_TRUE(Form);
  EXPECT_EQ(Form->Constant, 9u);
  EXPECT_EQ(Form->Columns[2], 12u);
}

} // namespace
