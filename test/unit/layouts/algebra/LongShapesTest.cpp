//===- LongShapesTest.cpp - Shape operations above 64 bits ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of up to 2^150 elements, transposed, reshaped, repeated, paired. Each
// test asks which element of the operand a thread has in the register that
// ShapeOp::registers names, and what that element becomes, by coordinates.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/RegisterPairs.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/ShapeOps.h"
#include "test/unit/layouts/LongTesting.h"

using namespace f2layout;
using namespace f2layout::longtest;

namespace {

llvm::SmallVector<uint64_t> shapeOf(const LinearLayout &L) {
  llvm::SmallVector<uint64_t> Shape;
  for (const LayoutDim &D : L.outputs())
    Shape.push_back(D.size());
  return Shape;
}

/// The coordinates in their order.
std::vector<uint64_t> point(const LinearLayout &L, const Indices &Place) {
  std::vector<uint64_t> P;
  Indices Element = at(L, Place);
  for (const LayoutDim &D : L.outputs())
    P.push_back(Element.at(D.Name.str()));
  return P;
}

/// One place, seen through an operation.
struct Seen {
  std::vector<uint64_t> Result;  ///< What the result holds there.
  std::vector<uint64_t> Operand; ///< What the register it comes from holds.
  uint64_t Which = 0;            ///< In which of two operands that is.
};

/// Compares layouts of the operand and the result at one place of the result.
/// Two operands are one list of registers.
Seen seen(Random &R, llvm::Expected<ShapeOp> Op, const LinearLayout &Operand) {
  Seen S;
  if (!Op) {
    ADD_FAILURE() << llvm::toString(Op.takeError());
    return S;
  }
  LinearLayout Result = get(Op->forward(Operand));
  // And the inverse: the operand's layout, with its coordinates by position.
  EXPECT_TRUE(
      sameMap(get(Op->backward(Result)), get(withStandardOutputs(Operand))));
  llvm::Expected<RegisterAction> A = Op->registers(Operand, Result);
  if (!A) {
    ADD_FAILURE() << llvm::toString(A.takeError());
    return S;
  }
  Indices Place = randomPlace(R, Result.inputs());
  uint64_t Source = A->source(Place["register"]);
  unsigned Bits = Operand.inputBits("register");
  S.Result = point(Result, Place);
  S.Operand = point(Operand, with(Place, "register", Source & lowOnes(Bits)));
  S.Which = Source >> Bits;
  return S;
}

/// Names that shape operations give.
LinearLayout randomTensor(Random &R) {
  return get(withStandardOutputs(randomThin(R)));
}

void pairs(Random &R) {
  LinearLayout L = randomThin(R);
  unsigned Bit = R() % (L.inputBits("register") + 1);
  LinearLayout Pairs = get(pairRegisters(L, Bit));
  Indices Place = randomPlace(R, L.inputs()), Element = at(L, Place);
  uint64_t Low = Place["register"] & lowOnes(Bit);
  for (uint64_t Which : {0, 1}) {
    Element["dim3"] = Which;
    uint64_t Register = (Place["register"] ^ Low) << 1 | Which << Bit | Low;
    EXPECT_EQ(at(Pairs, with(Place, "register", Register)), Element);
  }
  EXPECT_EQ(get(unpairRegisters(Pairs)), L);
}

void transposing(Random &R) {
  LinearLayout L = randomTensor(R);
  Seen S = seen(R, ShapeOp::trans(shapeOf(L), {2, 0, 1}), L);
  EXPECT_EQ(S.Result,
            (std::vector<uint64_t>{S.Operand[2], S.Operand[0], S.Operand[1]}));
}

/// Row-major numbers do not change.
void reshaping(Random &R) {
  LinearLayout L = randomTensor(R);
  unsigned Bits = L.outputBits();
  llvm::SmallVector<uint64_t> To;
  while (Bits) {
    unsigned Some = std::min<unsigned>(Bits, 1 + R() % 63);
    To.push_back(uint64_t(1) << Some);
    Bits -= Some;
  }
  Seen S = seen(R, ShapeOp::reshape(shapeOf(L), To), L);
  auto RowMajor = [](llvm::ArrayRef<uint64_t> Point,
                     llvm::ArrayRef<uint64_t> Shape) {
    std::vector<bool> LowFirst;
    for (unsigned I = Point.size(); I-- > 0;)
      for (uint64_t Bit = 1; Bit < Shape[I]; Bit *= 2)
        LowFirst.push_back(Point[I] & Bit);
    return LowFirst;
  };
  EXPECT_EQ(RowMajor(S.Result, To), RowMajor(S.Operand, shapeOf(L)));
}

void expanding(Random &R) {
  LinearLayout L = randomTensor(R);
  Seen S = seen(R, ShapeOp::expandDims(shapeOf(L), 1), L);
  EXPECT_EQ(S.Result, (std::vector<uint64_t>{S.Operand[0], 0, S.Operand[1],
                                             S.Operand[2]}));
}

void joining(Random &R) {
  LinearLayout L = randomTensor(R);
  Seen S = seen(R, ShapeOp::join(shapeOf(L)), L);
  S.Operand.push_back(S.Which);
  EXPECT_EQ(S.Result, S.Operand);
}

/// Repeats the rows of a matrix, in threads that have copies and in new
/// registers. This has no inverse: the result does not determine the operand.
void repeating(Random &R) {
  LinearLayout L = get(resizeOutput(randomTensor(R), "dim1", 0));
  llvm::SmallVector<uint64_t> To = shapeOf(L);
  To[1] = uint64_t(1) << R() % 13;
  llvm::Expected<ShapeOp> Op = ShapeOp::broadcast(shapeOf(L), To);
  ASSERT_TRUE(bool(Op)) << llvm::toString(Op.takeError());
  LinearLayout Result = get(Op->forward(L));
  EXPECT_EQ(shapeOf(Result), To);
  llvm::Expected<RegisterAction> A = Op->registers(L, Result);
  ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
  Indices Place = randomPlace(R, Result.inputs());
  uint64_t Source = A->source(Place["register"]);
  EXPECT_EQ(at(L, with(Place, "register", Source)),
            with(at(Result, Place), "dim1", 0));
}

/// Takes pairs in registers apart: result 0 is the first of each pair.
void splitting(Random &R) {
  LinearLayout Half = randomTensor(R);
  LinearLayout L =
      get(pairRegisters(Half, R() % 2 ? 0 : Half.inputBits("register")));
  llvm::Expected<ShapeOp> Op = ShapeOp::split(shapeOf(L));
  ASSERT_TRUE(bool(Op)) << llvm::toString(Op.takeError());
  LinearLayout Result = get(Op->forward(L));
  llvm::Expected<RegisterAction> A = Op->registers(L, Result);
  ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
  unsigned Bits = Result.inputBits("register");
  Indices Place = randomPlace(R, Result.inputs());
  for (uint64_t Which : {0, 1}) {
    uint64_t Source = A->source(Which << Bits | Place["register"]);
    EXPECT_EQ(at(L, with(Place, "register", Source)),
              with(at(Result, Place), "dim3", Which));
  }
}

class LongShape : public RandomChecks {};

TEST_P(LongShape, DoesWhatCoordinatesSay) { checkRandom(66); }

INSTANTIATE_TEST_SUITE_P(All, LongShape,
                         testing::Values(RandomCheck{"Pairs", pairs},
                                         RandomCheck{"Trans", transposing},
                                         RandomCheck{"Reshape", reshaping},
                                         RandomCheck{"ExpandDims", expanding},
                                         RandomCheck{"Join", joining},
                                         RandomCheck{"Broadcast", repeating},
                                         RandomCheck{"Split", splitting}),
                         nameOfCheck);

} // namespace
