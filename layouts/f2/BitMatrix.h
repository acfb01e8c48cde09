//===- BitMatrix.h - Linear maps and subspaces over F2 --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors. A word is a vector over F2, the field {0, 1} in which addition is
// xor: 6 = 0b110 is the vector with bits 1 and 2 set, and 6 + 3 = 6 ^ 3 = 5.
//
// Matrices. A swizzle of a tile with four rows of four words moves the word of
// (row, column) to column ^ row. On the word number `row << 2 | column` that is
//
//   0 -> 0   1 -> 1   2 -> 2   3 -> 3       row 0: unchanged
//   4 -> 5   5 -> 4   6 -> 7   7 -> 6       row 1: columns ^ 1
//   8 -> 10  9 -> 11  10 -> 8  11 -> 9      row 2: columns ^ 2
//   12 -> 15 ...                            row 3: columns ^ 3
//
// and the images of 1, 2, 4 and 8 determine all others.
//
//   BitMatrix Swizzle(4, {1, 2, 5, 10});
//   Swizzle.apply(14) == (2 ^ 5 ^ 10)       // 14 = 2 ^ 4 ^ 8, goes to 13
//   Swizzle.rank() == 4                     // nothing collides
//   *Swizzle.inverse() == Swizzle           // twice is the identity
//
// A matrix is kept as these columns: bit i of column j is the entry in row i.
// With up to 64 rows a column is one word, and up to 64 such columns are stored
// inside the matrix object, without an allocation. The number of rows and
// columns is not limited. Where a word stands for a sum of columns (apply,
// kernel, solve), it covers the first 64 columns: bit j of the word stands for
// column j. Where a word is a column (column, apply, image), it covers the
// first 64 rows. The same functions on long words (LongWord.h) cover all rows
// and columns:
//
//   BitMatrix Large = BitMatrix::identity(100);
//   Large.apply(LongWord::unit(80)) == LongWord::unit(80)
//   Large.apply(1) == 1
//
// Every operation is defined for every input. Bits at or above the number of
// rows are cut off when a matrix is constructed; bits at or above the number of
// columns are ignored when it is applied.
//
// Subspaces. A list of words stands for all xor sums of its elements. {3, 5, 6}
// spans {0, 3, 5, 6}; 6 = 3 ^ 5 is redundant. reduceBasis({3, 5, 6}) is {3, 5}:
// independent, and the same for every list with the same span, so that two
// spans are equal exactly if their reduced bases are. The span of longer
// vectors is the image of the matrix with these columns; rank, longImage and
// solve answer the same questions for it that reduceBasis and spanContains
// answer for words.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_F2_BITMATRIX_H
#define F2LAYOUT_LAYOUTS_F2_BITMATRIX_H

#include "layouts/f2/LongWord.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace f2layout {
inline namespace layouts {

class BitMatrix {
public:
  /// The matrix without rows and columns.
  BitMatrix() {} // = default would clear the room for columns first.
  /// Bits outside the rows are cut off. Rows from 64 on are zero.
  BitMatrix(unsigned Rows, llvm::ArrayRef<uint64_t> Columns);
  static BitMatrix identity(unsigned N);
  static BitMatrix zero(unsigned Rows, unsigned Cols);
  /// Like the constructor, but the columns have all rows.
  static BitMatrix fromLongColumns(unsigned Rows,
                                   llvm::ArrayRef<LongWord> Columns);

  unsigned rows() const { return NumRows; }
  unsigned cols() const { return NumCols; }
  /// True if words can represent columns and sums of columns.
  bool isOfWords() const { return NumCols <= 64 && NumRows <= 64; }
  /// The first 64 rows of column J; zero if there is no column J.
  uint64_t column(unsigned J) const {
    return J < NumCols ? Words[J * stride()] : 0;
  }
  LongWord longColumn(unsigned J) const;
  /// Empty if there are more than 64 rows; use longColumn() then.
  llvm::ArrayRef<uint64_t> columns() const {
    return stride() == 1 ? llvm::ArrayRef<uint64_t>(Words)
                         : llvm::ArrayRef<uint64_t>();
  }
  /// Bits outside the rows are cut off. Does nothing if there is no column J.
  void setColumn(unsigned J, uint64_t Column);
  void setColumn(unsigned J, const LongWord &Column);

  /// The xor of the columns at the set bits of X.
  uint64_t apply(uint64_t X) const {
    const uint64_t *Column = Words.data();
    const size_t Step = stride();
    uint64_t Y = 0;
    for (X &= lowOnes(NumCols); X; X &= X - 1)
      Y ^= Column[llvm::countr_zero(X) * Step];
    return Y;
  }
  LongWord apply(const LongWord &X) const;
  /// Applies B first, then this: (A * B).apply(X) == A.apply(B.apply(X)).
  BitMatrix operator*(const BitMatrix &B) const;
  bool operator==(const BitMatrix &B) const {
    return NumRows == B.NumRows && NumCols == B.NumCols && Words == B.Words;
  }
  bool operator!=(const BitMatrix &B) const { return !(*this == B); }

  /// The dimension of the span of the columns.
  unsigned rank() const;

  /// A basis of the words that apply maps to zero. The matrix (2, {1, 2, 3})
  /// has the kernel {7}: 1 ^ 2 ^ 3 == 0. There is one basis vector for each
  /// column that depends on earlier ones. The bit of that column is its highest
  /// bit and is set in no other vector, so the basis is reduced (see
  /// reduceBasis).
  llvm::SmallVector<uint64_t> kernel() const;
  llvm::SmallVector<LongWord> longKernel() const;

  /// A basis of the span of the columns: the columns that do not depend on
  /// earlier ones. The image of (2, {1, 0, 3, 2}) is {1, 3}.
  llvm::SmallVector<uint64_t> image() const;
  llvm::SmallVector<LongWord> longImage() const;

  /// The least X with apply(X) == Y. A column that depends on earlier ones is
  /// therefore never used: (2, {1, 2, 3}).solve(3) is 3, the columns 0 and 1,
  /// and not 4. Returns std::nullopt if Y is outside the image.
  std::optional<uint64_t> solve(uint64_t Y) const;
  std::optional<LongWord> solve(const LongWord &Y) const;

  /// Returns std::nullopt if the matrix is not square or not of full rank.
  std::optional<BitMatrix> inverse() const;

  /// Rows become columns: (2, {1, 2, 3}) becomes (3, {5, 6}).
  BitMatrix transpose() const;

  /// One line of 0 and 1 for each row, row 0 and column 0 first.
  void print(llvm::raw_ostream &OS) const;

private:
  friend class LayoutParts;
  /// Words of one column.
  unsigned stride() const { return NumRows <= 64 ? 1 : (NumRows + 63) / 64; }
  uint64_t *wordsOf(unsigned J) { return Words.data() + J * stride(); }
  llvm::ArrayRef<uint64_t> wordsOf(unsigned J) const {
    return llvm::ArrayRef<uint64_t>(Words).slice(J * stride(), stride());
  }

  unsigned NumRows = 0, NumCols = 0;
  llvm::SmallVector<uint64_t, 64> Words; ///< stride() for each column.
};

/// The reduced basis of a span: increasing, and the highest bit of each word is
/// set in no other. {6, 5} and {3, 5, 6} both become {3, 5}.
llvm::SmallVector<uint64_t> reduceBasis(llvm::ArrayRef<uint64_t> Span);

/// Returns true if X is the xor of some words of Span. {3, 5} contains 6 but
/// not 1.
bool spanContains(llvm::ArrayRef<uint64_t> Span, uint64_t X);

/// The least word that differs from X by an element of the span. With the span
/// {3, 5}, 7 leaves 1 (7 ^ 3 ^ 5 == 1). For a fixed span this is a linear map
/// of X, and zero exactly on the span.
uint64_t remainder(llvm::ArrayRef<uint64_t> Span, uint64_t X);

/// The lowest unit vectors that complete the span to all words of Dim bits: {3,
/// 4} in three bits is completed by {1}. Bits of the span at or above Dim are
/// ignored; Dim counts up to 64, the bits of a word.
llvm::SmallVector<uint64_t> complementBasis(llvm::ArrayRef<uint64_t> Span,
                                            unsigned Dim);

/// The reduced basis of the intersection of two spans: {1, 2} and {3, 4} share
/// {3}.
llvm::SmallVector<uint64_t> intersectBases(llvm::ArrayRef<uint64_t> A,
                                           llvm::ArrayRef<uint64_t> B);

/// The reduced basis of the sum of two spans: {1} and {3, 4} span {1, 2, 4}.
llvm::SmallVector<uint64_t> sumBases(llvm::ArrayRef<uint64_t> A,
                                     llvm::ArrayRef<uint64_t> B);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_F2_BITMATRIX_H
