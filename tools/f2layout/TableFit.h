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
// bit 2, where 3 + 6 carries and 3 ^ 6 does not: these two columns break it.
//
// A table with gaps is fitted on the indices that it has.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_TABLEFIT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_TABLEFIT_H

#include "tools/f2layout/TableText.h"

namespace f2layout::calc {

/// The first index where the table is not what the ones before say.
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
  /// Indices of the table that differ from the map of f(0) and the columns.
  uint64_t Differ = 0;
};

struct TableFit {
  std::optional<TableBreak> Broken; ///< None if the table is affine.
  /// If it is: the map from one input.
  LinearLayout Layout;
  /// Bits of the input that no entry determines; their images are 0.
  llvm::SmallVector<uint64_t> Free;
};

/// Input is the name of the layout's input.
llvm::Expected<TableFit> fitTable(const FunctionTable &T,
                                  llvm::StringRef Input);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_TABLEFIT_H
