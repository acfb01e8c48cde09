//===- FirstPrinciplesTest.cpp - Layouts as parities of input bits --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples of the article "Linear Layouts From First Principles" (January
// 2026). It writes layouts from the tensor to memory, each bit of the place
// being the parity of the index under a mask:
//
//   row-major 4x8      place = 8 row + column
//   as masks           place bit i = parity(index & mask i), index = (row,
//                      column) as one number
//
// which is the opposite direction to the rest of this library (from the place
// to the element). invert converts between them.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/Reshaping.h"
#include "test/unit/layouts/LayoutTesting.h"
#include <map>
#include <set>

using namespace f2layout;

namespace {

/// The layout from an index to a place whose bit i is the parity under
/// Masks[i].
LinearLayout ofMasks(llvm::ArrayRef<LayoutDim> Index,
                     llvm::ArrayRef<LayoutDim> Place,
                     llvm::ArrayRef<uint64_t> Masks) {
  BitMatrix Rows(sumOfBits(Index), Masks);
  return get(LinearLayout::fromMatrix(Index, Place, Rows.transpose()));
}

unsigned parity(uint64_t X) {
  unsigned Odd = 0;
  for (; X; X >>= 1)
    Odd ^= X & 1;
  return Odd;
}

uint64_t placeByMasks(llvm::ArrayRef<uint64_t> Masks, uint64_t Index) {
  uint64_t Place = 0;
  for (size_t I = 0; I < Masks.size(); ++I)
    Place |= uint64_t(parity(Index & Masks[I])) << I;
  return Place;
}

TEST(FirstPrinciples, RowAndColumnMajor) {
  const unsigned R = 2, C = 3; // 4 rows, 8 columns
  // Indices as numbers: the column in the low bits.
  const std::vector<LayoutDim> Index = {{"column", C}, {"row", R}};
  const std::vector<LayoutDim> Place = {{"offset", R + C}};
  llvm::SmallVector<uint64_t> RowMajor, ColumnMajor;
  for (unsigned I = 0; I < C + R; ++I)
    RowMajor.push_back(uint64_t(1) << I);
  for (unsigned I = 0; I < R; ++I)
    ColumnMajor.push_back(uint64_t(1) << (C + I));
  for (unsigned I = 0; I < C; ++I)
    ColumnMajor.push_back(uint64_t(1) << I);
  LinearLayout ByRows = ofMasks(Index, Place, RowMajor);
  LinearLayout ByColumns = ofMasks(Index, Place, ColumnMajor);
  for (uint64_t Row = 0; Row < 4; ++Row)
    for (uint64_t Column = 0; Column < 8; ++Column) {
      EXPECT_EQ(text(ByRows.apply({{"row", Row}, {"column", Column}})),
                toString(LayoutPoint{8 * Row + Column}));
      EXPECT_EQ(text(ByColumns.apply({{"row", Row}, {"column", Column}})),
                toString(LayoutPoint{4 * Column + Row}));
    }
  // Each is the other with its dimensions swapped.
  EXPECT_TRUE(sameMap(
      ByColumns,
      get(renameInput(
          get(renameInput(get(renameInput(ofMasks({{"column", R}, {"row", C}},
                                                  Place, RowMajor),
                                          "row", "other")),
                          "column", "row")),
          "other", "column"))));
}

/// cuDNN's NCHW_VECT_C with vectors of four channels: from the top the bits of
/// n, of c / 4, of h, of w, of c % 4.
TEST(FirstPrinciples, VectorsOfChannelsPermuteBits) {
  const unsigned N = 1, C = 4, H = 2, W = 3;
  const std::vector<LayoutDim> Index = {{"w", W}, {"h", H}, {"c", C}, {"n", N}};
  const unsigned OfW = 0, OfH = W, OfC = W + H, OfN = W + H + C;
  llvm::SmallVector<uint64_t> Masks;
  for (unsigned Bit : {OfC, OfC + 1, OfW, OfW + 1, OfW + 2, OfH, OfH + 1,
                       OfC + 2, OfC + 3, OfN})
    Masks.push_back(uint64_t(1) << Bit);
  LinearLayout L = ofMasks(Index, {{"offset", N + C + H + W}}, Masks);
  for (uint64_t AtN = 0; AtN < 2; ++AtN)
    for (uint64_t AtC = 0; AtC < 16; ++AtC)
      for (uint64_t AtH = 0; AtH < 4; ++AtH)
        for (uint64_t AtW = 0; AtW < 8; ++AtW) {
          uint64_t Place =
              (((AtN * 4 + AtC / 4) * 4 + AtH) * 8 + AtW) * 4 + AtC % 4;
          ASSERT_EQ(
              text(L.apply({{"n", AtN}, {"c", AtC}, {"h", AtH}, {"w", AtW}})),
              toString(LayoutPoint{Place}));
        }
  // A permutation of bits: one bit in every row and in every column.
  std::set<uint64_t> Images;
  for (uint64_t Column : L.matrix().columns()) {
    EXPECT_TRUE(Column && !(Column & (Column - 1)));
    Images.insert(Column);
  }
  EXPECT_EQ(Images.size(), L.inputBits());
  // So is the inverse, which reads runs of four channels in memory.
  LinearLayout Back = get(invert(L));
  EXPECT_TRUE(isMemory(Back));
  for (uint64_t I = 0; I < 4; ++I)
    EXPECT_EQ(Back.applyFlat(I), I << OfC);
}

/// The masks (1,0,1), (0,1,1), (1,1,1) on (b2, b1, b0).
TEST(FirstPrinciples, ThreeMasks) {
  const uint64_t Masks[] = {0b101, 0b011, 0b111};
  LinearLayout L = ofMasks({{"b", 3}}, {{"o", 3}}, Masks);
  for (uint64_t B = 0; B < 8; ++B) {
    uint64_t B0 = B & 1, B1 = B >> 1 & 1, B2 = B >> 2 & 1;
    uint64_t O = (B2 ^ B0) | (B1 ^ B0) << 1 | (B2 ^ B1 ^ B0) << 2;
    EXPECT_EQ(L.applyFlat(B), O);
    EXPECT_EQ(placeByMasks(Masks, B), O);
  }
  // The article's matrix has b2 on the left; this library prints b0 first.
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  L.matrix().print(OS);
  EXPECT_EQ(OS.str(), "101\n"
                      "110\n"
                      "111\n");
  // An index that is a power of two maps to a column.
  EXPECT_EQ(L.matrix().columns(),
            (llvm::ArrayRef<uint64_t>{0b111, 0b110, 0b101}));
  // b1 = o0 + o2, b2 = o1 + o2 and so b0 = o0 + o1 + o2.
  LinearLayout Back = get(invert(L));
  const uint64_t BackMasks[] = {0b111, 0b101, 0b110};
  for (uint64_t O = 0; O < 8; ++O) {
    EXPECT_EQ(Back.applyFlat(O), placeByMasks(BackMasks, O));
    EXPECT_EQ(L.applyFlat(Back.applyFlat(O)), O);
  }
}

//===----------------------------------------------------------------------===//
// Shared memory: 32 rows of 32 banks
//===----------------------------------------------------------------------===//

/// Reads one word each: the most words that fall into one bank, minus one.
template <typename BankOf>
unsigned conflicts(const BankOf &Bank, bool AlongRow, uint64_t Fixed) {
  std::map<uint64_t, unsigned> Hits;
  unsigned Most = 0;
  for (uint64_t I = 0; I < 32; ++I)
    Most = std::max(Most, ++Hits[AlongRow ? Bank(Fixed, I) : Bank(I, Fixed)]);
  return Most - 1;
}

TEST(FirstPrinciples, SwizzleOf32x32) {
  const std::vector<LayoutDim> Index = {{"c", 5}, {"r", 5}};
  const std::vector<LayoutDim> Place = {{"row", 5}, {"bank", 5}};
  // Row bit i is bit i of r; bank bit i has two bits in its mask, of r and c.
  llvm::SmallVector<uint64_t> Plain, Swizzled;
  for (unsigned I = 0; I < 5; ++I) {
    Plain.push_back(uint64_t(1) << I);
    Swizzled.push_back(uint64_t(1) << I | uint64_t(1) << (5 + I));
  }
  for (unsigned I = 0; I < 5; ++I) {
    Plain.push_back(uint64_t(1) << (5 + I));
    Swizzled.push_back(uint64_t(1) << (5 + I));
  }
  LinearLayout RowMajor = ofMasks(Index, Place, Plain);
  LinearLayout Xor = ofMasks(Index, Place, Swizzled);
  auto BankIn = [](const LinearLayout &L) {
    return
        [&L](uint64_t R, uint64_t C) { return L.applyFlat(C | R << 5) & 31; };
  };
  for (uint64_t R = 0; R < 32; ++R)
    for (uint64_t C = 0; C < 32; ++C) {
      EXPECT_EQ(text(RowMajor.apply({{"r", R}, {"c", C}})),
                toString(LayoutPoint{R, C}));
      EXPECT_EQ(text(Xor.apply({{"r", R}, {"c", C}})),
                toString(LayoutPoint{R, R ^ C}));
    }
  for (uint64_t I = 0; I < 32; ++I) {
    EXPECT_EQ(conflicts(BankIn(RowMajor), /*AlongRow=*/true, I), 0u);
    EXPECT_EQ(conflicts(BankIn(RowMajor), /*AlongRow=*/false, I), 31u);
    EXPECT_EQ(conflicts(BankIn(Xor), /*AlongRow=*/true, I), 0u);
    EXPECT_EQ(conflicts(BankIn(Xor), /*AlongRow=*/false, I), 0u);
  }
}

//===----------------------------------------------------------------------===//
// Which matrices are layouts, and in which direction
//===----------------------------------------------------------------------===//

/// From index to memory, two elements at one place overwrite each other.
TEST(FirstPrinciples, ZeroIsNoLayoutToMemory) {
  LinearLayout Zero = ofMasks({{"index", 3}}, {{"offset", 3}}, {0, 0, 0});
  EXPECT_FALSE(Zero.isInjective());
  EXPECT_FALSE(isMemory(Zero));
  EXPECT_EQ(text(invert(Zero)),
            "error: cannot invert: the layout reaches 2^0 elements, expected "
            "all 2^3");
}

/// A matrix that loses one bit is no better, whatever its size.
TEST(FirstPrinciples, LayoutsToMemoryAreOneToOne) {
  Random R(31);
  unsigned Refused = 0;
  for (unsigned I = 0; I < 300; ++I) {
    unsigned Bits = 1 + R() % 6;
    LinearLayout L = get(LinearLayout::fromMatrix(LayoutDim{"index", Bits},
                                                  LayoutDim{"offset", Bits},
                                                  randomMatrix(R, Bits, Bits)));
    std::set<uint64_t> Places;
    for (uint64_t Index = 0; Index < uint64_t(1) << Bits; ++Index)
      Places.insert(L.applyFlat(Index));
    bool OneToOne = Places.size() == uint64_t(1) << Bits;
    EXPECT_EQ(L.isInjective(), OneToOne);
    llvm::Expected<LinearLayout> Back = invert(L);
    EXPECT_EQ(bool(Back), OneToOne);
    if (!Back)
      llvm::consumeError(Back.takeError());
    Refused += !OneToOne;
  }
  EXPECT_GT(Refused, 50u);
  EXPECT_LT(Refused, 290u);
}

/// A bit of padding: places without an index. Not onto, but still one-to-one;
/// there is only a left inverse.
TEST(FirstPrinciples, PaddingIsNotOnto) {
  LinearLayout L = ofMasks({{"index", 2}}, {{"offset", 3}}, {1, 0, 2});
  EXPECT_TRUE(L.isInjective());
  EXPECT_FALSE(L.isSurjective());
}

/// An element at two places cannot be expressed from index to place, only from
/// place to index, where it is a bit that makes no difference.
TEST(FirstPrinciples, CopiesNeedTheOtherDirection) {
  LinearLayout FromPlace = parsed("lane=[[1],[2],[0]] -> [4]");
  std::map<uint64_t, unsigned> Copies;
  for (uint64_t Lane = 0; Lane < 8; ++Lane)
    ++Copies[FromPlace.applyFlat(Lane)];
  for (auto [Element, Count] : Copies)
    EXPECT_EQ(Count, 2u) << Element;
  // No linear map gives both places of an element; pseudoInvert gives one.
  LinearLayout OnePlace = get(pseudoInvert(FromPlace));
  for (uint64_t Element = 0; Element < 4; ++Element)
    EXPECT_EQ(FromPlace.applyFlat(OnePlace.applyFlat(Element)), Element);
  EXPECT_FALSE(OnePlace.isSurjective());
}

} // namespace
