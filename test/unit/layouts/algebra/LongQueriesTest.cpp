//===- LongQueriesTest.cpp - Queries and notations above 64 bits ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of up to 150 bits whose answers are known by construction: the low
// bits of the elements are those of the registers, the others are assigned at
// random. Every notation writes what it can read.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/families/Blocked.h"
#include "layouts/notations/LayoutJson.h"
#include "layouts/notations/Masks.h"
#include "layouts/notations/Notation.h"
#include "layouts/notations/TritonDump.h"
#include "test/unit/layouts/BoolMatrix.h"
#include "test/unit/layouts/LongTesting.h"
#include "llvm/ADT/Sequence.h"

using namespace f2layout;
using namespace f2layout::longtest;

namespace {

/// Each input bit maps to an output bit of its own, or to zero if there is none
/// left; the inputs listed first get the lowest bits.
LinearLayout dealt(llvm::ArrayRef<LayoutDim> Ins,
                   llvm::ArrayRef<LayoutDim> Outs,
                   llvm::ArrayRef<unsigned> Order) {
  BitMatrix M = BitMatrix::zero(sumOfBits(Outs), sumOfBits(Ins));
  for (unsigned I = 0; I < Order.size() && I < M.rows(); ++I)
    M.setColumn(Order[I], LongWord::unit(I));
  return get(LinearLayout::fromMatrix(Ins, Outs, M));
}

llvm::SmallVector<unsigned> shuffled(Random &R, unsigned N) {
  llvm::SmallVector<unsigned> Order = llvm::to_vector(llvm::seq(0u, N));
  std::shuffle(Order.begin(), Order.end(), R);
  return Order;
}

/// L with one more bit in one of its images.
LinearLayout withBit(const LinearLayout &L, unsigned Column, unsigned Row) {
  BitMatrix M = L.matrix();
  M.setColumn(Column, M.longColumn(Column) ^ LongWord::unit(Row));
  return get(LinearLayout::fromMatrix(L.inputs(), L.outputs(), M));
}

TEST(LongQueries, DistributedAndMemory) {
  Random R(1);
  for (unsigned Round = 0; Round < 100; ++Round) {
    LayoutDims Outs = randomDims(R, Tensor), Ins;
    unsigned Extra = R() % 3;
    for (auto [Name, D] : llvm::zip(Threads, Outs))
      Ins.push_back({Name, D.Bits + Extra});
    unsigned Rows = sumOfBits(Outs), Cols = sumOfBits(Ins);
    LinearLayout L = dealt(Ins, Outs, shuffled(R, Cols));
    EXPECT_TRUE(isDistributed(L));
    EXPECT_EQ(isMemory(L), Extra == 0);
    if (Rows < 3)
      continue;
    // The highest output bit goes into an image that had another one: still
    // onto, but two bits; with a third one it is no memory layout either.
    for (unsigned Column = 0; Column < Cols; ++Column)
      if (L.matrix().longColumn(Column) == LongWord::unit(0)) {
        LinearLayout Two = withBit(L, Column, Rows - 1);
        EXPECT_FALSE(isDistributed(Two));
        EXPECT_EQ(isMemory(Two), Extra == 0);
        EXPECT_FALSE(isMemory(withBit(Two, Column, Rows - 2)));
      }
    LinearLayout None = dealt(
        Ins, Outs, llvm::ArrayRef(shuffled(R, Cols)).take_front(Rows - 1));
    EXPECT_FALSE(isDistributed(None)) << "not onto";
    EXPECT_FALSE(isMemory(None));
  }
}

TEST(LongQueries, RunsOfElements) {
  Random R(2);
  for (unsigned Round = 0; Round < 100; ++Round) {
    unsigned Bits = R() % 51, Rest = 64 - Bits + R() % 40;
    LayoutDims Ins = {{"lane", 0}, {"register", Bits}, {"warp", 0}},
               Outs = {{"m", 0}, {"n", 0}};
    Ins[0].Bits = Rest / 2;
    Ins[2].Bits = Rest - Rest / 2;
    Outs[0].Bits = (Bits + Rest) / 2;
    Outs[1].Bits = Bits + Rest - Outs[0].Bits;
    // Registers in the low bits; the others keep their order.
    llvm::SmallVector<unsigned> Order;
    for (unsigned I = 0; I < Bits; ++I)
      Order.push_back(Ins[0].Bits + I);
    for (unsigned I = 0; I < Bits + Rest; ++I)
      if (!llvm::is_contained(Order, I))
        Order.push_back(I);
    LinearLayout L = dealt(Ins, Outs, Order);
    EXPECT_EQ(elementsPerThread(L), uint64_t(1) << Bits);
    EXPECT_EQ(distinctElementsPerThread(L), uint64_t(1) << Bits);
    EXPECT_EQ(consecutiveRegisters(L), uint64_t(1) << Bits);
    EXPECT_EQ(contiguousElements(L), uint64_t(1) << Bits);
    unsigned OfRow = std::min(Bits, Outs[1].Bits);
    EXPECT_EQ(llvm::cantFail(contiguousElements(L, "n")), uint64_t(1) << OfRow);
    EXPECT_EQ(llvm::cantFail(contiguousElements(L, "m")),
              uint64_t(1) << (Bits - OfRow));
    // A high bit in the image of a register ends the run of registers there.
    if (Bits == 0)
      continue;
    unsigned Bit = R() % Bits;
    LinearLayout Far = withBit(L, Ins[0].Bits + Bit, Bits + Rest - 1);
    EXPECT_EQ(consecutiveRegisters(Far), uint64_t(1) << Bit);
    EXPECT_EQ(distinctElementsPerThread(Far), uint64_t(1) << Bits);
    EXPECT_EQ(contiguousElements(Far), uint64_t(1) << Bit);
  }
}

/// The elements of an access have 2^n different numbers above the lowest Below
/// bits.
unsigned rankAbove(const LinearLayout &L, unsigned VectorBits, unsigned Below) {
  BoolMatrix Lanes = toBoolMatrix(columnsOf(L, "lane"));
  BoolMatrix Registers = toBoolMatrix(columnsOf(L, "register"));
  Below = std::min(Below, Lanes.Rows);
  BoolMatrix Span(Lanes.Rows - Below, Lanes.Cols + VectorBits);
  for (unsigned I = 0; I < Span.Rows; ++I)
    for (unsigned J = 0; J < Span.Cols; ++J)
      Span.Entries[I][J] = J < Lanes.Cols
                               ? Lanes.Entries[I + Below][J]
                               : Registers.Entries[I + Below][J - Lanes.Cols];
  return Span.rank();
}

TEST(LongQueries, Sectors) {
  Random R(5);
  unsigned Long = 0;
  for (unsigned Round = 0; Round < 100; ++Round) {
    // Registers run along the last output, everything else is at random.
    unsigned VectorBits = R() % 5, ElementLog = 3 + R() % 8;
    LayoutDims Ins = randomDims(R, Threads), Outs = randomDims(R, Tensor);
    for (LayoutDim &D : Ins)
      D.Bits /= 2;
    LinearLayout Outer = R() & 1 ? randomLong(R, Ins, Outs) : randomThin(R);
    Outer = get(resizeInput(Outer, "lane", R() % 40));
    LinearLayout L = get(product(
        get(LinearLayout::identity(VectorBits, "register", "k")), Outer));
    Long += L.outputBits() > 64 || L.inputBits() > 64;
    llvm::Expected<Coalescing> Found =
        coalescing(L, 1u << ElementLog, uint64_t(1) << VectorBits);
    ASSERT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
    unsigned Rank = rankAbove(L, VectorBits, 0);
    uint64_t Bytes = uint64_t(1) << (Rank + ElementLog - 3);
    EXPECT_EQ(Found->Bytes, Bytes);
    EXPECT_EQ(Found->Best, std::max<uint64_t>(Bytes / 32, 1));
    EXPECT_EQ(Found->Sectors,
              ElementLog >= 8
                  ? uint64_t(1) << (Rank + ElementLog - 8)
                  : uint64_t(1) << rankAbove(L, VectorBits, 8 - ElementLog));
  }
  EXPECT_GT(Long, 50u);
  LinearLayout Many =
      get(product(get(LinearLayout::identity(40, "lane", "m")),
                  get(LinearLayout::identity(50, "warp", "n"))));
  EXPECT_EQ(llvm::toString(coalescing(Many, 1u << 24).takeError()),
            "a warp accesses 2^40 elements of 16777216 bits, expected less "
            "than 2^64 bits in all");
}

TEST(LongQueries, DistinctElementsAndCopies) {
  Random R(3);
  for (unsigned Round = 0; Round < 60; ++Round) {
    LayoutDims Ins = randomDims(R, Threads), Outs = randomDims(R, Tensor);
    unsigned Rank = R() % 40, Rows = sumOfBits(Outs), Cols = sumOfBits(Ins);
    LinearLayout L = get(LinearLayout::fromMatrix(
        Ins, Outs,
        randomLongMatrix(R, Rows, Rank) * randomLongMatrix(R, Rank, Cols)));
    unsigned OfRegisters = toBoolMatrix(columnsOf(L, "register")).rank();
    EXPECT_EQ(distinctElementsPerThread(L), uint64_t(1) << OfRegisters);
    CopyCount Copies = countCopies(L);
    EXPECT_EQ(Copies.Registers, uint64_t(1) << (Ins[0].Bits - OfRegisters));
    unsigned Sum = llvm::countr_zero(Copies.Registers) +
                   llvm::countr_zero(Copies.Lanes) +
                   llvm::countr_zero(Copies.Warps);
    EXPECT_EQ(Sum, Cols - toBoolMatrix(L.matrix()).rank());
  }
}

TEST(LongQueries, MinorToMajor) {
  // Lane bit 0 moves along m, far above bit 64, bit 1 along n.
  LayoutDims Ins = {{"lane", 2}}, Outs = {{"m", 60}, {"n", 30}, {"k", 30}};
  BitMatrix M = BitMatrix::zero(120, 2);
  M.setColumn(0, LongWord::unit(119));
  M.setColumn(1, LongWord::unit(31));
  llvm::Expected<llvm::SmallVector<unsigned>> Order =
      minorToMajor(get(LinearLayout::fromMatrix(Ins, Outs, M)), "lane");
  ASSERT_TRUE(bool(Order)) << llvm::toString(Order.takeError());
  EXPECT_EQ(*Order, (llvm::SmallVector<unsigned>{0, 1, 2}));
}

TEST(LongQueries, NamesOfBits) {
  LayoutDims Ins = {{"register", 60}, {"lane", 40}};
  EXPECT_EQ(bitsText(Ins, LongWord::unit(3) ^ LongWord::unit(59) ^
                              LongWord::unit(64) ^ LongWord::unit(99)),
            "register bit 3, register bit 59, lane bit 4, lane bit 39");
}

TEST(LongNotations, Exchange) {
  Random R(4);
  for (unsigned Round = 0; Round < 40; ++Round) {
    LinearLayout L =
        randomLong(R, randomDims(R, Threads), randomDims(R, Tensor));
    EXPECT_EQ(get(parseMasks(toMasks(L))), L);
    llvm::Expected<PaddedLayout> Json =
        parseLayoutJson(toLayoutJson(PaddedLayout{L, {}}));
    ASSERT_TRUE(bool(Json)) << llvm::toString(Json.takeError());
    EXPECT_EQ(Json->Linear, L);
    LinearLayout Linear =
        get(LinearLayout::fromMatrix(L.inputs(), L.outputs(), L.matrix()));
    llvm::Expected<std::string> Dump = toTritonDump(Linear);
    ASSERT_TRUE(bool(Dump)) << llvm::toString(Dump.takeError());
    EXPECT_EQ(get(parseTritonDump(*Dump)), Linear);
  }
}

/// The bits of the inputs in any order, the last ones without effect.
LinearLayout permutedBits(Random &R, const LayoutDims &Ins,
                          const LayoutDims &Outs) {
  unsigned Rows = sumBits(Outs), Columns = sumBits(Ins);
  std::vector<unsigned> Order(Columns);
  std::iota(Order.begin(), Order.end(), 0);
  std::shuffle(Order.begin(), Order.end(), R);
  BitMatrix M = BitMatrix::zero(Rows, Columns);
  for (unsigned J = 0; J < Columns; ++J)
    if (Order[J] < Rows)
      M.setColumn(J, LongWord::unit(Order[J]));
  return get(LinearLayout::fromMatrix(Ins, Outs, M));
}

/// A layout that a notation can express is read back as the same layout. Lists
/// of images can express layouts that permute bits.
TEST(LongNotations, EveryNotation) {
  Random R(6);
  std::map<Notation, unsigned> Had;
  for (unsigned Round = 0; Round < 20; ++Round) {
    LayoutDims Outs = randomDims(R, {"dim0", "dim1", "dim2"}), Ins;
    for (auto [Name, D] : llvm::zip(Threads, Outs))
      Ins.push_back({Name, D.Bits + unsigned(R() % 8)});
    LinearLayout Onto = randomOnto(R, Ins, Outs);
    LinearLayout L =
        Round % 2 ? permutedBits(R, Ins, Outs)
                  : get(LinearLayout::fromMatrix(Ins, Outs, Onto.matrix()));
    llvm::SmallVector<uint64_t> Shape;
    for (const LayoutDim &D : Outs)
      Shape.push_back(D.size());
    for (Notation N : allNotations()) {
      llvm::Expected<std::string> Text = writeLayout(L, N);
      if (!Text) {
        llvm::consumeError(Text.takeError());
        continue;
      }
      ++Had[N];
      llvm::Expected<PaddedLayout> Read =
          readLayout(*Text, llvm::ArrayRef<uint64_t>(Shape));
      ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
      EXPECT_TRUE(sameMap(Read->Linear, L));
    }
  }
  for (Notation N :
       {Notation::Text, Notation::Dump, Notation::Masks, Notation::Json})
    EXPECT_EQ(Had[N], 20u) << nameOf(N).str();
  for (Notation N :
       {Notation::Triton, Notation::Linear, Notation::GenericLinear})
    EXPECT_GE(Had[N], 10u) << nameOf(N).str();
}

/// 2^70 elements on 128 threads: registers have the lowest bit of the row, and
/// everything that lanes and warps leave.
TEST(LongFamilies, Blocked) {
  BlockedParams P;
  P.SizePerThread = {1, 2};
  P.ThreadsPerWarp = {8, 4};
  P.WarpsPerCta = {2, 2};
  P.Order = {1, 0};
  LinearLayout L =
      get(blockedLayout(P, {uint64_t(1) << 40, uint64_t(1) << 30}));
  EXPECT_EQ(L.outputBits(), 70u);
  Random R(7);
  for (unsigned Round = 0; Round < 100; ++Round) {
    Indices Place = randomPlace(R, L.inputs());
    uint64_t Reg = Place["register"], Lane = Place["lane"],
             Warp = Place["warp"], Tile = Reg >> 1;
    constexpr unsigned TilesAlong1 = 30 - 4; // of 16 columns each
    EXPECT_EQ(at(L, Place),
              (Indices{{"dim0", Lane >> 2 | (Warp >> 1) << 3 |
                                    (Tile >> TilesAlong1) << 4},
                       {"dim1", (Reg & 1) | (Lane & 3) << 1 | (Warp & 1) << 3 |
                                    (Tile & lowOnes(TilesAlong1)) << 4}}));
  }
}

/// Sizes and coordinates of attributes are words as well.
TEST(LongNotations, LargeSizes) {
  const std::string Text = "#ttg.padded_shared<[8:+2] {order = [1, 0], shape = "
                           "[4, 1099511627776]}>";
  llvm::Expected<PaddedLayout> L = readLayout(Text);
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  EXPECT_EQ(dimText(L->Linear.outputs()), "[dim0:4,dim1:1099511627776]");
  llvm::Expected<std::string> Written = writeLayout(*L, Notation::PaddedShared);
  ASSERT_TRUE(bool(Written)) << llvm::toString(Written.takeError());
  EXPECT_EQ(*Written, Text);
  EXPECT_EQ(llvm::toString(readLayout("#ttg.linear<{register = [[0, "
                                      "9223372036854775808]], lane = [], warp "
                                      "= []}>")
                               .takeError()),
            "1:1: image of register bit 0 is 9223372036854775808 in 'dim1', "
            "expected less than its size 1");
}

/// A single dimension has less than 64 bits, in every notation and family.
TEST(LongNotations, OneDimension) {
  std::string Bits = "1";
  for (unsigned I = 1; I < 64; ++I)
    Bits += ",0";
  EXPECT_EQ(llvm::toString(parseMasks("m0 = (" + Bits + ")").takeError()),
            "1:1: there are 1 masks of 64 bits, expected at most 63");
  EXPECT_EQ(get(parseMasks("m0 = (" + Bits.substr(2) + ")")).inputBits(), 63u);
  TileBuilder T(1);
  T.run("register", uint64_t(1) << 40, 0);
  T.run("lane", uint64_t(1) << 30, 0);
  EXPECT_EQ(llvm::toString(T.finish().takeError()),
            "tile: 'lane' runs along dimension 0 1073741824 times the tile's "
            "1099511627776, expected at most 2^63 together");
}

/// Every notation keeps an offset that is only in the high bits.
TEST(LongNotations, HighOffsets) {
  LinearLayout L = parsed("lane=[[0,0]] -> [1099511627776,1099511627776] ^ "
                          "[549755813888,0]");
  EXPECT_EQ(get(parseMasks(toMasks(L))), L);
  EXPECT_NE(toLayoutJson(PaddedLayout{L, {}}).find("[549755813888,0]"),
            std::string::npos);
  llvm::Expected<std::string> Dump = toTritonDump(L);
  ASSERT_FALSE(bool(Dump));
  EXPECT_EQ(llvm::toString(Dump.takeError()),
            "Triton's dump has no place for the offset [549755813888,0] of an "
            "affine layout");
}

} // namespace
