//===- BoolMatrix.h - Matrices entry by entry -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference for BitMatrix: a table of bools, with sums over k of a(i,k)
// b(k,j), and elimination by exchanging rows. It shares no code with the
// library.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_BOOLMATRIX_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_BOOLMATRIX_H

#include "layouts/f2/BitMatrix.h"
#include <random>
#include <utility>
#include <vector>

namespace f2layout {

using BoolVector = std::vector<bool>;

struct BoolMatrix {
  BoolMatrix(unsigned Rows, unsigned Cols)
      : Rows(Rows), Cols(Cols), Entries(Rows, BoolVector(Cols)) {}

  unsigned Rows, Cols;
  std::vector<BoolVector> Entries; ///< By row.

  BoolVector apply(const BoolVector &X) const {
    BoolVector Y(Rows);
    for (unsigned I = 0; I < Rows; ++I)
      for (unsigned J = 0; J < Cols; ++J)
        Y[I] = Y[I] != (Entries[I][J] && X[J]);
    return Y;
  }

  BoolMatrix operator*(const BoolMatrix &B) const {
    BoolMatrix P(Rows, B.Cols);
    for (unsigned I = 0; I < Rows; ++I)
      for (unsigned K = 0; K < Cols; ++K)
        for (unsigned J = 0; Entries[I][K] && J < B.Cols; ++J)
          P.Entries[I][J] = P.Entries[I][J] != B.Entries[K][J];
    return P;
  }

  /// Exchanges rows until column after column has one leading entry.
  unsigned rank() const {
    std::vector<BoolVector> Left = Entries;
    unsigned Rank = 0;
    for (unsigned J = 0; J < Cols && Rank < Rows; ++J) {
      unsigned Pivot = Rank;
      while (Pivot < Rows && !Left[Pivot][J])
        ++Pivot;
      if (Pivot == Rows)
        continue;
      std::swap(Left[Pivot], Left[Rank]);
      for (unsigned I = Rank + 1; I < Rows; ++I)
        for (unsigned K = J; Left[I][J] && K < Cols; ++K)
          if (K != J)
            Left[I][K] = Left[I][K] != Left[Rank][K];
      ++Rank;
    }
    return Rank;
  }

  bool operator==(const BoolMatrix &B) const {
    return Rows == B.Rows && Cols == B.Cols && Entries == B.Entries;
  }
};

inline LongWord toLongWord(const BoolVector &X) {
  LongWord W;
  for (unsigned I = 0; I < X.size(); ++I)
    if (X[I])
      W ^= LongWord::unit(I);
  return W;
}

inline BoolVector toBools(const LongWord &X, unsigned Bits) {
  BoolVector V(Bits);
  for (unsigned I = 0; I < Bits; ++I)
    V[I] = X[I];
  return V;
}

inline BitMatrix toBitMatrix(const BoolMatrix &M) {
  llvm::SmallVector<LongWord> Columns(M.Cols);
  for (unsigned J = 0; J < M.Cols; ++J)
    for (unsigned I = 0; I < M.Rows; ++I)
      if (M.Entries[I][J])
        Columns[J] ^= LongWord::unit(I);
  return BitMatrix::fromLongColumns(M.Rows, Columns);
}

inline BoolMatrix toBoolMatrix(const BitMatrix &M) {
  BoolMatrix B(M.rows(), M.cols());
  for (unsigned J = 0; J < M.cols(); ++J)
    for (unsigned I = 0; I < M.rows(); ++I)
      B.Entries[I][J] = M.longColumn(J)[I];
  return B;
}

/// Every other matrix is sparse, so that ranks vary.
inline BoolMatrix randomBools(std::mt19937_64 &R, unsigned Rows,
                              unsigned Cols) {
  BoolMatrix M(Rows, Cols);
  unsigned OneIn = R() & 1 ? 2 : 1 + Cols;
  for (BoolVector &Row : M.Entries)
    for (unsigned J = 0; J < Cols; ++J)
      Row[J] = R() % OneIn == 0;
  return M;
}

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_BOOLMATRIX_H
