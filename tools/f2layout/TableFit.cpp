//===- TableFit.cpp - Is a table a linear map? ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An affine map of x is a linear map of (x, 1), kept as the word 2 x + 1. The
// entries are put into an echelon basis one after the other; each basis vector
// remembers the entries it was made of, so that an entry that contradicts the
// others can name them.
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/TableFit.h"
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

/// Of two increasing lists what is in one of them only.
static SmallVector<uint64_t> difference(ArrayRef<uint64_t> A,
                                        ArrayRef<uint64_t> B) {
  SmallVector<uint64_t> Result;
  std::set_symmetric_difference(A.begin(), A.end(), B.begin(), B.end(),
                                std::back_inserter(Result));
  return Result;
}

namespace {

struct Row {
  uint64_t Word;
  LayoutPoint Image;
  SmallVector<uint64_t> From; ///< Indices of entries, increasing.
};

class Echelon {
public:
  explicit Echelon(size_t Coordinates) : Coordinates(Coordinates) {}

  /// What the rows make of the word, and what of it remains.
  Row reduce(uint64_t Word) const {
    Row R{Word, LayoutPoint(Coordinates, 0), {}};
    for (const Row &B : Rows)
      if (R.Word >> Log2_64(B.Word) & 1) {
        R.Word ^= B.Word;
        addTo(R.Image, B.Image);
        R.From = difference(R.From, B.From);
      }
    return R;
  }
  /// Rows stay in decreasing order of their highest bit.
  void insert(Row R) {
    Rows.insert(
        partition_point(Rows, [&](const Row &B) { return B.Word > R.Word; }),
        std::move(R));
  }

private:
  size_t Coordinates;
  std::vector<Row> Rows;
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
                                       const Echelon &Rows, StringRef Input,
                                       SmallVector<uint64_t> &Free) {
  LayoutSpec Spec;
  size_t Coordinates = T.begin()->second.size();
  unsigned Bits = Log2_64_Ceil(T.rbegin()->first + 1);
  LayoutPoint Most(Coordinates, 0);
  for (const auto &[Index, Place] : T)
    for (auto [X, M] : zip(Place, Most))
      M = std::max(M, X);
  for (auto [I, M] : enumerate(Most))
    Spec.Outputs.push_back({"dim" + std::to_string(I), NextPowerOf2(M)});
  Row Zero = Rows.reduce(1);
  Spec.Offset = Zero.Image;
  Spec.Inputs.push_back({Input.str(), {}});
  for (unsigned Bit = 0; Bit < Bits; ++Bit) {
    // The word of a difference of indices: without the 1 at its end.
    Row R = Rows.reduce(uint64_t(2) << Bit);
    bool Known = R.Word == 0;
    if (!Known)
      Free.push_back(uint64_t(1) << Bit);
    Spec.Inputs[0].Images.push_back(Known ? R.Image
                                          : LayoutPoint(Coordinates, 0));
  }
  return LinearLayout::create(Spec);
}

Expected<TableFit> fitTable(const FunctionTable &T, StringRef Input) {
  TableFit Fit;
  Echelon Rows(T.begin()->second.size());
  for (const auto &[Index, Place] : T) {
    Row R = Rows.reduce(Index << 1 | 1);
    if (R.Word != 0) {
      addTo(R.Image, Place);
      R.From = difference(R.From, {Index});
      Rows.insert(std::move(R));
      continue;
    }
    if (R.Image == Place)
      continue;
    TableBreak &B = Fit.Broken.emplace();
    B.Index = Index;
    B.Is = Place;
    B.Expected = R.Image;
    B.From = R.From;
    nameTwo(T, B);
    findCarry(T, B);
    B.Differ = countDifferences(T);
    return Fit;
  }
  Expected<LinearLayout> L = layoutOf(T, Rows, Input, Fit.Free);
  if (!L)
    return L.takeError();
  Fit.Layout = std::move(*L);
  return Fit;
}

} // namespace f2layout::calc
