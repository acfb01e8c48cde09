//===- MatrixMoves.h - ldmatrix, stmatrix, movmatrix ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix and stmatrix move a stack of rows of 16 bytes between shared memory
// and the registers of a warp. Each lane points at a row, and receives or
// provides pieces of four bytes of other rows. Row R of the stack is the row
// that lane R points at; x1, x2, x4 matrices of eight rows make 8, 16 or 32
// rows.
//
// m8n8.x1, plain, 16-bit elements: a lane holds two neighbours of a row.
//
//              column 0    1     2    3    ...  6    7
//     row 0         t0r0 t0r1  t1r0 t1r1   ... t3r0 t3r1      (lane 0 points)
//     row 1         t4r0 t4r1  t5r0 ...                       (lane 1 points)
//     ...
//     row 7         t28r0 ...                      t31r1
//
//   register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [8,8]
//
// .trans: a lane holds two neighbours of a column.
//
//     row 0         t0r0  t4r0  t8r0 ... t28r0
//     row 1         t0r1  t4r1  ...
//     row 2         t1r0  t5r0  ...
//
//   register=[[1,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]] -> [8,8]
//
// Elements narrower than 16 bits move in pairs: with .trans a pair is
// transposed as a whole. The shapes for 8-bit elements transpose single bytes.
// In m16n16 of ldmatrix (sixteen rows per matrix, x1 and x2) a lane holds four
// neighbours of a column and, eight columns further, four more. In m16n8 of
// stmatrix a lane provides two neighbours of a column and, eight columns
// further, two more. (The manual's m16n8 counts the fragment's rows; in memory
// it is eight rows of sixteen bytes.)
//
// m8n16 loads rows of sixteen elements of 4 or 6 bits, with the rest of the 16
// bytes unused, and extends each to a byte: the plain pattern with 8-bit
// elements.
//
// movmatrix transposes an 8x8 matrix of 16-bit elements in registers: a warp
// that held it as the plain m8n8.x1 holds it as .trans afterwards.
//
// (PTX ISA 9.2, sections 9.7.14.5.15, ldmatrix, 9.7.14.5.16, stmatrix, and
// 9.7.14.5.17, movmatrix, which draw the fragments. CUTLASS's copy traits of
// sm_75 and sm_100 give the same places.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_MATRIXMOVES_H
#define F2LAYOUT_LAYOUTS_FAMILIES_MATRIXMOVES_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

enum class MatrixMoveShape {
  M8N8,   ///< ldmatrix, stmatrix, movmatrix; .b16
  M16N16, ///< ldmatrix.trans; .b8, or 4 and 6 bits widened to 8
  M8N16,  ///< ldmatrix; 4 and 6 bits widened to 8
  M16N8,  ///< stmatrix.trans; .b8
};

struct MatrixMoveParams {
  MatrixMoveShape Shape = MatrixMoveShape::M8N8;
  unsigned Count = 1; ///< x1, x2, x4; movmatrix has 1 only.
  bool Trans = false;
  /// The width of elements in registers. The shapes for bytes have 8.
  unsigned ElementBits = 16;
};

/// Registers (elements, low to high, register after register) and lanes to
/// [row of the stack, element of the row].
/// Fails for element widths that the shape cannot keep together, a Trans that
/// the shape does not have, and counts other than 1, 2 and 4 (M16N16: 1, 2).
llvm::Expected<LinearLayout> matrixMoveLayout(const MatrixMoveParams &P);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_MATRIXMOVES_H
