//===- ShapeClosureTest.cpp - Layouts that shape operations generate ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of the paper's theorem 9.3: blocked layouts, shape operations
// and reduction generate every distributed layout. Given one with B input bits,
// start from the line of 2^B elements, one for each index (which is blocked),
// cut it into a cube of two by two by ..., reduce the dimensions of the bits
// that make no difference, transpose the others and join them to the shape.
//
// All distributed layouts of up to six output bits and eight input bits are
// generated in this way.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/ShapeOps.h"
#include "layouts/algebra/Slicing.h"
#include "test/unit/layouts/LayoutTesting.h"
#include <algorithm>

using namespace f2layout;

namespace {

using Shape = ShapeOp::Shape;

LinearLayout after(llvm::Expected<ShapeOp> Op, const LinearLayout &L) {
  if (Op)
    return get(Op->forward(L));
  ADD_FAILURE() << llvm::toString(Op.takeError());
  return L;
}

/// Makes the layout whose bit b moves along output bit Row[b], or along none if
/// that is -1; output bits are numbered from the major end.
LinearLayout generated(llvm::ArrayRef<LayoutDim> Inputs,
                       llvm::ArrayRef<int> Row, Shape To) {
  unsigned Bits = Row.size();
  // Dimension i of the cube belongs to input bit Bits - 1 - i.
  LinearLayout Line = get(LinearLayout::fromMatrix(
      Inputs, LayoutDim{"dim0", Bits}, BitMatrix::identity(Bits)));
  LinearLayout L =
      after(ShapeOp::reshape({uint64_t(1) << Bits}, Shape(Bits, 2)), Line);
  std::vector<int> Kept;
  for (unsigned I = 0; I < Bits; ++I) {
    int Target = Row[Bits - 1 - I];
    if (Target < 0)
      L = get(sliceOutput(L, "dim" + std::to_string(I)));
    else
      Kept.push_back(Target);
  }
  std::vector<unsigned> Order(Kept.size());
  for (unsigned I = 0; I < Kept.size(); ++I)
    Order[Kept[I]] = I;
  Shape Cube(Kept.size(), 2);
  L = after(ShapeOp::trans(Cube, Order), L);
  return after(ShapeOp::reshape(Cube, To), L);
}

/// The same layout, written down.
LinearLayout direct(llvm::ArrayRef<LayoutDim> Inputs, llvm::ArrayRef<int> Row,
                    const Shape &To) {
  std::vector<LayoutDim> Outs;
  unsigned OutBits = 0;
  for (uint64_t Size : To) {
    unsigned Bits = 0;
    while (uint64_t(1) << Bits < Size)
      ++Bits;
    Outs.push_back({"dim" + std::to_string(Outs.size()), Bits});
    OutBits += Bits;
  }
  llvm::SmallVector<uint64_t> Columns;
  for (int Target : Row)
    Columns.push_back(Target < 0 ? 0 : uint64_t(1) << (OutBits - 1 - Target));
  return get(
      LinearLayout::fromMatrix(Inputs, Outs, BitMatrix(OutBits, Columns)));
}

/// A shape of that many bits, a different one each time.
Shape someShape(Random &R, unsigned Bits) {
  Shape S(1 + R() % 5, 1);
  while (Bits-- > 0)
    S[R() % S.size()] *= 2;
  return S;
}

class ShapeClosure : public testing::TestWithParam<unsigned> {};

TEST_P(ShapeClosure, EveryDistributedLayoutIsGenerated) {
  unsigned OutBits = GetParam(), Count = 0;
  Random R(OutBits);
  for (unsigned Zeros = 0; Zeros <= 2; ++Zeros) {
    // Every arrangement of the output bits and of the zeros among the inputs.
    std::vector<int> Row(Zeros, -1);
    for (unsigned Bit = 0; Bit < OutBits; ++Bit)
      Row.push_back(Bit);
    do {
      unsigned Registers = R() % (Row.size() + 1);
      unsigned Lanes = R() % (Row.size() - Registers + 1);
      std::vector<LayoutDim> Inputs = {
          {"register", Registers},
          {"lane", Lanes},
          {"warp", unsigned(Row.size()) - Registers - Lanes}};
      Shape To = someShape(R, OutBits);
      LinearLayout Wanted = direct(Inputs, Row, To);
      ASSERT_TRUE(isDistributed(Wanted));
      ASSERT_EQ(generated(Inputs, Row, To), Wanted) << toString(Wanted);
      ++Count;
    } while (std::next_permutation(Row.begin(), Row.end()));
  }
  // (n + z)! / z! arrangements for z = 0, 1, 2.
  auto Factorial = [](unsigned N) {
    unsigned Product = 1;
    for (; N > 1; --N)
      Product *= N;
    return Product;
  };
  EXPECT_EQ(Count, Factorial(OutBits) + Factorial(OutBits + 1) +
                       Factorial(OutBits + 2) / 2);
}

INSTANTIATE_TEST_SUITE_P(OutputBits, ShapeClosure, testing::Range(0u, 7u));

} // namespace
