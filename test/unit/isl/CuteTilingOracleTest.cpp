//===- CuteTilingOracleTest.cpp - CuTe's divisions and products, by isl ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A division is [t, r] -> A(B(t) + C(r)) for the complement C of B, a product
// is [a, b] -> A(a) + C(B(b)) for the complement C of A. With a tiler by mode,
// these are relations side by side, and their sum. isl proves of every C that
// it is the complement. The forms of the result have the same coordinates in
// another order, which is a permutation of the inputs.
//
//===----------------------------------------------------------------------===//

#include "CuteOracleTesting.h"
#include "layouts/cute/Inverses.h"
#include "layouts/cute/Structure.h"
#include "layouts/cute/Tiling.h"
#include <functional>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;
using cute::IntTuple;
using cute::Layout;
using cute::Tiler;

namespace {

std::vector<Layout> modesOf(const Layout &L) {
  std::vector<Layout> Modes;
  for (unsigned I = 0; I < L.rank(); ++I)
    Modes.push_back(L.mode(I));
  return Modes;
}

/// A mode of A, and what it is divided by or repeated at; a mode without has
/// one coordinate.
struct Term {
  Layout A;
  std::optional<Layout> B;
  std::optional<Layout> Complement;
};

class CuteTilings : public CuteOperations {
protected:
  /// The terms of a tiler of one layout or by mode, and complements; nothing if
  /// there is no complement.
  struct Problem {
    Layout A;
    Tiler T;
    std::vector<Term> Terms;
  };

  Problem nextProblem() {
    Problem P;
    if (Random.below(3) == 0) {
      P.A = ofAtMost(32);
      Layout B = next(true, 16);
      P.T = Tiler::of(B);
      P.Terms = {{P.A, B, {}}};
      return P;
    }
    std::vector<Layout> Modes = {ofAtMost(12), ofAtMost(12)};
    P.T = Tiler{Tiler::ByMode, Layout(), {}};
    unsigned Tiled = 1 + unsigned(Random.below(2));
    for (unsigned I = 0; I < 2; ++I) {
      P.Terms.push_back({Modes[I], {}, {}});
      if (I >= Tiled)
        continue;
      Layout B = Random.below(2) == 0
                     ? next(true, 6)
                     : cantFail(Layout::create({cute::Mode{
                           cute::fixed(1 + Random.below(4)), cute::fixed(1)}}));
      P.T.Modes.push_back(Tiler::of(B));
      P.Terms.back().B = B;
    }
    P.A = cantFail(cute::joined(Modes));
    return P;
  }

  /// Asks isl whether it is the complement.
  bool addComplement(const char *Operation, Term &T, const Layout &Of,
                     const IntTuple &Space) {
    T.Complement = valueOr(complement(Of, Space));
    if (!T.Complement)
      return false;
    std::vector<int64_t> Sizes;
    for (const cute::Int &I : cute::leaves(Space))
      Sizes.push_back(I.Value);
    std::vector<int64_t> Copies = copiesOf(Of, Sizes);
    EXPECT_EQ(int64_t(Copies.size()), T.Complement->size());
    if (HasFailure())
      return false;
    bool Gaps;
    check(
        Operation, *T.Complement, [&](int64_t I) { return Copies[I]; },
        [&] { return Isl.isComplement(Of, *T.Complement, Gaps); });
    return true;
  }

  /// The complement with at least so many places; copies may leave gaps.
  bool addPlaces(Term &T, int64_t Count) {
    for (int64_t Space = T.A.cosize() * Count; Space < 1 << 20; Space *= 2) {
      IntTuple Size(cute::dynamic(Space));
      std::optional<Layout> R = valueOr(complement(T.A, Size));
      if (!R)
        return false;
      if (R->size() >= Count)
        return addComplement("complement of a block", T, T.A, Size);
    }
    return false;
  }

  /// The relation on the coordinates of all terms, in their order, the sizes of
  /// these coordinates, and a value.
  struct Meaning {
    std::vector<int64_t> Sizes;
    std::function<Map()> Relation;
    std::function<int64_t(ArrayRef<int64_t>)> Value;
  };

  using Pair = std::function<Map(const Term &)>;
  using PairValue = std::function<int64_t(const Term &, int64_t, int64_t)>;

  Meaning meaningOf(const std::vector<Term> &Terms, Pair Relation,
                    PairValue Value, bool Division) {
    Meaning M;
    for (const Term &T : Terms) {
      if (!T.B) {
        M.Sizes.push_back(T.A.size());
      } else {
        M.Sizes.push_back(Division ? T.B->size() : T.A.size());
        M.Sizes.push_back(Division ? T.Complement->size() : T.B->size());
      }
    }
    M.Relation = [=] {
      std::vector<Map> Maps;
      for (const Term &T : Terms)
        Maps.push_back(T.B ? Relation(T) : Isl.layout(T.A));
      return Isl.sideBySide(Maps).then(Isl.addition(Terms.size()));
    };
    M.Value = [=](ArrayRef<int64_t> C) {
      int64_t Sum = 0;
      for (const Term &T : Terms) {
        Sum += T.B ? Value(T, C[0], C[1]) : at(T.A, C[0]);
        C = C.drop_front(T.B ? 2 : 1);
      }
      return Sum;
    };
    return M;
  }

  /// Compares a result whose coordinates are Parts, of which part I is
  /// coordinate Order[I] of the meaning.
  void checkForm(const char *Operation, const Layout &R, const Meaning &M,
                 ArrayRef<Layout> Parts, ArrayRef<unsigned> Order,
                 const std::optional<LinearLayout> &Path = std::nullopt) {
    ASSERT_EQ(Parts.size(), M.Sizes.size()) << Operation;
    std::vector<unsigned> Back(Order.size());
    for (size_t I = 0; I < Order.size(); ++I) {
      Back[Order[I]] = unsigned(I);
      ASSERT_EQ(Parts[I].size(), M.Sizes[Order[I]]) << Operation;
    }
    check(
        Operation, R,
        [&](int64_t I) {
          std::vector<int64_t> Coordinates(Parts.size());
          for (size_t K = 0; K < Parts.size(); ++K) {
            Coordinates[Order[K]] = I % Parts[K].size();
            I /= Parts[K].size();
          }
          return M.Value(Coordinates);
        },
        [&] {
          return Isl.permutation(Back)
              .then(M.Relation())
              .equals(Isl.sum(Parts));
        },
        Path);
  }

  /// Logical, zipped, tiled and flat forms of a division or of a product.
  using Form = Expected<Layout> (*)(const Layout &, const Tiler &);
  struct Forms {
    const char *Logical, *Zipped, *Tiled, *Flat;
    Form MakeLogical, MakeZipped, MakeTiled, MakeFlat;
  };
  void checkForms(const Forms &F, const Problem &P, const Layout &Logical,
                  const Meaning &M, const std::optional<LinearLayout> &Path);
};

/// The modes of L with the tuples among them, from mode Keep on, taken apart.
std::vector<Layout> unpacked(const std::vector<Layout> &Modes) {
  std::vector<Layout> Result;
  for (const Layout &L : Modes) {
    if (L.rank() == 1)
      Result.push_back(L);
    for (unsigned I = 0; L.rank() > 1 && I < L.rank(); ++I)
      Result.push_back(L.mode(I));
  }
  return Result;
}

void expectModes(const Layout &L, const std::vector<Layout> &Modes) {
  ASSERT_EQ(L.rank(), Modes.size());
  for (unsigned I = 0; I < L.rank(); ++I)
    EXPECT_EQ(cute::toString(L.mode(I)), cute::toString(Modes[I]));
}

} // namespace

void CuteTilings::checkForms(const Forms &F, const Problem &P,
                             const Layout &Logical, const Meaning &M,
                             const std::optional<LinearLayout> &Path) {
  // ((t0,r0),(t1,r1)), or ((t0,r0),l1): the order of the meaning.
  bool ByMode = P.T.K == Tiler::ByMode;
  std::vector<Layout> Parts, Tiles, Rests;
  std::vector<unsigned> InOrder, TileOrder, RestOrder;
  for (auto [I, T] : enumerate(P.Terms)) {
    Layout Mode = ByMode ? Logical.mode(I) : Logical;
    unsigned Next = Parts.size();
    if (!T.B) {
      Parts.push_back(Mode);
      Rests.push_back(Mode);
      RestOrder.push_back(Next);
      continue;
    }
    ASSERT_EQ(Mode.rank(), 2u);
    Parts.insert(Parts.end(), {Mode.mode(0), Mode.mode(1)});
    Tiles.push_back(Mode.mode(0));
    Rests.push_back(Mode.mode(1));
    TileOrder.push_back(Next);
    RestOrder.push_back(Next + 1);
  }
  for (size_t I = 0; I < Parts.size(); ++I)
    InOrder.push_back(I);
  checkForm(F.Logical, Logical, M, Parts, InOrder, Path);

  // ((t0,t1),(r0,r1)). The sizes and the nesting of its parts are those of the
  // logical form, for its shape says so.
  std::vector<unsigned> Order = TileOrder;
  Order.insert(Order.end(), RestOrder.begin(), RestOrder.end());
  Layout Zipped = cantFail(F.MakeZipped(P.A, P.T));
  ASSERT_EQ(Zipped.rank(), 2u);
  std::vector<Layout> ZippedParts = {Zipped.mode(0), Zipped.mode(1)};
  if (ByMode) {
    ZippedParts = modesOf(Zipped.mode(0));
    for (const Layout &L : modesOf(Zipped.mode(1)))
      ZippedParts.push_back(L);
  }
  checkForm(F.Zipped, Zipped, M, ZippedParts, Order);
  std::vector<Layout> Wanted = Tiles;
  Wanted.insert(Wanted.end(), Rests.begin(), Rests.end());
  ASSERT_EQ(ZippedParts.size(), Wanted.size());
  for (size_t I = 0; I < Wanted.size(); ++I)
    EXPECT_EQ(cute::toString(ZippedParts[I]), cute::toString(Wanted[I]));

  // ((t0,t1),r0,r1) and (t0,t1,r0,r1).
  auto Sequence = [&](const char *Name, const Layout &R,
                      const std::vector<Layout> &Modes) {
    expectModes(R, Modes);
    Layout Whole = Zipped;
    check(
        Name, R, [&](int64_t I) { return at(Whole, I); },
        [&] {
          return both(Isl.same(R, Whole),
                      Isl.sum(modesOf(R)).equals(Isl.sum(Modes)));
        });
  };
  std::vector<Layout> AfterTile = unpacked({Zipped.mode(1)});
  std::vector<Layout> Tiled = {Zipped.mode(0)};
  Tiled.insert(Tiled.end(), AfterTile.begin(), AfterTile.end());
  Sequence(F.Tiled, cantFail(F.MakeTiled(P.A, P.T)), Tiled);
  std::vector<Layout> Flat = unpacked({Zipped.mode(0)});
  Flat.insert(Flat.end(), AfterTile.begin(), AfterTile.end());
  Sequence(F.Flat, cantFail(F.MakeFlat(P.A, P.T)), Flat);
}

TEST_P(CuteTilings, Divisions) {
  static constexpr Forms All = {"logical_divide",    "zipped_divide",
                                "tiled_divide",      "flat_divide",
                                cute::logicalDivide, cute::zippedDivide,
                                cute::tiledDivide,   cute::flatDivide};
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Problem P = nextProblem();
    SCOPED_TRACE(cute::toString(P.A));
    std::optional<Layout> R = valueOr(logicalDivide(P.A, P.T));
    if (!R || R->size() > 8 * Largest) {
      refused("logical_divide");
      continue;
    }
    bool Complements = true;
    for (Term &T : P.Terms) {
      if (!T.B)
        continue;
      // The rest is rounded up mode by mode.
      Complements &=
          addComplement("complement of a tile", T, *T.B, coalesce(T.A).shape());
      if (!Complements)
        break;
    }
    ASSERT_TRUE(Complements);
    Meaning M = meaningOf(
        P.Terms,
        [&](const Term &T) { return Isl.divided(T.A, *T.B, *T.Complement); },
        [this](const Term &T, int64_t Tile, int64_t Rest) {
          return at(T.A, at(*T.B, Tile) + at(*T.Complement, Rest));
        },
        true);
    std::optional<LinearLayout> Path;
    if (P.T.K == Tiler::ByLayout)
      Path = pathAfter(
          P.A, cantFail(cute::joined({*P.Terms[0].B, *P.Terms[0].Complement})));
    checkForms(All, P, *R, M, Path);
  }
}

TEST_P(CuteTilings, Products) {
  static constexpr Forms All = {"logical_product",    "zipped_product",
                                "tiled_product",      "flat_product",
                                cute::logicalProduct, cute::zippedProduct,
                                cute::tiledProduct,   cute::flatProduct};
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Problem P = nextProblem();
    SCOPED_TRACE(cute::toString(P.A));
    std::optional<Layout> R = valueOr(logicalProduct(P.A, P.T));
    if (!R || R->size() > 8 * Largest) {
      refused("logical_product");
      continue;
    }
    bool Complements = true;
    for (Term &T : P.Terms)
      Complements &= !T.B || addPlaces(T, T.B->cosize());
    ASSERT_TRUE(Complements);
    Meaning M = meaningOf(
        P.Terms,
        [&](const Term &T) { return Isl.multiplied(T.A, *T.B, *T.Complement); },
        [this](const Term &T, int64_t Block, int64_t Place) {
          return at(T.A, Block) + at(*T.Complement, at(*T.B, Place));
        },
        false);
    checkForms(All, P, *R, M, std::nullopt);
  }
}

// The modes of the block and of the tiles in pairs.
TEST_P(CuteTilings, PairedProducts) {
  for (int N = 0; N < GetParam().Count && !HasFailure(); ++N) {
    Layout A = ofAtMost(16), B = next(true, 12);
    SCOPED_TRACE(cute::toString(A) + " and " + cute::toString(B));
    unsigned Rank = std::max(A.rank(), B.rank());
    std::optional<Layout> Blocked = valueOr(blockedProduct(A, B));
    std::optional<Layout> Raked = valueOr(rakedProduct(A, B));
    ASSERT_EQ(Blocked.has_value(), Raked.has_value());
    if (!Blocked || Rank > 3) {
      refused("blocked_product");
      continue;
    }
    Term T{A, B, {}};
    ASSERT_TRUE(addPlaces(T, B.cosize()));
    // Modes that one of the two does not have are of size 1.
    std::vector<Layout> Blocks = modesOf(A), Places = modesOf(B);
    Blocks.resize(Rank);
    Places.resize(Rank);
    Meaning M;
    for (const Layout &L : Blocks)
      M.Sizes.push_back(L.size());
    for (const Layout &L : Places)
      M.Sizes.push_back(L.size());
    M.Relation = [&] {
      return Isl.sum(Blocks)
          .beside(Isl.sum(Places).then(Isl.layout(*T.Complement)))
          .then(Isl.addition(2));
    };
    M.Value = [&](ArrayRef<int64_t> C) {
      int64_t Sum = 0, Place = 0;
      for (unsigned I = 0; I < Rank; ++I) {
        Sum += at(Blocks[I], C[I]);
        Place += at(Places[I], C[Rank + I]);
      }
      return Sum + at(*T.Complement, Place);
    };
    for (bool Rakes : {false, true}) {
      const Layout &R = Rakes ? *Raked : *Blocked;
      ASSERT_EQ(R.rank(), Rank);
      std::vector<Layout> Parts;
      std::vector<unsigned> Order;
      for (unsigned I = 0; I < Rank; ++I) {
        ASSERT_EQ(R.mode(I).rank(), 2u);
        Parts.insert(Parts.end(), {R.mode(I).mode(0), R.mode(I).mode(1)});
        Order.insert(Order.end(), {Rakes ? Rank + I : I, Rakes ? I : Rank + I});
      }
      checkForm(Rakes ? "raked_product" : "blocked_product", R, M, Parts,
                Order);
    }

    // tile_to_shape is the product with a compact layout of tiles.
    std::vector<IntTuple> Shape, Counts;
    for (const Layout &L : Blocks) {
      Counts.push_back(IntTuple(cute::fixed(1 + Random.below(3))));
      Shape.push_back(
          IntTuple(cute::fixed(L.size() * Counts.back().integer().Value)));
    }
    std::optional<Layout> Whole = valueOr(tileToShape(A, IntTuple(Shape)));
    if (!Whole) {
      refused("tile_to_shape");
      continue;
    }
    std::vector<cute::Mode> Compact;
    int64_t Before = 1;
    for (const IntTuple &Count : Counts) {
      Compact.push_back({Count.integer(), cute::fixed(Before)});
      Before *= Count.integer().Value;
    }
    Places.clear();
    for (const cute::Mode &Mode : Compact)
      Places.push_back(cantFail(Layout::create({Mode})));
    ASSERT_TRUE(addPlaces(T, Before));
    M.Sizes.resize(Rank);
    std::vector<Layout> Parts;
    std::vector<unsigned> Order;
    for (unsigned I = 0; I < Rank; ++I) {
      ASSERT_EQ(Whole->mode(I).size(), cute::size(Shape[I]));
      M.Sizes.push_back(cute::size(Counts[I]));
      Parts.insert(Parts.end(),
                   {Whole->mode(I).mode(0), Whole->mode(I).mode(1)});
      Order.insert(Order.end(), {I, Rank + I});
    }
    checkForm("tile_to_shape", *Whole, M, Parts, Order);
  }
}

F2_CUTE_OPERATIONS(CuteTilings, 60);
