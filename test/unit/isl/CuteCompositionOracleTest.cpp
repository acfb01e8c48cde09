//===- CuteCompositionOracleTest.cpp - CuTe's compositions, by isl --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A composition is the composition of the relations, whose left one goes on
// without an end. With a tiler by mode it is that of relations side by side.
//
//===----------------------------------------------------------------------===//

#include "CuteOracleTesting.h"
#include "layouts/cute/Composition.h"
#include <set>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;
using cute::ComposedLayout;
using cute::Int;
using cute::IntTuple;
using cute::Layout;
using cute::Swizzle;
using cute::Tiler;

namespace {

class CuteCompositions : public CuteOperations {
protected:
  Swizzle nextSwizzle() {
    int64_t B = Random.below(3), M = Random.below(3), S = B + Random.below(2);
    return cantFail(Swizzle::create(B, M, Random.below(2) ? S : -S));
  }

  /// Compares a layout behind a swizzle with a definition, and with maps one
  /// after the other: isl computes all values of both. (Relations of swizzled
  /// numbers have two divisions for each bit, too many for whole relations.)
  void checkComposed(const char *Operation, const ComposedLayout &R,
                     Value Wanted, const std::vector<Function> &Maps) {
    Tally &T = Tallies[Operation];
    ++T.Results;
    std::vector<Function> Steps;
    addSteps(Steps, relationSteps(R));
    for (int64_t I = 0; I < R.size(); ++I)
      ASSERT_EQ(R(I), Wanted(I)) << Operation << " at " << I;
    auto Same = [&] {
      for (int64_t I = 0; I < R.size(); ++I) {
        auto First = valueOf(Steps, I), Second = valueOf(Maps, I);
        if (!First || !Second)
          return Answer::Unknown;
        if (First != Second)
          return Answer::No;
      }
      return Answer::Yes;
    };
    ask(Operation, Same, [&] { return Same() == Answer::Yes; });
    std::optional<cute::LinearForm> Form =
        valueOr(cute::toLinear(R, cute::CoordinateKind::Integral));
    T.Linear += Form.has_value();
    if (Form)
      expectMap(Operation, Form->Map, R.size(), Wanted);
  }

  void addSteps(std::vector<Function> &Functions, std::vector<Relation> Steps) {
    for (Relation &R : Steps) {
      for (RelationDim &D : R.Outputs)
        D.Last.clear();
      Functions.push_back(C.function(toString(R)));
    }
  }

  static std::optional<std::vector<int64_t>>
  valueOf(const std::vector<Function> &Functions, int64_t I) {
    std::optional<std::vector<int64_t>> Value = std::vector<int64_t>{I};
    for (const Function &F : Functions)
      Value = Value ? F.at(*Value) : std::nullopt;
    return Value;
  }

  /// Algorithm 1 on numbers below Size, a power of two.
  void addSwizzle(std::vector<Function> &Functions, const Swizzle &S,
                  int64_t Size) {
    addSteps(Functions, relationSteps(S, Log2_64(uint64_t(Size))));
  }

  static int64_t swizzled(const Swizzle &S, int64_t X) {
    int64_t Mask = ((int64_t(1) << S.bits()) - 1)
                   << (S.base() + std::max(0, S.shift()));
    return X ^ (S.shift() >= 0 ? (X & Mask) >> S.shift()
                               : (X & Mask) << -S.shift());
  }
};

/// The value at a coordinate of the modes.
int64_t digit(int64_t &I, const Layout &Mode) {
  int64_t Size = cute::countOf(Mode.shape()), Digit = I % Size;
  I /= Size;
  return Digit;
}

} // namespace

TEST_P(CuteCompositions, Layouts) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout A = next(), B = next();
    SCOPED_TRACE(cute::toString(A) + " o " + cute::toString(B));
    std::optional<Layout> R = valueOr(compose(A, B));
    if (!R) {
      refused("composition");
      continue;
    }
    EXPECT_TRUE(cute::compatible(B.shape(), R->shape()));
    check(
        "composition", *R, [&](int64_t I) { return at(A, at(B, I)); },
        [&] { return Isl.after(A, B).equals(Isl.layout(*R)); },
        pathAfter(A, B));
  }
}

// As if isl decided no question about a relation: its values do, and they tell
// another result from the right one.
TEST_P(CuteCompositions, ByValues) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout A = next(), B = next();
    SCOPED_TRACE(cute::toString(A) + " o " + cute::toString(B));
    std::optional<Layout> R = valueOr(compose(A, B));
    if (!R) {
      refused("composition by values");
      continue;
    }
    auto Wanted = [&](int64_t I) { return at(A, at(B, I)); };
    check("composition by values", *R, Wanted, [] { return Answer::Unknown; });
    int64_t Other = Random.below(R->size());
    EXPECT_EQ(decide([&] {
                for (int64_t I = 0; I < R->size(); ++I)
                  if (at(*R, I) != Wanted(I) + (I == Other))
                    return false;
                return true;
              }),
              Answer::No);
  }
  const Tally &T = Tallies["composition by values"];
  EXPECT_EQ(T.ByValues, T.Results);
}

TEST_P(CuteCompositions, ByMode) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    // One or two tilers for two or three modes; sizes, layouts, and all.
    std::vector<Layout> Modes, Tiles;
    Tiler T{Tiler::ByMode, Layout(), {}};
    unsigned Count = 1 + unsigned(Random.below(3));
    for (unsigned I = 0; I < Count; ++I) {
      Modes.push_back(ofAtMost(12));
      switch (Random.below(4)) {
      case 0:
        T.Modes.push_back(Tiler());
        Tiles.push_back(
            cantFail(Layout::create(cute::dynamic(Modes.back().size()))));
        break;
      case 1:
        T.Modes.push_back(Tiler::of(next(true, 12)));
        Tiles.push_back(T.Modes.back().L);
        break;
      default: {
        Int Size = cute::fixed(1 + Random.below(6));
        T.Modes.push_back(cantFail(Tiler::ofShape(IntTuple(Size))));
        Tiles.push_back(
            cantFail(Layout::create({cute::Mode{Size, cute::fixed(1)}})));
      }
      }
    }
    std::vector<Layout> Used = Modes;
    if (Random.below(3) == 0)
      Modes.push_back(ofAtMost(4)); // Dropped.
    Layout A = cantFail(cute::joined(Modes));
    SCOPED_TRACE(cute::toString(A));
    std::optional<Layout> R = valueOr(compose(A, T));
    if (!R) {
      refused("composition by mode");
      continue;
    }
    ASSERT_EQ(R->rank(), Count);
    if (R->size() > 4 * Largest)
      continue;
    std::vector<Layout> Results;
    for (unsigned I = 0; I < Count; ++I) {
      EXPECT_TRUE(T.Modes[I].K == Tiler::Keep ||
                  cute::compatible(Tiles[I].shape(), R->mode(I).shape()));
      Results.push_back(R->mode(I));
    }
    check(
        "composition by mode", *R,
        [&](int64_t I) {
          int64_t Sum = 0;
          for (unsigned K = 0; K < Count; ++K)
            Sum += at(Used[K], at(Tiles[K], digit(I, Tiles[K])));
          return Sum;
        },
        [&] {
          Map Inner = Isl.parts(Tiles);
          Map Outer = Isl.sum(Used, CuteOracle::GoesOn);
          return Inner.then(Outer).equals(Isl.sum(Results));
        });
  }
}

// The right layout gives coordinates: each axis is a relation of its own.
TEST_P(CuteCompositions, OfCoordinates) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    std::vector<Layout> Modes = {ofAtMost(12), ofAtMost(12)}, Axes;
    Layout A = cantFail(cute::joined(Modes));
    Layout B = ofAtMost(24);
    std::vector<Int> Strides = cute::leaves(B.stride());
    // Every stride is along axis 0 or 1; each axis is a layout with zeros.
    std::vector<std::vector<Int>> Along(2, Strides);
    for (size_t I = 0; I < Strides.size(); ++I) {
      unsigned Axis = unsigned(Random.below(2));
      Along[1 - Axis][I] = cute::fixed(0);
      if (Strides[I].Value != 0)
        Strides[I].Axes = {Axis};
    }
    for (const std::vector<Int> &S : Along)
      Axes.push_back(
          cantFail(Layout::create(B.shape(), cute::unflatten(S, B.stride()))));
    std::optional<Layout> Given = valueOr(
        Layout::create(B.shape(), cute::unflatten(Strides, B.stride())));
    ASSERT_TRUE(Given.has_value());
    if (Given->givesNumbers())
      continue; // All strides are 0.
    SCOPED_TRACE(cute::toString(A) + " o " + cute::toString(*Given));
    std::optional<Layout> R = valueOr(compose(A, *Given));
    if (!R) {
      refused("composition with coordinates");
      continue;
    }
    check(
        "composition with coordinates", *R,
        [&](int64_t I) {
          return at(Modes[0], at(Axes[0], I)) + at(Modes[1], at(Axes[1], I));
        },
        [&] {
          Map Both(isl_map_flat_range_product(Isl.layout(Axes[0]).give(),
                                              Isl.layout(Axes[1]).give()));
          return Both.then(Isl.sum(Modes, CuteOracle::GoesOn))
              .equals(Isl.layout(*R));
        });
  }
}

TEST_P(CuteCompositions, Swizzles) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout L = ofAtMost(32);
    Swizzle S = nextSwizzle(), Other = nextSwizzle();
    SCOPED_TRACE(cute::toString(L) + ", " + cute::toString(S) + ", " +
                 cute::toString(Other));
    int64_t Size = int64_t(PowerOf2Ceil(uint64_t(
        std::max({L.cosize(), int64_t(S.size()), int64_t(Other.size())}))));

    auto ChainOf = [&](std::vector<Layout> Layouts, int64_t Offset,
                       const Swizzle &Last, int64_t Below) {
      std::vector<Function> Maps;
      for (const Layout &Each : Layouts)
        Maps.push_back(Isl.function(Each));
      Maps.push_back(
          C.function("{ [x] -> [x + " + std::to_string(Offset) + "] }"));
      addSwizzle(Maps, Last, Below);
      return Maps;
    };
    auto SwizzleFirst = [&](const Swizzle &First, const Layout &Then) {
      std::vector<Function> Maps;
      addSwizzle(Maps, First, Then.size());
      Maps.push_back(Isl.function(Then));
      return Maps;
    };

    // Sw o L, and with a layout or an offset on the right.
    ComposedLayout After = cantFail(compose(S, L));
    if (After.Outer)
      checkComposed(
          "swizzle o layout", After,
          [&](int64_t I) { return swizzled(S, at(L, I)); },
          ChainOf({L}, 0, S, Size));
    Layout B = ofAtMost(16);
    int64_t Offset = Random.below(9);
    ComposedLayout Moved =
        cantFail(ComposedLayout::create(S, IntTuple(cute::dynamic(Offset)), L));
    std::optional<ComposedLayout> Both = valueOr(compose(Moved, B));
    if (Both) {
      int64_t Reach = int64_t(PowerOf2Ceil(
          uint64_t(std::max<int64_t>(Both->Inner.cosize() + Offset, Size))));
      if (Reach <= 4 * Largest)
        checkComposed(
            "composed layout o layout", *Both,
            [&](int64_t I) { return swizzled(S, Offset + at(L, at(B, I))); },
            ChainOf({B, L}, Offset, S, Reach));
    } else {
      refused("composed layout o layout");
    }

    // L o Sw, on the integral coordinates of L, whose last mode goes on.
    Layout Power = next(true, 32);
    if (Random.below(2) == 0)
      Power = cantFail(Layout::create(cute::fixed(int64_t(S.size()))));
    std::optional<ComposedLayout> Through = valueOr(compose(Power, S));
    if (Through && isPowerOf2_64(uint64_t(Power.size())) &&
        S.size() <= uint64_t(Power.size()))
      checkComposed(
          "layout o swizzle", *Through,
          [&](int64_t I) { return at(Power, swizzled(S, I)); },
          SwizzleFirst(S, Power));
    else
      refused("layout o swizzle");

    // Sw o Sw, through the relations of the bits.
    if (Random.below(2) == 0) {
      int Shift = S.shift(), Base = int(Random.below(3));
      if (std::optional<Swizzle> Same = valueOr(
              Swizzle::create(Random.below(1 + std::abs(Shift)), Base, Shift)))
        Other = *Same;
    }
    std::optional<Swizzle> R = valueOr(compose(S, Other));
    if (!R) {
      refused("swizzle o swizzle");
      continue;
    }
    Tally &T = Tallies["swizzle o swizzle"];
    ++T.Results;
    unsigned Bits = unsigned(
        Log2_64_Ceil(std::max<uint64_t>({S.size(), Other.size(), R->size()})));
    for (int64_t X = 0; X >> Bits == 0; ++X)
      ASSERT_EQ(swizzled(*R, X), swizzled(S, swizzled(Other, X)));
    auto BitMap = [&](const Swizzle &Sw) {
      return mapOf(C, relationSteps(Sw, Bits)[1]);
    };
    ask(
        "swizzle o swizzle",
        [&] { return BitMap(Other).then(BitMap(S)).equals(BitMap(*R)); },
        [&] {
          std::vector<Function> First, Second;
          addSteps(First, relationSteps(Other, Bits));
          addSteps(First, relationSteps(S, Bits));
          addSteps(Second, relationSteps(*R, Bits));
          bool Same = true;
          for (int64_t X = 0; X >> Bits == 0; ++X)
            Same &=
                valueOf(First, X) && valueOf(First, X) == valueOf(Second, X);
          return Same;
        });
  }
}

// What the calculator asks about layouts behind swizzles and offsets, too large
// for whole relations.
TEST_P(CuteCompositions, Examined) {
  for (int N = 0; N < GetParam().Count / 4 && !HasFailure(); ++N) {
    ComposedLayout L = cantFail(ComposedLayout::create(
        nextSwizzle(), IntTuple(cute::dynamic(Random.below(9))), next()));
    SCOPED_TRACE(cute::toString(L));
    ++Tallies["examine"].Results;
    std::set<int64_t> Values;
    for (int64_t I = 0; I < L.size(); ++I)
      Values.insert(L(I));
    // Every answer that isl gives is ours; that there are as many values as
    // coordinates is counted here.
    std::set<std::string> Names;
    ask(
        "examine",
        [&] {
          Answer All = Answer::Yes;
          for (const Finding &F : examine(C, L)) {
            Names.insert(F.Name);
            if (StringRef(F.Name) == "injective") {
              EXPECT_EQ(F.Expected, int64_t(Values.size()) == L.size());
            }
            All = both(All, F.Found == Answer::Unknown ? F.Found
                            : F.agrees()               ? Answer::Yes
                                                       : Answer::No);
          }
          return All;
        },
        [&] { return examine(C, L).front().agrees(); });
    EXPECT_EQ(Names.size(), L.Outer ? 4u : 3u);
  }
}

F2_CUTE_OPERATIONS(CuteCompositions, 60);
