//===- RotatingSharedTest.cpp - A swizzle that varies by block ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MemoryFamily.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

RotatingSharedParams params(unsigned Vec, unsigned PerPhase, unsigned MaxPhase,
                            Sizes O) {
  return {Vec, PerPhase, MaxPhase, O, {}};
}

/// Where an element is kept, by the formula of the header: vectors of a row are
/// permuted, rows and further dimensions follow each other.
uint64_t offsetOf(const RotatingSharedParams &P, const Extents &Shape,
                  const LayoutPoint &Element) {
  uint64_t Columns = Shape[P.Order[0]], Column = Element[P.Order[0]];
  if (P.Order.size() > 1) {
    uint64_t Row = Element[P.Order[1]];
    uint64_t Phase = Row / P.PerPhase % P.MaxPhase;
    uint64_t Block = Row / (P.PerPhase * P.MaxPhase) % P.MaxPhase;
    Column =
        ((Column / P.Vec ^ Phase ^ Block) * P.Vec + Column % P.Vec) % Columns;
  }
  uint64_t Offset = Column, Stride = Columns;
  for (unsigned D : llvm::ArrayRef(P.Order).drop_front()) {
    Offset += Stride * Element[D];
    Stride *= Shape[D];
  }
  return Offset;
}

void check(const RotatingSharedParams &P, const Extents &Shape) {
  LinearLayout L = get(rotatingSharedLayout(P, Shape));
  ASSERT_TRUE(L.isInjective() && L.isSurjective()) << toString(L);
  for (uint64_t Offset = 0; Offset < L.inputs()[0].size(); ++Offset) {
    LayoutPoint Element = L.point(L.applyFlat(Offset));
    ASSERT_EQ(offsetOf(P, Shape, Element), Offset)
        << toString(Element) << " in " << toString(L);
  }
}

TEST(RotatingShared, AsTheFormula) {
  for (unsigned Vec : {1, 2, 8})
    for (unsigned PerPhase : {1, 2, 4})
      for (unsigned MaxPhase : {1, 4, 16})
        for (const Extents &Shape : {Extents{16, 4}, Extents{64, 64},
                                     Extents{1, 32}, Extents{128, 2}}) {
          check(params(Vec, PerPhase, MaxPhase, {1, 0}), Shape);
          check(params(Vec, PerPhase, MaxPhase, {0, 1}), Shape);
        }
}

TEST(RotatingShared, OneToFiveDimensions) {
  check(params(2, 1, 4, {0}), {64});
  check(params(4, 2, 4, {2, 1, 0}), {4, 64, 32});
  check(params(4, 1, 8, {1, 2, 0, 3}), {2, 32, 64, 4});
  check(params(1, 1, 4, {4, 3, 2, 1, 0}), {2, 2, 4, 16, 8});
}

TEST(RotatingShared, Text) {
  EXPECT_EQ(text(memoryLayout({params(1, 1, 4, {1, 0})}, {16, 4})),
            "offset=[[0,1],[0,2],[1,1],[2,2],[4,1],[8,2]] -> [16,4]");
  // Pieces of 4x8 in two blocks: the second starts with phase 0 again.
  RotatingSharedParams P = params(1, 1, 2, {1, 0});
  P.Cga.Images = {{1, 0}};
  EXPECT_EQ(text(rotatingSharedLayout(P, {8, 8})),
            "offset=[[0,1],[0,2],[0,4],[1,1],[2,1]], block=[[4,0]] -> [8,8]");
}

TEST(RotatingShared, Errors) {
  auto Message = [](const RotatingSharedParams &P, const Extents &Shape) {
    return text(rotatingSharedLayout(P, Shape));
  };
  EXPECT_EQ(Message(params(3, 1, 4, {1, 0}), {16, 4}),
            "error: rotating shared: vec is 3, expected a power of two");
  EXPECT_EQ(Message(params(1, 0, 4, {1, 0}), {16, 4}),
            "error: rotating shared: perPhase is 0, expected a power of two");
  EXPECT_EQ(Message(params(1, 1, 6, {1, 0}), {16, 4}),
            "error: rotating shared: maxPhase is 6, expected a power of two");
  EXPECT_EQ(
      Message(params(1, 1, 4, {1, 1}), {16, 4}).rfind("error: rotating", 0),
      0u);
  EXPECT_EQ(
      Message(params(1, 1, 4, {1, 0}), {16, 12}).rfind("error: rotating", 0),
      0u);
}

} // namespace
