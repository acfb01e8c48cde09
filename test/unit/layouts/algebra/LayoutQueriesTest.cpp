//===- LayoutQueriesTest.cpp - Queries of layouts -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answers are compared with counts in the table of all elements.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutQueries.h"
#include "test/unit/layouts/PointTesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace f2layout;

namespace {

/// Row-major numbers of the elements: Table[warp][lane][register].
using Thread = std::vector<uint64_t>;
using Table = std::vector<std::vector<Thread>>;

Table tableOf(const LinearLayout &L) {
  Table T(1 << L.inputBits("warp"));
  for (uint64_t Warp = 0; Warp < T.size(); ++Warp) {
    T[Warp].resize(1 << L.inputBits("lane"));
    for (uint64_t Lane = 0; Lane < T[Warp].size(); ++Lane)
      for (uint64_t Reg = 0; Reg < uint64_t(1) << L.inputBits("register");
           ++Reg) {
        auto Held =
            holds(L, {{"register", Reg}, {"lane", Lane}, {"warp", Warp}});
        uint64_t Number = 0;
        for (const LayoutDim &D : L.outputs())
          Number = Number * D.size() + Held[D.Name];
        T[Warp][Lane].push_back(Number);
      }
  }
  return T;
}

/// Checks a condition for all threads.
template <typename Condition> bool all(const Table &T, Condition C) {
  for (const std::vector<Thread> &Warp : T)
    for (const Thread &Registers : Warp)
      if (!C(Registers))
        return false;
  return true;
}

std::string say(llvm::Expected<Coalescing> C) {
  if (!C)
    return "error: " + llvm::toString(C.takeError());
  return std::to_string(C->Sectors) + " of " + std::to_string(C->Best) + ", " +
         std::to_string(C->Bytes) + " bytes";
}

const char *A = "register=[[0,1],[1,0]], "
                "lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], warp=[[8,0]] -> [16,16]";
const char *B = "register=[[1,0],[0,1]], "
                "lane=[[2,0],[4,0],[8,0],[0,2],[0,4]], warp=[[0,8]] -> [16,16]";

LinearLayout randomDistribution(Random &R) {
  LinearLayout L = randomLayout(R,
                                {{"register", unsigned(R() % 4)},
                                 {"lane", 1 + unsigned(R() % 2)},
                                 {"warp", unsigned(R() % 2)}},
                                randomDims(R, "d", 5));
  if (R() & 1)
    return L;
  // Registers run along the rows, lanes not below them, so that runs are
  // likely.
  LayoutSpec Spec = L.spec();
  for (size_t Bit = 0; Bit < Spec.Inputs[0].Images.size(); ++Bit)
    if (R() % 4 && Bit < L.outputBits())
      Spec.Inputs[0].Images[Bit] = L.point(uint64_t(1) << Bit);
  for (LayoutPoint &Image : Spec.Inputs[1].Images)
    Image.back() &= ~uint64_t(R() % 4);
  if (!Spec.Offset.empty())
    Spec.Offset.back() &= ~uint64_t(R() % 4);
  return get(LinearLayout::create(Spec));
}

//===----------------------------------------------------------------------===//
// Examples and messages
//===----------------------------------------------------------------------===//

TEST(LayoutQueries, TwoLayoutsOfTheHeader) {
  LinearLayout Rows = parsed(A), Columns = parsed(B);
  EXPECT_EQ(elementsPerThread(Rows), 4u);
  EXPECT_EQ(elementsPerThread(Columns), 4u);
  EXPECT_EQ(consecutiveRegisters(Rows), 2u);
  EXPECT_EQ(consecutiveRegisters(Columns), 1u);
  EXPECT_EQ(contiguousElements(Rows), 2u);
  EXPECT_EQ(contiguousElements(Columns), 2u);
  EXPECT_EQ(*minorToMajor(Rows, "lane"), (llvm::SmallVector<unsigned>{1, 0}));
  EXPECT_EQ(*minorToMajor(Columns, "lane"),
            (llvm::SmallVector<unsigned>{0, 1}));
  EXPECT_EQ(say(coalescing(Rows, 16)), "4 of 2, 64 bytes");
  EXPECT_EQ(say(coalescing(Columns, 16)), "8 of 2, 64 bytes");
  EXPECT_EQ(say(coalescing(Rows, 16, 2)), "4 of 4, 128 bytes");
  EXPECT_EQ(say(coalescing(Columns, 16, 2)),
            "error: no access of 2 registers: the layout has 1 consecutive "
            "elements in order");
}

/// A last dimension of size one does not hide that the rows are contiguous.
TEST(LayoutQueries, ContiguityDoesNotDependOnTheShape) {
  for (const char *Text : {"register=[[1,0],[2,0]], lane=[[4,0]] -> [8,1]",
                           "register=[[0,1],[1,0]], lane=[[2,0]] -> [4,2]",
                           "register=[[1],[2]], lane=[[4]] -> [8]"}) {
    EXPECT_EQ(consecutiveRegisters(parsed(Text)), 4u);
    EXPECT_EQ(contiguousElements(parsed(Text)), 4u);
  }
}

TEST(LayoutQueries, SectorsOfOtherElements) {
  LinearLayout Line = parsed("lane=[[1],[2],[4],[8],[16]] -> [64]");
  EXPECT_EQ(say(coalescing(Line, 1)), "1 of 1, 4 bytes");
  EXPECT_EQ(say(coalescing(Line, 8)), "1 of 1, 32 bytes");
  EXPECT_EQ(say(coalescing(Line, 32)), "4 of 4, 128 bytes");
  EXPECT_EQ(say(coalescing(Line, 512)), "64 of 64, 2048 bytes");
  EXPECT_EQ(say(coalescing(Line, 32, 1, 64)), "2 of 2, 128 bytes");
  // All lanes read the same element; no lanes at all.
  EXPECT_EQ(say(coalescing(parsed("lane=[[0],[0]] -> [2]"), 32)),
            "1 of 1, 4 bytes");
  EXPECT_EQ(say(coalescing(parsed("warp=[[1]] -> [2]"), 32)),
            "1 of 1, 4 bytes");
}

TEST(LayoutQueries, Messages) {
  LinearLayout L = parsed(A);
  EXPECT_EQ(llvm::toString(contiguousElements(L, "m").takeError()),
            "layout has no output dimension 'm', expected one of "
            "[dim0:16,dim1:16]");
  EXPECT_EQ(llvm::toString(minorToMajor(L, "block").takeError()),
            "layout has no input dimension 'block', expected one of "
            "[register:4,lane:32,warp:2]");
  EXPECT_EQ(say(coalescing(L, 24)),
            "error: element size of 24 bits is not a power of two");
  EXPECT_EQ(say(coalescing(L, 16, 3)),
            "error: vector of 3 registers is not a power of two");
  EXPECT_EQ(say(coalescing(L, 16, 2, 48)),
            "error: sector of 48 bytes is not a power of two");
  EXPECT_EQ(say(coalescing(get(LinearLayout::identity(60, "lane", "d")), 16)),
            "error: a warp accesses 2^60 elements of 16 bits, expected less "
            "than 2^64 bits in all");
}

TEST(LayoutQueries, FamiliesOfThePaper) {
  EXPECT_TRUE(isDistributed(parsed(A)));
  EXPECT_TRUE(isDistributed(parsed("register=[[1],[0]], lane=[[2]] -> [4]")));
  EXPECT_FALSE(isDistributed(parsed("register=[[1],[1]], lane=[[2]] -> [4]")));
  EXPECT_FALSE(isDistributed(parsed("register=[[1]], lane=[[3]] -> [4]")));
  EXPECT_FALSE(isDistributed(parsed("register=[[1]] -> [4]")));
  LinearLayout Swizzle = parsed("offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]");
  EXPECT_TRUE(isMemory(Swizzle));
  EXPECT_FALSE(isDistributed(Swizzle));
  EXPECT_FALSE(isMemory(parsed("offset=[[1],[2],[7]] -> [8]")));
  EXPECT_FALSE(isMemory(parsed("offset=[[1],[0]] -> [2]")));
  EXPECT_FALSE(isMemory(parsed("offset=[[1],[1]] -> [4]")));
}

//===----------------------------------------------------------------------===//
// Against the table of all elements
//===----------------------------------------------------------------------===//

TEST(LayoutQueries, CopiesAreCounted) {
  Random R(51);
  for (unsigned I = 0; I < 300; ++I) {
    LinearLayout L = randomDistribution(R);
    Table T = tableOf(L);
    uint64_t Element = T[0][0][0], InThread = 0, Lanes = 0, Warps = 0;
    InThread = llvm::count(T[0][0], Element);
    for (const Thread &Registers : T[0])
      Lanes += llvm::is_contained(Registers, Element);
    for (const std::vector<Thread> &Warp : T)
      Warps += llvm::any_of(Warp, [&](const Thread &X) {
        return llvm::is_contained(X, Element);
      });
    CopyCount C = countCopies(L);
    EXPECT_EQ(C.Registers, InThread);
    EXPECT_EQ(C.Lanes, Lanes);
    EXPECT_EQ(C.Warps, Warps);
    EXPECT_EQ(C.Blocks, 1u);
    EXPECT_EQ(elementsPerThread(L), T[0][0].size());
    EXPECT_EQ(distinctElementsPerThread(L),
              std::set<uint64_t>(T[0][0].begin(), T[0][0].end()).size());
  }
  EXPECT_EQ(countCopies(parsed("lane=[[1]], block=[[1],[0]] -> [2]")).Blocks,
            4u);
}

TEST(LayoutQueries, RunsAreFoundInEveryThread) {
  Random R(52);
  unsigned InOrder = 0, InAnyOrder = 0;
  for (unsigned I = 0; I < 500; ++I) {
    LinearLayout L = randomDistribution(R);
    Table T = tableOf(L);
    auto Consecutive = [&](uint64_t N) {
      return T[0][0].size() >= N && all(T, [&](const Thread &X) {
               for (size_t Reg = 0; Reg < X.size(); ++Reg)
                 if (X[Reg] % N != Reg % N ||
                     X[Reg] / N != X[Reg - Reg % N] / N)
                   return false;
               return true;
             });
    };
    auto Contiguous = [&](uint64_t N) {
      return N <= uint64_t(1) << L.outputBits() && all(T, [&](const Thread &X) {
               for (uint64_t Element : X)
                 for (uint64_t J = 0; J < N; ++J)
                   if (!llvm::is_contained(X, Element - Element % N + J))
                     return false;
               return true;
             });
    };
    uint64_t Order = consecutiveRegisters(L), Any = contiguousElements(L);
    EXPECT_TRUE(Consecutive(Order)) << toString(L);
    EXPECT_FALSE(Consecutive(2 * Order)) << toString(L);
    EXPECT_TRUE(Contiguous(Any)) << toString(L);
    EXPECT_FALSE(Contiguous(2 * Any)) << toString(L);
    InOrder += Order > 1;
    InAnyOrder += Any > Order;
  }
  EXPECT_GT(InOrder, 30u);
  EXPECT_GT(InAnyOrder, 30u);
}

/// Along one dimension: a thread that holds an element also holds its
/// neighbours in that coordinate.
TEST(LayoutQueries, RunsAlongADimension) {
  Random R(53);
  unsigned Longer = 0;
  for (unsigned I = 0; I < 300; ++I) {
    LinearLayout L = randomDistribution(R);
    Table T = tableOf(L);
    const LayoutDim &D = L.outputs()[R() % L.outputs().size()];
    uint64_t Step = uint64_t(1) << *L.outputShift(D.Name);
    auto Contiguous = [&](uint64_t N) {
      return N <= D.size() && all(T, [&](const Thread &X) {
               for (uint64_t Element : X)
                 for (uint64_t J = 0; J < N; ++J) {
                   uint64_t Along = Element / Step % N;
                   if (!llvm::is_contained(X,
                                           Element - Along * Step + J * Step))
                     return false;
                 }
               return true;
             });
    };
    auto N = contiguousElements(L, D.Name);
    ASSERT_TRUE(bool(N));
    EXPECT_TRUE(Contiguous(*N)) << toString(L) << D.Name.str();
    EXPECT_FALSE(Contiguous(2 * *N)) << toString(L) << D.Name.str();
    Longer += *N > 1;
  }
  EXPECT_GT(Longer, 30u);
}

TEST(LayoutQueries, SectorsAreCounted) {
  Random R(54);
  for (unsigned I = 0; I < 300; ++I) {
    LinearLayout L = randomDistribution(R);
    Table T = tableOf(L);
    uint64_t Vector = 1 + R() % consecutiveRegisters(L);
    Vector = uint64_t(1) << llvm::Log2_64(Vector);
    unsigned Bits = 1 << R() % 10, SectorBytes = 16 << R() % 3;
    auto C = coalescing(L, Bits, Vector, SectorBytes);
    ASSERT_TRUE(bool(C));
    for (const std::vector<Thread> &Warp : T)
      for (uint64_t First = 0; First < Warp[0].size(); First += Vector) {
        std::set<uint64_t> Sectors, Asked;
        for (const Thread &Registers : Warp)
          for (uint64_t Reg = First; Reg < First + Vector; ++Reg)
            for (uint64_t Bit = 0; Bit < Bits; ++Bit) {
              Asked.insert(Registers[Reg] * Bits + Bit);
              Sectors.insert((Registers[Reg] * Bits + Bit) / (8 * SectorBytes));
            }
        EXPECT_EQ(C->Sectors, Sectors.size());
        EXPECT_EQ(C->Bytes, (Asked.size() + 7) / 8);
      }
  }
}

/// Outputs are sorted by the first bit of the input that moves along them.
TEST(LayoutQueries, OrderByFirstMoves) {
  Random R(55);
  for (unsigned I = 0; I < 200; ++I) {
    LinearLayout L = randomDistribution(R);
    auto Order = minorToMajor(L, "lane");
    ASSERT_TRUE(bool(Order));
    auto Origin = holds(L, {});
    auto FirstMove = [&](unsigned Output) {
      unsigned Bit = 0;
      std::string Name = L.outputs()[Output].Name;
      while (Bit < L.inputBits("lane") &&
             holds(L, {{"lane", uint64_t(1) << Bit}})[Name] == Origin[Name])
        ++Bit;
      return Bit;
    };
    EXPECT_EQ(Order->size(), L.outputs().size());
    for (size_t J = 1; J < Order->size(); ++J) {
      unsigned Minor = (*Order)[J - 1], Major = (*Order)[J];
      EXPECT_TRUE(FirstMove(Minor) < FirstMove(Major) ||
                  (FirstMove(Minor) == FirstMove(Major) && Minor > Major))
          << toString(L);
    }
  }
}

} // namespace
