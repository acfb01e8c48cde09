//===- TableFit.h - Is a table a linear map? ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f is affine over F2 if f(a ^ b) == f(a) ^ f(b) ^ f(0) for all a and b. Then
// it is known from f(0) and the images of the unit vectors, its columns. The
// multiples of 3 are not:
//
//   f = 0 3 6 9     f(1) ^ f(2) ^ f(0) == 5, and f(3) == 9
//
// They are linear over the integers. f(1) = 0b011 and f(2) = 0b110 share the
// bit 2, where 3 + 6 carries and 3 ^ 6 does not: these two columns are the
// reason.
//
// A table with gaps is fitted on the indices that it has. They may determine
// the sum of several columns but none of them separately:
//
//   0 -> 0, 3 -> 4     f(1) ^ f(2) == 4
//
// Then columns are chosen: 0 for the lowest ones, so f(1) = 0 and f(2) = 4. A
// table without f(0), and from which f(0) does not follow, has f(0) = 0, so
// that its map is linear; f(1) = 3 alone is the column 3.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_TABLEFIT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_TABLEFIT_H

#include "tools/f2layout/TableText.h"

namespace f2layout::calc {

/// The first index where the table does not follow from the ones before.
struct TableBreak {
  uint64_t Index = 0;
  LayoutPoint Is, Expected;
  /// Indices before it whose places make Expected by xor: an odd number of
  /// them, with a xor of Index. In a table without gaps 0, a and b with a ^ b
  /// == Index.
  llvm::SmallVector<uint64_t> From;
  /// Columns (indices that are powers of two) and a bit that both have, where
  /// the sum over the integers carries; zero if the sum is not right either.
  uint64_t ColumnA = 0, ColumnB = 0, Carry = 0;
  /// Indices that do not follow from those before: increasing, and all others
  /// of the table follow. In a table without gaps, 0 and the columns.
  llvm::SmallVector<uint64_t> Independent;
  /// The number of indices whose places do not follow from these.
  uint64_t Differ = 0;
};

/// A choice that the table leaves open, and that is 0 in the layout.
struct FreeChoice {
  uint64_t Bit = 0; ///< The column of this bit, a power of two; 0: f(0).
  /// Bits whose columns would differ if this was not 0. Without any, nothing in
  /// the table depends on the choice.
  llvm::SmallVector<uint64_t> Changes;
};

struct TableFit {
  std::optional<TableBreak> Broken; ///< None if the table is affine.
  /// If it is: the map from one input.
  LinearLayout Layout;
  /// In the order f(0), bits increasing.
  llvm::SmallVector<FreeChoice> Free;
};

/// Input is the name of the layout's input.
llvm::Expected<TableFit> fitTable(const FunctionTable &T,
                                  llvm::StringRef Input);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_TABLEFIT_H
