//===- Swizzle.cpp - Swizzles without bank conflicts ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/machine/Swizzle.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace llvm;
using namespace f2layout;

/// Room for the vectors of both spans and of the rows of a tile.
using Words = SmallVector<uint64_t, 32>;

/// Concatenates both lists: the basis of the sum of their spans.
static Words joined(ArrayRef<uint64_t> A, ArrayRef<uint64_t> B) {
  Words Both(A);
  append_range(Both, B);
  return Both;
}

/// The candidates that are not in Span; each is added to it.
static Words independentOf(ArrayRef<uint64_t> Span,
                           ArrayRef<uint64_t> Candidates) {
  Echelon<uint64_t> Reached;
  for (uint64_t X : Span)
    Reached.insert(X);
  Words New;
  for (uint64_t X : Candidates)
    if (Reached.insert(X))
      New.push_back(X);
  return New;
}

SmallVector<uint64_t> f2layout::avoidBoth(ArrayRef<uint64_t> U,
                                          ArrayRef<uint64_t> V,
                                          ArrayRef<uint64_t> Preferred,
                                          unsigned Dim) {
  Words Both = joined(U, V);
  SmallVector<uint64_t> Avoiding;
  Avoiding.reserve(Dim);
  append_range(Avoiding, independentOf(Both, Preferred));
  append_range(Both, Avoiding);
  append_range(Avoiding, complementBasis(Both, Dim));
  SmallVector<uint64_t> Common = intersectBases(U, V);
  for (auto [X, Y] : zip(independentOf(Common, U), independentOf(Common, V)))
    Avoiding.push_back(X ^ Y);
  return Avoiding;
}

/// Returns Count words whose span has the least intersection with those of U
/// and V: first words that avoid both, then words of the larger span that avoid
/// the smaller, then words of the smaller. None of them is a sum of Vector,
/// which both spans contain.
static SmallVector<uint64_t>
rowBasis(ArrayRef<uint64_t> Vector, ArrayRef<uint64_t> U, ArrayRef<uint64_t> V,
         ArrayRef<uint64_t> Aligned, unsigned Dim, unsigned Count) {
  if (Count == 0)
    return {};
  SmallVector<uint64_t> Rows = avoidBoth(U, V, Aligned, Dim);
  if (Rows.size() < Count) {
    if (reduceBasis(U).size() > reduceBasis(V).size())
      std::swap(U, V);
    append_range(Rows, independentOf(joined(U, Rows), V));
    append_range(Rows, independentOf(joined(Vector, Rows), U));
  }
  if (Rows.size() > Count)
    Rows.truncate(Count);
  return Rows;
}

BitMatrix f2layout::swizzledLayout(ArrayRef<uint64_t> Vector,
                                   ArrayRef<uint64_t> U, ArrayRef<uint64_t> V,
                                   ArrayRef<uint64_t> Aligned, unsigned RowBits,
                                   unsigned Dim) {
  SmallVector<uint64_t> Rows =
      rowBasis(Vector, U, V, Aligned, Dim, Dim > RowBits ? Dim - RowBits : 0);

  // The bits that are in neither a vector nor a row choose the bank.
  Words Basis(Vector);
  Words Taken = joined(Vector, Rows);
  Words Banks = independentOf(Taken, Aligned);
  append_range(Taken, Banks);
  append_range(Banks, complementBasis(Taken, Dim));
  append_range(Basis, Banks);
  append_range(Basis, Rows);
  std::optional<BitMatrix> Offset = BitMatrix(Dim, Basis).inverse();
  return Offset ? *Offset : BitMatrix::identity(Dim);
}
