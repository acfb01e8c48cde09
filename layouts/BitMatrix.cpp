//===- BitMatrix.cpp - Linear maps and subspaces over F2 ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is Gaussian elimination by highest bit, in one class.
//
//===----------------------------------------------------------------------===//

#include "layouts/BitMatrix.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <array>

using namespace f2layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// The word whose low N bits are set.
static uint64_t lowBits(unsigned N) {
  return N >= 64 ? ~uint64_t(0) : (uint64_t(1) << N) - 1;
}

namespace {

/// Independent vectors, filed by their highest bit. Each carries a label that
/// is added whenever vectors are added: with the label 1 << j for column j the
/// label says which columns a vector is the sum of.
///
///   insert 0b011 with label 1:  file 1 holds (0b011, 1)
///   insert 0b010 with label 2:  0b010 ^ 0b011 == 0b001, file 0 holds (0b001, 3)
///   reduce 0b101: nothing in file 2, bit 2 stays; file 0 removes bit 0:
///                 (0b100, 3)
class Echelon {
public:
  struct Entry {
    uint64_t Vector = 0;
    uint64_t Label = 0;
  };

  /// Clears from the vector every bit that has a file, from the top down.
  Entry reduce(Entry E) const {
    for (uint64_t Left = E.Vector & Filed; Left;) {
      unsigned Top = 63 - llvm::countl_zero(Left);
      E.Vector ^= Files[Top].Vector;
      E.Label ^= Files[Top].Label;
      Left = E.Vector & Filed & lowBits(Top);
    }
    return E;
  }

  /// Files the vector if it is independent of those that are here. Otherwise
  /// returns false, and the label in E says which sum is zero.
  bool insert(Entry &E) {
    E = reduce(E);
    if (!E.Vector)
      return false;
    unsigned Top = 63 - llvm::countl_zero(E.Vector);
    Files[Top] = E;
    Filed |= uint64_t(1) << Top;
    return true;
  }

  bool insert(uint64_t Vector) {
    Entry E{Vector, 0};
    return insert(E);
  }

  unsigned size() const { return llvm::popcount(Filed); }

  /// The highest bits of the filed vectors.
  uint64_t filed() const { return Filed; }

  /// The filed vectors, increasing, each cleared of the others' highest bits.
  SmallVector<uint64_t> reducedBasis() const {
    SmallVector<uint64_t> Basis;
    for (unsigned I = 0; I < 64; ++I)
      if (Filed >> I & 1) {
        uint64_t Top = uint64_t(1) << I;
        Basis.push_back(reduce({Files[I].Vector ^ Top, 0}).Vector | Top);
      }
    return Basis;
  }

private:
  std::array<Entry, 64> Files;
  uint64_t Filed = 0;
};

} // namespace

static Echelon echelonOf(ArrayRef<uint64_t> Span) {
  Echelon E;
  for (uint64_t V : Span)
    E.insert(V);
  return E;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

BitMatrix::BitMatrix(unsigned Rows, ArrayRef<uint64_t> Cols)
    : NumRows(std::min(Rows, 64u)), Columns(Cols.begin(), Cols.end()) {
  for (uint64_t &C : Columns)
    C &= lowBits(NumRows);
}

BitMatrix BitMatrix::identity(unsigned N) {
  SmallVector<uint64_t, 8> Units;
  for (unsigned J = 0; J < std::min(N, 64u); ++J)
    Units.push_back(uint64_t(1) << J);
  return BitMatrix(N, Units);
}

BitMatrix BitMatrix::zero(unsigned Rows, unsigned Cols) {
  return BitMatrix(Rows, SmallVector<uint64_t, 8>(Cols, 0));
}

uint64_t BitMatrix::apply(uint64_t X) const {
  uint64_t Y = 0;
  for (X &= lowBits(cols()); X; X &= X - 1)
    Y ^= Columns[llvm::countr_zero(X)];
  return Y;
}

BitMatrix BitMatrix::operator*(const BitMatrix &B) const {
  BitMatrix Product;
  Product.NumRows = NumRows;
  for (uint64_t C : B.Columns)
    Product.Columns.push_back(apply(C));
  return Product;
}

unsigned BitMatrix::rank() const { return echelonOf(Columns).size(); }

SmallVector<uint64_t> BitMatrix::kernel() const {
  Echelon Seen;
  SmallVector<uint64_t> Kernel;
  for (unsigned J = 0; J < std::min(cols(), 64u); ++J) {
    Echelon::Entry E{Columns[J], uint64_t(1) << J};
    if (!Seen.insert(E))
      Kernel.push_back(E.Label);
  }
  return Kernel;
}

SmallVector<uint64_t> BitMatrix::image() const {
  Echelon Seen;
  SmallVector<uint64_t> Basis;
  for (uint64_t C : Columns)
    if (Seen.insert(C))
      Basis.push_back(C);
  return Basis;
}

/// The columns with their numbers as labels. A column that depends on earlier
/// ones is left out, so no label mentions it.
static Echelon labelledColumns(const BitMatrix &M) {
  Echelon Seen;
  for (unsigned J = 0; J < std::min(M.cols(), 64u); ++J) {
    Echelon::Entry E{M.column(J), uint64_t(1) << J};
    Seen.insert(E);
  }
  return Seen;
}

std::optional<uint64_t> BitMatrix::solve(uint64_t Y) const {
  Echelon::Entry E = labelledColumns(*this).reduce({Y, 0});
  if (E.Vector)
    return std::nullopt;
  return E.Label;
}

std::optional<BitMatrix> BitMatrix::inverse() const {
  if (NumRows != cols())
    return std::nullopt;
  Echelon Seen = labelledColumns(*this);
  if (Seen.size() != NumRows)
    return std::nullopt;
  BitMatrix Inverse = identity(NumRows);
  for (uint64_t &C : Inverse.Columns)
    C = Seen.reduce({C, 0}).Label;
  return Inverse;
}

BitMatrix BitMatrix::transpose() const {
  unsigned NewRows = std::min(cols(), 64u);
  BitMatrix T = zero(NewRows, NumRows);
  for (unsigned J = 0; J < NewRows; ++J)
    for (unsigned I = 0; I < NumRows; ++I)
      T.Columns[I] |= (Columns[J] >> I & 1) << J;
  return T;
}

void BitMatrix::print(llvm::raw_ostream &OS) const {
  for (unsigned I = 0; I < NumRows; ++I) {
    for (uint64_t C : Columns)
      OS << (C >> I & 1);
    OS << '\n';
  }
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
  return echelonOf(Span).reduce({X, 0}).Vector;
}

SmallVector<uint64_t> f2layout::complementBasis(ArrayRef<uint64_t> Span,
                                                unsigned Dim) {
  // A unit vector depends on lower ones and the span exactly if the span has a
  // vector with that highest bit.
  Echelon E;
  for (uint64_t V : Span)
    E.insert(V & lowBits(Dim));
  SmallVector<uint64_t> Units;
  for (uint64_t Free = lowBits(Dim) & ~E.filed(); Free; Free &= Free - 1)
    Units.push_back(Free & -Free);
  return Units;
}

SmallVector<uint64_t> f2layout::intersectBases(ArrayRef<uint64_t> A,
                                               ArrayRef<uint64_t> B) {
  // Label every vector of A with itself and every vector of B with zero. A sum
  // that vanishes has a part from A equal to its part from B, a common vector,
  // and the label is that part.
  Echelon Seen;
  SmallVector<uint64_t> Common;
  for (uint64_t V : A) {
    Echelon::Entry E{V, V};
    Seen.insert(E);
  }
  for (uint64_t V : B) {
    Echelon::Entry E{V, 0};
    if (!Seen.insert(E))
      Common.push_back(E.Label);
  }
  return reduceBasis(Common);
}

SmallVector<uint64_t> f2layout::sumBases(ArrayRef<uint64_t> A,
                                         ArrayRef<uint64_t> B) {
  SmallVector<uint64_t> Both(A.begin(), A.end());
  Both.append(B.begin(), B.end());
  return reduceBasis(Both);
}
