//===- LayoutAlgebraTest.cpp - Layouts made from layouts ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the examples of the header and every message, then identities on random
// layouts. Choices ("the nearest holder") are compared with a search through
// all candidates.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "test/unit/layouts/LayoutTesting.h"
#include <algorithm>
#include <optional>
#include <set>

using namespace f2layout;

namespace {

std::vector<llvm::StringRef> names(llvm::ArrayRef<LayoutDim> Dims) {
  std::vector<llvm::StringRef> Names;
  for (const LayoutDim &D : Dims)
    Names.push_back(D.Name);
  return Names;
}

/// The same map with its dimensions in another order.
LinearLayout shuffled(Random &R, const LinearLayout &L) {
  auto Ins = names(L.inputs()), Outs = names(L.outputs());
  std::shuffle(Ins.begin(), Ins.end(), R);
  std::shuffle(Outs.begin(), Outs.end(), R);
  return get(sublayout(L, Ins, Outs));
}

const std::vector<LayoutDim> Threads = {
    {"register", 2}, {"lane", 3}, {"warp", 1}, {"block", 1}};
const std::vector<LayoutDim> Tensor = {{"m", 3}, {"n", 4}};

//===----------------------------------------------------------------------===//
// Examples and messages
//===----------------------------------------------------------------------===//

TEST(LayoutAlgebra, WhereLanesStore) {
  LinearLayout Held = parsed("lane=[[0,1],[0,2],[1,0],[2,0]] -> [4,4]");
  LinearLayout Memory = parsed("offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]");
  LinearLayout Inverse = get(invert(Memory));
  EXPECT_EQ(toString(Inverse), "dim1=[[1],[2]], dim0=[[5],[10]] -> "
                               "[offset:16]");
  LinearLayout Stored = get(compose(Held, Inverse));
  EXPECT_EQ(toString(Stored), "lane=[[1],[2],[5],[10]] -> [offset:16]");
  EXPECT_EQ(text(Stored.apply({{"lane", 4}})), "(5)");
}

TEST(LayoutAlgebra, ProductAndDivision) {
  LinearLayout Inner = parsed("register=[[0,1]], lane=[[1,0]] -> [2,2]");
  LinearLayout Outer = parsed("warp=[[0,1],[0,2]] -> [1,4]");
  LinearLayout Product = get(product(Inner, Outer));
  EXPECT_EQ(toString(Product),
            "register=[[0,1]], lane=[[1,0]], warp=[[0,2],[0,4]] -> [2,8]");
  EXPECT_EQ(text(leftDivide(Product, Inner)),
            "register=[], lane=[], warp=[[0,1],[0,2]] -> [1,4]");
  EXPECT_EQ(text(product(parsed("register=[[1]] -> [n:2]"),
                         parsed("lane=[[1],[2]] -> [m:4]"))),
            "register=[[0,1]], lane=[[1,0],[2,0]] -> [m:4,n:2]");
  // The same dimension on both sides, and offsets.
  EXPECT_EQ(text(product(parsed("lane=[[3],[1]], warp=[[2]] -> [4] ^ [1]"),
                         parsed("lane=[[1]], block=[[0]] -> [2] ^ [1]"))),
            "lane=[[3],[1],[4]], warp=[[2]], block=[[0]] -> [8] ^ [5]");
}

/// The width of a vector: does the map from registers to offsets begin with it?
TEST(LayoutAlgebra, DivisionFindsVectors) {
  LinearLayout Four = parsed("register=[[1],[2]] -> [4]");
  EXPECT_EQ(text(leftDivide(parsed("register=[[1],[2],[16]], lane=[[4],[8]] -> "
                                   "[32]"),
                            Four)),
            "register=[[4]], lane=[[1],[2]] -> [8]");
  // Register bits in the other order, a lane bit in between, an unaligned
  // offset, no second register bit.
  for (const char *Text : {"register=[[2],[1]], lane=[[4],[8]] -> [16]",
                           "register=[[1],[4]], lane=[[2],[8]] -> [16]",
                           "register=[[1],[2]], lane=[[4],[9]] -> [16]",
                           "register=[[1],[2]], lane=[[4],[8]] -> [16] ^ [2]",
                           "register=[[1]], lane=[[4],[8]] -> [16]",
                           "register=[[1],[2]], lane=[[0]] -> [m:4]"})
    EXPECT_EQ(text(leftDivide(parsed(Text), Four)), "none") << Text;
}

TEST(LayoutAlgebra, PseudoInverseOfTheHeader) {
  LinearLayout L = parsed("register=[[1]], lane=[[2],[0],[1]], warp=[[4]] -> "
                          "[8]");
  EXPECT_EQ(text(pseudoInvert(L)),
            "dim0=[[0,0,1],[0,1,0],[1,0,0]] -> [warp:2,lane:8,register:2]");
  // The order of the dimensions does not affect the choice.
  LinearLayout WarpFirst =
      get(sublayout(L, {"warp", "lane", "register"}, {"dim0"}));
  EXPECT_EQ(get(pseudoInvert(WarpFirst)), get(pseudoInvert(L)));
}

TEST(LayoutAlgebra, HolderOfTheHeader) {
  LinearLayout Held = parsed("register=[[1]], lane=[[2],[0]] -> [4]");
  LinearLayout Wanted = parsed("register=[[2]], lane=[[1],[0]] -> [4]");
  EXPECT_EQ(text(holderOf(Wanted, Held)),
            "register=[[1,0]], lane=[[0,1],[2,0]] -> [lane:4,register:2]");
}

/// Both warps hold everything, so no thread has to read outside its own warp,
/// nor outside its lane if that holds two elements of which one is wanted.
TEST(LayoutAlgebra, HolderStaysWhereItIs) {
  LinearLayout Held = parsed("register=[[1],[2]], lane=[[2],[4]], warp=[[0]] "
                             "-> [8]");
  LinearLayout Wanted = parsed("register=[[1]], lane=[[2],[4]], warp=[[0]] -> "
                               "[8]");
  EXPECT_EQ(text(holderOf(Wanted, Held)),
            "register=[[0,0,1]], lane=[[0,1,0],[0,2,0]], warp=[[1,0,0]] -> "
            "[warp:2,lane:4,register:4]");
}

TEST(LayoutAlgebra, Sublayout) {
  LinearLayout Tile = parsed("register=[[0,1],[1,0]], "
                             "lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], "
                             "warp=[[8,0]] -> [16,16] ^ [1,2]");
  EXPECT_EQ(text(sublayout(Tile, {"lane"}, {"dim1"})),
            "lane=[[2],[4],[8],[0],[0]] -> [dim1:16] ^ [2]");
  EXPECT_EQ(text(sublayout(Tile, {"warp", "register"}, {"dim1", "dim0"})),
            "warp=[[0,8]], register=[[1,0],[0,1]] -> [dim1:16,dim0:16] ^ "
            "[2,1]");
  EXPECT_EQ(text(sublayout(Tile, {}, {})), "-> []");
  EXPECT_EQ(text(sublayout(Tile, {"block"}, {})),
            "error: layout has no input dimension 'block'");
  EXPECT_EQ(text(sublayout(Tile, {}, {"m"})),
            "error: layout has no output dimension 'm'");
  EXPECT_EQ(text(sublayout(Tile, {"lane", "lane"}, {})),
            "error: input dimension 'lane' appears twice");
}

TEST(LayoutAlgebra, SameMap) {
  LinearLayout L = parsed("register=[[0,1]], lane=[[1,0]] -> [m:2,n:2]");
  EXPECT_TRUE(sameMap(L, parsed("register=[[1,0]], lane=[[0,1]], warp=[] -> "
                                "[n:2,m:2]")));
  EXPECT_FALSE(
      sameMap(L, parsed("register=[[0,1]], lane=[[1,0]] -> [n:2,m:2]")));
  EXPECT_FALSE(sameMap(L, parsed("register=[[0,1]], lane=[[1,0]] -> "
                                 "[m:2,n:2] ^ [1,0]")));
  EXPECT_FALSE(
      sameMap(L, parsed("register=[[0,1]], warp=[[1,0]] -> [m:2,n:2]")));
}

TEST(LayoutAlgebra, Messages) {
  auto P = [](const char *Text) { return parsed(Text); };
  EXPECT_EQ(text(compose(P("lane=[[1]] -> [m:2]"), P("offset=[[1]] -> [2]"))),
            "error: cannot compose: 'm' is an output of the first layout and "
            "no input of the second");
  EXPECT_EQ(
      text(compose(P("lane=[[1]] -> [offset:4]"), P("offset=[[1]] -> [2]"))),
      "error: cannot compose: 'offset' has size 4 as output of the first "
      "layout, expected at most its size as input of the second, 2");
  EXPECT_EQ(text(compose(P("lane=[[1]] -> [lane:2]"),
                         P("lane=[[1]], warp=[[0]] -> [2]"))),
            "error: cannot compose: 'warp' is an input of the second layout "
            "and no output of the first");
  EXPECT_EQ(text(invert(P("lane=[[1]] -> [4]"))),
            "error: cannot invert: the layout reaches 2^1 elements, expected "
            "all 2^2");
  EXPECT_EQ(text(pseudoInvert(P("lane=[[1]] -> [4]"))),
            "error: cannot invert: the layout reaches 2^1 elements, expected "
            "all 2^2");
  EXPECT_EQ(text(invert(P("register=[[1]], lane=[[2],[3]] -> [4]"))),
            "error: cannot invert: elements are held more than once, the "
            "element stays the same when these bits change together: register "
            "bit 0, lane bit 0, lane bit 1");
  EXPECT_EQ(text(holderOf(P("lane=[[1]] -> [m:2]"), P("lane=[[1]] -> [m:4]"))),
            "error: layouts of different tensors: 'm' has size 2 where wanted, "
            "expected 4 as held");
  EXPECT_EQ(
      text(holderOf(P("lane=[[0,1],[1,0]] -> [2,2]"),
                    P("lane=[[0,1],[0,1]] -> [2,2]"))),
      "error: element [1,0] is wanted at lane bit 1 and no place holds it");
  EXPECT_EQ(text(holderOf(P("lane=[[0,1]] -> [2,2] ^ [1,1]"),
                          P("lane=[[0,1]] -> [2,2]"))),
            "error: element [1,1] is wanted at index 0 and no place holds it");
  LinearLayout Wide = get(LinearLayout::identity(40, "lane", "m"));
  EXPECT_EQ(text(product(Wide, Wide)),
            "error: input dimension 'lane' has 80 bits, expected at most 63");
}

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

TEST(LayoutAlgebra, ComposeIsApplicationInTurn) {
  Random R(1);
  std::vector<LayoutDim> Middle = {{"a", 3}, {"b", 2}},
                         Bigger = {{"b", 4}, {"a", 3}};
  for (unsigned Round = 0; Round < 500; ++Round) {
    LinearLayout F = randomLayout(R, Threads, Middle);
    LinearLayout G = randomLayout(R, Bigger, Tensor);
    LinearLayout FG = get(compose(F, G));
    for (uint64_t X = 0; X < 128; ++X) {
      LayoutPoint P = F.point(F.applyFlat(X));
      EXPECT_EQ(text(G.apply({{"a", P[0]}, {"b", P[1]}})),
                toString(FG.point(FG.applyFlat(X))));
    }
    LinearLayout H = randomLayout(R, Tensor, {{"offset", 6}});
    EXPECT_EQ(get(compose(FG, H)), get(compose(F, get(compose(G, H)))));
    EXPECT_TRUE(sameMap(FG, get(compose(shuffled(R, F), shuffled(R, G)))));
  }
}

TEST(LayoutAlgebra, ProductIsSideBySide) {
  Random R(2);
  for (unsigned Round = 0; Round < 300; ++Round) {
    LinearLayout A =
        randomLayout(R, {{"register", 2}, {"lane", 1}}, {{"m", 1}, {"n", 2}});
    LinearLayout B =
        randomLayout(R, {{"lane", 2}, {"warp", 1}}, {{"k", 1}, {"m", 2}});
    LinearLayout C =
        randomLayout(R, {{"warp", 1}, {"register", 1}}, {{"n", 1}, {"k", 1}});
    LinearLayout AB = get(product(A, B));
    for (uint64_t X = 0; X < 64; ++X) {
      uint64_t Reg = X & 3, Lane = X >> 2 & 7, Warp = X >> 5;
      LayoutPoint P = A.point(A.applyFlat(Reg | (Lane & 1) << 2));
      LayoutPoint Q = B.point(B.applyFlat(Lane >> 1 | Warp << 2));
      EXPECT_EQ(
          text(AB.apply({{"register", Reg}, {"lane", Lane}, {"warp", Warp}})),
          toString(LayoutPoint{Q[0], P[0] | Q[1] << 1, P[1]}));
    }
    EXPECT_EQ(get(product(AB, C)), get(product(A, get(product(B, C)))));
    EXPECT_EQ(get(product(A, LinearLayout())), A);
    EXPECT_EQ(get(product(LinearLayout(), A)), A);

    // Division undoes the product, in any order of dimensions.
    std::optional<LinearLayout> Quotient =
        leftDivide(shuffled(R, AB), shuffled(R, A));
    ASSERT_TRUE(Quotient.has_value());
    EXPECT_TRUE(sameMap(*Quotient, B));
    EXPECT_TRUE(sameMap(get(product(A, *Quotient)), AB));
  }
}

/// Division finds exactly the layouts that are products: it fails if any one
/// bit of the matrix or the offset is changed outside the quotient's block.
TEST(LayoutAlgebra, DivisionOfADisturbedProduct) {
  Random R(3);
  for (unsigned Round = 0; Round < 300; ++Round) {
    LinearLayout A = randomLayout(R, {{"lane", 2}}, {{"n", 2}});
    LinearLayout B = randomLayout(R, {{"lane", 2}}, {{"n", 3}});
    LinearLayout AB = get(product(A, B));
    for (unsigned Column = 0; Column < 5; ++Column)
      for (unsigned Row = 0; Row < 5; ++Row) {
        llvm::SmallVector<uint64_t> Columns(AB.matrix().columns());
        uint64_t Offset = AB.flatOffset();
        (Column < 4 ? Columns[Column] : Offset) ^= 1u << Row;
        LinearLayout Disturbed = get(LinearLayout::fromMatrix(
            AB.inputs(), AB.outputs(), BitMatrix(5, Columns), Offset));
        bool InQuotient = Column >= 2 && Row >= 2;
        EXPECT_EQ(leftDivide(Disturbed, A).has_value(), InQuotient);
      }
  }
}

TEST(LayoutAlgebra, InverseOfRandomBijections) {
  Random R(4);
  for (unsigned Round = 0; Round < 300; ++Round) {
    LinearLayout L = randomBijection(R, Threads, Tensor);
    LinearLayout Inverse = get(invert(L));
    for (uint64_t X = 0; X < 128; ++X)
      EXPECT_EQ(Inverse.applyFlat(L.applyFlat(X)), X);
    EXPECT_EQ(get(invert(Inverse)), L);
    EXPECT_EQ(get(pseudoInvert(L)), Inverse);

    LinearLayout M = randomBijection(R, Tensor, {{"offset", 7}});
    EXPECT_EQ(get(invert(get(compose(L, M)))),
              get(compose(get(invert(M)), Inverse)));
  }
}

TEST(LayoutAlgebra, InverseFailsExactlyWhenThereIsNone) {
  Random R(5);
  unsigned Inverted = 0;
  for (unsigned Round = 0; Round < 1000; ++Round) {
    LinearLayout L = randomLayout(R, {{"lane", unsigned(R() % 4)}},
                                  {{"n", unsigned(R() % 4)}});
    std::set<uint64_t> Reached;
    for (uint64_t X = 0; X < L.inputs()[0].size(); ++X)
      Reached.insert(L.applyFlat(X));
    bool Onto = Reached.size() == L.outputs()[0].size();
    bool OneToOne = Reached.size() == L.inputs()[0].size();
    auto Exists = [](llvm::Expected<LinearLayout> E) {
      bool Has = bool(E);
      llvm::consumeError(E.takeError());
      return Has;
    };
    EXPECT_EQ(Exists(invert(L)), Onto && OneToOne);
    EXPECT_EQ(Exists(pseudoInvert(L)), Onto);
    Inverted += Onto && OneToOne;
  }
  EXPECT_GT(Inverted, 50u);
}

TEST(LayoutAlgebra, PseudoInverseTakesTheLeastPreimage) {
  Random R(6);
  unsigned Tried = 0;
  for (unsigned Round = 0; Round < 500; ++Round) {
    LinearLayout L = randomLayout(R, Threads, {{"m", 2}, {"n", 2}});
    if (!L.isSurjective())
      continue;
    ++Tried;
    LinearLayout Inverse = get(pseudoInvert(shuffled(R, L)));
    LinearLayout Ordered = get(
        sublayout(Inverse, {"n", "m"}, {"block", "warp", "lane", "register"}));
    EXPECT_EQ(names(Ordered.outputs()), names(Inverse.outputs()));
    for (uint64_t Y = 0; Y < 16; ++Y) {
      EXPECT_EQ(L.applyFlat(Ordered.applyFlat(Y)), Y);
      uint64_t Least = 0;
      while (L.applyFlat(Least) != Y)
        ++Least;
      EXPECT_EQ(Ordered.applyFlat(Y), Least);
    }
  }
  EXPECT_GT(Tried, 100u);
}

/// Against a search: of all holders of the wanted element, the one whose
/// (block, warp, lane, register), xor-ed with the thread's own, is least.
TEST(LayoutAlgebra, HolderIsTheNearest) {
  Random R(7);
  unsigned Tried = 0;
  for (unsigned Round = 0; Round < 500; ++Round) {
    LinearLayout Held = randomLayout(R, Threads, {{"m", 2}, {"n", 2}});
    LinearLayout Wanted = randomLayout(R, Threads, {{"m", 2}, {"n", 2}});
    if (!Held.isSurjective())
      continue;
    ++Tried;
    LinearLayout X = get(holderOf(shuffled(R, Wanted), shuffled(R, Held)));
    X = get(sublayout(X, {"register", "lane", "warp", "block"},
                      {"block", "warp", "lane", "register"}));
    for (uint64_t Place = 0; Place < 128; ++Place) {
      uint64_t Nearest = 0;
      while (Held.applyFlat(Nearest ^ Place) != Wanted.applyFlat(Place))
        ++Nearest;
      EXPECT_EQ(X.applyFlat(Place), Nearest ^ Place);
    }
  }
  EXPECT_GT(Tried, 100u);
}

/// The wanted places may have other sizes than those that hold elements.
TEST(LayoutAlgebra, HolderOfPartOfATensor) {
  Random R(8);
  unsigned Found = 0, Missing = 0;
  for (unsigned Round = 0; Round < 500; ++Round) {
    LinearLayout Held = randomLayout(
        R, {{"register", unsigned(R() % 3)}, {"lane", 2}}, {{"n", 4}});
    LinearLayout Wanted =
        randomLayout(R, {{"lane", 3}, {"warp", unsigned(R() % 2)}}, {{"n", 4}});
    std::set<uint64_t> There;
    for (uint64_t Y = 0; Y < uint64_t(1) << Held.inputBits(); ++Y)
      There.insert(Held.applyFlat(Y));
    bool All = true;
    for (uint64_t P = 0; P < uint64_t(1) << Wanted.inputBits(); ++P)
      All &= There.count(Wanted.applyFlat(P)) == 1;
    llvm::Expected<LinearLayout> X = holderOf(Wanted, Held);
    ASSERT_EQ(bool(X), All);
    if (!X) {
      ++Missing;
      llvm::consumeError(X.takeError());
      continue;
    }
    ++Found;
    EXPECT_EQ(get(compose(*X, Held)), Wanted);
  }
  EXPECT_GT(Found, 20u);
  EXPECT_GT(Missing, 20u);
}

TEST(LayoutAlgebra, SublayoutsReorder) {
  Random R(9);
  for (unsigned Round = 0; Round < 300; ++Round) {
    LinearLayout L = randomLayout(R, Threads, Tensor);
    LinearLayout Other = shuffled(R, L);
    EXPECT_TRUE(sameMap(L, Other));
    EXPECT_EQ(get(sublayout(Other, names(L.inputs()), names(L.outputs()))), L);
    uint64_t Lane = R() % 8, Warp = R() % 2;
    llvm::Expected<LayoutPoint> Whole =
        L.apply({{"lane", Lane}, {"warp", Warp}});
    ASSERT_TRUE(bool(Whole));
    EXPECT_EQ(text(get(sublayout(L, {"warp", "lane"}, {"n"}))
                       .apply({{"lane", Lane}, {"warp", Warp}})),
              toString(LayoutPoint{(*Whole)[1]}));
  }
}

} // namespace
