//===- SliceTest.cpp - Slices and dices of random layouts -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice has the values of the layout at all coordinates that have the fixed
// numbers, in their order; a dice those at which all that is kept is 0.
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Slice.h"
#include "RandomLayouts.h"
#include "layouts/cute/CuteText.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

constexpr int Count = 5000;

SliceCoordinate randomSlice(RandomLayouts &Random, const IntTuple &Shape) {
  const int64_t Kind = Random.below(3);
  if (Kind == 0)
    return {};
  if (Kind == 1 || !Shape.isTuple())
    return SliceCoordinate::number(Random.below(countOf(Shape)));
  std::vector<SliceCoordinate> Items;
  for (unsigned I = 0; I < Shape.rank(); ++I)
    Items.push_back(randomSlice(Random, Shape.mode(I)));
  return SliceCoordinate::tuple(std::move(Items));
}

/// Whether the parts of an integral coordinate are as wanted: those that are
/// kept, and those that are fixed.
bool matches(const IntTuple &Shape, const SliceCoordinate &At, int64_t Index,
             bool KeptIsZero, bool FixedAsSaid) {
  if (At.K == SliceCoordinate::Kept)
    return !KeptIsZero || Index == 0;
  if (At.K == SliceCoordinate::Number)
    return !FixedAsSaid || Index == At.Value;
  for (unsigned I = 0; I < Shape.rank(); ++I) {
    const int64_t Size = countOf(Shape.mode(I));
    if (!matches(Shape.mode(I), At.Items[I], Index % Size, KeptIsZero,
                 FixedAsSaid))
      return false;
    Index /= Size;
  }
  return true;
}

std::vector<int64_t> valuesWhere(const Layout &L, const SliceCoordinate &At,
                                 bool KeptIsZero, bool FixedAsSaid) {
  std::vector<int64_t> Values;
  for (int64_t I = 0; I < countOf(L.shape()); ++I)
    if (matches(L.shape(), At, I, KeptIsZero, FixedAsSaid))
      Values.push_back(valueAt(L, I));
  return Values;
}

unsigned countKind(const SliceCoordinate &At, SliceCoordinate::Kind K) {
  unsigned Sum = At.K == K;
  for (const SliceCoordinate &Item : At.Items)
    Sum += countKind(Item, K);
  return Sum;
}

std::string errorOf(const char *L, const char *At) {
  Expected<SliceCoordinate> Coordinate = parseSliceCoordinate(At);
  if (!Coordinate)
    return toString(Coordinate.takeError());
  Expected<Sliced> S = slice(cantFail(parseLayout(L)), *Coordinate);
  return S ? "" : toString(S.takeError());
}

} // namespace

TEST(CuteSlice, RandomLayouts) {
  RandomLayouts Random(41);
  int Tuples = 0;
  for (int N = 0; N < Count && !HasFailure(); ++N) {
    const Layout L = Random.withSigns(Random.next(N % 2 == 0));
    const SliceCoordinate At = randomSlice(Random, L.shape());
    SCOPED_TRACE(toString(L));
    const Sliced S = cantFail(slice(L, At));
    ASSERT_FALSE(S.Offset.isTuple());
    std::vector<int64_t> Values = valuesOf(S.Kept);
    for (int64_t &V : Values)
      V += S.Offset.integer().Value;
    EXPECT_EQ(Values, valuesWhere(L, At, false, true));
    const Layout Rest = cantFail(dice(L, At));
    EXPECT_EQ(valuesOf(Rest), valuesWhere(L, At, true, false));
    if (At.K != SliceCoordinate::Tuple)
      continue;
    ++Tuples;
    for (auto [Part, Kind] : {std::pair<const Layout *, SliceCoordinate::Kind>{
                                  &S.Kept, SliceCoordinate::Kept},
                              {&Rest, SliceCoordinate::Number}})
      EXPECT_EQ(Part->rank(), std::max(1u, countKind(At, Kind)));
  }
  EXPECT_GT(Tuples, Count / 10);
}

TEST(CuteSlice, BehindSwizzles) {
  const ComposedLayout L =
      cantFail(parseComposed("Sw<2,0,3> o 5 o ((2,4),8):((1,8),2)"));
  for (int64_t A = 0; A < 4; ++A) {
    const ComposedLayout S = cantFail(slice(
        L, cantFail(parseSliceCoordinate(("((_," + Twine(A) + "),_)").str()))));
    for (int64_t I = 0; I < 16; ++I) {
      const int64_t Whole = I % 2 + 2 * A + 8 * (I / 2);
      const int64_t X = 5 + valueAt(L.Inner, Whole);
      EXPECT_EQ(S(I), X ^ (X >> 3 & 3));
    }
  }
}

TEST(CuteSlice, Coordinates) {
  const Layout L = cantFail(parseLayout("(4,8):(1@1,1@0)"));
  const Sliced S = cantFail(slice(L, cantFail(parseSliceCoordinate("(_,3)"))));
  EXPECT_EQ(toString(S.Kept), "(4):(1@1)");
  EXPECT_EQ(toString(S.Offset), "(3,0)");
}

// What is kept may lack axes that the offset has, in front, behind and inside.
TEST(CuteSlice, CoordinatesFromAnOffset) {
  const ComposedLayout L = cantFail(
      parseComposed("ArithTuple(5,(6,7),8) o (2,3,2,4):(1@0,1@0@1,2@1@1,3@2)"));
  for (int64_t Fixed = 1; Fixed < 15; ++Fixed) {
    std::string At, Point;
    const int64_t Numbers[] = {1, 2, 1, 3};
    for (unsigned Mode = 0; Mode < 4; ++Mode)
      At += (Mode ? "," : "(") + (Fixed >> Mode & 1
                                      ? std::to_string(Numbers[Mode])
                                      : std::string("_"));
    At += ")";
    const ComposedLayout S =
        cantFail(slice(L, cantFail(parseSliceCoordinate(At))));
    for (int64_t I = 0; I < S.size(); ++I) {
      int64_t Rest = I, C[4];
      for (unsigned Mode = 0; Mode < 4; ++Mode) {
        const int64_t Size = L.Inner.mode(Mode).size();
        C[Mode] = Fixed >> Mode & 1 ? Numbers[Mode] : Rest % Size;
        Rest = Fixed >> Mode & 1 ? Rest : Rest / Size;
      }
      const std::string Expected =
          ("(" + Twine(5 + C[0]) + ",(" + Twine(6 + C[1]) + "," +
           Twine(7 + 2 * C[2]) + ")," + Twine(8 + 3 * C[3]) + ")")
              .str();
      EXPECT_EQ(toString(cantFail(S.evaluate(IntTuple(dynamic(I))))), Expected)
          << At;
    }
  }
}

TEST(CuteSlice, Errors) {
  EXPECT_EQ(errorOf("(4,8):(8,1)", "(2,_,_)"),
            "the coordinate has a tuple of 3 where the layout has the mode "
            "(4,8)");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "((_,1),2)"),
            "the coordinate has a tuple of 2 where the layout has the mode 4");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "(4,_)"),
            "coordinate 4 is outside of the shape 4");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "(3,_)"), "");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "32"),
            "coordinate 32 is outside of the shape (4,8)");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "31"), "");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "(-1,_)"),
            "1:2: expected a coordinate, found '-'");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "(4,_"),
            "1:5: expected ',' or ')', found the end of the text");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "()"),
            "1:3: expected a coordinate in the brackets, found the end of the "
            "text");
  EXPECT_EQ(errorOf("(4,8):(8,1)", "(1,_) 2"),
            "1:7: expected the end of the coordinate, found '2'");
}
