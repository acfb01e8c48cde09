//===- RegisterActionTest.cpp - Renaming registers, as a map --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Actions are compared with plain lists: on values by indexing, on layouts by
// asking the layout what each source register holds.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/RegisterAction.h"
#include "test/unit/layouts/PointTesting.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace f2layout;

namespace {

RegisterAction get(llvm::Expected<RegisterAction> A) {
  if (A)
    return *A;
  ADD_FAILURE() << llvm::toString(A.takeError());
  return RegisterAction();
}

std::string say(llvm::Expected<RegisterAction> A) {
  if (A)
    return A->toString();
  return "error: " + llvm::toString(A.takeError());
}

std::vector<uint64_t> sources(const RegisterAction &A) {
  std::vector<uint64_t> All;
  for (uint64_t R = 0; R < A.numResults(); ++R)
    All.push_back(A.source(R));
  return All;
}

using Values = std::vector<uint64_t>;

const Values TransposedEight = {1, 2, 3, 4, 5, 6, 7, 0};

TEST(RegisterAction, ExampleOfTheHeader) {
  LinearLayout L = parsed("register=[[2],[1]], lane=[[4],[8]] -> [16]");
  RegisterAction A = get(RegisterAction::ofBits({1, 0}, 2));
  EXPECT_EQ(text(A.apply(L)), "register=[[1],[2]], lane=[[4],[8]] -> [16]");
  EXPECT_EQ(*A.apply<uint64_t>({10, 11, 12, 13}), (Values{10, 12, 11, 13}));
  EXPECT_EQ(A.toString(), "register=[[2],[1]] -> [register:4]");
}

TEST(RegisterAction, BitsLeftOut) {
  RegisterAction A = get(RegisterAction::ofBits({2, 0}, 3));
  EXPECT_EQ(sources(A), (Values{0, 4, 1, 5}));
  EXPECT_FALSE(A.isPermutation());
  EXPECT_TRUE(A.isBitSelection());
  EXPECT_EQ(text(A.apply(parsed("register=[[1],[0],[2]], lane=[[4]] -> [8]"))),
            "register=[[2],[1]], lane=[[4]] -> [8]");
}

TEST(RegisterAction, ListsThatAreAffineAndListsThatAreNot) {
  RegisterAction Swap = get(RegisterAction::ofRegisters({1, 0, 3, 2}, 4));
  EXPECT_EQ(Swap, get(RegisterAction::affine(BitMatrix::identity(2), 1)));
  EXPECT_EQ(Swap.toString(), "register=[[1],[2]] -> [register:4] ^ [1]");
  EXPECT_FALSE(Swap.isBitSelection());
  RegisterAction Turn = get(RegisterAction::ofRegisters({2, 0, 1}, 3));
  EXPECT_FALSE(Turn.isAffine());
  EXPECT_TRUE(Turn.isPermutation());
  EXPECT_EQ(Turn.toString(), "[2,0,1] of 3");
  RegisterAction Twice = get(Turn.then(Turn));
  EXPECT_EQ(Twice.toString(), "[1,2,0] of 3");
  EXPECT_EQ(Twice, get(Turn.inverse()));
  // Every permutation of four is affine. A rotation of eight by one is not, a
  // rotation by four is: r ^ 4.
  RegisterAction Four = get(RegisterAction::ofRegisters({1, 2, 3, 0}, 4));
  EXPECT_EQ(Four.toString(), "register=[[3],[2]] -> [register:4] ^ [1]");
  RegisterAction One = get(RegisterAction::ofRegisters(TransposedEight, 8));
  RegisterAction Two = get(One.then(One));
  EXPECT_FALSE(One.isAffine());
  EXPECT_EQ(get(Two.then(Two)),
            get(RegisterAction::affine(BitMatrix::identity(3), 4)));
}

TEST(RegisterAction, Messages) {
  EXPECT_EQ(say(RegisterAction::identity(64)),
            "error: register action has 64 source bits and 64 result bits, "
            "expected at most 63 of each");
  EXPECT_EQ(say(RegisterAction::ofBits({0}, 70)),
            "error: register action has 70 source bits and 1 result bits, "
            "expected at most 63 of each");
  EXPECT_EQ(say(RegisterAction::ofBits({0, 2}, 2)),
            "error: register bit 2 is out of range, expected less than 2");
  EXPECT_EQ(say(RegisterAction::ofBits({1, 1}, 2)),
            "error: register bit 1 appears twice");
  EXPECT_EQ(say(RegisterAction::affine(BitMatrix::identity(2), 4)),
            "error: offset 4 of a register action does not fit 2 source bits");
  EXPECT_EQ(say(RegisterAction::ofRegisters({}, 2)),
            "error: register action has no results, expected at least one");
  EXPECT_EQ(say(RegisterAction::ofRegisters({0, 3}, 3)),
            "error: source register 3 is out of range, expected less than 3");
  RegisterAction Half = get(RegisterAction::ofBits({0}, 2));
  EXPECT_EQ(say(Half.inverse()),
            "error: cannot invert the register action register=[[1]] -> "
            "[register:4]: it is no permutation of 4 registers");
  EXPECT_EQ(say(Half.then(Half)),
            "error: cannot compose register actions: the second one has 4 "
            "sources, expected the 2 results of the first");
  llvm::Expected<std::vector<int>> Short = Half.apply<int>({1, 2, 3});
  EXPECT_EQ(llvm::toString(Short.takeError()),
            "register action is applied to 3 values, expected 4");
  LinearLayout L = parsed("register=[[1],[2]] -> [4]");
  EXPECT_EQ(text(Half.apply(L, "warp")),
            "error: layout has no input dimension 'warp', expected one of "
            "[register:4]");
  EXPECT_EQ(text(Half.apply(parsed("register=[[1]] -> [2]"))),
            "error: 'register' has size 2, expected the 4 sources of the "
            "register action");
  RegisterAction Turn = get(RegisterAction::ofRegisters(TransposedEight, 8));
  EXPECT_EQ(text(Turn.apply(parsed("register=[[1],[2],[4]] -> [8]"))),
            "error: register action [1,2,3,4,5,6,7,0] of 8 is not affine, the "
            "layout it makes is none over F2");
  EXPECT_EQ(text(Turn.layout()),
            "error: register action [1,2,3,4,5,6,7,0] of 8 is not affine, "
            "there is no layout for it");
}

/// Result register r of every thread holds what source(r) held.
TEST(RegisterAction, OnLayoutsAndOnValuesAlike) {
  Random R(7);
  for (unsigned I = 0; I < 200; ++I) {
    unsigned Bits = R() % 4;
    LinearLayout L =
        randomLayout(R, {{"lane", 2}, {"register", Bits}, {"warp", 1}},
                     randomDims(R, "d", 5));
    BitMatrix M = randomMatrix(R, Bits, R() % 4);
    RegisterAction A = get(RegisterAction::affine(M, R() % (1 << Bits)));
    LinearLayout Renamed = get(A.apply(L));
    Values Held;
    for (uint64_t S = 0; S < A.numSources(); ++S)
      Held.push_back(100 + S);
    Values Moved = *A.apply<uint64_t>(Held);
    for (uint64_t X = 0; X < uint64_t(1) << Renamed.inputBits(); ++X) {
      Indices At = cut(Renamed.inputs(), X), Old = At;
      Old[1].second = Moved[At[1].second] - 100;
      EXPECT_EQ(holds(Renamed, At), holds(L, Old));
    }
  }
}

TEST(RegisterAction, ComposedAndInverted) {
  Random R(8);
  for (unsigned I = 0; I < 200; ++I) {
    // Powers of two and other numbers; affine or any permutation.
    uint64_t N = 1 + R() % 9;
    Values Any(N);
    std::iota(Any.begin(), Any.end(), 0);
    std::shuffle(Any.begin(), Any.end(), R);
    RegisterAction A = get(RegisterAction::ofRegisters(Any, N));
    Values Pick;
    for (uint64_t J = 1 + R() % 9; J-- > 0;)
      Pick.push_back(R() % N);
    RegisterAction B = get(RegisterAction::ofRegisters(Pick, N));
    EXPECT_EQ(sources(A), Any);
    EXPECT_EQ(sources(B), Pick);
    RegisterAction Both = get(A.then(B));
    for (uint64_t J = 0; J < Pick.size(); ++J)
      EXPECT_EQ(Both.source(J), Any[Pick[J]]);
    EXPECT_TRUE(get(A.then(get(A.inverse()))).isIdentity());
    EXPECT_TRUE(get(get(A.inverse()).then(A)).isIdentity());
    EXPECT_EQ(get(get(A.inverse()).inverse()), A);
    EXPECT_EQ(A.isIdentity(), llvm::is_sorted(Any));
  }
}

} // namespace
