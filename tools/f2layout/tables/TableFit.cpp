//===- TableFit.cpp - Fitting a linear map to a table ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An affine map of x is a linear map of (x, 1), which is kept as the word 2 x +
// 1. The entries are inserted into an echelon one after the other. Its labels
// say which entries a word is the sum of, so that an entry that contradicts the
// others can name them.
//
// If a table with gaps leaves something open, entries are added: unit vectors
// with the image 0, the lowest first, skipping those that depend on the words
// before. The word 1 is the unit vector of f(0). For 0 -> 0, 3 -> 4 the table
// gives the words 1 and 7, the word 2 is added, and 4 = 7 ^ 2 ^ 1 has the image
// 4. The label says that this follows from the choice for 2.
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/tables/TableFit.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace f2layout::calc {

static void addTo(LayoutPoint &A, const LayoutPoint &B) {
  for (auto [X, Y] : zip(A, B))
    X ^= Y;
}

namespace {

/// Which words a word is the sum of, and the remainder.
struct Sum {
  uint64_t Remainder;
  LayoutPoint Image;
  uint64_t From; ///< The numbers of the words, as a set.
};

/// Independent words and their images, numbered in order of insertion. Indices
/// have 32 bits, so words have at most 33 bits, and there are at most 33.
class Basis {
public:
  explicit Basis(size_t Coordinates) : Coordinates(Coordinates) {}

  Sum reduce(uint64_t Word) const {
    Echelon<uint64_t>::Entry E = Words.reduce({Word, 0});
    Sum S{E.Vector, LayoutPoint(Coordinates, 0), E.Label};
    for (uint64_t Left = E.Label; Left; Left &= Left - 1)
      addTo(S.Image, Images[countr_zero(Left)]);
    return S;
  }
  bool contains(uint64_t Word) const { return Words.reduce(Word) == 0; }
  /// Adds a word that is independent of all previous ones.
  void insert(uint64_t Word, const LayoutPoint &Image) {
    Echelon<uint64_t>::Entry E{Word, uint64_t(1) << Images.size()};
    if (Words.insert(E))
      Images.push_back(Image);
  }
  size_t size() const { return Images.size(); }

private:
  size_t Coordinates;
  Echelon<uint64_t> Words;
  SmallVector<LayoutPoint> Images;
};

} // namespace

/// The word of an index, or of the difference of two.
static uint64_t wordOf(uint64_t Index) { return Index << 1 | 1; }
static uint64_t differenceWord(uint64_t Bits) { return Bits << 1; }

/// Prefers 0, a, b, where a is the highest bit of the index.
static void nameTwo(const FunctionTable &T, TableBreak &B) {
  if (popcount(B.Index) < 2)
    return;
  uint64_t Top = bit_floor(B.Index);
  if (T.count(0) && T.count(Top) && T.count(B.Index ^ Top))
    B.From = {0, B.Index ^ Top, Top};
}

/// Checks whether addition of integers explains the entry.
static void findCarry(const FunctionTable &T, TableBreak &B) {
  if (B.From.size() != 3 || B.From[0] != 0 || B.Is.size() != 1)
    return;
  uint64_t Zero = T.at(0)[0], X = T.at(B.From[1])[0], Y = T.at(B.From[2])[0];
  if (Zero != 0 || X + Y != B.Is[0] || popcount(B.From[1]) != 1 ||
      popcount(B.From[2]) != 1)
    return;
  B.ColumnA = B.From[1];
  B.ColumnB = B.From[2];
  B.Carry = (X & Y) & -(X & Y);
}

/// Chooses 0 for everything that Known leaves open of f(0) and the columns.
static SmallVector<FreeChoice> complete(Basis &Known, unsigned Bits,
                                        const LayoutPoint &Zero) {
  const size_t Given = Known.size();
  SmallVector<FreeChoice> Free;
  auto Choose = [&](uint64_t Word, uint64_t Bit) {
    if (Known.contains(Word))
      return;
    Known.insert(Word, Zero);
    Free.push_back({Bit, {}});
  };
  Choose(wordOf(0), 0);
  for (unsigned J = 0; J < Bits; ++J)
    Choose(differenceWord(uint64_t(1) << J), uint64_t(1) << J);
  for (unsigned J = 0; J < Bits; ++J) {
    uint64_t Bit = uint64_t(1) << J;
    uint64_t Chosen = Known.reduce(differenceWord(Bit)).From >> Given;
    for (; Chosen; Chosen &= Chosen - 1) {
      FreeChoice &Choice = Free[countr_zero(Chosen)];
      if (Choice.Bit != Bit)
        Choice.Changes.push_back(Bit);
    }
  }
  return Free;
}

static Expected<LinearLayout> layoutOf(const FunctionTable &T, Basis Known,
                                       StringRef Input,
                                       SmallVector<FreeChoice> &Free) {
  LayoutSpec Spec;
  unsigned Bits = Log2_64_Ceil(T.rbegin()->first + 1);
  const LayoutPoint Zero(T.begin()->second.size(), 0);
  LayoutPoint Most = Zero;
  for (const auto &[Index, Place] : T)
    for (auto [X, M] : zip(Place, Most))
      M = std::max(M, X);
  for (auto [I, M] : enumerate(Most))
    Spec.Outputs.push_back({defaultName(I), NextPowerOf2(M)});
  Free = complete(Known, Bits, Zero);
  Spec.Offset = Known.reduce(wordOf(0)).Image;
  Spec.Inputs.push_back({Input.str(), {}});
  for (unsigned J = 0; J < Bits; ++J)
    Spec.Inputs[0].Images.push_back(
        Known.reduce(differenceWord(uint64_t(1) << J)).Image);
  return LinearLayout::create(Spec);
}

static TableBreak breakAt(const FunctionTable &T,
                          const FunctionTable::value_type &Entry, const Sum &S,
                          ArrayRef<uint64_t> Independent) {
  TableBreak B;
  B.Index = Entry.first;
  B.Is = Entry.second;
  B.Expected = S.Image;
  for (uint64_t Left = S.From; Left; Left &= Left - 1)
    B.From.push_back(Independent[countr_zero(Left)]);
  nameTwo(T, B);
  findCarry(T, B);
  return B;
}

Expected<TableFit> fitTable(const FunctionTable &T, StringRef Input) {
  TableFit Fit;
  Basis Known(T.begin()->second.size());
  SmallVector<uint64_t> Independent;
  uint64_t Differ = 0;
  for (const auto &Entry : T) {
    const auto &[Index, Place] = Entry;
    Sum S = Known.reduce(wordOf(Index));
    if (S.Remainder != 0) {
      Known.insert(wordOf(Index), Place);
      Independent.push_back(Index);
      continue;
    }
    if (S.Image == Place)
      continue;
    ++Differ;
    if (!Fit.Broken)
      Fit.Broken = breakAt(T, Entry, S, Independent);
  }
  if (Fit.Broken) {
    Fit.Broken->Independent = std::move(Independent);
    Fit.Broken->Differ = Differ;
    return Fit;
  }
  Expected<LinearLayout> L = layoutOf(T, std::move(Known), Input, Fit.Free);
  if (!L)
    return L.takeError();
  Fit.Layout = std::move(*L);
  return Fit;
}

} // namespace f2layout::calc
