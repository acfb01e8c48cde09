//===- AlgebraExamplesTest.cpp - The CuTe algebra on CuTe's own examples --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AlgebraExamples.def and TilingExamples.def have what CuTe printed,
// HeaderExamples.def what the headers of layouts/cute state.
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/CuteText.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Structure.h"
#include "layouts/cute/Tiling.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

struct Example {
  const char *Operation, *Left, *Right, *Result;
};

constexpr Example AlgebraExamples[] = {
#include "AlgebraExamples.def"
};
constexpr Example TilingExamples[] = {
#include "TilingExamples.def"
};

constexpr Example HeaderExamples[] = {
#include "HeaderExamples.def"
};

using Result = Expected<std::string>;

template <typename T> Result text(Expected<T> V) {
  if (!V)
    return V.takeError();
  return cute::toString(*V);
}
Result text(Layout L) { return cute::toString(L); }
Result text(Expected<int64_t> V) {
  if (!V)
    return V.takeError();
  return cute::toString(fixed(*V));
}

/// The first two numbers behind the name of the operation.
std::pair<unsigned, unsigned> numbers(StringRef Operation) {
  SmallVector<StringRef, 3> Words;
  Operation.split(Words, ' ');
  unsigned A = 0, B = 0;
  if (Words.size() == 3) {
    Words[1].getAsInteger(10, A);
    Words[2].getAsInteger(10, B);
  }
  return {A, B};
}

/// Operations on one layout.
Result runUnary(StringRef Name, const Layout &L) {
  auto [A, B] = numbers(Name);
  if (Name == "coalesce")
    return text(coalesce(L));
  if (Name == "complement")
    return text(complement(L));
  if (Name == "right_inverse")
    return text(rightInverse(L));
  if (Name == "left_inverse")
    return text(leftInverse(L));
  if (Name == "filter")
    return text(filter(L));
  if (Name == "nullspace")
    return text(nullspace(L));
  if (Name == "flatten")
    return text(cute::flatten(L));
  if (Name.starts_with("group"))
    return text(group(L, A, B));
  if (Name.starts_with("take"))
    return text(take(L, A, B));
  if (Name.starts_with("select"))
    return text(select(L, {A, B}));
  if (Name.starts_with("recast"))
    return text(recast(L, 8, 32));
  return cuteError("unknown operation " + Name);
}

/// Operations on a layout and a tiler.
Result runTiling(StringRef Name, const Layout &L, const Tiler &T) {
  if (Name == "compose tiler")
    return text(compose(L, T));
  if (Name == "logical_divide")
    return text(logicalDivide(L, T));
  if (Name == "zipped_divide")
    return text(zippedDivide(L, T));
  if (Name == "tiled_divide")
    return text(tiledDivide(L, T));
  if (Name == "flat_divide")
    return text(flatDivide(L, T));
  if (Name == "logical_product")
    return text(logicalProduct(L, T));
  if (Name == "zipped_product")
    return text(zippedProduct(L, T));
  if (Name == "tiled_product")
    return text(tiledProduct(L, T));
  if (Name == "flat_product")
    return text(flatProduct(L, T));
  return cuteError("unknown operation " + Name);
}

/// Operations on a layout and a shape, a profile or a number.
Result runTuple(StringRef Name, const Layout &L, const IntTuple &T) {
  if (Name == "coalesce by")
    return text(coalesce(L, T));
  if (Name == "complement")
    return text(complement(L, T));
  if (Name == "tile_to_shape")
    return text(tileToShape(L, T));
  if (Name == "with_shape")
    return text(withShape(L, T));
  if (Name == "upcast")
    return text(upcast(L, T.integer().Value));
  if (Name == "downcast")
    return text(downcast(L, T.integer().Value));
  return cuteError("unknown operation " + Name);
}

Result runBinary(StringRef Name, const Layout &A, const Layout &B) {
  if (Name == "compose")
    return text(compose(A, B));
  if (Name == "blocked_product")
    return text(blockedProduct(A, B));
  if (Name == "raked_product")
    return text(rakedProduct(A, B));
  if (Name == "max_common_layout")
    return text(maxCommonLayout(A, B));
  if (Name == "max_common_vector")
    return text(maxCommonVector(A, B));
  return cuteError("unknown operation " + Name);
}

/// Operations with a swizzle.
Result runSwizzled(StringRef Name, const Example &E) {
  StringRef Left = E.Left, Right = E.Right;
  if (Name == "upcast")
    return text(upcast(cantFail(parseComposed(Left)), std::stoi(E.Right)));
  if (Name == "right_inverse")
    return text(rightInverse(cantFail(parseComposed(Left))));
  Swizzle S = cantFail(parseSwizzle(Right));
  if (Left.starts_with("Sw"))
    return text(compose(cantFail(parseSwizzle(Left)), S));
  return text(compose(cantFail(cute::parseLayout(Left)), S));
}

Result run(const Example &E) {
  StringRef Name = E.Operation, Left = E.Left, Right = E.Right;
  if (Left.starts_with("Sw") || Right.starts_with("Sw"))
    return runSwizzled(Name, E);
  if (Name == "ordered")
    return text(
        makeOrdered(cantFail(parseTuple(Left)), cantFail(parseTuple(Right))));
  Layout L = cantFail(cute::parseLayout(Left));
  if (Right.empty())
    return runUnary(Name, L);
  if (Name.contains("logical") || Name.contains("zipped") ||
      Name.contains("tiled") || Name.contains("flat") ||
      Name == "compose tiler")
    return runTiling(Name, L, cantFail(parseTiler(Right)));
  if (!Right.contains(':'))
    return runTuple(Name, L, cantFail(parseTuple(Right)));
  return runBinary(Name, L, cantFail(cute::parseLayout(Right)));
}

void check(ArrayRef<Example> Examples) {
  for (const Example &E : Examples) {
    Result R = run(E);
    std::string Found = R ? *R : toString(R.takeError());
    EXPECT_EQ(Found, E.Result)
        << E.Operation << "  " << E.Left << "  " << E.Right;
  }
}

} // namespace

TEST(CuteExamples, Algebra) {
  EXPECT_GE(std::size(AlgebraExamples), 84u);
  check(AlgebraExamples);
}

TEST(CuteExamples, Tiling) { check(TilingExamples); }

TEST(CuteExamples, Headers) { check(HeaderExamples); }

// A space with gaps has fewer places than it has room for elements. CuTe prints
// ((_4,_2),_4):((_8,_3),_1), whose copies 0 and 3 share the number 3.
TEST(CuteExamples, NoOverlappingCopies) {
  Layout A = cantFail(parseLayout("(_4,_2):(_8,_3)"));
  Expected<Layout> Four =
      logicalProduct(A, Tiler::of(cantFail(parseLayout("_4:_1"))));
  ASSERT_FALSE(bool(Four));
  EXPECT_NE(
      llvm::toString(Four.takeError()).find("has fewer places than the 4"),
      std::string::npos);
  Layout Three =
      cantFail(logicalProduct(A, Tiler::of(cantFail(parseLayout("_3:_1")))));
  std::set<int64_t> Values;
  for (int64_t I = 0; I < Three.size(); ++I)
    EXPECT_TRUE(Values.insert(Three(I)).second);
  // What CuTe does not compile: places of several modes, and then the block.
  EXPECT_EQ(text(rakedProduct(cantFail(parseLayout("_3:_2")),
                              cantFail(parseLayout("_4:_1"))))
                .get(),
            "(((_2,_2),_3)):(((_1,_6),_2))");
}

// Where CuTe gives a layout with wrong values.
TEST(CuteExamples, RefusedThoughCuteHasAnswers) {
  auto Refusal = [](auto Result) {
    return Result ? std::string("accepted") : toString(Result.takeError());
  };
  auto L = [](StringRef Text) { return cantFail(parseLayout(Text)); };
  EXPECT_EQ(Refusal(downcast(L("(_2,_1):(_1,_1)"), 2)),
            "downcast of (_2,_1):(_1,_1): two modes have the stride 1, so that "
            "each would have all parts of an element");
  EXPECT_EQ(Refusal(upcast(L("(_4,_5):(_2,_1)"), 8)),
            "upcast of (_4,_5):(_2,_1) by 8: modes carry into each other "
            "inside of an element");
  EXPECT_EQ(Refusal(maxCommonVector(L("_5:_1"), L("(_2,_6):(_1,_2)"))),
            "common elements of _5:_1 and (_2,_6):(_1,_2): 12, but _5:_1 has "
            "only 5");
  EXPECT_EQ(
      Refusal(rightInverse(cantFail(parseComposed("Sw<2,0,-2> o 0 o _4:_1")))),
      "inverse of Sw<2,0,-2> o 0 o _4:_1: the swizzle takes 1 to "
      "coordinate 5, outside of the layout");
  EXPECT_EQ(
      Refusal(upcast(cantFail(parseComposed("Sw<2,0,-2> o 0 o _4:_1")), 2)),
      "upcast of Sw<2,0,-2> by 2: the parts of an element go to "
      "different elements");
  // Strides near the largest.
  EXPECT_EQ(
      toString(cute::coalesceUnbounded(L("(_2,_1):(_8,4611686018427387903)"))),
      "(_2,_1):(_8,4611686018427387903)");
  consumeError(compose(L("(_2305843009213693952,_1):(1,1048576)"),
                       L("_8:-1099511627776"))
                   .takeError());
  consumeError(
      blockedProduct(L("1:2305843009213693952"), L("1:-4")).takeError());
  consumeError(
      withShape(L("(4611686018427387903,_1):(1,1)"), cantFail(parseTuple("_1")))
          .takeError());
  // A left inverse has to take back only what the layout gives.
  const ComposedLayout Left =
      cantFail(leftInverse(cantFail(parseComposed("Sw<2,0,-2> o 0 o _4:_1"))));
  for (int64_t I = 0; I < 4; ++I)
    EXPECT_EQ(Left(I ^ I << 2), I);
}
