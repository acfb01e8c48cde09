//===- LongDivisionTest.cpp - Factors of layouts above 64 bits ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of affine layouts, of up to 174 bits per side, are divided again: by
// a factor, by a tile after registers were renamed, by vectors, and by
// dimensions that are independent of the others. The results are checked on
// points, by name.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/Vectorisation.h"
#include "test/unit/layouts/LongTesting.h"

using namespace f2layout;
using namespace f2layout::longtest;
using llvm::StringRef;

namespace {

/// Everything small enough that the product's dimensions have 63 bits.
LinearLayout randomFactor(Random &R) {
  auto Small = [&](auto Names) {
    LayoutDims Dims = randomDims(R, Names);
    for (LayoutDim &D : Dims)
      D.Bits %= 30;
    return Dims;
  };
  return randomLong(R, Small(Threads), Small(Tensor));
}

/// L with one entry of its matrix or offset changed.
LinearLayout spoiled(Random &R, const LinearLayout &L) {
  LongWord Bit = LongWord::unit(R() % L.outputBits());
  BitMatrix M = L.matrix();
  unsigned Column = R() % (L.inputBits() + 1);
  if (Column == L.inputBits())
    return get(LinearLayout::fromMatrix(L.inputs(), L.outputs(), M,
                                        L.longOffset() ^ Bit));
  M.setColumn(Column, M.longColumn(Column) ^ Bit);
  return get(
      LinearLayout::fromMatrix(L.inputs(), L.outputs(), M, L.longOffset()));
}

void division(Random &R) {
  LinearLayout A = randomFactor(R), B = randomFactor(R);
  LinearLayout AB = get(product(A, B));
  EXPECT_TRUE(sameMap(get(rightDivide(AB, B)), A));
  EXPECT_EQ(llvm::toString(checkLeftDivision(AB, A)), "");
  if (!AB.outputBits())
    return;
  // Both must agree on a layout that may no longer be a product.
  LinearLayout Other = spoiled(R, AB);
  llvm::Error Left = checkLeftDivision(Other, A);
  EXPECT_EQ(!Left, leftDivide(Other, A).has_value());
  llvm::consumeError(std::move(Left));
  llvm::Expected<LinearLayout> Inner = rightDivide(Other, B);
  if (Inner)
    EXPECT_TRUE(sameMap(get(product(*Inner, B)), Other));
  else
    llvm::consumeError(Inner.takeError());
}

/// Inner repeated over Outer, by name: low bits are Inner's, high ones Outer's.
Indices atProduct(const LinearLayout &Inner, const LinearLayout &Outer,
                  const Indices &Place) {
  Indices Low, High;
  for (const auto &[Name, Index] : Place) {
    Low[Name] = Index & lowOnes(Inner.inputBits(Name));
    High[Name] = Index >> Inner.inputBits(Name);
  }
  Indices Element = at(Inner, Low);
  for (const auto &[Name, Index] : at(Outer, High))
    Element[Name] |= Index << Inner.outputBits(Name);
  return Element;
}

/// Registers under other names: any affine permutation of them.
LinearLayout withRegistersRenamed(Random &R, const LinearLayout &L) {
  LayoutDims Registers = {{"register", L.inputBits("register")}};
  LinearLayout Any = randomOnto(R, Registers, Registers);
  llvm::Expected<RegisterAction> A =
      RegisterAction::affine(Any.matrix(), Any.flatOffset());
  EXPECT_TRUE(bool(A)) << llvm::toString(A.takeError());
  return A ? get(A->apply(L)) : L;
}

/// A tile divides its products, whatever names the registers have.
void tiles(Random &R) {
  LinearLayout A = randomFactor(R), B = randomFactor(R);
  LinearLayout L = withRegistersRenamed(R, get(product(A, B)));
  llvm::Expected<TileDivision> D = divideByTile(L, A);
  ASSERT_TRUE(bool(D)) << llvm::toString(D.takeError());
  EXPECT_TRUE(D->Action.isPermutation());
  Indices Place = randomPlace(R, L.inputs());
  uint64_t Source = D->Action.source(Place["register"]);
  EXPECT_EQ(at(L, with(Place, "register", Source)),
            atProduct(A, D->Quotient, Place));
  if (!L.outputBits())
    return;
  // Everything else that is reported to divide does divide.
  LinearLayout Other = spoiled(R, L);
  llvm::Expected<TileDivision> E = divideByTile(Other, A);
  if (!E) {
    llvm::consumeError(E.takeError());
    return;
  }
  Source = E->Action.source(Place["register"]);
  EXPECT_EQ(at(Other, with(Place, "register", Source)),
            atProduct(A, E->Quotient, Place));
}

/// Vectors of 2^V elements with renamed registers; lane 1 moves by 2^V, so that
/// there are no wider ones.
void vectors(Random &R) {
  unsigned V = R() % 12, Rest = 1 + R() % (62 - V);
  LinearLayout Outer = randomLong(R,
                                  {{"register", unsigned(R() % 40)},
                                   {"lane", 1 + unsigned(R() % 50)},
                                   {"warp", unsigned(R() % 51)}},
                                  {{"offset", Rest}});
  BitMatrix M = Outer.matrix();
  unsigned Lane = *Outer.inputShift("lane");
  M.setColumn(Lane, M.column(Lane) | 1);
  Outer = get(LinearLayout::fromMatrix(Outer.inputs(), Outer.outputs(), M,
                                       Outer.longOffset()));
  LinearLayout Tile = get(LinearLayout::identity(V, "register", "offset"));
  LinearLayout L = withRegistersRenamed(R, get(product(Tile, Outer)));
  llvm::Expected<Vectorisation> Widest = largestVector(L, 1, 1u << 20);
  ASSERT_TRUE(bool(Widest)) << llvm::toString(Widest.takeError());
  EXPECT_EQ(Widest->Elements, uint64_t(1) << V);
  Indices Place = randomPlace(R, L.inputs());
  uint64_t Source = Widest->Action.source(Place["register"]);
  EXPECT_EQ(at(L, with(Place, "register", Source)),
            atProduct(Tile, Widest->Quotient, Place));
}

/// Index i of x is mapped to x: i, in a layout that is otherwise independent of
/// it.
void trivialDims(Random &R) {
  LinearLayout L = randomThin(R);
  unsigned Bits = 1 + R() % 40;
  LinearLayout Both =
      get(product(L, get(LinearLayout::identity(Bits, "x", "x"))));
  EXPECT_TRUE(isTrivialOver(Both, StringRef("x")));
  Indices Place = randomPlace(R, L.inputs());
  for (const LinearLayout &Q :
       {get(quotient(Both, StringRef("x"))), get(withoutTrivialDims(Both))})
    EXPECT_EQ(at(Q, Place), at(L, Place));
  LinearLayout Moved = get(LinearLayout::fromMatrix(
      Both.inputs(), Both.outputs(), Both.matrix(),
      Both.longOffset() ^ LongWord::unit(*Both.outputShift("x"))));
  EXPECT_FALSE(isTrivialOver(Moved, StringRef("x")));
}

class LongDivision : public RandomChecks {};

TEST_P(LongDivision, UndoesProducts) { checkRandom(65); }

INSTANTIATE_TEST_SUITE_P(All, LongDivision,
                         testing::Values(RandomCheck{"Factors", division},
                                         RandomCheck{"Tiles", tiles},
                                         RandomCheck{"Vectors", vectors},
                                         RandomCheck{"TrivialDims",
                                                     trivialDims}),
                         nameOfCheck);

/// The coordinates of messages are above bit 64 of flat numbers.
TEST(LongDivisionMessages, NameTheImage) {
  LinearLayout L = parsed("register=[[0,1]], lane=[[0,0]] -> "
                          "[1099511627776,1099511627776] ^ [536870912,0]");
  auto Say = [&](StringRef Tile) {
    return llvm::toString(divideByTile(L, parsed(Tile)).takeError());
  };
  EXPECT_EQ(Say("register=[[1073741824,0]] -> [2147483648,1]"),
            "cannot divide: no register has the image [1073741824,0] of bit 0 "
            "of the tile's 'register'");
  EXPECT_EQ(Say("register=[[0,1]] -> [1073741824,2]"),
            "cannot divide: the offset is [536870912,0] inside the tile, "
            "expected [0,0], and no register makes up for that");
  EXPECT_EQ(Say("register=[] -> [1073741824,2]"),
            "cannot divide: register bit 0 moves the element by [0,1] inside "
            "the tile, which the tile's 'register' cannot");
}

} // namespace
