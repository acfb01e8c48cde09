//===- LayoutText.h - Layouts as text, both ways --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One grammar serves metadata, command lines, headers and printed output. A
// 32x8 tile over two warps, each lane with two elements side by side in a row
// and two more eight rows below:
//
//   register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0]]
//       -> [32,8]
//
// Each input dimension lists the images of its bits, least significant first;
// lane 2 (bit 1) has its first element at row 0, column 4. Then come the sizes
// of the outputs, which may be named, and for an affine map the constant that
// is xor-ed to the result:
//
//   offset=[[0,1],[1,1]] -> [m:2,n:2] ^ [0,1]
//
//   layout := [input {"," input}] "->" "[" [size {"," size}] "]" ["^" point]
//   input  := name "=" "[" [point {"," point}] "]"
//   point  := "[" [number {"," number}] "]"
//   size   := [name ":"] number        all named, or none
//
// Inputs are register, lane, warp and block for threads, or offset and block
// for memory. Memory has a block if each block of a cluster holds a part of the
// tensor. White space is allowed between any two symbols. Sizes are powers of
// two. Outputs without names are called dim0, dim1, ...
//
// Errors state the position (line and column, from 1), what was expected and
// what was found:
//
//   lane=[[0,1=[0,2]]
//   1:11: expected ',' or ']', found '='
//
//   lane=[[0,1],[0,9]] -> [4,8]
//   1:16: image of lane bit 1 is 9 in 'dim1', expected less than its size 8
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTTEXT_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTTEXT_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace f2layout {
inline namespace layouts {

/// Reads a layout. Input dimensions may be written in any order; in the layout
/// they are in the order register, lane, warp, block (of threads) or offset,
/// block (of memory).
llvm::Expected<LinearLayout> parseLayout(llvm::StringRef Text);

/// Reads the inverse of a layout, from elements to places: inputs have any
/// names and stay in their order, and at least one output is named register,
/// lane, warp, block or offset. invert() of the swizzled 4x4 tile in
/// LayoutAlgebra.h is `dim1=[[1],[2]], dim0=[[5],[10]] -> [offset:16]`.
llvm::Expected<LinearLayout> parseInverse(llvm::StringRef Text);

/// Writes the layout on one line, in its own order of dimensions. parseLayout
/// reads the text of any layout that it has returned as the same layout.
/// Layouts that were computed may have other input dimensions, as inverses do;
/// parseInverse reads those.
void printLayout(llvm::raw_ostream &OS, const LinearLayout &L);
std::string toString(const LinearLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTTEXT_H
