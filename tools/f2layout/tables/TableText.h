//===- TableText.h - A function as a table of numbers ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of a function that may or may not be a layout. It lists the place
// of each index as numbers,
//
//   0 1 2 3  5 4 7 6            # of index 0, 1, 2, ...
//
// or as pairs, in any order and with gaps, where places may be points:
//
//   0 -> (0,0)
//   1 -> (0,3); 2 -> (1,0)
//
// Numbers are decimal, or hexadecimal after 0x. The separators are white space,
// commas (between numbers) and semicolons (between pairs). '#' begins a
// comment.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_TABLES_TABLETEXT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_TABLES_TABLETEXT_H

#include "layouts/algebra/LinearLayout.h"
#include "tools/f2layout/commandline/Input.h"
#include <map>

namespace f2layout::calc {

/// Places by index. All places have the same number of coordinates.
using FunctionTable = std::map<uint64_t, LayoutPoint>;

/// Errors show the line with a caret. A table has at least one entry; indices
/// and coordinates are less than 2^32.
llvm::Expected<FunctionTable> readTable(const SourceText &Source);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_TABLES_TABLETEXT_H
