//===- RotatingShared.h - A swizzle that varies by block ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ordinary swizzle permutes the vectors of row i by xor with i's phase,
// which returns to 0 after maxPhase rows: all blocks of that many rows have the
// same permutation, and rows that far apart use the same banks. Here the number
// of the block is xor-ed to the phase, so that the next block starts elsewhere.
// With vectors of one element and maxPhase 4, the columns at which column 0, 1,
// 2, 3 of a row are kept:
//
//             ordinary      rotating
//   row 0     0 1 2 3       0 1 2 3       block 0
//   row 1     1 0 3 2       1 0 3 2
//   row 2     2 3 0 1       2 3 0 1
//   row 3     3 2 1 0       3 2 1 0
//   row 4     0 1 2 3       1 0 3 2       block 1: all xor 1
//   row 5     1 0 3 2       0 1 2 3
//   ...
//
//   RotatingSharedParams{/*Vec=*/1, /*PerPhase=*/1, /*MaxPhase=*/4,
//                        /*Order=*/{1,0}}
//   offset=[[0,1],[0,2],[1,1],[2,2],[4,1],[8,2]] -> [16,4]
//
// This reduces conflicts if the lanes of one access have rows that are maxPhase
// apart. If a row is as long as all banks together, column 0 of rows 0 and 4 is
// in one bank on the left, and in two banks on the right.
//
//   phase(row)  = (row / perPhase) % maxPhase
//               ^ (row / (perPhase maxPhase)) % maxPhase
//   kept at     ((column / vec) ^ phase(row)) vec + column % vec
//
// modulo the number of columns.
//
// (Triton: `#ttg.amd_rotating_shared<{vec, perPhase, maxPhase, order}>`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_ROTATINGSHARED_H
#define F2LAYOUT_LAYOUTS_FAMILIES_ROTATINGSHARED_H

#include "layouts/families/Tiling.h"

namespace f2layout {
inline namespace layouts {

struct RotatingSharedParams {
  unsigned Vec = 1;      ///< Elements that stay together.
  unsigned PerPhase = 1; ///< Rows that have the same phase.
  unsigned MaxPhase = 1; ///< Phases; 1: no swizzle.
  /// Dimensions, the fastest first: columns, rows, and those that follow each
  /// other in memory without a swizzle. A tensor of one dimension has no
  /// swizzle.
  llvm::SmallVector<unsigned> Order;
  CgaLayout Cga;
};

/// The layout of a tensor in memory: offset, in elements, to dim0, dim1, ...
/// Fails unless Vec, PerPhase and MaxPhase are powers of two and Order is a
/// permutation of the tensor's dimensions.
llvm::Expected<LinearLayout>
rotatingSharedLayout(const RotatingSharedParams &P,
                     llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_ROTATINGSHARED_H
