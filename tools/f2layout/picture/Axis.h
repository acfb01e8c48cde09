//===- Axis.h - Rows and columns of a grid --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cells of a grid are numbers of places or elements. Each axis contributes
// a part of that number for every row or column. For a 2x4 tile,
//
//   rows      words 0 4        heads 0 1        of dim0
//   columns   words 0 1 2 3    heads 0 1 2 3    of dim1
//
// and the cell of row 1 and column 2 is number 4 ^ 2 = 6.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_AXIS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_AXIS_H

#include "layouts/algebra/LinearLayout.h"
#include "tools/f2layout/picture/Picture.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace f2layout::calc {

/// One direction of a grid: a flat word and a header for each row or column.
/// The flat number of a cell is the xor of its row's and its column's word.
struct Axis {
  std::string Name;
  llvm::SmallVector<uint64_t> Words = {0};
  llvm::SmallVector<std::string> Heads = {""};
};

/// The indices of a dimension that begins at bit Shift of the flat number.
Axis axisOf(const LayoutDim &D, unsigned Shift, llvm::StringRef Prefix);

/// Wraps the last dimension into rows of at most 32. Returns the rows, then the
/// columns.
std::pair<Axis, Axis> wrapped(const LayoutDim &D);

/// Makes a grid over two axes. Make returns the cell of a flat number, and is
/// called row by row.
Grid gridOf(const llvm::Twine &Title, const Axis &Rows, const Axis &Columns,
            uint64_t Base, llvm::function_ref<Cell(uint64_t)> Make);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_PICTURE_AXIS_H
