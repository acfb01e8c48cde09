//===- BitMatrix.cpp - Linear maps and subspaces over F2 ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All functions use Gaussian elimination by highest bit (Echelon.h), on words
// if these suffice and on long words otherwise.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static Echelon<uint64_t> echelonOf(ArrayRef<uint64_t> Span) {
  Echelon<uint64_t> E;
  for (uint64_t V : Span)
    E.insert(V);
  return E;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

BitMatrix::BitMatrix(unsigned Rows, ArrayRef<uint64_t> Columns)
    : NumRows(Rows), NumCols(Columns.size()) {
  if (Rows > 64) {
    *this = zero(Rows, Columns.size());
    for (unsigned J = 0; J < NumCols; ++J)
      *wordsOf(J) = Columns[J];
    return;
  }
  Words.append(Columns.begin(), Columns.end());
  for (uint64_t &C : Words)
    C &= lowOnes(Rows);
}

BitMatrix BitMatrix::zero(unsigned Rows, unsigned Cols) {
  BitMatrix M;
  M.NumRows = Rows;
  M.NumCols = Cols;
  M.Words.resize(size_t(Cols) * M.stride());
  return M;
}

BitMatrix BitMatrix::identity(unsigned N) {
  BitMatrix M = zero(N, N);
  for (unsigned J = 0; J < N; ++J)
    M.wordsOf(J)[J / 64] = uint64_t(1) << J % 64;
  return M;
}

BitMatrix BitMatrix::fromLongColumns(unsigned Rows,
                                     ArrayRef<LongWord> Columns) {
  BitMatrix M = zero(Rows, Columns.size());
  for (unsigned J = 0; J < M.NumCols; ++J)
    M.setColumn(J, Columns[J]);
  return M;
}

LongWord BitMatrix::longColumn(unsigned J) const {
  return J < NumCols ? LongWord::fromWords(wordsOf(J)) : LongWord();
}

void BitMatrix::setColumn(unsigned J, uint64_t Column) {
  if (J >= NumCols)
    return;
  uint64_t *To = wordsOf(J);
  std::fill(To, To + stride(), 0);
  *To = Column & lowOnes(NumRows);
}

void BitMatrix::setColumn(unsigned J, const LongWord &Column) {
  if (J >= NumCols)
    return;
  for (unsigned I = 0; I < stride(); ++I)
    wordsOf(J)[I] =
        Column.word(I) & lowOnes(NumRows - std::min(NumRows, 64 * I));
}

BitMatrix BitMatrix::transpose() const {
  BitMatrix T = zero(NumCols, NumRows);
  for (unsigned J = 0; J < NumCols; ++J)
    for (unsigned I = 0; I < NumRows; ++I)
      T.wordsOf(I)[J / 64] |= (wordsOf(J)[I / 64] >> I % 64 & 1) << J % 64;
  return T;
}

void BitMatrix::print(raw_ostream &OS) const {
  for (unsigned I = 0; I < NumRows; ++I) {
    for (unsigned J = 0; J < NumCols; ++J)
      OS << (wordsOf(J)[I / 64] >> I % 64 & 1);
    OS << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

LongWord BitMatrix::apply(const LongWord &X) const {
  SmallVector<uint64_t, 4> Y(stride(), 0);
  for (unsigned I = 0; I < X.numWords(); ++I)
    for (uint64_t Left = X.word(I); Left; Left &= Left - 1) {
      unsigned J = 64 * I + countr_zero(Left);
      if (J >= NumCols)
        break;
      for (auto [Sum, W] : zip(Y, wordsOf(J)))
        Sum ^= W;
    }
  return LongWord::fromWords(Y);
}

BitMatrix BitMatrix::operator*(const BitMatrix &B) const {
  BitMatrix Product = zero(NumRows, B.NumCols);
  for (unsigned J = 0; J < B.NumCols; ++J)
    if (NumRows <= 64 && B.NumRows <= 64)
      Product.Words[J] = apply(B.Words[J]);
    else
      Product.setColumn(J, apply(B.longColumn(J)));
  return Product;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

/// The columns as vectors of one of the two types.
template <typename VectorT>
static VectorT columnOf(const BitMatrix &M, unsigned J) {
  if constexpr (std::is_same_v<VectorT, LongWord>)
    return M.longColumn(J);
  else
    return M.column(J);
}

/// Inserts the columns, labelled with their numbers. A column that depends on
/// earlier ones is left out, so no label mentions it; the sum of columns that
/// is zero is added to Kernel.
template <typename VectorT>
static Echelon<VectorT>
labelledColumns(const BitMatrix &M, unsigned Cols,
                SmallVectorImpl<VectorT> *Kernel = nullptr) {
  Echelon<VectorT> Seen;
  for (unsigned J = 0; J < Cols; ++J) {
    typename Echelon<VectorT>::Entry E{columnOf<VectorT>(M, J),
                                       unitVector<VectorT>(J)};
    if (!Seen.insert(E) && Kernel)
      Kernel->push_back(E.Label);
  }
  return Seen;
}

template <typename VectorT>
static SmallVector<VectorT> kernelOf(const BitMatrix &M, unsigned Cols) {
  SmallVector<VectorT> Kernel;
  labelledColumns<VectorT>(M, Cols, &Kernel);
  return Kernel;
}

template <typename VectorT>
static SmallVector<VectorT> imageOf(const BitMatrix &M) {
  Echelon<VectorT> Seen;
  SmallVector<VectorT> Basis;
  for (unsigned J = 0; J < M.cols(); ++J) {
    VectorT C = columnOf<VectorT>(M, J);
    if (Seen.insert(C))
      Basis.push_back(C);
  }
  return Basis;
}

template <typename VectorT>
static std::optional<VectorT> solveFor(const BitMatrix &M, unsigned Cols,
                                       const VectorT &Y) {
  typename Echelon<VectorT>::Entry E{Y, 0};
  E = labelledColumns<VectorT>(M, Cols).reduce(E);
  if (E.Vector)
    return std::nullopt;
  return E.Label;
}

template <typename VectorT>
static std::optional<BitMatrix> inverseOf(const BitMatrix &M) {
  unsigned N = M.rows();
  Echelon<VectorT> Seen = labelledColumns<VectorT>(M, N);
  if (Seen.size() != N)
    return std::nullopt;
  BitMatrix Inverse = BitMatrix::zero(N, N);
  for (unsigned J = 0; J < N; ++J)
    Inverse.setColumn(J, Seen.reduce({unitVector<VectorT>(J), 0}).Label);
  return Inverse;
}

unsigned BitMatrix::rank() const {
  if (NumRows <= 64)
    return echelonOf(Words).size();
  return imageOf<LongWord>(*this).size();
}

SmallVector<uint64_t> BitMatrix::kernel() const {
  if (NumRows <= 64)
    return kernelOf<uint64_t>(*this, std::min(NumCols, 64u));
  SmallVector<uint64_t> Kernel;
  for (const LongWord &X : kernelOf<LongWord>(*this, std::min(NumCols, 64u)))
    Kernel.push_back(X.low());
  return Kernel;
}

SmallVector<LongWord> BitMatrix::longKernel() const {
  if (!isOfWords())
    return kernelOf<LongWord>(*this, NumCols);
  SmallVector<uint64_t> Kernel = kernel();
  return SmallVector<LongWord>(Kernel.begin(), Kernel.end());
}

SmallVector<uint64_t> BitMatrix::image() const {
  return imageOf<uint64_t>(*this);
}

SmallVector<LongWord> BitMatrix::longImage() const {
  return imageOf<LongWord>(*this);
}

std::optional<uint64_t> BitMatrix::solve(uint64_t Y) const {
  unsigned Cols = std::min(NumCols, 64u);
  if (NumRows <= 64)
    return solveFor<uint64_t>(*this, Cols, Y);
  if (std::optional<LongWord> X = solveFor<LongWord>(*this, Cols, Y))
    return X->low();
  return std::nullopt;
}

std::optional<LongWord> BitMatrix::solve(const LongWord &Y) const {
  if (!isOfWords())
    return solveFor<LongWord>(*this, NumCols, Y);
  if (!Y.isWord())
    return std::nullopt;
  return solve(Y.low());
}

std::optional<BitMatrix> BitMatrix::inverse() const {
  if (NumRows != NumCols)
    return std::nullopt;
  return NumRows <= 64 ? inverseOf<uint64_t>(*this)
                       : inverseOf<LongWord>(*this);
}

//===----------------------------------------------------------------------===//
// Subspaces
//===----------------------------------------------------------------------===//

SmallVector<uint64_t> f2layout::reduceBasis(ArrayRef<uint64_t> Span) {
  return echelonOf(Span).reducedBasis();
}

bool f2layout::spanContains(ArrayRef<uint64_t> Span, uint64_t X) {
  return remainder(Span, X) == 0;
}

uint64_t f2layout::remainder(ArrayRef<uint64_t> Span, uint64_t X) {
  return echelonOf(Span).reduce(X);
}

SmallVector<uint64_t> f2layout::complementBasis(ArrayRef<uint64_t> Span,
                                                unsigned Dim) {
  // A unit vector depends on lower ones and the span exactly if the span has a
  // vector with that highest bit.
  Echelon<uint64_t> E;
  for (uint64_t V : Span)
    E.insert(V & lowOnes(Dim));
  uint64_t Free = lowOnes(Dim) & ~E.filed();
  SmallVector<uint64_t> Units;
  Units.reserve(popcount(Free));
  for (; Free; Free &= Free - 1)
    Units.push_back(Free & -Free);
  return Units;
}

SmallVector<uint64_t> f2layout::intersectBases(ArrayRef<uint64_t> A,
                                               ArrayRef<uint64_t> B) {
  // Label every vector of A with itself and every vector of B with zero. If a
  // sum is zero, its part from A equals its part from B. That is a common
  // vector, and the label is that part.
  Echelon<uint64_t> Seen;
  SmallVector<uint64_t> Common;
  for (uint64_t V : A) {
    Echelon<uint64_t>::Entry E{V, V};
    Seen.insert(E);
  }
  for (uint64_t V : B) {
    Echelon<uint64_t>::Entry E{V, 0};
    if (!Seen.insert(E))
      Common.push_back(E.Label);
  }
  return reduceBasis(Common);
}

SmallVector<uint64_t> f2layout::sumBases(ArrayRef<uint64_t> A,
                                         ArrayRef<uint64_t> B) {
  Echelon<uint64_t> Both = echelonOf(A);
  for (uint64_t V : B)
    Both.insert(V);
  return Both.reducedBasis();
}
