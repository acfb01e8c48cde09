//===- SwizzledShared.h - Rows of a tile, shifted by xor ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a tile in shared memory is stored row after row and read by columns, all
// lanes use one bank. So each row is permuted in vectors of Vec elements:
// PerPhase consecutive rows have the same phase, there are MaxPhase phases, and
// the vector number is xor-ed with the phase. Vec 2, PerPhase 1, MaxPhase 4 on
// 4x8, the column that is kept at each place:
//
//   offset mod 8:   0  1   2  3   4  5   6  7
//   row 0           0  1   2  3   4  5   6  7      phase 0
//   row 1           2  3   0  1   6  7   4  5      phase 1
//   row 2           4  5   6  7   0  1   2  3      phase 2
//   row 3           6  7   4  5   2  3   0  1      phase 3
//
//   offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]
//
// Column bits go to column bits, row bits to a row bit and a shift of the
// columns: the matrix [I C; 0 I] of the paper's definition 4.11, where C sends
// row bit 2^i to Vec * ((2^i / PerPhase) mod MaxPhase), modulo the number of
// columns. It is its own inverse.
//
// The columns are the dimension Order[0], the rows Order[1]; further
// dimensions follow in their order without a shift.
//
// (Triton: `#ttg.swizzled_shared<{vec, perPhase, maxPhase, order}>`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_SWIZZLEDSHARED_H
#define F2LAYOUT_LAYOUTS_FAMILIES_SWIZZLEDSHARED_H

#include "layouts/families/Tiling.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace f2layout {
inline namespace layouts {

struct SwizzledSharedParams {
  unsigned Vec = 1;      ///< Elements that stay together.
  unsigned PerPhase = 1; ///< Consecutive rows of one phase.
  unsigned MaxPhase = 1; ///< 1: no swizzle.
  llvm::SmallVector<unsigned> Order;
  CgaLayout Cga;
};

/// Input offset, in elements, from the piece that the block holds.
/// Fails unless Vec, PerPhase and MaxPhase are powers of two, Order is a
/// permutation, and the tensor has its number of dimensions.
llvm::Expected<LinearLayout>
swizzledSharedLayout(const SwizzledSharedParams &P,
                     llvm::ArrayRef<uint64_t> Shape);

/// Checks that the parameters which swizzles by rows share are powers of two.
llvm::Error checkPhases(llvm::StringRef Family, unsigned Vec, unsigned PerPhase,
                        unsigned MaxPhase);
/// The common part of swizzles by rows: a tile stored row after row, where the
/// columns of row 2^i are shifted by xor with Shift(2^i) modulo their number.
/// Shapes of one dimension have no rows and are not shifted.
llvm::Expected<LinearLayout>
rowSwizzledLayout(llvm::StringRef Family, llvm::ArrayRef<uint64_t> Shape,
                  llvm::ArrayRef<unsigned> Order, const CgaLayout &Cga,
                  llvm::function_ref<uint64_t(uint64_t Row)> Shift);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_SWIZZLEDSHARED_H
