//===- SolvingTest.cpp - Layouts as equations -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Solutions are inserted into the equation at every index, and compared with
// the least solution in a search through all indices of A.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Solving.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/Reshaping.h"
#include "test/unit/layouts/PointTesting.h"
#include <algorithm>
#include <set>

using namespace f2layout;
using llvm::StringRef;

namespace {

Indices named(const std::map<std::string, uint64_t> &Point) {
  return Indices(Point.begin(), Point.end());
}

std::vector<StringRef> shuffledInputs(Random &R, const LinearLayout &L) {
  std::vector<StringRef> Names;
  for (const LayoutDim &D : L.inputs())
    Names.push_back(D.Name);
  std::shuffle(Names.begin(), Names.end(), R);
  return Names;
}

/// Every index of A that holds the element, as coordinates of the dimensions in
/// the order given backwards: the least of them is what solve promises.
std::optional<std::vector<uint64_t>>
leastHolder(const LinearLayout &A,
            const std::map<std::string, uint64_t> &Element,
            llvm::ArrayRef<StringRef> Order) {
  std::optional<std::vector<uint64_t>> Least;
  for (uint64_t X = 0; X < uint64_t(1) << A.inputBits(); ++X) {
    Indices At = cut(A.inputs(), X);
    if (holds(A, At) != Element)
      continue;
    std::map<StringRef, uint64_t> ByName(At.begin(), At.end());
    std::vector<uint64_t> Key;
    for (StringRef Name : llvm::reverse(Order))
      Key.push_back(ByName[Name]);
    if (!Least || Key < *Least)
      Least = Key;
  }
  return Least;
}

const char *Twice = "register=[[1],[2]], lane=[[2],[4]] -> [8]";

TEST(Solving, ExamplesOfTheHeader) {
  LinearLayout A = parsed(Twice);
  EXPECT_EQ(text(rightInvert(A)),
            "dim0=[[0,1],[0,2],[2,0]] -> [lane:4,register:4]");
  EXPECT_EQ(text(rightInvert(A, {"lane", "register"})),
            "dim0=[[1,0],[0,1],[0,2]] -> [register:4,lane:4]");
  EXPECT_EQ(text(leftInvert(parsed("lane=[[2],[6]] -> [8]"))),
            "dim0=[[0],[1],[3]] -> [lane:4]");
}

TEST(Solving, Messages) {
  LinearLayout A = parsed(Twice);
  EXPECT_EQ(text(solve(A, parsed("lane=[[1]] -> [4]"))),
            "error: cannot solve: output 'dim0' has size 4 on the right hand "
            "side, expected 8 as on the left hand side");
  EXPECT_EQ(text(solve(A, parsed("lane=[[1]] -> [m:8]"))),
            "error: cannot solve: output 'm' of the right hand side is missing "
            "on the left hand side");
  EXPECT_EQ(text(solve(A, A, {"lane"})),
            "error: cannot transpose: input dimension 'register' is not in the "
            "order, expected all of [register:4,lane:4]");
  LinearLayout Even = parsed("lane=[[2],[4]] -> [8]");
  EXPECT_EQ(text(solve(Even, parsed("lane=[[2],[5]] -> [8]"))),
            "error: cannot solve: the left hand side does not reach the "
            "element [5] of the right hand side");
  EXPECT_EQ(text(solve(Even, parsed("lane=[[2]] -> [8] ^ [1]"))),
            "error: cannot solve: the left hand side does not reach the "
            "element [1] of the right hand side");
  EXPECT_EQ(text(rightInvert(Even)),
            "error: no right inverse: the layout reaches 2^2 elements of "
            "[dim0:8], expected all 2^3");
  EXPECT_EQ(text(leftInvert(A)),
            "error: no left inverse: the element stays the same when these "
            "bits change together: register bit 1, lane bit 0");
}

TEST(Solving, TheLeastSolutionOfEveryEquation) {
  Random R(21);
  unsigned Solved = 0, Unsolvable = 0;
  for (unsigned I = 0; I < 400; ++I) {
    std::vector<LayoutDim> Outs = randomDims(R, "d", 5);
    LinearLayout A = randomLayout(
        R, {{"register", unsigned(R() % 3)}, {"lane", 2}, {"warp", 1}}, Outs);
    LinearLayout B = randomLayout(R, randomDims(R, "b", 2), Outs);
    if (R() & 1)
      B = get(compose(randomLayout(R, B.inputs(),
                                   {{"warp", 1},
                                    {"register", A.inputBits("register")},
                                    {"lane", 2}}),
                      A));
    std::vector<StringRef> Order = shuffledInputs(R, A);
    llvm::Expected<LinearLayout> X = solve(A, B, Order);
    bool Exists = true;
    for (uint64_t At = 0; At < uint64_t(1) << B.inputBits(); ++At)
      Exists &= bool(leastHolder(A, holds(B, cut(B.inputs(), At)), Order));
    ASSERT_EQ(bool(X), Exists);
    if (!X) {
      llvm::consumeError(X.takeError());
      ++Unsolvable;
      continue;
    }
    ++Solved;
    for (uint64_t At = 0; At < uint64_t(1) << B.inputBits(); ++At) {
      auto Element = holds(B, cut(B.inputs(), At));
      auto Index = holds(*X, cut(B.inputs(), At));
      EXPECT_EQ(holds(A, named(Index)), Element);
      std::vector<uint64_t> Key;
      for (StringRef Name : llvm::reverse(Order))
        Key.push_back(Index[Name.str()]);
      EXPECT_EQ(Key, leastHolder(A, Element, Order));
    }
  }
  EXPECT_GT(Solved, 100u);
  EXPECT_GT(Unsolvable, 50u);
}

/// With the list register, lane, warp, block a right inverse is the
/// pseudo-inverse.
TEST(Solving, RightInverseAndPseudoInverse) {
  Random R(22);
  unsigned Onto = 0;
  for (unsigned I = 0; I < 200; ++I) {
    LinearLayout A = randomLayout(
        R, {{"warp", 1}, {"register", 2}, {"lane", 2}}, randomDims(R, "d", 3));
    llvm::Expected<LinearLayout> X =
        rightInvert(A, {"register", "lane", "warp"});
    ASSERT_EQ(bool(X), A.isSurjective());
    if (!X) {
      llvm::consumeError(X.takeError());
      continue;
    }
    ++Onto;
    EXPECT_EQ(*X, get(pseudoInvert(A)));
  }
  EXPECT_GT(Onto, 50u);
}

TEST(Solving, LeftInverseAtEveryIndex) {
  Random R(23);
  unsigned OneToOne = 0;
  for (unsigned I = 0; I < 400; ++I) {
    LinearLayout A =
        randomLayout(R, randomDims(R, "in", 3), randomDims(R, "out", 5));
    std::set<std::map<std::string, uint64_t>> Held;
    uint64_t Size = uint64_t(1) << A.inputBits();
    for (uint64_t X = 0; X < Size; ++X)
      Held.insert(holds(A, cut(A.inputs(), X)));
    llvm::Expected<LinearLayout> Left = leftInvert(A);
    ASSERT_EQ(bool(Left), Held.size() == Size);
    if (!Left) {
      llvm::consumeError(Left.takeError());
      continue;
    }
    ++OneToOne;
    for (uint64_t X = 0; X < Size; ++X) {
      auto Index = holds(*Left, named(holds(A, cut(A.inputs(), X))));
      for (auto [Name, At] : cut(A.inputs(), X))
        EXPECT_EQ(Index[Name.str()], At);
    }
  }
  EXPECT_GT(OneToOne, 50u);
}

} // namespace
