//===- Sliced.h - Layouts without one dimension ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A 4x4 tile is held by four lanes, two registers each:
//
//   register=[[0,1],[2,0]], lane=[[0,2],[1,0]] -> [4,4]
//
//              column 0    1    2    3
//      row 0      t0r0 t0r1 t1r0 t1r1
//      row 1      t2r0 t2r1 t3r0 t3r1
//      row 2      t0r2 t0r3 t1r2 t1r3
//      row 3      t2r2 t2r3 t3r2 t3r3
//
// The sum of each row is needed in every thread that holds a part of the row,
// for example to subtract it. Its layout is that of the tile without the
// column:
//
//   register=[[2]], lane=[[0],[1]] -> [4]
//
//      row 0   t0r0 t1r0           Lanes 0 and 1 both hold the sum of row 0.
//      row 1   t2r0 t3r0           Registers 0 and 1 would hold the same sum,
//      row 2   t0r1 t1r1           so there is only one of the two. Lanes that
//      row 3   t2r1 t3r1           hold the same stay: there is no fewer.
//
// (The paper: proposition 4.8. Triton: `#ttg.slice<{dim, parent}>`.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_SLICED_H
#define F2LAYOUT_LAYOUTS_FAMILIES_SLICED_H

#include "layouts/families/Tiling.h"
#include <memory>

namespace f2layout {
inline namespace layouts {

struct DistributedFamily;

struct SliceParams {
  unsigned Dim = 0; ///< The dimension of the parent that is removed.
  std::shared_ptr<const DistributedFamily> Parent;
};

/// The slice of a layout: output number Dim is left out, outputs are named
/// dim0, dim1, ... again, and register bits that have become zero are left out.
/// Fails if the layout has no output of that number.
llvm::Expected<LinearLayout> sliceOf(const LinearLayout &L, unsigned Dim);

/// The slice of the parent's layout on the shape with a dimension of size 1
/// inserted at Dim.
llvm::Expected<LinearLayout> sliceLayout(const SliceParams &P,
                                         llvm::ArrayRef<uint64_t> Shape);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_SLICED_H
