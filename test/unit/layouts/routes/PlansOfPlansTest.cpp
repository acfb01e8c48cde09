//===- PlansOfPlansTest.cpp - Plans that combine plans --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans that are made of plans: some registers move by shuffles and others by
// memory; registers that change warps are planned separately; exchanges form
// words for memory; threads that hold copies share the work. The tests count
// the steps of known plans, and interpret the plans of random maps.
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/PlanSteps.h"
#include "layouts/routes/Planner.h"
#include "layouts/routes/RegisterHalves.h"
#include "test/unit/layouts/PlanRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::test;

namespace {

/// Bit j of (register, lane, warp) of the result is bit From[j] of the source.
Conversion permuted(ArrayRef<unsigned> From, unsigned RegisterBits,
                    unsigned WarpBits, unsigned ElementBits) {
  AffineMove A;
  A.SourceRegisterBits = RegisterBits;
  A.ThreadBits = From.size() - RegisterBits;
  for (auto [J, Bit] : enumerate(From))
    (J < RegisterBits
         ? static_cast<SmallVectorImpl<uint64_t> &>(A.RegisterColumns)
         : A.ThreadColumns)
        .push_back(uint64_t(1) << Bit);
  return cantFail(Conversion::affine(A, ElementBits, 5,
                                     WarpBits ? Scope::Block : Scope::Warp));
}

/// The identity, except that pairs of bits are swapped.
Conversion swapped(ArrayRef<std::pair<unsigned, unsigned>> Pairs,
                   unsigned RegisterBits, unsigned WarpBits,
                   unsigned ElementBits) {
  SmallVector<unsigned> From;
  for (unsigned J = 0; J < RegisterBits + 5 + WarpBits; ++J)
    From.push_back(J);
  for (auto [X, Y] : Pairs)
    std::swap(From[X], From[Y]);
  return permuted(From, RegisterBits, WarpBits, ElementBits);
}

unsigned bytesStored(const Plan &P) {
  unsigned Bytes = 0;
  for (const Step &S : P.Steps)
    Bytes += S.K == Step::Store ? S.Bytes : 0;
  return Bytes;
}

TEST(PlansOfPlans, ShufflesBesideMemory) {
  // Two lane bits and two of five register bits: three stay.
  Plan P = bestPlan(swapped({{0, 5}, {1, 6}}, 5, 0, 32), hopperLike(), {});
  EXPECT_EQ(P.By, Route::Mixed);
  EXPECT_GT(P.Cost.Shuffles, 0u);
  EXPECT_GT(P.Cost.Loads, 0u);
  EXPECT_LT(bytesStored(P), 128u);
}

TEST(PlansOfPlans, OnlyWhatChangesWarpsGoesThroughMemory) {
  for (unsigned Bits : {16, 32, 64}) {
    // The highest register bit, and a bit of the warp.
    Conversion C = swapped({{3, 9}}, 4, 2, Bits);
    C.PackedSources = C.PackedResults = true;
    Plan P = bestPlan(C, hopperLike(), {});
    const unsigned Words = 16 * Bits / 32;
    EXPECT_EQ(P.By, Route::Mixed);
    EXPECT_EQ(P.Cost.Shuffles, 0u);
    EXPECT_EQ(bytesStored(P), 4 * Words / 2) << Bits;
    // Three selects for two words.
    EXPECT_EQ(P.Cost.Selects, 3 * Words / 2) << Bits;
  }
}

TEST(PlansOfPlans, LessThanAWord) {
  // Two bytes, or one half, per thread: a word needs no selects.
  for (unsigned Bits : {8, 16})
    for (unsigned RegisterBits : {0u, 1u})
      for (unsigned Lane : {0u, 4u}) {
        unsigned First = RegisterBits + Lane, Warp = RegisterBits + 5;
        bestPlan(swapped({{First, Warp}}, RegisterBits, 2, Bits), hopperLike(),
                 {});
        if (RegisterBits)
          bestPlan(swapped({{0, Warp}}, 1, 2, Bits), hopperLike(), {});
      }
}

TEST(PlansOfPlans, WhatStaysMayChangeLanes) {
  // In addition to the bits of the warp, two of the lane are swapped.
  Plan P = bestPlan(swapped({{3, 9}, {4, 5}}, 4, 2, 32), hopperLike(), {});
  EXPECT_EQ(P.Cost.Shuffles, 8u);
  EXPECT_EQ(bytesStored(P), 32u);
}

TEST(PlansOfPlans, ExchangesMakeWordsForMemory) {
  // A thread holds eight bytes of a row and needs eight of a column, no two of
  // which are in one thread: two bits of the column are bits of the lane, one
  // is a bit of the warp.
  Conversion C = swapped({{0, 4}, {1, 5}, {2, 8}}, 3, 2, 8);
  C.PackedSources = C.PackedResults = true;
  Plan P = bestPlan(C, hopperLike(), {});
  EXPECT_GT(P.Cost.Shuffles, 0u);
  for (const Step &S : P.Steps)
    EXPECT_TRUE(!is_contained({Step::Store, Step::Load}, S.K) || S.Bytes >= 4);
}

TEST(PlansOfPlans, EachSendsItsShare) {
  // Lanes 2n and 2n + 1 hold the same values: all come from the even ones.
  AffineMove A;
  A.SourceRegisterBits = 3;
  A.ThreadBits = 6;
  A.RegisterColumns = {1 << 5, 1 << 6};
  A.ThreadColumns = {1 << 4, 1 << 0, 1 << 1, 1 << 2, 1 << 7, 1 << 8};
  Conversion C = cantFail(Conversion::affine(A, 32, 5, Scope::Block));
  EXPECT_EQ(bytesStored(bestPlan(C, hopperLike(), {})), 32u);
  C.Duplicates = {1};
  PlanResult R = planConversion(C, hopperLike());
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(bytesStored(*R.Best), 16u);
  EXPECT_EQ(R.Best->Cost.Selects, 4u);
  // The plan is right for the conversion that it was made for.
  EXPECT_EQ(runPlan(*R.Best, *distribute(C)), "");
}

/// The chosen holder of an element does hold it, and is the same for all
/// readers.
TEST(PlansOfPlans, DistributedAmongThoseThatAreAlike) {
  std::mt19937_64 R(11);
  for (unsigned I = 0; I < 200; ++I) {
    SmallVector<unsigned> From = to_vector(seq(0u, 11u));
    std::shuffle(From.begin(), From.end(), R);
    Conversion C = permuted(From, 4, 2, 8u << R() % 3);
    const uint64_t Duplicates = 1 + R() % 127;
    // Of each class of copies, the thread without the lowest bit of Duplicates
    // is named.
    const uint64_t Lowest = Duplicates & -Duplicates;
    AffineMove &A = *C.Affine;
    auto Name = [&](uint64_t &Image) {
      if (Image >> 4 & Lowest)
        Image ^= Duplicates << 4;
    };
    for (uint64_t &Column : A.RegisterColumns)
      Name(Column);
    for (uint64_t &Column : A.ThreadColumns)
      Name(Column);
    C.Duplicates = {Duplicates};
    std::optional<Conversion> D = distribute(C);
    ASSERT_TRUE(D);
    for (unsigned Q = 0; Q < C.NumResults; ++Q)
      for (unsigned T = 0; T < C.NumThreads; ++T) {
        Holder Before = C.holder(Q, T), After = D->holder(Q, T);
        EXPECT_EQ(Before.Register, After.Register);
        uint64_t Moved = Before.Thread ^ After.Thread;
        EXPECT_TRUE(Moved == 0 || Moved == Duplicates);
        // By the register, which is the same for all readers.
        EXPECT_EQ(Moved != 0, bool(Before.Register >> 3));
      }
    PlanResult P = planConversion(C, hopperLike());
    ASSERT_TRUE(P.Best) << P.WhyNot;
    EXPECT_TRUE(runPlan(*P.Best, C).empty() || runPlan(*P.Best, *D).empty());
  }
}

TEST(PlansOfPlans, HalvesAreTheWhole) {
  std::mt19937_64 R(7);
  unsigned Found = 0;
  for (unsigned I = 0; I < 500; ++I) {
    SmallVector<unsigned> From = to_vector(seq(0u, 9u));
    std::shuffle(From.begin(), From.end(), R);
    Conversion C = permuted(From, 4, 0, 32);
    C.Affine->Offset = R() % 512;
    auto Halves = halve(C);
    if (!Halves)
      continue;
    ++Found;
    for (const RegisterHalf &H : *Halves)
      for (unsigned Q = 0; Q < H.Atoms.NumResults; ++Q)
        for (unsigned T = 0; T < 32; ++T) {
          Holder Part = H.Atoms.holder(Q, T), Whole = C.holder(H.Results[Q], T);
          EXPECT_EQ(Part.Thread, Whole.Thread);
          EXPECT_EQ(H.Sources[Part.Register], Whole.Register);
        }
  }
  EXPECT_GT(Found, 100u);
}

/// Whatever route is taken, the plan does what the map says.
TEST(PlansOfPlans, RandomPermutationsOfBits) {
  std::mt19937_64 R(3);
  unsigned Mixed = 0;
  for (unsigned I = 0; I < 400; ++I) {
    SmallVector<unsigned> From = to_vector(seq(0u, 11u));
    for (unsigned Swaps = 1 + R() % 5; Swaps > 0; --Swaps)
      std::swap(From[R() % 11], From[R() % 11]);
    Conversion C = permuted(From, 4, 2, 8u << R() % 4);
    C.Affine->Offset = R() % 2 ? R() % 2048 : 0;
    C.PackedSources = R() % 2;
    C.PackedResults = R() % 2;
    Plan P = bestPlan(C, R() % 2 ? hopperLike() : matrixLike(), {});
    Mixed += P.By == Route::Mixed;
  }
  EXPECT_GT(Mixed, 20u);
}

/// The words of steps that neither a step nor a result reads.
unsigned countUnread(Plan P) {
  std::vector<bool> Read(P.NumWords, false);
  for (Word W : P.Outputs)
    Read[W] = true;
  for (Step &S : P.Steps)
    renameWords(S, [&](Word W) {
      Read[W] = true;
      return W;
    });
  unsigned Count = 0;
  Word Next = P.NumInputs;
  for (const Step &S : P.Steps) {
    // Possibly only one word of two is needed.
    bool Any = wordsMade(S) == 0;
    for (unsigned I = 0; I < wordsMade(S); ++I)
      Any |= Read[Next++];
    Count += !Any;
  }
  return Count;
}

/// Half of the source registers hold copies of the others.
TEST(PlansOfPlans, NobodyMakesWhatNobodyReads) {
  constexpr unsigned Copy = 3, Registers = 4, Threads = 5;
  std::mt19937_64 R(11);
  unsigned Mixed = 0;
  for (unsigned I = 0; I < 600; ++I) {
    SmallVector<unsigned> From;
    for (unsigned J = 0; J < Registers + Threads; ++J)
      if (J != Copy)
        From.push_back(J);
    for (unsigned Swaps = 1 + R() % 5; Swaps > 0; --Swaps)
      std::swap(From[R() % From.size()], From[R() % From.size()]);
    AffineMove A;
    A.SourceRegisterBits = Registers;
    A.ThreadBits = Threads;
    for (auto [J, Bit] : enumerate(From))
      (J < Copy ? static_cast<SmallVectorImpl<uint64_t> &>(A.RegisterColumns)
                : A.ThreadColumns)
          .push_back(uint64_t(1) << Bit);
    Conversion C =
        cantFail(Conversion::affine(A, 8u << R() % 3, 5, Scope::Warp));
    C.PackedSources = C.PackedResults = R() % 2;
    Plan P = bestPlan(C, R() % 2 ? hopperLike() : matrixLike(), {});
    EXPECT_EQ(countUnread(P), 0u) << I;
    Mixed += P.By == Route::Mixed;
  }
  EXPECT_GT(Mixed, 20u);
}

} // namespace
