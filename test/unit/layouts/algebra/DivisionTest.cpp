//===- DivisionTest.cpp - Dividing layouts --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quotients are multiplied back, index by index. A search through all affine
// permutations of up to eight registers checks that divideByTile finds an
// action whenever there is one, and a permutation of bits whenever one
// suffices.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "test/unit/layouts/PointTesting.h"

using namespace f2layout;

namespace {

std::string say(llvm::Expected<TileDivision> D) {
  if (!D)
    return "error: " + llvm::toString(D.takeError());
  return D->Action.toString() + "; " + toString(D->Quotient);
}

std::string say(llvm::Error E) {
  return E ? "error: " + llvm::toString(std::move(E)) : "success";
}

/// Is L(indices) == Inner(low parts) + Outer(high parts) << bits of Inner?
bool isProduct(const LinearLayout &L, const LinearLayout &Inner,
               const LinearLayout &Outer) {
  for (uint64_t X = 0; X < uint64_t(1) << L.inputBits(); ++X) {
    Indices Low, High;
    for (auto [Name, Index] : cut(L.inputs(), X)) {
      unsigned Bits = Inner.inputBits(Name);
      if (Inner.inputShift(Name))
        Low.push_back({Name, Index & ((1 << Bits) - 1)});
      if (Outer.inputShift(Name))
        High.push_back({Name, Index >> Bits});
      else if (Index >> Bits)
        return false;
    }
    auto Sum = holds(Inner, Low);
    for (auto &[Name, Coordinate] : holds(Outer, High))
      Sum[Name] += Coordinate << Inner.outputBits(Name);
    for (auto &[Name, Coordinate] : holds(L, cut(L.inputs(), X)))
      if (Sum[Name] != Coordinate)
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Examples and messages
//===----------------------------------------------------------------------===//

const char *Product =
    "register=[[0,1]], lane=[[1,0]], warp=[[0,2],[0,4]] -> [2,8]";

TEST(Division, RightDivisionOfTheHeader) {
  EXPECT_EQ(
      text(rightDivide(parsed(Product), parsed("warp=[[0,1],[0,2]] -> [1,4]"))),
      "register=[[0,1]], lane=[[1,0]], warp=[] -> [2,2]");
}

TEST(Division, TileOfTheHeader) {
  LinearLayout Tile = parsed("register=[[1],[2]] -> [4]");
  EXPECT_EQ(say(divideByTile(
                parsed("register=[[8],[2],[1]], lane=[[4]] -> [16]"), Tile)),
            "register=[[4],[2],[1]] -> [register:8]; "
            "register=[[2]], lane=[[1]] -> [4]");
  EXPECT_EQ(say(divideByTile(parsed("register=[[3],[2]] -> [4] ^ [2]"), Tile)),
            "register=[[3],[2]] -> [register:4] ^ [2]; register=[] -> [1]");
}

/// Two copies in the tile need two copies in the layout, which are sums of
/// register bits here.
TEST(Division, TileWithCopies) {
  EXPECT_EQ(say(divideByTile(parsed("register=[[1],[1],[3],[3]] -> [4]"),
                             parsed("register=[[1],[0]] -> [2]"))),
            "register=[[1],[3],[5],[9]] -> [register:16]; "
            "register=[[1],[1]] -> [2]");
}

TEST(Division, Messages) {
  LinearLayout L = parsed(Product);
  EXPECT_EQ(text(rightDivide(L, parsed("warp=[[0,1],[0,2],[0,4]] -> [1,8]"))),
            "error: cannot divide: input 'warp' of the divisor has size 8, "
            "expected at most that of the layout, 4");
  EXPECT_EQ(text(rightDivide(L, parsed("warp=[[1,0],[2,0]] -> [4,1]"))),
            "error: cannot divide: output 'dim0' of the divisor has size 4, "
            "expected at most that of the layout, 2");
  EXPECT_EQ(text(rightDivide(L, parsed("warp=[[0,2],[0,1]] -> [1,4]"))),
            "error: cannot divide: image of warp bit 0 is [0,2], expected "
            "[0,4] of a product with the divisor");
  EXPECT_EQ(say(checkLeftDivision(L, parsed("lane=[[1,0]] -> [2,1]"))),
            "success");
  EXPECT_EQ(say(checkLeftDivision(L, parsed("lane=[[0,1]] -> [1,2]"))),
            "error: cannot divide: image of register bit 0 is [0,1], expected "
            "[0,0] of a product with the divisor");
  EXPECT_EQ(say(checkLeftDivision(parsed("lane=[[1]] -> [2] ^ [1]"),
                                  parsed("lane=[[1]] -> [2]"))),
            "error: cannot divide: the offset is [1], expected [0] of a "
            "product with the divisor");

  LinearLayout Tile = parsed("register=[[1],[2]] -> [4]");
  EXPECT_EQ(say(divideByTile(parsed("lane=[[1]] -> [2]"), Tile)),
            "error: layout has no input dimension 'register', expected one of "
            "[lane:2]");
  EXPECT_EQ(say(divideByTile(parsed("register=[[1],[4]] -> [8]"), Tile)),
            "error: cannot divide: no other register has the image [2] of bit "
            "1 of the tile's 'register'");
  EXPECT_EQ(say(divideByTile(parsed("register=[[1],[2]] -> [4]"),
                             parsed("register=[[1]] -> [4]"))),
            "error: cannot divide: register bit 1 moves the element by [2] "
            "inside the tile, which the tile's 'register' cannot");
  EXPECT_EQ(
      say(divideByTile(parsed("register=[[1],[2]], lane=[[5]] -> [8]"), Tile)),
      "error: cannot divide: image of lane bit 0 is [5], expected [4] of "
      "a product with the divisor");
  EXPECT_EQ(say(divideByTile(parsed("register=[[4]], lane=[[1]] -> [8] ^ [2]"),
                             parsed("lane=[[1]] -> [4]"))),
            "error: cannot divide: the offset is [2] inside the tile, expected "
            "[0], and no register makes up for that");
}

//===----------------------------------------------------------------------===//
// Random layouts
//===----------------------------------------------------------------------===//

TEST(Division, UndoesProducts) {
  Random R(11);
  for (unsigned I = 0; I < 200; ++I) {
    std::vector<LayoutDim> Ins = {{"register", unsigned(R() % 3)},
                                  {"lane", unsigned(R() % 3)}};
    LinearLayout Inner = randomLayout(R, Ins, randomDims(R, "d", 5));
    LinearLayout Outer = randomLayout(
        R, {{"lane", unsigned(R() % 3)}, {"warp", 1}}, randomDims(R, "d", 5));
    LinearLayout L = get(product(Inner, Outer));
    ASSERT_TRUE(isProduct(L, Inner, Outer));
    EXPECT_TRUE(isProduct(L, get(rightDivide(L, Outer)), Outer));
    EXPECT_EQ(say(checkLeftDivision(L, Inner)), "success");
    EXPECT_TRUE(isProduct(L, Inner, *leftDivide(L, Inner)));
    // Layouts that are not products, or products of another factor.
    LinearLayout Other = randomLayout(R, L.inputs(), L.outputs());
    EXPECT_EQ(bool(leftDivide(Other, Inner)),
              say(checkLeftDivision(Other, Inner)) == "success");
    llvm::Expected<LinearLayout> Found = rightDivide(Other, Outer);
    if (Found)
      EXPECT_TRUE(isProduct(Other, *Found, Outer));
    else
      llvm::consumeError(Found.takeError());
  }
}

/// All affine permutations of 2^Bits registers.
std::vector<RegisterAction> allActions(unsigned Bits) {
  std::vector<RegisterAction> All;
  uint64_t Size = uint64_t(1) << Bits;
  for (uint64_t Code = 0; Code < uint64_t(1) << (Bits * Bits); ++Code) {
    llvm::SmallVector<uint64_t> Columns;
    for (unsigned J = 0; J < Bits; ++J)
      Columns.push_back(Code >> (J * Bits) & (Size - 1));
    BitMatrix M(Bits, Columns);
    if (M.rank() == Bits)
      for (uint64_t Offset = 0; Offset < Size; ++Offset)
        All.push_back(*RegisterAction::affine(M, Offset));
  }
  return All;
}

TEST(Division, ByATileAsAFullSearchFindsIt) {
  Random R(12);
  std::vector<std::vector<RegisterAction>> All;
  for (unsigned Bits = 0; Bits <= 3; ++Bits)
    All.push_back(allActions(Bits));
  unsigned Found = 0, Refused = 0, BitsDo = 0;
  for (unsigned I = 0; I < 400; ++I) {
    unsigned Bits = R() % 4;
    std::vector<LayoutDim> TileOuts = {{"m", unsigned(R() % 2)},
                                       {"n", unsigned(R() % 2)}};
    LinearLayout Tile = randomLayout(
        R, {{"register", unsigned(R() % (Bits + 1))}, {"lane", 1}}, TileOuts);
    LinearLayout Rest = randomLayout(
        R, {{"register", Bits - Tile.inputBits("register")}, {"warp", 1}},
        {{"n", 1}, {"m", 1}});
    // A product whose registers are permuted, or a random layout.
    LinearLayout L =
        get(All[Bits][R() % All[Bits].size()].apply(get(product(Tile, Rest))));
    if (R() % 4 == 0)
      L = randomLayout(R, L.inputs(), L.outputs());

    bool Exists = false, ByBits = false, ByNothing = false;
    for (const RegisterAction &A : All[Bits]) {
      if (!leftDivide(get(A.apply(L)), Tile))
        continue;
      Exists = true;
      ByBits |= A.isBitSelection();
      ByNothing |= A.isIdentity();
    }
    llvm::Expected<TileDivision> D = divideByTile(L, Tile);
    ASSERT_EQ(bool(D), Exists) << toString(L) << " / " << toString(Tile);
    if (!D) {
      ++Refused;
      llvm::consumeError(D.takeError());
      continue;
    }
    ++Found;
    BitsDo += ByBits;
    EXPECT_TRUE(D->Action.isPermutation());
    EXPECT_EQ(D->Action.isBitSelection(), ByBits);
    EXPECT_EQ(D->Action.isIdentity(), ByNothing);
    EXPECT_TRUE(isProduct(get(D->Action.apply(L)), Tile, D->Quotient));
  }
  EXPECT_GT(Found, 200u);
  EXPECT_GT(Refused, 20u);
  EXPECT_GT(BitsDo, 20u);
}

//===----------------------------------------------------------------------===//
// Quotients by dimensions
//===----------------------------------------------------------------------===//

TEST(Quotient, ExamplesOfTheHeader) {
  LinearLayout Kept = parsed("register=[[1,0]], lane=[[0,2],[0,1]] -> "
                             "[register:2,lane:4]");
  EXPECT_TRUE(isTrivialOver(Kept, {"register"}));
  EXPECT_FALSE(isTrivialOver(Kept, {"lane"}));
  EXPECT_FALSE(isTrivialOver(Kept, {"warp"}));
  EXPECT_EQ(text(withoutTrivialDims(Kept)), "lane=[[2],[1]] -> [lane:4]");
  LinearLayout L = parsed("register=[[1,0]], lane=[[1,1]] -> "
                          "[register:2,lane:2]");
  EXPECT_FALSE(isTrivialOver(L, {"register"}));
  EXPECT_EQ(text(quotient(L, {"register"})), "lane=[[1]] -> [lane:2]");
  EXPECT_EQ(text(quotient(L, {"lane"})),
            "error: no quotient: lane bit 0 moves 'register' by 1, expected 0 "
            "of what is left out");
  EXPECT_EQ(text(quotient(L, {"warp"})),
            "error: layout has no input dimension 'warp', expected one of "
            "[register:2,lane:2]");
  EXPECT_EQ(text(quotient(parsed("lane=[[1]] -> [2]"), {"lane"})),
            "error: layout has no output dimension 'lane', expected one of "
            "[dim0:2]");
  EXPECT_FALSE(isTrivialOver(parsed("lane=[[1]] -> [lane:2] ^ [1]"), {"lane"}));
}

/// By points: the other coordinates do not depend on the index left out; over
/// a trivial dimension the index comes back and nothing else depends on it.
TEST(Quotient, ByPoints) {
  Random R(13);
  unsigned Exist = 0, Trivial = 0;
  for (unsigned I = 0; I < 2000; ++I) {
    std::vector<LayoutDim> Dims = {{"register", 1}, {"lane", 1}, {"warp", 1}};
    LinearLayout L = randomLayout(R, Dims, Dims);
    bool Depends = false, Moves = false;
    for (uint64_t X = 0; X < 8; ++X) {
      Indices At = cut(Dims, X), Zero = At;
      Zero[1].second = 0;
      auto Is = holds(L, At), Was = holds(L, Zero);
      Moves |= Is["lane"] != At[1].second;
      Is.erase("lane");
      Was.erase("lane");
      Depends |= Is != Was;
    }
    EXPECT_EQ(isTrivialOver(L, {"lane"}), !Depends && !Moves);
    llvm::Expected<LinearLayout> Q = quotient(L, {"lane"});
    ASSERT_EQ(bool(Q), !Depends);
    Trivial += !Depends && !Moves;
    if (!Q) {
      llvm::consumeError(Q.takeError());
      continue;
    }
    ++Exist;
    for (uint64_t X = 0; X < 4; ++X) {
      Indices At = cut(Q->inputs(), X);
      auto Is = holds(L, At);
      Is.erase("lane");
      EXPECT_EQ(holds(*Q, At), Is);
    }
  }
  EXPECT_GT(Exist, 100u);
  EXPECT_GT(Trivial, 5u);
}

} // namespace
