//===- TableFit.cpp - Is a table a linear map? ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An affine map of x is a linear map of (x, 1), kept as the word 2 x + 1. The
// entries are put into an echelon one after the other; its labels say which
// entries a word is the sum of, so that an entry that contradicts the others
// can name them.
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/TableFit.h"
#include "layouts/Echelon.h"
#include "layouts/LayoutDims.h"
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

/// What a word is the sum of, and what of it remains.
struct Sum {
  uint64_t Remainder;
  LayoutPoint Image;
  SmallVector<uint64_t> From; ///< Indices of entries, increasing.
};

/// Independent entries. In the echelon they are numbered as they came.
class Basis {
public:
  explicit Basis(size_t Coordinates) : Coordinates(Coordinates) {}

  Sum reduce(uint64_t Word) const {
    Echelon<uint64_t>::Entry E = Words.reduce({Word, 0});
    Sum S{E.Vector, LayoutPoint(Coordinates, 0), {}};
    for (uint64_t Left = E.Label; Left; Left &= Left - 1) {
      const auto &[Index, Image] = *Entries[countr_zero(Left)];
      S.From.push_back(Index);
      addTo(S.Image, Image);
    }
    return S;
  }
  /// Adds an entry whose word is independent of those before.
  void insert(uint64_t Word, const FunctionTable::value_type &Entry) {
    Echelon<uint64_t>::Entry E{Word, uint64_t(1) << Entries.size()};
    if (Words.insert(E))
      Entries.push_back(&Entry);
  }

private:
  size_t Coordinates;
  Echelon<uint64_t> Words;
  SmallVector<const FunctionTable::value_type *> Entries;
};

} // namespace

/// Prefers 0, a, b, with a the highest bit of the index.
static void nameTwo(const FunctionTable &T, TableBreak &B) {
  if (popcount(B.Index) < 2)
    return;
  uint64_t Top = bit_floor(B.Index);
  if (T.count(0) && T.count(Top) && T.count(B.Index ^ Top))
    B.From = {0, B.Index ^ Top, Top};
}

/// Does a sum over the integers explain the entry?
static void findCarry(const FunctionTable &T, TableBreak &B) {
  if (B.From.size() != 3 || B.From[0] != 0 || B.Is.size() != 1)
    return;
  uint64_t Zero = T.at(0)[0], X = T.at(B.From[1])[0], Y = T.at(B.From[2])[0];
  if (Zero != 0 || X + Y != B.Is[0] || popcount(B.From[1]) != 1)
    return;
  B.ColumnA = B.From[1];
  B.ColumnB = B.From[2];
  B.Carry = (X & Y) & -(X & Y);
}

/// Indices of the table that the map of f(0) and the columns does not meet. A
/// column that the table lacks counts as 0.
static uint64_t countDifferences(const FunctionTable &T) {
  auto At = [&](uint64_t Index) {
    auto It = T.find(Index);
    return It == T.end() ? LayoutPoint(T.begin()->second.size(), 0)
                         : It->second;
  };
  const LayoutPoint Zero = At(0);
  uint64_t Count = 0;
  for (const auto &[Index, Place] : T) {
    LayoutPoint Sum = Zero;
    for (unsigned Bit = 0; Bit < 32; ++Bit)
      if (Index >> Bit & 1) {
        addTo(Sum, At(uint64_t(1) << Bit));
        addTo(Sum, Zero);
      }
    Count += Sum != Place;
  }
  return Count;
}

static Expected<LinearLayout> layoutOf(const FunctionTable &T,
                                       const Basis &Known, StringRef Input,
                                       SmallVector<uint64_t> &Free) {
  LayoutSpec Spec;
  size_t Coordinates = T.begin()->second.size();
  unsigned Bits = Log2_64_Ceil(T.rbegin()->first + 1);
  LayoutPoint Most(Coordinates, 0);
  for (const auto &[Index, Place] : T)
    for (auto [X, M] : zip(Place, Most))
      M = std::max(M, X);
  for (auto [I, M] : enumerate(Most))
    Spec.Outputs.push_back({defaultName(I), NextPowerOf2(M)});
  Sum Zero = Known.reduce(1);
  Spec.Offset = Zero.Image;
  Spec.Inputs.push_back({Input.str(), {}});
  for (unsigned Bit = 0; Bit < Bits; ++Bit) {
    // The word of a difference of indices: without the 1 at its end.
    Sum S = Known.reduce(uint64_t(2) << Bit);
    bool IsFree = S.Remainder != 0;
    if (IsFree)
      Free.push_back(uint64_t(1) << Bit);
    Spec.Inputs[0].Images.push_back(IsFree ? LayoutPoint(Coordinates, 0)
                                           : S.Image);
  }
  return LinearLayout::create(Spec);
}

Expected<TableFit> fitTable(const FunctionTable &T, StringRef Input) {
  TableFit Fit;
  Basis Known(T.begin()->second.size());
  for (const auto &Entry : T) {
    const auto &[Index, Place] = Entry;
    Sum S = Known.reduce(Index << 1 | 1);
    if (S.Remainder != 0) {
      Known.insert(Index << 1 | 1, Entry);
      continue;
    }
    if (S.Image == Place)
      continue;
    TableBreak &B = Fit.Broken.emplace();
    B.Index = Index;
    B.Is = Place;
    B.Expected = S.Image;
    B.From = S.From;
    nameTwo(T, B);
    findCarry(T, B);
    B.Differ = countDifferences(T);
    return Fit;
  }
  Expected<LinearLayout> L = layoutOf(T, Known, Input, Fit.Free);
  if (!L)
    return L.takeError();
  Fit.Layout = std::move(*L);
  return Fit;
}

} // namespace f2layout::calc
