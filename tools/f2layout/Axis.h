//===- Axis.h - Rows and columns of a grid --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid's cells are the numbers of places or elements; an axis has a part of
// the number for each row or column. Of a 2x4 tile,
//
//   rows      words 0 4        heads 0 1        of dim0
//   columns   words 0 1 2 3    heads 0 1 2 3    of dim1
//
// and the cell of row 1 and column 2 is number 4 ^ 2 = 6.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_AXIS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_AXIS_H

#include "layouts/algebra/LinearLayout.h"
#include "tools/f2layout/Picture.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace f2layout::calc {

/// What one direction of a grid counts: a flat word and a header for each row
/// or column. A cell's flat number is the xor of its row's and its column's.
struct Axis {
  std::string Name;
  llvm::SmallVector<uint64_t> Words = {0};
  llvm::SmallVector<std::string> Heads = {""};
};

/// The indices of a dimension that begins at bit Shift of the flat number.
Axis axisOf(const LayoutDim &D, unsigned Shift, llvm::StringRef Prefix);

/// The last dimension wrapped into rows of at most 32: rows, then columns.
std::pair<Axis, Axis> wrapped(const LayoutDim &D);

/// A grid over two axes; Make gives the cell of a flat number. It is called row
/// by row.
Grid gridOf(const llvm::Twine &Title, const Axis &Rows, const Axis &Columns,
            uint64_t Base, llvm::function_ref<Cell(uint64_t)> Make);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_AXIS_H
