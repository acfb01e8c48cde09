//===- TableFit.h - Fitting a linear map to a table -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f is affine over F2 if f(a ^ b) == f(a) ^ f(b) ^ f(0) for all a and b. It is
// then determined by f(0) and the images of the unit vectors, its columns. The
// multiples of 3 are not affine:
//
//   f = 0 3 6 9     f(1) ^ f(2) ^ f(0) == 5, and f(3) == 9
//
// They are linear over the integers. f(1) = 0b011 and f(2) = 0b110 share bit 2,
// where 3 + 6 carries and 3 ^ 6 does not: these two columns are the reason.
//
// A table with gaps is fitted on the indices that it has. They may determine
// the sum of several columns but none of these columns separately:
//
//   0 -> 0, 3 -> 4     f(1) ^ f(2) == 4
//
// The missing columns are then chosen: 0 for the lowest ones, so f(1) = 0 and
// f(2) = 4. If f(0) does not follow from the table, f(0) = 0 is chosen, so that
// the map is linear: a table of just f(1) = 3 gives the column 3.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_TABLES_TABLEFIT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_TABLES_TABLEFIT_H

#include "tools/f2layout/tables/TableText.h"

namespace f2layout::calc {

/// The first index whose place does not follow from the previous ones.
struct TableBreak {
  uint64_t Index = 0;
  LayoutPoint Is, Expected;
  /// Earlier indices whose places give Expected by xor. They are an odd number
  /// of indices whose xor is Index. In a table without gaps these are 0, a and
  /// b with a ^ b == Index.
  llvm::SmallVector<uint64_t> From;
  /// Two columns (indices that are powers of two) and a bit that both have,
  /// where addition of integers carries. Zero if addition does not explain the
  /// entry either.
  uint64_t ColumnA = 0, ColumnB = 0, Carry = 0;
  /// Indices that do not follow from the previous ones, in increasing order;
  /// all other indices of the table follow. In a table without gaps these are 0
  /// and the columns.
  llvm::SmallVector<uint64_t> Independent;
  /// The number of indices whose places do not follow from Independent.
  uint64_t Differ = 0;
};

/// A choice that the table leaves open; the layout has 0 there.
struct FreeChoice {
  uint64_t Bit = 0; ///< The column of this bit, a power of two; 0 means f(0).
  /// Bits whose columns would differ if the choice was not 0. If empty, nothing
  /// in the table depends on the choice.
  llvm::SmallVector<uint64_t> Changes;
};

struct TableFit {
  std::optional<TableBreak> Broken; ///< None if the table is affine.
  /// If the table is affine: the map, with one input.
  LinearLayout Layout;
  /// In the order f(0), then bits increasing.
  llvm::SmallVector<FreeChoice> Free;
};

/// \p Input is the name of the layout's input.
llvm::Expected<TableFit> fitTable(const FunctionTable &T,
                                  llvm::StringRef Input);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_TABLES_TABLEFIT_H
