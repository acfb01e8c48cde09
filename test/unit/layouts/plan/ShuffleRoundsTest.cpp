//===- ShuffleRoundsTest.cpp - Shuffles that delay a barrier --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ShuffleRounds.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

class ShuffleRounds : public ::testing::Test {
protected:
  ShuffleRounds() { P.NumInputs = P.NumWords = 2; }

  Word shuffle(Word A) {
    Step S;
    S.K = Step::Shuffle;
    S.A = A;
    return add(S);
  }
  Word select(Word A, Word B) {
    Step S;
    S.A = A;
    S.B = B;
    return add(S);
  }
  void store(ArrayRef<Word> Words) {
    Step S;
    S.K = Step::Store;
    S.Words.assign(Words.begin(), Words.end());
    P.Steps.push_back(S);
  }
  Word load() {
    Step S;
    S.K = Step::Load;
    S.Count = 1;
    return add(S);
  }
  void barrier() {
    Step S;
    S.K = Step::Barrier;
    S.Sync = Scope::Block;
    P.Steps.push_back(S);
  }

  Plan P;

private:
  Word add(Step S) {
    P.Steps.push_back(S);
    return P.NumWords++;
  }
};

TEST_F(ShuffleRounds, NoneWithoutShuffles) {
  store({0, 1});
  barrier();
  load();
  EXPECT_EQ(countShuffleRounds(P), 0u);
}

TEST_F(ShuffleRounds, ChainsOnBothSidesAdd) {
  Word A = shuffle(0), B = shuffle(select(A, 1));
  store({A, B}); // waits for two
  barrier();
  Word C = load();
  shuffle(C);
  EXPECT_EQ(countShuffleRounds(P), 3u);
}

TEST_F(ShuffleRounds, SideBySideIsOne) {
  store({shuffle(0), shuffle(1)});
  barrier();
  load();
  EXPECT_EQ(countShuffleRounds(P), 1u);
}

// Steps that neither store to memory nor depend on loads run while others wait.
TEST_F(ShuffleRounds, BesideMemoryIsNone) {
  Word Beside = shuffle(shuffle(0));
  store({1});
  barrier();
  Word C = load();
  select(Beside, C);
  EXPECT_EQ(countShuffleRounds(P), 0u);
}

} // namespace
