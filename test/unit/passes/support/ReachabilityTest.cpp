//===- ReachabilityTest.cpp - Kept walks answer as fresh ones do ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/MarkedPaths.h"
#include "passes/support/NearbyWrites.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "llvm/IR/Instructions.h"
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

/// A function of some blocks with three stores each, and random branches.
std::string randomFlow(std::mt19937 &Random, unsigned Blocks) {
  std::string Text = "define void @k(ptr %p, i1 %c) {\n"
                     "entry:\n  br label %b0\n";
  auto Label = [&] { return "label %b" + std::to_string(Random() % Blocks); };
  for (unsigned B = 0; B < Blocks; ++B) {
    Text += "b" + std::to_string(B) + ":\n";
    for (unsigned I = 0; I < 3; ++I)
      Text += "  store i32 " + std::to_string(I) + ", ptr %p\n";
    switch (Random() % 4) {
    case 0:
      Text += "  ret void\n";
      break;
    case 1:
      Text += "  br " + Label() + "\n";
      break;
    default:
      Text += "  br i1 %c, " + Label() + ", " + Label() + "\n";
    }
  }
  return Text + "}\n";
}

TEST(Reachability, AnswersAsAFreshWalk) {
  std::mt19937 Random(1);
  unsigned Reached = 0, Queries = 0;
  for (unsigned N = 0; N < 60; ++N) {
    ParsedKernel K(randomFlow(Random, 2 + Random() % 8));
    SmallVector<const Instruction *, 32> All;
    for (const Instruction &I : instructions(K.function()))
      All.push_back(&I);
    Reachability Paths(K.function());
    for (unsigned Q = 0; Q < 400; ++Q) {
      const Instruction *From = All[Random() % All.size()];
      const Instruction *To = All[Random() % All.size()];
      InstructionSet Avoid;
      for (unsigned Size = Random() % 5; Size > 0; --Size)
        Avoid.insert(All[Random() % All.size()]);
      const bool Fresh = reaches(From, To, Avoid);
      EXPECT_EQ(Paths.reaches(From, To, Avoid), Fresh);
      EXPECT_EQ(Paths.reaches(From, To, Paths.prepare(Avoid)), Fresh);
      Reached += Fresh;
      ++Queries;
    }
  }
  // Neither answer is rare.
  EXPECT_GT(Reached, Queries / 10);
  EXPECT_LT(Reached, Queries * 9 / 10);
}

TEST(NearbyWrites, FindsAllThatReachabilityFinds) {
  std::mt19937 Random(3);
  unsigned Found = 0, Queries = 0, GivenUp = 0;
  for (unsigned N = 0; N < 200; ++N) {
    ParsedKernel K(randomFlow(Random, 2 + Random() % 8));
    SmallVector<const Instruction *, 32> All;
    for (const Instruction &I : instructions(K.function()))
      All.push_back(&I);
    NearbyWrites Writes(All.size());
    for (unsigned I = 0; I < All.size(); ++I)
      if (N % 2 ? isa<StoreInst>(All[I]) : Random() % 8 == 0)
        Writes.add(I, *All[I]);
    Writes.sort();
    Reachability Paths(K.function());
    for (unsigned Q = 0; Q < 50; ++Q) {
      const Instruction *End = All[Random() % All.size()];
      InstructionSet Avoid;
      for (unsigned Size = Random() % 5; Size > 0; --Size)
        Avoid.insert(All[Random() % All.size()]);
      const Reachability::AvoidedSet &Stops = Paths.prepare(Avoid);
      BitVector To(All.size()), From(All.size());
      const bool ToIsWhole = Writes.leadingTo(End, Stops, To);
      const bool FromIsWhole = Writes.comingFrom(End, Stops, From);
      for (unsigned I : Writes.all().set_bits()) {
        if (ToIsWhole) {
          EXPECT_EQ(To[I], Paths.reaches(All[I], End, Stops));
        }
        if (FromIsWhole) {
          EXPECT_EQ(From[I], Paths.reaches(End, All[I], Stops));
        }
      }
      Found += To.any();
      GivenUp += !ToIsWhole;
      ++Queries;
    }
  }
  EXPECT_GT(Found, Queries / 10);
  EXPECT_LT(GivenUp, Queries / 2);
  EXPECT_GT(GivenUp, 0u);
}

TEST(MarkedPaths, AnswersAsReachabilityForAnyMark) {
  std::mt19937 Random(2);
  unsigned Found = 0, Queries = 0;
  for (unsigned N = 0; N < 200; ++N) {
    ParsedKernel K(randomFlow(Random, 2 + Random() % 8));
    SmallVector<const Instruction *, 32> All;
    for (const Instruction &I : instructions(K.function()))
      All.push_back(&I);
    auto Any = [&] { return All[Random() % All.size()]; };
    InstructionSet Marked, Barriers;
    InstructionsByBlock Marks;
    for (unsigned Size = 1 + Random() % 4; Size > 0; --Size) {
      Marked.insert(Any());
      Barriers.insert(Any());
    }
    for (const Instruction *I : Marked) {
      Marks.add(*I);
      if (Random() % 4 == 0)
        Marks.add(*I); // twice
    }
    Marks.sort();
    const Instruction *Except = Random() % 2 ? *Marked.begin() : nullptr;
    Reachability Paths(K.function());
    const Reachability::AvoidedSet &Avoid = Paths.prepare(Barriers);
    const MarkedPaths ByMark(K.function(), Marks, Avoid, Except);
    for (const Instruction *I : All) {
      auto IsFrom = [&](const Instruction *M) {
        return M != Except && Paths.reaches(M, I, Avoid);
      };
      auto IsTo = [&](const Instruction *M) {
        return M != Except && Paths.reaches(I, M, Avoid);
      };
      EXPECT_EQ(ByMark.comesFromMark(I), any_of(Marked, IsFrom));
      EXPECT_EQ(ByMark.leadsToMark(I), any_of(Marked, IsTo));
      Found += ByMark.comesFromMark(I);
      ++Queries;
    }
  }
  EXPECT_GT(Found, Queries / 10);
  EXPECT_LT(Found, Queries * 9 / 10);
}

TEST(Reachability, CountsItsSteps) {
  ParsedKernel K("define void @k(i1 %c) {\n"
                 "a:\n  br i1 %c, label %b, label %d\n"
                 "b:\n  br label %d\n"
                 "d:\n  ret void\n}\n");
  Reachability Paths(K.function());
  const Instruction *A = K.block("a")->getTerminator();
  const Instruction *D = K.block("d")->getTerminator();
  EXPECT_TRUE(Paths.reaches(A, D, InstructionSet()));
  const uint64_t Steps = Paths.steps();
  EXPECT_GT(Steps, 0u);
  EXPECT_TRUE(Paths.reaches(A, D, InstructionSet()));
  EXPECT_EQ(Paths.steps(), Steps);
}

} // namespace
