//===- Names.h - Names of places and elements -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output names places (an index of every input: register 3 of lane 21 of warp
// 1) and elements (a coordinate of every output). The names are short enough
// for a cell of a table:
//
//   place     w1:t21:r3    b: block, w: warp, t: lane, r: register
//             t21r3        where there are no warps and blocks
//             14           an offset in memory
//   element   (13,11)
//   bits      "lane 4, warp 1"   the set bits of a place, one by one
//
// Places and elements are flat numbers of any length (LongWord.h); words
// convert to such numbers.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_NAMES_H
#define F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_NAMES_H

#include "layouts/algebra/LayoutDims.h"
#include <string>

namespace f2layout::calc {

/// The index of input number Dim in a flat input.
uint64_t indexOf(const LinearLayout &L, unsigned Dim,
                 const LongWord &FlatInput);
/// The same by name; returns 0 if there is no such input.
uint64_t indexOf(const LinearLayout &L, llvm::StringRef Name,
                 const LongWord &FlatInput);

std::string placeName(const LinearLayout &L, const LongWord &FlatInput);
std::string pointName(llvm::ArrayRef<uint64_t> Point);
std::string elementName(const LinearLayout &L, const LongWord &FlatOutput);
/// Names the set bits of a flat input; "nothing" if there are none.
std::string bitNames(const LinearLayout &L, const LongWord &FlatInput);
/// Names the set bits of a flat output one by one: "dim1 8, dim0 1".
std::string outputBitNames(const LinearLayout &L, const LongWord &FlatOutput);

/// Says why the matrix is not printed entry by entry: it has more than 1024
/// rows or columns. Empty if it is printed.
std::string whyNoMatrix(const LinearLayout &L);

/// The number in decimal.
std::string numberText(const LongWord &N);

/// Returns "1 register" or "4 registers".
std::string counted(uint64_t N, llvm::StringRef What);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_ANSWER_NAMES_H
