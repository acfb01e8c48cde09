//===- ThreadValuesTest.cpp - Terms of all threads in little memory -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// However the terms are kept, they are those that went in, and an operation on
// all of them gives what it gives thread by thread.
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

constexpr SymId Varying = SymId(1) << 63;

/// Terms of each form, and of none.
std::vector<SymbolicInt> randomTerms(std::mt19937 &Random) {
  const unsigned Threads = 1 + Random() % 40;
  const unsigned Form = Random() % 6;
  const SymId Sym = Random() % 3;
  const uint64_t Constant = Random() % 5;
  std::vector<SymbolicInt> Terms;
  for (unsigned T = 0; T < Threads; ++T)
    switch (Form) {
    case 0: // one term
      Terms.push_back({Sym, Constant});
      break;
    case 1: // one symbolic part
      Terms.push_back({Sym, Random() % 5});
      break;
    case 2: // it varies
      Terms.push_back({Varying + 256 * Sym + T, 0});
      break;
    case 3: // it varies, and something was added
      Terms.push_back({Varying + T, Random() % 3});
      break;
    case 4: // it varies in some of the threads
      Terms.push_back(Random() % 2 ? SymbolicInt{Varying + T, 0}
                                   : SymbolicInt{0, Constant});
      break;
    default:
      Terms.push_back({Random() % 3, Random() % 3});
    }
  return Terms;
}

bool shareOneSym(ArrayRef<SymbolicInt> Terms) {
  return !SymbolicIntTable::isVarying(Terms.front().Sym) &&
         all_of(Terms,
                [&](SymbolicInt T) { return T.Sym == Terms.front().Sym; });
}

TEST(ThreadValues, AreWhatWentIn) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 2000; ++Round) {
    const std::vector<SymbolicInt> Terms = randomTerms(Random);
    const ThreadValues V(Terms);
    ASSERT_EQ(V.size(), Terms.size());
    ASSERT_TRUE(V.vec() == Terms);
    ASSERT_TRUE(V.front() == Terms.front());
    ASSERT_TRUE(V == ThreadValues(Terms));
    ASSERT_EQ(V.sharedSym().has_value(), shareOneSym(Terms));
    if (V.sharedSym()) {
      ASSERT_EQ(*V.sharedSym(), Terms.front().Sym);
      ASSERT_EQ(V.constants().size() == 1, all_equal(Terms));
      ASSERT_EQ(V.isUniform(), all_equal(Terms));
    }
    if (V.isUniform()) {
      ASSERT_TRUE(all_equal(Terms));
    }
  }
}

TEST(ThreadValues, DifferIfOneThreadDoes) {
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round < 2000; ++Round) {
    std::vector<SymbolicInt> Terms = randomTerms(Random);
    const ThreadValues Before(Terms);
    Terms[Random() % Terms.size()].Const += 7;
    ASSERT_TRUE(Before != ThreadValues(Terms));
    Terms.pop_back();
    ASSERT_TRUE(Before != ThreadValues(Terms));
  }
}

TEST(ThreadValues, ConstantsAreAddedInAllForms) {
  std::mt19937 Random(13);
  for (unsigned Round = 0; Round < 2000; ++Round) {
    std::vector<SymbolicInt> Terms = randomTerms(Random);
    ThreadValues V(Terms);
    V.addToConstants(6, 7);
    for (SymbolicInt &T : Terms)
      T.Const = (T.Const + 6) % 8;
    ASSERT_TRUE(V.vec() == Terms);
  }
}

TEST(ThreadValues, CombineThreadByThread) {
  std::mt19937 Random(17);
  unsigned Combined = 0;
  while (Combined < 1000) {
    const std::vector<SymbolicInt> A = randomTerms(Random);
    std::vector<SymbolicInt> B = randomTerms(Random);
    B.resize(A.size(), B.front());
    if (!shareOneSym(A) || !shareOneSym(B))
      continue;
    ++Combined;
    const auto Each = [](uint64_t X, uint64_t Y) { return 3 * X - Y; };
    ThreadValues R =
        ThreadValues::combine(5, ThreadValues(A), ThreadValues(B), Each);
    ASSERT_EQ(R.size(), A.size());
    for (unsigned T = 0; T < A.size(); ++T)
      ASSERT_TRUE(R[T] == SymbolicInt({5, Each(A[T].Const, B[T].Const)}));
    R.replace(2, [](uint64_t C) { return C + 1; });
    for (unsigned T = 0; T < A.size(); ++T)
      ASSERT_TRUE(R[T] == SymbolicInt({2, Each(A[T].Const, B[T].Const) + 1}));
  }
}

} // namespace
