//===- LongQueriesTest.cpp - Questions and notations above 64 bits --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of up to 150 bits whose answers are known from how they are made: the
// low bits of the elements are those of the registers, the others are dealt out
// at random. And every notation writes down what it can read.
//
//===----------------------------------------------------------------------===//

#include "layouts/LayoutDims.h"
#include "layouts/LayoutQueries.h"
#include "layouts/notations/LayoutJson.h"
#include "layouts/notations/Masks.h"
#include "layouts/notations/TritonDump.h"
#include "test/unit/layouts/BoolMatrix.h"
#include "test/unit/layouts/LongTesting.h"
#include "llvm/ADT/Sequence.h"

using namespace f2layout;
using namespace f2layout::longtest;

namespace {

/// Each input bit goes to an output bit of its own, or to none if there is none
/// left: those listed first to the lowest.
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
    // A bit far up in the image of a register ends the run of registers there.
    if (Bits == 0)
      continue;
    unsigned Bit = R() % Bits;
    LinearLayout Far = withBit(L, Ins[0].Bits + Bit, Bits + Rest - 1);
    EXPECT_EQ(consecutiveRegisters(Far), uint64_t(1) << Bit);
    EXPECT_EQ(distinctElementsPerThread(Far), uint64_t(1) << Bits);
    EXPECT_EQ(contiguousElements(Far), uint64_t(1) << Bit);
    llvm::Expected<Coalescing> Sectors = coalescing(L, 16);
    ASSERT_EQ(bool(Sectors), Bits + Rest <= 64);
    if (Sectors)
      continue;
    EXPECT_EQ(llvm::toString(Sectors.takeError()),
              "cannot count sectors: the layout has " +
                  std::to_string(Bits + Rest) + " input bits and " +
                  std::to_string(Bits + Rest) +
                  " output bits, expected at most 64 of each");
  }
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

TEST(LongNotations, RoundTrip) {
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

/// An offset in the high bits alone is there in every notation.
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
